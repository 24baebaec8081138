//! How resamples are drawn: options and their fields in signatures.

use std::error::Error;
use std::fmt;

use super::Unit;
use crate::choice::choice;

choice! {
    /// How intervals are made from resamples.
    IntervalMethod {
        /// Between percentiles of the resampled figures.
        Percentile = "percentile",
        /// The same with percentiles moved for bias and skewness (Efron 1987).
        Bca = "bca",
    }
}

choice! {
    /// How p is found.
    Test {
        /// How often a difference as large comes up when the two systems' results are swapped at random, unit by unit.
        Randomisation = "randomisation",
        /// Twice the share of bootstrap resamples in which the worse system is as good or better.
        Bootstrap = "bootstrap",
    }
}

choice! {
    /// Whether resamples keep the number of units of each kind.
    Strata {
        /// Units are drawn from all.
        None = "none",
        /// As many units of each genre as there are.
        Genre = "genre",
    }
}

/// The options of resampling.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Resampling {
    /// How p is found.
    pub test: Test,
    /// How many resamples are drawn if not all can be enumerated.
    pub resamples: u64,
    /// The seed of the random numbers.
    pub seed: u64,
    /// What is drawn or swapped as a whole.
    pub unit: Unit,
    /// Whether resamples keep the number of units of each kind.
    pub strata: Strata,
    /// How intervals are made.
    pub interval: IntervalMethod,
    /// The confidence of intervals, in percent.
    pub confidence: f64,
}

impl Default for Resampling {
    fn default() -> Self {
        Self {
            test: Test::Randomisation,
            resamples: 10_000,
            seed: 1,
            unit: Unit::Document,
            strata: Strata::None,
            interval: IntervalMethod::Percentile,
            confidence: 95.0,
        }
    }
}

impl Resampling {
    /// The names of its fields in signatures, in their order.
    pub const FIELDS: &'static [&'static str] =
        &["test", "resamples", "seed", "unit", "strata", "interval", "confidence"];

    /// Its fields for a signature.
    #[must_use]
    pub fn fields(&self) -> Vec<(&'static str, String)> {
        let values = [
            self.test.to_string(),
            self.resamples.to_string(),
            self.seed.to_string(),
            self.unit.to_string(),
            self.strata.to_string(),
            self.interval.to_string(),
            self.confidence.to_string(),
        ];
        Self::FIELDS.iter().copied().zip(values).collect()
    }

    /// Takes one field from a signature or an option.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let number = || value.parse::<u64>().map_err(|_| format!("`{value}` is not a whole number"));
        match name {
            "test" => self.test = value.parse()?,
            "resamples" => self.resamples = number()?,
            "seed" => self.seed = number()?,
            "unit" => self.unit = value.parse()?,
            "strata" => self.strata = value.parse()?,
            "interval" => self.interval = value.parse()?,
            "confidence" => {
                self.confidence = value.parse().map_err(|_| format!("`{value}` is not a number"))?;
            }
            _ => return Err(format!("`{name}` is not about resampling")),
        }
        self.check().map_err(|error| error.to_string())
    }

    /// Refuses options that are out of range.
    pub fn check(&self) -> Result<(), ResamplingError> {
        if self.resamples < 100 || self.resamples > MOST_RESAMPLES {
            return Err(ResamplingError::Resamples);
        }
        // written so that NaN is refused as well
        if (50.0..=99.9).contains(&self.confidence) { Ok(()) } else { Err(ResamplingError::Confidence) }
    }

    /// The share that intervals leave out at each end.
    pub(in super::super) fn tail(&self) -> f64 {
        (1.0 - self.confidence / 100.0) / 2.0
    }
}

/// More resamples than this are refused.
pub(super) const MOST_RESAMPLES: u64 = 10_000_000;

/// Options for resampling that are not valid.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ResamplingError {
    /// Too few or too many resamples.
    Resamples,
    /// A confidence that intervals cannot have.
    Confidence,
    /// Every stratum has one unit, so that all resamples are the same.
    LoneUnits,
    /// Nothing to draw from.
    NoDocuments,
    /// Evaluations without metrics.
    NoMetrics,
    /// Evaluations under different plans.
    OtherPlan,
    /// Evaluations of different documents: a system lacks a document that another has.
    OtherDocuments {
        /// The place of the system that lacks the document.
        system: usize,
        /// The document.
        document: String,
    },
    /// Resampled figures that would not fit into memory.
    TooMuch {
        /// The largest number of resamples that would fit.
        most: u64,
    },
    /// Results cannot be swapped between systems with several runs.
    RunsSwapped,
}

impl fmt::Display for ResamplingError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Resamples => write!(formatter, "resamples must be from 100 to {MOST_RESAMPLES}"),
            Self::Confidence => formatter.write_str("confidence must be from 50 to 99.9 percent"),
            Self::LoneUnits => formatter
                .write_str("every genre has one unit, so that there is nothing to draw within genres"),
            Self::NoDocuments => formatter.write_str("there are no documents to draw from"),
            Self::NoMetrics => formatter.write_str("there is no metric to compare systems by"),
            Self::OtherPlan => formatter.write_str("systems can be compared only under the same plan"),
            Self::OtherDocuments { document, .. } => write!(
                formatter,
                "systems can be compared only on the same documents, and one lacks {document}"
            ),
            Self::TooMuch { most } => write!(
                formatter,
                "so many resamples of so many figures do not fit into memory: at most {most} resamples, \
                 or fewer metrics"
            ),
            Self::RunsSwapped => formatter.write_str(
                "results cannot be swapped between systems with several runs: the test must be `bootstrap`",
            ),
        }
    }
}

impl Error for ResamplingError {}
