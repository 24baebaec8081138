//! A partly matched key and response: the mentions left to match, and functions that match them best.

use super::best::{self, Candidate, Counts};
use super::free::{self, Chunk, Free, FreeMention, Numbering};
use super::{Alignment, Side};
use crate::document::Span;

/// The largest number of candidates that one mark may produce.
const MOST_PAIRS: usize = 1 << 22;

/// A mention is compared with at most this many mentions that have begun and not ended: those that began
/// last.
const MOST_OPEN: usize = 64;

/// At most this many mentions that begin inside a key mention are checked: those that begin first.
const MOST_INSIDE: usize = 1024;

/// The mentions that have no twin yet, with the information that rules need.
pub(super) struct Work<'a> {
    pub(super) key_side: &'a Side<'a>,
    pub(super) response_side: &'a Side<'a>,
    pub(super) numbering: Numbering,
    pub(super) key: Free,
    pub(super) response: Free,
}

impl<'a> Work<'a> {
    pub(super) fn new(key: &'a Side<'a>, response: &'a Side<'a>, alignment: &Alignment) -> Self {
        let numbering = Numbering::new(key.document, response.document);
        let free_key = Free::of_key(key, alignment, &numbering);
        let free_response = Free::of_response(response, alignment, &numbering);
        Self { key_side: key, response_side: response, numbering, key: free_key, response: free_response }
    }

    /// The mentions of each sentence that has some on both sides.
    pub(super) fn chunks(&self) -> Vec<Chunk> {
        free::by_sentence(self.key_side.document, &self.numbering, &self.key, &self.response)
    }

    /// The sentence of the key that contains the first key token of a mention; none if it has no key token.
    pub(super) fn sentence_of(&self, free: &Free, mention: &FreeMention) -> Option<Span> {
        let mut numbers = free.spans(mention).iter().flat_map(|span| span.start..span.end);
        let token = numbers.find_map(|number| self.numbering.key_token(number))?;
        Some(free::sentence_at(self.key_side.document, Some(token)))
    }

    /// How many tokens two mentions share.
    pub(super) fn shared(&self, key: &FreeMention, response: &FreeMention) -> u32 {
        free::shared(self.key.spans(key), self.response.spans(response))
    }

    /// Whether every token of the response mention is in the key mention.
    pub(super) fn is_inside(&self, response: &FreeMention, key: &FreeMention) -> bool {
        self.shared(key, response) == response.length
    }

    /// The head that the file names for a key mention, as a common number.
    pub(super) fn named_key_head(&self, mention: &FreeMention) -> Option<u32> {
        named_head(self.key_side, mention).map(|token| self.numbering.of_key(token))
    }

    /// The head that the file names for a response mention, as a common number.
    pub(super) fn named_response_head(&self, mention: &FreeMention) -> Option<u32> {
        named_head(self.response_side, mention).map(|token| self.numbering.of_response(token))
    }

    /// The minimum span that the file names for a key mention, in common numbers.
    pub(super) fn key_minimum(&self, mention: &FreeMention) -> Option<Span> {
        let mention = self.key_side.mentions.get(mention.place as usize)?;
        let minimum =
            self.key_side.document.detail(mention)?.minimum.filter(|minimum| !minimum.is_empty())?;
        Some(Span::new(self.numbering.of_key(minimum.start), self.numbering.of_key(minimum.end - 1) + 1))
    }

