//! Documents as CorefUD: columns for which there are layers, with mentions and relations in the last.

use super::super::conllu::limits::{fits, fits_name};
use super::super::conllu::write::{line, sentences};
use super::super::escape::escape;
use super::super::fit::Limits;
use super::super::{Problem, losses};
use super::entities::{Entities, Fields, headless, is_field};
use super::layers::{LAYERS, is_about_mentions};
use super::pairing::with_misplaced_heads;
use super::{IN_LINKS, IN_NAMES};
use crate::document::{Document, Layer};

/// Ids and values of mentions are escaped; the last column is a list of attributes.
pub(super) const LIMITS: Limits = Limits {
    name: fits_name,
    label: Some(|label, _| (!label.is_empty()).then(|| escape(label, IN_NAMES))),
    value: |layer, value| {
        let about_mentions = || value.split('|').any(is_about_mentions);
        fits(layer, value, b"Entity") && (layer != Layer::Miscellany || !about_mentions())
    },
};

/// Writes documents as CorefUD.
pub(super) fn write(documents: &[Document], out: &mut Vec<u8>) -> Vec<Problem> {
    let fields = Fields::of(documents);
    let mut problems = Vec::new();
    for document in documents {
        problems.extend(lost_heads(document, &fields));
        problems.extend(losses::ids_and_attributes(document, |name| {
            matches!(name, "etype" | "minspan" | "other") || is_field(name)
        }));
        problems.extend(losses::crossing(document));
        problems.extend(losses::interleaving(document));
        let misplaced = with_misplaced_heads(document);
        let what = [
            "head would not be in its mention; the first word is written as head",
            "heads would not be in their mentions; the first words are written as heads",
        ];
        problems.extend(losses::lost(document, misplaced.len(), "lost-details", what));
        problems.extend(losses::stages(document));
        let own = [Layer::Miscellany, Layer::Row, Layer::SentenceComments];
        problems.extend(losses::layers(document, &[&own[..], &LAYERS[..]].concat()));
        write_document(&Entities { document, fields: &fields, misplaced: &misplaced }, out);
    }
    problems
}

/// Reports mentions whose heads are unknown: no head is written, or the first word if other mentions have
/// heads.
fn lost_heads(document: &Document, fields: &Fields<'_>) -> Option<Problem> {
    let what = if fields.has("head") {
        [
            "mention of several words has no head; its first word is written as head",
            "mentions of several words have no head; their first word is written as head",
        ]
    } else {
        [
            "mention of several words has no head; no head is written",
            "mentions of several words have no head; no head is written",
        ]
    };
    let problem = losses::lost(document, headless(document), "no-heads", what);
    problem.map(|problem| {
        problem
            .hint("heads can be derived from trees or dependencies; CorefUD scorers match mentions by head")
    })
}

fn write_document(entities: &Entities<'_>, out: &mut Vec<u8>) {
    let Entities { document, fields, .. } = *entities;
    line(out, format_args!("# newdoc id = {}", document.name));
    line(out, format_args!("# global.Entity = {}", fields.list()));
    let mut last_columns = LastColumns::of(document, entities);
    sentences(document, &LAYERS, |token| last_columns.take(document, token), out);
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
            let label = match relation.label.as_str() {
                "" => String::new(),
                label => format!(":{}", escape(label, IN_LINKS)),
            };
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
        if attributes.is_empty() { "_".to_owned() } else { attributes.join("|") }
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
