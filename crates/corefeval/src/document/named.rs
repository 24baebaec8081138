//! Mentions that are identified only by names: key and response are mapped onto the same tokens, one for each
//! name.

use std::collections::HashMap;

use super::{Column, Document, Layer, Layers, Mention, Span};

/// Both documents on the tokens of the key, followed by those that only the response has; `None` unless both
/// identify mentions by names.
#[must_use]
pub fn share_tokens(key: &Document, response: &Document) -> Option<(Document, Document)> {
    let (key_names, response_names) =
        (key.layers.get(Layer::MentionName)?, response.layers.get(Layer::MentionName)?);
    let mut names: Vec<&str> = key_names.iter().collect();
    let mut tokens: HashMap<&str, u32> = names.iter().copied().zip(0..).collect();
    for name in response_names.iter() {
        tokens.entry(name).or_insert_with(|| {
            names.push(name);
            names.len() as u32 - 1
        });
    }
    let place = |name: &str| tokens.get(name).copied().unwrap_or(0);
    let places: Vec<u32> = response_names.iter().map(place).collect();
    let shared: Column = names.iter().collect();
    Some((
        on(key, &shared, |token| token),
        on(response, &shared, |token| places.get(token as usize).copied().unwrap_or(0)),
    ))
}

/// A document mapped onto other tokens; every mention is one token, and tokens have nothing but their names.
fn on(document: &Document, names: &Column, place: impl Fn(u32) -> u32) -> Document {
    let mut moved = document.clone();
    moved.tokens = names.len() as u32;
    moved.sentences.clear();
    let move_mention = |mention: &mut Mention| {
        let start = place(mention.span.start);
        mention.span = Span::new(start, start + 1);
    };
    moved.mentions.iter_mut().for_each(move_mention);
    for detail in &mut moved.details {
        (detail.head, detail.minimum) = (None, None);
        detail.parts.clear();
    }
    moved.layers = Layers::default();
    let words = document.layers.get(Layer::Word).map(|_| Layer::Word);
    for layer in words.into_iter().chain([Layer::MentionName]) {
        moved.layers.set(layer, names.clone());
    }
    moved
}

#[cfg(test)]
mod tests {
    use super::share_tokens;
    use crate::document::{Document, Layer, Mention, Span};

    fn named(names: &[&str]) -> Document {
        let mentions = (0..names.len() as u32).map(|at| Mention::new(Span::new(at, at + 1), 0)).collect();
        let mut document = Document { tokens: names.len() as u32, mentions, ..Document::default() };
        document.layers.set(Layer::MentionName, names.iter().collect());
        document
    }

    #[test]
    fn mentions_with_one_name_are_on_one_token() {
        let (key, response) = share_tokens(&named(&["a", "b"]), &named(&["c", "b"])).unwrap();
        let tokens: Vec<u32> = response.mentions.iter().map(|mention| mention.span.start).collect();
        assert_eq!((key.tokens, response.tokens, tokens), (3, 3, vec![2, 1]));
        assert_eq!(key.mentions, named(&["a", "b"]).mentions);
    }

    #[test]
    fn documents_with_a_text_are_left_alone() {
        assert!(share_tokens(&Document::default(), &named(&["a"])).is_none());
    }
}
