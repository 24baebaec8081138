//! What the program prints, refuses and writes. One program for all suites: each would link the whole library again.

// helper functions of a test may stop at what they did not expect, as tests do
#![allow(clippy::unwrap_used)]

mod across;
mod annotators;
mod choices;
mod commands;
mod conll_scorer;
mod examples;
mod figures;
mod files;
mod measures;
mod output;
mod own_cases;
mod presets;
mod refused_input;
mod refused_options;
mod report;
mod silence;
mod standoff;
mod tables;
mod task;
mod toolbox;
mod unsound;
