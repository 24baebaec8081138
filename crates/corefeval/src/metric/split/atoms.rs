//! The *atoms* of plural entities: their elements, with elements that are plural replaced by their own
//! elements.
//!
//! Atoms are found for all plural entities at once. Entities that are, directly or indirectly, elements of
//! each other have the same atoms and form a group; groups are processed from the atoms upwards, a thousand
//! atoms at a time.

use crate::document::Document;

/// Words of bits in which atoms are gathered at a time: enough for 1024.
const WORDS: usize = 16;

/// For each entity its atoms in order; none if it is not plural. An entity that is an element of itself is
/// not its own atom; `counts` says which entities have mentions.
pub(super) fn atoms(document: &Document, counts: impl Fn(u32) -> bool) -> Vec<Vec<u32>> {
    let elements: Vec<&[u32]> = (0..document.entity_count() as u32)
        .map(|entity| document.entity_detail(entity).map_or(&[][..], |detail| &detail.elements))
        .collect();
    let groups = Groups::new(&elements);
    let is_atom = |entity: u32| elements[entity as usize].is_empty() && counts(entity);
    let leaves: Vec<u32> = (0..elements.len() as u32).filter(|&entity| is_atom(entity)).collect();
    let mut atoms = vec![Vec::new(); elements.len()];
    for block in leaves.chunks(64 * WORDS) {
        let masks = groups.masks(&elements, block);
        for (entity, atoms) in
            atoms.iter_mut().enumerate().filter(|(entity, _)| !elements[*entity].is_empty())
        {
            let mask = &masks[groups.of[entity] as usize];
            for (word, first) in mask.iter().zip((0..).step_by(64)) {
                let mut bits = *word;
                while bits != 0 {
                    atoms.push(block[first + bits.trailing_zeros() as usize]);
                    bits &= bits - 1;
                }
            }
        }
    }
    atoms
}

/// Groups of entities that are elements of each other; a group comes after the groups that it is made of.
struct Groups {
    of: Vec<u32>,
    members: Vec<Vec<u32>>,
}

impl Groups {
    /// Finds the groups by Tarjan's algorithm, without recursion.
    fn new(elements: &[&[u32]]) -> Self {
        let mut search = Search {
            numbers: vec![NEW; elements.len()],
            lowest: vec![0; elements.len()],
            open: Vec::new(),
            groups: Self { of: vec![NEW; elements.len()], members: Vec::new() },
            next: 0,
        };
        let mut path: Vec<(u32, usize)> = Vec::new();
        for entity in 0..elements.len() as u32 {
            if search.numbers[entity as usize] == NEW {
                path.push((entity, 0));
            }
            while let Some((entity, place)) = path.pop() {
                if place == 0 {
                    search.enter(entity);
                }
                match elements[entity as usize].get(place) {
                    Some(&element) => {
                        path.push((entity, place + 1));
                        if search.numbers[element as usize] == NEW {
                            path.push((element, 0));
                        } else {
                            search.meet(entity, element);
                        }
                    }
                    None => search.leave(entity, path.last().map(|(above, _)| *above)),
                }
            }
        }
        search.groups
    }

    /// For each group, which of these atoms it is made of, as bits.
    fn masks(&self, elements: &[&[u32]], atoms: &[u32]) -> Vec<[u64; WORDS]> {
        let mut masks: Vec<[u64; WORDS]> = Vec::with_capacity(self.members.len());
        for members in &self.members {
            let mut mask = [0; WORDS];
            for &member in members {
                if let Ok(place) = atoms.binary_search(&member) {
                    mask[place / 64] |= 1 << (place % 64);
                }
                for &element in elements[member as usize] {
                    // a group that is not done yet is this one
                    if let Some(other) = masks.get(self.of[element as usize] as usize) {
                        mask.iter_mut().zip(other).for_each(|(word, other)| *word |= other);
                    }
                }
            }
            masks.push(mask);
        }
        masks
    }
}

const NEW: u32 = u32::MAX;

/// The state of the search for groups.
struct Search {
    /// The order in which entities were visited.
    numbers: Vec<u32>,
    /// The earliest open entity that is reachable from each entity.
    lowest: Vec<u32>,
    open: Vec<u32>,
    groups: Groups,
    next: u32,
}

impl Search {
    fn enter(&mut self, entity: u32) {
        (self.numbers[entity as usize], self.lowest[entity as usize]) = (self.next, self.next);
        self.next += 1;
        self.open.push(entity);
    }

    /// Handles an element that was visited before: if it is open, the entity leads back to it.
    fn meet(&mut self, entity: u32, element: u32) {
        if self.groups.of[element as usize] == NEW {
            let lowest = self.lowest[entity as usize].min(self.numbers[element as usize]);
            self.lowest[entity as usize] = lowest;
        }
    }

    /// Leaves an entity; if it leads back no further than to itself, its group is closed.
    fn leave(&mut self, entity: u32, above: Option<u32>) {
        let place = entity as usize;
        if let Some(above) = above {
            self.lowest[above as usize] = self.lowest[above as usize].min(self.lowest[place]);
        }
        if self.lowest[place] == self.numbers[place] {
            let start = self.open.iter().rposition(|&open| open == entity).unwrap_or(0);
            let members = self.open.split_off(start);
            let group = self.groups.members.len() as u32;
            for &member in &members {
                self.groups.of[member as usize] = group;
            }
            self.groups.members.push(members);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rustc_hash::FxHashSet;

    use super::atoms;
    use crate::document::{Document, EntityDetail};

    fn document(elements: &[Vec<u32>]) -> Document {
        let detail =
            |elements: &Vec<u32>| EntityDetail { elements: elements.clone(), ..EntityDetail::default() };
        Document {
            entity_labels: (0..elements.len()).map(|entity| entity.to_string()).collect(),
            entity_details: elements.iter().map(detail).collect(),
            ..Document::default()
        }
    }

    /// The atoms of one entity, found by going down from it.
    fn one_by_one(elements: &[Vec<u32>], plural: u32) -> Vec<u32> {
        let mut seen: FxHashSet<u32> = FxHashSet::from_iter([plural]);
        let mut waiting = elements[plural as usize].clone();
        let mut atoms = Vec::new();
        while let Some(entity) = waiting.pop() {
            if seen.insert(entity) {
                waiting.extend(&elements[entity as usize]);
                atoms.extend(elements[entity as usize].is_empty().then_some(entity));
            }
        }
        atoms.sort_unstable();
        atoms
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]
        #[test]
        fn atoms_are_what_elements_lead_to(
            elements in proptest::collection::vec(proptest::collection::vec(0_u32..12, 0..3), 12),
        ) {
            let found = atoms(&document(&elements), |_| true);
            for entity in 0..12 {
                prop_assert_eq!(&found[entity as usize], &one_by_one(&elements, entity), "{}", entity);
            }
        }
    }

    #[test]
    fn entities_that_are_made_of_all_later_ones_are_gone_through_once() {
        let elements: Vec<Vec<u32>> = (0..2000).map(|entity| (entity + 1..2000).collect()).collect();
        let found = atoms(&document(&elements), |entity| entity == 1999);
        assert!(found[..1999].iter().all(|atoms| *atoms == [1999]));
    }

    #[test]
    fn a_long_chain_needs_no_deep_stack() {
        let elements: Vec<Vec<u32>> =
            (0..200_000).map(|entity| if entity < 199_999 { vec![entity + 1] } else { Vec::new() }).collect();
        assert_eq!(atoms(&document(&elements), |_| true)[0], [199_999]);
    }
}
