//! BLANC scores pairs of mentions, coreferent and not coreferent (Recasens and Hovy 2011; Luo et al. 2014).
//!
//! Links are sets of unordered pairs of numbers. The sets are not stored unless repeated mentions require it:
//! - coreferent: both in one entity. A mention repeated in an entity makes a pair with itself.
//! - non-coreferent: in two different entities. A mention of several entities makes a pair with itself.
//!
//! A response mention with a twin is in one entity, once, so the links of both sides contain no pair of a
//! mention with itself.

use std::ops::AddAssign;

use super::linked::{choose_two, linked_pairs};
use super::matched::{Matched, Membership};
use crate::metric::{Score, Tally, Undefined};

/// The links of one side.
struct Links {
    coreferent: u64,
    other: u64,
}

/// Coreferent links and non-coreferent links.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Blanc {
    pub(crate) coreferent: Tally,
    pub(crate) other: Tally,
}

/// Links that both sides have, out of the links of each side.
pub(crate) fn tally(matched: &Matched) -> Blanc {
    let response = Membership::new(&matched.response, matched.numbers);
    let agreed = agreed_links(&matched.response, &matched.holders);
    let of_key = links(&matched.key, &matched.holders, matched.numbers);
    let of_response = links(&matched.response, &response, matched.numbers);
    let tally = |count: fn(&Links) -> u64| {
        let (key, response) = (count(&of_key), count(&of_response));
        Tally::shared(count(&agreed) as f64, key as f64, response as f64)
    };
    Blanc { coreferent: tally(|links| links.coreferent), other: tally(|links| links.other) }
}

/// The links of one side.
fn links(entities: &[Vec<u32>], membership: &Membership, numbers: usize) -> Links {
    let used = |&number: &u32| !membership.of(number).is_empty();
    let members: Vec<u32> = (0..numbers as u32).filter(used).collect();
    let several = members.iter().filter(|&&number| membership.of(number).len() > 1);
    let apart = choose_two(members.len())
        - pairs_inside(members.iter().filter_map(|&number| sole(membership, number)));
    Links {
        coreferent: linked_pairs(&members, membership) + repeated_inside(entities),
        other: apart + several.count() as u64,
    }
}

/// The entity of a number, if it is in only one.
fn sole(membership: &Membership, number: u32) -> Option<u32> {
    match membership.of(number) {
        &[entity] => Some(entity),
        _ => None,
    }
}

/// How many pairs of equal places there are.
fn pairs_inside<T: Ord>(places: impl Iterator<Item = T>) -> u64 {
    let mut places: Vec<T> = places.collect();
    places.sort_unstable();
    let runs = places.chunk_by(|one, other| one == other);
    runs.map(|run| choose_two(run.len())).sum()
}

/// How many numbers are in some entity more than once.
fn repeated_inside(entities: &[Vec<u32>]) -> u64 {
    let mut repeated: Vec<u32> = Vec::new();
    for entity in entities {
        let mut sorted = entity.clone();
        sorted.sort_unstable();
        repeated.extend(sorted.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]));
    }
    repeated.sort_unstable();
    repeated.dedup();
    repeated.len() as u64
}

/// The links that both sides have: pairs of mentions with twins.
fn agreed_links(response: &[Vec<u32>], key: &Membership) -> Links {
    let mut coreferent = 0;
    let mut homes: Vec<usize> = Vec::new();
    let mut sole_homes: Vec<(u32, usize)> = Vec::new();
    for (index, entity) in response.iter().enumerate() {
        let has_twin = |number: &&u32| !key.of(**number).is_empty();
        let members: Vec<u32> = entity.iter().filter(has_twin).copied().collect();
        coreferent += linked_pairs(&members, key);
        homes.extend(members.iter().map(|_| index));
        let soles = members.iter().filter_map(|&number| sole(key, number));
        sole_homes.extend(soles.map(|entity| (entity, index)));
    }
    let pairs = choose_two(homes.len());
    let same_response = pairs_inside(homes.into_iter());
    let same_key = pairs_inside(sole_homes.iter().map(|&(entity, _)| entity));
    let same_both = pairs_inside(sole_homes.into_iter());
    Links { coreferent, other: pairs + same_both - same_response - same_key }
}

impl Blanc {
    /// Both kinds of link, and the mentions, which decide where there is no link.
    pub(crate) fn with_mentions(self, matched: &Matched) -> Vec<Tally> {
        vec![self.coreferent, self.other, matched.mentions()]
    }

    /// The mean over both kinds of link; a kind that the key lacks does not count.
    pub(crate) fn score(&self) -> Score {
        let has = |tally: &Tally| tally.recall.denominator != 0.0;
        match (has(&self.coreferent), has(&self.other)) {
            (false, false) => Score::default(),
            (false, true) => plain(&self.other),
            (true, false) => plain(&self.coreferent),
            (true, true) => mean(plain(&self.coreferent), plain(&self.other)),
        }
    }
}

fn plain(tally: &Tally) -> Score {
    tally.score(1.0)
}

fn mean(one: Score, other: Score) -> Score {
    Score::mean(&[one, other], Undefined::Zero)
}

impl AddAssign for Blanc {
    fn add_assign(&mut self, other: Self) {
        self.coreferent += other.coreferent;
        self.other += other.other;
    }
}
