//! A table keyed by markables: spans are looked up, then CoVal's equality decides.

use rustc_hash::FxHashMap;

use super::markable::Markable;

/// Entities by markable, in the order in which the markables came.
#[derive(Debug, Default)]
pub(super) struct Table {
    pub(super) entries: Vec<(Markable, u32)>,
    by_span: FxHashMap<(i64, i64), Vec<usize>>,
}

impl Table {
    /// A table in which the last entity of a markable wins.
    pub(super) fn of(entities: &[Vec<Markable>]) -> Self {
        let mut table = Self::default();
        for (number, entity) in (0..).zip(entities) {
            for markable in entity {
                table.insert(*markable, number);
            }
        }
        table
    }

    pub(super) fn insert(&mut self, markable: Markable, entity: u32) {
        if let Some(place) = self.find(&markable) {
            self.entries[place].1 = entity;
        } else {
            self.by_span.entry(markable.span).or_default().push(self.entries.len());
            self.entries.push((markable, entity));
        }
    }

    pub(super) fn get(&self, markable: &Markable) -> Option<u32> {
        self.find(markable).map(|place| self.entries[place].1)
    }

    fn find(&self, markable: &Markable) -> Option<usize> {
        let places = self.by_span.get(&markable.span)?;
        places.iter().copied().find(|&place| self.entries[place].0.is_at(markable))
    }
}
