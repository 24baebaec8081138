//! The best one-to-one choice among candidates for twins.
//!
//! Among choices of equal weight, this takes the one that SciPy's `linear_sum_assignment` makes on the matrix
//! of all free mentions, because that choice affects the output of the scorers that call it. The rows are the
//! key mentions, or the response mentions if there are fewer of them, in text order. Each row is assigned by
//! a shortest augmenting path that tries columns from the last to the first and prefers a free one.

use crate::assignment::{Solver, Table, best_as_reference};

/// Up to this number of candidates, ties are resolved as in SciPy, which takes time by about the square of
/// their number. There are more candidates only if thousands of mentions overlap each other.
const MOST_AS_REFERENCE: usize = 1 << 18;

/// Two mentions that may become twins, by their places among the free mentions, and how good that would be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) key: u32,
    pub(super) response: u32,
    pub(super) weight: f64,
}

/// How many mentions are free, including mentions that are in no candidate.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counts {
    pub(super) key: usize,
    pub(super) response: usize,
}

/// The chosen candidates, as places in the key and in the response; candidates of weight 0 are never chosen.
pub(super) fn chosen(mut candidates: Vec<Candidate>, free: Counts) -> Vec<(u32, u32)> {
    if candidates.is_empty() {
        return Vec::new();
    }
    candidates.sort_unstable_by_key(|candidate| (candidate.key, candidate.response));
    let mut table = Table::new();
    let mut rest = &candidates[..];
    for key in 0..free.key as u32 {
        let (here, after) = rest.split_at(rest.partition_point(|candidate| candidate.key == key));
        table.add_row(here.iter().map(|candidate| (candidate.response, candidate.weight)));
        rest = after;
    }
    let partners = if candidates.len() > MOST_AS_REFERENCE {
        Solver::new().solve(&table).partners().collect()
    } else {
        best_as_reference(&table, free.response)
    };
    (0..).zip(partners).filter_map(|(key, response)| Some((key, response?))).collect()
}

#[cfg(test)]
mod tests {
    use super::{Candidate, Counts, chosen};

    fn candidate(key: u32, response: u32, weight: f64) -> Candidate {
        Candidate { key, response, weight }
    }

    #[test]
    fn candidates_that_compete_are_weighed_together() {
        let candidates =
            vec![candidate(2, 2, 1.0), candidate(0, 1, 2.0), candidate(0, 0, 3.0), candidate(1, 0, 2.0)];
        assert_eq!(chosen(candidates, Counts { key: 4, response: 3 }), [(0, 1), (1, 0), (2, 2)]);
    }

    #[test]
    fn what_weighs_nothing_is_never_chosen() {
        assert_eq!(chosen(vec![candidate(0, 0, 0.0)], Counts { key: 1, response: 1 }), []);
    }

    #[test]
    fn a_mention_that_is_no_candidate_has_a_say_among_equals() {
        let candidates = vec![candidate(2, 0, 1.0), candidate(2, 1, 1.0)];
        let found = [2, 3].map(|response| chosen(candidates.clone(), Counts { key: 3, response }));
        assert_eq!(found, [[(2, 0)], [(2, 1)]]);
    }
}
