//! The best assignment that `scipy.optimize.linear_sum_assignment` finds, equally good ones told apart as it does.
//!
//! It inserts rows one by one along shortest augmenting paths and looks at every column in an order of its own.
//! Columns without a cell are all equally far from a row, and a free one among them is nearer than any taken one,
//! so only columns with cells are ever looked at here: the same result in time that depends on the cells alone.

use rustc_hash::FxHashMap;

/// A row, a column, and what the two are worth together, more than 0.
pub(in crate::dropin) type Cell = (u32, u32, f64);

const NOBODY: u32 = u32::MAX;

/// The pairs of rows and columns that have a cell in the assignment worth most, in the order of the rows.
pub(in crate::dropin) fn assign(rows: usize, columns: usize, cells: &[Cell]) -> Vec<(u32, u32)> {
    if columns < rows {
        let turned: Vec<Cell> = cells.iter().map(|&(row, column, worth)| (column, row, worth)).collect();
        let mut pairs: Vec<_> =
            assign(columns, rows, &turned).into_iter().map(|(row, column)| (column, row)).collect();
        pairs.sort_unstable();
        return pairs;
    }
    let mut search = Search::new(rows, columns, cells);
    (0..rows).for_each(|row| search.insert(row));
    search.pairs()
}

struct Search {
    cells: Vec<Vec<(u32, f64)>>,
    owner: Vec<u32>,
    place: Vec<u32>,
    row_price: Vec<f64>,
    column_price: Vec<f64>,
    free: Free,
    slot: Vec<u32>,
}

/// A column that a path may pass through.
struct Reached {
    column: u32,
    distance: f64,
    from: u32,
    passed: bool,
}

/// The path under construction from one new row.
struct Path {
    reached: Vec<Reached>,
    /// How far a free column without cells is, and from which row.
    elsewhere: (f64, u32),
    order: Order,
}

impl Search {
    fn new(rows: usize, columns: usize, cells: &[Cell]) -> Self {
        let mut by_row = vec![Vec::new(); rows];
        for &(row, column, worth) in cells {
            by_row[row as usize].push((column, worth));
        }
        Self {
            cells: by_row,
            owner: vec![NOBODY; columns],
            place: vec![NOBODY; rows],
            row_price: vec![0.0; rows],
            column_price: vec![0.0; columns],
            free: Free { next: (0..=columns as u32).collect() },
            slot: vec![NOBODY; columns],
        }
    }

    fn pairs(&self) -> Vec<(u32, u32)> {
        let placed = (0u32..).zip(&self.place).zip(&self.cells);
        placed
            .filter(|((_, place), cells)| cells.iter().any(|(column, _)| column == *place))
            .map(|((row, place), _)| (row, *place))
            .collect()
    }

    fn insert(&mut self, row: usize) {
        let columns = self.owner.len() as u32;
        let mut path =
            Path { reached: Vec::new(), elsewhere: (f64::INFINITY, NOBODY), order: Order::new(columns) };
        let (mut current, mut base) = (row as u32, 0.0);
        let end = loop {
            self.relax(&mut path, current, base);
            let (column, distance) = self.nearest(&path);
            base = distance;
            if self.owner[column as usize] == NOBODY {
                break column;
            }
            self.pass(&mut path, column);
            current = self.owner[column as usize];
        };
        self.reprice(&path, row, base);
        self.flip(&path, row as u32, end);
        path.reached.iter().for_each(|reached| self.slot[reached.column as usize] = NOBODY);
    }

    /// Sees whether the columns are nearer by way of `row`, which is `base` away.
    fn relax(&mut self, path: &mut Path, row: u32, base: f64) {
        let price = self.row_price[row as usize];
        let plain = base - price;
        let cells = std::mem::take(&mut self.cells[row as usize]);
        for &(column, _) in &cells {
            self.reach(path, column);
        }
        for reached in path.reached.iter_mut().filter(|reached| !reached.passed) {
            let cell = cells.iter().find(|(column, _)| *column == reached.column);
            let before = cell.map_or(plain, |(_, worth)| base - worth - price);
            let distance = before - self.column_price[reached.column as usize];
            if distance < reached.distance {
                (reached.distance, reached.from) = (distance, row);
            }
        }
        self.cells[row as usize] = cells;
        if plain < path.elsewhere.0 {
            path.elsewhere = (plain, row);
        }
    }

