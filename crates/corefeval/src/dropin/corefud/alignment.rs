//! Which response mention is aligned with which key mention.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Matching, Options, Problem, Zeros};
use crate::assignment::{Table, best_as_reference};
use crate::dropin::anaphora::mention::{Mention, Word};
use crate::dropin::anaphora::sides::{Side, Sides};

/// Aligns the mentions of a document: zeros by their dependencies, then equal mentions, then similar ones.
pub(super) fn align(sides: &mut Sides, options: &Options) -> Result<(), Problem> {
    let (mut key, mut response) = (sides.key.distinct(), sides.response.distinct());
    let mut pairs = Vec::new();
    if options.zeros == Zeros::Dependent {
        pairs = align_zeros(sides, &key, &response)?;
        leave_out(&mut key, &mut response, &pairs);
    }
    let equal = align_equal(sides, &key, &response);
    leave_out(&mut key, &mut response, &equal);
    let (k, r) = (mentions(&sides.key, &key), mentions(&sides.response, &response));
    let worth = match options.matching {
        Matching::Exact => Table::new(),
        Matching::Partial => partial_worth(&k, &r),
        Matching::Head => head_worth(&k, &r),
    };
    pairs.extend(assigned(&key, &response, &worth));
    sides.align(&pairs);
    Ok(())
}

fn mentions<'a>(side: &'a Side, places: &[usize]) -> Vec<&'a Mention> {
    places.iter().map(|&place| &side.mentions[place]).collect()
}

fn assigned(key: &[usize], response: &[usize], worth: &Table) -> Vec<(usize, usize)> {
    let partners = best_as_reference(worth, response.len());
    let pair = |(&key, partner): (&usize, Option<u32>)| Some((key, response[partner? as usize]));
    key.iter().zip(partners).filter_map(pair).collect()
}

fn leave_out(key: &mut Vec<usize>, response: &mut Vec<usize>, pairs: &[(usize, usize)]) {
    let keys: FxHashSet<usize> = pairs.iter().map(|pair| pair.0).collect();
    let responses: FxHashSet<usize> = pairs.iter().map(|pair| pair.1).collect();
    key.retain(|mention| !keys.contains(mention));
    response.retain(|mention| !responses.contains(mention));
}

fn align_equal(sides: &Sides, key: &[usize], response: &[usize]) -> Vec<(usize, usize)> {
    let places: FxHashMap<u32, usize> =
        response.iter().map(|&mention| (sides.response.identities[mention], mention)).collect();
    let equal = |&mention: &usize| Some((mention, *places.get(&sides.key.identities[mention])?));
    key.iter().filter_map(equal).collect()
}

/// Pairs zeros of the same sentence by their dependencies, and if necessary only by their parents.
fn align_zeros(sides: &Sides, key: &[usize], response: &[usize]) -> Result<Vec<(usize, usize)>, Problem> {
    let zeros = |side: &Side, places: &[usize]| -> Vec<usize> {
        places.iter().copied().filter(|&place| side.mentions[place].zero).collect()
    };
    let (key, response) = (zeros(&sides.key, key), zeros(&sides.response, response));
    let by_sentence = by_word(&mentions(&sides.response, &response), |mention| {
        sentence(mention).map(|sentence| Word(sentence, 0))
    });
    let mut worth = Table::new();
    for k in mentions(&sides.key, &key) {
        let neighbours = sentence(k).and_then(|sentence| by_sentence.get(&Word(sentence, 0)));
        let mut row = Vec::new();
        for &column in neighbours.into_iter().flatten() {
            row.push((column, zero_worth(k, &sides.response.mentions[response[column as usize]])?));
        }
        worth.add_row(row);
    }
    Ok(assigned(&key, &response, &worth))
}

fn sentence(mention: &Mention) -> Option<u32> {
    mention.core.first().map(|head| head.0)
}

fn zero_worth(key: &Mention, response: &Mention) -> Result<f64, Problem> {
    if key.dependencies.is_empty() || response.dependencies.is_empty() {
        let problem =
            Problem::new(0, "a zero depends on nothing, so that it cannot be matched by its dependencies");
        return Err(problem.hint("with -z linear zeros are matched by their places"));
    }
    let parents = |mention: &Mention| -> FxHashSet<u64> {
        mention.dependencies.iter().map(|dependency| dependency.parent).collect()
    };
    let (k, r) = (parents(key), parents(response));
    let shared =
        key.dependencies.iter().filter(|dependency| response.dependencies.contains(dependency)).count();
    let by_dependency = f1(shared, key.dependencies.len(), response.dependencies.len());
    Ok(10.0 * by_dependency + f1(k.intersection(&r).count(), k.len(), r.len()))
}

fn f1(shared: usize, key: usize, response: usize) -> f64 {
    let (recall, precision) = (shared as f64 / key as f64, shared as f64 / response as f64);
    if shared == 0 { 0.0 } else { 2.0 * precision * recall / (precision + recall) }
}

/// The places of mentions by one of their words.
fn by_word(mentions: &[&Mention], word: impl Fn(&Mention) -> Option<Word>) -> FxHashMap<Word, Vec<u32>> {
    let mut places: FxHashMap<Word, Vec<u32>> = FxHashMap::default();
    for (place, mention) in (0u32..).zip(mentions) {
        if let Some(word) = word(mention) {
            places.entry(word).or_default().push(place);
        }
    }
    places
}

fn head(mention: &Mention) -> Option<Word> {
    mention.core.first().copied()
}

/// The worth of mentions with the same head: the share of the key mention that was found.
fn head_worth(key: &[&Mention], response: &[&Mention]) -> Table {
    let heads = by_word(response, head);
    let mut worth = Table::new();
    for k in key {
        let same = head(k).and_then(|head| heads.get(&head)).into_iter().flatten();
        let share = |&column: &u32| k.shared(response[column as usize]) as f64 / k.words.len() as f64;
        worth.add_row(same.map(|column| (*column, share(column))));
    }
    worth
}

/// The worth of response mentions that are inside a key mention and have its head: their share of it.
fn partial_worth(key: &[&Mention], response: &[&Mention]) -> Table {
    let first_words = by_word(response, |mention| mention.words.first().copied());
    let mut worth = Table::new();
    for k in key {
        let beginning = k.words.iter().filter_map(|word| first_words.get(word)).flatten();
        let inside = beginning.map(|&column| (column, response[column as usize]));
        let inside = inside.filter(|(_, r)| r.has_all(&k.core) && k.has_all(&r.words));
        worth.add_row(inside.map(|(column, r)| (column, r.words.len() as f64 / k.words.len() as f64)));
    }
    worth
}
