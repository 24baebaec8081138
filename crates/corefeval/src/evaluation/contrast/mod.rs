//! Comparison of systems: intervals for their scores and for the differences, p, ranks, and the differences
//! that this many documents can show.
//!
//! [`contrast`] does all of it in one call. Programs with threads make a [`Work`], do its jobs in any order on any thread,
//! and call [`finish`](Work::finish) with the results, in the order of their numbers: the outcome is the
//! same.

mod differences;
mod joint;
mod many;
mod work;

pub use joint::Joint;
pub use many::holm;
pub use work::{Done, Pairs, Work};

use super::Evaluation;
use super::resample::{Figure, Resampling, ResamplingError};

/// The result of a comparison of systems.
#[derive(Clone, Debug, PartialEq)]
pub struct Contrast {
    /// The figures, in the order of all lists of them.
    pub figures: Vec<Figure>,
    /// How resamples were drawn.
    pub options: Resampling,
    /// How many units there were to draw from.
    pub units: usize,
    /// How many documents these have.
    pub documents: usize,
    /// Whether intervals come from every possible resample.
    pub is_exact: bool,
    /// The estimates of each system.
    pub systems: Vec<SystemEstimates>,
    /// The differences between pairs of systems.
    pub differences: Vec<Difference>,
}

/// A figure with its uncertainty.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Estimate {
    /// The figure; `None` if it is undefined.
    pub value: Option<f64>,
    /// The lower and the upper bound; `None` for undefined figures, and if there is only one unit.
    pub interval: Option<(f64, f64)>,
    /// The standard error: how much the figure varies from resample to resample.
    pub error: Option<f64>,
    /// The share of resamples in which the figure is defined; the interval is computed from these.
    pub defined: f64,
}

/// The rank of a system in one figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Its rank: 1 is best, equals share a rank.
    pub rank: usize,
    /// The best and the worst rank that it could have had.
    pub interval: (usize, usize),
}

/// The estimates of one system.
#[derive(Clone, Debug, PartialEq)]
pub struct SystemEstimates {
    /// How many runs it has.
    pub runs: usize,
    /// Every figure.
    pub figures: Vec<Estimate>,
    /// Its standing in every figure; `None` if the figure is undefined.
    pub standings: Vec<Option<Standing>>,
}

/// How much better one system is than another.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The place of the first system.
    pub one: usize,
    /// The place of the second system; differences are its figures minus those of the first.
    pub other: usize,
    /// Whether p is computed from every way of swapping results.
    pub is_exact: bool,
    /// Every figure.
    pub figures: Vec<Tested>,
}

/// The difference of two systems in one figure.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tested {
    /// The difference, positive if the second system is better.
    pub difference: Estimate,
    /// p: the probability of a difference at least this large between two equally good systems.
    pub p: Option<f64>,
    /// p, corrected for the number of pairs of systems that are compared (Holm 1979).
    pub adjusted_p: Option<f64>,
    /// The difference that this many units would show four times out of five.
    pub detectable: Option<f64>,
}

impl Contrast {
    /// The place of the figure that systems are ranked by: the first average, or else the F of the last metric.
    #[must_use]
    pub fn main_figure(&self) -> usize {
        let averages = self.figures.iter().rev().take_while(|figure| figure.is_average()).count();
        self.figures.len().saturating_sub(averages.max(1))
    }

    /// Whether a difference is larger than chance would explain, at the requested confidence.
    #[must_use]
    pub fn is_shown(&self, tested: &Tested) -> bool {
        tested.adjusted_p.is_some_and(|p| p <= 1.0 - self.options.confidence / 100.0 + 1e-12)
    }
}

/// Compares systems, each with the evaluation of its only run or of several.
///
/// ```
/// use corefeval::document::Document;
/// use corefeval::evaluation::contrast::{Pairs, contrast};
/// use corefeval::evaluation::resample::Resampling;
/// use corefeval::evaluation::{Plan, evaluate};
///
/// let document = |name: &str, last| Document::from_clusters(name, 9, [vec![0..1, 2..3, last..last + 1]]);
/// let key = [document("a", 4)?, document("b", 5)?];
/// let good = key.clone();
/// let poor = [document("a", 4)?, document("b", 7)?];
/// let outcome = evaluate(key, [good, poor], &Plan::default())?;
/// let systems: Vec<_> = outcome.systems().iter().map(std::slice::from_ref).collect();
/// let contrast = contrast(&systems, &Resampling::default(), Pairs::All)?;
/// let conll = contrast.main_figure();
/// assert_eq!(contrast.differences[0].figures[conll].p, Some(1.0), "one document of two proves nothing");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn contrast(
    systems: &[&[Evaluation]],
    options: &Resampling,
    pairs: Pairs,
) -> Result<Contrast, ResamplingError> {
    let work = Work::new(systems, options, pairs)?;
    Ok(work.finish((0..work.jobs()).map(|job| work.job(job))))
}
