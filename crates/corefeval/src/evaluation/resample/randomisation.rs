//! Approximate randomisation: if two systems were equally good, it would not matter which of them a unit's
//! result came from.
//!
//! Results are swapped unit by unit; p is how often the difference of the scores is then at least as large as
//! the observed one, in either direction (Noreen 1989).

use super::columns::remainder;
use super::random::Random;
use super::sheet::add;
use super::{BLOCK, Columns, Resampling, Sheet, TIE};

/// Two systems whose results are swapped.
#[derive(Clone, Debug)]
pub(in super::super) struct Randomisation<'a> {
    columns: &'a Columns,
    options: &'a Resampling,
    totals: [Vec<f64>; 2],
    /// For each unit, what swapping it adds to one system and subtracts from the other.
    changes: Sheet,
    /// The units in which the two differ.
    differing: Vec<usize>,
    observed: Vec<f64>,
}

/// For every figure, in how many swaps the difference was at least as large as observed.
pub(in super::super) type AtLeast = Vec<u64>;

/// Up to this many units, every way of swapping is counted.
const EXACT: usize = 20;

/// How many of the ways of swapping a block has, as a power of two.
const EXACT_BLOCK: usize = 12;

/// The purpose of random numbers for swapping.
const SWAPS: u64 = 1;

impl<'a> Randomisation<'a> {
    /// The randomisation of two systems with this many units.
    pub(in super::super) fn new(
        columns: &'a Columns,
        options: &'a Resampling,
        (one, other): (&Sheet, &Sheet),
    ) -> Self {
        let change = |unit: usize| -> Vec<f64> {
            other.row(unit).iter().zip(one.row(unit)).map(|(new, old)| new - old).collect()
        };
        let changes: Vec<Vec<f64>> = (0..one.len()).map(change).collect();
        let differ = |unit: &usize| changes[*unit].iter().any(|number| *number != 0.0);
        let mut randomisation = Self {
            columns,
            options,
            totals: [one.total(), other.total()],
            differing: (0..one.len()).filter(differ).collect(),
            changes: Sheet::new(one.width(), changes.into_iter()),
            observed: Vec::new(),
        };
        let unchanged = vec![0.0; one.width()];
        randomisation.observed = randomisation.room().differences(&randomisation, &unchanged).to_vec();
        randomisation
    }

    fn room(&self) -> Room {
        let figures = vec![0.0; self.columns.figures()];
        Room { sums: vec![0.0; self.changes.width()], figures: [figures.clone(), figures] }
    }

    /// Whether every way of swapping is counted.
    pub(in super::super) fn is_exact(&self) -> bool {
        self.differing.len() <= EXACT
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

    /// How many units are swapped or not when all ways are counted: swapping exactly the other units gives
    /// the same difference with the opposite sign, so the last unit need not be swapped.
    fn free(&self) -> usize {
        self.differing.len().saturating_sub(1)
    }

    fn draw(&self, block: u64, counts: &mut [u64]) {
        let mut room = self.room();
        let mut swapped = Vec::with_capacity(self.changes.len());
        let mut change = vec![0.0; self.changes.width()];
        for number in block * BLOCK..((block + 1) * BLOCK).min(self.options.resamples) {
            let mut random = Random::new(self.options.seed, SWAPS, number);
            draw_half(self.changes.len(), &mut random, &mut swapped);
            self.changes.sum(&swapped, &mut change);
            room.compare(self, &change, counts);
        }
    }

    /// Counts the ways of swapping that begin with the bits of the block; each differs from the one before by
    /// one swap (a Gray code).
    fn enumerate(&self, block: u64, counts: &mut [u64]) {
        let low = self.free().min(EXACT_BLOCK);
        let rows: Vec<Vec<f64>> = self.differing.iter().map(|unit| self.changes.row(*unit)).collect();
        let mut room = self.room();
        let mut change = vec![0.0; self.changes.width()];
        for (place, row) in rows[low..].iter().enumerate() {
            if block >> place & 1 == 1 {
                add(&mut change, row);
            }
        }
        let mut swapped = [false; EXACT_BLOCK];
        room.compare(self, &change, counts);
        for step in 1u32..1 << low {
            let place = step.trailing_zeros() as usize;
            swapped[place] = !swapped[place];
            let sign = if swapped[place] { 1.0 } else { -1.0 };
            for (sum, number) in change.iter_mut().zip(&rows[place]) {
                *sum += sign * number;
            }
            room.compare(self, &change, counts);
        }
    }
}

/// Draws each of this many units with probability 1/2, by one random bit for each.
fn draw_half(units: usize, random: &mut Random, drawn: &mut Vec<u32>) {
    drawn.clear();
    for first in (0..units).step_by(64) {
        let left = units - first;
        let mut bits = random.next();
        if left < 64 {
            bits &= (1 << left) - 1;
        }
        while bits != 0 {
            drawn.push(first as u32 + bits.trailing_zeros());
            bits &= bits - 1;
        }
    }
}

/// Room for the figures of both systems after swapping.
struct Room {
    sums: Vec<f64>,
    figures: [Vec<f64>; 2],
}

impl Room {
    /// Counts the figures that differ at least as much as observed; a figure that became undefined is counted
    /// as well.
    fn compare(&mut self, of: &Randomisation<'_>, change: &[f64], counts: &mut [u64]) {
        let differences = self.differences(of, change);
        for ((count, difference), observed) in counts.iter_mut().zip(differences).zip(&of.observed) {
            let smaller = difference.abs() < observed.abs() - TIE;
            *count += u64::from(!smaller);
        }
    }

    /// How much better the second system is in every figure after a change of the sums.
    fn differences(&mut self, of: &Randomisation<'_>, change: &[f64]) -> &[f64] {
        let [one, other] = &of.totals;
        for (side, figures) in self.figures.iter_mut().enumerate() {
            let sign = if side == 0 { 1.0 } else { -1.0 };
            let totals = one.iter().zip(other).zip(change);
            for (sum, ((one, other), change)) in self.sums.iter_mut().zip(totals) {
                let own = if side == 0 { one } else { other };
                *sum = remainder(own + sign * change, one + other);
            }
            of.columns.write_figures(&self.sums, figures);
        }
        let [one, other] = &mut self.figures;
        other.iter_mut().zip(one).for_each(|(other, one)| *other -= *one);
        other
    }
}
