//! The weights of a table as whole numbers, so that prices can be compared exactly.

use super::Table;

/// Cells in rows; a weight is a multiple of the table's unit.
#[derive(Debug)]
pub(super) struct Sheet {
    starts: Vec<usize>,
    cells: Vec<(u32, i64)>,
}

impl Default for Sheet {
    fn default() -> Self {
        Self { starts: vec![0], cells: Vec::new() }
    }
}

impl Sheet {
    /// Copies a table; `units` is how many units make a weight of one.
    pub(super) fn fill(&mut self, table: &Table, units: f64) {
        self.starts.truncate(1);
        self.cells.clear();
        for row in table.iter() {
            self.cells.extend(row.iter().map(|cell| (cell.column, (cell.weight * units) as i64)));
            self.starts.push(self.cells.len());
        }
    }

    /// Copies a sheet with rows and columns exchanged.
    pub(super) fn fill_transposed(&mut self, sheet: &Self, columns: usize) {
        self.starts.clear();
        self.starts.resize(columns + 2, 0);
        for &(column, _) in &sheet.cells {
            self.starts[column as usize + 2] += 1;
        }
        for next in 2..self.starts.len() {
            self.starts[next] += self.starts[next - 1];
        }
        // each start is moved on as its row fills, and so becomes the start of the next row
        self.cells.clear();
        self.cells.resize(sheet.cells.len(), (0, 0));
        for row in 0..sheet.rows() {
            for &(column, weight) in sheet.row(row as u32) {
                let place = &mut self.starts[column as usize + 1];
                self.cells[*place] = (row as u32, weight);
                *place += 1;
            }
        }
        self.starts.truncate(columns + 1);
    }

    /// The mean weight; zero if there is none.
    pub(super) fn mean(&self) -> i64 {
        let sum: i128 = self.cells.iter().map(|&(_, weight)| i128::from(weight)).sum();
        // a mean is no more than the largest weight
        (sum / self.cells.len().max(1) as i128) as i64
    }

    /// How many rows there are.
    pub(super) fn rows(&self) -> usize {
        self.starts.len() - 1
    }

    /// Columns and weights of a row.
    pub(super) fn row(&self, row: u32) -> &[(u32, i64)] {
        &self.cells[self.starts[row as usize]..self.starts[row as usize + 1]]
    }
}
