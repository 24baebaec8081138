//! Emulations of older scorers: bytes in, text out; no files are opened here.

mod anaphora;
pub mod conll_scorer;
pub mod corefud;
pub mod coval;
pub mod coval_arrau;
mod coval_words;
pub mod evaluator;
pub mod python_text;
pub mod scorch;
pub mod ua;

pub use anaphora::{Figure, Metric, Outcome, Problem, Source};
