//! Mentions on words that the key's text does not have. They must not be lost, otherwise a system could
//! invent any number of them without being penalised. Their words are put after the end of the text, where no
//! key mention can match them.

use crate::document::{Document, Layer, Mention, Span};

/// The words of the response that mentions need and the key does not have.
#[derive(Default)]
pub(super) struct Invented {
    /// Their numbers in the response, in order.
    tokens: Vec<u32>,
    /// The number of the first of these tokens in the new document.
    start: u32,
}

impl Invented {
    /// Collects the words of these mentions, to be added after the given number of tokens.
    pub(super) fn new<'m>(
        response: &Document,
        mentions: impl Iterator<Item = &'m Mention>,
        start: u32,
    ) -> Self {
        let tokens = mentions.flat_map(|mention| response.mention_tokens(mention).collect::<Vec<u32>>());
        let mut tokens: Vec<u32> = tokens.collect();
        tokens.sort_unstable();
        tokens.dedup();
        Self { tokens, start }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.tokens.is_empty()
    }

    /// Adds the words, as a separate sentence, to a document that ends where they start.
    pub(super) fn add_to(&self, document: &mut Document, response: &Document) {
        if self.is_empty() {
            return;
        }
        for &token in &self.tokens {
            let word = response.layers.at(Layer::Word, token).unwrap_or("");
            document.layers.get_or_insert(Layer::Word).push(word);
        }
        document.tokens = self.start + self.tokens.len() as u32;
        if !document.sentences.is_empty() || self.start == 0 {
            document.sentences.push(Span::new(self.start, document.tokens));
        }
    }

    /// The span in the new document of words of the response; none if one of the words is not among these.
    pub(super) fn span(&self, span: Span) -> Option<Span> {
        let place =
            |token: u32| self.tokens.binary_search(&token).ok().map(|place| self.start + place as u32);
        Some(Span::new(place(span.start)?, place(span.end.checked_sub(1)?)? + 1))
    }
}
