//! The bootstrap: each resample draws as many units as there are, with replacement. All systems have the same
//! draw, so that they are compared on the same documents.

use super::columns::remainder;
use super::random::Random;
use super::{BLOCK, Columns, Resampling, Sheet, Units};

/// What is drawn from, and how.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Bootstrap<'a> {
    /// What the numbers mean.
    pub(in super::super) columns: &'a Columns,
    /// The runs of each system.
    pub(in super::super) systems: &'a [Vec<Sheet>],
    /// Units and strata.
    pub(in super::super) units: &'a Units,
    /// The number of resamples, the seed and other options.
    pub(in super::super) options: &'a Resampling,
}

/// The figures of every system in every resample.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Samples {
    /// For each resample the figures of each system.
    values: Vec<f64>,
    /// How likely each resample is, if all were enumerated.
    weights: Vec<f64>,
}

impl Samples {
    /// Joins blocks, given in the order of their numbers.
    pub(in super::super) fn joined(blocks: impl IntoIterator<Item = Self>) -> Self {
        blocks.into_iter().fold(Self::default(), |mut joined, block| {
            joined.values.extend(block.values);
            joined.weights.extend(block.weights);
            joined
        })
    }

    /// The figures of all systems in each resample.
    pub(in super::super) fn resamples(&self, systems: usize, figures: usize) -> impl Iterator<Item = &[f64]> {
        self.values.chunks_exact((systems * figures).max(1))
    }

    /// Whether these are all resamples that are possible.
    pub(in super::super) fn is_enumerated(&self) -> bool {
        !self.weights.is_empty()
    }

    /// How likely each resample is; empty if all are equally likely.
    pub(in super::super) fn weights(&self) -> &[f64] {
        &self.weights
    }
}

/// The first purpose of random numbers for runs; purpose 0 is for units.
const RUNS: u64 = 16;

impl Bootstrap<'_> {
    /// Whether every possible resample is used, because there are no more of them than would be drawn.
    pub(in super::super) fn is_exact(&self) -> bool {
        let single = self.systems.iter().all(|runs| runs.len() == 1);
        let possible = possible(self.units.len() as u64);
        single
            && self.units.strata.len() == 1
            && possible.is_some_and(|count| count <= self.options.resamples)
    }

    /// How many blocks there are.
    pub(in super::super) fn blocks(&self) -> u64 {
        if self.is_exact() { 1 } else { self.options.resamples.div_ceil(BLOCK) }
    }

    /// The resamples of a block.
    pub(in super::super) fn block(&self, number: u64) -> Samples {
        if self.is_exact() { self.enumerated() } else { self.drawn(number) }
    }

    /// The resamples of a block, drawn at random, even if all could be enumerated.
    pub(in super::super) fn drawn(&self, block: u64) -> Samples {
        let numbers = block * BLOCK..((block + 1) * BLOCK).min(self.options.resamples);
        let width = self.columns.figures() * self.systems.len();
        let mut values = vec![0.0; width * (numbers.end - numbers.start) as usize];
        let mut draw = Vec::with_capacity(self.units.len());
        let mut sums = self.sums();
        for (number, values) in numbers.zip(values.chunks_exact_mut(width.max(1))) {
            self.draw_units(number, &mut draw);
            self.write(number, &draw, &mut sums, values);
        }
        Samples { values, weights: Vec::new() }
    }

    /// Room for the sums of a sheet.
    fn sums(&self) -> Vec<f64> {
        vec![0.0; self.systems.iter().flatten().next().map_or(0, Sheet::width)]
    }

    /// Draws as many units of each stratum as it has.
    fn draw_units(&self, number: u64, draw: &mut Vec<u32>) {
        let mut random = Random::new(self.options.seed, 0, number);
        draw.clear();
        for stratum in &self.units.strata {
            draw.extend(stratum.iter().map(|_| stratum[random.below(stratum.len())] as u32));
        }
    }

    /// Writes the figures of every system on the units that were drawn.
    fn write(&self, number: u64, draw: &[u32], sums: &mut [f64], values: &mut [f64]) {
        let figures = values.chunks_exact_mut(self.columns.figures().max(1));
        for (place, (runs, figures)) in self.systems.iter().zip(figures).enumerate() {
            match &runs[..] {
                [run] => self.write_run(run, draw, sums, figures),
                runs => {
                    let counts = self.draw_runs(runs.len(), number, place);
                    self.write_runs(runs.iter().zip(counts), draw, sums, figures);
                }
            }
        }
    }

    fn write_run(&self, run: &Sheet, draw: &[u32], sums: &mut [f64], figures: &mut [f64]) {
        run.sum(draw, sums);
        self.columns.write_figures(sums, figures);
    }

    /// How often each run of a system is drawn. The draw is with replacement and has as many runs as the
    /// system, because other seeds would have given other runs.
    fn draw_runs(&self, runs: usize, number: u64, system: usize) -> Vec<usize> {
        let mut random = Random::new(self.options.seed, RUNS + system as u64, number);
        let mut counts = vec![0; runs];
        for _ in 0..runs {
            counts[random.below(runs)] += 1;
        }
        counts
    }

    /// Writes the mean of the runs that were drawn.
    fn write_runs<'s>(
        &self,
        runs: impl ExactSizeIterator<Item = (&'s Sheet, usize)>,
        draw: &[u32],
        sums: &mut [f64],
        figures: &mut [f64],
    ) {
        let all = runs.len() as f64;
        let mut one = vec![0.0; figures.len()];
        figures.fill(0.0);
        for (run, count) in runs.filter(|(_, count)| *count > 0) {
            self.write_run(run, draw, sums, &mut one);
            for (figure, one) in figures.iter_mut().zip(&one) {
                *figure += one * count as f64 / all;
            }
        }
    }

    /// Every multiset of as many units as there are, with the probability of drawing it.
    fn enumerated(&self) -> Samples {
        let units = self.units.len();
        let mut samples = Samples::default();
        let mut draw = Vec::with_capacity(units);
        let mut values = vec![0.0; self.columns.figures() * self.systems.len()];
        let mut sums = self.sums();
        each_multiset(units, |counts| {
            draw.clear();
            let drawn = (0..).zip(counts).flat_map(|(unit, &count)| std::iter::repeat_n(unit, count));
            draw.extend(drawn);
            self.write(0, &draw, &mut sums, &mut values);
            samples.values.extend(&values);
            samples.weights.push(likelihood(counts));
        });
        samples
    }
}

