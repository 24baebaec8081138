//! A response put on the key's tokens, when the two cut or spell the same text differently.
//!
//! The texts are laid side by side letter by letter, blanks left out, whatever their case and Unicode normalisation. Where they agree,
//! this is exact; where they do not, letters are aligned with the fewest insertions and deletions. Mentions are carried over to the
//! key's tokens that hold their letters; those on words that the key has not are kept as spurious ones, after the end of the text.

mod anchors;
mod borders;
mod carry;
mod edits;
mod invented;
mod layout;
mod letters;
mod places;

use std::fmt;

use letters::Letters;

use crate::document::{Document, Layer, Span};

/// A response on the key's tokens, and how well that went.
#[derive(Clone, Debug, PartialEq)]
pub struct Retokenised {
    /// The response, with the key's overt tokens and its own zeros; after them the words of mentions that the key's text has not.
    pub document: Document,
    /// How tokens and mentions fared.
    pub report: Report,
}

/// How the tokens and mentions of a response fared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The response's tokens, zeros left out.
    pub tokens: Fared,
    /// The response's mentions.
    pub mentions: Fared,
    /// How many of the key's tokens have nothing in the response.
    pub missing_tokens: u32,
    /// The mentions that have no place in the key's text; they are in the document all the same, after its end.
    pub lost: Vec<Lost>,
}

/// How many were carried over, and how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fared {
    /// With all their letters, and for mentions with no letter more.
    pub exact: u32,
    /// With other letters, or other borders.
    pub edited: u32,
    /// Not at all; mentions among them count as spurious.
    pub lost: u32,
}

/// A mention that has no place in the key's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lost {
    /// Where it is in the response.
    pub span: Span,
    /// The label of its entity.
    pub entity: String,
    /// Its words.
    pub text: String,
}

/// A document without words cannot be compared with another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoWords {
    /// The name of the document.
    pub name: String,
}

impl fmt::Display for NoWords {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "document {} has no words to align by", self.name)
    }
}

impl std::error::Error for NoWords {}

impl Report {
    /// Whether every token and mention was carried over with all its letters.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        let whole = |fared: Fared| fared.edited == 0 && fared.lost == 0;
        whole(self.tokens) && whole(self.mentions) && self.missing_tokens == 0
    }
}

/// Puts a response on the key's tokens; both need [`Layer::Word`].
pub fn retokenise(key: &Document, response: &Document) -> Result<Retokenised, NoWords> {
    for document in [key, response] {
        if document.layers.get(Layer::Word).is_none() && document.tokens > 0 {
            return Err(NoWords { name: document.name.to_string() });
        }
    }
    let (key_letters, response_letters) = (Letters::of(key), Letters::of(response));
    let runs = anchors::runs(&key_letters.all, &response_letters.all);
    Ok(carry::carry((key, &key_letters), (response, &response_letters), &runs))
}

#[cfg(test)]
mod tests;
