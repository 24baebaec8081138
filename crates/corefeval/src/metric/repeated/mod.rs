//! Metrics over documents with repeated mentions, counted as in the CoNLL scorer; a table of twins cannot
//! represent them.
//!
//! A repeated key mention is in several entities. If the key has a repeated response mention, only its first
//! copy counts; otherwise all copies count. If nothing is repeated, the figures equal those of the metrics
//! themselves, to the last digit of the CoNLL scorer.

pub(crate) mod b_cubed;
pub(crate) mod blanc;
pub(crate) mod ceaf;
mod linked;
mod matched;
pub(crate) mod muc;
mod munkres;

pub use matched::{Matched, Span};
pub(crate) use matched::{Repeat, Side};

/// How many mentions there are, repeated ones included.
fn count(entities: &[Vec<u32>]) -> f64 {
    entities.iter().map(Vec::len).sum::<usize>() as f64
}
