//! The split antecedents of a pair of documents, found in what plural entities are made of.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use super::pairing::{Entities, Split, Splits};
use crate::document::Document;
use crate::matching::Side;
use crate::metric::weighted::Mention;
use crate::pair::Pair;

/// The entities and split antecedents of a pair; none if neither document has a split antecedent.
pub(super) fn splits(pair: &Pair<'_>) -> Option<Splits> {
    let key_count = pair.key.mentions.len();
    let key = Gathered::new(&pair.key, |place| place);
    let response =
        Gathered::new(&pair.response, |place| pair.alignment.of_response(place).unwrap_or(key_count + place));
    let any = !key.splits.is_empty() || !response.splits.is_empty();
    any.then(|| Splits::new([key.entities, response.entities], [key.splits, response.splits]))
}

/// One side, entities that have the same split antecedent made one.
#[derive(Default)]
struct Gathered {
    entities: Entities,
    splits: Vec<Split>,
}

impl Gathered {
    /// Gathers a side, twins having the same number.
    fn new(side: &Side<'_>, number: impl Fn(usize) -> usize) -> Self {
        let mut gathered = Self::default();
        let document = side.document;
        let has_elements = document.entity_details.iter().any(|detail| !detail.elements.is_empty());
        let mut all: Entities = vec![Vec::new(); document.entity_count()];
        for (place, mention) in side.mentions.iter().enumerate() {
            all[mention.entity as usize].push(Mention::exact(number(place) as u32));
        }
        let mut same: BTreeMap<Vec<u32>, usize> = BTreeMap::new();
        for (entity, mentions) in (0..).zip(&all).filter(|(_, mentions)| !mentions.is_empty()) {
            let atoms = if has_elements { atoms(document, entity, &all) } else { Vec::new() };
            let next = gathered.entities.len();
            let known = if atoms.is_empty() { None } else { same.get(&atoms).copied() };
            match known {
                Some(place) => gathered.entities[place].extend(mentions),
                None => {
                    gathered.entities.push(mentions.clone());
                    gathered.split(next, &atoms, &all);
                    same.insert(atoms, next);
                }
            }
        }
        gathered
    }

    fn split(&mut self, entity: usize, atoms: &[u32], all: &Entities) {
        if !atoms.is_empty() {
            let parts = atoms.iter().map(|&atom| all[atom as usize].clone()).collect();
            self.splits.push(Split { entity, parts });
        }
    }
}

/// The entities that a plural entity is made of in the end, those that have mentions: elements that are plural themselves
/// stand for their own elements. An entity that is an element of itself, by whatever way, does not count as one.
fn atoms(document: &Document, plural: u32, all: &Entities) -> Vec<u32> {
    let elements = |entity: u32| document.entity_detail(entity).map_or(&[][..], |detail| &detail.elements);
    let mut atoms = Vec::new();
    let mut seen: FxHashSet<u32> = FxHashSet::from_iter([plural]);
    let mut waiting = elements(plural).to_vec();
    while let Some(entity) = waiting.pop() {
        match elements(entity) {
            _ if !seen.insert(entity) => {}
            [] => atoms.push(entity),
            more => waiting.extend(more),
        }
    }
    atoms.retain(|&atom| all.get(atom as usize).is_some_and(|mentions| !mentions.is_empty()));
    atoms.sort_unstable();
    atoms
}
