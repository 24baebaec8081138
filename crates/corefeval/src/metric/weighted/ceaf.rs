//! The best total of CEAF: entities paired one to one.

use super::Comparison;
use crate::assignment::{Solver, Table};

/// The highest total worth of pairs of entities, `worth` being given what they share and their sizes.
pub(super) fn best_total(comparison: &Comparison, worth: impl Fn(f64, u32, u32) -> f64) -> f64 {
    let mut table = Table::new();
    for entity in &comparison.held.entities {
        let size_of = |other: u32| comparison.response.size(other);
        let cells = entity.cells.iter();
        table.add_row(cells.map(|cell| (cell.entity, worth(cell.weight, entity.size, size_of(cell.entity)))));
    }
    Solver::new().solve(&table).total
}
