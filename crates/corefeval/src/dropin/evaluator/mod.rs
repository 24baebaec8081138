//! The counting that coval, the Universal Anaphora scorers and the CorefUD scorer share.
//!
//! For every mention they look up one entity of the other side: the last that holds its counterpart.
//! MUC, B³, LEA and BLANC count what was looked up; CEAF asks instead which mentions each entity holds,
//! so the two part ways when a mention is repeated. All sums are taken in the order of those scorers.
//!
//! A scorer describes its entities as lists of [`Mention`]s and gets a [`Comparison`]; one that finds
//! counterparts in other ways fills the three [`Lookups`] itself.

mod ceaf;
mod comparison;
mod counting;
mod lookups;
mod print;

pub use comparison::{Comparison, Degrees, Mention};
pub use counting::{blanc_score, score};
pub use lookups::{Cell, Entity, Found, Lookups};
pub use print::{Printout, Scored, conll_average, percentages};
