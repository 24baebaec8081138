//! Documents as JSON, one on each line.

use std::io::Write;

use serde::Serialize;

use super::super::Problem;
use super::VERSION;
use super::shape::{DetailShape, EntityDetailShape, RelationShape, ends};
use crate::document::{Document, Mention};

/// Writes documents as JSON; nothing is lost.
pub(super) fn write(documents: &[Document], out: &mut Vec<u8>) -> Vec<Problem> {
    for document in documents {
        write_document(document, out);
    }
    Vec::new()
}

fn write_document(document: &Document, out: &mut Vec<u8>) {
    text(out, "{\"corefeval\":");
    value(out, &VERSION);
    field(out, "name", &document.name.id);
    if let Some(part) = document.name.part {
        field(out, "part", &part);
    }
    if document.unnamed {
        field(out, "unnamed", &true);
    }
    field(out, "tokens", &document.tokens);
    if !document.sentences.is_empty() {
        list(out, "sentences", &document.sentences, |out, sentence| value(out, &ends(*sentence)));
    }
    if !document.zeros.is_empty() {
        list(out, "zeros", &document.zeros, |out, zero| value(out, &(zero.token, zero.rank)));
    }
    write_entities(document, out);
    list(out, "mentions", &document.mentions, |out, mention| write_mention(document, mention, out));
    if !document.relations.is_empty() {
        list(out, "relations", &document.relations, |out, relation| {
            value(out, &RelationShape::from(relation));
        });
    }
    write_layers(document, out);
    text(out, "}\n");
}

fn write_entities(document: &Document, out: &mut Vec<u8>) {
    let entities: Vec<(usize, &str)> = document.entity_labels.iter().enumerate().collect();
    list(out, "entities", &entities, |out, &(number, label)| match document.entity_details.get(number) {
        Some(detail) => value(out, &EntityDetailShape::of(label, detail)),
        None => value(out, label),
    });
}

fn write_mention(document: &Document, mention: &Mention, out: &mut Vec<u8>) {
    let Mention { span, entity, .. } = mention;
    match document.detail(mention) {
        Some(detail) => value(out, &(span.start, span.end, entity, DetailShape::from(detail))),
        None => value(out, &(span.start, span.end, entity)),
    }
}

fn write_layers(document: &Document, out: &mut Vec<u8>) {
    let mut separator = ",\"layers\":{";
    for (layer, column) in document.layers.iter() {
        text(out, separator);
        value(out, layer.name());
        text(out, ":");
        value(out, &column.iter().collect::<Vec<_>>());
        separator = ",";
    }
    if separator == "," {
        text(out, "}");
    }
}

fn field<T: Serialize + ?Sized>(out: &mut Vec<u8>, name: &str, content: &T) {
    text(out, ",");
    value(out, name);
    text(out, ":");
    value(out, content);
}

fn list<T>(out: &mut Vec<u8>, name: &str, items: &[T], write: impl Fn(&mut Vec<u8>, &T)) {
    text(out, ",");
    value(out, name);
    let mut separator = ":[";
    for item in items {
        text(out, separator);
        write(out, item);
        separator = ",";
    }
    text(out, if items.is_empty() { ":[]" } else { "]" });
}

fn value<T: Serialize + ?Sized>(out: &mut Vec<u8>, content: &T) {
    // strings and numbers in memory can always be written
    let _ = serde_json::to_writer(out, content);
}

fn text(out: &mut Vec<u8>, text: &str) {
    // writing to memory cannot fail
    let _ = out.write_all(text.as_bytes());
}
