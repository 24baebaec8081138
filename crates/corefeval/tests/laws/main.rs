//! Laws over all metrics, formats, plans and comparisons, and worked examples from papers. One program for all suites: each
//! would link the whole library again.

#[path = "../bodies/mod.rs"]
mod bodies;
mod conll_scorer;
mod contrast;
mod coverage;
mod drawn;
mod formats;
mod fuzz_bodies;
mod metrics;
mod plans;
mod published_examples;
#[path = "../bodies/samples.rs"]
mod samples;
mod strata;
