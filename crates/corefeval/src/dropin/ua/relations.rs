//! What is scored besides clusters: non-referring markables and bridging.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use super::document::Document;
use super::minimum;
use crate::metric::Tally;

/// Non-referring markables found on both sides.
pub(super) fn non_referring(document: &Document) -> Tally {
    let [key, response] = document.both(|_, extras| extras.non_referring.len());
    Tally::shared(non_referring_found(document) as f64, key as f64, response as f64)
}

fn non_referring_found(document: &Document) -> usize {
    if document.minimum {
        let [key, response] = document.non_referring();
        return minimum::found(&key, &response);
    }
    let [key, response] = document.both(|side, extras| -> Vec<u32> {
        extras.non_referring.iter().map(|&place| side.identities[place]).collect()
    });
    let other: FxHashSet<u32> = response.iter().copied().collect();
    key.iter().filter(|identity| other.contains(identity)).count()
}

/// Bridging anaphors found; with the right anchor; with an anchor of the right entity.
pub(super) fn bridging(document: &Document) -> [Tally; 3] {
    // of an anaphor with several anchors, the last counts
    let [key, response] = document.both(|side, extras| -> BTreeMap<u32, u32> {
        let relations = extras.bridging.iter();
        relations.map(|&(anaphor, anchor)| (side.identities[anaphor], side.identities[anchor])).collect()
    });
    let clusters = document.sides.key.table();
    let same_cluster =
        |a: u32, b: u32| clusters.get(&a).is_some_and(|cluster| clusters.get(&b) == Some(cluster));
    let mut found = [0_u32; 3];
    for (anaphor, &anchor) in &key {
        if let Some(&other) = response.get(anaphor) {
            found[0] += 1;
            found[1] += u32::from(anchor == other);
            found[2] += u32::from(anchor == other || same_cluster(anchor, other));
        }
    }
    found.map(|found| Tally::shared(f64::from(found), key.len() as f64, response.len() as f64))
}
