//! Set notation for examples: `"a b c | d e f g"` is two entities; the same word is the same mention.

use super::Overlap;
use crate::document::{Column, Document, Mention, Span};

/// A document in set notation: entities separated by `|`, mentions by blanks; each word is a one-token mention.
///
/// The token of a mention is its word's place in `words`, so that two documents made with the same `words` agree.
#[must_use]
pub fn document<'a>(text: &'a str, words: &mut Vec<&'a str>) -> Document {
    let mut document = Document::default();
    let entities = text.split('|').map(str::trim).filter(|entity| !entity.is_empty());
    let mut labels = Column::new();
    for (entity, mentions) in entities.enumerate() {
        labels.push(&entity.to_string());
        for word in mentions.split_whitespace() {
            let token = place(word, words);
            document.mentions.push(Mention::new(Span::new(token, token + 1), entity as u32));
        }
    }
    document.entity_labels = labels;
    document.tokens = words.len() as u32;
    document
}

/// A key and a response in set notation.
#[must_use]
pub fn documents<'a>(key: &'a str, response: &'a str) -> (Document, Document) {
    let mut words = Vec::new();
    let key = document(key, &mut words);
    let response = document(response, &mut words);
    (Document { tokens: words.len() as u32, ..key }, response)
}

/// The table of a key and a response in set notation.
#[must_use]
pub fn overlap(key: &str, response: &str) -> Overlap {
    use crate::matching::{Matching, Side};
    let (key, response) = documents(key, response);
    let (key, response) = (Side::all(&key), Side::all(&response));
    let alignment = Matching::EXACT.align(&key, &response);
    super::Pair::new(key, response, alignment).overlap
}

fn place<'a>(word: &'a str, words: &mut Vec<&'a str>) -> u32 {
    let found = words.iter().position(|known| *known == word);
    found.unwrap_or_else(|| {
        words.push(word);
        words.len() - 1
    }) as u32
}
