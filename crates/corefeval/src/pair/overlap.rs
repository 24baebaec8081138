//! How many mentions each key entity shares with each response entity: one sparse table.

use std::sync::OnceLock;

/// The table of shared mentions, key entities in rows, response entities in columns.
#[derive(Clone, Debug, Default)]
pub struct Overlap {
    row_sizes: Vec<u32>,
    column_sizes: Vec<u32>,
    row_starts: Vec<u32>,
    cells: Vec<Cell>,
    /// The table with key and response exchanged, which several metrics use, once it has been computed.
    turned: OnceLock<Box<Overlap>>,
}

/// A key and a response entity that share mentions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The entity of the other side.
    pub column: u32,
    /// How many mentions are shared; never 0.
    pub count: u32,
}

impl PartialEq for Overlap {
    /// Compares tables without their cached transposition.
    fn eq(&self, other: &Self) -> bool {
        self.row_sizes == other.row_sizes
            && self.column_sizes == other.column_sizes
            && self.row_starts == other.row_starts
            && self.cells == other.cells
    }
}

impl Eq for Overlap {}

impl Overlap {
    /// Counts twins, given as pairs of a key and a response entity. There must be a size for each entity.
    #[must_use]
    pub(crate) fn new(
        row_sizes: Vec<u32>,
        column_sizes: Vec<u32>,
        twins: impl Iterator<Item = (u32, u32)>,
    ) -> Self {
        let (starts, columns) = grouped(row_sizes.len(), twins);
        let mut counts = vec![0u32; column_sizes.len()];
        let mut row_starts = Vec::with_capacity(row_sizes.len() + 1);
        let mut cells = Vec::with_capacity(columns.len());
        row_starts.push(0);
        for row in 0..row_sizes.len() {
            let row_columns = &columns[starts[row] as usize..starts[row + 1] as usize];
            push_cells(row_columns, &mut counts, &mut cells);
            row_starts.push(cells.len() as u32);
        }
        Self { row_sizes, column_sizes, row_starts, cells, turned: OnceLock::new() }
    }

    /// A table given by its cells: a row, a column, and how many mentions they share. `None` if a cell is
    /// outside the table or given twice, or if an entity shares more mentions than it has.
    ///
    /// ```
    /// use corefeval::pair::Overlap;
    ///
    /// let table = Overlap::from_cells(vec![3, 2], vec![2, 2], vec![(0, 0, 2), (1, 1, 2)]);
    /// assert_eq!(table.map(|table| table.twins()), Some(4));
    /// assert_eq!(Overlap::from_cells(vec![3], vec![2], vec![(0, 0, 3)]), None);
    /// ```
    #[must_use]
    pub fn from_cells(
        row_sizes: Vec<u32>,
        column_sizes: Vec<u32>,
        mut cells: Vec<(u32, u32, u32)>,
    ) -> Option<Self> {
        cells.sort_unstable();
        let mut left = (row_sizes.clone(), column_sizes.clone());
        let mut row_starts = vec![0u32; row_sizes.len() + 1];
        for &(row, column, count) in &cells {
            for (sizes, place) in [(&mut left.0, row), (&mut left.1, column)] {
                let size = sizes.get_mut(place as usize)?;
                *size = size.checked_sub(count).filter(|_| count > 0)?;
            }
            row_starts[row as usize + 1] += 1;
        }
        if cells.windows(2).any(|two| (two[0].0, two[0].1) == (two[1].0, two[1].1)) {
            return None;
        }
        accumulate(&mut row_starts);
        let cells = cells.into_iter().map(|(_, column, count)| Cell { column, count }).collect();
        Some(Self { row_sizes, column_sizes, row_starts, cells, turned: OnceLock::new() })
    }

    /// Each entity of the key that has mentions: its size, and the response entities it shares mentions with.
    pub fn rows(&self) -> impl Iterator<Item = (u32, &[Cell])> {
        let rows = self.row_sizes.iter().zip(self.row_starts.windows(2));
        let filled = rows.filter(|(size, _)| **size > 0);
        filled.map(|(&size, ends)| (size, &self.cells[ends[0] as usize..ends[1] as usize]))
    }

