//! The assignment as the existing scorers find it, tie by tie.
//!
//! They all call one library routine on a dense matrix: rows are added one by one along shortest augmenting paths
//! (Crouse, "On implementing 2D rectangular assignment algorithms", 2016). Which of several best assignments
//! it returns depends on the order in which columns are examined, and on how sums are rounded, so both are
//! reproduced here.
//!
//! The dense matrix is not built. As long as a column is free, and one always is, a search never continues
//! through a column that is worth nothing to the rows it has seen: all free columns are just as near, and are
//! preferred. So it is enough to examine the cells above zero, and to know which free column the routine
//! would meet last.

use super::scan_order::ScanOrder;
use super::{Cell, Table};

/// The column of each row in a best assignment, where the two are worth something together.
///
/// `columns` counts those without any weight too: their number can decide between equals.
#[must_use]
pub(crate) fn best_as_reference(table: &Table, columns: usize) -> Vec<Option<u32>> {
    let columns = columns.max(table.columns());
    if table.rows() <= columns {
        return Placement::of(table, columns).worthy_partners();
    }
    let mut partners = vec![None; table.rows()];
    let transposed = table.transposed(columns);
    let rows = Placement::of(&transposed, table.rows()).worthy_partners();
    for (column, row) in (0u32..).zip(rows) {
        if let Some(row) = row {
            partners[row as usize] = Some(column);
        }
    }
    partners
}

/// The rows placed so far, and prices such that each is in its cheapest column.
struct Placement<'a> {
    table: &'a Table,
    row_prices: Vec<f64>,
    column_prices: Vec<f64>,
    partners: Vec<Option<u32>>,
    holders: Vec<u32>,
    order: ScanOrder,
    /// columns with a price above zero, which only rounding can give them
    overpriced: Vec<u32>,
    paths: Paths,
}

/// The shortest paths from a new row.
struct Paths {
    /// to each column in `seen`; infinite elsewhere
    distances: Vec<f64>,
    origins: Vec<u32>,
    /// the columns that are tracked one by one, closed or not
    seen: Vec<u32>,
    /// those of them whose distance may still become shorter
    open: Vec<u32>,
    /// to a column that is worth nothing to any row so far, and costs nothing
    elsewhere: f64,
    elsewhere_from: u32,
}

impl<'a> Placement<'a> {
    fn of(table: &'a Table, columns: usize) -> Self {
        let mut placement = Self {
            table,
            row_prices: vec![0.0; table.rows()],
            column_prices: vec![0.0; columns],
            partners: vec![None; table.rows()],
            holders: vec![0; columns],
            order: ScanOrder::new(columns as u32),
            overpriced: Vec::new(),
            paths: Paths::new(columns),
        };
        for row in 0..table.rows() as u32 {
            placement.add(row);
        }
        placement
    }

    fn add(&mut self, row: u32) {
        for place in 0..self.overpriced.len() {
            let column = self.overpriced[place];
            self.paths.see(column, self.column_prices[column as usize]);
        }
        if let Some(end) = self.nearest_free(row) {
            self.update_prices(row, self.paths.distance(end));
            self.hand_on(row, end);
        }
        self.order.restore();
        self.paths.clear();
    }

    /// The free column that is nearest to a row, with the paths that lead to it.
    fn nearest_free(&mut self, source: u32) -> Option<u32> {
        let (mut row, mut distance) = (source, 0.0);
        loop {
            self.look_from(row, distance);
            let column = self.nearest()?;
            if self.order.is_free(column) {
                return Some(column);
            }
            distance = self.paths.distance(column);
            row = self.holders[column as usize];
            self.order.remove(column);
            self.paths.open.retain(|&open| open != column);
        }
    }

