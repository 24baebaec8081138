//! A response with the errors of some kinds repaired.

use super::super::rebuilt::{Parted, Rebuilt};
use super::super::view::View;
use super::Transformation;
use super::errors::{Anchor, Error, Transformations};
use super::slots::Slot;
use crate::document::{Document, EntityDetail};

/// Repairs the errors of a response.
pub(in crate::analysis) struct Repairer<'v, 'a> {
    view: &'v View<'a>,
    found: &'v Transformations,
    response_entities: u32,
    key_entities: u32,
    parted: Parted,
    /// Places of slots: those that the response has, in its order, then those that it lacks.
    in_order: Vec<u32>,
}

impl<'v, 'a> Repairer<'v, 'a> {
    pub(in crate::analysis) fn new(view: &'v View<'a>, found: &'v Transformations) -> Self {
        let (response_entities, key_entities) = (found.response.len() as u32, found.key.len() as u32);
        let parted = Parted::new(view);
        let in_order = in_order_of_response(view, &found.slots);
        Self { view, found, response_entities, key_entities, parted, in_order }
    }

    /// Whether there is an error of a kind.
    pub(in crate::analysis) fn has(&self, kind: Transformation) -> bool {
        self.found.errors.iter().any(|error| error.kind == kind)
    }

    /// The response without the errors of some kinds.
    pub(in crate::analysis) fn repaired(&self, kinds: &[Transformation]) -> Document {
        let mut groups = self.split(kinds);
        self.merge(kinds, &mut groups);
        let with_spans = kinds.contains(&Transformation::Span);
        let mut rebuilt = Rebuilt::new(self.view, &self.parted);
        for &place in &self.in_order {
            if let Some(group) = groups.of[place as usize] {
                let slot = &self.found.slots[place as usize];
                self.add(slot, groups.root(group), with_spans, &mut rebuilt);
            }
        }
        rebuilt.finish(|entity| groups.root(entity), |group| self.detail(group))
    }

    fn add(&self, slot: &Slot, group: u32, with_spans: bool, rebuilt: &mut Rebuilt<'_, '_>) {
        let seen = |place: Option<u32>| place.map(|place| &self.view.seen[place as usize]);
        let response = seen(slot.response).and_then(|seen| seen.response);
        let key = seen(slot.key).and_then(|seen| seen.key);
        let is_moved = slot.key.is_some() && slot.response.is_some() && slot.key != slot.response;
        match (response, key) {
            (Some(_), Some(key)) if is_moved && with_spans => rebuilt.add_key(key, group),
            (Some(response), _) => rebuilt.add_response(response, group),
            (None, Some(key)) => rebuilt.add_key(key, group),
            (None, None) => {}
        }
    }

    /// The group of each mention after splitting and removing.
    fn split(&self, kinds: &[Transformation]) -> Groups {
        let own = self.response_entities + self.key_entities;
        let mut of: Vec<Option<u32>> = self.found.slots.iter().map(|slot| slot.response_entity).collect();
        let mut parts = 0;
        for error in self.repairs(kinds) {
            let group = match error.kind {
                Transformation::Conflated => {
                    parts += 1;
                    Some(own + parts - 1)
                }
                Transformation::ExtraMention | Transformation::ExtraEntity => None,
                _ => continue,
            };
            error.slots.iter().for_each(|slot| of[*slot as usize] = group);
        }
        Groups { of, above: (0..own + parts).collect() }
    }

    fn repairs<'k>(&'k self, kinds: &'k [Transformation]) -> impl Iterator<Item = &'k Error> {
        self.found.errors.iter().filter(|error| kinds.contains(&error.kind))
    }

