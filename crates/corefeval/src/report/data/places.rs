//! Maps tokens of a response to tokens of the key, which may have different zeros.

use crate::document::{Document, Span, Zero};

/// Maps spans of a response to the tokens of its key.
pub(super) struct Places<'a> {
    key: &'a Document,
    response: &'a Document,
    /// Whether both have the same zeros, so that tokens have the same numbers.
    same: bool,
}

impl<'a> Places<'a> {
    pub(super) fn new(key: &'a Document, response: &'a Document) -> Self {
        Self { key, response, same: key.zeros == response.zeros }
    }

    /// The span on the key's tokens; an empty span at its place if it has only zeros that the key lacks.
    pub(super) fn span(&self, span: Span) -> Span {
        if self.same || span.is_empty() {
            return span;
        }
        let start = self.token(span.start).0;
        let (last, is_there) = self.token(span.end - 1);
        Span::new(start, if is_there { last + 1 } else { last.max(start) })
    }

    /// The place of a token among those of the key, and whether the key has it.
    fn token(&self, token: u32) -> (u32, bool) {
        let position = self.response.position(token);
        let zeros = &self.key.zeros;
        if position.rank == 0 {
            return (overt(zeros, position.overt - 1), true);
        }
        let before = if position.overt == 0 { 0 } else { overt(zeros, position.overt - 1) + 1 };
        let first = zeros.partition_point(|zero| zero.token < before);
        let behind = zeros[first..].iter().enumerate();
        let mut behind = behind.take_while(|(more, zero)| zero.token == before + *more as u32);
        let found = behind.find(|(_, zero)| zero.rank >= position.rank).map(|(_, zero)| zero);
        match found {
            Some(zero) => (zero.token, zero.rank == position.rank),
            None => (before + run_length(&zeros[first..], before), false),
        }
    }
}

/// How many zeros stand in a row from a token on.
fn run_length(zeros: &[Zero], from: u32) -> u32 {
    zeros.iter().zip(from..).take_while(|(zero, token)| zero.token == *token).count() as u32
}

/// The token number of the overt token that has `number` overt tokens before it.
fn overt(zeros: &[Zero], number: u32) -> u32 {
    // the zeros before it have at most as many overt tokens before them as it has
    let (mut low, mut high) = (0, zeros.len());
    while low < high {
        let middle = usize::midpoint(low, high);
        if zeros[middle].token - middle as u32 <= number { low = middle + 1 } else { high = middle }
    }
    number + low as u32
}

#[cfg(test)]
mod tests {
    use super::Places;
    use crate::document::{Document, Span, Zero};

    fn document(tokens: u32, zeros: &[(u32, u32)]) -> Document {
        let zeros = zeros.iter().map(|&(token, rank)| Zero { token, rank }).collect();
        Document { tokens, zeros, ..Document::default() }
    }

    #[test]
    fn spans_keep_their_words_whatever_zeros_either_side_has() {
        // key: a 0 b c 0 0, response: 0 a b 0 c 0
        let key = document(6, &[(1, 1), (4, 1), (5, 2)]);
        let response = document(6, &[(0, 1), (3, 1), (5, 1)]);
        let places = Places::new(&key, &response);
        let put = |start, end| places.span(Span::new(start, end));
        assert_eq!(put(1, 2), Span::new(0, 1), "a");
        assert_eq!(put(2, 3), Span::new(2, 3), "b");
        assert_eq!(put(4, 5), Span::new(3, 4), "c");
        assert_eq!(put(1, 5), Span::new(0, 4), "a to c");
        assert_eq!(put(0, 1), Span::new(0, 0), "a zero that the key has not");
        assert_eq!(put(3, 4), Span::new(3, 3), "a zero after b that the key has not");
        assert_eq!(put(5, 6), Span::new(4, 5), "the first zero after c");
    }
}