    fn reach(&mut self, path: &mut Path, column: u32) {
        let slot = &mut self.slot[column as usize];
        if *slot == NOBODY {
            *slot = path.reached.len() as u32;
            let (elsewhere, from) = path.elsewhere;
            let distance = elsewhere - self.column_price[column as usize];
            path.reached.push(Reached { column, distance, from, passed: false });
        }
    }

    /// The nearest column: a free one if any is as near, the last of those in scan order, else the first.
    fn nearest(&mut self, path: &Path) -> (u32, f64) {
        let open = || path.reached.iter().filter(|reached| !reached.passed);
        let lowest = open().map(|reached| reached.distance).fold(path.elsewhere.0, f64::min);
        let near = || open().filter(|reached| same(reached.distance, lowest)).map(|reached| reached.column);
        let is_free = |column: &u32| self.owner[*column as usize] == NOBODY;
        let mut free = near().filter(is_free).max_by_key(|&column| path.order.position(column));
        if same(path.elsewhere.0, lowest) {
            free = path.order.last(&mut self.free, &self.owner).or(free);
        }
        let taken = || near().min_by_key(|&column| path.order.position(column));
        (free.or_else(taken).unwrap_or_default(), lowest)
    }

    fn pass(&self, path: &mut Path, column: u32) {
        path.reached[self.slot[column as usize] as usize].passed = true;
        path.order.remove(column);
    }

    fn reprice(&mut self, path: &Path, row: usize, shortest: f64) {
        self.row_price[row] += shortest;
        for reached in path.reached.iter().filter(|reached| reached.passed) {
            let saved = shortest - reached.distance;
            self.column_price[reached.column as usize] -= saved;
            self.row_price[self.owner[reached.column as usize] as usize] += saved;
        }
    }

    fn flip(&mut self, path: &Path, row: u32, end: u32) {
        self.free.take(end);
        let mut column = end;
        loop {
            let reached = path.reached.get(self.slot[column as usize] as usize);
            let mover = reached.map_or(path.elsewhere.1, |reached| reached.from);
            self.owner[column as usize] = mover;
            let left = std::mem::replace(&mut self.place[mover as usize], column);
            if mover == row {
                break;
            }
            column = left;
        }
    }
}

/// Whether two distances are the same number.
fn same(a: f64, b: f64) -> bool {
    a <= b && b <= a
}

/// The order in which columns are looked at: from the last to the first, but a passed one leaves
/// its place to whichever stands last.
struct Order {
    columns: u32,
    left: u32,
    moved: FxHashMap<u32, u32>,
    standing: FxHashMap<u32, u32>,
}

impl Order {
    fn new(columns: u32) -> Self {
        Self { columns, left: columns, moved: FxHashMap::default(), standing: FxHashMap::default() }
    }

    fn position(&self, column: u32) -> u32 {
        self.moved.get(&column).copied().unwrap_or(self.columns - 1 - column)
    }

    fn remove(&mut self, column: u32) {
        let position = self.position(column);
        self.left -= 1;
        let last = self.standing.get(&self.left).copied().unwrap_or(self.columns - 1 - self.left);
        if last != column {
            self.moved.insert(last, position);
            self.standing.insert(position, last);
        }
    }

    /// The free column that is looked at last.
    fn last(&self, free: &mut Free, owner: &[u32]) -> Option<u32> {
        let mut unmoved = free.from(0);
        while self.moved.contains_key(&unmoved) {
            unmoved = free.from(unmoved + 1);
        }
        let unmoved = (unmoved < self.columns).then_some(unmoved);
        // positions differ, so the greatest is the same whatever the order of the keys
        let moved = self.moved.keys().copied().filter(|&column| owner[column as usize] == NOBODY);
        moved.chain(unmoved).max_by_key(|&column| self.position(column))
    }
}

/// Which columns are free: each taken one points to a later one.
struct Free {
    next: Vec<u32>,
}

impl Free {
    /// The first free column from `column` on, or the number of columns.
    fn from(&mut self, column: u32) -> u32 {
        let mut end = column;
        while self.next[end as usize] != end {
            end = self.next[end as usize];
        }
        let mut walker = column;
        while walker != end {
            walker = std::mem::replace(&mut self.next[walker as usize], end);
        }
        end
    }

    fn take(&mut self, column: u32) {
        self.next[column as usize] = column + 1;
    }
}

#[cfg(test)]
mod tests;
