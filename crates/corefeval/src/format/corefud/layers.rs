//! The columns of rows and the types of entities, which are kept if they are wanted.

use super::super::conllu::layers::{Sentence, push};
use super::super::conllu::row::COLUMNS;
use super::details::Values;
use crate::document::{Document, EntityDetail, Layer, Wanted};

/// The columns after the number, in order.
pub(super) const LAYERS: [Layer; COLUMNS - 2] = [
    Layer::Word,
    Layer::Lemma,
    Layer::UniversalPartOfSpeech,
    Layer::PartOfSpeech,
    Layer::Features,
    Layer::Head,
    Layer::Relation,
    Layer::Enhanced,
];

/// Keeps the wanted columns of a token's row; if there are not ten columns, their number is the error.
pub(super) fn keep(
    document: &mut Document,
    wanted: Wanted,
    (token, line): (u32, &[u8]),
    sentence: &mut Sentence,
) -> Result<(), usize> {
    if !wanted.sentences() {
        if wanted.has(Layer::Word) {
            keep_word(document, token, line);
        }
        return Ok(());
    }
    let last = memchr::memrchr(b'\t', line).unwrap_or(0);
    let mut cells = line[..last].split(|&byte| byte == b'\t').skip(1);
    let mut columns = 2;
    for layer in LAYERS {
        let cell = cells.next();
        columns += usize::from(cell.is_some());
        if let Some(cell) = cell.filter(|_| wanted.has(layer)) {
            push(document, layer, token, &String::from_utf8_lossy(cell));
        }
    }
    columns += cells.count();
    if wanted.has(Layer::Miscellany) {
        let rest = without_mentions(&line[last + 1..]);
        if !rest.is_empty() {
            push(document, Layer::Miscellany, token, &rest);
        }
    }
    let ranges = sentence.take_ranges();
    if !ranges.is_empty() {
        push(document, Layer::Row, token, &ranges);
    }
    if columns == COLUMNS { Ok(()) } else { Err(columns) }
}

/// Keeps only the word, without reading the rest of the row.
fn keep_word(document: &mut Document, token: u32, line: &[u8]) {
    let mut tabs = memchr::memchr_iter(b'\t', line);
    if let (Some(before), Some(after)) = (tabs.next(), tabs.next()) {
        push(document, Layer::Word, token, &String::from_utf8_lossy(&line[before + 1..after]));
    }
}

/// Whether an attribute of a last column is about mentions.
pub(super) fn is_about_mentions(attribute: &str) -> bool {
    ["Entity=", "Bridge=", "SplitAnte="].iter().any(|name| attribute.starts_with(name))
}

/// The attributes of a last column that are not about mentions.
fn without_mentions(cell: &[u8]) -> String {
    let cell = String::from_utf8_lossy(cell);
    let kept: Vec<&str> = cell.split('|').filter(|attribute| !is_about_mentions(attribute)).collect();
    if kept == ["_"] { String::new() } else { kept.join("|") }
}

/// The type of an entity is that of its first mention that has one; a mention that differs keeps its own.
pub(super) fn set_kind(document: &mut Document, entity: u32, values: &mut Values) {
    let kind = std::mem::take(&mut values.kind);
    if kind.is_empty() {
        return;
    }
    let index = entity as usize;
    if document.entity_details.len() <= index {
        document.entity_details.resize_with(index + 1, EntityDetail::default);
    }
    let known = &mut document.entity_details[index].kind;
    if known.is_empty() {
        *known = kind;
    } else if *known != kind {
        values.detail.attributes.push(("etype".to_owned(), kind));
    }
}
