//! Published results as data, to find the rank that a score would have among them.
//!
//! One small file of tab-separated values for each published table, in `tables/`, listed in [`PUBLISHED`]. Figures are kept
//! as they are printed, misprints included; the remarks of a table list its irregularities.

mod board;
mod published;

#[cfg(test)]
mod tests;

pub use board::{Board, Column, Part, Printed, Standing};
pub use published::{PUBLISHED, Protocol, Published, by_name};
