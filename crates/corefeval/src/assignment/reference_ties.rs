//! The assignment as the existing scorers find it, tie by tie.
//!
//! They all call one library routine on a dense matrix: rows are added one by one along shortest
//! augmenting paths (Crouse, "On implementing 2D rectangular assignment algorithms", 2016). Which of several best
//! assignments comes out depends on the order in which columns are looked at, so that order is kept here.

/// The column of each row in a best assignment; all rows get one if there are enough columns.
///
/// It takes time cubic in the smaller side, so it is for small tables.
/// A weight that is not finite is never chosen.
pub fn best_with_reference_ties(
    rows: usize,
    columns: usize,
    weight: impl Fn(usize, usize) -> f64,
) -> Vec<Option<usize>> {
    if rows <= columns {
        return solve(&cost_rows(rows, columns, |row, column| -weight(row, column)), columns).partners;
    }
    solve(&cost_rows(columns, rows, |column, row| -weight(row, column)), rows).holders
}

fn cost_rows(rows: usize, columns: usize, cost: impl Fn(usize, usize) -> f64) -> Vec<f64> {
    let finite = |cost: f64| if cost.is_finite() { cost } else { f64::INFINITY };
    (0..rows * columns).map(|cell| finite(cost(cell / columns, cell % columns))).collect()
}

fn solve(costs: &[f64], columns: usize) -> Dense<'_> {
    let rows = costs.len().checked_div(columns).unwrap_or(0);
    let mut dense = Dense {
        costs,
        row_prices: vec![0.0; rows],
        column_prices: vec![0.0; columns],
        partners: vec![None; rows],
        holders: vec![None; columns],
    };
    for row in 0..rows {
        dense.add(row);
    }
    dense
}

/// Costs row by row, the rows placed so far, and prices such that each sits in its cheapest column.
struct Dense<'a> {
    costs: &'a [f64],
    row_prices: Vec<f64>,
    column_prices: Vec<f64>,
    partners: Vec<Option<usize>>,
    holders: Vec<Option<usize>>,
}

/// The shortest paths from a new row to the columns.
struct Paths {
    distances: Vec<f64>,
    origins: Vec<usize>,
    /// columns whose shortest path is not known yet, in the order they are looked at
    open: Vec<usize>,
    /// columns whose shortest path is known
    closed: Vec<usize>,
}

impl Dense<'_> {
    fn add(&mut self, row: usize) {
        let columns = self.holders.len();
        let mut paths = Paths {
            distances: vec![f64::INFINITY; columns],
            origins: vec![row; columns],
            open: (0..columns).rev().collect(),
            closed: Vec::new(),
        };
        if let Some(end) = self.shortest(row, &mut paths) {
            self.update_prices(row, paths.distances[end], &paths);
            self.hand_on(row, end, &paths.origins);
        }
    }

    /// The free column that is nearest to a row.
    fn shortest(&self, source: usize, paths: &mut Paths) -> Option<usize> {
        let (mut row, mut distance) = (source, 0.0);
        loop {
            let column = self.close_nearest(row, distance, paths)?;
            distance = paths.distances[column];
            match self.holders[column] {
                Some(holder) => row = holder,
                None => return Some(column),
            }
        }
    }

    /// Looks at the open columns from a row and closes the nearest: of equals the last free one, else the first.
    fn close_nearest(&self, row: usize, distance: f64, paths: &mut Paths) -> Option<usize> {
        let (mut nearest, mut least) = (None, f64::INFINITY);
        for (place, &column) in paths.open.iter().enumerate() {
            // the order of operations decides how the sum is rounded, and so what is equal
            let cost = self.costs[row * self.holders.len() + column];
            let reach = distance + cost - self.row_prices[row] - self.column_prices[column];
            if reach < paths.distances[column] {
                paths.distances[column] = reach;
                paths.origins[column] = row;
            }
            let (known, free) = (paths.distances[column], self.holders[column].is_none());
            if known < least || free && known <= least && known.is_finite() {
                (nearest, least) = (Some(place), known);
            }
        }
        let column = paths.open.swap_remove(nearest?);
        paths.closed.push(column);
        Some(column)
    }

    fn update_prices(&mut self, source: usize, distance: f64, paths: &Paths) {
        self.row_prices[source] += distance;
        for &column in &paths.closed {
            let rise = distance - paths.distances[column];
            if let Some(holder) = self.holders[column] {
                self.row_prices[holder] += rise;
            }
            self.column_prices[column] -= rise;
        }
    }

    fn hand_on(&mut self, source: usize, end: usize, origins: &[usize]) {
        let mut handed = Some(end);
        while let Some(column) = handed {
            let row = origins[column];
            self.holders[column] = Some(row);
            handed = self.partners[row].replace(column);
            if row == source {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::best_with_reference_ties;

    #[test]
    fn an_empty_side_leaves_everyone_alone() {
        assert_eq!(best_with_reference_ties(2, 0, |_, _| 1.0), [None, None]);
        assert_eq!(best_with_reference_ties(0, 2, |_, _| 1.0), []);
    }
}
