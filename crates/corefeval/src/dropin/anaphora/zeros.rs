//! The zero score: for each zero that refers back, whether it was found and attached to its entity.

use rustc_hash::{FxHashMap, FxHashSet};

use super::sides::{Side, Sides};
use crate::metric::{Ratio, Tally};

/// Scores the zeros that are not the first mention of their cluster.
pub(in crate::dropin) fn tally(sides: &Sides) -> Tally {
    let search = Search {
        sides,
        table: sides.response.table(),
        first: in_order(&sides.response)
            .iter()
            .filter_map(|cluster| first(&sides.response, cluster))
            .collect(),
    };
    let mut used = FxHashSet::default();
    let mut count = Count::default();
    for cluster in in_order(&sides.key) {
        search.count(&cluster, &mut count, &mut used);
    }
    let spurious = search.spurious(&used);
    let found = count.right as f64;
    let precision = Ratio::new(found, (count.right + count.wrong + spurious) as f64);
    Tally { recall: Ratio::new(found, (count.right + count.wrong + count.missed) as f64), precision }
}

#[derive(Default)]
struct Count {
    right: usize,
    wrong: usize,
    missed: usize,
}

struct Search<'a> {
    sides: &'a Sides,
    table: FxHashMap<u32, usize>,
    /// The first mentions of the response's clusters.
    first: FxHashSet<u32>,
}

impl Search<'_> {
    fn count(&self, cluster: &[usize], count: &mut Count, used: &mut FxHashSet<u32>) {
        let mut before = FxHashSet::default();
        for (index, &mention) in cluster.iter().enumerate() {
            let found = self.counterpart(self.sides.key.identities[mention]);
            if index > 0 && self.sides.key.mentions[mention].zero {
                used.extend(found.map(|(identity, _)| identity));
                match found.filter(|(identity, _)| !self.first.contains(identity)) {
                    None => count.missed += 1,
                    Some((_, cluster)) if before.contains(&cluster) => count.right += 1,
                    Some(_) => count.wrong += 1,
                }
            }
            before.extend(found.map(|(_, cluster)| cluster));
        }
    }

    /// The equal mention of the response, else the one aligned with this mention, and its cluster.
    fn counterpart(&self, identity: u32) -> Option<(u32, usize)> {
        let found = |identity: &u32| self.table.get(identity).map(|&cluster| (*identity, cluster));
        found(&identity).or_else(|| self.sides.aligned.get(&identity).and_then(found))
    }

    fn spurious(&self, used: &FxHashSet<u32>) -> usize {
        let response = &self.sides.response;
        let all = response.clusters.iter().flatten();
        let zeros = all.filter(|&&mention| response.mentions[mention].zero);
        let identities = zeros.map(|&mention| response.identities[mention]);
        identities.filter(|identity| !self.first.contains(identity) && !used.contains(identity)).count()
    }
}

/// The clusters, each in the order of first word, last word and length.
fn in_order(side: &Side) -> Vec<Vec<usize>> {
    let mut clusters = side.clusters.clone();
    for cluster in &mut clusters {
        cluster.sort_by_key(|&mention| side.mentions[mention].extent());
    }
    clusters
}

fn first(side: &Side, cluster: &[usize]) -> Option<u32> {
    cluster.first().map(|&mention| side.identities[mention])
}
