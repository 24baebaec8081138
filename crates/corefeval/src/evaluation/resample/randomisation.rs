//! Approximate randomisation: if two systems were alike, it would not matter which of them a unit's result came from.
//!
//! Results are swapped unit by unit; p is how often the difference of the scores is then as large as it was observed to
//! be, in either direction (Noreen 1989).

use super::columns::{add, remainder};
use super::random::Random;
use super::{BLOCK, Columns, Resampling, Sheet, TIE};

/// Two systems whose results are swapped.
#[derive(Clone, Debug)]
pub(in super::super) struct Randomisation<'a> {
    columns: &'a Columns,
    options: &'a Resampling,
    totals: [Vec<f64>; 2],
    /// For each unit in which the two differ, its number, and what swapping it adds to the one and takes from the other.
    changes: Vec<(usize, Vec<f64>)>,
    units: usize,
    observed: Vec<f64>,
}

/// For every figure, in how many swaps the difference was at least as large as observed.
pub(in super::super) type AtLeast = Vec<u64>;

/// With no more units than this, every way of swapping is looked at.
const EXACT: usize = 20;

/// How many of the ways of swapping a block has, as a power of two.
const EXACT_BLOCK: usize = 12;

/// Random numbers for swapping have a purpose of their own.
const SWAPS: u64 = 1;

impl<'a> Randomisation<'a> {
    /// Two systems with so many units.
    pub(in super::super) fn new(
        columns: &'a Columns,
        options: &'a Resampling,
        (one, other): (&Sheet, &Sheet),
    ) -> Self {
        let change = |unit: usize| {
            let change: Vec<f64> =
                other.row(unit).iter().zip(one.row(unit)).map(|(new, old)| new - old).collect();
            change.iter().any(|number| *number != 0.0).then_some((unit, change))
        };
        let mut randomisation = Self {
            columns,
            options,
            totals: [one.total(), other.total()],
            changes: (0..one.len()).filter_map(change).collect(),
            units: one.len(),
            observed: Vec::new(),
        };
        randomisation.observed = randomisation.differences(&vec![0.0; randomisation.totals[0].len()]);
        randomisation
    }

    /// Whether every way of swapping is looked at.
    pub(in super::super) fn is_exact(&self) -> bool {
        self.changes.len() <= EXACT
    }

    /// How many blocks there are.
    pub(in super::super) fn blocks(&self) -> u64 {
        if self.is_exact() {
            1 << self.free().saturating_sub(EXACT_BLOCK)
        } else {
            self.options.resamples.div_ceil(BLOCK)
        }
    }

    /// The swaps of a block.
    pub(in super::super) fn block(&self, number: u64) -> AtLeast {
        let mut counts = vec![0; self.columns.figures()];
        if self.is_exact() {
            self.enumerate(number, &mut counts);
        } else {
            self.draw(number, &mut counts);
        }
        counts
    }

    /// p of every figure from the counts of all blocks; `None` where a figure is undefined.
    pub(in super::super) fn p_values(&self, counts: &[u64]) -> Vec<Option<f64>> {
        let p = |count: &u64| {
            if self.is_exact() {
                *count as f64 / (1u64 << self.free()) as f64
            } else {
                (count + 1) as f64 / (self.options.resamples + 1) as f64
            }
        };
        counts
            .iter()
            .zip(&self.observed)
            .map(|(count, observed)| (!observed.is_nan()).then(|| p(count)))
            .collect()
    }

    /// How many units are swapped or not when all ways are looked at: swapping all others instead gives the same
    /// difference the other way round, so that the last one can stay where it is.
    fn free(&self) -> usize {
        self.changes.len().saturating_sub(1)
    }

    fn draw(&self, block: u64, counts: &mut [u64]) {
        let mut swaps = vec![0u64; self.units.div_ceil(64)];
        let mut change = vec![0.0; self.totals[0].len()];
        for number in block * BLOCK..((block + 1) * BLOCK).min(self.options.resamples) {
            let mut random = Random::new(self.options.seed, SWAPS, number);
            swaps.fill_with(|| random.next());
            change.fill(0.0);
            for (unit, row) in &self.changes {
                if swaps[unit / 64] >> (unit % 64) & 1 == 1 {
                    add(&mut change, row);
                }
            }
            self.compare(&change, counts);
        }
    }

    /// The ways of swapping that begin with the bits of the block, each made from the last by one swap (a Gray code).
    fn enumerate(&self, block: u64, counts: &mut [u64]) {
        let low = self.free().min(EXACT_BLOCK);
        let mut change = vec![0.0; self.totals[0].len()];
        for (place, (_, row)) in self.changes[low..].iter().enumerate() {
            if block >> place & 1 == 1 {
                add(&mut change, row);
            }
        }
        let mut swapped = [false; EXACT_BLOCK];
        self.compare(&change, counts);
        for step in 1u32..1 << low {
            let place = step.trailing_zeros() as usize;
            swapped[place] = !swapped[place];
            let sign = if swapped[place] { 1.0 } else { -1.0 };
            for (sum, number) in change.iter_mut().zip(&self.changes[place].1) {
                *sum += sign * number;
            }
            self.compare(&change, counts);
        }
    }

    /// Counts the figures that differ at least as much as observed; one that became undefined counts against the observed.
    fn compare(&self, change: &[f64], counts: &mut [u64]) {
        let differences = self.differences(change);
        for ((count, difference), observed) in counts.iter_mut().zip(differences).zip(&self.observed) {
            let smaller = difference.abs() < observed.abs() - TIE;
            *count += u64::from(!smaller);
        }
    }

    /// How much better the second is in every figure when so much has changed hands.
    fn differences(&self, change: &[f64]) -> Vec<f64> {
        let mut figures = [vec![0.0; self.columns.figures()], vec![0.0; self.columns.figures()]];
        for (side, figures) in figures.iter_mut().enumerate() {
            let sign = if side == 0 { 1.0 } else { -1.0 };
            let [one, other] = &self.totals;
            let sums = change.iter().zip(one.iter().zip(other)).map(|(change, (one, other))| {
                let sum = if side == 0 { one } else { other } + sign * change;
                remainder(sum, one + other)
            });
            self.columns.write_figures(&sums.collect::<Vec<_>>(), figures);
        }
        let [one, other] = figures;
        other.iter().zip(&one).map(|(other, one)| other - one).collect()
    }
}
