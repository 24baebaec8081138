//! Common numbers for the tokens of key and response, although either may have zeros that the other lacks.

use super::{Document, Position, Span, Zero};

/// The tokens of key and response together: the overt ones, and the zeros of either.
#[derive(Clone, Debug, Default)]
pub(crate) struct CommonTokens {
    zeros: Vec<Position>,
    count: u32,
}

impl CommonTokens {
    pub(crate) fn new(key: &Document, response: &Document) -> Self {
        let positions = |document: &Document| -> Vec<Position> {
            document.zeros.iter().map(|zero| document.position(zero.token)).collect()
        };
        let mut zeros = positions(key);
        let overt = key.tokens - zeros.len() as u32;
        zeros.extend(positions(response));
        zeros.sort_unstable();
        zeros.dedup();
        let count = overt + zeros.len() as u32;
        Self { zeros, count }
    }

    /// How many common tokens there are.
    pub(crate) fn count(&self) -> u32 {
        self.count
    }

    /// The zeros among them.
    pub(crate) fn zeros(&self) -> Vec<Zero> {
        let zero = |(place, position): (usize, &Position)| Zero {
            token: position.overt + place as u32,
            rank: position.rank,
        };
        self.zeros.iter().enumerate().map(zero).collect()
    }

    /// The common number of a token of a document.
    pub(crate) fn of(&self, document: &Document, token: u32) -> u32 {
        if self.zeros.is_empty() {
            return token;
        }
        let position = document.position(token);
        let before = self.zeros.partition_point(|zero| *zero < position) as u32;
        if position.rank == 0 { position.overt - 1 + before } else { position.overt + before }
    }

    /// The common numbers of a span of a document.
    pub(crate) fn span_of(&self, document: &Document, span: Span) -> Span {
        if self.zeros.is_empty() || span.is_empty() {
            return span;
        }
        Span::inclusive(self.of(document, span.start), self.of(document, span.end - 1))
    }

    /// The tokens of a document that are in a span of common numbers; an empty span at that place if there
    /// are none.
    pub(crate) fn span_in(&self, document: &Document, span: Span) -> Span {
        if self.zeros.is_empty() {
            return span;
        }
        let start = self.first_at(document, span.start);
        Span::new(start, self.first_at(document, span.end).max(start))
    }

    /// The first token of a document with at least that common number.
    fn first_at(&self, document: &Document, common: u32) -> u32 {
        let (mut low, mut high) = (0, document.tokens);
        while low < high {
            let middle = low.midpoint(high);
            if self.of(document, middle) < common {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }
}

#[cfg(test)]
mod tests {
    use super::CommonTokens;
    use crate::document::{Document, Span};

    #[test]
    fn zeros_of_either_side_have_a_place() {
        // a z b c in the key, a b z c in the response: a z b z c together
        let key = Document::builder("d").tokens(4).zero(1).build().unwrap();
        let response = Document::builder("d").tokens(4).zero(2).build().unwrap();
        let tokens = CommonTokens::new(&key, &response);
        assert_eq!(tokens.count(), 5);
        let common = |document: &Document| (0..4).map(|token| tokens.of(document, token)).collect::<Vec<_>>();
        assert_eq!(common(&key), [0, 1, 2, 4]);
        assert_eq!(common(&response), [0, 2, 3, 4]);
        assert_eq!(tokens.zeros().iter().map(|zero| zero.token).collect::<Vec<_>>(), [1, 3]);
        assert_eq!(tokens.span_in(&key, Span::new(1, 5)), Span::new(1, 4));
        assert_eq!(tokens.span_in(&key, Span::new(3, 4)), Span::new(3, 3));
        assert_eq!(tokens.span_of(&response, Span::new(1, 4)), Span::new(2, 5));
    }

    #[test]
    fn without_zeros_numbers_are_those_of_the_documents() {
        let document = Document::builder("d").tokens(4).build().unwrap();
        let tokens = CommonTokens::new(&document, &document);
        assert_eq!(tokens.span_of(&document, Span::new(1, 3)), Span::new(1, 3));
        assert_eq!(tokens.span_in(&document, Span::new(1, 3)), Span::new(1, 3));
        assert_eq!(tokens.count(), 4);
    }
}
