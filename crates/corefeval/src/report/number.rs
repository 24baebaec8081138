//! Scores as percentages with two decimals: the only place where anything is rounded.

use crate::choice::choice;

choice! {
    /// How a percentage is cut to two decimals.
    Rounding {
        /// To the nearest, as everybody expects.
        Nearest = "nearest",
        /// Towards zero, as the CoNLL scorer does.
        Truncate = "truncate",
    }
}

/// What Fβ is called where recall counts `beta` times as much as precision: F1, F2, F0.5.
#[must_use]
pub fn f_name(beta: f64) -> String {
    format!("F{beta}")
}

/// A score from 0 to 1 as a percentage with two decimals.
#[must_use]
pub fn percent(score: f64, rounding: Rounding) -> String {
    match rounding {
        Rounding::Nearest => format!("{:.2}", score * 100.0),
        Rounding::Truncate => format!("{:.2}", (score * 10000.0).trunc() / 100.0),
    }
}

#[cfg(test)]
mod tests {
    use super::{Rounding, percent};

    #[test]
    fn percentages_are_rounded_unless_told_otherwise() {
        assert_eq!(percent(2.0 / 3.0, Rounding::Nearest), "66.67");
        assert_eq!(percent(2.0 / 3.0, Rounding::Truncate), "66.66");
        assert_eq!(percent(1.0, Rounding::Nearest), "100.00");
    }
}
