//! A key and a response document, matched and counted.

pub mod notation;
mod overlap;

pub use overlap::{Cell, Overlap};

use crate::matching::{Alignment, Side};

/// A key and a response document with their mentions matched.
#[derive(Clone, Debug)]
pub struct Pair<'a> {
    pub(crate) key: Side<'a>,
    pub(crate) response: Side<'a>,
    pub(crate) alignment: Alignment,
    pub(crate) overlap: Overlap,
}

impl<'a> Pair<'a> {
    /// Counts how the entities of two documents overlap, whose mentions were matched.
    #[must_use]
    pub(crate) fn new(key: Side<'a>, response: Side<'a>, alignment: Alignment) -> Self {
        let twins = alignment.twins();
        let entities = twins.map(|(k, r)| (key.mentions[k].entity, response.mentions[r].entity));
        let overlap = Overlap::new(key.entity_sizes(), response.entity_sizes(), entities);
        Self { key, response, alignment, overlap }
    }

    /// The annotation taken to be right.
    #[must_use]
    pub fn key(&self) -> &Side<'a> {
        &self.key
    }

    /// The annotation being scored.
    #[must_use]
    pub fn response(&self) -> &Side<'a> {
        &self.response
    }

    /// The result of matching: the twins.
    #[must_use]
    pub fn alignment(&self) -> &Alignment {
        &self.alignment
    }

    /// How many mentions each key entity shares with each response entity.
    #[must_use]
    pub fn overlap(&self) -> &Overlap {
        &self.overlap
    }
}
