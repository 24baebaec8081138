//! The columns of rows and the comments of sentences, kept when they are wanted.

use super::details::Values;
use super::row::COLUMNS;
use crate::document::{Column, Document, EntityDetail, Layer, Span, Wanted};

/// The sentence being read.
#[derive(Debug, Default)]
pub(super) struct Sentence {
    /// Its first token.
    pub(super) start: u32,
    comments: String,
    /// Rows of multi-word tokens that stand before the next token.
    ranges: String,
}

impl Sentence {
    pub(super) fn comment(&mut self, line: &[u8], wanted: Wanted) {
        if wanted.has(Layer::SentenceComments) {
            self.comments.push_str(String::from_utf8_lossy(line).trim_end());
            self.comments.push('\n');
        }
    }

    pub(super) fn range(&mut self, line: &[u8], wanted: Wanted) {
        if wanted.has(Layer::Row) {
            self.ranges.push_str(&String::from_utf8_lossy(line));
            self.ranges.push('\n');
        }
    }

    /// Ends the sentence before token `end`, if it has any.
    pub(super) fn end(&mut self, document: &mut Document, end: u32, wanted: Wanted) {
        self.ranges.clear();
        if end == self.start {
            return;
        }
        if wanted.sentences() {
            document.sentences.push(Span::new(self.start, end));
        }
        if !self.comments.is_empty() {
            let column = document.layers.get_or_insert(Layer::SentenceComments);
            pad(column, document.sentences.len() - 1);
            column.push(self.comments.trim_end());
            self.comments.clear();
        }
        self.start = end;
    }

    /// Comments with a blank line after them belong to no sentence.
    pub(super) fn forget_comments(&mut self) {
        self.comments.clear();
    }

    /// Begins the first sentence of a document; comments already read are its own.
    pub(super) fn restart(&mut self) {
        self.start = 0;
    }
}

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

/// Keeps the wanted columns of a token's row; the number of columns is the error when it is not ten.
pub(super) fn keep(
    document: &mut Document,
    wanted: Wanted,
    (token, line): (u32, &[u8]),
    sentence: &mut Sentence,
) -> Result<(), usize> {
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
    if !sentence.ranges.is_empty() {
        push(document, Layer::Row, token, sentence.ranges.trim_end_matches('\n'));
        sentence.ranges.clear();
    }
    if columns == COLUMNS { Ok(()) } else { Err(columns) }
}

/// The attributes of a last column that are not about mentions.
fn without_mentions(cell: &[u8]) -> String {
    let cell = String::from_utf8_lossy(cell);
    let about_mentions = |attribute: &&str| {
        ["Entity=", "Bridge=", "SplitAnte="].iter().any(|name| attribute.starts_with(name))
    };
    let kept: Vec<&str> = cell.split('|').filter(|attribute| !about_mentions(attribute)).collect();
    if kept == ["_"] { String::new() } else { kept.join("|") }
}

fn push(document: &mut Document, layer: Layer, token: u32, value: &str) {
    let column = document.layers.get_or_insert(layer);
    pad(column, token as usize);
    column.push(value);
}

/// Fills a column up to `length` with empty strings.
fn pad(column: &mut Column, length: usize) {
    while column.len() < length {
        column.push("");
    }
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

/// Makes columns as long as they should be, and takes away those that say nothing.
pub(super) fn finish(document: &mut Document) {
    let present: Vec<Layer> = document.layers.iter().map(|(layer, _)| layer).collect();
    for layer in present {
        let length = match layer {
            Layer::SentenceComments => document.sentences.len(),
            _ => document.tokens as usize,
        };
        let column = document.layers.get_or_insert(layer);
        pad(column, length);
        if column.iter().all(|value| value.is_empty() || value == "_") {
            document.layers.remove(layer);
        }
    }
}
