//! The mentions of one side, with the properties that strata use.

use crate::document::{Document, Mention, Span, Zero};
use crate::matching::{HeadsOf, Side};
use crate::pair::Pair;
use crate::selection::{MentionKind, kind_of};

/// The mentions of the key or of the response. Sentences, tags and speakers come from the key for both sides.
#[derive(Debug)]
pub struct View<'a> {
    pair: &'a Pair<'a>,
    of_key: bool,
    /// How many overt tokens precede each zero of the key, if tokens are numbered differently in the response.
    overt_before_zeros: Option<Vec<u32>>,
}

impl<'a> View<'a> {
    /// The mentions of the key.
    #[must_use]
    pub fn of_key(pair: &'a Pair<'a>) -> Self {
        Self { pair, of_key: true, overt_before_zeros: None }
    }

    /// The mentions of the response.
    #[must_use]
    pub fn of_response(pair: &'a Pair<'a>) -> Self {
        let (key, response) = (pair.key.document, pair.response.document);
        let differ = key.zeros != response.zeros;
        let overt = || (0..).zip(&key.zeros).map(|(before, zero)| zero.token - before).collect();
        Self { pair, of_key: false, overt_before_zeros: differ.then(overt) }
    }

    /// The side to which the mentions belong.
    #[must_use]
    pub fn side(&self) -> &'a Side<'a> {
        if self.of_key { &self.pair.key } else { &self.pair.response }
    }

    /// The key document.
    #[must_use]
    pub fn key(&self) -> &'a Document {
        self.pair.key.document
    }

    /// The mention of the other side that is the twin of the mention at a place.
    #[must_use]
    pub fn twin(&self, place: usize) -> Option<&'a Mention> {
        let alignment = &self.pair.alignment;
        if self.of_key {
            alignment.of_key(place).map(|twin| &self.pair.response.mentions[twin])
        } else {
            alignment.of_response(place).map(|twin| &self.pair.key.mentions[twin])
        }
    }

    /// The key token for a token of this side; for a zero that the key lacks, the word next to it.
    #[must_use]
    pub fn key_token(&self, token: u32) -> u32 {
        let Some(overt_before) = &self.overt_before_zeros else { return token };
        let place = self.side().document.position(token);
        // a zero that begins a sentence maps to the word after it, any other zero to the word before it
        let overt = if place.rank > Zero::BOUNDARY { place.overt + 1 } else { place.overt.max(1) };
        let zeros = overt_before.partition_point(|before| *before < overt);
        (overt - 1 + zeros as u32).min(self.key().tokens.saturating_sub(1))
    }

    /// The sentence of the key in which a mention begins.
    #[must_use]
    pub fn sentence(&self, mention: &Mention) -> usize {
        self.key().sentence_of(self.key_token(mention.span.start)).unwrap_or(0)
    }

    /// The kind of each mention and the key's token that is its head; none for a zero.
    #[must_use]
    pub fn kinds(&self) -> Vec<(MentionKind, Option<u32>)> {
        let key = self.key();
        let document = self.side().document;
        let mut heads = HeadsOf::new(key);
        let mut kind = |mention: &Mention| {
            if document.is_zero_mention(mention) {
                return (MentionKind::Pronoun, None);
            }
            let (document, mention) = match self.overt_before_zeros {
                None => (document, *mention),
                Some(_) => (key, self.on_key_tokens(mention)),
            };
            let kind = kind_of(document, &mention, &mut heads);
            let head = heads.head(document, &mention);
            (kind, Some(head.unwrap_or(mention.span.end.saturating_sub(1))))
        };
        self.side().mentions.iter().map(&mut kind).collect()
    }

    fn on_key_tokens(&self, mention: &Mention) -> Mention {
        let last = self.key_token(mention.span.end.saturating_sub(1));
        Mention::new(Span::inclusive(self.key_token(mention.span.start), last), mention.entity)
    }
}
