//! CEAF aligns entities one to one and adds up their similarity (Luo 2005).
//!
//! Similarity is the number of shared mentions (CEAFm), or twice that over the sizes of both entities (CEAFe).

use super::matching::Matched;
use super::mentions;
use super::munkres::assign;
use crate::metric::Tally;

/// Mentions shared by aligned entities, out of the mentions of each side.
pub(super) fn tally_by_mentions(matched: &Matched) -> Tally {
    let right = aligned(matched, |cell| cell.shared as f64);
    Tally::shared(right, mentions(&matched.key), mentions(&matched.response))
}

/// Similarity of aligned entities, out of the entities of each side.
pub(super) fn tally_by_entities(matched: &Matched) -> Tally {
    let similarity = |cell: &Cell| {
        let sizes = matched.key[cell.key].len() + matched.response[cell.response].len();
        2.0 * cell.shared as f64 / sizes as f64
    };
    let right = aligned(matched, similarity);
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

fn cells(matched: &Matched) -> Vec<Cell> {
    let mut homes: Vec<Option<usize>> = vec![None; matched.numbers];
    for (index, entity) in matched.response.iter().enumerate() {
        for &number in entity {
            homes[number as usize] = Some(index);
        }
    }
    let mut cells = Vec::new();
    for (key, entity) in matched.key.iter().enumerate() {
        let mut shared: Vec<usize> = entity.iter().filter_map(|&number| homes[number as usize]).collect();
        shared.sort_unstable();
        let runs = shared.chunk_by(|one, other| one == other);
        cells.extend(runs.map(|run| Cell { key, response: run[0], shared: run.len() }));
    }
    cells
}

/// The similarity of the best alignment, added up over the key entities in order.
fn aligned(matched: &Matched, similarity: impl Fn(&Cell) -> f64) -> f64 {
    let (rows, columns) = (matched.key.len(), matched.response.len());
    let size = rows.max(columns);
    // a key entity costs 1 wherever it shares nothing; rows beyond the key cost nothing
    let mut costs = vec![1.0; size * rows];
    costs.resize(size * size, 0.0);
    for cell in cells(matched) {
        costs[cell.key * size + cell.response] = 1.0 - similarity(&cell);
    }
    let Some(partners) = assign(costs.clone(), size, usize::MAX) else {
        return 0.0;
    };
    let pairs = partners.iter().enumerate().take(rows);
    pairs.map(|(row, column)| 1.0 - costs[row * size + column]).fold(0.0, |sum, term| sum + term)
}
