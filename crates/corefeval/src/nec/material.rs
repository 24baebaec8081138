//! Which annotation that NEC needs is available, and messages about what is missing.

use super::Heads;
use crate::document::{Document, Layer};

/// Which annotation some key documents have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Material {
    words: bool,
    names: bool,
    tags: bool,
    trees: bool,
    dependencies: bool,
}

impl Material {
    /// The annotation that a document has; a column of only `-`, `_` or `*` does not count.
    #[must_use]
    pub fn of(document: &Document) -> Self {
        let has = |layer: Layer, test: fn(&str) -> bool| {
            document.layers.get(layer).is_some_and(|column| column.iter().any(test))
        };
        Self {
            words: has(Layer::Word, |word| !word.is_empty()),
            names: has(Layer::Name, |bits| bits.contains('(')),
            tags: has(Layer::PartOfSpeech, |tag| !matches!(tag, "" | "-" | "_")),
            trees: has(Layer::Parse, |bits| bits.contains('(')),
            dependencies: has(Layer::Head, |head| head.starts_with(|letter: char| letter.is_ascii_digit())),
        }
    }

    /// The annotation that either has.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            words: self.words || other.words,
            names: self.names || other.names,
            tags: self.tags || other.tags,
            trees: self.trees || other.trees,
            dependencies: self.dependencies || other.dependencies,
        }
    }

    /// What is missing and required: without it, nothing can be counted.
    #[must_use]
    pub fn lacks(self, heads: Heads) -> Option<&'static str> {
        let syntax = self.trees || self.dependencies;
        match heads {
            _ if !self.words => Some("no words"),
            _ if !self.names => Some("no named entities (column 11 of CoNLL-2012)"),
            Heads::Auto if !syntax && !self.tags => Some(
                "no dependencies, no trees and no parts of speech, which are needed to find the heads of mentions",
            ),
            Heads::Dependencies if !self.dependencies => Some("no dependencies, which `dep` needs"),
            Heads::Constituents if !self.trees => Some("no trees, which `const` needs"),
            Heads::LastProperNoun if !self.tags => Some("no parts of speech, which `last-nnp` needs"),
            _ => None,
        }
    }

    /// What is used instead of better annotation that is missing.
    #[must_use]
    pub fn makeshift(self, heads: Heads) -> Option<&'static str> {
        let syntax = self.trees || self.dependencies;
        let missing = heads == Heads::Auto && !syntax;
        missing.then_some(
            "the key has no dependencies and no trees: the last proper noun of a mention is its head",
        )
    }
}
