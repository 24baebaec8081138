//! The borders of a mention among the key's tokens, if its first or last token covers several of them.
//!
//! ```text
//! key        Emma  ,  her  sister  's  dog
//! response  [Emma,]  [her  sister's]  dog
//! ```
//!
//! The response does not determine a border inside one of its tokens. If the key has a mention with borders
//! inside those tokens, its borders are used: `Emma` without the comma, and `her sister` with or without the
//! `'s`, as in the key. Otherwise punctuation at the borders is left out.

use rustc_hash::FxHashSet;

use super::letters::Letters;
use crate::document::{Document, Span};

/// The largest number of key mentions that are tried for one mention of the response.
const MOST_TRIED: usize = 64;

/// The mentions of the key, as spans of its overt tokens.
pub(super) struct Borders<'a> {
    letters: &'a Letters,
    /// The mentions of the key, sorted.
    key: Vec<Span>,
    /// The mentions of the key to which a mention of the response has been mapped.
    taken: FxHashSet<Span>,
}

impl<'a> Borders<'a> {
    pub(super) fn new(key: &Document, letters: &'a Letters) -> Self {
        let overt = |token: u32| letters.tokens.binary_search(&token).ok().map(|place| place as u32);
        let span = |span: Span| Some(Span::new(overt(span.start)?, overt(span.end.checked_sub(1)?)? + 1));
        let whole = key.mentions.iter().filter(|mention| key.parts(mention).len() == 1);
        let mut spans: Vec<Span> = whole.filter_map(|mention| span(mention.span)).collect();
        spans.sort_unstable();
        Self { letters, key: spans, taken: FxHashSet::default() }
    }

    /// The overt tokens of a mention whose first token covers `first`, and whose last covers `last`.
    pub(super) fn settle(&mut self, first: (u32, u32), last: (u32, u32)) -> Span {
        let trimmed = self.trimmed(first, last);
        if first.1 - first.0 < 2 && last.1 - last.0 < 2 {
            return trimmed;
        }
        let start = self.key.partition_point(|span| span.start < first.0);
        let near = self.key[start..].iter().take_while(|span| span.start < first.1).take(MOST_TRIED);
        let fits = |span: &&Span| last.0 < span.end && span.end <= last.1 && !self.taken.contains(span);
        let best = near.filter(fits).max_by_key(|span| (**span == trimmed, span.len())).copied();
        self.taken.extend(best);
        best.unwrap_or(trimmed)
    }

    /// The same tokens without punctuation at the borders that is in one response token with a word.
    fn trimmed(&self, first: (u32, u32), last: (u32, u32)) -> Span {
        let is_word = |token: &u32| !self.letters.is_punctuation(*token as usize);
        let start = (first.0..first.1).find(is_word).unwrap_or(first.0);
        let end = (last.0..last.1).rfind(is_word).map_or(last.1, |token| token + 1);
        if start < end { Span::new(start, end) } else { Span::new(first.0, last.1) }
    }
}
