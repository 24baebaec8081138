//! A key and a response document, with every look-up done.

use rustc_hash::FxHashMap;

use super::{Found, Lookups};

/// A mention as the older scorers know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mention {
    /// Mentions with equal numbers are the same mention, on either side.
    pub identity: u32,
    /// The identity under which it is sought on the other side.
    pub counterpart: u32,
}

impl Mention {
    /// A mention that is sought as itself.
    #[must_use]
    pub fn exact(identity: u32) -> Self {
        Self { identity, counterpart: identity }
    }
}

/// All look-ups between the entities of a key and a response document.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Comparison {
    /// For each key entity, where the response's table puts its mentions.
    pub key: Lookups,
    /// For each response entity, where the key's table puts its mentions.
    pub response: Lookups,
    /// For each key entity, how many of its mentions each response entity holds.
    pub held: Lookups,
}

impl Comparison {
    /// Looks up every mention of either side on the other.
    #[must_use]
    pub fn new(key: &[Vec<Mention>], response: &[Vec<Mention>]) -> Self {
        Self { key: looked_up(key, response), response: looked_up(response, key), held: held(key, response) }
    }
}

/// Looks mentions up in a table in which the last entity that holds a mention wins.
fn looked_up(entities: &[Vec<Mention>], other: &[Vec<Mention>]) -> Lookups {
    let table: FxHashMap<u32, u32> = occurrences(other).collect();
    let mut lookups = Lookups::default();
    for mentions in entities {
        let found = mentions.iter().filter_map(|mention| table.get(&mention.counterpart));
        lookups.add(mentions.len(), found.map(|&entity| Found::whole(entity)));
    }
    lookups
}

/// Finds mentions in every entity that holds them.
fn held(entities: &[Vec<Mention>], other: &[Vec<Mention>]) -> Lookups {
    let mut holders: Vec<(u32, u32)> = occurrences(other).collect();
    holders.sort_unstable();
    holders.dedup();
    let mut lookups = Lookups::default();
    for mentions in entities {
        let found = mentions.iter().flat_map(|mention| holders_of(&holders, mention.counterpart));
        lookups.add(mentions.len(), found.map(|&(_, entity)| Found::whole(entity)));
    }
    lookups
}

fn occurrences(entities: &[Vec<Mention>]) -> impl Iterator<Item = (u32, u32)> {
    let numbered = (0u32..).zip(entities);
    numbered.flat_map(|(entity, mentions)| mentions.iter().map(move |mention| (mention.identity, entity)))
}

fn holders_of(holders: &[(u32, u32)], identity: u32) -> &[(u32, u32)] {
    let start = holders.partition_point(|&(other, _)| other < identity);
    let length = holders[start..].partition_point(|&(other, _)| other == identity);
    &holders[start..start + length]
}
