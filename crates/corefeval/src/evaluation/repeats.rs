//! Repeated mentions: a span that a document mentions more than once.

use crate::choice::choice;
use crate::document::Mention;
use crate::matching::{Side, exact};

choice! {
    /// What becomes of a second mention of the same span.
    Repeats {
        /// As in the CoNLL scorer: in the response, the first mention of a span that the key has counts;
        /// in the key, and where the key has nothing, all do.
        Reference = "reference",
        /// The first counts, in key and response: that of the entity that appears first in the file.
        First = "first",
        /// The last counts.
        Last = "last",
        /// As in CoVal: all count, and a mention is looked up in the last entity that has it, that which ends last for
        /// the first time.
        CoVal = "coval",
        /// As in the CorefUD scorer: an entity has a span once, otherwise all count, and a mention is looked up in the last
        /// entity that has it, that which begins last.
        CorefUd = "corefud",
        /// Nothing is scored.
        Error = "error",
    }
}

/// Mentions of one document that have the same tokens.
#[derive(Clone, Debug, PartialEq)]
pub struct Repeat {
    /// Those mentions, that of the first entity first.
    pub mentions: Vec<Mention>,
}

/// The mentions of a side that have the same tokens, as places in it; that of the first entity first.
fn groups(side: &Side<'_>) -> Vec<Vec<u32>> {
    let mut groups = exact::same_tokens(side);
    for group in &mut groups {
        group.sort_by_key(|&place| (side.mentions[place as usize].entity, place));
    }
    groups
}

/// The repeated mentions of a side, for people.
pub(super) fn found(side: &Side<'_>) -> Vec<Repeat> {
    let mention = |place: &u32| side.mentions[*place as usize];
    groups(side).iter().map(|group| Repeat { mentions: group.iter().map(mention).collect() }).collect()
}

/// Takes repeated mentions away as the policy says; true when some are left that must be counted as the reference does.
pub(super) fn settle(policy: Repeats, key: &mut Side<'_>, response: &mut Side<'_>) -> bool {
    match policy {
        Repeats::First => {
            keep_one(key, |group| group[0]);
            keep_one(response, |group| group[0]);
            false
        }
        Repeats::Last => {
            keep_one(key, |group| group[group.len() - 1]);
            keep_one(response, |group| group[group.len() - 1]);
            false
        }
        Repeats::CorefUd => {
            keep_one_for_each_entity(key);
            keep_one_for_each_entity(response);
            false
        }
        Repeats::CoVal => false,
        Repeats::Reference | Repeats::Error => settle_as_reference(key, response),
    }
}

fn keep_one(side: &mut Side<'_>, chosen: impl Fn(&[u32]) -> u32) {
    let mut dropped: Vec<u32> = Vec::new();
    for group in groups(side) {
        let kept = chosen(&group);
        dropped.extend(group.into_iter().filter(|&place| place != kept));
    }
    drop_places(side, dropped);
}

fn keep_one_for_each_entity(side: &mut Side<'_>) {
    let entity = |place: u32| side.mentions[place as usize].entity;
    let repeated = |group: &Vec<u32>| {
        let again = group.windows(2).filter(|pair| entity(pair[0]) == entity(pair[1]));
        again.map(|pair| pair[1]).collect::<Vec<u32>>()
    };
    let dropped = groups(side).iter().flat_map(repeated).collect();
    drop_places(side, dropped);
}

fn settle_as_reference(key: &Side<'_>, response: &mut Side<'_>) -> bool {
    let repeated = groups(response);
    let key_repeats = !exact::same_tokens(key).is_empty();
    if repeated.is_empty() {
        return key_repeats;
    }
    let alignment = exact::align(key, response);
    let in_key = |group: &[u32]| group.iter().any(|&place| alignment.of_response(place as usize).is_some());
    let (shared, spurious): (Vec<_>, Vec<_>) = repeated.into_iter().partition(|group| in_key(group));
    drop_places(response, shared.into_iter().flat_map(|group| group.into_iter().skip(1)).collect());
    key_repeats || !spurious.is_empty()
}

fn drop_places(side: &mut Side<'_>, mut places: Vec<u32>) {
    places.sort_unstable();
    if !places.is_empty() {
        side.retain(|place, _| places.binary_search(&(place as u32)).is_err());
    }
}
