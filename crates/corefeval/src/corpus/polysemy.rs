//! How many senses and framesets lemmas are used in, as in Tables 6 and 9 of Pradhan et al. 2011.
//!
//! Only what occurs in the documents is counted; a lexicon may list more. A noun and a verb are two lemmas.

use std::collections::{BTreeMap, BTreeSet};

use crate::document::{Document, Layer};

/// The values that each lemma occurs with.
type Uses = BTreeMap<(char, String), BTreeSet<String>>;

/// Senses and framesets of the lemmas of some documents.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Polysemy {
    senses: Uses,
    framesets: Uses,
}

impl Polysemy {
    /// Adds the lemmas of a document.
    pub fn add(&mut self, document: &Document) {
        add(document, Layer::Sense, &mut self.senses);
        add(document, Layer::Frameset, &mut self.framesets);
    }

    /// How many nouns and verbs occur in one sense, in two, in more.
    #[must_use]
    pub fn senses(&self) -> [u64; 3] {
        counts(&self.senses)
    }

    /// How many lemmas occur with one frameset, with two, with more.
    #[must_use]
    pub fn framesets(&self) -> [u64; 3] {
        counts(&self.framesets)
    }
}

fn add(document: &Document, layer: Layer, uses: &mut Uses) {
    let Some(values) = document.layers.get(layer) else { return };
    for (value, token) in values.iter().zip(0..).filter(|(value, _)| is_told(value)) {
        let lemma = document.layers.at(Layer::Lemma, token).filter(|lemma| is_told(lemma));
        let word = || document.layers.at(Layer::Word, token).map(str::to_lowercase);
        let class = document.layers.at(Layer::PartOfSpeech, token).and_then(|tag| tag.chars().next());
        if let Some(lemma) = lemma.map(str::to_owned).or_else(word) {
            uses.entry((class.unwrap_or('?'), lemma)).or_default().insert(value.to_owned());
        }
    }
}

fn is_told(value: &str) -> bool {
    !matches!(value, "" | "-" | "_")
}

fn counts(uses: &Uses) -> [u64; 3] {
    uses.values().fold([0; 3], |mut counts, values| {
        counts[values.len().clamp(1, 3) - 1] += 1;
        counts
    })
}

#[cfg(test)]
mod tests {
    use super::Polysemy;
    use crate::document::{Document, Layer};

    #[test]
    fn lemmas_are_counted_by_how_many_senses_they_occur_in() {
        let mut document = Document { tokens: 6, ..Document::default() };
        let set = |document: &mut Document, layer, cells: [&str; 6]| {
            document.layers.set(layer, cells.iter().collect());
        };
        set(&mut document, Layer::Word, ["call", "called", "calls", "Call", "play", "it"]);
        set(&mut document, Layer::PartOfSpeech, ["NN", "VBD", "VBZ", "VB", "VB", "PRP"]);
        set(&mut document, Layer::Lemma, ["call", "call", "call", "call", "-", "-"]);
        set(&mut document, Layer::Sense, ["1", "1", "2", "3", "1", "-"]);
        set(&mut document, Layer::Frameset, ["-", "01", "01", "02", "01", "-"]);
        let mut polysemy = Polysemy::default();
        polysemy.add(&document);
        // the noun `call` and `play` in one sense, the verb in three
        assert_eq!(polysemy.senses(), [2, 0, 1]);
        assert_eq!(polysemy.framesets(), [1, 1, 0]);
    }
}
