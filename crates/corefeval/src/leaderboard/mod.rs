//! Published results, as data: where would a score stand?
//!
//! One small file of tab-separated values for each published table, in `tables/`, listed in [`PUBLISHED`]. Figures are kept
//! as they are printed, misprints included; what is odd about a table is in its remarks.

mod board;
mod published;

#[cfg(test)]
mod tests;

pub use board::{Board, Column, Part, Printed, Standing};
pub use published::{PUBLISHED, Protocol, Published, by_name};
