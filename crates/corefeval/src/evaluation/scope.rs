//! Entities that span documents: the documents of a topic, or of the corpus, are scored as one.

use rustc_hash::FxHashMap;

use crate::choice::choice;
use crate::document::{
    Column, Detail, Document, DocumentError, EntityDetail, Layer, Mention, Name, Relation, Span, Zero,
};

choice! {
    /// Which documents are scored as one unit.
    Scope {
        /// Every document separately.
        Document = "document",
        /// The documents of a topic as one; an id means the same entity in all of them.
        Topic = "topic",
        /// All documents as one.
        Corpus = "corpus",
    }
}

/// The topic of a document: the part of its id before the first `/` or `_`, as in `36_1ecbplus.xml`.
#[must_use]
pub fn topic(name: &Name) -> &str {
    name.id.split(['/', '_']).next().unwrap_or(&name.id)
}

/// Concatenates documents into one, if they are not too long for that. Entities with the same label become
/// one entity; only layers that all documents have are kept.
pub fn merged<'a>(
    name: Name,
    documents: impl Iterator<Item = &'a Document>,
) -> Result<Document, DocumentError> {
    let documents: Vec<&Document> = documents.collect();
    let tokens: u64 = documents.iter().map(|document| u64::from(document.tokens)).sum();
    if tokens > Document::MOST_TOKENS.into() {
        return Err(DocumentError::TooManyTokens { tokens, most: Document::MOST_TOKENS });
    }
    let has_sentences = documents.iter().any(|document| !document.sentences.is_empty());
    let document = Document { name, ..Document::default() };
    let mut whole = Merging { document, has_sentences, ..Merging::default() };
    for document in &documents {
        whole.add(document);
    }
    let mut merged = whole.document;
    merged.entity_labels = whole.labels;
    if !merged.entity_details.is_empty() {
        merged.entity_details.resize(merged.entity_count(), EntityDetail::default());
    }
    merge_layers(&mut merged, &documents);
    merged.check()?;
    Ok(merged)
}

/// A document that others are added to.
#[derive(Default)]
struct Merging {
    document: Document,
    numbers: FxHashMap<String, u32>,
    labels: Column,
    /// Whether any of them has sentences; then each document without sentences counts as one sentence.
    has_sentences: bool,
}

impl Merging {
    fn add(&mut self, document: &Document) {
        let offset = self.document.tokens;
        let entities: Vec<u32> = document.entity_labels.iter().map(|label| self.number(label)).collect();
        self.add_entity_details(document, &entities);
        let whole = &mut self.document;
        let mentions_before = whole.mentions.len() as u32;
        for mention in &document.mentions {
            let moved = Mention::new(shifted(mention.span, offset), entities[mention.entity as usize]);
            whole.mentions.push(match document.detail(mention) {
                Some(detail) => {
                    whole.details.push(shifted_detail(detail, offset));
                    moved.with_detail(whole.details.len() - 1)
                }
                None => moved,
            });
        }
        let numbered = |mention: u32| mention + mentions_before;
        whole.relations.extend(document.relations.iter().map(|relation| Relation {
            from: numbered(relation.from),
            to: numbered(relation.to),
            ..relation.clone()
        }));
        let zeros = document.zeros.iter().map(|zero| Zero { token: zero.token + offset, ..*zero });
        whole.zeros.extend(zeros);
        if self.has_sentences {
            let sentences = document.sentences_or_whole();
            whole.sentences.extend(sentences.iter().map(|sentence| shifted(*sentence, offset)));
        }
        whole.tokens += document.tokens;
    }

    fn number(&mut self, label: &str) -> u32 {
        let next = self.labels.len() as u32;
        let number = *self.numbers.entry(label.to_owned()).or_insert(next);
        if number == next {
            self.labels.push(label);
        }
        number
    }

    /// Merges details of entities: they keep those of their first document, and the first type that is given.
    fn add_entity_details(&mut self, document: &Document, entities: &[u32]) {
        let details = &mut self.document.entity_details;
        for (detail, &number) in document.entity_details.iter().zip(entities) {
            let place = number as usize;
            let is_new = details.len() <= place;
            details.resize(details.len().max(place + 1), EntityDetail::default());
            let elements = detail.elements.iter().map(|element| entities[*element as usize]);
            if is_new || details[place] == EntityDetail::default() {
                details[place] = EntityDetail { elements: elements.collect(), ..detail.clone() };
            } else if details[place].kind.is_empty() {
                details[place].kind.clone_from(&detail.kind);
            }
        }
    }
}

