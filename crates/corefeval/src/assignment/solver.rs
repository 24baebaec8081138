//! The best assignment on a sparse table.

use super::auction::Auction;
use super::market::Market;
use super::search::Search;
use super::{NOBODY, Table};

/// How many rows searches may visit for each row of the table before the table counts as hard.
///
/// This is about the work of the auctions that follow.
const EFFORT: usize = 64;

/// The steps of these auctions, each in halvings of the mean weight.
const HALVINGS: [u32; 6] = [3, 6, 9, 12, 15, 18];

/// Finds best assignments; its memory is reused for the next table.
#[derive(Debug, Default)]
pub struct Solver {
    market: Market,
    auction: Auction,
    search: Search,
    /// The original numbers of the columns, if they were renumbered.
    numbers: Vec<u32>,
}

/// A best assignment.
#[derive(Debug, Clone, Copy)]
pub struct Best<'a> {
    /// The sum of the chosen weights, added up in the order of rows.
    pub total: f64,
    market: &'a Market,
    numbers: &'a [u32],
}

impl Solver {
    /// A solver that has not seen a table yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Pairs rows with columns, each at most once, for the largest total.
    ///
    /// The total is best to within 2⁻⁵⁹ of the largest weight per row, and exactly if weights are whole numbers.
    /// If several assignments are best, the order of rows, and of cells in a row, decides: the same table gets the same answer.
    pub fn solve(&mut self, table: &Table) -> Best<'_> {
        // a column with a high number must not cost memory for all below it
        let Some((compact, numbers)) = table.compact() else { return self.solve_with_effort(table, EFFORT) };
        self.solve_with_effort(&compact, EFFORT);
        self.numbers = numbers;
        Best { total: total(&compact, &self.market), market: &self.market, numbers: &self.numbers }
    }

    pub(super) fn solve_with_effort(&mut self, table: &Table, effort: usize) -> Best<'_> {
        self.market.open(table);
        self.search.start(&self.market);
        self.auction.hold(&mut self.market, 0);
        let hard = effort * table.rows().min(8 * self.auction.undecided.len());
        if !self.settle_rows(hard) {
            self.settle_by_auctions();
        }
        self.numbers.clear();
        Best { total: total(table, &self.market), market: &self.market, numbers: &self.numbers }
    }

    /// Settles the rows left by an auction; gives up if that takes more than this effort.
    fn settle_rows(&mut self, effort: usize) -> bool {
        for &row in &self.auction.undecided {
            self.search.settle(&mut self.market, row);
            if self.search.effort > effort {
                return false;
            }
        }
        true
    }

    /// Auctions with ever smaller steps bring prices so near their goal that searches are short.
    fn settle_by_auctions(&mut self) {
        self.market.sort_by_column();
        let mean = self.market.sheet.mean();
        for step in HALVINGS.map(|halvings| mean >> halvings) {
            self.market.release(step);
            self.auction.hold(&mut self.market, step);
            self.market.swap_sides();
            self.auction.hold(&mut self.market, step);
            self.market.swap_sides();
        }
        self.market.release(0);
        self.auction.hold(&mut self.market, 0);
        self.settle_rows(usize::MAX);
        self.settle_columns();
    }

    /// Handles the columns that auctions left with a price and without a row.
    fn settle_columns(&mut self) {
        self.market.swap_sides();
        for column in 0..self.market.rows() {
            if self.market.is_single(column) && self.market.gains[column as usize] > 0 {
                self.search.settle(&mut self.market, column);
            }
        }
        self.market.swap_sides();
    }
}

impl Best<'_> {
    /// The column of each row, in order.
    pub fn partners(&self) -> impl Iterator<Item = Option<u32>> {
        let called = |column: u32| self.numbers.get(column as usize).copied().unwrap_or(column);
        self.market.partners.iter().map(move |&column| (column != NOBODY).then(|| called(column)))
    }

    /// The total, rounded once: the same for every best assignment and any order of rows.
    #[must_use]
    pub fn exact_total(&self) -> f64 {
        let Market { gains, prices, units, .. } = self.market;
        gains.iter().chain(prices).map(|&price| i128::from(price)).sum::<i128>() as f64 / units
    }

    /// Whether the prices found along the way prove that no assignment has a larger total.
    #[must_use]
    pub fn is_proven(&self) -> bool {
        self.market.is_settled()
    }
}

fn total(table: &Table, market: &Market) -> f64 {
    let chosen = table.iter().zip(&market.partners).map(|(cells, &partner)| {
        let weights = cells.iter().filter(|cell| cell.column == partner).map(|cell| cell.weight);
        weights.fold(0.0, f64::max)
    });
    // not `sum`, which is -0 for an empty list
    chosen.fold(0.0, |sum, weight| sum + weight)
}
