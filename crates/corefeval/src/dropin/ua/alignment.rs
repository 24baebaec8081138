//! Partial matching: which response mention is aligned with which key mention if they are not the same.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Matching, Version};
use crate::assignment::{Table, best_as_reference};
use crate::dropin::anaphora::mention::{Mention, Word};
use crate::dropin::anaphora::sides::{Side, Sides};

/// Aligns mentions that have no equal on the other side; zeros are never aligned.
pub(super) fn align(sides: &mut Sides, matching: Matching, version: Version) {
    let (key, response) = (left_over(&sides.key, &sides.response), left_over(&sides.response, &sides.key));
    let k: Vec<&Mention> = key.iter().map(|&place| &sides.key.mentions[place]).collect();
    let r: Vec<&Mention> = response.iter().map(|&place| &sides.response.mentions[place]).collect();
    let pairs = match matching {
        Matching::Exact => return,
        Matching::Minimum => by_minimum(&k, &r, version),
        Matching::Craft => by_first_segment(&k, &r),
    };
    let pairs: Vec<(usize, usize)> =
        pairs.into_iter().map(|(row, column)| (key[row], response[column])).collect();
    sides.align(&pairs);
}

/// The mentions that are not zeros and have no equal on the other side, in order.
fn left_over(side: &Side, other: &Side) -> Vec<usize> {
    let other: FxHashSet<u32> =
        other.clusters.iter().flatten().map(|&place| other.identities[place]).collect();
    let mut places = side.distinct();
    places.retain(|&place| !side.mentions[place].zero && !other.contains(&side.identities[place]));
    places
}

/// The best assignment of mentions of which one has the minimum of the other and lies inside it.
fn by_minimum(key: &[&Mention], response: &[&Mention], version: Version) -> Vec<(usize, usize)> {
    let (begin_response, begin_key) = (by_first_word(response), by_first_word(key));
    let mut rows: Vec<FxHashMap<u32, f64>> = vec![FxHashMap::default(); key.len()];
    for (row, outer) in key.iter().enumerate() {
        for (column, worth) in inside(outer, response, &begin_response) {
            rows[row].insert(column as u32, worth);
        }
    }
    let both_ways = version != Version::Fork;
    for (column, outer) in response.iter().enumerate().filter(|_| both_ways) {
        for (row, worth) in inside(outer, key, &begin_key) {
            rows[row].entry(column as u32).or_insert(worth);
        }
    }
    let mut table = Table::new();
    for row in rows {
        let mut cells: Vec<(u32, f64)> = row.into_iter().collect();
        cells.sort_unstable_by_key(|cell| cell.0);
        table.add_row(cells);
    }
    let partners = best_as_reference(&table, response.len()).into_iter().enumerate();
    partners.filter_map(|(row, column)| Some((row, column? as usize))).collect()
}

fn by_first_word(mentions: &[&Mention]) -> FxHashMap<Word, Vec<usize>> {
    let mut places: FxHashMap<Word, Vec<usize>> = FxHashMap::default();
    for (place, mention) in mentions.iter().enumerate() {
        if let Some(first) = mention.words.first() {
            places.entry(*first).or_default().push(place);
        }
    }
    places
}

/// The mentions inside another that have its minimum, and their share of it.
fn inside<'a>(
    outer: &'a Mention,
    mentions: &'a [&Mention],
    begin: &'a FxHashMap<Word, Vec<usize>>,
) -> impl Iterator<Item = (usize, f64)> + 'a {
    let words = outer.words.iter().filter(|_| !outer.core.is_empty());
    let beginning = words.filter_map(|word| begin.get(word)).flatten().copied();
    let fits =
        |place: &usize| mentions[*place].has_all(&outer.core) && outer.has_all(&mentions[*place].words);
    beginning.filter(fits).map(|place| (place, mentions[place].words.len() as f64 / outer.words.len() as f64))
}

/// Alignment as in CRAFT: a response mention is aligned with the first key mention whose first segment
/// contains one of its segments, unless that is aligned already.
fn by_first_segment(key: &[&Mention], response: &[&Mention]) -> Vec<(usize, usize)> {
    let mut holders: FxHashMap<Word, Vec<usize>> = FxHashMap::default();
    for (place, mention) in key.iter().enumerate() {
        for word in first_segment(mention) {
            holders.entry(*word).or_default().push(place);
        }
    }
    let mut taken = FxHashSet::default();
    let mut pairs = Vec::new();
    for (column, mention) in response.iter().enumerate() {
        let segments = mention.segments.iter().filter_map(|segment| mention.words.get(segment.clone()));
        let holder = segments.filter_map(|segment| first_holder(segment, key, &holders)).min();
        if let Some(row) = holder.filter(|row| taken.insert(*row)) {
            pairs.push((row, column));
        }
    }
    pairs
}

fn first_segment(mention: &Mention) -> &[Word] {
    let segment = mention.segments.first().cloned().unwrap_or(0..mention.words.len());
    mention.words.get(segment).unwrap_or_default()
}

/// The first key mention whose first segment holds all these words.
fn first_holder(segment: &[Word], key: &[&Mention], holders: &FxHashMap<Word, Vec<usize>>) -> Option<usize> {
    let last = segment.last()?;
    let all = holders.get(segment.first()?)?;
    all.iter().copied().find(|&place| first_segment(key[place]).binary_search(last).is_ok())
}
