//! The way in which those scorers write a score.

use crate::metric::Score;

/// `Recall: 50.00  Precision: 66.67  F1: 57.14`
#[must_use]
pub fn percentages(score: &Score) -> String {
    let percent = |value: f64| 100.0 * value;
    let (recall, precision, f1) = (percent(score.recall), percent(score.precision), percent(score.f1));
    format!("Recall: {recall:.2}  Precision: {precision:.2}  F1: {f1:.2}")
}

/// The CoNLL score in percent: the mean of the unrounded F1 of MUC, B³ and CEAFe.
#[must_use]
pub fn conll_average(scores: &[Score; 3]) -> f64 {
    scores.iter().map(|score| score.f1).sum::<f64>() / 3.0 * 100.0
}
