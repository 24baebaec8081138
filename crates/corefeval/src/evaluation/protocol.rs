//! Every choice that can change what is counted.

use super::{Repeats, Scope};
use crate::choice::choice;
use crate::matching::{Matching, ZeroMatching};
use crate::metric::blanc::BlancRule;
use crate::selection::Selection;

/// Every choice that can change what is counted, but for the metrics; [`Plan`](super::Plan) adds these.
#[derive(Clone, Debug, PartialEq)]
pub struct Protocol {
    /// What is scored as a unit.
    pub scope: Scope,
    /// Whether key and response must have the same tokens.
    pub tokens: Tokens,
    /// Which mentions count.
    pub selection: Selection,
    /// Which mentions are twins.
    pub matching: Matching,
    /// How zeros are matched, before all other mentions.
    pub zero_matching: ZeroMatching,
    /// What becomes of entities with one mention.
    pub singletons: Singletons,
    /// What becomes of a second mention of the same span.
    pub repeats: Repeats,
    /// What becomes of a key document that the response lacks.
    pub missing: Missing,
    /// Which kinds of link BLANC leaves out.
    pub blanc: BlancRule,
    /// What becomes of split antecedents.
    pub split_antecedents: SplitAntecedents,
    /// How much recall weighs against precision.
    pub beta: f64,
}

impl Default for Protocol {
    fn default() -> Self {
        Self {
            scope: Scope::Document,
            tokens: Tokens::Same,
            selection: Selection::default(),
            matching: Matching::EXACT,
            zero_matching: ZeroMatching::Linear,
            singletons: Singletons::Keep,
            repeats: Repeats::Reference,
            missing: Missing::Empty,
            blanc: BlancRule::Reference,
            split_antecedents: SplitAntecedents::Ignore,
            beta: 1.0,
        }
    }
}

choice! {
    /// What becomes of entities with one mention.
    Singletons {
        /// They count like any other.
        Keep = "keep",
        /// They are taken away from key and response before anything is matched.
        Drop = "drop",
        /// They count in mention detection and are taken away afterwards, as in the CoNLL-2011 shared task.
        DropAfterDetection = "drop-after-detection",
    }
}

choice! {
    /// What becomes of a key document that the response lacks.
    Missing {
        /// It counts, as if the response had no mentions there.
        Empty = "empty",
        /// It is left out of the score.
        Skip = "skip",
        /// Nothing is scored.
        Error = "error",
    }
}

choice! {
    /// Whether key and response must have the same tokens.
    Tokens {
        /// They must; another tokenisation is an error.
        Same = "same",
        /// The response is put on the key's tokens by its characters.
        Aligned = "aligned",
    }
}

choice! {
    /// What becomes of split antecedents, which plural entities have.
    SplitAntecedents {
        /// They do not count.
        Ignore = "ignore",
        /// They count like mentions in MUC, B³, CEAF, BLANC and LEA.
        Count = "count",
    }
}
