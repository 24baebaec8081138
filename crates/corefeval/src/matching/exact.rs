//! The same tokens: the rule of the shared tasks of 2011 and 2012.
//!
//! If a span has repeated mentions, the first in the key is matched with the first in the response, and so
//! on.

use std::cmp::Ordering;

use super::free::push_joined;
use super::needs::NOTHING;
use super::{Alignment, Join, Rule, Sameness, Side};
use crate::document::{Document, Mention, Position, Span, Wanted};

/// The rule.
pub(super) const EXACT: Rule = Rule {
    name: "exact",
    summary: "they have the same tokens",
    citation: "Pradhan et al. 2011, 2012",
    needs: &NOTHING,
    wanted_key: Wanted::MENTIONS,
    wanted_response: Wanted::MENTIONS,
    join: Join::Plain(join),
    sameness: Sameness::Tokens,
};

/// Matches mentions that have the same tokens.
#[must_use]
pub fn align(key: &Side<'_>, response: &Side<'_>) -> Alignment {
    let mut alignment = Alignment::new(key.mentions.len(), response.mentions.len());
    join(key, response, &mut alignment);
    alignment
}

/// Matches mentions that have the same tokens and no twin yet.
pub(super) fn join(key: &Side<'_>, response: &Side<'_>, alignment: &mut Alignment) {
    if !is_plain(key.document) || !is_plain(response.document) {
        join_equal(&by_tokens(key), &by_tokens(response), alignment);
    } else if in_order(key) && in_order(response) {
        let (keys, responses) = (&key.mentions, &response.mentions);
        let compare = |k: usize, r: usize| span_key(&keys[k]).cmp(&span_key(&responses[r]));
        join_sorted((keys.len(), responses.len()), compare, |k, r| (k, r), alignment);
    } else {
        let (keys, responses) = (by_span(key), by_span(response));
        let compare = |k: usize, r: usize| span_at(key, keys[k]).cmp(&span_at(response, responses[r]));
        let places = |k: usize, r: usize| (keys[k] as usize, responses[r] as usize);
        join_sorted((keys.len(), responses.len()), compare, places, alignment);
    }
}

/// Sorts mentions in the order in which files complete them, in which they are matched fastest. Returns
/// whether all spans differ.
pub fn sort(mentions: &mut [Mention]) -> bool {
    mentions.sort_unstable_by_key(span_key);
    mentions.windows(2).all(|pair| span_key(&pair[0]) < span_key(&pair[1]))
}

/// Groups of mentions with the same tokens, as places in the side, each group in file order.
#[must_use]
pub fn same_tokens(side: &Side<'_>) -> Vec<Vec<u32>> {
    if !is_plain(side.document) {
        return runs(&by_tokens(side));
    }
    if in_order(side) {
        return Vec::new();
    }
    let order = by_span(side);
    let same = |one: &u32, next: &u32| span_at(side, *one) == span_at(side, *next);
    let groups = order.chunk_by(same).filter(|group| group.len() > 1);
    let mut groups: Vec<Vec<u32>> = groups.map(<[u32]>::to_vec).collect();
    let span = |group: &Vec<u32>| side.mentions[group[0] as usize].span;
    groups.sort_by_key(|group| (span(group).end, span(group).start));
    groups
}

fn runs<K: Eq>(order: &[(K, u32)]) -> Vec<Vec<u32>> {
    let groups = order.chunk_by(|one, next| one.0 == next.0).filter(|group| group.len() > 1);
    groups.map(|group| group.iter().map(|(_, place)| *place).collect()).collect()
}

/// Whether spans are enough to compare tokens: no zeros shift the tokens, and no mention has gaps.
fn is_plain(document: &Document) -> bool {
    document.zeros.is_empty() && document.details.iter().all(|detail| detail.parts.is_empty())
}

/// Whether spans are in the order in which files complete mentions, without repetition. After reading, most
/// are.
fn in_order(side: &Side<'_>) -> bool {
    side.mentions.windows(2).all(|pair| span_key(&pair[0]) < span_key(&pair[1]))
}

/// The places of mentions in the order of their spans, and in file order if spans are equal. A span and a
/// place are sorted as one number, of 64 bits if both fit, because this is fastest.
fn by_span(side: &Side<'_>) -> Vec<u32> {
    let bits = |number: u32| u32::BITS - number.leading_zeros();
    let last = side.mentions.iter().map(|mention| mention.span.end.max(mention.span.start)).max();
    let (span_bits, place_bits) = (bits(last.unwrap_or(0)), bits(side.mentions.len() as u32));
    let mentions = side.mentions.iter().enumerate();
    if 2 * span_bits + place_bits > u64::BITS {
        let numbered = |(place, mention)| u128::from(span_key(mention)) << 32 | place as u128;
        let mut order: Vec<u128> = mentions.map(numbered).collect();
        order.sort_unstable();
        return order.into_iter().map(|number| number as u32).collect();
    }
    let most = (1_u64 << span_bits) - 1;
    let numbered = |(place, mention): (usize, &Mention)| {
        let Span { start, end } = mention.span;
        (u64::from(end) << span_bits | (most - u64::from(start))) << place_bits | place as u64
    };
    let mut order: Vec<u64> = mentions.map(numbered).collect();
    order.sort_unstable();
    let places = (1_u64 << place_bits) - 1;
    order.into_iter().map(|number| (number & places) as u32).collect()
}

