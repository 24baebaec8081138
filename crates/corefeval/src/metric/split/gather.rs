//! Finds the split antecedents of a pair of documents from the elements of plural entities.

use std::collections::BTreeMap;

use super::atoms::atoms;
use super::pairing::{Entities, Split, Splits};
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

/// One side, in which entities with the same split antecedent are merged.
#[derive(Default)]
struct Gathered {
    entities: Entities,
    splits: Vec<Split>,
}

impl Gathered {
    /// Gathers a side; `number` gives twins the same number.
    fn new(side: &Side<'_>, number: impl Fn(usize) -> usize) -> Self {
        let mut gathered = Self::default();
        let document = side.document;
        let has_elements = document.entity_details.iter().any(|detail| !detail.elements.is_empty());
        let mut all: Entities = vec![Vec::new(); document.entity_count()];
        for (place, mention) in side.mentions.iter().enumerate() {
            all[mention.entity as usize].push(Mention::exact(number(place) as u32));
        }
        let has_mentions = |entity: u32| !all[entity as usize].is_empty();
        let atoms = if has_elements { atoms(document, has_mentions) } else { Vec::new() };
        let mut same: BTreeMap<Vec<u32>, usize> = BTreeMap::new();
        for (entity, mentions) in all.iter().enumerate().filter(|(_, mentions)| !mentions.is_empty()) {
            let atoms = atoms.get(entity).cloned().unwrap_or_default();
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