    /// A key entity: its size, and the response entities it shares mentions with.
    #[must_use]
    pub(crate) fn row(&self, row: u32) -> (u32, &[Cell]) {
        let row = row as usize;
        let ends = (self.row_starts[row] as usize, self.row_starts[row + 1] as usize);
        (self.row_sizes[row], &self.cells[ends.0..ends.1])
    }

    /// The sizes of all key entities, including those without any mention left.
    #[must_use]
    pub fn row_sizes(&self) -> &[u32] {
        &self.row_sizes
    }

    /// The sizes of all response entities, including those without any mention left.
    #[must_use]
    pub fn column_sizes(&self) -> &[u32] {
        &self.column_sizes
    }

    /// The place at which the cells of each row begin, and at the end the number of cells.
    #[must_use]
    pub fn row_starts(&self) -> &[u32] {
        &self.row_starts
    }

    /// All cells, row by row.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// How many mentions have a twin.
    #[must_use]
    pub fn twins(&self) -> u64 {
        self.cells.iter().map(|cell| u64::from(cell.count)).sum()
    }

    /// How many mentions the key has.
    #[must_use]
    pub fn key_mentions(&self) -> u64 {
        self.row_sizes.iter().map(|&size| u64::from(size)).sum()
    }

    /// How many mentions the response has.
    #[must_use]
    pub fn response_mentions(&self) -> u64 {
        self.column_sizes.iter().map(|&size| u64::from(size)).sum()
    }

    /// The table with key and response exchanged; it is computed once and kept.
    #[must_use]
    pub fn turned(&self) -> &Self {
        self.turned.get_or_init(|| Box::new(self.transposed()))
    }

    /// The table with key and response exchanged.
    #[must_use]
    pub fn transposed(&self) -> Self {
        let mut row_starts = vec![0u32; self.column_sizes.len() + 1];
        for cell in &self.cells {
            row_starts[cell.column as usize + 1] += 1;
        }
        accumulate(&mut row_starts);
        let mut next = row_starts.clone();
        let mut cells = vec![Cell { column: 0, count: 0 }; self.cells.len()];
        for (row, ends) in self.row_starts.windows(2).enumerate() {
            for cell in &self.cells[ends[0] as usize..ends[1] as usize] {
                let place = &mut next[cell.column as usize];
                cells[*place as usize] = Cell { column: row as u32, count: cell.count };
                *place += 1;
            }
        }
        let (row_sizes, column_sizes) = (self.column_sizes.clone(), self.row_sizes.clone());
        Self { row_sizes, column_sizes, row_starts, cells, turned: OnceLock::new() }
    }
}

/// Sorts twins by row in two linear passes; returns where each row starts, and the columns.
fn grouped(rows: usize, twins: impl Iterator<Item = (u32, u32)>) -> (Vec<u32>, Vec<u32>) {
    // reserve memory for all at once: few mentions are twinless
    let mut pairs: Vec<(u32, u32)> = Vec::with_capacity(twins.size_hint().1.unwrap_or(0));
    pairs.extend(twins);
    let twins = pairs;
    let mut starts = vec![0u32; rows + 1];
    for (row, _) in &twins {
        starts[*row as usize + 1] += 1;
    }
    accumulate(&mut starts);
    let mut next = starts.clone();
    let mut columns = vec![0u32; twins.len()];
    for (row, column) in twins {
        columns[next[row as usize] as usize] = column;
        next[row as usize] += 1;
    }
    (starts, columns)
}

fn accumulate(counts: &mut [u32]) {
    let mut total = 0;
    for count in counts {
        total += *count;
        *count = total;
    }
}

/// Adds the cells of one row in order of column; `counts` is all zero before and after.
fn push_cells(columns: &[u32], counts: &mut [u32], cells: &mut Vec<Cell>) {
    let first = cells.len();
    for &column in columns {
        if counts[column as usize] == 0 {
            cells.push(Cell { column, count: 0 });
        }
        counts[column as usize] += 1;
    }
    for cell in &mut cells[first..] {
        cell.count = std::mem::take(&mut counts[cell.column as usize]);
    }
    cells[first..].sort_unstable_by_key(|cell| cell.column);
}
