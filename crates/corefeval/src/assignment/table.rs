//! A sparse table of weights, filled row by row.

/// Up to this many columns, compacting saves no memory worth having.
const FEW_COLUMNS: usize = 1024;

/// A table of which only the cells above zero are kept.
#[derive(Debug, Clone)]
pub struct Table {
    starts: Vec<usize>,
    cells: Vec<Cell>,
    columns: usize,
    heaviest: f64,
}

/// A weight above zero, kept in its row.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cell {
    /// The number of the column.
    pub column: u32,
    /// What the row and the column are worth together.
    pub weight: f64,
}

impl Default for Table {
    fn default() -> Self {
        Self { starts: vec![0], cells: Vec::new(), columns: 0, heaviest: 0.0 }
    }
}

impl Table {
    /// A table without rows.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Removes all rows; their memory is reused.
    pub fn clear(&mut self) {
        self.starts.truncate(1);
        self.cells.clear();
        self.columns = 0;
        self.heaviest = 0.0;
    }

    /// Adds a row of columns and weights. A weight that is not above zero, or is not finite, is left out.
    pub fn add_row(&mut self, cells: impl IntoIterator<Item = (u32, f64)>) {
        for (column, weight) in cells {
            if weight > 0.0 && weight.is_finite() {
                self.cells.push(Cell { column, weight });
                self.columns = self.columns.max((column as usize).saturating_add(1));
                self.heaviest = self.heaviest.max(weight);
            }
        }
        self.starts.push(self.cells.len());
    }

    /// How many rows there are.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.starts.len() - 1
    }

    /// How many columns there are, up to the last one with a weight.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The cells of a row; none if there is no such row.
    #[must_use]
    pub fn row(&self, row: usize) -> &[Cell] {
        let ends = self.starts.get(row).zip(self.starts.iter().skip(1).nth(row));
        ends.and_then(|(start, end)| self.cells.get(*start..*end)).unwrap_or_default()
    }

    /// The cells of each row.
    pub fn iter(&self) -> impl Iterator<Item = &[Cell]> {
        self.starts.windows(2).map(|ends| &self.cells[ends[0]..ends[1]])
    }

    /// The table with its first `columns` columns as rows, and its rows as columns.
    pub(super) fn transposed(&self, columns: usize) -> Self {
        let rows = (0u32..).zip(self.iter());
        let mut cells: Vec<_> = rows
            .flat_map(|(row, cells)| cells.iter().map(move |cell| (cell.column, row, cell.weight)))
            .collect();
        cells.sort_by_key(|&(column, ..)| column);
        let mut table = Self::new();
        let mut rest = &cells[..];
        for column in 0..columns as u32 {
            let (here, after) = rest.split_at(rest.partition_point(|cell| cell.0 == column));
            table.add_row(here.iter().map(|&(_, row, weight)| (row, weight)));
            rest = after;
        }
        table
    }

    /// The table with columns renumbered, without those that have no weight, and their original numbers;
    /// `None` if that would save little memory.
    pub(super) fn compact(&self) -> Option<(Self, Vec<u32>)> {
        if self.columns <= FEW_COLUMNS + 16 * self.cells.len() {
            return None;
        }
        let mut numbers: Vec<u32> = self.cells.iter().map(|cell| cell.column).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let mut table = Self::new();
        for cells in self.iter() {
            let anew =
                |cell: &Cell| (numbers.partition_point(|number| *number < cell.column) as u32, cell.weight);
            table.add_row(cells.iter().map(anew));
        }
        Some((table, numbers))
    }

    /// The largest weight; zero if there is none.
    pub(super) fn heaviest(&self) -> f64 {
        self.heaviest
    }
}
