//! What a document contributes to a metric, and how it is divided.

use std::ops::AddAssign;

/// A numerator and a denominator.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ratio {
    /// What was got right.
    pub numerator: f64,
    /// Out of how much.
    pub denominator: f64,
}

impl Ratio {
    /// The quotient; nothing out of nothing is 0.
    pub(super) fn value(self) -> f64 {
        if self.denominator == 0.0 {
            return 0.0;
        }
        self.numerator / self.denominator
    }
}

/// Recall and precision of a metric, not yet divided.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    /// Out of what the key has.
    pub recall: Ratio,
    /// Out of what the response has.
    pub precision: Ratio,
}

impl Tally {
    /// A count that is right on both sides, out of what the key and out of what the response has.
    pub(super) fn new(right: f64, key: f64, response: f64) -> Self {
        Self {
            recall: Ratio {
                numerator: right,
                denominator: key,
            },
            precision: Ratio {
                numerator: right,
                denominator: response,
            },
        }
    }

    pub(super) fn f1(self) -> f64 {
        f1(self.recall.value(), self.precision.value())
    }
}

/// The harmonic mean, in the order of operations that decides its last bit.
pub(super) fn f1(recall: f64, precision: f64) -> f64 {
    if recall + precision == 0.0 {
        return 0.0;
    }
    2.0 * precision * recall / (precision + recall)
}

impl AddAssign for Ratio {
    fn add_assign(&mut self, other: Self) {
        self.numerator += other.numerator;
        self.denominator += other.denominator;
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.recall += other.recall;
        self.precision += other.precision;
    }
}
