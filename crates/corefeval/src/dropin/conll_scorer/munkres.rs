//! The assignment as the reference finds it, choice by choice and rounding by rounding (Munkres 1957).
//!
//! Among equally good alignments the one found decides the last digits of a sum, so every step is taken in the same order.

/// A square table of costs, being reduced.
struct Munkres {
    size: usize,
    /// Row by row.
    costs: Vec<f64>,
    /// For every row, the columns with cost 0, as bits.
    zeros: Vec<u64>,
    /// How many words the bits of a row take.
    words: usize,
    starred_column: Vec<Option<usize>>,
    starred_row: Vec<Option<usize>>,
    primed_column: Vec<Option<usize>>,
    covered_rows: Vec<bool>,
    /// The columns that are not covered, as bits.
    open_columns: Vec<u64>,
    /// How many table cells were rewritten.
    work: usize,
}

/// The column of each row in a square table of `size` rows, or nothing if it takes more than `limit` rewritten cells.
pub(super) fn assign(costs: Vec<f64>, size: usize, limit: usize) -> Option<Vec<usize>> {
    let mut munkres = Munkres::new(costs, size);
    munkres.subtract_row_minima();
    munkres.star_first_zeros();
    while !munkres.is_complete() {
        munkres.uncover();
        let (row, column) = munkres.prime_until_free(limit)?;
        munkres.augment(row, column);
    }
    munkres.starred_column.into_iter().collect()
}

impl Munkres {
    fn new(costs: Vec<f64>, size: usize) -> Self {
        let words = size.div_ceil(64);
        Self {
            size,
            costs,
            zeros: vec![0; size * words],
            words,
            starred_column: vec![None; size],
            starred_row: vec![None; size],
            primed_column: vec![None; size],
            covered_rows: vec![false; size],
            open_columns: vec![0; words],
            work: 0,
        }
    }

    fn subtract_row_minima(&mut self) {
        for row in self.costs.chunks_exact_mut(self.size.max(1)) {
            let least = row.iter().copied().fold(f64::INFINITY, f64::min);
            for cost in row {
                *cost -= least;
            }
        }
        self.find_zeros();
    }

    fn find_zeros(&mut self) {
        let rows = self.costs.chunks_exact(self.size.max(1));
        for (row, bits) in rows.zip(self.zeros.chunks_exact_mut(self.words.max(1))) {
            for (costs, word) in row.chunks(64).zip(bits) {
                *word = zero_bits(costs);
            }
        }
    }

    /// Stars zeros from the top down and from left to right, one per row and column.
    fn star_first_zeros(&mut self) {
        for row in 0..self.size {
            if let Some(column) = self.first_free_zero(row) {
                self.star(row, column);
            }
        }
    }

    /// The leftmost zero of a row whose column has no star.
    fn first_free_zero(&self, row: usize) -> Option<usize> {
        let costs = &self.costs[row * self.size..][..self.size];
        let mut cells = costs.iter().zip(&self.starred_row);
        cells.position(|(&cost, star)| cost == 0.0 && star.is_none())
    }

    fn star(&mut self, row: usize, column: usize) {
        self.starred_column[row] = Some(column);
        self.starred_row[column] = Some(row);
    }

    fn is_complete(&self) -> bool {
        self.starred_column.iter().all(Option::is_some)
    }

    /// Drops primes and covers, and covers the columns that have a star.
    fn uncover(&mut self) {
        self.primed_column.fill(None);
        self.covered_rows.fill(false);
        self.open_columns.fill(0);
        for column in 0..self.size {
            if self.starred_row[column].is_none() {
                self.open_column(column);
            }
        }
    }

    fn open_column(&mut self, column: usize) {
        self.open_columns[column / 64] |= 1 << (column % 64);
    }

    fn is_open(&self, column: usize) -> bool {
        self.open_columns[column / 64] & (1 << (column % 64)) != 0
    }

    /// Primes zeros until one is in a row without a star.
    fn prime_until_free(&mut self, limit: usize) -> Option<(usize, usize)> {
        loop {
            let Some((row, column)) = self.uncovered_zero() else {
                self.work += self.costs.len();
                if self.work > limit {
                    return None;
                }
                self.shift();
                continue;
            };
            self.primed_column[row] = Some(column);
            let Some(star) = self.starred_column[row] else {
                return Some((row, column));
            };
            self.covered_rows[row] = true;
            self.open_column(star);
        }
    }

    /// The first uncovered row with an uncovered zero, and its rightmost one.
    fn uncovered_zero(&self) -> Option<(usize, usize)> {
        let rows = self.zeros.chunks_exact(self.words.max(1)).enumerate();
        let mut uncovered = rows.filter(|&(row, _)| !self.covered_rows[row]);
        uncovered.find_map(|(row, bits)| Some((row, self.rightmost(bits)?)))
    }

    fn rightmost(&self, bits: &[u64]) -> Option<usize> {
        let words = bits.iter().zip(&self.open_columns).enumerate().rev();
        let mut words = words.map(|(index, (bits, open))| (index, bits & open));
        let (index, word) = words.find(|&(_, word)| word != 0)?;
        Some(index * 64 + 63 - word.leading_zeros() as usize)
    }

    /// Makes a new uncovered zero: adds the least uncovered cost to covered rows, then takes it from uncovered columns.
    fn shift(&mut self) {
        let least = self.least_uncovered();
        let taken: Vec<f64> =
            (0..self.size).map(|column| if self.is_open(column) { least } else { 0.0 }).collect();
        let rows = self.costs.chunks_exact_mut(self.size.max(1));
        for (row, &is_covered) in rows.zip(&self.covered_rows) {
            let added = if is_covered { least } else { 0.0 };
            for (cost, taken) in row.iter_mut().zip(&taken) {
                *cost = (*cost + added) - taken;
            }
        }
        self.find_zeros();
    }

    fn least_uncovered(&self) -> f64 {
        let barred: Vec<f64> =
            (0..self.size).map(|column| if self.is_open(column) { 0.0 } else { f64::INFINITY }).collect();
        let rows = self.costs.chunks_exact(self.size.max(1));
        let uncovered = rows.zip(&self.covered_rows).filter(|&(_, &covered)| !covered);
        let cells = uncovered.flat_map(|(row, _)| row.iter().zip(&barred));
        cells.fold(f64::INFINITY, |least, (cost, bar)| least.min(cost + bar))
    }

    /// Exchanges stars and primes on the way from a primed zero, so that one more row has a star.
    fn augment(&mut self, row: usize, column: usize) {
        let (mut row, mut column) = (row, column);
        while let Some(other) = self.starred_row[column] {
            self.star(row, column);
            let Some(next) = self.primed_column[other] else {
                return; // never: the path enters only rows that were covered, hence primed
            };
            (row, column) = (other, next);
        }
        self.star(row, column);
    }
}

/// Which of up to 64 costs are 0.
fn zero_bits(costs: &[f64]) -> u64 {
    let bits = costs.iter().enumerate();
    bits.fold(0, |word, (at, &cost)| word | u64::from(cost == 0.0) << at)
}
