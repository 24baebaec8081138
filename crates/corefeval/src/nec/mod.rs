//! Named-entity coreference (NEC): are the mentions of each named entity found, together with its name?
//!
//! For a key entity K with a name, candidates are the response entities that hold its name;
//! F1(K) = max 2|K∩R| / (|K|+|R|) over them, 0 without a candidate; NEC F1 is the mean over all such K.
//! Agarwal, Subramanian, Nenkova and Roth 2019, Evaluation of Named Entity Coreference.
//! What the paper leaves open is decided in [`Options`] and described in `docs/measures.md`.

mod counts;
mod heads;
mod material;
mod metric;
mod names;
mod pairing;
mod sides;

#[cfg(test)]
mod tests;

pub use crate::metric::contribution::NamedPair;
pub use counts::{Counts, KindCounts};
pub use material::Material;
pub use metric::NEC;
pub use names::{NameSpan, names};

use crate::choice::choice;
use crate::document::{Document, Layer, Wanted};
use crate::matching::{Matching, Side};
use crate::pair::Pair;

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
    /// What tells the head of a mention.
    pub heads: Heads,
    /// What becomes of a possessive ending in a name.
    pub possessive: Possessive,
    /// Which response entities may be candidates.
    pub filter: Filter,
    /// Whether key entities with one mention are scored.
    pub key_singletons: KeySingletons,
    /// When the names of a key entity are in several response entities.
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

choice! {
    /// What tells the head of a mention.
    Heads {
        /// Dependencies, or else trees, or else the last proper noun.
        Auto = "auto",
        /// Dependencies.
        Dependencies = "dep",
        /// Trees, by head rules.
        Constituents = "const",
        /// The last proper noun.
        LastProperNoun = "last-nnp",
    }
}

choice! {
    /// What becomes of a possessive ending in a name.
    Possessive {
        /// It is no part of the name.
        Drop = "drop",
        /// It is.
        Keep = "keep",
    }
}

choice! {
    /// Which response entities may be candidates, besides holding a name of the key entity.
    Filter {
        /// Those with a name of any type that was asked for.
        Requested = "requested",
        /// Those with a name of the type being scored.
        SameType = "same-type",
    }
}

choice! {
    /// Whether key entities with one mention are scored.
    KeySingletons {
        /// They are.
        Keep = "keep",
        /// They are not.
        Drop = "drop",
    }
}

choice! {
    /// When the names of a key entity are in several response entities.
    Splitting {
        /// When mentions by name have their twins there.
        Strict = "strict",
        /// When a name of it occurs there in any mention.
        Loose = "loose",
    }
}

/// What must be read of the key.
#[must_use]
pub const fn wanted_key() -> Wanted {
    let syntax = Wanted::MENTIONS.and(Layer::PartOfSpeech).and(Layer::Parse).and(Layer::Head);
    syntax.and(Layer::Word).and(Layer::Name).and(Layer::Relation)
}

/// Counts one pair of documents: for each type of name that was asked for, then for all of them together.
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

/// The response entity that stands for each key entity with a name of the types that were asked for.
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
