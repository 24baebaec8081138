//! Maps the tokens of the response to the tokens of the key.

use super::Fared;
use super::edits::Run;
use super::letters::Letters;
use crate::document::Span;

/// How a token or mention was mapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum How {
    Exact,
    Edited,
}

/// The place of an overt token of the response in the key: overt tokens, and letters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) tokens: (u32, u32),
    pub(super) letters: (u32, u32),
    pub(super) how: How,
}

/// The place of each overt token of the response in the key.
pub(super) struct Places<'a> {
    pub(super) of: Vec<Option<Place>>,
    pub(super) key: &'a Letters,
}

impl<'a> Places<'a> {
    pub(super) fn new(key: &'a Letters, response: &Letters, runs: &[Run]) -> Self {
        let mut places = Self { of: vec![None; response.count()], key };
        let mut first = 0;
        for token in 0..response.count() {
            let (start, end) = response.range(token);
            while runs.get(first).is_some_and(|run| run.response + run.length <= start) {
                first += 1;
            }
            places.of[token] = places.place((start, end), &runs[first..]);
        }
        places.pair_leftovers();
        places
    }

    /// The key's letters that agree with the response's letters from `start` up to `end`, and their tokens.
    fn place(&self, (start, end): (u32, u32), runs: &[Run]) -> Option<Place> {
        let overlapping = runs.iter().take_while(|run| run.response < end);
        let (mut letters, mut agreeing) = (None, 0);
        for run in overlapping {
            let (from, to) = (run.response.max(start), (run.response + run.length).min(end));
            if from < to {
                let offset = |place: u32| run.key + (place - run.response);
                letters = Some((letters.map_or(offset(from), |(first, _)| first), offset(to)));
                agreeing += to - from;
            }
        }
        let letters: (u32, u32) = letters?;
        let whole = agreeing == end - start && letters.1 - letters.0 == agreeing;
        let tokens = (self.key.token_at(letters.0) as u32, self.key.token_at(letters.1 - 1) as u32 + 1);
        Some(Place { tokens, letters, how: if whole { How::Exact } else { How::Edited } })
    }

    /// Pairs tokens without a common letter that are between the same neighbours, if both sides have the same
    /// number of them.
    fn pair_leftovers(&mut self) {
        let mut token = 0;
        while token < self.of.len() {
            let left = self.of[token..].iter().take_while(|place| place.is_none()).count();
            let from =
                token.checked_sub(1).and_then(|before| self.of[before]).map_or(0, |place| place.tokens.1);
            let after = self.of.get(token + left).copied().flatten();
            let to = after.map_or(self.key.count() as u32, |place| place.tokens.0);
            if left > 0 && to.saturating_sub(from) as usize == left {
                for (place, key) in self.of[token..token + left].iter_mut().zip(from..) {
                    let letters = self.key.range(key as usize);
                    *place = Some(Place { tokens: (key, key + 1), letters, how: How::Edited });
                }
            }
            token += left + 1;
        }
    }

    /// How many tokens were mapped, and how.
    pub(super) fn fared(&self) -> Fared {
        let count = |how: Option<How>| {
            self.of.iter().filter(|place| place.map(|place| place.how) == how).count() as u32
        };
        Fared { exact: count(Some(How::Exact)), edited: count(Some(How::Edited)), lost: count(None) }
    }

    /// How many of the key's overt tokens no token of the response is in.
    pub(super) fn missing(&self) -> u32 {
        let mut reached = vec![false; self.key.count()];
        for place in self.of.iter().flatten() {
            reached[place.tokens.0 as usize..place.tokens.1 as usize].fill(true);
        }
        reached.into_iter().filter(|reached| !reached).count() as u32
    }

    /// The letters of overt tokens of the key.
    pub(super) fn letters(&self, tokens: Span) -> (u32, u32) {
        (self.key.range(tokens.start as usize).0, self.key.range(tokens.end as usize - 1).1)
    }
}
