//! Documents as scorch's JSON, including their words, so that they can be read again.

use serde_json::{Map, Value, json};

use super::super::{Problem, losses};
use super::place;
use crate::document::{Document, Layer};

/// Writes an object for each document, each on a separate line.
pub(super) fn write(documents: &[Document], out: &mut Vec<u8>) -> Vec<Problem> {
    let mut problems = Vec::new();
    for document in documents {
        problems.extend(losses::zeros(document));
        problems.extend(losses::relations(document));
        problems.extend(losses::stages(document));
        problems.extend(losses::split(document));
        problems.extend(losses::details(document, &[]));
        problems.extend(losses::layers(document, &[Layer::Word, Layer::MentionName]));
        // writing strings and numbers to memory cannot fail
        let _ = serde_json::to_writer(&mut *out, &written(document));
        out.push(b'\n');
    }
    if documents.len() > 1 {
        let message = format!("{} documents in one file; scorch itself reads one from each", documents.len());
        problems.push(Problem::warning("several-documents", 0, message));
    }
    problems
}

fn written(document: &Document) -> Map<String, Value> {
    let mut object = Map::new();
    if !document.unnamed {
        object.insert("name".to_owned(), json!(document.name.id));
        if let Some(part) = document.name.part {
            object.insert("part".to_owned(), json!(part));
        }
    }
    object.insert("type".to_owned(), json!("clusters"));
    if document.layers.get(Layer::MentionName).is_none() {
        object.insert("words".to_owned(), words(document));
    }
    object.insert("clusters".to_owned(), clusters(document));
    object
}

fn words(document: &Document) -> Value {
    let word = |token: u32| document.layers.at(Layer::Word, token).unwrap_or("");
    let sentences = document.sentences_or_whole();
    let sentence = |span: &crate::document::Span| (span.start..span.end).map(word).collect::<Vec<_>>();
    json!(sentences.iter().map(sentence).collect::<Vec<_>>())
}

fn clusters(document: &Document) -> Value {
    let sentences = document.sentences_or_whole();
    let mut clusters: Vec<Vec<Value>> = vec![Vec::new(); document.entity_count()];
    for mention in &document.mentions {
        let name = match document.layers.at(Layer::MentionName, mention.span.start) {
            Some(name) => name.to_owned(),
            None => place::write(document, mention, &sentences),
        };
        if let Some(cluster) = clusters.get_mut(mention.entity as usize) {
            cluster.push(Value::String(name));
        }
    }
    let labels = document.entity_labels.iter().map(str::to_owned);
    Value::Object(labels.zip(clusters.into_iter().map(Value::Array)).collect())
}
