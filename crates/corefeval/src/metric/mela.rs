//! MELA: the weighted mean of the F1 of several metrics (Denis and Baldridge 2009); with equal weights, the CoNLL score.

use super::Score;

/// The weighted mean of F1; `None` when the weights add up to nothing.
#[must_use]
pub fn weighted(scores: &[(Score, f64)]) -> Option<f64> {
    let weights: f64 = scores.iter().map(|(_, weight)| weight).sum();
    let sum: f64 = scores.iter().map(|(score, weight)| score.f * weight).sum();
    (weights > 0.0).then_some(sum / weights)
}

#[cfg(test)]
mod tests {
    use super::weighted;
    use crate::metric::Score;

    #[test]
    fn weights_count_in_proportion() {
        let score = |f| Score { f, ..Score::default() };
        assert_eq!(weighted(&[(score(0.5), 1.0), (score(1.0), 3.0)]), Some(0.875));
        assert_eq!(weighted(&[(score(0.5), 0.0)]), None);
    }
}
