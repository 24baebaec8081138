//! Formats scores as percentages: only this module rounds.

use crate::evaluation::Plan;
pub use crate::evaluation::Rounding;

/// The name of Fβ, in which recall counts `beta` times as much as precision: F1, F2, F0.5.
#[must_use]
pub fn f_name(beta: f64) -> String {
    format!("F{beta}")
}

/// How percentages are rounded, and to how many decimals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digits {
    /// The kind of rounding.
    pub rounding: Rounding,
    /// The number of decimals.
    pub decimals: u8,
}

impl Default for Digits {
    /// Rounding to the nearest, with two decimals.
    fn default() -> Self {
        Self { rounding: Rounding::Nearest, decimals: 2 }
    }
}

impl From<&Plan> for Digits {
    fn from(plan: &Plan) -> Self {
        Self { rounding: plan.rounding(), decimals: plan.decimals() }
    }
}

impl From<Rounding> for Digits {
    fn from(rounding: Rounding) -> Self {
        Self { rounding, ..Self::default() }
    }
}

/// A score from 0 to 1 as a percentage, or a dash if it is undefined.
#[must_use]
pub fn percent(score: impl Into<Option<f64>>, digits: impl Into<Digits>) -> String {
    let Digits { rounding, decimals } = digits.into();
    let Some(score) = score.into() else { return UNDEFINED.to_owned() };
    let scale = 10f64.powi(decimals.into());
    let value = match rounding {
        Rounding::Nearest => score * 100.0,
        Rounding::Truncate => (score * (scale * 100.0)).trunc() / scale,
    };
    format!("{value:.*}", usize::from(decimals))
}

/// The difference of a score from another, with its sign.
#[must_use]
pub fn gain(score: Option<f64>, from: Option<f64>, digits: impl Into<Digits>) -> String {
    let decimals = usize::from(digits.into().decimals);
    match score.zip(from) {
        Some((score, from)) => format!("{:+.decimals$}", (score - from) * 100.0),
        None => UNDEFINED.to_owned(),
    }
}

/// The text for an undefined figure, whose denominator is 0.
pub const UNDEFINED: &str = "–";

#[cfg(test)]
mod tests {
    use super::{Digits, Rounding, gain, percent};

    #[test]
    fn percentages_are_rounded_unless_told_otherwise() {
        assert_eq!(percent(2.0 / 3.0, Rounding::Nearest), "66.67");
        assert_eq!(percent(2.0 / 3.0, Rounding::Truncate), "66.66");
        assert_eq!(percent(1.0, Rounding::Nearest), "100.00");
        assert_eq!(percent(None, Rounding::Nearest), "–");
        let one = |rounding| Digits { rounding, decimals: 1 };
        assert_eq!(percent(2.0 / 3.0, one(Rounding::Nearest)), "66.7");
        assert_eq!(percent(2.0 / 3.0, one(Rounding::Truncate)), "66.6");
        assert_eq!(gain(Some(0.5), Some(0.75), one(Rounding::Nearest)), "-25.0");
    }
}
