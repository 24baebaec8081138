//! The names of entities in the text: entities that CEAFe aligns have the same number, as in the report.

use std::cmp::Reverse;

use crate::matching::Side;
use crate::pair::Pair;

/// The name of each entity of a side.
pub(super) struct Numbers {
    pub(super) names: Vec<String>,
}

impl Numbers {
    /// Numbers the entities of the key by size: the largest is 1.
    pub(super) fn of_key(pair: &Pair<'_>) -> Self {
        let mut names = vec![String::new(); pair.key.document().entity_count()];
        for (rank, entity) in by_size(&pair.key).into_iter().enumerate() {
            names[entity as usize] = (rank + 1).to_string();
        }
        Self { names }
    }

    /// Names the entities of a response by the number of the key entity with which each is aligned, or else
    /// by letters in order of size.
    pub(super) fn of_response(pair: &Pair<'_>, key: &[String], aligned: &[(u32, u32)]) -> Self {
        let mut names = vec![String::new(); pair.response.document().entity_count()];
        for &(own, other) in aligned {
            names[other as usize].clone_from(&key[own as usize]);
        }
        let mut alone = 0;
        for entity in by_size(&pair.response) {
            let name = &mut names[entity as usize];
            if name.is_empty() {
                *name = letters(alone);
                alone += 1;
            }
        }
        Self { names }
    }
}

/// Entities, the largest first; among entities of the same size, the first in the file.
fn by_size(side: &Side<'_>) -> Vec<u32> {
    let sizes = side.entity_sizes();
    let mut order: Vec<u32> = (0..sizes.len() as u32).collect();
    order.sort_by_key(|entity| Reverse(sizes[*entity as usize]));
    order
}

/// a, b … z, aa, ab …
pub(super) fn letters(place: usize) -> String {
    let last = char::from(b'a' + (place % 26) as u8);
    if place < 26 { last.to_string() } else { letters(place / 26 - 1) + &last.to_string() }
}
