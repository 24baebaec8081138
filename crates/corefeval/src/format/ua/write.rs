//! Documents as CONLL-UA: fifteen columns, of which the last two say nothing.

use std::io::Write;

use super::super::Problem;
use super::super::losses::{self, Has};
use super::cells::Cells;
use super::columns::NAMES;
use crate::document::{Document, Layer, Span, Stage};

/// Writes documents as CONLL-UA.
pub(super) fn write(documents: &[Document], out: &mut Vec<u8>) -> Vec<Problem> {
    let own = [Layer::Row, Layer::SentenceComments].into_iter();
    let kept: Vec<Layer> = own.chain(NAMES.iter().filter_map(|(_, layer)| *layer)).collect();
    let mut problems = Vec::new();
    for document in documents {
        problems.extend(losses::layers(document, &kept));
        problems.extend(losses::details(document, &[Has::Minima, Has::Attributes]));
        write_document(document, out);
    }
    problems
}

fn write_document(document: &Document, out: &mut Vec<u8>) {
    let names: Vec<&str> = NAMES.iter().map(|(name, _)| *name).collect();
    line(out, format_args!("# global.columns = {}", names.join(" ")));
    line(out, format_args!("# newdoc id = {}", document.name));
    let cells = Cells::of(document);
    let columns =
        [cells.markables(Stage::Identity), cells.bridging(), cells.markables(Stage::DiscourseDeixis)];
    if document.tokens == 0 {
        line(out, format_args!(""));
    }
    for (number, &sentence) in document.sentences_or_whole().iter().enumerate() {
        write_comments(document, number, out);
        write_sentence(document, sentence, &columns, out);
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

fn write_sentence(document: &Document, sentence: Span, columns: &[Vec<String>; 3], out: &mut Vec<u8>) {
    let mut overt = 0;
    for token in sentence.start..sentence.end.min(document.tokens) {
        let rank = document.position(token).rank;
        overt += u32::from(rank == 0);
        if let Some(rows) = document.layers.at(Layer::Row, token).filter(|rows| !rows.is_empty()) {
            line(out, format_args!("{rows}"));
        }
        let mut row = if rank == 0 { overt.to_string() } else { format!("{overt}.{rank}") };
        for layer in NAMES.iter().filter_map(|(_, layer)| *layer) {
            row.push('\t');
            row.push_str(&filled(document.layers.at(layer, token).unwrap_or("")));
        }
        for column in columns {
            row.push('\t');
            row.push_str(&filled(column.get(token as usize).map_or("", String::as_str)));
        }
        line(out, format_args!("{row}\t_\t_"));
    }
}

/// A cell without what would end it; `_` when there is nothing in it.
fn filled(value: &str) -> String {
    let value = value.replace(['\t', '\n', '\r'], " ");
    if value.is_empty() { "_".to_owned() } else { value }
}

fn line(out: &mut Vec<u8>, text: std::fmt::Arguments<'_>) {
    // writing to memory cannot fail
    let _ = writeln!(out, "{text}");
}