    /// Merges pieces with the group of their key entity, and introduces what is missing.
    fn merge(&self, kinds: &[Transformation], groups: &mut Groups) {
        let with_divided = kinds.contains(&Transformation::Divided);
        for (entity, anchor) in self.found.anchors.iter().enumerate() {
            let home = self.home(entity as u32);
            match *anchor {
                Anchor::Present(slot) => groups.join(home, slot),
                Anchor::Missed(slot) if with_divided => groups.of[slot as usize] = Some(home),
                _ => {}
            }
        }
        for error in self.repairs(kinds) {
            let home = self.home(error.entity);
            match error.kind {
                Transformation::Divided => groups.join(home, error.slots[0]),
                Transformation::MissingMention => {
                    let group = if with_divided { home } else { self.present_piece(error.entity, groups) };
                    groups.of[error.slots[0] as usize] = Some(group);
                }
                Transformation::MissingEntity => {
                    for slot in &error.slots {
                        groups.of[*slot as usize].get_or_insert(home);
                    }
                }
                _ => {}
            }
        }
    }

    /// The group in which the mentions of a key entity are merged.
    fn home(&self, entity: u32) -> u32 {
        self.response_entities + entity
    }

    /// The group of a key entity's first mention, or if that is missed, of the first that the response has.
    fn present_piece(&self, entity: u32, groups: &Groups) -> u32 {
        let members = &self.found.key[entity as usize];
        match self.found.anchors[entity as usize] {
            Anchor::Missed(_) => {
                let present = |place: &u32| self.found.slots[*place as usize].response.is_some();
                let first = members.iter().find(|place| present(place));
                first.and_then(|place| groups.of[*place as usize]).unwrap_or(self.home(entity))
            }
            _ => self.home(entity),
        }
    }

    /// The details of a group's entity: the response's if the group began as one of its entities, else the
    /// key's.
    fn detail(&self, group: u32) -> EntityDetail {
        let (key, response) = (self.view.pair.key.document, self.view.pair.response.document);
        let found = match group.checked_sub(self.response_entities) {
            None => response.entity_detail(group),
            Some(home) if home < self.key_entities => key.entity_detail(home),
            Some(part) => {
                self.conflated(part - self.key_entities).and_then(|entity| response.entity_detail(entity))
            }
        };
        // elements are numbers of entities, which have changed
        found.map(|detail| EntityDetail { elements: Vec::new(), ..detail.clone() }).unwrap_or_default()
    }

    /// The response entity that a part was split off.
    fn conflated(&self, part: u32) -> Option<u32> {
        let mut parts = self.found.errors.iter().filter(|error| error.kind == Transformation::Conflated);
        parts.nth(part as usize).map(|error| error.entity)
    }
}

/// Places of slots in the order of the response; slots that it lacks come last.
fn in_order_of_response(view: &View<'_>, slots: &[Slot]) -> Vec<u32> {
    let place = |slot: &Slot| {
        let seen = slot.response.map(|place| &view.seen[place as usize]);
        seen.and_then(|seen| seen.response).map_or(u32::MAX, |own| own.place)
    };
    // the place in the response and the place among the slots in one number, which sorts fastest
    let numbered = |(own, slot): (usize, &Slot)| u64::from(place(slot)) << 32 | own as u64;
    let mut order: Vec<u64> = slots.iter().enumerate().map(numbered).collect();
    order.sort_unstable();
    order.into_iter().map(|number| number as u32).collect()
}

/// Which mentions are in one entity: a group for each, and which groups were merged.
struct Groups {
    /// The group of each mention; none if it is not in the response.
    of: Vec<Option<u32>>,
    /// A group that each group was merged into; itself if there is none.
    above: Vec<u32>,
}

impl Groups {
    /// The least of the groups that a group was merged with.
    fn root(&self, mut group: u32) -> u32 {
        while self.above[group as usize] != group {
            group = self.above[group as usize];
        }
        group
    }

    /// Merges a group with that of a mention.
    fn join(&mut self, group: u32, slot: u32) {
        let Some(other) = self.of[slot as usize] else { return };
        let (one, other) = (self.root(group), self.root(other));
        let root = one.min(other);
        self.above[one.max(other) as usize] = root;
        // shortens the path for the next lookup
        self.above[group as usize] = root;
    }
}
