//! Documents as CoNLL-2012 columns: all twelve when there is annotation for them, three otherwise.

use std::io::Write;

use super::super::{Problem, losses};
use crate::document::{Document, Layer, Span};

/// Writes documents as CoNLL columns.
pub(super) fn write(documents: &[Document], out: &mut Vec<u8>) -> Vec<Problem> {
    let mut problems = Vec::new();
    for document in documents {
        problems.extend(losses(document));
        write_document(document, out);
    }
    problems
}

/// What the format cannot hold.
fn losses(document: &Document) -> Vec<Problem> {
    let lost = [
        losses::gaps(document),
        losses::zeros(document),
        losses::relations(document),
        losses::crossing(document),
        losses::stages(document),
        losses::split(document),
        losses::details(document, &[]),
        losses::layers(document, &[&[Layer::Word, Layer::SentenceComments], &FULL_LAYERS[..]].concat()),
    ];
    lost.into_iter().flatten().collect()
}

fn write_document(document: &Document, out: &mut Vec<u8>) {
    let name = match document.name.part {
        Some(_) => document.name.to_string(),
        None => format!("({}); part 000", document.name.id),
    };
    line(out, format_args!("#begin document {name}"));
    let cells = coreference_cells(document);
    let whole = [Span::new(0, document.tokens)];
    let sentences = if document.sentences.is_empty() { &whole[..] } else { &document.sentences };
    let full = FULL_LAYERS.iter().any(|&layer| document.layers.get(layer).is_some());
    for (number, sentence) in sentences.iter().enumerate() {
        if let Some(comments) =
            document.layers.at(Layer::SentenceComments, number as u32).filter(|text| !text.is_empty())
        {
            line(out, format_args!("{comments}"));
        }
        for token in sentence.start..sentence.end {
            let prefix = if full {
                full_prefix(document, token, *sentence)
            } else {
                short_prefix(document, token, *sentence)
            };
            line(out, format_args!("{prefix}\t{}", cells[token as usize]));
        }
        line(out, format_args!(""));
    }
    line(out, format_args!("#end document"));
}

/// Layers for which all twelve columns are written.
const FULL_LAYERS: [Layer; 8] = [
    Layer::PartOfSpeech,
    Layer::Parse,
    Layer::Lemma,
    Layer::Frameset,
    Layer::Sense,
    Layer::Speaker,
    Layer::Name,
    Layer::Arguments,
];

fn short_prefix(document: &Document, token: u32, sentence: Span) -> String {
    format!("{}\t{}", token - sentence.start, value(document, Layer::Word, token, "-"))
}

fn full_prefix(document: &Document, token: u32, sentence: Span) -> String {
    let part = document.name.part.unwrap_or(0);
    let mut row = format!(
        "{}\t{part}\t{}\t{}",
        document.name.id,
        token - sentence.start,
        value(document, Layer::Word, token, "-")
    );
    for layer in FULL_LAYERS {
        let empty = match layer {
            Layer::Parse | Layer::Name => "*",
            Layer::Arguments => "",
            _ => "-",
        };
        let value = value(document, layer, token, empty);
        if layer != Layer::Arguments || !value.is_empty() {
            row.push('\t');
            row.push_str(value);
        }
    }
    row
}

fn value<'a>(document: &'a Document, layer: Layer, token: u32, empty: &'a str) -> &'a str {
    match document.layers.at(layer, token) {
        Some(value) if !value.is_empty() => value,
        _ if document.is_zero(token) && layer == Layer::Word => "*",
        _ => empty,
    }
}

/// The coreference cell of each token: closing brackets, then one-token mentions, then opening brackets, outermost first.
fn coreference_cells(document: &Document) -> Vec<String> {
    let tokens = document.tokens as usize;
    let mut pieces: Vec<(u32, u8, u64, String)> = Vec::with_capacity(document.mentions.len() * 2);
    for (index, mention) in document.mentions.iter().enumerate() {
        let Span { start, end } = mention.span;
        let label = document.entity_labels.get(mention.entity as usize).unwrap_or("");
        let place = index as u64;
        if end == start + 1 {
            pieces.push((start, 1, place, format!("({label})")));
        } else {
            // what closes together closes innermost first; what opens together opens outermost first
            pieces.push((
                end.saturating_sub(1),
                0,
                u64::from(u32::MAX - start) << 32 | place,
                format!("{label})"),
            ));
            pieces.push((
                start,
                2,
                u64::from(u32::MAX - end) << 32 | (u64::from(u32::MAX) - place),
                format!("({label}"),
            ));
        }
    }
    pieces.sort();
    let mut cells = vec![String::new(); tokens];
    for (token, _, _, piece) in pieces {
        if let Some(cell) = cells.get_mut(token as usize) {
            if !cell.is_empty() {
                cell.push('|');
            }
            cell.push_str(&piece);
        }
    }
    cells.into_iter().map(|cell| if cell.is_empty() { "-".to_owned() } else { cell }).collect()
}

fn line(out: &mut Vec<u8>, text: std::fmt::Arguments<'_>) {
    // writing to memory cannot fail
    let _ = writeln!(out, "{text}");
}
