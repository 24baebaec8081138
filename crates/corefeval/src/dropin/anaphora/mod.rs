//! What the CorefUD scorer and the Universal Anaphora scorers have in common once their files are read.

pub(in crate::dropin) mod mention;
mod mention_overlap;
mod problem;
pub(in crate::dropin) mod results;
pub(in crate::dropin) mod sides;
pub(in crate::dropin) mod ties;
mod zeros;

pub use problem::{Outcome, Problem, Source};
pub use results::{Figure, Metric};
