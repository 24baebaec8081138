//! The mention overlap ratio measures how many tokens of mentions were found, independently of what the
//! mentions refer to.
//!
//! Key and response mentions are paired one to one so that the pairs share as many tokens as they can.
//! Recall = shared tokens / tokens of key mentions, precision = shared tokens / tokens of response mentions.
//! A token counts once for each mention it is in. Twins do not matter, except for MOR of twins, which uses
//! twins as pairs, as the Universal Anaphora scorer does.

use super::{Metric, Part, Tally};
use crate::assignment::{Solver, Table};
use crate::document::{Position, Wanted};
use crate::matching::Side;
use crate::pair::Pair;

/// How much of the mentions was found.
pub const MENTION_OVERLAP: Metric = Metric {
    name: "mor",
    title: "MOR",
    aliases: &["mention-overlap", "mention-overlap-ratio"],
    summary: "how many tokens the best one-to-one alignment of mentions shares",
    formula: "mentions are paired one to one so that they share as many tokens as possible; recall = shared tokens / tokens of key mentions; precision = shared tokens / tokens of response mentions",
    citation: "Žabokrtský et al. 2022",
    setting: "CorefUD scorer",
    parts: &[Part::Mentions(tally)],
    counts_singletons_first: true,
    wanted_key: Wanted::MENTIONS.and_details(),
    wanted_response: Wanted::MENTIONS.and_details(),
    ..Metric::PLAIN
};

/// How much of the mentions was found by the matching rule.
pub const MENTION_OVERLAP_OF_TWINS: Metric = Metric {
    name: "mor-twins",
    title: "MOR (twins)",
    aliases: &[],
    summary: "how many tokens twins share",
    formula: "recall = tokens that twins share / tokens of key mentions; precision = the same / tokens of response mentions",
    citation: "Yu et al. 2023",
    setting: "Universal Anaphora scorer 2",
    parts: &[Part::Mentions(tally_of_twins)],
    ..MENTION_OVERLAP
};

fn tally_of_twins(pair: &Pair<'_>) -> Tally {
    let (key, response) = (positions(&pair.key), positions(&pair.response));
    let twins = pair.alignment.twins();
    let shared: usize = twins.map(|(k, r)| shared_words(&key[k], &response[r])).sum();
    Tally::shared(shared as f64, tokens(&key), tokens(&response))
}

/// The number of tokens of mentions; a token in several mentions counts for each of them.
fn tokens(mentions: &[Vec<Position>]) -> f64 {
    mentions.iter().map(Vec::len).sum::<usize>() as f64
}

/// How many words two lists in order have in common.
fn shared_words(one: &[Position], other: &[Position]) -> usize {
    one.iter().filter(|position| other.binary_search(position).is_ok()).count()
}

fn tally(pair: &Pair<'_>) -> Tally {
    let (key, response) = (positions(&pair.key), positions(&pair.response));
    let shared = most_shared(key.iter().map(Vec::as_slice), response.iter().map(Vec::as_slice));
    Tally::shared(shared, tokens(&key), tokens(&response))
}

/// The positions of the tokens of each mention, in which zeros of one side do not shift the other.
fn positions(side: &Side<'_>) -> Vec<Vec<Position>> {
    let document = side.document;
    let of = |mention| document.mention_tokens(mention).map(|token| document.position(token)).collect();
    side.mentions.iter().map(of).collect()
}

/// The largest number of words that lists can share if each is paired with at most one of the other side.
pub(crate) fn most_shared<'a, Word: Copy + Ord + 'a>(
    key: impl Iterator<Item = &'a [Word]>,
    response: impl Iterator<Item = &'a [Word]>,
) -> f64 {
    let (key, mut response) = (sorted(key), sorted(response));
    response.iter_mut().for_each(Vec::dedup);
    let mut cells = shared_cells(&key, &response).into_iter().peekable();
    let mut table = Table::new();
    for row in 0..key.len() as u32 {
        let of_row = std::iter::from_fn(|| cells.next_if(|cell| cell.0 == row));
        table.add_row(of_row.map(|(_, column, shared)| (column, f64::from(shared))));
    }
    Solver::new().solve(&table).total
}

fn sorted<'a, Word: Copy + Ord + 'a>(lists: impl Iterator<Item = &'a [Word]>) -> Vec<Vec<Word>> {
    let mut lists: Vec<Vec<Word>> = lists.map(<[Word]>::to_vec).collect();
    for words in &mut lists {
        words.sort_unstable();
    }
    lists
}

/// A run of words of a list that are neighbours among the words of all lists, from one number up to another.
#[derive(Clone, Copy)]
struct Run {
    start: u32,
    end: u32,
    list: u32,
}

/// How many words each list of the key shares with each list of the response, if any, in order. Lists are
/// compared by runs of words: a comparison word by word would take cubic time for nested mentions.
fn shared_cells<Word: Copy + Ord>(key: &[Vec<Word>], response: &[Vec<Word>]) -> Vec<(u32, u32, u32)> {
    let mut all: Vec<Word> = key.iter().chain(response).flatten().copied().collect();
    all.sort_unstable();
    all.dedup();
    let mut cells = overlaps(&runs(key, &all), &runs(response, &all));
    cells.sort_unstable();
    cells.dedup_by(|next, cell| {
        let is_same = (next.0, next.1) == (cell.0, cell.1);
        cell.2 += if is_same { next.2 } else { 0 };
        is_same
    });
    cells
}

