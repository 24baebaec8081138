//! Documents as rows: comments, numbers and layers; the rest of a row is up to the format.

use std::io::Write;

use crate::document::{Document, Layer, Zero};

/// Writes the sentences of a document; `rest` gives what follows the columns of the layers in the row of a
/// token.
pub(in super::super) fn sentences(
    document: &Document,
    layers: &[Layer],
    mut rest: impl FnMut(u32) -> String,
    out: &mut Vec<u8>,
) {
    if document.tokens == 0 {
        line(out, format_args!(""));
    }
    for (number, &sentence) in document.sentences_or_whole().iter().enumerate() {
        comments(document, number, out);
        let mut numbers = Numbers::default();
        for token in sentence.start..sentence.end.min(document.tokens) {
            if let Some(rows) = document.layers.at(Layer::Row, token).filter(|rows| !rows.is_empty()) {
                line(out, format_args!("{rows}"));
            }
            let mut row = numbers.next(document, token);
            for &layer in layers {
                row.push('\t');
                row.push_str(filled(document.layers.at(layer, token).unwrap_or("")));
            }
            line(out, format_args!("{row}\t{}", rest(token)));
        }
        line(out, format_args!(""));
    }
}

fn comments(document: &Document, number: usize, out: &mut Vec<u8>) {
    match document.layers.get(Layer::SentenceComments) {
        Some(comments) => {
            for comment in comments.get(number).unwrap_or("").lines() {
                line(out, format_args!("{comment}"));
            }
        }
        None => line(out, format_args!("# sent_id = {}-{}", document.name.id, number + 1)),
    }
}

/// The numbers that the rows of a sentence begin with.
#[derive(Default)]
struct Numbers {
    overt: u32,
    /// The rank of the previous zero among the zeros after the same overt token.
    rank: u32,
}

impl Numbers {
    fn next(&mut self, document: &Document, token: u32) -> String {
        let rank = document.position(token).rank;
        if rank == 0 {
            *self = Self { overt: self.overt + 1, rank: 0 };
            return self.overt.to_string();
        }
        // sentences may end at other places than when the ranks were assigned
        self.rank = (rank % Zero::BOUNDARY).max(self.rank + 1);
        format!("{}.{}", self.overt, self.rank)
    }
}

/// The text of a cell; `_` if the value is empty.
pub(in super::super) fn filled(value: &str) -> &str {
    if value.is_empty() { "_" } else { value }
}

/// Writes a line.
pub(in super::super) fn line(out: &mut Vec<u8>, text: std::fmt::Arguments<'_>) {
    // writing to memory cannot fail
    let _ = writeln!(out, "{text}");
}
