//! Mentions as CoVal represents them, and what makes two of them equal.

use std::rc::Rc;

use super::file::{Sentences, word};
use crate::matching::coval_minimum::{MentionTree, MinimumSpans};

/// A mention of one document. One that crosses sentences has the number of the last and its first token's number in
/// the first, so it may seem to end before it begins.
#[derive(Clone, Debug)]
pub(super) struct Mention<'a> {
    pub(super) sentence: usize,
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) tree: Option<Rc<MentionTree<'a>>>,
    /// The minimum span; empty if start and end are compared.
    pub(super) minimum: MinimumSpans,
}

/// Mentions with equal identities are the same mention to CoVal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Identity {
    Span(usize, usize, usize),
    Minimum(usize, MinimumSpans),
}

/// The mentions of an entity, in the order in which they end.
pub(super) type Entity<'a> = Vec<Mention<'a>>;

/// Whether one mention lies inside another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Nesting {
    FirstInSecond,
    SecondInFirst,
    Neither,
}

impl<'a> Mention<'a> {
    pub(super) fn new(sentence: usize, start: usize, end: usize) -> Self {
        Self { sentence, start, end, tree: None, minimum: Vec::new() }
    }

    pub(super) fn identity(&self) -> Identity {
        if self.minimum.is_empty() {
            Identity::Span(self.sentence, self.start, self.end)
        } else {
            Identity::Minimum(self.sentence, self.minimum.clone())
        }
    }

    /// Whether one of two mentions that are not the same lies inside the other.
    pub(super) fn nesting(&self, other: &Self) -> Nesting {
        let within = |inner: &Self, outer: &Self| inner.start >= outer.start && inner.end <= outer.end;
        if self.sentence != other.sentence || self.identity() == other.identity() {
            Nesting::Neither
        } else if within(self, other) {
            Nesting::FirstInSecond
        } else if within(other, self) {
            Nesting::SecondInFirst
        } else {
            Nesting::Neither
        }
    }

    /// Its words in its own file; an empty string for each row that is too short.
    pub(super) fn own_words(&self, sentences: &Sentences<'a>) -> Vec<&'a str> {
        let rows =
            sentences.get(self.sentence).and_then(|rows| rows.get(self.start..=self.end.max(self.start)));
        let rows = rows.filter(|_| self.start <= self.end).unwrap_or_default();
        rows.iter().map(word).collect()
    }

    /// Its words, taken from the tree if its own file has none.
    pub(super) fn words(&self, sentences: &Sentences<'a>) -> Vec<&'a str> {
        let own = self.own_words(sentences);
        match &self.tree {
            Some(tree) if own.first() == Some(&"") => tree.words(),
            _ => own,
        }
    }

    /// The mention as CoVal prints it: where it is, its tree if it has one, its words.
    pub(super) fn described(&self, document: &str, sentences: &Sentences<'a>) -> String {
        let tree = self.tree.as_ref().map_or(String::new(), |tree| tree.outline());
        let (start, end) = (self.start, self.end);
        let words = self.words(sentences).join(" ");
        format!("DOC: {document}, sentence number: {}, ({start}, {end}){tree} {words}", self.sentence)
    }
}