    fn look_from(&mut self, row: u32, distance: f64) {
        // the order of operations decides how sums are rounded, and so what is equal
        let price = self.row_prices[row as usize];
        let elsewhere = distance - price;
        for place in 0..self.paths.open.len() {
            let column = self.paths.open[place];
            self.paths.approach(column, row, elsewhere - self.column_prices[column as usize]);
        }
        for cell in self.table.row(row as usize) {
            if self.order.contains(cell.column) {
                let column_price = self.column_prices[cell.column as usize];
                self.paths.see(cell.column, column_price);
                self.paths.approach(cell.column, row, distance - cell.weight - price - column_price);
            }
        }
        if elsewhere < self.paths.elsewhere {
            (self.paths.elsewhere, self.paths.elsewhere_from) = (elsewhere, row);
        }
    }

    /// The nearest column that is not closed: of equals the last free one, else the first.
    fn nearest(&mut self) -> Option<u32> {
        let mut nearest = None;
        let mut least = self.paths.elsewhere;
        for &column in &self.paths.open {
            let distance = self.paths.distance(column);
            if distance < least
                || nearest.is_some_and(|other| distance <= least && self.is_preferred(column, other))
            {
                (nearest, least) = (Some(column), distance);
            }
        }
        nearest.or_else(|| self.order.last_free())
    }

    fn is_preferred(&self, column: u32, other: u32) -> bool {
        let later = self.order.place(column) > self.order.place(other);
        match (self.order.is_free(column), self.order.is_free(other)) {
            (true, true) => later,
            (false, false) => !later,
            (free, _) => free,
        }
    }

    fn update_prices(&mut self, source: u32, distance: f64) {
        self.row_prices[source as usize] += distance;
        for &column in self.paths.seen.iter().filter(|&&column| !self.order.contains(column)) {
            let rise = distance - self.paths.distance(column);
            self.row_prices[self.holders[column as usize] as usize] += rise;
            self.column_prices[column as usize] -= rise;
            if self.column_prices[column as usize] > 0.0 && !self.overpriced.contains(&column) {
                self.overpriced.push(column);
            }
        }
    }

    fn hand_on(&mut self, source: u32, end: u32) {
        self.order.occupy(end);
        let mut handed = Some(end);
        while let Some(column) = handed {
            let row = self.paths.origin(column);
            self.holders[column as usize] = row;
            handed = self.partners[row as usize].replace(column);
            if row == source {
                return;
            }
        }
    }

    fn worthy_partners(self) -> Vec<Option<u32>> {
        let worthy = |(cells, partner): (&[Cell], Option<u32>)| {
            partner.filter(|&partner| cells.iter().any(|cell| cell.column == partner))
        };
        self.table.iter().zip(self.partners).map(worthy).collect()
    }
}

impl Paths {
    fn new(columns: usize) -> Self {
        Self {
            distances: vec![f64::INFINITY; columns],
            origins: vec![0; columns],
            seen: Vec::new(),
            open: Vec::new(),
            elsewhere: f64::INFINITY,
            elsewhere_from: 0,
        }
    }

    fn clear(&mut self) {
        for column in self.seen.drain(..) {
            self.distances[column as usize] = f64::INFINITY;
        }
        self.open.clear();
        self.elsewhere = f64::INFINITY;
    }

    /// Tracks a column separately from now on; until now it was like the others of its price.
    fn see(&mut self, column: u32, price: f64) {
        if !self.is_seen(column) {
            self.distances[column as usize] = self.elsewhere - price;
            self.origins[column as usize] = self.elsewhere_from;
            self.seen.push(column);
            self.open.push(column);
        }
    }

    /// Records a path to a column if it is the shortest so far.
    fn approach(&mut self, column: u32, row: u32, distance: f64) {
        if distance < self.distances[column as usize] {
            self.distances[column as usize] = distance;
            self.origins[column as usize] = row;
        }
    }

    fn is_seen(&self, column: u32) -> bool {
        self.distances[column as usize].is_finite()
    }

    fn distance(&self, column: u32) -> f64 {
        if self.is_seen(column) { self.distances[column as usize] } else { self.elsewhere }
    }