/// The span of the mention at a place, as a number.
fn span_at(side: &Side<'_>, place: u32) -> u64 {
    span_key(&side.mentions[place as usize])
}

/// A span as a number that sorts in the order in which files complete mentions: by end, then inner before
/// outer.
pub(crate) fn span_key(mention: &Mention) -> u64 {
    u64::from(mention.span.end) << 32 | u64::from(!mention.span.start)
}

/// Each mention's parts as positions, so that zeros of one side do not shift the other, and the mention's
/// place.
fn by_tokens(side: &Side<'_>) -> Vec<(Vec<(Position, Position)>, u32)> {
    let numbered = |(index, mention): (usize, &Mention)| (positions(side.document, mention), index as u32);
    let mut order: Vec<_> = side.mentions.iter().enumerate().map(numbered).collect();
    order.sort_unstable();
    order
}

/// First and last position of each run of tokens of a mention: parts that touch are one run, zeros inside
/// split a run.
fn positions(document: &Document, mention: &Mention) -> Vec<(Position, Position)> {
    let mut joined: Vec<Span> = Vec::new();
    for part in document.parts(mention).iter().filter(|part| !part.is_empty()) {
        push_joined(*part, 0, &mut joined);
    }
    let ends = |run: Span| (document.position(run.start), document.position(run.end.saturating_sub(1)));
    joined.into_iter().flat_map(|part| runs_between_zeros(document, part)).map(ends).collect()
}

/// The zeros in a span, and the overt tokens between them.
fn runs_between_zeros(document: &Document, span: Span) -> Vec<Span> {
    let first = document.zeros.partition_point(|zero| zero.token < span.start);
    let mut runs = Vec::new();
    let mut start = span.start;
    for zero in document.zeros[first..].iter().take_while(|zero| zero.token < span.end) {
        runs.extend([Span::new(start, zero.token), Span::new(zero.token, zero.token + 1)]);
        start = zero.token + 1;
    }
    runs.push(Span::new(start, span.end));
    runs.retain(|run| !run.is_empty());
    runs
}

/// Joins the mentions with equal marks in two sorted lists of marks and places, the first with the first.
pub(super) fn join_equal<K: Ord>(key: &[(K, u32)], response: &[(K, u32)], alignment: &mut Alignment) {
    let compare = |k: usize, r: usize| key[k].0.cmp(&response[r].0);
    let places = |k: usize, r: usize| (key[k].1 as usize, response[r].1 as usize);
    join_sorted((key.len(), response.len()), compare, places, alignment);
}

fn join_sorted(
    (keys, responses): (usize, usize),
    compare: impl Fn(usize, usize) -> Ordering,
    places: impl Fn(usize, usize) -> (usize, usize),
    alignment: &mut Alignment,
) {
    let (mut k, mut r) = (0, 0);
    while k < keys && r < responses {
        match compare(k, r) {
            Ordering::Less => k += 1,
            Ordering::Greater => r += 1,
            Ordering::Equal => {
                let (key_place, response_place) = places(k, r);
                let free = alignment.join(key_place, response_place);
                // a mention that another rule has matched is skipped, and its next repetition is tried
                k += usize::from(free || alignment.of_key(key_place).is_some());
                r += usize::from(free || alignment.of_response(response_place).is_some());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{by_span, span_key};
    use crate::document::{Document, Mention, Span};
    use crate::matching::Side;

    proptest! {
        #[test]
        fn mentions_are_put_in_the_order_of_their_spans_however_long_the_text_is(
            spans in prop::collection::vec((0_u32..9, 1_u32..4), 0..60),
            factor in prop::sample::select(vec![1_u32, 7, 1 << 20, 1 << 28]),
        ) {
            let mention = |&(start, length): &(u32, u32)| {
                Mention::new(Span::new(start * factor, start * factor + length), 0)
            };
            let mentions: Vec<Mention> = spans.iter().map(mention).collect();
            let document = Document { tokens: u32::MAX - 1, mentions, ..Document::default() };
            let mut expected: Vec<u32> = (0..document.mentions.len() as u32).collect();
            expected.sort_by_key(|place| span_key(&document.mentions[*place as usize]));
            prop_assert_eq!(by_span(&Side::all(&document)), expected);
        }
    }
}
