//! Intervals, p and detectable differences from resampled figures.

use super::super::resample::{
    Columns, IntervalMethod, Resampling, Sample, Samples, Sheet, TIE, interval, jackknife_acceleration,
    leaving_out as jackknife, normal_quantile,
};
use super::{Estimate, Tested};

/// Everything that estimates are made from.
pub(super) struct Estimates<'a> {
    pub(super) options: &'a Resampling,
    pub(super) units: usize,
    pub(super) samples: &'a Samples,
    pub(super) systems: usize,
    pub(super) observed: &'a [Vec<f64>],
    /// For each system and unit, the figures without that unit; empty unless intervals need them.
    pub(super) accelerations: Vec<Vec<Vec<f64>>>,
}

/// The power of a test: a difference is detectable if it is shown this often.
const POWER: f64 = 0.8;

/// The figures of every system without each unit, for intervals that need them.
pub(super) fn leaving_out(
    options: &Resampling,
    columns: &Columns,
    systems: &[Vec<Sheet>],
) -> Vec<Vec<Vec<f64>>> {
    match options.interval {
        IntervalMethod::Percentile => Vec::new(),
        IntervalMethod::Bca => systems.iter().map(|runs| jackknife(columns, runs)).collect(),
    }
}

impl Estimates<'_> {
    pub(super) fn figures(&self) -> usize {
        self.observed.first().map_or(0, Vec::len)
    }

    /// The figures of all systems in each resample.
    pub(super) fn resamples(&self) -> impl Iterator<Item = &[f64]> {
        self.samples.resamples(self.systems, self.figures())
    }

    /// A figure of a system.
    pub(super) fn of_system(&self, system: usize, figure: usize) -> Estimate {
        let place = system * self.figures() + figure;
        let mut sample = self.sample(|figures| figures[place]);
        let left =
            || self.accelerations.get(system).map(|left| left.iter().map(|left| left[figure]).collect());
        self.estimate(&mut sample, self.observed[system][figure], left)
    }

    /// How much better the second system is.
    pub(super) fn of_difference(
        &self,
        pair: (usize, usize),
        figure: usize,
        p: Option<&[Option<f64>]>,
    ) -> Tested {
        let places = (pair.0 * self.figures() + figure, pair.1 * self.figures() + figure);
        let mut sample = self.sample(|figures| figures[places.1] - figures[places.0]);
        let left = || {
            let (one, other) = (self.accelerations.get(pair.0)?, self.accelerations.get(pair.1)?);
            Some(one.iter().zip(other).map(|(one, other)| other[figure] - one[figure]).collect())
        };
        let observed = self.observed[pair.1][figure] - self.observed[pair.0][figure];
        let difference = self.estimate(&mut sample, observed, left);
        let p = p.map_or_else(|| self.bootstrap_p(&sample, observed), |p| p[figure]);
        let factor = normal_quantile(1.0 - self.options.tail()) + normal_quantile(POWER);
        let detectable = difference.error.map(|error| factor * error).filter(|detectable| *detectable > TIE);
        Tested { difference, p, adjusted_p: p, detectable }
    }

    fn sample(&self, of: impl Fn(&[f64]) -> f64) -> Sample {
        Sample::new(self.resamples().map(of), self.samples.weights())
    }

    /// A figure with its interval and error, which do not exist for a single unit: all resamples are then the
    /// same.
    fn estimate(&self, sample: &mut Sample, observed: f64, left: impl Fn() -> Option<Vec<f64>>) -> Estimate {
        let value = Some(observed).filter(|value| !value.is_nan());
        if self.units < 2 || value.is_none() {
            return Estimate { value, defined: sample.defined, ..Estimate::default() };
        }
        let acceleration = left().map_or(0.0, |left| jackknife_acceleration(&left));
        let interval = interval(sample, observed, self.options.tail(), (self.options.interval, acceleration));
        Estimate { value, interval, error: sample.standard_deviation(), defined: sample.defined }
    }

    /// Twice the share of resamples in which the worse system is as good or better.
    fn bootstrap_p(&self, sample: &Sample, observed: f64) -> Option<f64> {
        if observed.is_nan() || sample.is_empty() {
            return None;
        }
        if self.units < 2 {
            return Some(1.0);
        }
        let share = sample.share(|value| value <= TIE).min(sample.share(|value| value >= -TIE));
        let share = sample.drawn().map_or(share, |drawn| {
            let drawn = drawn as f64;
            (share * drawn + 1.0) / (drawn + 1.0)
        });
        Some((2.0 * share).min(1.0))
    }
}
