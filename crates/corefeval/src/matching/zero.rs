//! Zeros by what they depend on: a zero has no words to be known by, and its place among the words is a convention.
//!
//! ```text
//! tokens     Ø¹   came   saw   Ø²
//! key       [Ø¹]                        subject of `saw`
//! response                    [Ø²]      subject of `saw`: they match, wherever they stand
//! ```
//!
//! Two zeros of one sentence weigh ten times the F1 of their dependencies (parent and relation) and once that of their
//! parents alone, as in the CorefUD scorer; those that weigh more than nothing are joined so that the sum is greatest.

use super::best::{self, Candidate, Counts};
use super::free::{Free, FreeMention};
use super::work::Work;
use super::{Alignment, Side};
use crate::choice::choice;
use crate::document::{Document, Layer};

choice! {
    /// How zeros are matched, before all other mentions.
    ZeroMatching {
        /// By their place among the words, like any token.
        Linear = "linear",
        /// By what they depend on, as in the CRAC shared tasks since 2024.
        Dependent = "dependent",
    }
}

/// Matches mentions that are zeros by what they depend on.
pub(super) fn join_dependent(key: &Side<'_>, response: &Side<'_>, alignment: &mut Alignment) {
    if key.document.zeros.is_empty() || response.document.zeros.is_empty() {
        return;
    }
    let work = Work::new(key, response, alignment);
    let key_zeros = zeros(key, &work.key);
    let response_zeros = zeros(response, &work.response);
    let mut candidates = Vec::new();
    for (zero, key) in key_zeros.iter().zip(0..) {
        let start = response_zeros.partition_point(|other| other.sentence < zero.sentence);
        let same = response_zeros[start..].iter().take_while(|other| other.sentence == zero.sentence);
        candidates.extend(same.zip(start as u32..).map(|(other, response)| {
            let weight = weight(zero, other);
            Candidate { key, response, weight }
        }));
    }
    let counts = Counts { key: key_zeros.len(), response: response_zeros.len() };
    for (key, response) in best::chosen(candidates, counts) {
        let places = (key_zeros[key as usize].place, response_zeros[response as usize].place);
        work.join(places.0, places.1, alignment);
    }
}

/// How well two zeros agree.
fn weight(key: &ZeroMention<'_>, response: &ZeroMention<'_>) -> f64 {
    10.0 * f1(&key.dependencies, &response.dependencies) + f1(&key.parents, &response.parents)
}

/// A mention that is a zero.
struct ZeroMention<'a> {
    /// Its place among the free.
    place: u32,
    sentence: Option<usize>,
    /// Parent and relation, as in the file, sorted.
    dependencies: Vec<(&'a str, &'a str)>,
    parents: Vec<&'a str>,
}

/// The free mentions whose head, or first token where the file names no head, is a zero; by sentence.
fn zeros<'a>(side: &'a Side<'_>, free: &Free) -> Vec<ZeroMention<'a>> {
    let zero = |(mention, place): (&FreeMention, u32)| {
        let mention = &side.mentions[mention.place as usize];
        let head = side.document.detail(mention).and_then(|detail| detail.head).unwrap_or(mention.span.start);
        side.document.is_zero(head).then(|| ZeroMention::new(side.document, head, place))
    };
    let mut zeros: Vec<_> = free.mentions.iter().zip(0..).filter_map(zero).collect();
    zeros.sort_by_key(|zero| (zero.sentence, zero.place));
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
        Self { place, sentence: document.sentence_of(head), dependencies, parents }
    }
}

/// How well two sorted sets agree.
fn f1<T: Ord>(one: &[T], other: &[T]) -> f64 {
    let both = one.iter().filter(|item| other.binary_search(item).is_ok()).count();
    let all = one.len() + other.len();
    if all == 0 { 0.0 } else { 2.0 * both as f64 / all as f64 }
}
