//! The order in which the existing scorers examine columns, and which columns are free.
//!
//! Each search starts with all columns, the last one first. A finished column is removed from the list, and
//! the last column of the list moves into its place.

/// The list of columns, which is never scanned.
pub(super) struct ScanOrder {
    /// the columns by place; those from `length` on are finished
    columns: Vec<u32>,
    places: Vec<u32>,
    length: usize,
    /// the places from which columns were removed
    removed: Vec<u32>,
    /// a free column refers to itself, any other to a column closer to the next free one
    free: Vec<u32>,
}

impl ScanOrder {
    pub(super) fn new(columns: u32) -> Self {
        Self {
            columns: (0..columns).rev().collect(),
            places: (0..columns).rev().collect(),
            length: columns as usize,
            removed: Vec::new(),
            free: (0..=columns).collect(),
        }
    }

    /// Where a column stands in the list.
    pub(super) fn place(&self, column: u32) -> u32 {
        self.places[column as usize]
    }

    /// Whether a column is still in the list.
    pub(super) fn contains(&self, column: u32) -> bool {
        (self.place(column) as usize) < self.length
    }

    /// Takes a column off the list.
    pub(super) fn remove(&mut self, column: u32) {
        let place = self.place(column);
        self.length -= 1;
        self.exchange(place as usize, self.length);
        self.removed.push(place);
    }

    /// Puts all columns back where they were at first.
    pub(super) fn restore(&mut self) {
        while let Some(place) = self.removed.pop() {
            self.exchange(place as usize, self.length);
            self.length += 1;
        }
    }

    fn exchange(&mut self, one: usize, other: usize) {
        self.columns.swap(one, other);
        for place in [one, other] {
            self.places[self.columns[place] as usize] = place as u32;
        }
    }

    /// Whether a column belongs to no row.
    pub(super) fn is_free(&self, column: u32) -> bool {
        self.free[column as usize] == column
    }

    /// Marks a column as taken by a row; it never becomes free again.
    pub(super) fn occupy(&mut self, column: u32) {
        self.free[column as usize] = column + 1;
    }

    /// The last free column in the list.
    pub(super) fn last_free(&mut self) -> Option<u32> {
        // only the first columns, which stood at the end, can have been moved; no free one was removed
        let moved = self.removed.len() as u32;
        let others =
            (0..moved).filter(|&column| self.is_free(column)).max_by_key(|&column| self.place(column));
        let next = self.next_free(moved);
        let next = ((next as usize) < self.places.len()).then_some(next);
        next.into_iter().chain(others).max_by_key(|&column| self.place(column))
    }

    /// The first free column from one on, or the number of columns.
    fn next_free(&mut self, mut column: u32) -> u32 {
        while !self.is_free(column) {
            let next = self.free[column as usize];
            self.free[column as usize] = self.free[next as usize];
            column = next;
        }
        column
    }
}
