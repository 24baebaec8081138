//! Named-entity coreference (NEC): are the mentions of each named entity found, together with its name?
//!
//! For a key entity K with a name, candidates are the response entities that hold its name;
//! F1(K) = max 2|K∩R| / (|K|+|R|) over them, 0 without a candidate; NEC F1 is the mean over all such K.
//! Agarwal, Subramanian, Nenkova and Roth 2019, Evaluation of Named Entity Coreference.
//! [`Options`] has a choice for each detail that the paper leaves open; `docs/measures.md` describes them.

mod counts;
mod heads;
mod material;
mod metric;
mod names;
mod pairing;
mod patterns;
mod sides;

#[cfg(test)]
mod tests;

pub use crate::metric::contribution::NamedPair;
pub use counts::{Counts, KindCounts};
pub use material::Material;
pub use metric::NEC;
pub use names::{NameSpan, names};
pub use patterns::{OtherText, Pattern, Patterns};

use crate::choice::choice;
use crate::document::{Document, Layer, Wanted};
use crate::matching::{Matching, Side};
use crate::pair::Pair;

/// Choices for details that the paper leaves open; the defaults follow its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The types of names that count; `PER` means `PERSON`.
    pub types: Vec<String>,
    /// Which of an entity's names make a response entity a candidate.
    pub variants: Variants,
    /// Whether names are compared with case.
    pub letters: Letters,
    /// Whether a response entity may be paired with several key entities.
    pub pairing: Pairing,
    /// Which single tokens are pronouns.
    pub pronouns: Pronouns,
    /// Whether each kind of mention chooses its own candidate.
    pub by_kind: ByKind,
    /// The head of a mention with conjuncts.
    pub conjuncts: Conjuncts,
    /// How the head of a mention is found.
    pub heads: Heads,
    /// Whether a possessive ending is part of a name.
    pub possessive: Possessive,
    /// Which response entities may be candidates.
    pub filter: Filter,
    /// Whether key entities with one mention are scored.
    pub key_singletons: KeySingletons,
    /// When a key entity counts as split over several response entities.
    pub splitting: Splitting,
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
            heads: Heads::Auto,
            possessive: Possessive::Drop,
            filter: Filter::Requested,
            key_singletons: KeySingletons::Keep,
            splitting: Splitting::Strict,
        }
    }
}

choice! {
    /// Which of an entity's names make a response entity a candidate.
    Variants {
        /// Any of its names.
        Any = "any",
        /// Only the longest.
        Full = "full",
    }
}

choice! {
    /// Whether names are compared with case.
    Letters {
        /// Case matters.
        Exact = "exact",
        /// Case is ignored.
        Fold = "fold",
    }
}

choice! {
    /// Whether a response entity may be paired with several key entities.
    Pairing {
        /// Yes: each key entity gets its best candidate.
        Best = "best",
        /// No: each response entity is paired with at most one key entity, for the largest sum.
        OneToOne = "one-to-one",
    }
}

choice! {
    /// Which single tokens are pronouns.
    Pronouns {
        /// Tokens tagged PRP or PRP$.
        Personal = "personal",
        /// Also tokens tagged WP, WP$ or DT.
        Wide = "wide",
    }
}

choice! {
    /// Whether each kind of mention chooses its own candidate.
    ByKind {
        /// No: the pair chosen over all mentions is kept.
        SamePair = "same-pair",
        /// Yes.
        Reselect = "reselect",
    }
}

choice! {
    /// The head of a mention with conjuncts.
    Conjuncts {
        /// It has none: it is not a mention by name.
        NoName = "no-name",
        /// That of the first conjunct.
        First = "first",
    }
}

choice! {
    /// How the head of a mention is found.
    Heads {
        /// By dependencies, else by trees, else the last proper noun.
        Auto = "auto",
        /// By dependencies.
        Dependencies = "dep",
        /// By trees and head rules.
        Constituents = "const",
        /// The last proper noun.
        LastProperNoun = "last-nnp",
    }
}

choice! {
    /// Whether a possessive ending is part of a name.
    Possessive {
        /// It is not part of the name.
        Drop = "drop",
        /// It is part of the name.
        Keep = "keep",
    }
}

choice! {
    /// Which response entities may be candidates, besides holding a name of the key entity.
    Filter {
        /// Those with a name of any requested type.
        Requested = "requested",
        /// Those with a name of the type being scored.
        SameType = "same-type",
    }
}

choice! {
    /// Whether key entities with one mention are scored.
    KeySingletons {
        /// They are scored.
        Keep = "keep",
        /// They are not scored.
        Drop = "drop",
    }
}

choice! {
    /// When a key entity counts as split over several response entities.
    Splitting {
        /// If the twins of its mentions by name are there.
        Strict = "strict",
        /// If its names occur there in any mention.
        Loose = "loose",
    }
}

/// The layers of the key that must be read.
#[must_use]
pub const fn wanted_key() -> Wanted {
    let syntax = Wanted::MENTIONS.and(Layer::PartOfSpeech).and(Layer::Parse).and(Layer::Head);
    syntax.and(Layer::Word).and(Layer::Name).and(Layer::Relation)
}

/// Counts one pair of documents: for each requested type of name, then for all of them together.
#[must_use]
pub fn count(key: &Document, response: &Document, options: &Options) -> Vec<Counts> {
    let (key, response) = (Side::all(key), Side::all(response));
    let alignment = Matching::EXACT.align(&key, &response);
    let pair = Pair::new(key, response, alignment);
    let spans = names(pair.key.document, options.possessive);
    let given = given(&pair, &spans, options);
    let kinds = options.types.iter().map(|kind| vec![names::canonical(kind)]);
    kinds.chain([requested(options)]).map(|types| pairing::count(&given, &types)).collect()
}

/// The response entity that is paired with each key entity with a name of the requested types.
#[must_use]
pub fn pairs(pair: &Pair<'_>, options: &Options) -> Vec<NamedPair> {
    let spans = names(pair.key.document, options.possessive);
    pairing::paired(&given(pair, &spans, options), &requested(options))
}

fn requested(options: &Options) -> Vec<&str> {
    options.types.iter().map(|kind| names::canonical(kind)).collect()
}

fn given<'a>(pair: &'a Pair<'a>, spans: &'a [NameSpan], options: &'a Options) -> pairing::Given<'a> {
    let named = |side| sides::Named::new(side, pair.key.document, spans, options);
    pairing::Given { key: named(&pair.key), response: named(&pair.response), pair, options }
}
