//! Whether the numbers of a document point at something, for formats that write numbers down.

use crate::document::{Document, Layer, Span};

/// What is wrong with a document, if anything.
pub(super) fn check(document: &Document) -> Result<(), String> {
    check_sentences(document)?;
    check_zeros(document)?;
    check_mentions(document)?;
    check_entities(document)?;
    check_layers(document)
}

fn check_sentences(document: &Document) -> Result<(), String> {
    let mut end = 0;
    for (number, sentence) in document.sentences.iter().enumerate() {
        if sentence.start != end || sentence.end < sentence.start {
            return Err(format!("sentence {number} does not begin where the one before ends"));
        }
        end = sentence.end;
    }
    if document.sentences.is_empty() || end == document.tokens {
        Ok(())
    } else {
        Err(format!("the sentences end at token {end}, but there are {}", document.tokens))
    }
}

fn check_zeros(document: &Document) -> Result<(), String> {
    let ordered = document.zeros.windows(2).all(|pair| pair[0].token < pair[1].token);
    let inside = document.zeros.last().is_none_or(|zero| zero.token < document.tokens);
    if ordered && inside { Ok(()) } else { Err("the zeros are not tokens in order".to_owned()) }
}

fn check_mentions(document: &Document) -> Result<(), String> {
    let fits = |span: Span| !span.is_empty() && span.end <= document.tokens;
    for (number, mention) in document.mentions.iter().enumerate() {
        let parts = document.parts(mention);
        let ordered = parts.windows(2).all(|pair| pair[0].end <= pair[1].start);
        let hull = (parts.first().map(|part| part.start), parts.last().map(|part| part.end));
        let spans = hull == (Some(mention.span.start), Some(mention.span.end));
        let detail = document.detail(mention);
        let head = detail.and_then(|detail| detail.head).is_none_or(|head| head < document.tokens);
        let minimum = detail.and_then(|detail| detail.minimum).is_none_or(fits);
        if !(parts.iter().all(|part| fits(*part)) && ordered && spans && head && minimum) {
            return Err(format!("mention {number} does not fit {} tokens", document.tokens));
        }
        if mention.entity as usize >= document.entity_count() {
            return Err(format!("mention {number} names entity {}, which is not there", mention.entity));
        }
    }
    let named = |mention: u32| (mention as usize) < document.mentions.len();
    match document.relations.iter().position(|relation| !named(relation.from) || !named(relation.to)) {
        Some(number) => Err(format!("relation {number} names a mention that is not there")),
        None => Ok(()),
    }
}

fn check_entities(document: &Document) -> Result<(), String> {
    let known = |entity: &u32| (*entity as usize) < document.entity_count();
    match document.entity_details.iter().position(|detail| !detail.elements.iter().all(known)) {
        Some(number) => Err(format!("entity {number} is made of one that is not there")),
        None => Ok(()),
    }
}

fn check_layers(document: &Document) -> Result<(), String> {
    for (layer, column) in document.layers.iter() {
        let expected = match layer {
            Layer::Text => column.len(),
            Layer::SentenceComments => document.sentences.len(),
            _ => document.tokens as usize,
        };
        if column.len() != expected {
            return Err(format!("layer {} has {} values instead of {expected}", layer.name(), column.len()));
        }
    }
    Ok(())
}