/// The runs of sorted lists in the order in which they begin; a repeated word begins another run.
fn runs<Word: Ord>(lists: &[Vec<Word>], all: &[Word]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for (list, words) in (0u32..).zip(lists) {
        let first = runs.len();
        for word in words {
            match runs.get_mut(first..).and_then(<[Run]>::last_mut) {
                Some(run) if all.get(run.end as usize) == Some(word) => run.end += 1,
                _ => {
                    let start = all.partition_point(|other| other < word) as u32;
                    runs.push(Run { start, end: start + 1, list });
                }
            }
        }
    }
    runs.sort_by_key(|run| run.start);
    runs
}

/// The lists of every two overlapping runs, one of each side, and the number of words by which they overlap.
fn overlaps(key: &[Run], response: &[Run]) -> Vec<(u32, u32, u32)> {
    let (mut key, mut response) = (key.iter().peekable(), response.iter().peekable());
    let (mut open_key, mut open_response): (Vec<Run>, Vec<Run>) = (Vec::new(), Vec::new());
    let mut found = Vec::new();
    loop {
        let next_response = response.peek().map(|run| run.start);
        let key_first = |run: &&Run| next_response.is_none_or(|start| run.start <= start);
        if let Some(run) = key.next_if(key_first) {
            let shared = meet(run, &mut open_response);
            found.extend(shared.map(|(other, shared)| (run.list, other, shared)));
            open_key.push(*run);
        } else if let Some(run) = response.next() {
            let shared = meet(run, &mut open_key);
            found.extend(shared.map(|(other, shared)| (other, run.list, shared)));
            open_response.push(*run);
        } else {
            return found;
        }
    }
}

/// The lists of the open runs that share words with a run, and how many words. All open runs began before it;
/// those that have ended are closed.
fn meet<'o>(run: &'o Run, open: &'o mut Vec<Run>) -> impl Iterator<Item = (u32, u32)> + 'o {
    open.retain(|other| other.end > run.start);
    open.iter().map(|other| (other.list, other.end.min(run.end) - run.start))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{MENTION_OVERLAP, MENTION_OVERLAP_OF_TWINS, most_shared, shared_cells};
    use crate::document::{Document, Mention, Span};
    use crate::matching::{Matching, Side};
    use crate::metric::Tally;
    use crate::metric::assert::assert_score;
    use crate::pair::Pair;

    #[test]
    fn entities_do_not_matter() {
        assert_score(&MENTION_OVERLAP, "a b | c d", "a c e", (2.0 / 4.0, 2.0 / 3.0));
    }

    #[test]
    fn twins_alone_share_tokens_if_so_wanted() {
        let document = |start, end| Document {
            tokens: 6,
            mentions: vec![Mention::new(Span::new(start, end), 0)],
            entity_labels: ["a"].iter().collect(),
            ..Document::default()
        };
        let (key, response) = (document(0, 4), document(2, 6));
        let shared = |matching: Matching| {
            let (key, response) = (Side::all(&key), Side::all(&response));
            let alignment = matching.align(&key, &response);
            let pair = Pair::new(key, response, alignment);
            MENTION_OVERLAP_OF_TWINS.parts[0].tally(&pair)
        };
        assert_eq!(shared(Matching::EXACT), Tally::shared(0.0, 4.0, 4.0));
        assert_eq!(shared("overlap-30".parse().unwrap()), Tally::shared(2.0, 4.0, 4.0));
    }

    #[test]
    fn a_mention_is_paired_once() {
        let key = [&[1, 2, 3, 4][..], &[4, 5]];
        let response = [&[1, 2][..], &[3, 4, 5]];
        // 1–2 and 4–5 together share more than 3–4
        assert!((most_shared(key.into_iter(), response.into_iter()) - 4.0).abs() < 1e-12);
        let one = [&[1, 2, 3, 4, 5][..]];
        assert!((most_shared(one.into_iter(), response.into_iter()) - 3.0).abs() < 1e-12);
    }

    proptest! {
        #[test]
        fn runs_share_the_words_that_a_slow_look_finds(
            mut key in prop::collection::vec(prop::collection::vec(0..20_u32, 0..12), 0..9),
            mut response in prop::collection::vec(prop::collection::vec(0..20_u32, 0..12), 0..9),
        ) {
            for words in key.iter_mut().chain(&mut response) {
                words.sort_unstable();
            }
            response.iter_mut().for_each(Vec::dedup);
            let mut expected = Vec::new();
            for (row, words) in (0u32..).zip(&key) {
                for (column, others) in (0u32..).zip(&response) {
                    let shared = words.iter().filter(|word| others.contains(word)).count() as u32;
                    expected.extend((shared > 0).then_some((row, column, shared)));
                }
            }
            prop_assert_eq!(shared_cells(&key, &response), expected);
        }
    }

    #[test]
    fn nested_mentions_take_time_by_the_square_of_their_number() {
        // in cubic time, this would take most of a minute
        let nested: Vec<Vec<u32>> = (0..700).map(|depth| (depth..1400 - depth).collect()).collect();
        let all: usize = nested.iter().map(Vec::len).sum();
        let lists = || nested.iter().map(Vec::as_slice);
        assert!((most_shared(lists(), lists()) - all as f64).abs() < 1e-12);
    }
}
