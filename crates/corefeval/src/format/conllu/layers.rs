//! Layers and sentences, built while rows are read.

use crate::document::{Column, Document, Layer, Span, Wanted};

/// The sentence being read.
#[derive(Debug, Default)]
pub(in super::super) struct Sentence {
    /// Its first token.
    pub(in super::super) start: u32,
    /// How many sentences have ended since the last overt token of the document.
    pub(in super::super) silent: u32,
    comments: String,
    /// Rows of multi-word tokens before the next token.
    ranges: String,
}

impl Sentence {
    pub(in super::super) fn comment(&mut self, line: &[u8], wanted: Wanted) {
        if wanted.has(Layer::SentenceComments) {
            self.comments.push_str(&String::from_utf8_lossy(line));
            self.comments.push('\n');
        }
    }

    pub(in super::super) fn range(&mut self, line: &[u8], wanted: Wanted) {
        if wanted.has(Layer::Row) {
            self.ranges.push_str(&String::from_utf8_lossy(line));
            self.ranges.push('\n');
        }
    }

    /// Takes the rows of multi-word tokens before the next token.
    pub(in super::super) fn take_ranges(&mut self) -> String {
        let mut ranges = std::mem::take(&mut self.ranges);
        ranges.truncate(ranges.trim_end_matches('\n').len());
        ranges
    }

    /// Ends the sentence before token `end`, if it has any.
    pub(in super::super) fn end(&mut self, document: &mut Document, end: u32, wanted: Wanted) {
        self.ranges.clear();
        if end == self.start {
            return;
        }
        self.silent += 1;
        if wanted.sentences() {
            document.sentences.push(Span::new(self.start, end));
        }
        if !self.comments.is_empty() {
            let column = document.layers.get_or_insert(Layer::SentenceComments);
            pad(column, document.sentences.len() - 1);
            column.push(self.comments.trim_end_matches('\n'));
            self.comments.clear();
        }
        self.start = end;
    }

    /// Drops comments with a blank line after them, which belong to no sentence.
    pub(in super::super) fn forget_comments(&mut self) {
        self.comments.clear();
    }

    /// Begins the first sentence of a document; comments already read are its own.
    pub(in super::super) fn restart(&mut self) {
        self.start = 0;
        self.silent = 0;
    }
}

/// Adds the value of a token to a layer; tokens before it without a value get an empty one.
pub(in super::super) fn push(document: &mut Document, layer: Layer, token: u32, value: &str) {
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

/// Pads columns to their full length, and removes those without values.
pub(in super::super) fn finish(document: &mut Document) {
    let present: Vec<Layer> = document.layers.iter().map(|(layer, _)| layer).collect();
    for layer in present {
        let length = match layer {
            Layer::SentenceComments => document.sentences.len(),
            _ => document.tokens as usize,
        };
        let column = document.layers.get_or_insert(layer);
        pad(column, length);
        let says_nothing = column.iter().all(|value| value.is_empty() || value == "_");
        // whether words are kept or hashed, `_` is one
        if says_nothing && layer != Layer::Word {
            document.layers.remove(layer);
        }
    }
}
