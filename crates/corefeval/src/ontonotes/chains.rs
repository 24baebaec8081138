//! The lists of chains in an `.onf` file, which repeat the mentions given at its leaves.
//!
//! ```text
//! Coreference chains for section 0:
//! ---------------------------------
//!
//!     Chain 7 (IDENT)
//!                0.0-0      Ann
//!                1.0-0      She
//! ```

use std::collections::BTreeMap;

use super::inline::Line;
use crate::problem::Problem;

/// The chains of a file.
#[derive(Debug, Default)]
pub(super) struct Chains {
    /// How many sentences are in a section already.
    sentences: usize,
    /// The id and the type of the chain that is being read.
    chain: (String, String),
    /// Each mention, and the line it is on.
    mentions: Vec<(Listed, u64)>,
    is_listed: bool,
}

/// A mention: its sentence, first and last leaf, id and type of its chain.
type Listed = (usize, usize, usize, String, String);

impl Chains {
    /// Begins a list: assigns the sentences that are not in a section yet to this one.
    pub(super) fn begin(&mut self, section: &str, lines: &mut [Line]) {
        let part = section.parse::<u32>().map_or_else(|_| section.to_owned(), |part| format!("{part:03}"));
        for line in lines.iter_mut().skip(self.sentences) {
            line.part = Some(part.clone());
        }
        self.sentences = lines.len();
        self.is_listed = true;
    }

    /// Reads a line: a chain, a mention of it, or words that continue the previous line.
    pub(super) fn line(&mut self, line: &str, number: u64) -> Result<(), String> {
        let content = line.trim_start();
        if line.len() - content.len() <= 4 {
            self.chain = chain(content).ok_or_else(|| format!("`{content}` is not `Chain ID (TYPE)`"))?;
            return Ok(());
        }
        let cells = content.split_whitespace().find(|cell| !matches!(*cell, "HEAD" | "ATTRIB"));
        if let Some((sentence, first, last)) = cells.and_then(place) {
            let (id, kind) = self.chain.clone();
            self.mentions.push(((sentence, first, last, id, kind), number));
        }
        Ok(())
    }

    /// A problem if the lists and the leaves do not have the same mentions.
    pub(super) fn compared(&self, lines: &[Line]) -> Option<Problem> {
        if !self.is_listed {
            return None;
        }
        let mut counts: BTreeMap<&Listed, (i64, u64)> = BTreeMap::new();
        let of_leaves = of_leaves(lines);
        for mention in &of_leaves {
            counts.entry(mention).or_default().0 -= 1;
        }
        for (mention, line) in &self.mentions {
            let entry = counts.entry(mention).or_default();
            *entry = (entry.0 + 1, *line);
        }
        let (listed, missing) = counts.values().fold((0, 0), |(listed, missing), (count, _)| {
            (listed + (*count).max(0), missing + (-*count).max(0))
        });
        // a mention that the lists do not have has no line there
        let line = counts.values().filter(|(count, _)| *count != 0).map(|(_, line)| *line).max()?;
        let message = format!(
            "the leaves are read, and the lists of chains differ: mentions that only the lists have: {listed}, that they do not have: {missing}"
        );
        Some(Problem::warning("chains-differ", line, message))
    }
}

fn of_leaves(lines: &[Line]) -> Vec<Listed> {
    let mut mentions = Vec::new();
    for (sentence, line) in lines.iter().enumerate() {
        for mark in &line.marks {
            let (first, last) = (mark.words.0, mark.words.1 - 1);
            mentions.push((sentence, first, last, mark.id.clone(), mark.kind.clone()));
        }
    }
    mentions
}

/// `Chain 12 (IDENT)`.
fn chain(content: &str) -> Option<(String, String)> {
    let (id, kind) = content.strip_prefix("Chain ")?.rsplit_once(" (")?;
    Some((id.trim().to_owned(), kind.strip_suffix(')')?.to_owned()))
}

/// `210.0-3`.
fn place(cell: &str) -> Option<(usize, usize, usize)> {
    let (sentence, range) = cell.split_once('.')?;
    let (first, last) = range.split_once('-')?;
    let digits = last.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(last.len());
    Some((sentence.parse().ok()?, first.parse().ok()?, last[..digits].parse().ok()?))
}
