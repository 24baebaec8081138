//! Metrics over mentions of which some are found only to a degree.
//!
//! For every mention, one entity of the other side is looked up: the last that contains its counterpart. MUC,
//! B³, LEA and BLANC count the results of these look-ups. CEAF uses which mentions each entity contains, so
//! its results differ if a mention is repeated. A caller describes entities as lists of [`Mention`]s and gets
//! a [`Comparison`]; a caller that finds counterparts in other ways fills the three [`Lookups`] itself.

mod comparison;
mod counting;
mod held;
mod lookups;

use comparison::looked_up;
pub use comparison::{Comparison, Degrees, Mention};
pub use counting::{blanc_score, score};
pub use held::{Alike, Held};
pub use lookups::{Cell, Entity, Found, Lookups};
