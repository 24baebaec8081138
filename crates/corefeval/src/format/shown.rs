//! What readers read, in a shape that tests can compare.

use super::{Problem, Reading};
use crate::document::{Document, Mention};

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
