//! Counts that can be added, and the scores computed from them.

use std::iter::Sum;
use std::ops::{Add, AddAssign};

use serde::{Deserialize, Serialize};

use super::Undefined;
use crate::pair::Overlap;

/// A numerator and a denominator, not yet divided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Ratio {
    /// How much was right.
    pub numerator: f64,
    /// Out of how much.
    pub denominator: f64,
}

impl Ratio {
    /// A numerator over a denominator.
    #[must_use]
    pub fn new(numerator: f64, denominator: f64) -> Self {
        Self { numerator, denominator }
    }

    /// A ratio of two counts.
    #[must_use]
    pub fn of(numerator: u64, denominator: u64) -> Self {
        Self::new(numerator as f64, denominator as f64)
    }

    /// The quotient; undefined if the denominator is 0.
    #[must_use]
    pub fn value(self) -> Option<f64> {
        (self.denominator != 0.0).then(|| self.numerator / self.denominator)
    }

    /// The quotient, and 0 where it is undefined, as in all older coreference scorers.
    #[must_use]
    pub fn or_zero(self) -> f64 {
        self.value().unwrap_or(0.0)
    }
}

impl Add for Ratio {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::new(self.numerator + other.numerator, self.denominator + other.denominator)
    }
}

impl Sum for Ratio {
    fn sum<I: Iterator<Item = Self>>(ratios: I) -> Self {
        ratios.fold(Self::default(), Add::add)
    }
}

/// The counts of a document for a metric. Tallies can be added; scores cannot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Tally {
    /// What was found of the key.
    pub recall: Ratio,
    /// What of the response was right.
    pub precision: Ratio,
}

impl Tally {
    /// Counts the key against the response, and with the same rule the response against the key.
    pub fn both_ways(overlap: &Overlap, credit: impl Fn(&Overlap) -> Ratio) -> Self {
        Self { recall: credit(overlap), precision: credit(overlap.turned()) }
    }

    /// A tally with the same numerator for both, and the denominators of key and response.
    #[must_use]
    pub fn shared(numerator: f64, key: f64, response: f64) -> Self {
        Self { recall: Ratio::new(numerator, key), precision: Ratio::new(numerator, response) }
    }

    /// The score computed from the tally.
    #[must_use]
    pub fn score(self, beta: f64) -> Score {
        Score::new(self.recall.value(), self.precision.value(), beta)
    }
}

impl Add for Tally {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { recall: self.recall + other.recall, precision: self.precision + other.precision }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for Tally {
    fn sum<I: Iterator<Item = Self>>(tallies: I) -> Self {
        tallies.fold(Self::default(), Add::add)
    }
}

/// Recall, precision and their F, from 0 to 1; `None` if the denominator is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Score {
    /// How much of the key was found; undefined if the key has nothing to find.
    pub recall: Option<f64>,
    /// How much of the response was right; undefined if the response has nothing to check.
    pub precision: Option<f64>,
    /// Fβ, the weighted harmonic mean of the two; F1 if β is 1, the default. Undefined only if both are
    /// undefined: a response with nothing right has F 0, even if the key has nothing to find.
    pub f: Option<f64>,
}

impl Score {
    /// A score of recall and precision with their F, in which recall counts `beta` times as much.
    #[must_use]
    pub fn new(recall: Option<f64>, precision: Option<f64>, beta: f64) -> Self {
        let f = || f_beta(recall.unwrap_or(0.0), precision.unwrap_or(0.0), beta);
        Self { recall, precision, f: recall.or(precision).map(|_| f()) }
    }

    /// A score in which all figures are defined.
    #[must_use]
    pub fn defined(recall: f64, precision: f64, f: f64) -> Self {
        Self { recall: Some(recall), precision: Some(precision), f: Some(f) }
    }

    /// The mean of recall, of precision and of F over several scores.
    #[must_use]
    pub fn mean(scores: &[Self], undefined: Undefined) -> Self {
        let mean = |part: fn(&Self) -> Option<f64>| undefined.mean(scores.iter().map(part));
        Self {
            recall: mean(|score| score.recall),
            precision: mean(|score| score.precision),
            f: mean(|score| score.f),
        }
    }

    /// Recall, precision and F, with 0 for what is undefined, as older scorers print them.
    #[must_use]
    pub fn or_zero(self) -> [f64; 3] {
        [self.recall, self.precision, self.f].map(|value| value.unwrap_or(0.0))
    }
}

/// The largest weight of recall. Above it, precision changes no digit of F, and products may overflow.
const LARGEST_WEIGHT: f64 = 1e100;

fn f_beta(recall: f64, precision: f64, beta: f64) -> f64 {
    let weight = beta * beta;
    if weight > LARGEST_WEIGHT {
        // precision no longer counts
        return if precision == 0.0 { 0.0 } else { recall };
    }
    let below = weight * precision + recall;
    if below == 0.0 { 0.0 } else { (1.0 + weight) * precision * recall / below }
}

#[cfg(test)]
mod tests {
    use super::{Ratio, Score, Tally, Undefined};

    #[test]
    fn nothing_out_of_nothing_is_undefined() {
        assert_eq!((Ratio::of(0, 0).value(), Ratio::of(0, 2).value()), (None, Some(0.0)));
        assert_eq!(Tally::shared(0.0, 0.0, 0.0).score(1.0), Score::default());
        let invented = Tally::shared(0.0, 0.0, 3.0).score(1.0);
        assert_eq!(invented, Score { recall: None, precision: Some(0.0), f: Some(0.0) });
        assert_eq!(Tally::shared(0.0, 2.0, 3.0).score(1.0), Score::defined(0.0, 0.0, 0.0));
        assert!(Score::default().or_zero().iter().all(|value| *value == 0.0));
    }

    #[test]
    fn f_is_a_number_for_every_beta() {
        let f = |recall: f64, precision: f64, beta: f64| {
            Score::new(Some(recall), Some(precision), beta).f.unwrap_or(f64::NAN)
        };
        for beta in [1e7, 1e49, 1e51, 1e155, f64::MAX] {
            for (recall, precision) in
                [(0.25, 0.5), (0.75, 1e-3), (1.0, 1.0), (0.0, 1.0), (0.0, 0.0), (1.0, 0.0)]
            {
                let expected = if precision == 0.0 { 0.0 } else { recall };
                let found = f(recall, precision, beta);
                assert!((found - expected).abs() < 1e-9, "{recall} {precision} {beta}: {found}");
            }
        }
        for beta in [1e-155, f64::MIN_POSITIVE] {
            assert!((f(0.25, 0.5, beta) - 0.5).abs() < 1e-12);
        }
    }

    #[test]
    fn what_is_undefined_counts_as_zero_or_not_at_all() {
        let figures = [Some(1.0), None, Some(0.5)];
        assert_eq!(Undefined::Zero.mean(figures.into_iter()), Some(0.5));
        assert_eq!(Undefined::Skip.mean(figures.into_iter()), Some(0.75));
        for policy in [Undefined::Zero, Undefined::Skip] {
            assert_eq!(policy.mean([None, None].into_iter()), None);
        }
    }
}
