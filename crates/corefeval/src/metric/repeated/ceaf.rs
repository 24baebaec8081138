//! CEAF aligns entities one to one and adds up their similarity (Luo 2005).
//!
//! Similarity is the number of shared mentions (CEAFm), or twice that over the sizes of both entities (CEAFe).
//! All best alignments have the same CEAFm, because it is a sum of whole numbers. CEAFe is a sum of
//! fractions: its rounding depends on the alignment, which must therefore be the one that the reference
//! scorer finds.

use super::count;
use super::matched::Matched;
use super::munkres::assign;
use crate::assignment::{Solver, Table};
use crate::metric::Tally;

/// With more entities than this, a table of all pairs takes too much memory; the reference scorer would take
/// days.
const MOST_ENTITIES: usize = 2048;

/// How many cells may be rewritten in the search for an alignment; this many take a few seconds.
const MOST_WORK: usize = 1 << 31;

/// Mentions shared by aligned entities, out of the mentions of each side.
pub(crate) fn tally_by_mentions(matched: &Matched) -> Tally {
    let similarities = similarities(matched, |cell| cell.shared as f64);
    let right = Solver::new().solve(&similarities).total;
    Tally::shared(right, count(&matched.key), count(&matched.response))
}

/// Similarity of aligned entities, out of the entities of each side.
pub(crate) fn tally_by_entities(matched: &Matched) -> Tally {
    let similarities = similarities(matched, |cell| {
        let sizes = matched.key[cell.key].len() + matched.response[cell.response].len();
        2.0 * cell.shared as f64 / sizes as f64
    });
    let right = aligned_as_in_reference(&similarities, matched.response.len())
        .unwrap_or_else(|| aligned_anyhow(&similarities));
    Tally::shared(right, entities(&matched.key), entities(&matched.response))
}

fn entities(entities: &[Vec<u32>]) -> f64 {
    entities.iter().filter(|entity| !entity.is_empty()).count() as f64
}

/// A key and a response entity that share mentions.
struct Cell {
    key: usize,
    response: usize,
    /// How many mentions of the key entity, repeated ones included, are in the response entity.
    shared: usize,
}

/// The similarities above zero, with a row for every key entity.
fn similarities(matched: &Matched, similarity: impl Fn(&Cell) -> f64) -> Table {
    let homes = homes(matched);
    let mut table = Table::new();
    for (key, entity) in matched.key.iter().enumerate() {
        let mut shared: Vec<usize> = entity.iter().filter_map(|&number| homes[number as usize]).collect();
        shared.sort_unstable();
        let runs = shared.chunk_by(|one, other| one == other);
        let cells = runs.map(|run| Cell { key, response: run[0], shared: run.len() });
        table.add_row(cells.map(|cell| (cell.response as u32, similarity(&cell))));
    }
    table
}

/// The response entity of each number; the last if there are several, which happens only for spurious
/// mentions.
fn homes(matched: &Matched) -> Vec<Option<usize>> {
    let mut homes = vec![None; matched.numbers];
    for (index, entity) in matched.response.iter().enumerate() {
        for &number in entity {
            homes[number as usize] = Some(index);
        }
    }
    homes
}

/// What a pair adds to the sum: the reference scorer converts similarity to a cost and back, which may round
/// it.
fn there_and_back(similarity: f64) -> f64 {
    1.0 - (1.0 - similarity)
}

/// The sum over key entities, in order, under the alignment that the reference scorer finds; none if that
/// takes too long.
fn aligned_as_in_reference(similarities: &Table, columns: usize) -> Option<f64> {
    let size = similarities.rows().max(columns);
    if size > MOST_ENTITIES {
        return None;
    }
    // a key entity costs 1 with a response entity that shares nothing with it; rows beyond the key cost 0
    let mut costs = vec![1.0; size * similarities.rows()];
    costs.resize(size * size, 0.0);
    for (row, cells) in similarities.iter().enumerate() {
        for cell in cells {
            costs[row * size + cell.column as usize] = 1.0 - cell.weight;
        }
    }
    let columns = assign(costs, size, MOST_WORK)?;
    Some(sum(similarities, columns.into_iter().map(|column| Some(column as u32))))
}

/// The sum under any best alignment.
fn aligned_anyhow(similarities: &Table) -> f64 {
    let mut solver = Solver::new();
    sum(similarities, solver.solve(similarities).partners())
}

fn sum(similarities: &Table, columns: impl Iterator<Item = Option<u32>>) -> f64 {
    let pairs = similarities.iter().zip(columns);
    pairs.fold(0.0, |sum, (cells, column)| {
        let cell = cells.iter().find(|cell| Some(cell.column) == column);
        sum + cell.map_or(0.0, |cell| there_and_back(cell.weight))
    })
}

#[cfg(test)]
mod tests {
    use super::{aligned_anyhow, aligned_as_in_reference};
    use crate::assignment::Table;

    #[test]
    fn both_alignments_are_best() {
        let mut table = Table::new();
        table.add_row([(0, 0.5), (1, 0.25)]);
        table.add_row([(0, 0.5)]);
        table.add_row([]);
        assert_eq!(aligned_as_in_reference(&table, 2), Some(0.75));
        assert!((aligned_anyhow(&table) - 0.75).abs() < 1e-15);
    }

    #[test]
    fn too_many_entities_are_not_tried() {
        assert_eq!(aligned_as_in_reference(&Table::new(), 2049), None);
    }
}
