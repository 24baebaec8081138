//! MELA: the weighted mean of the F of several metrics (Denis and Baldridge 2009); with equal weights, the CoNLL score.

use super::{Score, Undefined};

/// The weighted mean of F; undefined if no F is defined, or if the weights add up to 0.
#[must_use]
pub fn weighted(scores: &[(Score, f64)], undefined: Undefined) -> Option<f64> {
    let counts = |score: &Score| score.f.is_some() || undefined == Undefined::Zero;
    let weights: f64 = scores.iter().filter(|(score, _)| counts(score)).map(|(_, weight)| weight).sum();
    let sum: f64 = scores.iter().map(|(score, weight)| score.f.unwrap_or(0.0) * weight).sum();
    let defined = scores.iter().any(|(score, _)| score.f.is_some());
    (defined && weights > 0.0).then(|| sum / weights)
}

#[cfg(test)]
mod tests {
    use super::weighted;
    use crate::metric::{Score, Undefined};

    #[test]
    fn weights_count_in_proportion() {
        let score = |f| Score { f: Some(f), ..Score::default() };
        let (zero, skip) = (Undefined::Zero, Undefined::Skip);
        assert_eq!(weighted(&[(score(0.5), 1.0), (score(1.0), 3.0)], zero), Some(0.875));
        assert_eq!(weighted(&[(score(0.5), 0.0)], zero), None);
        let one_undefined = [(score(1.0), 1.0), (Score::default(), 3.0)];
        assert_eq!(weighted(&one_undefined, zero), Some(0.25));
        assert_eq!(weighted(&one_undefined, skip), Some(1.0));
    }
}