    /// The response mentions that lie between the ends of a key mention and begin at or before `by`.
    pub(super) fn between<'w>(
        &'w self,
        key: &FreeMention,
        by: u32,
    ) -> impl Iterator<Item = (u32, &'w FreeMention)> + use<'w> {
        let mentions = &self.response.mentions;
        let start = mentions.partition_point(|mention| mention.first < key.first);
        let last = key.last;
        let inside = mentions[start..].iter().take(MOST_INSIDE);
        let near = inside.take_while(move |mention| mention.first <= by);
        let numbered = near.enumerate().map(move |(place, mention)| ((start + place) as u32, mention));
        numbered.filter(move |(_, mention)| mention.last <= last)
    }

    /// Makes candidates of the mentions that have the same mark, given as marks and places among the free
    /// mentions. The weight of a candidate is the number of tokens shared. If a mark is on thousands of
    /// mentions, only the first in the key is paired with the first in the response, the second with the
    /// second, and so on.
    pub(super) fn pair_marks<T: Ord>(
        &self,
        key: &mut [(T, u32)],
        response: &mut [(T, u32)],
    ) -> Vec<Candidate> {
        key.sort_unstable();
        response.sort_unstable();
        let mut candidates = Vec::new();
        let mut left = &response[..];
        for same in key.chunk_by(|one, next| one.0 == next.0) {
            left = &left[left.partition_point(|other| other.0 < same[0].0)..];
            let others = &left[..left.partition_point(|other| other.0 == same[0].0)];
            if same.len() * others.len() > MOST_PAIRS {
                let in_order = same.iter().zip(others);
                candidates.extend(in_order.map(|((_, k), (_, r))| self.candidate(*k, *r)));
                continue;
            }
            for (_, k) in same {
                candidates.extend(others.iter().map(|(_, r)| self.candidate(*k, *r)));
            }
        }
        candidates
    }

    fn candidate(&self, key: u32, response: u32) -> Candidate {
        let mentions = (&self.key.mentions[key as usize], &self.response.mentions[response as usize]);
        Candidate { key, response, weight: f64::from(self.shared(mentions.0, mentions.1)) }
    }

    /// Joins mentions that have the same mark, the first in the key with the first in the response, and so on.
    pub(super) fn join_in_order<T: Ord>(
        &self,
        mut key: Vec<(T, u32)>,
        mut response: Vec<(T, u32)>,
        alignment: &mut Alignment,
    ) {
        key.sort_unstable();
        response.sort_unstable();
        let mut left = response.into_iter().peekable();
        for (mark, k) in key {
            while left.next_if(|(other, _)| *other < mark).is_some() {}
            if let Some((_, r)) = left.next_if(|(other, _)| *other == mark) {
                self.join(k, r, alignment);
            }
        }
    }

    /// Calls `found` for each pair of mentions whose extents overlap, with their places among the free
    /// mentions. Some pairs are skipped if hundreds of mentions of one side overlap each other.
    pub(super) fn for_overlapping(&self, mut found: impl FnMut(u32, u32)) {
        let (key, response) = (&self.key.mentions, &self.response.mentions);
        // those that have begun and may not have ended yet
        let (mut open_key, mut open_response): (Vec<u32>, Vec<u32>) = (Vec::new(), Vec::new());
        let (mut k, mut r) = (0, 0);
        while k < key.len() || r < response.len() {
            let key_is_next = k < key.len() && (r == response.len() || key[k].first <= response[r].first);
            if key_is_next {
                open_response.retain(|&other| response[other as usize].last >= key[k].first);
                for &other in &open_response {
                    found(k as u32, other);
                }
                push_bounded(&mut open_key, k as u32, |&other| key[other as usize].last >= key[k].first);
                k += 1;
            } else {
                open_key.retain(|&other| key[other as usize].last >= response[r].first);
                for &other in &open_key {
                    found(other, r as u32);
                }
                let is_open = |&other: &u32| response[other as usize].last >= response[r].first;
                push_bounded(&mut open_response, r as u32, is_open);
                r += 1;
            }
        }
    }

    /// Joins two mentions, given by their places among the free mentions.
    pub(super) fn join(&self, key: u32, response: u32, alignment: &mut Alignment) {
        let (key, response) = (self.key.mentions[key as usize], self.response.mentions[response as usize]);
        alignment.join(key.place as usize, response.place as usize);
    }

    /// Joins candidates one to one so that the sum of their weights is largest.
    pub(super) fn join_best(&self, candidates: Vec<Candidate>, alignment: &mut Alignment) {
        let free = Counts { key: self.key.mentions.len(), response: self.response.mentions.len() };
        for (key, response) in best::chosen(candidates, free) {
            self.join(key, response, alignment);
        }
    }
}

/// Adds a mention to the open ones. If there are too many, first removes those that have ended, or else the
/// first.
fn push_bounded(open: &mut Vec<u32>, place: u32, is_open: impl Fn(&u32) -> bool) {
    if open.len() == MOST_OPEN {
        open.retain(is_open);
    }
    if open.len() == MOST_OPEN {
        open.remove(0);
    }
    open.push(place);
}

fn named_head(side: &Side<'_>, mention: &FreeMention) -> Option<u32> {
    side.document.detail(side.mentions.get(mention.place as usize)?)?.head
}

#[cfg(test)]
mod tests {
    use super::{Alignment, MOST_OPEN, Side, Work};
    use crate::document::{Document, Span};

    /// How many pairs are compared if all mentions of a document overlap each other.
    fn compared(mentions: u32) -> usize {
        let spans = |shift: u32| (0..mentions).map(move |start| [Span::new(start, start + mentions + shift)]);
        let tokens = 2 * mentions as usize + 1;
        let key = Document::from_clusters("d", tokens, spans(0)).unwrap();
        let response = Document::from_clusters("d", tokens, spans(1)).unwrap();
        let (key, response) = (Side::all(&key), Side::all(&response));
        let alignment = Alignment::new(mentions as usize, mentions as usize);
        let mut pairs = 0;
        Work::new(&key, &response, &alignment).for_overlapping(|_, _| pairs += 1);
        pairs
    }

    #[test]
    fn ten_times_the_overlapping_mentions_take_ten_times_the_comparisons() {
        let (few, many) = (compared(1_000), compared(10_000));
        assert!(few <= 2 * MOST_OPEN * 1_000 && many <= 11 * few, "{few} and {many}");
    }
}
