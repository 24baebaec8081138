//! Which entities of the response contain the mentions of each key entity, as CEAF needs it.
//!
//! A mention that is in a thousand entities of either side makes a million pairs. If there are too many
//! pairs, equivalent entities are merged into classes, which gives the same total.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::comparison::{found, occurrences};
use super::{Lookups, Mention, looked_up};
use crate::assignment::{Classes, Solver, Table};

/// The largest number of pairs of a key mention and a response entity with it that are stored.
const MOST_PAIRS: u64 = 1 << 22;

/// How many steps it may take to assign classes: cells times classes.
const MOST_STEPS: u64 = 1 << 28;

/// The mentions of key entities that response entities contain.
#[derive(Clone, Debug, PartialEq)]
pub enum Held {
    /// Key entity by key entity.
    Each(Lookups),
    /// Class by class.
    Alike(Alike),
}

/// Classes of equivalent entities: of one size, and with the same mentions that the other side has.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Alike {
    /// How many key entities each class has, and how many mentions each of them.
    key: Vec<(u32, u32)>,
    /// The same for response entities.
    response: Vec<(u32, u32)>,
    /// A class of the key, a class of the response, and what an entity of each shares with one of the other.
    cells: Vec<(u32, u32, f64)>,
}

impl Default for Held {
    fn default() -> Self {
        Self::Each(Lookups::default())
    }
}

impl From<Lookups> for Held {
    fn from(lookups: Lookups) -> Self {
        Self::Each(lookups)
    }
}

impl Held {
    /// Finds mentions in every entity that contains them; `degrees` has the degrees to which key mentions are
    /// found.
    ///
    /// If there are too many classes too, a mention counts only in the entity in which it is looked up.
    pub(super) fn new(
        key: &[Vec<Mention>],
        response: &[Vec<Mention>],
        degrees: &FxHashMap<u32, f64>,
    ) -> Self {
        let mut holders: Vec<(u32, u32)> = occurrences(response).collect();
        holders.sort_unstable();
        holders.dedup();
        if pairs(key, &holders) <= MOST_PAIRS {
            return Self::Each(each(key, &holders, degrees));
        }
        match Alike::new(key, response, degrees) {
            Some(alike) => Self::Alike(alike),
            None => Self::Each(looked_up(key, response, degrees)),
        }
    }

    /// The highest total worth of pairs of entities. `worth` gets what two entities share and their sizes;
    /// `size` gives the size of a response entity.
    pub(super) fn best_total(&self, size: impl Fn(u32) -> u32, worth: impl Fn(f64, u32, u32) -> f64) -> f64 {
        match self {
            Self::Each(lookups) => {
                let mut table = Table::new();
                for entity in &lookups.entities {
                    let cells = entity.cells.iter();
                    let worth = |other: u32, shared: f64| worth(shared, entity.size, size(other));
                    table.add_row(cells.map(|cell| (cell.entity, worth(cell.entity, cell.weight))));
                }
                Solver::new().solve(&table).total
            }
            Self::Alike(alike) => alike.best_total(worth),
        }
    }
}

/// How many pairs of a key mention and a response entity there are.
fn pairs(key: &[Vec<Mention>], holders: &[(u32, u32)]) -> u64 {
    let mentions = key.iter().flatten();
    mentions.map(|mention| holders_of(holders, mention.counterpart).len() as u64).sum()
}

fn each(key: &[Vec<Mention>], holders: &[(u32, u32)], degrees: &FxHashMap<u32, f64>) -> Lookups {
    let mut lookups = Lookups::default();
    for mentions in key {
        let holders_of = |mention: &Mention| holders_of(holders, mention.counterpart).iter();
        let all =
            mentions.iter().flat_map(|mention| holders_of(mention).map(move |holder| (mention, holder.1)));
        lookups.add(mentions.len(), all.map(|(mention, entity)| found(*mention, entity, degrees)));
    }
    lookups
}

fn holders_of(holders: &[(u32, u32)], identity: u32) -> &[(u32, u32)] {
    let start = holders.partition_point(|&(other, _)| other < identity);
    let length = holders[start..].partition_point(|&(other, _)| other == identity);
    &holders[start..start + length]
}

/// The size of an entity and, in order, the mentions of it that matter: the identity searched for and the
/// degree to which it is found.
type Likeness = (u32, Vec<(u32, u64)>);

