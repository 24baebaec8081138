//! The heaviest matching of rows with columns, by shortest augmenting paths on a sparse table.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The cells of a row: columns and weights.
type Row = Vec<(u32, f64)>;

/// Matches rows one by one; a row may also take a column of its own, which weighs nothing.
pub(super) struct Search<'a> {
    rows: &'a [Row],
    columns: usize,
    owner: Vec<Option<usize>>,
    place: Vec<Option<usize>>,
    price: Vec<f64>,
    gain: Vec<f64>,
    distance: Vec<f64>,
    previous: Vec<usize>,
    touched: Vec<usize>,
}

impl<'a> Search<'a> {
    /// The weight of the heaviest matching.
    pub(super) fn total(rows: &'a [Row]) -> f64 {
        let mut search = Self::new(rows);
        (0..rows.len()).for_each(|row| search.insert(row));
        (0..rows.len()).map(|row| search.weight(row)).sum()
    }

    fn new(rows: &'a [Row]) -> Self {
        let columns = rows.iter().flatten().map(|cell| cell.0 as usize + 1).max().unwrap_or(0);
        let all = columns + rows.len();
        let heaviest = |row: &Row| row.iter().map(|cell| cell.1).fold(0.0, f64::max);
        Self {
            rows,
            columns,
            owner: vec![None; all],
            place: vec![None; rows.len()],
            price: vec![0.0; all],
            gain: rows.iter().map(heaviest).collect(),
            distance: vec![f64::INFINITY; all],
            previous: vec![0; all],
            touched: Vec::new(),
        }
    }

    fn weight(&self, row: usize) -> f64 {
        let taken = self.rows[row].iter().find(|cell| self.place[row] == Some(cell.0 as usize));
        taken.map_or(0.0, |cell| cell.1)
    }

    fn insert(&mut self, row: usize) {
        let (end, shortest, passed) = self.nearest_free(row);
        self.reprice(row, shortest, &passed);
        self.flip(row, end);
        for column in self.touched.drain(..) {
            self.distance[column] = f64::INFINITY;
        }
    }

    fn nearest_free(&mut self, row: usize) -> (usize, f64, Vec<usize>) {
        let mut heap = BinaryHeap::new();
        let mut passed = Vec::new();
        self.relax(row, 0.0, &mut heap);
        while let Some(Reverse((bits, column))) = heap.pop() {
            let distance = f64::from_bits(bits);
            if distance > self.distance[column] {
                continue;
            }
            let Some(owner) = self.owner[column] else { return (column, distance, passed) };
            passed.push(column);
            self.relax(owner, distance, &mut heap);
        }
        (self.columns + row, 0.0, passed)
    }

    fn relax(&mut self, row: usize, base: f64, heap: &mut BinaryHeap<Reverse<(u64, usize)>>) {
        let cells = self.rows[row].iter().map(|&(column, weight)| (column as usize, weight));
        for (column, weight) in cells.chain([(self.columns + row, 0.0)]) {
            let distance = base + (self.gain[row] + self.price[column] - weight).max(0.0);
            if distance < self.distance[column] {
                self.touched.push(column);
                self.distance[column] = distance;
                self.previous[column] = row;
                // distances are never negative, so their bits sort as they do
                heap.push(Reverse((distance.to_bits(), column)));
            }
        }
    }

    fn reprice(&mut self, row: usize, shortest: f64, passed: &[usize]) {
        self.gain[row] -= shortest;
        for &column in passed {
            let change = shortest - self.distance[column];
            self.price[column] += change;
            if let Some(owner) = self.owner[column] {
                self.gain[owner] -= change;
            }
        }
    }

    fn flip(&mut self, row: usize, end: usize) {
        let mut next = Some(end);
        while let Some(column) = next {
            let mover = self.previous[column];
            self.owner[column] = Some(mover);
            next = self.place[mover].replace(column).filter(|_| mover != row);
        }
    }
}