    fn origin(&self, column: u32) -> u32 {
        if self.is_seen(column) { self.origins[column as usize] } else { self.elsewhere_from }
    }
}

#[cfg(test)]
mod tests {
    use super::{Table, best_as_reference};

    /// A matrix, and for each row the column that SciPy 1.17 gave it, `-` where the cell is zero.
    const RECORDED: [(&str, &str); 14] = [
        ("1 1 / 1 1", "0 1"),
        ("1 1 / 1 1 / 1 1", "0 1 -"),
        ("1 1 1 / 1 1 1", "0 1"),
        ("0 2 0 / 0 0 0 / 2 2 2", "1 - 2"),
        ("2 0 0 / 2 0 0 / 0 2 1 / 0 0 1", "0 - 1 2"),
        ("1 2 1 2 / 0 1 1 2 / 0 0 1 0", "1 3 2"),
        ("2 1 2 1 1 / 1 0 0 0 2 / 1 2 0 2 2 / 2 0 1 0 2 / 2 1 0 0 0", "2 4 3 0 1"),
        ("0 0 2 1 / 2 0 1 2 / 1 0 1 2 / 1 1 1 1 / 1 2 0 2 / 0 0 0 0", "2 0 3 - 1 -"),
        ("1 0 0 2 2 1 / 2 1 0 2 0 1 / 1 2 0 0 0 0 / 0 2 1 1 2 1", "3 0 1 4"),
        (
            "0 1 0 1 0 / 0 2 0 0 0 / 0 0 2 0 0 / 0 1 1 0 0 / 2 0 0 2 0 / 2 2 2 0 0 / 0 2 2 2 2",
            "- 1 2 - 3 0 4",
        ),
        (
            "0 0 2 1 0 1 2 0 / 0 0 0 0 0 1 0 0 / 0 0 1 1 0 2 0 1 / 2 0 0 2 1 1 0 0 / 0 0 0 0 0 0 2 2",
            "2 - 5 0 6",
        ),
        // in these, sums that should be equal differ by rounding
        ("0 .4 .4 0 .1 / 0 0 0 0 .1 / .6 .7 .3 .3 0 / 0 0 0 .3 .9 / .7 .8 0 0 .2", "2 - 1 4 0"),
        ("0 0 0 .3 / 0 0 0 0 / 0 0 0 .7 / .6 .2 0 .9 / .6 0 0 0 / 0 0 0 .6", "- - 3 1 0 -"),
        (
            "0 0 0 0 .8 / 0 0 0 0 .8 / 0 0 0 0 0 / .4 .8 0 0 0 / 0 0 0 0 .4 / 0 .1 0 0 0 / 0 .6 .2 0 0 / .4 0 0 0 0",
            "4 - - 1 - - 2 0",
        ),
    ];

    fn solved(matrix: &str, columns: usize) -> String {
        let mut table = Table::new();
        for row in matrix.split(" / ") {
            table.add_row((0..).zip(row.split(' ').map(|weight| weight.parse().unwrap())));
        }
        let partners = best_as_reference(&table, columns).into_iter();
        let words: Vec<String> =
            partners.map(|partner| partner.map_or("-".into(), |column| column.to_string())).collect();
        words.join(" ")
    }

    #[test]
    fn ties_are_broken_as_recorded() {
        for (matrix, partners) in RECORDED {
            let columns = matrix.split(" / ").next().map_or(0, |row| row.split(' ').count());
            assert_eq!(solved(matrix, columns), partners, "{matrix}");
        }
    }

    #[test]
    fn a_column_without_weight_can_change_the_choice() {
        let matrix = "0 0 / 0 0 / 1 1";
        assert_eq!([solved(matrix, 2), solved(matrix, 3)], ["- - 0", "- - 1"]);
    }

    #[test]
    fn an_empty_side_leaves_everyone_alone() {
        assert_eq!(best_as_reference(&Table::new(), 2), []);
        assert_eq!(solved("0 / 0", 0), "- -");
    }
}
