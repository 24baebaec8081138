//! Entities that run across documents: the documents of a topic, or of the corpus, scored as one.

use rustc_hash::FxHashMap;

use crate::choice::choice;
use crate::document::{Column, Detail, Document, Mention, Name, Span, Zero};

choice! {
    /// What is scored as a unit.
    Scope {
        /// Every document for itself.
        Document = "document",
        /// The documents of a topic together; an id means the same entity in all of them.
        Topic = "topic",
        /// All documents together.
        Corpus = "corpus",
    }
}

/// The topic of a document: what its id has before the first `/` or `_`, as in `36_1ecbplus.xml`.
#[must_use]
pub fn topic(name: &Name) -> &str {
    name.id.split(['/', '_']).next().unwrap_or(&name.id)
}

/// Documents put end to end as one. Entities with the same label become one entity; layers are left out.
#[must_use]
pub fn merged<'a>(name: Name, documents: impl Iterator<Item = &'a Document>) -> Document {
    let mut whole = Document { name, ..Document::default() };
    let mut numbers: FxHashMap<String, u32> = FxHashMap::default();
    let mut labels = Column::new();
    for document in documents {
        let offset = whole.tokens;
        let number = |label: &str| {
            *numbers.entry(label.to_owned()).or_insert_with(|| {
                labels.push(label);
                labels.len() as u32 - 1
            })
        };
        let entities: Vec<u32> = document.entity_labels.iter().map(number).collect();
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
        let zeros = document.zeros.iter().map(|zero| Zero { token: zero.token + offset, ..*zero });
        whole.zeros.extend(zeros);
        whole.sentences.extend(document.sentences.iter().map(|sentence| shifted(*sentence, offset)));
        whole.tokens += document.tokens;
    }
    whole.entity_labels = labels;
    whole
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
    use crate::document::{Document, Mention, Name, Span};

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
        let whole = merged(Name::plain("36"), documents.iter());
        assert_eq!(whole.tokens, 6);
        let mentions: Vec<(u32, u32)> =
            whole.mentions.iter().map(|mention| (mention.span.start, mention.entity)).collect();
        assert_eq!(mentions, [(0, 0), (2, 1), (4, 0)]);
    }

    #[test]
    fn the_topic_is_the_front_of_the_id() {
        assert_eq!(topic(&Name::plain("36_1ecbplus.xml")), "36");
        assert_eq!(topic(&Name::plain("36/1ecb")), "36");
    }
}
