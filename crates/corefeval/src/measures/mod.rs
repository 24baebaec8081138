//! Measures besides metrics: they do not count tallies of entities, so they have their own commands.
//!
//! One file for each, listed in [`MEASURES`].

pub mod agreement;
pub mod arcs;
pub mod clustering;
pub mod gap;
pub mod kind_weights;

/// A measure: its name, its command and its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Measure {
    /// Its name in this library.
    pub name: &'static str,
    /// The command that prints it.
    pub command: &'static str,
    /// One sentence that says what it measures.
    pub summary: &'static str,
    /// Who proposed it.
    pub citation: &'static str,
}

/// Every measure.
pub const MEASURES: &[Measure] =
    &[clustering::CLUSTERING, kind_weights::KIND_WEIGHTS, agreement::AGREEMENT, arcs::ARCS, gap::GAP];
