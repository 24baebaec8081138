//! Systems on several datasets: the ranks that the means of their scores could have had with other documents.

use super::super::Evaluation;
use super::super::resample::{BLOCK, Figure, FigurePart, Resampling, ResamplingError};
use super::many::{likely, ranks};
use super::{Pairs, Work};
use crate::metric::Undefined;

/// Resampled scores of systems: means over datasets, each of which is resampled separately.
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    systems: usize,
    /// The score of each system in each resample.
    values: Vec<f64>,
    tail: f64,
}

impl Joint {
    /// Resamples every dataset. `datasets` has for each dataset the evaluations of all systems, in the same order; a system
    /// without one counts as 0 there. `figure` is the F of a metric, or an average.
    pub fn new(
        datasets: &[Vec<Option<&Evaluation>>],
        figure: &str,
        (options, undefined): (&Resampling, Undefined),
    ) -> Result<Self, ResamplingError> {
        let systems = datasets.first().map_or(0, Vec::len);
        let mut all: Vec<Vec<f64>> = Vec::new();
        for (place, evaluations) in datasets.iter().enumerate() {
            // each dataset has its own random numbers, because datasets are independent
            let options = Resampling { seed: options.seed.wrapping_add(place as u64), ..*options };
            all.push(resampled(evaluations, figure, &options)?);
        }
        let count = all.iter().map(Vec::len).min().unwrap_or(0);
        let defined = |value: f64| (!value.is_nan()).then_some(value);
        let mean = |place: usize| undefined.mean(all.iter().map(|values| defined(values[place])));
        let values = (0..count).map(|place| mean(place).unwrap_or(f64::NAN)).collect();
        Ok(Self { systems, values, tail: options.tail() })
    }

    fn resamples(&self) -> impl Iterator<Item = &[f64]> {
        self.values.chunks_exact(self.systems.max(1))
    }

    /// The best and the worst rank that each system could have had, at the requested confidence.
    #[must_use]
    pub fn rank_intervals(&self) -> Vec<(usize, usize)> {
        let mut counts = vec![vec![0.0; self.systems]; self.systems];
        for values in self.resamples() {
            for (system, rank) in ranks(values).into_iter().enumerate() {
                counts[system][rank - 1] += 1.0;
            }
        }
        counts.iter().map(|counts| likely(counts, self.tail)).collect()
    }

    /// p: how often chance makes a system look better that is not, as twice the share of resamples in which
    /// the other is at least as good.
    #[must_use]
    pub fn p(&self, better: usize, worse: usize) -> Option<f64> {
        let count = self.resamples().count();
        let as_good = self.resamples().filter(|values| values[worse] >= values[better]).count();
        (count > 0).then(|| (2.0 * as_good as f64 / count as f64).min(1.0))
    }
}

/// A figure of every system in every resample of a dataset.
fn resampled(
    evaluations: &[Option<&Evaluation>],
    figure: &str,
    options: &Resampling,
) -> Result<Vec<f64>, ResamplingError> {
    let present: Vec<&Evaluation> = evaluations.iter().copied().flatten().collect();
    let systems: Vec<&[Evaluation]> = present.iter().map(|one| std::slice::from_ref(*one)).collect();
    let Some(first) = present.first() else {
        return Ok(vec![0.0; evaluations.len() * options.resamples as usize]);
    };
    let work = Work::new(&systems, options, Pairs::None)?;
    let figures = Figure::all(first.plan());
    let is_meant = |one: &Figure| one.name == figure && one.part == FigurePart::F;
    let place = figures.iter().position(is_meant).ok_or(ResamplingError::NoDocuments)?;
    let blocks = 0..options.resamples.div_ceil(BLOCK);
    let drawn: Vec<f64> = blocks.flat_map(|block| work.drawn(block, place)).collect();
    let with_missing = |values: &[f64]| {
        let mut values = values.iter();
        let value = |one: Option<&Evaluation>| one.and_then(|_| values.next().copied()).unwrap_or(0.0);
        evaluations.iter().copied().map(value).collect::<Vec<_>>()
    };
    Ok(drawn.chunks_exact(present.len()).flat_map(with_missing).collect())
}
