//! The mentions that have no twin yet, with a common numbering of the tokens of key and response.

use std::ops::Range;

use super::{Alignment, Side};
use crate::document::{Document, Mention, Position, Span};

/// The common numbering of the tokens of both documents, in which a zero of one does not shift the other.
pub(super) enum Numbering {
    /// Neither document has zeros: tokens keep their numbers.
    Same,
    /// The common number of each token of the key and of the response.
    Merged { key: Vec<u32>, response: Vec<u32> },
}

impl Numbering {
    pub(super) fn new(key: &Document, response: &Document) -> Self {
        if key.zeros.is_empty() && response.zeros.is_empty() {
            return Self::Same;
        }
        let (key_positions, response_positions) = (positions(key), positions(response));
        let mut merged: Vec<Position> = key_positions.iter().chain(&response_positions).copied().collect();
        merged.sort_unstable();
        merged.dedup();
        let number = |positions: &[Position]| {
            let mut next = 0;
            let numbers = positions.iter().map(|position| {
                next += merged[next..].partition_point(|other| other < position);
                next as u32
            });
            numbers.collect()
        };
        Self::Merged { key: number(&key_positions), response: number(&response_positions) }
    }

    /// The key token with a common number; none for a zero that only the response has.
    pub(super) fn key_token(&self, number: u32) -> Option<u32> {
        match self {
            Self::Same => Some(number),
            Self::Merged { key, .. } => key.binary_search(&number).ok().map(|token| token as u32),
        }
    }

    /// The common number of a key token.
    pub(super) fn of_key(&self, token: u32) -> u32 {
        match self {
            Self::Same => token,
            Self::Merged { key, .. } => key.get(token as usize).copied().unwrap_or(u32::MAX),
        }
    }

    /// The common number of a response token.
    pub(super) fn of_response(&self, token: u32) -> u32 {
        match self {
            Self::Same => token,
            Self::Merged { response, .. } => response.get(token as usize).copied().unwrap_or(u32::MAX),
        }
    }

    /// Turns spans of common numbers into spans of key tokens, without the zeros that only the response has.
    pub(super) fn key_parts(&self, spans: &[Span], out: &mut Vec<Span>) {
        out.clear();
        if let Self::Same = self {
            out.extend_from_slice(spans);
            return;
        }
        let numbers = spans.iter().flat_map(|span| span.start..span.end);
        for token in numbers.filter_map(|number| self.key_token(number)) {
            push_joined(Span::new(token, token + 1), 0, out);
        }
    }
}

/// Adds a span, or lengthens the last one from `first` on if it ends where this one starts.
pub(super) fn push_joined(span: Span, first: usize, out: &mut Vec<Span>) {
    match out[first..].last_mut().filter(|last| last.end == span.start) {
        Some(last) => last.end = span.end,
        None => out.push(span),
    }
}

fn positions(document: &Document) -> Vec<Position> {
    let mut zeros = document.zeros.iter().peekable();
    let mut overt = 0;
    let position = |token: u32| match zeros.next_if(|zero| zero.token == token) {
        Some(zero) => Position { overt, rank: zero.rank },
        None => {
            overt += 1;
            Position { overt, rank: 0 }
        }
    };
    (0..document.tokens).map(position).collect()
}

/// The mentions of a side that have no twin yet, in text order: by first token, by last, by length.
#[derive(Default)]
pub(super) struct Free {
    pub(super) mentions: Vec<FreeMention>,
    spans: Vec<Span>,
}

/// A mention without a twin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct FreeMention {
    /// Its first token.
    pub(super) first: u32,
    /// Its last token.
    pub(super) last: u32,
    /// How many tokens it has, not counting gaps.
    pub(super) length: u32,
    /// Its place in the side.
    pub(super) place: u32,
    spans_start: u32,
    spans_end: u32,
}

impl Free {
    /// The mentions of the key that have no twin.
    pub(super) fn of_key(side: &Side<'_>, alignment: &Alignment, numbering: &Numbering) -> Self {
        let numbers = match numbering {
            Numbering::Same => None,
            Numbering::Merged { key, .. } => Some(&key[..]),
        };
        Self::new(side, numbers, |place| alignment.of_key(place).is_none())
    }

