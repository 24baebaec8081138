//! Scores of predicted tags, trees, names, senses and arguments, as in Tables 5, 7, 8 and 10 of Pradhan et
//! al. 2011.

mod arguments;
mod brackets;
mod shared;

use std::collections::BTreeMap;

use crate::corpus::annotated;
use crate::document::{Document, Layer, Span, Tree};
use crate::metric::{Ratio, Tally};

pub use arguments::Roles;

/// What documents contribute to the score of each layer. Layers that either side lacks contribute nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LayerTallies {
    /// Sentences.
    pub sentences: u64,
    /// Tokens with the right part of speech, out of all.
    pub tags: Ratio,
    /// Labelled phrases of all sentences.
    pub phrases: Tally,
    /// Sentences of fewer than [`SHORT`] tokens.
    pub short_sentences: u64,
    /// Labelled phrases of the short sentences.
    pub short_phrases: Tally,
    /// Names of each type.
    pub names: BTreeMap<String, Tally>,
    /// Tokens with the right sense, out of the tokens that have a sense in the key.
    pub senses: Ratio,
    /// Predicates and their arguments.
    pub roles: Roles,
}

/// Phrases of sentences with fewer tokens than this are also counted separately.
pub const SHORT: u32 = 40;

impl LayerTallies {
    /// Compares two annotations of one text; they must have the same tokens.
    #[must_use]
    pub fn of(key: &Document, response: &Document) -> Self {
        let both = |layer| key.layers.get(layer).is_some() && response.layers.get(layer).is_some();
        let mut tallies = Self::default();
        for sentence in key.sentences_or_whole().iter().copied() {
            tallies.sentences += 1;
            tallies.short_sentences += u64::from(sentence.len() < SHORT);
            if both(Layer::Parse) {
                tallies.add_phrases(key, response, sentence);
            }
            if both(Layer::Name) {
                tallies.add_names(key, response, sentence);
            }
            tallies.roles.add(key, response, sentence);
        }
        if both(Layer::PartOfSpeech) {
            tallies.tags = same_values(key, response, Layer::PartOfSpeech);
        }
        if both(Layer::Sense) {
            tallies.senses = same_values(key, response, Layer::Sense);
        }
        tallies
    }

    fn add_phrases(&mut self, key: &Document, response: &Document, sentence: Span) {
        let tally = brackets::tally(key, response, sentence);
        self.phrases += tally;
        if sentence.len() < SHORT {
            self.short_phrases += tally;
        }
    }

    fn add_names(&mut self, key: &Document, response: &Document, sentence: Span) {
        let (key, response) = (names(key, sentence), names(response, sentence));
        let mut types: BTreeMap<&str, [Vec<Span>; 2]> = BTreeMap::new();
        for (side, names) in [&key, &response].into_iter().enumerate() {
            for (label, span) in names {
                types.entry(label.as_str()).or_default()[side].push(*span);
            }
        }
        for (label, [key, response]) in types {
            *self.names.entry(label.to_owned()).or_default() += shared::tally(key, response);
        }
    }

    /// Adds the counts of other documents.
    pub fn add(&mut self, other: &Self) {
        self.sentences += other.sentences;
        self.short_sentences += other.short_sentences;
        self.tags = self.tags + other.tags;
        self.phrases += other.phrases;
        self.short_phrases += other.short_phrases;
        for (label, tally) in &other.names {
            *self.names.entry(label.clone()).or_default() += *tally;
        }
        self.senses = self.senses + other.senses;
        self.roles.sum(&other.roles);
    }

    /// Names of all types together.
    #[must_use]
    pub fn all_names(&self) -> Tally {
        self.names.values().copied().sum()
    }
}

/// How many tokens have the key's value, out of those that have one in the key.
fn same_values(key: &Document, response: &Document, layer: Layer) -> Ratio {
    let told = (0..key.tokens).filter_map(|token| Some((token, annotated(key, layer, token)?)));
    let (mut same, mut all) = (0, 0);
    for (token, value) in told {
        all += 1;
        same += u64::from(annotated(response, layer, token) == Some(value));
    }
    Ratio::of(same, all)
}

fn names(document: &Document, sentence: Span) -> Vec<(String, Span)> {
    let Some(bits) = document.layers.get(Layer::Name) else { return Vec::new() };
    let tree = Tree::new(bits, sentence);
    tree.phrases().iter().map(|name| (name.label.to_owned(), name.span)).collect()
}

/// The tallies of each genre, sorted by name, and the tallies of all documents together.
#[must_use]
pub fn by_genre(pairs: &[(&Document, &Document)]) -> (Vec<(String, LayerTallies)>, LayerTallies) {
    let mut genres: BTreeMap<String, LayerTallies> = BTreeMap::new();
    let mut all = LayerTallies::default();
    for (key, response) in pairs {
        let tallies = LayerTallies::of(key, response);
        all.add(&tallies);
        genres.entry(key.name.genre().unwrap_or("").to_owned()).or_default().add(&tallies);
    }
    (genres.into_iter().collect(), all)
}

#[cfg(test)]
mod tests;
