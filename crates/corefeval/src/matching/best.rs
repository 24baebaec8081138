//! The best one-to-one choice among candidates for twins.
//!
//! Candidates that compete for no mention are chosen outright; the others are solved group by group. Among choices of
//! equal weight, the one that SciPy's `linear_sum_assignment` would make on the group is taken: rows (the key, or the
//! response when it has fewer mentions in the group) in text order, each by a shortest augmenting path that tries
//! columns from the last to the first and prefers a free one. A group of more than 256 by 256 mentions, which no
//! annotator makes, is solved just as well but without that promise.

use crate::assignment::{Solver, Table, best_with_reference_ties};

/// A group with more cells is solved on a sparse table.
const LARGEST_MATRIX: usize = 1 << 16;

/// A document with more cells is solved group by group even where the CorefUD scorer would not.
const LARGEST_DOCUMENT: usize = 1 << 20;

/// Two mentions that may become twins, by their places among the free mentions, and how good that would be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) key: u32,
    pub(super) response: u32,
    pub(super) weight: f64,
}

/// The candidates that are chosen, as places in the key and in the response; those that weigh nothing never are.
pub(super) fn chosen(mut candidates: Vec<Candidate>) -> Vec<(u32, u32)> {
    candidates.retain(|candidate| candidate.weight > 0.0);
    candidates.sort_unstable_by_key(|candidate| (candidate.key, candidate.response));
    let mut chosen = Vec::new();
    for group in groups(candidates).chunk_by(|one, next| one.0 == next.0) {
        match group {
            [(_, only)] => chosen.push((only.key, only.response)),
            _ => choose(group, &mut chosen),
        }
    }
    chosen
}

/// The candidates with the number of their group: those that compete, directly or through others, are in one.
fn groups(candidates: Vec<Candidate>) -> Vec<(u32, Candidate)> {
    let columns = candidates.iter().map(|candidate| candidate.response as usize + 1).max().unwrap_or(0);
    let mut first_with: Vec<Option<u32>> = vec![None; columns];
    let mut leader: Vec<u32> = (0..candidates.len() as u32).collect();
    for (place, candidate) in candidates.iter().enumerate() {
        let same_key = place.checked_sub(1).filter(|&before| candidates[before].key == candidate.key);
        if let Some(before) = same_key {
            unite(&mut leader, before as u32, place as u32);
        }
        match first_with[candidate.response as usize] {
            Some(other) => unite(&mut leader, other, place as u32),
            None => first_with[candidate.response as usize] = Some(place as u32),
        }
    }
    let group_of = |place: usize| find(&mut leader, place as u32);
    let numbers: Vec<u32> = (0..candidates.len()).map(group_of).collect();
    let mut grouped: Vec<_> = numbers.into_iter().zip(candidates).collect();
    grouped.sort_by_key(|(group, _)| *group);
    grouped
}

fn find(leader: &mut [u32], mut place: u32) -> u32 {
    while leader[place as usize] != place {
        leader[place as usize] = leader[leader[place as usize] as usize];
        place = leader[place as usize];
    }
    place
}

/// Unites two groups under the earlier leader.
fn unite(leader: &mut [u32], one: u32, other: u32) {
    let (one, other) = (find(leader, one), find(leader, other));
    leader[one.max(other) as usize] = one.min(other);
}

/// The same with all mentions in one matrix, as the CorefUD scorer has them: where choices weigh the same, mentions
/// without candidates have a say too. A document with more than 1024 by 1024 mentions left is solved group by group.
pub(super) fn chosen_as_corefud(
    candidates: Vec<Candidate>,
    keys: usize,
    responses: usize,
) -> Vec<(u32, u32)> {
    if keys * responses > LARGEST_DOCUMENT {
        return chosen(candidates);
    }
    let (rows, columns): (Vec<u32>, Vec<u32>) = ((0..keys as u32).collect(), (0..responses as u32).collect());
    let mut chosen = Vec::new();
    choose_in_matrix(&rows, &columns, &candidates, &mut chosen);
    chosen
}

/// Chooses among the candidates of one group, sorted by key and response.
fn choose(group: &[(u32, Candidate)], chosen: &mut Vec<(u32, u32)>) {
    let candidates: Vec<Candidate> = group.iter().map(|(_, candidate)| *candidate).collect();
    let rows = distinct(candidates.iter().map(|candidate| candidate.key));
    let columns = distinct(candidates.iter().map(|candidate| candidate.response));
    if rows.len() * columns.len() > LARGEST_MATRIX {
        choose_sparsely(&candidates, chosen);
    } else {
        choose_in_matrix(&rows, &columns, &candidates, chosen);
    }
}

fn choose_in_matrix(rows: &[u32], columns: &[u32], candidates: &[Candidate], chosen: &mut Vec<(u32, u32)>) {
    let mut weights = vec![0.0; rows.len() * columns.len()];
    for candidate in candidates {
        let row = rows.partition_point(|&key| key < candidate.key);
        let column = columns.partition_point(|&response| response < candidate.response);
        weights[row * columns.len() + column] = candidate.weight;
    }
    let weight = |row: usize, column: usize| weights[row * columns.len() + column];
    let partners = best_with_reference_ties(rows.len(), columns.len(), weight);
    for (row, column) in partners.into_iter().enumerate() {
        if let Some(column) = column.filter(|&column| weight(row, column) > 0.0) {
            chosen.push((rows[row], columns[column]));
        }
    }
}

/// Chooses in a group that is too large to be written out as a matrix.
fn choose_sparsely(group: &[Candidate], chosen: &mut Vec<(u32, u32)>) {
    let mut table = Table::new();
    let mut keys = Vec::new();
    for row in group.chunk_by(|one, next| one.key == next.key) {
        keys.push(row[0].key);
        table.add_row(row.iter().map(|candidate| (candidate.response, candidate.weight)));
    }
    let mut solver = Solver::new();
    let partners = solver.solve(&table);
    let joined = keys.iter().zip(partners.partners()).filter_map(|(key, response)| Some((*key, response?)));
    chosen.extend(joined);
}

fn distinct(places: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut places: Vec<u32> = places.collect();
    places.sort_unstable();
    places.dedup();
    places
}

#[cfg(test)]
mod tests {
    use super::{Candidate, LARGEST_MATRIX, chosen};

    fn candidate(key: u32, response: u32, weight: f64) -> Candidate {
        Candidate { key, response, weight }
    }

    #[test]
    fn candidates_that_compete_are_weighed_together() {
        let candidates =
            vec![candidate(0, 0, 3.0), candidate(0, 1, 2.0), candidate(1, 0, 2.0), candidate(2, 2, 1.0)];
        let mut found = chosen(candidates);
        found.sort_unstable();
        assert_eq!(found, [(0, 1), (1, 0), (2, 2)]);
    }

    #[test]
    fn what_weighs_nothing_is_never_chosen() {
        assert_eq!(chosen(vec![candidate(0, 0, 0.0)]), []);
    }

    #[test]
    fn a_very_large_group_is_solved_too() {
        let side = LARGEST_MATRIX.isqrt() as u32 + 1;
        let cell = |place: u32| {
            let (key, response) = (place / side, place % side);
            candidate(key, response, if key == response { 2.0 } else { 1.0 })
        };
        let found = chosen((0..side * side).map(cell).collect());
        assert_eq!(found.len() as u32, side);
        assert!(found.iter().all(|(key, response)| key == response));
    }
}
