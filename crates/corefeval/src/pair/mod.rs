//! A key and a response document, matched and counted.

pub mod notation;
mod overlap;

pub use overlap::{Cell, Overlap};

use crate::matching::{Alignment, Side};

/// A key and a response document with their mentions matched up.
#[derive(Clone, Debug)]
pub struct Pair<'a> {
    /// The annotation taken to be right.
    pub key: Side<'a>,
    /// The annotation being scored.
    pub response: Side<'a>,
    /// Which mention is the twin of which.
    pub alignment: Alignment,
    /// How many mentions each key entity shares with each response entity.
    pub overlap: Overlap,
}

impl<'a> Pair<'a> {
    /// Counts how the entities of two matched documents overlap.
    #[must_use]
    pub fn new(key: Side<'a>, response: Side<'a>, alignment: Alignment) -> Self {
        let twins = alignment.twins();
        let entities = twins.map(|(k, r)| (key.mentions[k].entity, response.mentions[r].entity));
        let overlap = Overlap::new(key.entity_sizes(), response.entity_sizes(), entities);
        Self { key, response, alignment, overlap }
    }
}
