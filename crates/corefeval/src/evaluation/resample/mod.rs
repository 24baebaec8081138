//! Resampling: how scores would vary with other documents, and how often a difference arises by chance.
//!
//! Everything starts from tallies of units (documents, files, topics or genres). They are added up again for every resample,
//! and only the sums are divided: F is not the mean of the documents' F. Work is split into blocks that
//! depend only on their number, so that callers with threads get the same figures as callers without.

mod bootstrap;
mod columns;
mod figure;
mod interval;
mod normal;
mod options;
mod random;
mod randomisation;
mod sheet;
mod units;

pub(super) use bootstrap::{Bootstrap, Samples, leaving_out};
pub(super) use columns::Columns;
pub use figure::{Figure, FigurePart};
pub(super) use interval::{Sample, interval, jackknife_acceleration};
pub(super) use normal::quantile as normal_quantile;
pub use options::{IntervalMethod, Resampling, ResamplingError, Strata, Test};
pub(crate) use random::Random;
pub(super) use randomisation::{AtLeast, Randomisation};
pub(super) use sheet::Sheet;
pub use units::Unit;
pub(super) use units::Units;

/// Figures that differ by no more than this are the same: sums in another order have other last digits.
pub(super) const TIE: f64 = 1e-10;

/// How many resamples a block has.
pub(super) const BLOCK: u64 = 250;
