//! BLANC's links, counted as sets: a pair of mentions that two entities of one side share is one link.

use rustc_hash::FxHashSet;

use super::entities::{Documents, Entities};

/// How many links of one kind there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) key: u64,
    pub(super) response: u64,
    pub(super) shared: u64,
}

/// Coreference links, and pairs of mentions that are apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Links {
    pub(super) together: Counts,
    pub(super) apart: Counts,
}

pub(super) fn count(documents: &Documents) -> Links {
    let (key, response) = (&documents.key, &documents.response);
    let (in_key, in_response) = (present(key, documents.mentions), present(response, documents.mentions));
    let common: Vec<bool> =
        in_key.iter().zip(&in_response).map(|(key, response)| *key && *response).collect();
    let together = Counts {
        key: joined(key.clone()),
        response: joined(response.clone()),
        shared: joined(intersections(key, response, documents.mentions)),
    };
    let mentions = |present: &[bool]| present.iter().filter(|present| **present).count() as u64;
    let joined_common =
        joined(restricted(key, &common)) + joined(restricted(response, &common)) - together.shared;
    let apart = Counts {
        key: pairs(mentions(&in_key)) - together.key,
        response: pairs(mentions(&in_response)) - together.response,
        shared: pairs(mentions(&common)) - joined_common,
    };
    Links { together, apart }
}

fn present(entities: &Entities, mentions: usize) -> Vec<bool> {
    let mut present = vec![false; mentions];
    for &mention in entities.iter().flatten() {
        present[mention as usize] = true;
    }
    present
}

fn restricted(entities: &Entities, to: &[bool]) -> Entities {
    let kept = |entity: &Vec<u32>| entity.iter().copied().filter(|&mention| to[mention as usize]).collect();
    entities.iter().map(kept).collect()
}

/// The mentions that each key entity shares with each response entity.
fn intersections(key: &Entities, response: &Entities, mentions: usize) -> Entities {
    let mut holders: Vec<Vec<u32>> = vec![Vec::new(); mentions];
    for (number, entity) in (0..).zip(response) {
        for &mention in entity {
            holders[mention as usize].push(number);
        }
    }
    let mut groups = Vec::new();
    for entity in key {
        let held = |&mention: &u32| holders[mention as usize].iter().map(move |&holder| (holder, mention));
        let mut found: Vec<(u32, u32)> = entity.iter().flat_map(held).collect();
        found.sort_unstable();
        let by_holder = found.chunk_by(|a, b| a.0 == b.0);
        groups.extend(by_holder.map(|same| same.iter().map(|&(_, mention)| mention).collect()));
    }
    groups
}

/// How many pairs of mentions have a group in common. Only pairs of mentions that are in several groups can be
/// counted twice, so only these are listed.
fn joined(groups: Entities) -> u64 {
    let mut times: rustc_hash::FxHashMap<u32, u32> = rustc_hash::FxHashMap::default();
    for &mention in groups.iter().flatten() {
        *times.entry(mention).or_default() += 1;
    }
    let mut seen: FxHashSet<(u32, u32)> = FxHashSet::default();
    let mut once = 0;
    for group in groups {
        let repeated: Vec<u32> = group.iter().copied().filter(|mention| times[mention] > 1).collect();
        once += pairs(group.len() as u64) - pairs(repeated.len() as u64);
        for (place, &one) in repeated.iter().enumerate() {
            seen.extend(repeated[place + 1..].iter().map(|&other| (one.min(other), one.max(other))));
        }
    }
    once + seen.len() as u64
}

fn pairs(mentions: u64) -> u64 {
    mentions * mentions.saturating_sub(1) / 2
}
