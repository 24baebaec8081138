//! The mention overlap ratio: how many words of the mentions were found, mentions paired up one to one.

use std::ops::Range;

use super::mention::{Mention, Word};
use super::sides::{Side, Sides};
use crate::assignment::{Solver, Table};
use crate::metric::Tally;

/// Shared words of the best pairing, out of the words of all mentions of each side.
pub(in crate::dropin) fn tally(sides: &Sides) -> Tally {
    let (key, response) = (mentions(&sides.key), mentions(&sides.response));
    let groups = groups(&key, &response);
    let shared: f64 = groups.into_iter().map(|(k, r)| best_total(&key[k], &response[r])).sum();
    Tally::shared(shared, words(&key), words(&response))
}

/// All mentions in the order of first word, last word and length; one that is in two clusters is there twice.
fn mentions(side: &Side) -> Vec<&Mention> {
    let mut mentions: Vec<&Mention> =
        side.clusters.iter().flatten().map(|&place| &side.mentions[place]).collect();
    mentions.sort_by_key(|mention| mention.extent());
    mentions
}

fn words(mentions: &[&Mention]) -> f64 {
    mentions.iter().map(|mention| mention.words.len()).sum::<usize>() as f64
}

/// Cuts both sorted lists wherever a mention begins after all before it have ended.
fn groups(key: &[&Mention], response: &[&Mention]) -> Vec<(Range<usize>, Range<usize>)> {
    let mut groups = Vec::new();
    let (mut k, mut r) = (0, 0);
    while let Some(mut end) = next_end(key, response, k, r) {
        let (k_start, r_start) = (k, r);
        loop {
            let before = (k, r);
            (end, k) = swallow(key, k, end);
            (end, r) = swallow(response, r, end);
            if before == (k, r) {
                break;
            }
        }
        groups.push((k_start..k, r_start..r));
    }
    groups
}

/// Where the mention ends that comes first of those left.
fn next_end(key: &[&Mention], response: &[&Mention], k: usize, r: usize) -> Option<Word> {
    let left = key.get(k).into_iter().chain(response.get(r));
    left.min_by_key(|mention| mention.words.first())?.words.last().copied()
}

/// Goes over the mentions that begin no later than `end`, and moves `end` to where they end.
fn swallow(mentions: &[&Mention], mut next: usize, mut end: Word) -> (Word, usize) {
    while let Some(mention) = mentions.get(next).filter(|mention| mention.words.first() <= Some(&end)) {
        end = mention.words.last().map_or(end, |&last| last.max(end));
        next += 1;
    }
    (end, next)
}

fn best_total(key: &[&Mention], response: &[&Mention]) -> f64 {
    let mut table = Table::new();
    for mention in key {
        table.add_row((0u32..).zip(response).map(|(column, other)| (column, mention.shared(other) as f64)));
    }
    Solver::new().solve(&table).total
}
