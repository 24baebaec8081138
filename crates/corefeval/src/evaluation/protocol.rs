//! Every choice that can change what is counted.

use super::{Repeats, Scope};
use crate::choice::choice;
use crate::matching::{Matching, ZeroMatching};
use crate::metric::blanc::BlancRule;
use crate::selection::Selection;

/// Every choice that can change what is counted, except the metrics, which [`Plan`](super::Plan) adds.
#[derive(Clone, Debug, PartialEq)]
pub struct Protocol {
    /// Which documents are scored as one unit.
    pub scope: Scope,
    /// Whether key and response must have the same tokens.
    pub tokens: Tokens,
    /// Which mentions count.
    pub selection: Selection,
    /// The rule by which mentions are twins.
    pub matching: Matching,
    /// How zeros (empty nodes) are matched, before all other mentions.
    pub zero_matching: ZeroMatching,
    /// How to treat entities with one mention (singletons).
    pub singletons: Singletons,
    /// How to treat repeated mentions, which have the same span.
    pub repeats: Repeats,
    /// How to treat a key document that is missing from a response.
    pub missing: Missing,
    /// Which kinds of link BLANC leaves out.
    pub blanc: BlancRule,
    /// How to treat split antecedents.
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
    /// How to treat entities with one mention (singletons).
    Singletons {
        /// They are scored like any other entity.
        Keep = "keep",
        /// They are removed from key and response before matching.
        Drop = "drop",
        /// They count in mention detection and are then removed, as in the CoNLL-2011 shared task.
        DropAfterDetection = "drop-after-detection",
    }
}

choice! {
    /// How to treat a key document that is missing from a response.
    Missing {
        /// It is scored as if the response had no mentions there.
        Empty = "empty",
        /// It is left out of the score.
        Skip = "skip",
        /// It is an error: nothing is scored.
        Error = "error",
    }
}

choice! {
    /// Whether key and response must have the same tokens.
    Tokens {
        /// They must; a different tokenisation is an error.
        Same = "same",
        /// The response is aligned with the key's tokens by characters.
        Aligned = "aligned",
    }
}

choice! {
    /// How to treat split antecedents, which plural entities have.
    SplitAntecedents {
        /// They do not count.
        Ignore = "ignore",
        /// They count like mentions in MUC, B³, CEAF, BLANC and LEA.
        Count = "count",
    }
}