/// Concatenates the layers that all documents have, except those that describe a document as a whole.
fn merge_layers(whole: &mut Document, documents: &[&Document]) {
    let Some((first, others)) = documents.split_first() else { return };
    let has = |document: &Document, layer| {
        let units = if layer == Layer::SentenceComments {
            document.sentences.len()
        } else {
            document.tokens as usize
        };
        document.layers.get(layer).is_some_and(|column| column.len() == units)
    };
    let about_whole = |layer| matches!(layer, Layer::Text | Layer::Offset | Layer::MentionName);
    let shared = first.layers.iter().map(|(layer, _)| layer).filter(|&layer| !about_whole(layer));
    for layer in shared.filter(|&layer| has(first, layer) && others.iter().all(|other| has(other, layer))) {
        let columns = documents.iter().filter_map(|document| document.layers.get(layer));
        whole.layers.set(layer, columns.flat_map(Column::iter).collect());
    }
}

fn shifted(span: Span, offset: u32) -> Span {
    Span::new(span.start + offset, span.end + offset)
}

fn shifted_detail(detail: &Detail, offset: u32) -> Detail {
    Detail {
        parts: detail.parts.iter().map(|part| shifted(*part, offset)).collect(),
        head: detail.head.map(|head| head + offset),
        minimum: detail.minimum.map(|minimum| shifted(minimum, offset)),
        ..detail.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::{merged, topic};
    use crate::document::{Document, EntityDetail, Layer, Mention, Name, Span};

    fn document(label: &str) -> Document {
        Document {
            tokens: 2,
            mentions: vec![Mention::new(Span::new(0, 1), 0)],
            entity_labels: [label].iter().collect(),
            ..Document::default()
        }
    }

    #[test]
    fn an_id_means_the_same_entity_in_all_documents() {
        let documents = [document("quake"), document("mayor"), document("quake")];
        let whole = merged(Name::plain("36"), documents.iter()).unwrap();
        assert_eq!(whole.tokens, 6);
        let mentions: Vec<(u32, u32)> =
            whole.mentions.iter().map(|mention| (mention.span.start, mention.entity)).collect();
        assert_eq!(mentions, [(0, 0), (2, 1), (4, 0)]);
    }

    #[test]
    fn types_and_words_are_kept() {
        let typed = |label: &str, kind: &str| {
            let mut document = document(label);
            document.entity_details = vec![EntityDetail { kind: kind.to_owned(), ..EntityDetail::default() }];
            document.layers.set(Layer::Word, [label, "x"].iter().collect());
            document
        };
        let documents = [document("a"), typed("quake", ""), typed("mayor", "human"), typed("quake", "event")];
        let whole = merged(Name::plain("36"), documents[1..].iter()).unwrap();
        let kinds: Vec<&str> = whole.entity_details.iter().map(|detail| detail.kind.as_str()).collect();
        assert_eq!(kinds, ["event", "human"]);
        assert_eq!(whole.text(Span::new(0, 6)).as_deref(), Some("quake x mayor x quake x"));
        let whole = merged(Name::plain("36"), documents.iter()).unwrap();
        assert_eq!(whole.entity_details.len(), 3);
        assert_eq!(whole.layers.get(Layer::Word), None, "one document has no words");
    }

    #[test]
    fn a_document_without_sentences_is_one_among_others() {
        let cut = Document { sentences: vec![Span::new(0, 1), Span::new(1, 2)], ..document("a") };
        let whole = merged(Name::plain("36"), [cut, document("b")].iter()).unwrap();
        assert_eq!(whole.sentences, [Span::new(0, 1), Span::new(1, 2), Span::new(2, 4)]);
    }

    #[test]
    fn more_tokens_than_numbers_can_count_are_refused() {
        let long = Document { tokens: u32::MAX - 1, ..Document::default() };
        assert!(merged(Name::plain("36"), [document("a"), long].iter()).is_err());
    }

    #[test]
    fn the_topic_is_the_front_of_the_id() {
        assert_eq!(topic(&Name::plain("36_1ecbplus.xml")), "36");
        assert_eq!(topic(&Name::plain("36/1ecb")), "36");
    }
}
