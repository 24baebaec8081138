//! Damage: entities are merged.

use rustc_hash::FxHashMap;

use super::draft::{Draft, shuffled};
use super::{Damage, Rate};
use crate::evaluation::resample::Random;

/// Entities are merged, two at a time.
pub(super) const MERGED: Damage = Damage {
    name: "merged",
    summary: "entities are merged, two at a time",
    whole: "all mentions of a document are one entity",
    apply,
};

fn apply(draft: &mut Draft<'_>, rate: Rate, random: &mut Random) {
    let groups = draft.groups();
    // a random tree over all entities: each of its edges merges two groups that are still separate
    let order = shuffled(groups.len(), random);
    let edges: Vec<[usize; 2]> =
        (1..order.len()).map(|place| [order[place], order[random.below(place)]]).collect();
    let mut parent: Vec<usize> = (0..groups.len()).collect();
    for edge in shuffled(edges.len(), random).into_iter().take(rate.of(edges.len())) {
        let [one, other] = edges[edge].map(|place| root(&parent, place));
        parent[one.max(other)] = one.min(other);
    }
    let merged: FxHashMap<u32, u32> =
        groups.iter().enumerate().map(|(place, group)| (*group, groups[root(&parent, place)])).collect();
    for placed in &mut draft.mentions {
        placed.group = merged[&placed.group];
    }
}

fn root(parent: &[usize], mut place: usize) -> usize {
    while parent[place] != place {
        place = parent[place];
    }
    place
}
