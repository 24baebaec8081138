//! The same tokens: the rule of the shared tasks of 2011 and 2012.
//!
//! Of repeated mentions of one span, the first in the key is matched with the first in the response, and so on.

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
    if is_plain(key.document) && is_plain(response.document) {
        join_equal(&by_span(key), &by_span(response), alignment);
    } else {
        join_equal(&by_tokens(key), &by_tokens(response), alignment);
    }
}

/// Mentions that have the same tokens as another, as places in the side, each group in file order.
#[must_use]
pub fn same_tokens(side: &Side<'_>) -> Vec<Vec<u32>> {
    if is_plain(side.document) { runs(&by_span(side)) } else { runs(&by_tokens(side)) }
}

fn runs<K: Eq>(order: &[(K, u32)]) -> Vec<Vec<u32>> {
    let groups = order.chunk_by(|one, next| one.0 == next.0).filter(|group| group.len() > 1);
    groups.map(|group| group.iter().map(|(_, place)| *place).collect()).collect()
}

/// Whether spans say all: no zeros shift the tokens, and no mention has gaps.
fn is_plain(document: &Document) -> bool {
    document.zeros.is_empty() && document.details.iter().all(|detail| detail.parts.is_empty())
}

/// A mention's span as one number (end first: files complete mentions in that order), and its place.
fn by_span(side: &Side<'_>) -> Vec<(u64, u32)> {
    let numbered = |(index, mention): (usize, &Mention)| (span_key(mention), index as u32);
    let mut order: Vec<_> = side.mentions.iter().enumerate().map(numbered).collect();
    order.sort_unstable();
    order
}

/// A span as a number that sorts by end, then by start.
pub(crate) fn span_key(mention: &Mention) -> u64 {
    u64::from(mention.span.end) << 32 | u64::from(mention.span.start)
}

/// A mention's parts by position, so that zeros of one side do not shift the other, and its place.
fn by_tokens(side: &Side<'_>) -> Vec<(Vec<(Position, Position)>, u32)> {
    let numbered = |(index, mention): (usize, &Mention)| (positions(side.document, mention), index as u32);
    let mut order: Vec<_> = side.mentions.iter().enumerate().map(numbered).collect();
    order.sort_unstable();
    order
}

/// First and last position of each run of tokens of a mention: parts that touch are one, and zeros inside part them.
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

/// Joins what is equal in two sorted lists of marks and places, the first with the first.
pub(super) fn join_equal<K: Ord>(key: &[(K, u32)], response: &[(K, u32)], alignment: &mut Alignment) {
    let (mut k, mut r) = (0, 0);
    while k < key.len() && r < response.len() {
        match key[k].0.cmp(&response[r].0) {
            std::cmp::Ordering::Less => k += 1,
            std::cmp::Ordering::Greater => r += 1,
            std::cmp::Ordering::Equal => {
                let (key_place, response_place) = (key[k].1 as usize, response[r].1 as usize);
                let free = alignment.join(key_place, response_place);
                // a mention that another rule has matched steps aside for the next repetition
                k += usize::from(free || alignment.of_key(key_place).is_some());
                r += usize::from(free || alignment.of_response(response_place).is_some());
            }
        }
    }
}
