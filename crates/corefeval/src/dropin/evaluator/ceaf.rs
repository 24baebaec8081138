//! The best total of CEAF: entities paired one to one.

use super::Comparison;
use super::heaviest::Search;

/// The highest total worth of pairs of entities, `worth` being given what they share and their sizes.
pub(super) fn best_total(comparison: &Comparison, worth: impl Fn(f64, u32, u32) -> f64) -> f64 {
    let rows = comparison.held.entities.iter().map(|entity| {
        let cells = entity.cells.iter();
        cells
            .map(|cell| (cell.entity, worth(cell.weight, entity.size, comparison.response.size(cell.entity))))
            .collect()
    });
    Search::total(&rows.collect::<Vec<Vec<(u32, f64)>>>())
}
