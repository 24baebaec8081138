//! Mentions as lists of words, as these scorers compare them.

use std::ops::Range;

/// A word that means the same in the key and in the response: two numbers that give its place in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::dropin) struct Word(pub(in crate::dropin) u32, pub(in crate::dropin) u64);

/// A mention.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::dropin) struct Mention {
    /// Its words in order, at least one.
    pub(in crate::dropin) words: Vec<Word>,
    /// The words that matter most: its head, or its minimum.
    pub(in crate::dropin) core: Vec<Word>,
    /// Its stretches of words as annotated, if they are needed.
    pub(in crate::dropin) segments: Vec<Range<usize>>,
    /// Whether it is a zero.
    pub(in crate::dropin) zero: bool,
    /// What its head depends on, if that is needed.
    pub(in crate::dropin) dependencies: Vec<Dependency>,
}

/// A parent in the same sentence, and the relation to it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::dropin) struct Dependency {
    /// The place of the parent in the sentence.
    pub(in crate::dropin) parent: u64,
    /// The relation.
    pub(in crate::dropin) relation: String,
}

impl Mention {
    /// Adds a stretch of words at the end.
    pub(in crate::dropin) fn add_segment(&mut self, words: Vec<Word>) {
        let start = self.words.len();
        self.words.extend(words);
        self.segments.push(start..self.words.len());
    }

    /// What mentions are sorted by: first word, last word, length.
    pub(in crate::dropin) fn extent(&self) -> (Option<Word>, Option<Word>, usize) {
        (self.words.first().copied(), self.words.last().copied(), self.words.len())
    }

    /// How many words it shares with another.
    pub(in crate::dropin) fn shared(&self, other: &Self) -> usize {
        self.words.iter().filter(|word| other.has(**word)).count()
    }

    /// Whether a word belongs to it.
    pub(in crate::dropin) fn has(&self, word: Word) -> bool {
        self.words.binary_search(&word).is_ok()
    }

    /// Whether all these words belong to it.
    pub(in crate::dropin) fn has_all(&self, words: &[Word]) -> bool {
        words.iter().all(|&word| self.has(word))
    }
}
