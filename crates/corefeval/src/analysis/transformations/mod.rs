//! The differences between a response and the key, as errors of seven kinds of transformations.
//!
//! After Kummerfeld and Klein (2013). Mentions with wrong boundaries are mapped first. Then every response entity is split into the parts
//! that belong to different key entities, spurious mentions are removed, missed ones introduced, and the pieces of each key entity
//! merged. These operations are grouped into errors; `docs/analysis.md` has the rules.

mod describe;
mod errors;
mod repair;
mod slots;
mod spans;

pub(super) use describe::findings;
pub use errors::{Operations, Rule, Transformations};
pub(super) use repair::Repairer;

use super::Analysis;
use crate::choice::choice;

/// What this analysis is called, and where it comes from.
pub const TRANSFORMATIONS: Analysis = Analysis {
    name: "transformations",
    summary: "what would have to be changed in the response to make it the key, as seven kinds of errors",
    citation: "Kummerfeld and Klein 2013",
    kinds: Transformation::VALUES,
    rules: Rule::VALUES,
};

choice! {
    /// A kind of error, in the order in which they are repaired one after the other.
    Transformation {
        /// A mention has wrong boundaries.
        Span = "span",
        /// Mentions of a key entity are part of a response entity that is mainly another one.
        Conflated = "conflated",
        /// A spurious mention is part of a response entity.
        ExtraMention = "extra-mention",
        /// A response entity that the key lacks.
        ExtraEntity = "extra-entity",
        /// Mentions of a key entity are apart from the rest of it.
        Divided = "divided",
        /// A missed mention of a key entity of which the response has others.
        MissingMention = "missing-mention",
        /// A key entity that the response lacks.
        MissingEntity = "missing-entity",
    }
}

#[cfg(test)]
mod tests;
