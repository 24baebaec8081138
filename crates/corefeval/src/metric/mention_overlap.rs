//! The mention overlap ratio asks how many tokens of mentions were found, whatever the mentions refer to.
//!
//! Key and response mentions are paired one to one so that the pairs share as many tokens as they can.
//! Recall = shared tokens / tokens of key mentions, precision = shared tokens / tokens of response mentions. A token counts once for
//! each mention it is in. Which mentions are twins does not matter, except for MOR of twins, in which they are the pairs: so it
//! is in the Universal Anaphora scorer.

use rustc_hash::FxHashMap;

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

/// How many tokens mentions have, one that is in several counted for each.
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

/// Where the tokens of each mention stand, counted so that zeros of one side do not shift the other.
fn positions(side: &Side<'_>) -> Vec<Vec<Position>> {
    let document = side.document;
    let of = |mention| document.mention_tokens(mention).map(|token| document.position(token)).collect();
    side.mentions.iter().map(of).collect()
}

/// How many words lists can share at most if each is paired with one of the other side.
pub(crate) fn most_shared<'a, Word: Copy + Ord + 'a>(
    key: impl Iterator<Item = &'a [Word]>,
    response: impl Iterator<Item = &'a [Word]>,
) -> f64 {
    let numbered = (0u32..).zip(response);
    let mut holders: Vec<(Word, u32)> =
        numbered.flat_map(|(number, words)| words.iter().map(move |&word| (word, number))).collect();
    holders.sort_unstable();
    holders.dedup();
    let mut table = Table::new();
    for words in key {
        let mut shared: FxHashMap<u32, f64> = FxHashMap::default();
        for holder in words.iter().flat_map(|word| holders_of(&holders, *word)) {
            *shared.entry(holder.1).or_default() += 1.0;
        }
        let mut cells: Vec<(u32, f64)> = shared.into_iter().collect();
        cells.sort_unstable_by_key(|cell| cell.0);
        table.add_row(cells);
    }
    Solver::new().solve(&table).total
}

fn holders_of<Word: Copy + Ord>(holders: &[(Word, u32)], word: Word) -> &[(Word, u32)] {
    let start = holders.partition_point(|holder| holder.0 < word);
    let length = holders[start..].partition_point(|holder| holder.0 == word);
    &holders[start..start + length]
}

#[cfg(test)]
mod tests {
    use super::{MENTION_OVERLAP, MENTION_OVERLAP_OF_TWINS, most_shared};
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
        // 1–2 and 4–5 together beat 3–4 alone
        assert!((most_shared(key.into_iter(), response.into_iter()) - 4.0).abs() < 1e-12);
        let one = [&[1, 2, 3, 4, 5][..]];
        assert!((most_shared(one.into_iter(), response.into_iter()) - 3.0).abs() < 1e-12);
    }
}
