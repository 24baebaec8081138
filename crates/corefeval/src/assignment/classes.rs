//! The best assignment where many rows, and many columns, are alike: classes of them are assigned, with their sizes.
//!
//! This is a transport problem. It is solved by shortest augmenting paths, each of which carries as many
//! pairs as it can.

/// Classes of equal rows and of equal columns, and what they are worth together.
#[derive(Clone, Debug, Default)]
pub(crate) struct Classes {
    /// How many rows each class has.
    pub(crate) rows: Vec<u32>,
    /// How many columns each class has.
    pub(crate) columns: Vec<u32>,
    /// A class of rows, a class of columns, and what a row and a column of them are worth together, above
    /// zero.
    pub(crate) cells: Vec<(u32, u32, f64)>,
}

/// Gains below this are rounding errors.
const LEAST_GAIN: f64 = 1e-12;

impl Classes {
    /// The largest total worth of rows and columns paired one to one.
    #[must_use]
    pub(crate) fn best_total(&self) -> f64 {
        let mut transport = Transport::new(self);
        while transport.augment() {}
        let worth = self.cells.iter().zip(&transport.carried);
        worth.map(|((_, _, weight), carried)| weight * f64::from(*carried)).sum()
    }
}

/// The pairs that are carried so far, and the paths on which more can be.
struct Transport<'a> {
    cells: &'a [(u32, u32, f64)],
    /// How many rows and columns of each class are free.
    rows: Vec<u32>,
    columns: Vec<u32>,
    /// How many pairs there are in each cell.
    carried: Vec<u32>,
    /// The best gain with which a row, or a column, of each class can be freed or reached.
    row_gains: Vec<f64>,
    column_gains: Vec<f64>,
    /// The cell by which each was reached.
    row_from: Vec<usize>,
    column_from: Vec<usize>,
}

const START: usize = usize::MAX;

impl<'a> Transport<'a> {
    fn new(classes: &'a Classes) -> Self {
        let (rows, columns) = (classes.rows.len(), classes.columns.len());
        Self {
            cells: &classes.cells,
            rows: classes.rows.clone(),
            columns: classes.columns.clone(),
            carried: vec![0; classes.cells.len()],
            row_gains: vec![0.0; rows],
            column_gains: vec![0.0; columns],
            row_from: vec![START; rows],
            column_from: vec![START; columns],
        }
    }

    /// Carries as many pairs as possible along the path that gains most; false if no path gains anything.
    fn augment(&mut self) -> bool {
        self.find_paths();
        let free = (0..self.columns.len()).filter(|&column| self.columns[column] > 0);
        let best = free.max_by(|&one, &other| self.column_gains[one].total_cmp(&self.column_gains[other]));
        let Some(end) = best.filter(|&column| self.column_gains[column] > LEAST_GAIN) else { return false };
        let path = self.path(end);
        let start = path.last().map_or(0, |&(cell, _)| self.cells[cell].0 as usize);
        let taken = path.iter().filter(|(_, forward)| !forward).map(|&(cell, _)| self.carried[cell]);
        let amount = taken.chain([self.rows[start], self.columns[end]]).min().unwrap_or(0);
        for (cell, forward) in path {
            if forward {
                self.carried[cell] += amount;
            } else {
                self.carried[cell] -= amount;
            }
        }
        self.rows[start] -= amount;
        self.columns[end] -= amount;
        amount > 0
    }

    /// Finds the paths of greatest gain from free rows (Bellman and Ford).
    fn find_paths(&mut self) {
        for (gain, free) in self.row_gains.iter_mut().zip(&self.rows) {
            *gain = if *free > 0 { 0.0 } else { f64::NEG_INFINITY };
        }
        self.column_gains.fill(f64::NEG_INFINITY);
        self.row_from.fill(START);
        // no best path visits a class twice
        for _ in 0..self.rows.len() + self.columns.len() {
            if !self.relax() {
                break;
            }
        }
    }

    fn relax(&mut self) -> bool {
        let mut changed = false;
        for (number, &(row, column, weight)) in self.cells.iter().enumerate() {
            let (row, column) = (row as usize, column as usize);
            if self.row_gains[row] + weight > self.column_gains[column] + LEAST_GAIN {
                self.column_gains[column] = self.row_gains[row] + weight;
                self.column_from[column] = number;
                changed = true;
            }
            let back = self.column_gains[column] - weight;
            if self.carried[number] > 0 && back > self.row_gains[row] + LEAST_GAIN {
                self.row_gains[row] = back;
                self.row_from[row] = number;
                changed = true;
            }
        }
        changed
    }

    /// The cells of the path that ends at a column, from there on, and whether each is entered or left.
    fn path(&self, mut column: usize) -> Vec<(usize, bool)> {
        let mut path = Vec::new();
        // the bound ends the loop if rounding has closed a cycle
        while path.len() <= 2 * (self.rows.len() + self.columns.len()) {
            let cell = self.column_from[column];
            path.push((cell, true));
            let row = self.cells[cell].0 as usize;
            if self.row_from[row] == START {
                break;
            }
            path.push((self.row_from[row], false));
            column = self.cells[self.row_from[row]].1 as usize;
        }
        path
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{Solver, Table};
    use super::Classes;

    /// The total with every row and column in a class by itself.
    fn one_by_one(classes: &Classes) -> f64 {
        let mut table = Table::new();
        let start = |column: u32| classes.columns[..column as usize].iter().sum::<u32>();
        for (row, &rows) in (0..).zip(&classes.rows) {
            let cells: Vec<_> = classes.cells.iter().filter(|cell| cell.0 == row).collect();
            for _ in 0..rows {
                let columns = cells.iter().flat_map(|&&(_, column, weight)| {
                    let first = start(column);
                    (first..first + classes.columns[column as usize]).map(move |column| (column, weight))
                });
                table.add_row(columns);
            }
        }
        Solver::new().solve(&table).total
    }

    fn any_classes() -> impl Strategy<Value = Classes> {
        let sizes = || proptest::collection::vec(1_u32..5, 1..5);
        let weights = proptest::collection::vec(0_u8..7, 16);
        (sizes(), sizes(), weights).prop_map(|(rows, columns, weights)| {
            let mut cells = Vec::new();
            for row in 0..rows.len() as u32 {
                for column in 0..columns.len() as u32 {
                    let weight = f64::from(weights[(row * 4 + column) as usize]) / 3.0;
                    if weight > 0.0 {
                        cells.push((row, column, weight));
                    }
                }
            }
            Classes { rows, columns, cells }
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]
        #[test]
        fn classes_are_worth_what_their_members_are(classes in any_classes()) {
            prop_assert!((classes.best_total() - one_by_one(&classes)).abs() < 1e-9);
        }
    }

    #[test]
    fn a_hundred_thousand_that_are_alike_are_one_class() {
        let classes = Classes { rows: vec![100_000], columns: vec![70_000], cells: vec![(0, 0, 0.5)] };
        assert!((classes.best_total() - 35_000.0).abs() < 1e-9);
    }
}
