//! Named-entity coreference (NEC): are the mentions of each named entity found, together with its name?
//!
//! For a key entity K with a name, candidates are the response entities that hold its name;
//! F1(K) = max 2|K∩R| / (|K|+|R|) over them, 0 without a candidate; NEC F1 is the mean over all such K.
//! Agarwal, Subramanian, Nenkova and Roth 2019, Evaluation of Named Entity Coreference.
//! What the paper leaves open is decided in [`Options`] and described in `docs/measures.md`.

mod counts;
mod names;
mod pairing;
mod sides;

#[cfg(test)]
mod tests;

pub use counts::{Counts, KindCounts};
pub use names::{NameSpan, names};

use crate::choice::choice;
use crate::document::{Document, Layer, Wanted};

/// What the paper leaves open, with the defaults that follow its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The types of names that are looked at; `PER` means `PERSON`.
    pub types: Vec<String>,
    /// Which of an entity's names make a response entity a candidate.
    pub variants: Variants,
    /// Whether capital letters matter in names.
    pub letters: Letters,
    /// Whether a response entity may serve several key entities.
    pub pairing: Pairing,
    /// Which single tokens are pronouns.
    pub pronouns: Pronouns,
    /// Whether each kind of mention chooses a candidate of its own.
    pub by_kind: ByKind,
    /// What the head of a mention with conjuncts is.
    pub conjuncts: Conjuncts,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            types: ["PERSON", "ORG", "GPE"].map(str::to_owned).to_vec(),
            variants: Variants::Any,
            letters: Letters::Exact,
            pairing: Pairing::Best,
            pronouns: Pronouns::Personal,
            by_kind: ByKind::SamePair,
            conjuncts: Conjuncts::NoName,
        }
    }
}

choice! {
    /// Which of an entity's names make a response entity a candidate.
    Variants {
        /// Any name it is called by.
        Any = "any",
        /// The longest only.
        Full = "full",
    }
}

choice! {
    /// Whether capital letters matter in names.
    Letters {
        /// They do.
        Exact = "exact",
        /// They do not.
        Fold = "fold",
    }
}

choice! {
    /// Whether a response entity may serve several key entities.
    Pairing {
        /// Each key entity has its best candidate.
        Best = "best",
        /// Each response entity serves one key entity at most, for the largest sum.
        OneToOne = "one-to-one",
    }
}

choice! {
    /// Which single tokens are pronouns.
    Pronouns {
        /// Those tagged PRP and PRP$.
        Personal = "personal",
        /// Those tagged WP, WP$ and DT as well.
        Wide = "wide",
    }
}

choice! {
    /// Whether each kind of mention chooses a candidate of its own.
    ByKind {
        /// No: the pair that all mentions chose is kept.
        SamePair = "same-pair",
        /// Yes.
        Reselect = "reselect",
    }
}

choice! {
    /// What the head of a mention with conjuncts is.
    Conjuncts {
        /// Nothing: it is no mention by name.
        NoName = "no-name",
        /// That of the first conjunct.
        First = "first",
    }
}

/// What must be read of the key.
#[must_use]
pub fn wanted_key() -> Wanted {
    let syntax = Wanted::MENTIONS.and(Layer::PartOfSpeech).and(Layer::Parse).and(Layer::Head);
    syntax.and(Layer::Word).and(Layer::Name).and(Layer::Relation)
}

/// What a key lacks without which nothing can be counted.
#[must_use]
pub fn lacks(key: &[&Document]) -> Option<&'static str> {
    let has = |test: &dyn Fn(&Document) -> bool| key.iter().any(|document| test(document));
    if !has(&|document| document.layers.get(Layer::Word).is_some()) {
        Some("words")
    } else if !has(&|document| !names(document).is_empty()) {
        Some("named entities (column 11 of CoNLL-2012)")
    } else {
        None
    }
}

/// Counts one pair of documents: for each type of name that was asked for, then for all of them together.
#[must_use]
pub fn count(key: &Document, response: &Document, options: &Options) -> Vec<Counts> {
    let spans = names(key);
    let (key_side, response_side) =
        (sides::Named::new(key, key, &spans, options), sides::Named::new(response, key, &spans, options));
    let kinds = options.types.iter().map(|kind| vec![names::canonical(kind)]);
    let all = options.types.iter().map(|kind| names::canonical(kind)).collect();
    kinds.chain([all]).map(|types| pairing::count(&key_side, &response_side, &types, options)).collect()
}