impl Alike {
    /// The classes of entities; none if there are too many of them.
    fn new(key: &[Vec<Mention>], response: &[Vec<Mention>], degrees: &FxHashMap<u32, f64>) -> Option<Self> {
        // for each mention of the key, the classes of the response that contain it
        let mut holders: FxHashMap<u32, Vec<u32>> =
            key.iter().flatten().map(|mention| (mention.counterpart, Vec::new())).collect();
        let response = classes(response.iter().map(|mentions| {
            let sought = mentions.iter().filter(|mention| holders.contains_key(&mention.identity));
            let mut ids: Vec<(u32, u64)> = sought.map(|mention| (mention.identity, 0)).collect();
            ids.sort_unstable();
            ids.dedup();
            (mentions.len() as u32, ids)
        }));
        for (class, ((_, ids), _)) in (0..).zip(&response) {
            for (id, _) in ids {
                holders.entry(*id).or_default().push(class);
            }
        }
        let key = classes(key.iter().map(|mentions| {
            let degree = |mention: &Mention| degrees.get(&mention.identity).copied().unwrap_or(1.0);
            let sought = mentions.iter().map(|mention| (mention.counterpart, degree(mention).to_bits()));
            let mut ids: Vec<(u32, u64)> = sought.filter(|(id, _)| !holders[id].is_empty()).collect();
            ids.sort_unstable();
            (mentions.len() as u32, ids)
        }));
        let all = key.len() as u64 + response.len() as u64;
        let mut cells = Vec::new();
        for (class, ((_, ids), _)) in (0..).zip(&key) {
            let mut row: BTreeMap<u32, f64> = BTreeMap::new();
            for (id, degree) in ids {
                holders[id]
                    .iter()
                    .for_each(|holder| *row.entry(*holder).or_default() += f64::from_bits(*degree));
            }
            cells.extend(row.into_iter().map(|(holder, weight)| (class, holder, weight)));
            if cells.len() as u64 * all > MOST_STEPS {
                return None;
            }
        }
        let sizes = |classes: Vec<(Likeness, u32)>| -> Vec<(u32, u32)> {
            classes.into_iter().map(|((size, _), count)| (count, size)).collect()
        };
        Some(Self { key: sizes(key), response: sizes(response), cells })
    }

    fn best_total(&self, worth: impl Fn(f64, u32, u32) -> f64) -> f64 {
        let counts = |classes: &[(u32, u32)]| classes.iter().map(|(count, _)| *count).collect();
        let cell = |&(row, column, shared): &(u32, u32, f64)| {
            let sizes = (self.key[row as usize].1, self.response[column as usize].1);
            (row, column, worth(shared, sizes.0, sizes.1))
        };
        let cells = self.cells.iter().map(cell).filter(|(_, _, worth)| *worth > 0.0).collect();
        Classes { rows: counts(&self.key), columns: counts(&self.response), cells }.best_total()
    }
}

/// The kinds of entities in the order in which they appear, and how many there are of each.
fn classes(entities: impl Iterator<Item = Likeness>) -> Vec<(Likeness, u32)> {
    let mut places: FxHashMap<Likeness, usize> = FxHashMap::default();
    let mut classes: Vec<(Likeness, u32)> = Vec::new();
    for likeness in entities {
        let place = *places.entry(likeness.clone()).or_insert_with(|| {
            classes.push((likeness, 0));
            classes.len() - 1
        });
        classes[place].1 += 1;
    }
    classes
}

#[cfg(test)]
mod tests {
    use rustc_hash::FxHashMap;

    use super::{Alike, Held, each, holders_of, occurrences};
    use crate::metric::weighted::Mention;

    fn entities(lists: &[&[u32]]) -> Vec<Vec<Mention>> {
        lists.iter().map(|list| list.iter().map(|&identity| Mention::exact(identity)).collect()).collect()
    }

    /// CEAFe computed from single entities, and from classes.
    fn totals(key: &[&[u32]], response: &[&[u32]]) -> (f64, f64) {
        let (key, response) = (entities(key), entities(response));
        let worth = |shared: f64, key: u32, response: u32| 2.0 * shared / f64::from(key + response);
        let mut holders: Vec<(u32, u32)> = occurrences(&response).collect();
        holders.sort_unstable();
        holders.dedup();
        assert!(holders_of(&holders, u32::MAX).is_empty());
        let degrees = FxHashMap::default();
        let size = |entity: u32| response[entity as usize].len() as u32;
        let one_by_one = Held::Each(each(&key, &holders, &degrees)).best_total(size, worth);
        let by_class = Held::Alike(Alike::new(&key, &response, &degrees).unwrap()).best_total(size, worth);
        (one_by_one, by_class)
    }

    #[test]
    fn classes_give_the_total_that_their_entities_give() {
        let key: &[&[u32]] = &[&[1], &[1], &[1, 2], &[1, 2], &[1, 1, 3], &[4]];
        let response: &[&[u32]] = &[&[1], &[1, 2, 5], &[1, 2, 6], &[1, 3], &[1, 3], &[7], &[4, 4]];
        let (one_by_one, by_class) = totals(key, response);
        assert!((one_by_one - by_class).abs() < 1e-12, "{one_by_one} {by_class}");
    }

    #[test]
    fn a_hundred_thousand_entities_on_one_span_are_one_class() {
        let all = vec![vec![Mention::exact(0)]; 100_000];
        let held = Held::new(&all, &all, &FxHashMap::default());
        assert!((held.best_total(|_| 1, |shared, _, _| shared) - 100_000.0).abs() < 1e-9);
    }

    #[test]
    fn where_all_entities_are_different_mentions_are_looked_up() {
        let all: Vec<Vec<Mention>> =
            (1..20_000).map(|own| vec![Mention::exact(0), Mention::exact(own)]).collect();
        let held = Held::new(&all, &all, &FxHashMap::default());
        let total = held.best_total(|_| 2, |shared, _, _| shared);
        assert!((total - 20_000.0).abs() < 1e-9, "{total}");
    }
}
