//! Documents as CorefUD: the columns there are layers for, mentions and relations in the last.

use std::io::Write;

use super::super::escape::escape;
use super::super::{Problem, losses};
use super::IN_NAMES;
use super::entities::{Entities, Scope};
use super::layers::LAYERS;
use crate::document::{Document, Layer, Span};

/// Writes documents as CorefUD.
pub(super) fn write(documents: &[Document], out: &mut Vec<u8>) -> Vec<Problem> {
    let scope = Scope::of(documents);
    let mut problems = Vec::new();
    for document in documents {
        problems.extend(losses::crossing(document));
        problems.extend(losses::interleaving(document));
        problems.extend(losses::stages(document));
        let own = [Layer::Miscellany, Layer::Row, Layer::SentenceComments];
        problems.extend(losses::layers(document, &[&own[..], &LAYERS[..]].concat()));
        write_document(document, scope, out);
    }
    problems
}

fn write_document(document: &Document, scope: Scope, out: &mut Vec<u8>) {
    let entities = Entities::of(document, scope);
    line(out, format_args!("# newdoc id = {}", document.name));
    line(out, format_args!("# global.Entity = {}", entities.fields().join("-")));
    let mut last_columns = LastColumns::of(document, &entities);
    if document.tokens == 0 {
        line(out, format_args!(""));
    }
    for (number, &sentence) in document.sentences_or_whole().iter().enumerate() {
        write_comments(document, number, out);
        write_sentence(document, sentence, &mut last_columns, out);
        line(out, format_args!(""));
    }
}

fn write_comments(document: &Document, number: usize, out: &mut Vec<u8>) {
    match document.layers.get(Layer::SentenceComments) {
        Some(comments) => {
            for comment in comments.get(number).unwrap_or("").lines() {
                line(out, format_args!("{comment}"));
            }
        }
        None => line(out, format_args!("# sent_id = {}-{}", document.name.id, number + 1)),
    }
}

fn write_sentence(document: &Document, sentence: Span, last: &mut LastColumns, out: &mut Vec<u8>) {
    let mut overt = 0;
    for token in sentence.start..sentence.end.min(document.tokens) {
        let position = document.position(token);
        if position.rank == 0 {
            overt += 1;
        }
        if let Some(rows) = document.layers.at(Layer::Row, token).filter(|rows| !rows.is_empty()) {
            line(out, format_args!("{rows}"));
        }
        let number =
            if position.rank == 0 { overt.to_string() } else { format!("{overt}.{}", position.rank) };
        let mut row = number;
        for layer in LAYERS {
            row.push('\t');
            row.push_str(&cell(document, layer, token));
        }
        line(out, format_args!("{row}\t{}", last.take(document, token)));
    }
}

/// A cell without what would end it.
fn cell(document: &Document, layer: Layer, token: u32) -> String {
    match document.layers.at(layer, token) {
        Some(value) if !value.is_empty() => value.replace(['\t', '\n', '\r'], " "),
        _ => "_".to_owned(),
    }
}

/// The attributes of each token that are about mentions.
struct LastColumns {
    entity: Vec<String>,
    bridge: Vec<String>,
    split: Vec<String>,
}

impl LastColumns {
    fn of(document: &Document, entities: &Entities<'_>) -> Self {
        let tokens = document.tokens as usize;
        let mut columns = Self {
            entity: entities.cells(),
            bridge: vec![String::new(); tokens],
            split: vec![String::new(); tokens],
        };
        let name = |entity: u32| escape(document.entity_labels.get(entity as usize).unwrap_or(""), IN_NAMES);
        for relation in &document.relations {
            let mention = |index: u32| document.mentions.get(index as usize);
            let (Some(from), Some(to)) = (mention(relation.from), mention(relation.to)) else { continue };
            let label =
                if relation.label.is_empty() { String::new() } else { format!(":{}", relation.label) };
            let item = format!("{}<{}{label}", name(to.entity), name(from.entity));
            append(&mut columns.bridge, from.span.start, &item);
        }
        for (plural, start) in first_mentions(document) {
            for &element in document.entity_detail(plural).map_or(&[][..], |detail| &detail.elements) {
                append(&mut columns.split, start, &format!("{}<{}", name(element), name(plural)));
            }
        }
        columns
    }

    /// The last column of a token, attributes in alphabetical order.
    fn take(&mut self, document: &Document, token: u32) -> String {
        let rest = document.layers.at(Layer::Miscellany, token).unwrap_or("");
        let mut attributes: Vec<String> =
            rest.split('|').filter(|attribute| !attribute.is_empty()).map(str::to_owned).collect();
        let index = token as usize;
        for (name, values) in
            [("Bridge", &mut self.bridge), ("Entity", &mut self.entity), ("SplitAnte", &mut self.split)]
        {
            let value = values.get_mut(index).map(std::mem::take).unwrap_or_default();
            if !value.is_empty() {
                let after = |attribute: &String| attribute.split('=').next().unwrap_or("") > name;
                let place = attributes.iter().position(after).unwrap_or(attributes.len());
                attributes.insert(place, format!("{name}={value}"));
            }
        }
        if attributes.is_empty() {
            "_".to_owned()
        } else {
            attributes.join("|").replace(['\t', '\n', '\r'], " ")
        }
    }
}

fn append(cells: &mut [String], token: u32, item: &str) {
    if let Some(cell) = cells.get_mut(token as usize) {
        if !cell.is_empty() {
            cell.push(',');
        }
        cell.push_str(item);
    }
}

/// Every entity that has a mention, with the token where the first of them begins.
fn first_mentions(document: &Document) -> Vec<(u32, u32)> {
    let mut starts: Vec<_> =
        document.mentions.iter().map(|mention| (mention.entity, mention.span.start)).collect();
    starts.sort_unstable();
    starts.dedup_by_key(|(entity, _)| *entity);
    starts
}

fn line(out: &mut Vec<u8>, text: std::fmt::Arguments<'_>) {
    // writing to memory cannot fail
    let _ = writeln!(out, "{text}");
}
