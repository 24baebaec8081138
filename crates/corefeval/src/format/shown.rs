//! The results of readers, in a form that tests can compare.

use super::{Block, Format, Problem, Reading};
use crate::document::{Document, Mention, Wanted};

impl AsRef<[Problem]> for Reading {
    fn as_ref(&self) -> &[Problem] {
        &self.problems
    }
}

/// Start, end and entity of each mention.
pub(super) fn spans(document: &Document) -> Vec<(u32, u32, &str)> {
    let label = |entity: u32| document.entity_labels.get(entity as usize).unwrap();
    let shown = |mention: &Mention| (mention.span.start, mention.span.end, label(mention.entity));
    document.mentions.iter().map(shown).collect()
}

/// Code and line of each problem.
pub(super) fn codes<P: AsRef<[Problem]> + ?Sized>(problems: &P) -> Vec<(&str, u64)> {
    problems.as_ref().iter().map(|problem| (problem.code, problem.line)).collect()
}

/// Checks that words have the same hash whether they are kept or not; `full` was read with all layers.
pub(super) fn check_hashes(format: &Format, block: &Block<'_>, full: &Reading) {
    let brief = format.read(block, Wanted::MENTIONS.and_words_hash());
    let hashes = |reading: &Reading| reading.documents.iter().map(Document::words_hash).collect::<Vec<_>>();
    assert_eq!(hashes(&brief), hashes(full), "{}", String::from_utf8_lossy(block.bytes));
    let tokens = |reading: &Reading| reading.documents.iter().map(Document::tokens).collect::<Vec<_>>();
    assert_eq!(tokens(&brief), tokens(full));
}
