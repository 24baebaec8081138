//! Measures besides metrics: what they count are not tallies of entities, so that they have commands of their own.
//!
//! One file for each, listed in [`MEASURES`].

pub mod agreement;
pub mod arcs;
pub mod clustering;
pub mod gap;
pub mod kind_weights;

/// What a measure is called, and where it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Measure {
    /// What it is called in this library.
    pub name: &'static str,
    /// The command that prints it.
    pub command: &'static str,
    /// One sentence that says what it tells.
    pub summary: &'static str,
    /// Who proposed it.
    pub citation: &'static str,
}

/// Every measure.
pub const MEASURES: &[Measure] =
    &[clustering::CLUSTERING, kind_weights::KIND_WEIGHTS, agreement::AGREEMENT, arcs::ARCS, gap::GAP];