    /// The mentions of the response that have no twin.
    pub(super) fn of_response(side: &Side<'_>, alignment: &Alignment, numbering: &Numbering) -> Self {
        let numbers = match numbering {
            Numbering::Same => None,
            Numbering::Merged { response, .. } => Some(&response[..]),
        };
        Self::new(side, numbers, |place| alignment.of_response(place).is_none())
    }

    fn new(side: &Side<'_>, numbers: Option<&[u32]>, is_free: impl Fn(usize) -> bool) -> Self {
        let mut free = Self::default();
        for (place, mention) in side.mentions.iter().enumerate() {
            if is_free(place) {
                let start = free.spans.len();
                free.push_tokens(side.document, mention, numbers);
                free.add(place, start);
            }
        }
        free.mentions.sort_unstable();
        free
    }

    fn push_tokens(&mut self, document: &Document, mention: &Mention, numbers: Option<&[u32]>) {
        let start = self.spans.len();
        let Some(numbers) = numbers else {
            let parts = document.parts(mention).iter().filter(|part| !part.is_empty());
            parts.for_each(|part| push_joined(*part, start, &mut self.spans));
            return;
        };
        for token in document.mention_tokens(mention) {
            let number = numbers.get(token as usize).copied().unwrap_or(token);
            push_joined(Span::new(number, number + 1), start, &mut self.spans);
        }
    }

    /// Adds a mention whose spans have been pushed from `start` on; one without tokens matches nothing.
    fn add(&mut self, place: usize, start: usize) {
        let spans = &self.spans[start..];
        if let (Some(first), Some(last)) = (spans.first(), spans.last()) {
            self.mentions.push(FreeMention {
                first: first.start,
                last: last.end.saturating_sub(1),
                length: spans.iter().map(|span| span.len()).sum(),
                place: place as u32,
                spans_start: start as u32,
                spans_end: self.spans.len() as u32,
            });
        }
    }

    /// The place of the first mention, from place `from` on, that begins at or after a token.
    fn before(&self, from: usize, token: u32) -> usize {
        from + self.mentions[from..].partition_point(|mention| mention.first < token)
    }

    /// The tokens of the mention at a place.
    pub(super) fn spans_at(&self, place: u32) -> &[Span] {
        self.spans(&self.mentions[place as usize])
    }

    /// The tokens of a mention: spans in order that do not touch.
    pub(super) fn spans(&self, mention: &FreeMention) -> &[Span] {
        &self.spans[mention.spans_start as usize..mention.spans_end as usize]
    }
}

/// How many tokens two mentions share.
pub(super) fn shared(one: &[Span], other: &[Span]) -> u32 {
    let (mut i, mut j, mut count) = (0, 0, 0);
    while i < one.len() && j < other.len() {
        let start = one[i].start.max(other[j].start);
        let end = one[i].end.min(other[j].end);
        count += end.saturating_sub(start);
        if one[i].end <= other[j].end {
            i += 1;
        } else {
            j += 1;
        }
    }
    count
}

/// The twinless mentions that begin in one sentence of the key, if both sides have some.
pub(super) struct Chunk {
    /// The sentence, in tokens of the key.
    pub(super) sentence: Span,
    /// The range of these mentions among the free mentions of the key.
    pub(super) key: Range<usize>,
    /// The range of these mentions among the free mentions of the response.
    pub(super) response: Range<usize>,
}

/// Groups the twinless mentions by the sentences of the key.
pub(super) fn by_sentence(
    document: &Document,
    numbering: &Numbering,
    key: &Free,
    response: &Free,
) -> Vec<Chunk> {
    let (mut k, mut r) = (0, 0);
    let mut chunks = Vec::new();
    while let Some(mention) = key.mentions.get(k) {
        let sentence = sentence_at(document, numbering.key_token(mention.first));
        let end = numbering.of_key(sentence.end).max(mention.first + 1);
        let key_end = key.before(k, end);
        let response_start = response.before(r, numbering.of_key(sentence.start));
        let response_end = response.before(response_start, end);
        if response_start < response_end {
            chunks.push(Chunk { sentence, key: k..key_end, response: response_start..response_end });
        }
        (k, r) = (key_end, response_end);
    }
    chunks
}

/// The sentence that contains a token; the whole document if it has no sentences.
pub(super) fn sentence_at(document: &Document, token: Option<u32>) -> Span {
    let number = token.and_then(|token| document.sentence_of(token));
    let sentence = number.and_then(|number| document.sentences.get(number));
    sentence.copied().unwrap_or(Span::new(0, document.tokens))
}
