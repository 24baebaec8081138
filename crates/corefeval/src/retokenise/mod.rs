//! Maps a response to the key's tokens if the two tokenise or spell the same text differently.
//!
//! The texts are compared letter by letter, ignoring blanks, case and Unicode normalisation. If they agree,
//! the mapping is exact; otherwise letters are aligned with the fewest insertions and deletions. Mentions are
//! mapped to the key's tokens that contain their letters. Mentions on words that the key does not have are
//! kept as spurious mentions, after the end of the text.

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

/// A response on the key's tokens, and a report on the mapping.
#[derive(Clone, Debug, PartialEq)]
pub struct Retokenised {
    /// The response, with the key's overt tokens and its own zeros, followed by the words of mentions that
    /// the key's text does not have.
    pub document: Document,
    /// How tokens and mentions were mapped.
    pub report: Report,
}

/// How the tokens and mentions of a response were mapped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The response's tokens, without zeros.
    pub tokens: Fared,
    /// The response's mentions.
    pub mentions: Fared,
    /// How many of the key's tokens have nothing in the response.
    pub missing_tokens: u32,
    /// The mentions that have no place in the key's text; they are still in the document, after the end of
    /// the text.
    pub lost: Vec<Lost>,
}

/// How many were mapped, and how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fared {
    /// Mapped with all their letters; for mentions, also without any additional letter.
    pub exact: u32,
    /// Mapped with different letters or different borders.
    pub edited: u32,
    /// Not mapped; such mentions count as spurious.
    pub lost: u32,
}

/// A mention that has no place in the key's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lost {
    /// Its span in the response.
    pub span: Span,
    /// The label of its entity.
    pub entity: String,
    /// Its words.
    pub text: String,
}

/// Error: a document has no words, which are needed to compare texts.
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
    /// Whether every token and mention was mapped with all its letters.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        let whole = |fared: Fared| fared.edited == 0 && fared.lost == 0;
        whole(self.tokens) && whole(self.mentions) && self.missing_tokens == 0
    }
}

/// Maps a response to the key's tokens; both need [`Layer::Word`].
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
