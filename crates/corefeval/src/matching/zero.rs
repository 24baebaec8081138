//! Matching zeros by their dependencies: a zero has no words, and its place among the words is only a
//! convention.
//!
//! ```text
//! tokens     Ø¹   came   saw   Ø²
//! key       [Ø¹]                        subject of `saw`
//! response                    [Ø²]      subject of `saw`: they match, wherever they stand
//! ```
//!
//! The weight of two zeros of a sentence is ten times the F1 of their dependencies (parent and relation) plus
//! the F1 of their parents, as in the CorefUD scorer. Pairs with a weight above 0 are joined so that the sum
//! is largest.

use super::best::{self, Candidate, Counts};
use super::free::{Free, FreeMention};
use super::work::Work;
use super::{Alignment, Side};
use crate::choice::choice;
use crate::document::{Document, Layer};

choice! {
    /// How zeros (empty nodes) are matched, before all other mentions.
    ZeroMatching {
        /// By position among the words, like any token.
        Linear = "linear",
        /// By their dependencies, as in the CRAC shared tasks since 2024.
        Dependent = "dependent",
    }
}

/// Matches mentions that are zeros by their dependencies.
pub(super) fn join_dependent(key: &Side<'_>, response: &Side<'_>, alignment: &mut Alignment) {
    if key.document.zeros.is_empty() || response.document.zeros.is_empty() {
        return;
    }
    let work = Work::new(key, response, alignment);
    let key_zeros = zeros(key, &work.key);
    let response_zeros = zeros(response, &work.response);
    let candidates = candidates(&key_zeros, &response_zeros);
    let counts = Counts { key: key_zeros.len(), response: response_zeros.len() };
    for (key, response) in best::chosen(candidates, counts) {
        let places = (key_zeros[key as usize].place, response_zeros[response as usize].place);
        work.join(places.0, places.1, alignment);
    }
}

/// A zero is compared with at most this many zeros of the sentence: those with about the same rank.
const MOST_NEAR: usize = 512;

/// Candidates: each zero of the key with the zeros of the response in the same sentence.
fn candidates(key: &[ZeroMention<'_>], response: &[ZeroMention<'_>]) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    let mut rest = (response, 0);
    for same in key.chunk_by(|one, next| one.sentence == next.sentence) {
        let sentence = same[0].sentence;
        let start = rest.0.partition_point(|other| other.sentence < sentence);
        let here = &rest.0[start..];
        let here = &here[..here.partition_point(|other| other.sentence == sentence)];
        let first = rest.1 + start;
        for (rank, zero) in same.iter().enumerate() {
            let from = rank.saturating_sub(MOST_NEAR / 2).min(here.len().saturating_sub(MOST_NEAR));
            let near = here.iter().enumerate().skip(from).take(MOST_NEAR);
            candidates.extend(near.map(|(place, other)| Candidate {
                key: zero.number,
                response: (first + place) as u32,
                weight: weight(zero, other),
            }));
        }
        rest = (&rest.0[start..], first);
    }
    candidates
}

/// The weight of two zeros.
fn weight(key: &ZeroMention<'_>, response: &ZeroMention<'_>) -> f64 {
    10.0 * f1(&key.dependencies, &response.dependencies) + f1(&key.parents, &response.parents)
}

/// A mention that is a zero.
struct ZeroMention<'a> {
    /// Its place among the free.
    place: u32,
    /// Its place among the zeros.
    number: u32,
    sentence: Option<usize>,
    /// Parent and relation, as in the file, sorted.
    dependencies: Vec<(&'a str, &'a str)>,
    parents: Vec<&'a str>,
}

/// The free mentions whose head is a zero, by sentence. If the file names no head, the first token counts.
fn zeros<'a>(side: &'a Side<'_>, free: &Free) -> Vec<ZeroMention<'a>> {
    let zero = |(mention, place): (&FreeMention, u32)| {
        let mention = &side.mentions[mention.place as usize];
        let head = side.document.detail(mention).and_then(|detail| detail.head).unwrap_or(mention.span.start);
        side.document.is_zero(head).then(|| ZeroMention::new(side.document, head, place))
    };
    let mut zeros: Vec<_> = free.mentions.iter().zip(0..).filter_map(zero).collect();
    zeros.sort_by_key(|zero| (zero.sentence, zero.place));
    for (zero, number) in zeros.iter_mut().zip(0..) {
        zero.number = number;
    }
    zeros
}

impl<'a> ZeroMention<'a> {
    fn new(document: &'a Document, head: u32, place: u32) -> Self {
        let cell = document.layers.at(Layer::Enhanced, head).unwrap_or("_");
        let mut dependencies: Vec<_> = cell.split('|').filter_map(|one| one.split_once(':')).collect();
        let mut parents: Vec<_> = dependencies.iter().map(|(parent, _)| *parent).collect();
        dependencies.sort_unstable();
        dependencies.dedup();
        parents.sort_unstable();
        parents.dedup();
        Self { place, number: 0, sentence: document.sentence_of(head), dependencies, parents }
    }
}

/// The F1 of two sorted sets.
fn f1<T: Ord>(one: &[T], other: &[T]) -> f64 {
    let both = one.iter().filter(|item| other.binary_search(item).is_ok()).count();
    let all = one.len() + other.len();
    if all == 0 { 0.0 } else { 2.0 * both as f64 / all as f64 }
}
