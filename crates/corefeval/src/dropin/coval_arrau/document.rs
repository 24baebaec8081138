//! A key and a response document after all look-ups.

use super::Source;
use super::markable::Markable;
use super::matches::matches;
use super::options::{Options, Step};
use super::read::{Entities, entities};
use super::table::Table;
use crate::dropin::evaluator::{Comparison, Found, Lookups};
use crate::metric::{Ratio, Tally};

/// The counts of a document.
#[derive(Debug)]
pub(super) struct Document {
    pub(super) comparison: Comparison,
    /// Non-referring markables that both sides have.
    pub(super) non_referring: Tally,
}

impl Document {
    pub(super) fn read(key: &Source, response: &Source, options: &Options) -> Result<Self, String> {
        let side = |source: &Source, name: &str, with_minimum: bool| {
            let read = entities(source.bytes, with_minimum);
            read.map_err(|problem| format!("{name}: document {}: {problem}", source.name))
        };
        let mut key = side(key, "key", options.has(Step::UseMinimum))?;
        let mut response = side(response, "response", false)?;
        if options.has(Step::RemoveSingletons) {
            key.referring.retain(|entity| entity.len() != 1);
            response.referring.retain(|entity| entity.len() != 1);
        }
        Ok(Self { comparison: compare(&key, &response), non_referring: non_referring(&key, &response) })
    }
}

fn compare(key: &Entities, response: &Entities) -> Comparison {
    let (key, response) = (&key.referring, &response.referring);
    let (key_table, response_table) = (Table::of(key), Table::of(response));
    let key_entries: Vec<Markable> = key_table.entries.iter().map(|entry| entry.0).collect();
    let response_entries: Vec<Markable> = response_table.entries.iter().map(|entry| entry.0).collect();
    Comparison {
        key: looked_up(key, &first_of_response(key, &response_entries, &response_table)),
        response: looked_up(response, &first_of_key(response, &key_entries, &key_table)),
        held: held(key, response).into(),
    }
}

/// For the key's markables, the entity of the first response markable that is equal.
fn first_of_response(key: &[Vec<Markable>], entries: &[Markable], response: &Table) -> Table {
    let key_markables = flattened(key);
    let mut found = Table::default();
    for (markable, equal) in key_markables.iter().zip(matches(&key_markables, entries)) {
        if let Some(&first) = equal.first() {
            found.insert(*markable, response.entries[first].1);
        }
    }
    found
}

/// For the response's markables, the entity of the first key markable that is equal.
fn first_of_key(response: &[Vec<Markable>], entries: &[Markable], key: &Table) -> Table {
    let markables = flattened(response);
    let mut first = vec![None; markables.len()];
    for (place, equal) in matches(entries, &markables).iter().enumerate() {
        for &other in equal {
            first[other].get_or_insert(place);
        }
    }
    let mut found = Table::default();
    for (markable, first) in markables.iter().zip(first) {
        if let Some(place) = first {
            found.insert(*markable, key.entries[place].1);
        }
    }
    found
}

fn looked_up(entities: &[Vec<Markable>], table: &Table) -> Lookups {
    let mut lookups = Lookups::default();
    for entity in entities {
        let found = entity.iter().filter_map(|markable| table.get(markable));
        lookups.add(entity.len(), found.map(Found::whole));
    }
    lookups
}

/// For each key entity, the response entities that have equals of its markables.
fn held(key: &[Vec<Markable>], response: &[Vec<Markable>]) -> Lookups {
    let sizes = response.iter().map(Vec::len);
    let owners: Vec<u32> =
        (0..).zip(sizes).flat_map(|(entity, size)| std::iter::repeat_n(entity, size)).collect();
    let mut equal = matches(&flattened(key), &flattened(response)).into_iter();
    let mut lookups = Lookups::default();
    for entity in key {
        let holders = equal.by_ref().take(entity.len()).flat_map(|places| {
            let mut holders: Vec<u32> = places.iter().map(|&place| owners[place]).collect();
            holders.dedup();
            holders
        });
        lookups.add(entity.len(), holders.map(Found::whole).collect::<Vec<_>>());
    }
    lookups
}

fn non_referring(key: &Entities, response: &Entities) -> Tally {
    let equal = matches(&key.non_referring, &response.non_referring);
    let found = equal.iter().filter(|places| !places.is_empty()).count();
    let mut right: Vec<usize> = equal.into_iter().flatten().collect();
    right.sort_unstable();
    right.dedup();
    // precision divides by what was found rightly or wrongly, so several markables that equal one count once
    let wrong = response.non_referring.len() - right.len();
    Tally {
        recall: Ratio::of(found as u64, key.non_referring.len() as u64),
        precision: Ratio::of(found as u64, (found + wrong) as u64),
    }
}

fn flattened(entities: &[Vec<Markable>]) -> Vec<Markable> {
    entities.iter().flatten().copied().collect()
}