/// The figures of a system (means of its runs) when each unit is left out in turn.
pub(in super::super) fn leaving_out(columns: &Columns, runs: &[Sheet]) -> Vec<Vec<f64>> {
    let units = runs.first().map_or(0, Sheet::len);
    let mut left = vec![vec![0.0; columns.figures()]; units];
    let mut one = vec![0.0; columns.figures()];
    for run in runs {
        let total = run.total();
        for (unit, figures) in left.iter_mut().enumerate() {
            let sums = total.iter().zip(run.row(unit)).map(|(total, own)| remainder(total - own, *total));
            columns.write_figures(&sums.collect::<Vec<_>>(), &mut one);
            for (figure, one) in figures.iter_mut().zip(&one) {
                *figure += one / runs.len() as f64;
            }
        }
    }
    left
}

/// How many multisets of n out of n things there are: C(2n − 1, n); none if there are too many to count.
fn possible(units: u64) -> Option<u64> {
    (1..=units).try_fold(1u64, |count, step| Some(count.checked_mul(units - 1 + step)? / step))
}

/// Calls `visit` with how often each of n things is in each multiset of n.
fn each_multiset(size: usize, mut visit: impl FnMut(&[usize])) {
    let mut counts = vec![0; size];
    let Some(last) = size.checked_sub(1) else { return };
    counts[0] = size;
    loop {
        visit(&counts);
        let Some(from) = counts[..last].iter().rposition(|&count| count > 0) else { return };
        let rest = std::mem::take(&mut counts[last]);
        counts[from] -= 1;
        counts[from + 1] = rest + 1;
    }
}

/// How likely a multiset is: n! / (∏ count! · nⁿ).
fn likelihood(counts: &[usize]) -> f64 {
    let size = counts.len() as f64;
    let mut likelihood = 1.0;
    let mut drawn = 0.0;
    for &count in counts {
        for step in 1..=count {
            drawn += 1.0;
            likelihood *= drawn / (step as f64 * size);
        }
    }
    likelihood
}

#[cfg(test)]
mod tests {
    use super::{each_multiset, likelihood, possible};

    #[test]
    fn all_multisets_are_visited_once_and_their_likelihoods_are_those_of_all_draws() {
        for size in 1..=5 {
            let mut seen = Vec::new();
            each_multiset(size, |counts| seen.push(counts.to_vec()));
            assert_eq!(Some(seen.len() as u64), possible(size as u64));
            // counts of all nⁿ draws
            let mut draws = std::collections::BTreeMap::new();
            for number in 0..size.pow(size as u32) {
                let mut counts = vec![0usize; size];
                for place in 0..size {
                    counts[number / size.pow(place as u32) % size] += 1;
                }
                *draws.entry(counts).or_insert(0u32) += 1;
            }
            assert_eq!(draws.len(), seen.len());
            for counts in seen {
                let share = f64::from(draws[&counts]) / (size.pow(size as u32) as f64);
                assert!((share - likelihood(&counts)).abs() < 1e-12, "{counts:?}");
            }
        }
    }

    #[test]
    fn there_are_too_many_to_count() {
        assert_eq!((possible(2), possible(8), possible(348)), (Some(3), Some(6435), None));
    }
}
