//! Intervals from resampled figures.

use super::normal::{quantile as normal_quantile, share_below};
use super::{IntervalMethod, TIE};

/// The values of a figure in all resamples in which it is defined.
#[derive(Clone, Debug)]
pub(in super::super) struct Sample {
    values: Vec<f64>,
    /// The weight of each value; empty if all resamples are equally likely.
    weights: Vec<f64>,
    /// The share of resamples in which it is defined.
    pub(in super::super) defined: f64,
}

impl Sample {
    /// A sample of the figures of all resamples, and how likely these are, if not equally.
    pub(in super::super) fn new(values: impl Iterator<Item = f64>, weights: &[f64]) -> Self {
        let values: Vec<f64> = values.collect();
        let all = values.len().max(1) as f64;
        if weights.is_empty() {
            let values: Vec<f64> = values.into_iter().filter(|value| !value.is_nan()).collect();
            let defined = values.len() as f64 / all;
            return Self { values, weights: Vec::new(), defined };
        }
        let pairs = values.into_iter().zip(weights.iter().copied()).filter(|(value, _)| !value.is_nan());
        let mut pairs: Vec<(f64, f64)> = pairs.collect();
        pairs.sort_by(|one, other| one.0.total_cmp(&other.0));
        let (values, weights): (Vec<f64>, Vec<f64>) = pairs.into_iter().unzip();
        // an empty sum is −0
        let defined = weights.iter().sum::<f64>() + 0.0;
        Self { values, weights, defined }
    }

    /// The share of resamples whose figure meets a condition.
    pub(in super::super) fn share(&self, passes: impl Fn(f64) -> bool) -> f64 {
        if self.weights.is_empty() {
            let passing = self.values.iter().filter(|value| passes(**value)).count();
            return passing as f64 / self.values.len().max(1) as f64;
        }
        let passing = self.values.iter().zip(&self.weights).filter(|(value, _)| passes(**value));
        passing.map(|(_, weight)| weight).sum::<f64>() / self.defined
    }

    /// The standard deviation of the figures; `None` if there are none.
    pub(in super::super) fn standard_deviation(&self) -> Option<f64> {
        let mean = self.mean(|value| value)?;
        self.mean(|value| (value - mean).powi(2)).map(f64::sqrt)
    }

    fn mean(&self, of: impl Fn(f64) -> f64) -> Option<f64> {
        let values = self.values.iter().map(|value| of(*value));
        if self.values.is_empty() {
            None
        } else if self.weights.is_empty() {
            Some(values.sum::<f64>() / self.values.len() as f64)
        } else {
            Some(values.zip(&self.weights).map(|(value, weight)| value * weight).sum::<f64>() / self.defined)
        }
    }

    /// The least figure that at least this share of resamples does not exceed.
    fn low(&mut self, share: f64) -> Option<f64> {
        if self.weights.is_empty() {
            let place = place_of(share, self.values.len())?;
            return Some(self.value_at(place));
        }
        let place = first_to_reach(share, self.weights.iter().map(|weight| weight / self.defined));
        place.map(|place| self.values[place]).or(self.values.last().copied())
    }

    /// The greatest figure that at least this share of resamples reaches: the mirror of the least figure, so that two systems
    /// that change places have mirrored intervals.
    fn high(&mut self, share: f64) -> Option<f64> {
        if self.weights.is_empty() {
            let place = place_of(share, self.values.len())?;
            return Some(self.value_at(self.values.len() - 1 - place));
        }
        let place = first_to_reach(share, self.weights.iter().rev().map(|weight| weight / self.defined));
        place.map(|place| self.values[self.values.len() - 1 - place]).or(self.values.first().copied())
    }

    fn value_at(&mut self, place: usize) -> f64 {
        *self.values.select_nth_unstable_by(place, f64::total_cmp).1
    }

    /// Whether the figure varies at all.
    pub(in super::super) fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// How many resamples it is drawn from, unless they were enumerated.
    pub(in super::super) fn drawn(&self) -> Option<usize> {
        self.weights.is_empty().then_some(self.values.len())
    }
}

/// The first place at which the sum of the weights so far reaches a share.
fn first_to_reach(share: f64, mut weights: impl Iterator<Item = f64>) -> Option<usize> {
    let mut sum = 0.0;
    weights.position(|weight| {
        sum += weight;
        sum >= share - 1e-12
    })
}

/// The first place among this many by which this share of them is reached.
fn place_of(share: f64, count: usize) -> Option<usize> {
    // rounding in binary must not move a share such as 0.025 to the next place
    let reached = |place: usize| (place + 1) as f64 >= share * count as f64 - 1e-9;
    let (mut low, mut high) = (0, count.checked_sub(1)?);
    while low < high {
        let middle = usize::midpoint(low, high);
        if reached(middle) { high = middle } else { low = middle + 1 }
    }
    Some(low)
}

/// The interval that leaves out a share at each end.
pub(in super::super) fn interval(
    sample: &mut Sample,
    observed: f64,
    tail: f64,
    (method, acceleration): (IntervalMethod, f64),
) -> Option<(f64, f64)> {
    if sample.is_empty() || observed.is_nan() {
        return None;
    }
    let shares = match method {
        IntervalMethod::Percentile => (tail, 1.0 - tail),
        IntervalMethod::Bca => moved(sample, observed, tail, acceleration),
    };
    sample.low(shares.0).zip(sample.high(1.0 - shares.1))
}

/// The percentiles, corrected for bias and skewness.
fn moved(sample: &Sample, observed: f64, tail: f64, acceleration: f64) -> (f64, f64) {
    let below = sample.share(|value| value < observed - TIE);
    let same = sample.share(|value| (value - observed).abs() <= TIE);
    let bias = normal_quantile(below + same / 2.0);
    let share = |share: f64| {
        let z = bias + normal_quantile(share);
        let flattened = 1.0 - acceleration * z;
        // beyond this the correction has no meaning
        if flattened <= 0.0 { share } else { share_below(bias + z / flattened) }
    };
    (share(tail), share(1.0 - tail))
}

/// The correction of percentiles for skewness: how skewed the figures are when each unit is left out in turn.
pub(in super::super) fn jackknife_acceleration(left: &[f64]) -> f64 {
    let defined: Vec<f64> = left.iter().copied().filter(|figure| !figure.is_nan()).collect();
    let mean = defined.iter().sum::<f64>() / defined.len().max(1) as f64;
    let power = |power: i32| defined.iter().map(|figure| (mean - figure).powi(power)).sum::<f64>();
    let spread = power(2);
    if spread < TIE * TIE { 0.0 } else { power(3) / (6.0 * spread.powf(1.5)) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::IntervalMethod;
    use super::{Sample, interval};

    proptest! {
        #[test]
        fn systems_that_change_places_have_mirrored_intervals(
            values in prop::collection::vec(-8_i8..8, 1..60),
            weighted: bool,
        ) {
            let share = 1.0 / values.len() as f64;
            let weights = if weighted { vec![share; values.len()] } else { Vec::new() };
            let of = |sign: f64| {
                let mut sample = Sample::new(values.iter().map(|value| sign * f64::from(*value)), &weights);
                interval(&mut sample, 0.0, 0.025, (IntervalMethod::Percentile, 0.0))
            };
            let (low, high) = of(1.0).expect("an interval");
            let (mirrored_low, mirrored_high) = of(-1.0).expect("an interval");
            prop_assert_eq!((low, high), (-mirrored_high, -mirrored_low));
        }
    }
}
