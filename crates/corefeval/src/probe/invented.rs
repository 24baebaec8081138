//! Damage: mentions are invented, each as a singleton.

use rustc_hash::FxHashSet;

use super::draft::Draft;
use super::{Damage, Rate};
use crate::document::{Document, Span};
use crate::evaluation::resample::Random;

/// Singletons are invented where there is no mention.
pub(super) const INVENTED: Damage = Damage {
    name: "invented",
    summary: "spurious singletons are added",
    whole: "as many spurious mentions as there are mentions",
    apply,
};

fn apply(draft: &mut Draft<'_>, rate: Rate, random: &mut Random) {
    let mut inventor = Inventor::new(draft);
    for _ in 0..rate.of(draft.mentions.len()) {
        let Some(span) = inventor.span(draft.document, random) else { return };
        let group = draft.new_group();
        draft.invent(span, group);
    }
}

/// Finds spans that are not mentions.
pub(super) struct Inventor {
    taken: FxHashSet<Span>,
}

/// The largest number of tokens of an invented mention.
const LONGEST: usize = 3;

/// The number of random spans that are tried before a text counts as full.
const TRIES: usize = 200;

impl Inventor {
    pub(super) fn new(draft: &Draft<'_>) -> Self {
        Self { taken: draft.mentions.iter().map(|placed| placed.mention.span).collect() }
    }

    /// A span of words of one sentence that is not a mention yet; none if no such span is found.
    pub(super) fn span(&mut self, document: &Document, random: &mut Random) -> Option<Span> {
        let tokens = document.tokens as usize;
        for _ in 0..TRIES {
            let start = random.below(tokens.max(1)) as u32;
            let end = start + 1 + random.below(LONGEST) as u32;
            let span = Span::new(start, end);
            let fits = end <= document.tokens && !(start..end).any(|token| document.is_zero(token));
            let is_whole = document.sentence_of(start) == document.sentence_of(end - 1);
            if fits && is_whole && self.taken.insert(span) {
                return Some(span);
            }
        }
        None
    }
}
