//! Agreement with the recorded outputs of older scorers, published figures and second implementations. One program for all
//! suites: each would link the whole library again.

// helper functions of a test may stop at what they did not expect, as tests do
#![allow(clippy::unwrap_used)]

mod alignment;
mod anaphora;
mod conll_scorer;
mod conversion;
mod corefud;
mod corpus;
mod coval;
mod coval_arrau;
mod formats;
mod jsonlines;
mod matching;
mod measures;
mod mina;
mod nec;
mod papers;
mod peer;
mod presets;
mod recorded;
mod scorch;
mod score;
mod second;
mod second_program;
mod spans;
mod toolbox;
mod ua;
