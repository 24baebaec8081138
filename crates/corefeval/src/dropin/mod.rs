//! Emulations of older scorers: bytes in, text out; no files are opened here.

pub mod conll_scorer;
pub mod coval;
pub mod evaluator;
pub mod python_text;
