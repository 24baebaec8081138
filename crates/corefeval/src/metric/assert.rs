//! Assertions for worked examples in set notation.

use super::{Metric, Score};
use crate::matching::{Matching, Side};
use crate::pair::{Pair, notation};

/// The score of a response in set notation.
#[must_use]
pub fn score(metric: &Metric, key: &str, response: &str) -> Score {
    let (key, response) = notation::documents(key, response);
    let (key, response) = (Side::all(&key), Side::all(&response));
    let alignment = Matching::EXACT.align(&key, &response);
    let pair = Pair::new(key, response, alignment);
    let tallies: Vec<_> = metric.parts.iter().map(|part| part.tally(&pair)).collect();
    (metric.score)(&tallies, 1.0)
}

/// Fails unless a response in set notation gets this recall and precision.
///
/// # Panics
/// When either differs by more than the last few bits.
pub fn assert_score(metric: &Metric, key: &str, response: &str, (recall, precision): (f64, f64)) {
    let score = score(metric, key, response);
    assert_close(metric.name, "recall", score.recall.unwrap_or(0.0), recall);
    assert_close(metric.name, "precision", score.precision.unwrap_or(0.0), precision);
}

/// Fails unless a response in set notation gets this F1.
///
/// # Panics
/// When it differs by more than the last few bits.
pub fn assert_f1(metric: &Metric, key: &str, response: &str, f1: f64) {
    assert_close(metric.name, "F1", score(metric, key, response).f.unwrap_or(0.0), f1);
}

fn assert_close(metric: &str, what: &str, found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-12, "{metric} {what} is {found}, expected {expected}");
}
