//! The part of dependency trees that matching uses: the governor of each token, sentence by sentence.

use crate::document::{Document, Layer, Span};

/// The dependencies of one sentence after another.
#[derive(Default)]
pub(super) struct Dependencies {
    sentence: Span,
    /// For each token of the sentence, its governor, or [`NOTHING`].
    heads: Vec<u32>,
    overt: Vec<u32>,
}

/// A root, or a token without a dependency.
const NOTHING: u32 = u32::MAX;

impl Dependencies {
    /// Reads a sentence; heads are counted among its overt tokens from 1.
    pub(super) fn read(&mut self, document: &Document, sentence: Span) {
        self.sentence = sentence;
        self.overt.clear();
        self.overt.extend((sentence.start..sentence.end).filter(|&token| !document.is_zero(token)));
        let overt = &self.overt;
        let head = |token: u32| {
            let number: usize = document.layers.at(Layer::Head, token)?.parse().ok()?;
            overt.get(number.checked_sub(1)?).copied()
        };
        self.heads.clear();
        self.heads.extend((sentence.start..sentence.end).map(|token| head(token).unwrap_or(NOTHING)));
    }

    /// The governor of a token; none for a root.
    pub(super) fn governor(&self, token: u32) -> Option<u32> {
        let place = token.checked_sub(self.sentence.start)?;
        self.heads.get(place as usize).copied().filter(|&head| head != NOTHING)
    }

    /// The first overt token of a mention whose governor is outside it; the first token if all governors are inside.
    pub(super) fn head(&self, parts: &[Span]) -> Option<u32> {
        let inside = |token: u32| parts.iter().any(|part| part.holds(token));
        let hangs_inside = |token: u32| self.governor(token).is_some_and(inside);
        let mut tokens = parts.iter().flat_map(|part| part.start..part.end);
        let is_overt = |token: u32| self.overt.binary_search(&token).is_ok();
        let first = tokens.clone().next();
        tokens.find(|&token| is_overt(token) && !hangs_inside(token)).or(first)
    }
}

#[cfg(test)]
mod tests {
    use super::Dependencies;
    use crate::document::{Column, Document, Layer, Span, Zero};

    fn sentence(heads: &str) -> Document {
        let heads: Column = heads.split(' ').collect();
        let mut document = Document { tokens: heads.len() as u32, ..Document::default() };
        document.layers.set(Layer::Head, heads);
        document
    }

    #[test]
    fn the_head_is_the_first_token_that_hangs_from_outside() {
        let document = sentence("3 3 4 0 4");
        let mut dependencies = Dependencies::default();
        dependencies.read(&document, Span::new(0, 5));
        assert_eq!(dependencies.head(&[Span::new(0, 3)]), Some(2));
        assert_eq!(dependencies.head(&[Span::new(0, 2)]), Some(0));
        assert_eq!(dependencies.head(&[Span::new(0, 5)]), Some(3));
    }

    #[test]
    fn zeros_are_not_counted_and_head_nothing_overt() {
        let mut document = sentence("2 _ 0");
        document.zeros.push(Zero { token: 1, rank: 1 });
        let mut dependencies = Dependencies::default();
        dependencies.read(&document, Span::new(0, 3));
        assert_eq!(dependencies.governor(0), Some(2));
        assert_eq!(dependencies.head(&[Span::new(1, 3)]), Some(2));
    }
}
