//! Counts that add up, and the scores they are divided into.

use std::iter::Sum;
use std::ops::{Add, AddAssign};

use crate::pair::Overlap;

/// A numerator and what it is out of.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ratio {
    /// How much was right.
    pub numerator: f64,
    /// Out of how much.
    pub denominator: f64,
}

impl Ratio {
    /// So much out of so much.
    #[must_use]
    pub fn new(numerator: f64, denominator: f64) -> Self {
        Self { numerator, denominator }
    }

    /// So many out of so many.
    #[must_use]
    pub fn of(numerator: u64, denominator: u64) -> Self {
        Self::new(numerator as f64, denominator as f64)
    }

    /// The quotient; nothing out of nothing is 0, as in all coreference scorers.
    #[must_use]
    pub fn value(self) -> f64 {
        if self.denominator == 0.0 { 0.0 } else { self.numerator / self.denominator }
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

/// What a document contributes to a metric. Tallies add up; scores do not.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    /// What was found of the key.
    pub recall: Ratio,
    /// What of the response was right.
    pub precision: Ratio,
}

impl Tally {
    /// Counts the key against the response, and with the same rule the response against the key.
    pub fn both_ways(overlap: &Overlap, credit: impl Fn(&Overlap) -> Ratio) -> Self {
        Self { recall: credit(overlap), precision: credit(&overlap.transposed()) }
    }

    /// The same numerator out of what the key and what the response has.
    #[must_use]
    pub fn shared(numerator: f64, key: f64, response: f64) -> Self {
        Self { recall: Ratio::new(numerator, key), precision: Ratio::new(numerator, response) }
    }

    /// The divided tally.
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

/// Recall, precision and their F, from 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Score {
    /// How much of the key was found.
    pub recall: f64,
    /// How much of the response was right.
    pub precision: f64,
    /// Fβ, the weighted harmonic mean of the two, for the β that was asked for: F1 if none was.
    pub f: f64,
}

impl Score {
    /// Recall and precision with their F; recall counts `beta` times as much.
    #[must_use]
    pub fn new(recall: f64, precision: f64, beta: f64) -> Self {
        Self { recall, precision, f: f_beta(recall, precision, beta) }
    }

    /// The mean of each part, F too; nothing when there are no scores.
    #[must_use]
    pub fn mean(scores: &[Self]) -> Self {
        let mean = |part: fn(&Self) -> f64| match scores.len() {
            0 => 0.0,
            count => scores.iter().map(part).sum::<f64>() / count as f64,
        };
        Self {
            recall: mean(|score| score.recall),
            precision: mean(|score| score.precision),
            f: mean(|score| score.f),
        }
    }
}

fn f_beta(recall: f64, precision: f64, beta: f64) -> f64 {
    let weight = beta * beta;
    let below = weight * precision + recall;
    if below == 0.0 { 0.0 } else { (1.0 + weight) * precision * recall / below }
}
