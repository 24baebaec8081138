//! What the CorefUD scorer and the Universal Anaphora scorers have in common once their files are read.

pub(in crate::dropin) mod aligned_overlap;
pub(in crate::dropin) mod mention;
mod mention_overlap;
mod problem;
pub(in crate::dropin) mod results;
pub(in crate::dropin) mod sides;
mod zeros;

pub use problem::{Outcome, Problem, Source};
pub use results::{Figure, Metric};
