//! The assignment exactly as the reference scorer finds it, with the same choices and the same rounding
//! (Munkres 1957).
//!
//! The choice among equally good alignments affects the last digits of a sum, so every step is done in the
//! same order.

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
    /// The columns that are not covered.
    open: Vec<usize>,
    /// The same, as bits.
    open_bits: Vec<u64>,
    /// The first row that may have an uncovered zero.
    first_row: usize,
    /// How many table cells were rewritten.
    work: usize,
}

/// The column assigned to each row of a square table of `size` rows; none if it takes more than `limit`
/// rewritten cells.
pub(super) fn assign(costs: Vec<f64>, size: usize, limit: usize) -> Option<Vec<usize>> {
    if size == 0 {
        return Some(Vec::new());
    }
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
            open: Vec::with_capacity(size),
            open_bits: vec![0; words],
            first_row: 0,
            work: 0,
        }
    }

    fn subtract_row_minima(&mut self) {
        let rows = self.costs.chunks_exact_mut(self.size).zip(self.zeros.chunks_exact_mut(self.words));
        for (costs, zeros) in rows {
            let least = costs.iter().copied().fold(f64::INFINITY, f64::min);
            for cost in &mut *costs {
                *cost -= least;
            }
            find_zeros(costs, zeros);
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

    /// Removes primes and covers, and covers the columns that have a star.
    fn uncover(&mut self) {
        self.first_row = 0;
        self.primed_column.fill(None);
        self.covered_rows.fill(false);
        self.open.clear();
        self.open_bits.fill(0);
        for column in 0..self.size {
            if self.starred_row[column].is_none() {
                self.open_column(column);
            }
        }
    }

    fn is_zero(&self, row: usize, column: usize) -> bool {
        self.zeros[row * self.words + column / 64] & (1 << (column % 64)) != 0
    }

    fn open_column(&mut self, column: usize) {
        self.open.push(column);
        self.open_bits[column / 64] |= 1 << (column % 64);
    }

    fn is_open(&self, column: usize) -> bool {
        self.open_bits[column / 64] & (1 << (column % 64)) != 0
    }

    /// Primes zeros until one is in a row without a star.
    fn prime_until_free(&mut self, limit: usize) -> Option<(usize, usize)> {
        loop {
            let Some((row, column)) = self.uncovered_zero() else {
                self.work += self.shift_size();
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
            let newly_zero = |&above: &usize| !self.covered_rows[above] && self.is_zero(above, star);
            self.first_row = (0..row).find(newly_zero).unwrap_or(row + 1);
        }
    }

    /// The first uncovered row with an uncovered zero, and its rightmost one.
    fn uncovered_zero(&self) -> Option<(usize, usize)> {
        let rows = self.zeros.chunks_exact(self.words).enumerate().skip(self.first_row);
        let mut uncovered = rows.filter(|&(row, _)| !self.covered_rows[row]);
        uncovered.find_map(|(row, bits)| Some((row, self.rightmost(bits)?)))
    }

    fn rightmost(&self, bits: &[u64]) -> Option<usize> {
        let words = bits.iter().zip(&self.open_bits).enumerate().rev();
        let mut words = words.map(|(index, (bits, open))| (index, bits & open));
        let (index, word) = words.find(|&(_, word)| word != 0)?;
        Some(index * 64 + 63 - word.leading_zeros() as usize)
    }

    /// Makes a new uncovered zero: adds the least uncovered cost to covered rows, then takes it from uncovered columns.
    ///
    /// If both apply to a cost, it may be rounded. If neither does, it is unchanged.
    fn shift(&mut self) {
        self.first_row = 0;
        let least = self.least_uncovered();
        let taken: Vec<f64> =
            (0..self.size).map(|column| if self.is_open(column) { least } else { 0.0 }).collect();
        let rows = self.costs.chunks_exact_mut(self.size).zip(self.zeros.chunks_exact_mut(self.words));
        for ((costs, zeros), &is_covered) in rows.zip(&self.covered_rows) {
            if is_covered {
                for (cost, taken) in costs.iter_mut().zip(&taken) {
                    *cost = (*cost + least) - taken;
                }
                find_zeros(costs, zeros);
            } else {
                for &column in &self.open {
                    costs[column] -= least;
                    zeros[column / 64] |= u64::from(costs[column] == 0.0) << (column % 64);
                }
            }
        }
    }

    fn least_uncovered(&self) -> f64 {
        let rows = self.costs.chunks_exact(self.size).zip(&self.covered_rows);
        let uncovered = rows.filter(|&(_, &is_covered)| !is_covered);
        let cells = uncovered.flat_map(|(costs, _)| self.open.iter().map(|&column| costs[column]));
        cells.fold(f64::INFINITY, f64::min)
    }

    /// How many cells a shift rewrites.
    fn shift_size(&self) -> usize {
        let covered = self.covered_rows.iter().filter(|&&is_covered| is_covered).count();
        covered * self.size + (self.size - covered) * self.open.len()
    }

    /// Exchanges stars and primes on the way from a primed zero, so that one more row has a star.
    fn augment(&mut self, row: usize, column: usize) {
        let (mut row, mut column) = (row, column);
        while let Some(other) = self.starred_row[column] {
            self.star(row, column);
            let Some(next) = self.primed_column[other] else {
                return; // never: the path enters only rows that were covered and therefore primed
            };
            (row, column) = (other, next);
        }
        self.star(row, column);
    }
}

/// Marks the zeros of a row.
fn find_zeros(costs: &[f64], zeros: &mut [u64]) {
    for (costs, word) in costs.chunks(64).zip(zeros) {
        *word = zero_bits(costs);
    }
}

/// The costs that are 0, out of up to 64, as bits.
fn zero_bits(costs: &[f64]) -> u64 {
    let bits = costs.iter().enumerate();
    bits.fold(0, |word, (at, &cost)| word | u64::from(cost == 0.0) << at)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::assign;

    fn total(costs: &[f64], columns: &[usize]) -> f64 {
        let cells = columns.iter().enumerate();
        cells.map(|(row, column)| costs[row * columns.len() + column]).sum()
    }

    /// The least total of the rows from `row` on, with the columns that are free.
    fn least(costs: &[f64], row: usize, free: &[usize]) -> f64 {
        let size = row + free.len();
        let choices = (0..free.len()).map(|place| {
            let mut others = free.to_vec();
            let column = others.remove(place);
            costs[row * size + column] + least(costs, row + 1, &others)
        });
        if free.is_empty() { 0.0 } else { choices.fold(f64::INFINITY, f64::min) }
    }

    #[test]
    fn among_equals_the_first_row_takes_the_first_column() {
        assert_eq!(assign(vec![1.0; 9], 3, usize::MAX), Some(vec![0, 1, 2]));
    }

    #[test]
    fn a_contested_column_is_passed_on() {
        let costs = vec![0.0, 1.0, 0.0, 4.0];
        assert_eq!(assign(costs, 2, usize::MAX), Some(vec![1, 0]));
    }

    #[test]
    fn no_rows_need_no_columns() {
        assert_eq!(assign(Vec::new(), 0, 0), Some(Vec::new()));
    }

    #[test]
    fn too_much_work_is_not_finished() {
        assert_eq!(assign(vec![0.0, 1.0, 0.0, 4.0], 2, 0), None);
    }

    proptest! {
        #[test]
        fn no_other_assignment_costs_less(size in 0..6_usize, numbers in prop::collection::vec(0..4_u8, 36)) {
            let costs: Vec<f64> = numbers[..size * size].iter().map(|&number| f64::from(number)).collect();
            let columns = assign(costs.clone(), size, usize::MAX).unwrap_or_default();
            let free: Vec<usize> = (0..size).collect();
            prop_assert!((total(&costs, &columns) - least(&costs, 0, &free)).abs() < 1e-9);
        }
    }
}
