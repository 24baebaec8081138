//! Mentions after boundaries were mapped: a missed mention and the spurious mention mapped to it are one
//! slot.

use super::super::view::{Seen, View};
use super::spans::Mapped;
use crate::selection::MentionKind;

/// A mention of key, response, or both, once those with wrong boundaries are mapped.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    /// The mention as the key has it: a place among those seen.
    pub(super) key: Option<u32>,
    /// The mention as the response has it.
    pub(super) response: Option<u32>,
    pub(super) key_entity: Option<u32>,
    pub(super) response_entity: Option<u32>,
    pub(super) is_pronoun: bool,
}

/// All slots in the order of the text, by the key's boundaries if it has the mention.
pub(super) fn slots(view: &View<'_>, mapped: &[Mapped]) -> Vec<Slot> {
    let mut meant: Vec<Option<u32>> = vec![None; view.seen.len()];
    let mut is_moved = vec![false; view.seen.len()];
    for Mapped { missed, spurious, .. } in mapped {
        meant[*missed as usize] = Some(*spurious);
        is_moved[*spurious as usize] = true;
    }
    let places = (0..view.seen.len()).filter(|place| !is_moved[*place]);
    places.map(|place| slot(&view.seen, place, meant[place])).collect()
}

fn slot(seen: &[Seen], place: usize, meant: Option<u32>) -> Slot {
    let own = &seen[place];
    let response = meant.map_or(own.response, |meant| seen[meant as usize].response);
    let response_place = meant.or(own.response.map(|_| place as u32));
    Slot {
        key: own.key.map(|_| place as u32),
        response: response_place,
        key_entity: own.key.map(|own| own.entity),
        response_entity: response.map(|own| own.entity),
        is_pronoun: own.kind == MentionKind::Pronoun,
    }
}

/// Places of slots, grouped by entity.
pub(super) fn by_entity(slots: &[Slot], entities: usize, of: fn(&Slot) -> Option<u32>) -> Vec<Vec<u32>> {
    let mut groups = vec![Vec::new(); entities];
    for (place, slot) in slots.iter().enumerate() {
        if let Some(entity) = of(slot) {
            groups[entity as usize].push(place as u32);
        }
    }
    groups
}
