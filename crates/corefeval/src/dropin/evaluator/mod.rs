//! The counting that coval, the Universal Anaphora scorers and the CorefUD scorer share, and how they print it.
//!
//! They look mentions up in tables in which the last entity that holds a mention wins: [`crate::metric::weighted`].

mod print;

pub use crate::metric::weighted::{
    Cell, Comparison, Degrees, Entity, Found, Lookups, Mention, blanc_score, score,
};
pub use print::{Printout, Scored, conll_average, percentages};
