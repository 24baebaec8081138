//! The look-ups of all mentions of a key and a response document.

use rustc_hash::FxHashMap;

use super::{Found, Held, Lookups};

/// A mention as the older scorers identify it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mention {
    /// Mentions with equal numbers are the same mention, on either side.
    pub identity: u32,
    /// The identity under which it is searched for on the other side.
    pub counterpart: u32,
}

impl Mention {
    /// A mention that is searched for under its own identity.
    #[must_use]
    pub fn exact(identity: u32) -> Self {
        Self { identity, counterpart: identity }
    }
}

/// All look-ups between the entities of a key and a response document.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Comparison {
    /// For each key entity, the response entities in which its mentions are looked up.
    pub(crate) key: Lookups,
    /// For each response entity, the key entities in which its mentions are looked up.
    pub(crate) response: Lookups,
    /// For each key entity, how many of its mentions each response entity contains.
    pub(crate) held: Held,
}

impl Comparison {
    /// Looks up every mention of either side on the other.
    #[must_use]
    pub fn new(key: &[Vec<Mention>], response: &[Vec<Mention>]) -> Self {
        Self::by_degrees(key, response, &Degrees::default())
    }

    /// Looks up every mention of either side, of which some are found only to a degree.
    #[must_use]
    pub fn by_degrees(key: &[Vec<Mention>], response: &[Vec<Mention>], degrees: &Degrees) -> Self {
        Self {
            key: looked_up(key, response, &degrees.key),
            response: looked_up(response, key, &degrees.response),
            held: Held::new(key, response, &degrees.held),
        }
    }
}

/// The degree to which mentions are found, by identity; all others are found in full.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Degrees {
    /// Degrees of key mentions that are looked up in the response.
    pub key: FxHashMap<u32, f64>,
    /// Degrees of response mentions that are looked up in the key.
    pub response: FxHashMap<u32, f64>,
    /// Degrees of key mentions in `Comparison::held`.
    pub held: FxHashMap<u32, f64>,
}

pub(super) fn found(mention: Mention, entity: u32, degrees: &FxHashMap<u32, f64>) -> Found {
    Found { entity, weight: degrees.get(&mention.identity).copied().unwrap_or(1.0) }
}

/// Looks mentions up in a table in which the last entity that contains a mention counts.
pub(super) fn looked_up(
    entities: &[Vec<Mention>],
    other: &[Vec<Mention>],
    degrees: &FxHashMap<u32, f64>,
) -> Lookups {
    let table: FxHashMap<u32, u32> = occurrences(other).collect();
    let mut lookups = Lookups::default();
    for mentions in entities {
        let look_up = |mention: &Mention| Some(found(*mention, *table.get(&mention.counterpart)?, degrees));
        lookups.add(mentions.len(), mentions.iter().filter_map(look_up));
    }
    lookups
}

pub(super) fn occurrences(entities: &[Vec<Mention>]) -> impl Iterator<Item = (u32, u32)> {
    let numbered = (0u32..).zip(entities);
    numbered.flat_map(|(entity, mentions)| mentions.iter().map(move |mention| (mention.identity, entity)))
}
