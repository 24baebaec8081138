//! The assignment so far, and the prices of its columns.
//!
//! Think of rows as buyers and of columns as goods. A column has a price; a row gains what its column
//! is worth to it less the price. An assignment is best (by linear programming duality) when
//! 1. no row could gain more: gain + price ≥ weight in every cell, and gain + price = weight in those chosen;
//! 2. nothing of value is left over: rows without a column gain 0, columns without a row cost 0.
//!
//! Gains and prices lie between zero and the largest weight, so sums of a few of them fit an `i64`.

use super::sheet::Sheet;
use super::{NOBODY, Table};

/// The largest weight has this many bits, which leaves room for sums of three.
const BITS: i64 = 60;

/// The state of the search for a best assignment.
#[derive(Debug, Default)]
pub(super) struct Market {
    /// the weights by row
    pub(super) sheet: Sheet,
    /// the weights by column, once they are needed
    other_sheet: Sheet,
    /// how many units of weight make one
    pub(super) units: f64,
    /// what each row gains
    pub(super) gains: Vec<i64>,
    /// what each column costs
    pub(super) prices: Vec<i64>,
    /// the column of each row
    pub(super) partners: Vec<u32>,
    /// the row of each column
    pub(super) holders: Vec<u32>,
}

/// The column a row likes best.
pub(super) struct Offer {
    pub(super) column: u32,
    /// weight less price
    pub(super) worth: i64,
    /// the worth of the next best column, or of none
    pub(super) next: i64,
}

impl Market {
    /// Sets up the market: no row has a column, and all prices are 0.
    pub(super) fn open(&mut self, table: &Table) {
        self.units = units(table.heaviest());
        self.sheet.fill(table, self.units);
        refill(&mut self.gains, table.rows(), 0);
        refill(&mut self.prices, table.columns(), 0);
        refill(&mut self.partners, table.rows(), NOBODY);
        refill(&mut self.holders, table.columns(), NOBODY);
    }

    /// Prepares [`Self::swap_sides`].
    pub(super) fn sort_by_column(&mut self) {
        self.other_sheet.fill_transposed(&self.sheet, self.prices.len());
    }

    /// Makes rows of the columns and columns of the rows: the invariants above hold in both directions.
    pub(super) fn swap_sides(&mut self) {
        std::mem::swap(&mut self.sheet, &mut self.other_sheet);
        std::mem::swap(&mut self.gains, &mut self.prices);
        std::mem::swap(&mut self.partners, &mut self.holders);
    }

    /// How many rows there are.
    pub(super) fn rows(&self) -> u32 {
        self.partners.len() as u32
    }

    /// Whether a row has no partner.
    pub(super) fn is_single(&self, row: u32) -> bool {
        self.partners[row as usize] == NOBODY
    }

    /// What a row could gain at most.
    pub(super) fn best_gain(&self, row: u32) -> i64 {
        let worths = self.sheet.row(row).iter().map(|&(column, weight)| weight - self.price(column));
        worths.fold(0, i64::max)
    }

    /// The best offer to a row: of equals, the first that is free, else the last.
    pub(super) fn best_offer(&self, row: u32) -> Offer {
        let mut best = Offer { column: NOBODY, worth: 0, next: 0 };
        for &(column, weight) in self.sheet.row(row) {
            let worth = weight - self.price(column);
            if worth > best.worth {
                best = Offer { column, worth, next: best.worth };
            } else if worth == best.worth && best.column != NOBODY {
                best.next = worth;
                if self.holders[best.column as usize] != NOBODY {
                    best.column = column;
                }
            } else if worth > best.next {
                best.next = worth;
            }
        }
        best
    }

    /// Gives a column to a row that keeps this gain, and returns the row that held it before.
    pub(super) fn take(&mut self, row: u32, offer: &Offer, gain: i64) -> u32 {
        let column = offer.column as usize;
        self.gains[row as usize] = gain;
        self.prices[column] += offer.worth - gain;
        self.partners[row as usize] = offer.column;
        let before = std::mem::replace(&mut self.holders[column], row);
        if before != NOBODY {
            self.partners[before as usize] = NOBODY;
        }
        before
    }

    /// Releases every row that could gain more elsewhere, by more than a tolerance.
    pub(super) fn release(&mut self, tolerance: i64) {
        for row in 0..self.rows() {
            let best = self.best_gain(row);
            let gain = self.present_gain(row).filter(|&gain| gain >= 0 && gain >= best - tolerance);
            if gain.is_none() {
                self.part(row);
            }
            self.gains[row as usize] = gain.unwrap_or(best);
        }
    }

    /// What a row gains from the column it has.
    fn present_gain(&self, row: u32) -> Option<i64> {
        let partner = self.partners[row as usize];
        let cells = self.sheet.row(row).iter().filter(|&&(column, _)| column == partner);
        cells.map(|&(column, weight)| weight - self.price(column)).max()
    }

    fn part(&mut self, row: u32) {
        let column = std::mem::replace(&mut self.partners[row as usize], NOBODY);
        if column != NOBODY {
            self.holders[column as usize] = NOBODY;
        }
    }

    fn price(&self, column: u32) -> i64 {
        self.prices[column as usize]
    }

    /// Whether the prices prove that no assignment is better.
    pub(super) fn is_settled(&self) -> bool {
        (0..self.rows()).all(|row| self.is_content(row)) && self.prices.iter().zip(&self.holders).all(proper)
    }

    fn is_content(&self, row: u32) -> bool {
        let (gain, partner) = (self.gains[row as usize], self.partners[row as usize]);
        let chosen = partner == NOBODY
            || self.holders[partner as usize] == row && self.present_gain(row) == Some(gain);
        chosen && self.best_gain(row) <= gain && proper((&gain, &partner))
    }
}

/// Whether a gain or price is allowed: 0, or above 0 if there is a partner.
fn proper((&price, &partner): (&i64, &u32)) -> bool {
    price == 0 || price > 0 && partner != NOBODY
}

/// The power of two that brings the largest weight to its number of bits.
///
/// Whole numbers stay exact under it; any weight is cut off by less than the largest one's 2⁻⁵⁹.
fn units(heaviest: f64) -> f64 {
    let exponent = (heaviest.to_bits() >> 52).cast_signed() - 1023;
    let biased = (1023 + BITS - 1 - exponent).clamp(1, 2046);
    f64::from_bits(biased.cast_unsigned() << 52)
}

fn refill<T: Copy>(values: &mut Vec<T>, length: usize, value: T) {
    values.clear();
    values.resize(length, value);
}
