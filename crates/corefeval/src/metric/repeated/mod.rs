//! Metrics over documents with repeated mentions, which no table of twins can hold, as the CoNLL scorer counts them.
//!
//! A repeated key mention is in several entities; of the repeated response mentions that the key has, the first counts; of
//! those it has not, all do. Where nothing is repeated, the figures are those of the metrics themselves, to the last digit
//! of the CoNLL scorer.

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
