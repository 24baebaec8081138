//! Whether the parts of a document fit together: what code outside this crate can rely on.

use super::{Document, DocumentError, Layer, Mention, Span};

impl Document {
    /// The most tokens that a document may have: one less than the largest `u32`, so that the number after
    /// the last token always fits.
    pub const MOST_TOKENS: u32 = u32::MAX - 1;

    /// Checks the document, and returns what is wrong. Code that makes a document calls this before it
    /// returns the document.
    pub(crate) fn check(&self) -> Result<(), DocumentError> {
        check_sizes(self)?;
        check_sentences(self)?;
        check_zeros(self)?;
        check_mentions(self)?;
        check_relations(self)?;
        check_entities(self)?;
        check_layers(self)
    }

    /// Checks that a layer may have this many strings.
    pub(crate) fn check_layer(&self, layer: Layer, values: usize) -> Result<(), DocumentError> {
        let expected = match layer {
            Layer::Text => values,
            Layer::SentenceComments => self.sentences.len(),
            _ => self.tokens as usize,
        };
        if values == expected { Ok(()) } else { Err(DocumentError::LayerLength { layer, values, expected }) }
    }
}

fn check_sizes(document: &Document) -> Result<(), DocumentError> {
    if document.tokens > Document::MOST_TOKENS {
        return Err(DocumentError::TooManyTokens {
            tokens: document.tokens.into(),
            most: Document::MOST_TOKENS,
        });
    }
    let sizes = [
        ("mentions", document.mentions.len()),
        ("entities", document.entity_count()),
        ("details", document.details.len()),
    ];
    match sizes.iter().find(|(_, size)| *size >= u32::MAX as usize) {
        Some((what, _)) => Err(DocumentError::TooMany(what)),
        None => Ok(()),
    }
}

fn check_sentences(document: &Document) -> Result<(), DocumentError> {
    let mut end = 0;
    for (number, sentence) in document.sentences.iter().enumerate() {
        if sentence.start != end || sentence.end < sentence.start {
            return Err(DocumentError::SentenceOutOfPlace { sentence: number });
        }
        end = sentence.end;
    }
    if document.sentences.is_empty() || end == document.tokens {
        Ok(())
    } else {
        Err(DocumentError::SentencesEnd { end, tokens: document.tokens })
    }
}

fn check_zeros(document: &Document) -> Result<(), DocumentError> {
    let ordered = document.zeros.windows(2).all(|pair| pair[0].token < pair[1].token);
    let inside = document.zeros.last().is_none_or(|zero| zero.token < document.tokens);
    if ordered && inside { Ok(()) } else { Err(DocumentError::ZerosOutOfPlace) }
}

fn check_mentions(document: &Document) -> Result<(), DocumentError> {
    let entities = document.entity_count();
    for (number, mention) in document.mentions.iter().enumerate() {
        check_span(document, number, mention.span)?;
        if mention.entity as usize >= entities {
            return Err(DocumentError::UnknownEntity { mention: number, entity: mention.entity });
        }
        if mention.detail().is_some() {
            check_detail(document, number, mention)?;
        }
    }
    Ok(())
}

fn check_span(document: &Document, mention: usize, span: Span) -> Result<(), DocumentError> {
    if span.is_empty() {
        Err(DocumentError::EmptySpan { mention, span })
    } else if span.end > document.tokens {
        Err(DocumentError::SpanOutside { mention, span, tokens: document.tokens })
    } else {
        Ok(())
    }
}

fn check_detail(document: &Document, number: usize, mention: &Mention) -> Result<(), DocumentError> {
    let detail = document.detail(mention).ok_or(DocumentError::UnknownDetail { mention: number })?;
    for part in &detail.parts {
        check_span(document, number, *part)?;
    }
    let ordered = detail.parts.windows(2).all(|pair| pair[0].end <= pair[1].start);
    let (first, last) = (detail.parts.first(), detail.parts.last());
    let starts = first.is_none_or(|part| part.start == mention.span.start);
    let ends = last.is_none_or(|part| part.end == mention.span.end);
    if !(ordered && starts && ends) {
        return Err(DocumentError::PartsOutOfPlace { mention: number });
    }
    if let Some(head) = detail.head.filter(|head| *head >= document.tokens) {
        return Err(DocumentError::HeadOutside { mention: number, head, tokens: document.tokens });
    }
    detail.minimum.map_or(Ok(()), |minimum| check_span(document, number, minimum))
}

fn check_relations(document: &Document) -> Result<(), DocumentError> {
    let named = |mention: u32| (mention as usize) < document.mentions.len();
    match document.relations.iter().position(|relation| !named(relation.from) || !named(relation.to)) {
        Some(relation) => Err(DocumentError::UnknownMention { relation }),
        None => Ok(()),
    }
}

fn check_entities(document: &Document) -> Result<(), DocumentError> {
    let (details, entities) = (document.entity_details.len(), document.entity_count());
    if details != 0 && details != entities {
        return Err(DocumentError::EntityDetails { details, entities });
    }
    if document.entity_labels.is_too_long() {
        return Err(DocumentError::TooMuchText);
    }
    let known = |entity: &u32| (*entity as usize) < entities;
    match document.entity_details.iter().position(|detail| !detail.elements.iter().all(known)) {
        Some(entity) => Err(DocumentError::UnknownElement { entity }),
        None => Ok(()),
    }
}

fn check_layers(document: &Document) -> Result<(), DocumentError> {
    for (layer, column) in document.layers.iter() {
        document.check_layer(layer, column.len())?;
        if column.is_too_long() {
            return Err(DocumentError::TooMuchText);
        }
    }
    if document.layers.get(Layer::MentionName).is_some() { check_names(document) } else { Ok(()) }
}

/// Checks that, if mentions are identified by names, each token is only a name.
fn check_names(document: &Document) -> Result<(), DocumentError> {
    let is_token = |mention: &Mention| document.parts(mention).len() == 1 && mention.span.len() == 1;
    if document.zeros.is_empty() && document.mentions.iter().all(is_token) {
        Ok(())
    } else {
        Err(DocumentError::NamesNeedTokens)
    }
}
