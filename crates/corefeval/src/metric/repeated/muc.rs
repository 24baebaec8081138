//! MUC counts the links that join an entity's mentions (Vilain et al. 1995).
//!
//! A response mention with a twin is linked correctly if a later mention of its entity is in the same key
//! entity.

use super::matched::Matched;
use crate::metric::Tally;

/// Links kept, out of the links of each side.
pub(crate) fn tally(matched: &Matched) -> Tally {
    let mut met_in = vec![usize::MAX; matched.key.len()];
    let mut right = 0;
    for (index, entity) in matched.response.iter().enumerate() {
        for kept in entity.iter().filter_map(|&number| matched.holders.last_of(number)) {
            right += usize::from(met_in[kept] == index);
            met_in[kept] = index;
        }
    }
    Tally::shared(right as f64, links(&matched.key), links(&matched.response))
}

/// How many links it takes to join the mentions of each entity.
fn links(entities: &[Vec<u32>]) -> f64 {
    let links = entities.iter().map(|entity| entity.len().saturating_sub(1));
    links.sum::<usize>() as f64
}
