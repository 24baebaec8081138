//! Documents as CoNLL-2012 columns: all twelve if there is annotation for them, three otherwise.

use std::io::Write;

use super::super::fit::Limits;
use super::super::marks::{First, Gaps, Kind, marks};
use super::super::{Problem, losses};
use super::header;
use crate::document::{Document, Layer, Name, Span};

/// Ids are written between brackets and bars, values between tabs.
pub(super) const LIMITS: Limits = Limits {
    name: |name| {
        let again = header::begins(header_line(name).as_bytes())
            .map(|text| Name::parse(&String::from_utf8_lossy(text)));
        let known =
            again.is_some_and(|again| again.id == name.id && again.part.or(Some(0)) == name.part.or(Some(0)));
        // the id begins every row when all columns are written
        known && fits_cell(&name.id) && !name.id.starts_with('#')
    },
    label: Some(|label, _| {
        let special = |letter: char| "()|".contains(letter) || letter.is_whitespace() || letter.is_control();
        (!label.is_empty() && !label.contains(special)).then(|| label.to_owned())
    }),
    value: |layer, value| match layer {
        Layer::Word => !value.is_empty() && fits_cell(value),
        Layer::SentenceComments => is_comment(value),
        // each predicate has its own column
        Layer::Arguments => !value.contains(['\n', '\r']),
        _ => fits_cell(value),
    },
};

fn fits_cell(value: &str) -> bool {
    !value.contains(['\t', '\n', '\r'])
}

fn is_comment(line: &str) -> bool {
    let bytes = line.as_bytes();
    line.starts_with('#') && fits_cell(line) && header::begins(bytes).is_none() && !header::ends(bytes)
}

/// Writes documents as CoNLL columns.
pub(super) fn write(documents: &[Document], out: &mut Vec<u8>) -> Vec<Problem> {
    // readers recognise the columns of a file by its first rows
    let full = |document: &Document| FULL_LAYERS.iter().any(|&layer| document.layers.get(layer).is_some());
    let columns = if documents.iter().any(full) { Columns::All } else { Columns::Three };
    let mut problems = Vec::new();
    for document in documents {
        problems.extend(losses(document));
        write_document(document, columns, out);
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

fn header_line(name: &Name) -> String {
    match name.part {
        Some(_) => format!("#begin document {name}"),
        None => format!("#begin document ({}); part 000", name.id),
    }
}

fn write_document(document: &Document, columns: Columns, out: &mut Vec<u8>) {
    line(out, format_args!("{}", header_line(&document.name)));
    let cells = coreference_cells(document);
    let whole = [Span::new(0, document.tokens)];
    let sentences = if document.sentences.is_empty() { &whole[..] } else { &document.sentences };
    for (number, sentence) in sentences.iter().enumerate() {
        if let Some(comments) =
            document.layers.at(Layer::SentenceComments, number as u32).filter(|text| !text.is_empty())
        {
            line(out, format_args!("{comments}"));
        }
        for token in sentence.start..sentence.end {
            let prefix = match columns {
                Columns::All => full_prefix(document, token, *sentence),
                Columns::Three => short_prefix(document, token, *sentence),
            };
            line(out, format_args!("{prefix}\t{}", cells[token as usize]));
        }
        line(out, format_args!(""));
    }
    line(out, format_args!("#end document"));
}

/// Which columns a file has.
#[derive(Clone, Copy)]
enum Columns {
    /// All twelve.
    All,
    /// Token number, word, coreference.
    Three,
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

/// The coreference cell of each token: closing brackets, then one-token mentions, then opening brackets.
fn coreference_cells(document: &Document) -> Vec<String> {
    let mut cells = vec![String::new(); document.tokens as usize];
    for mark in marks(document, Gaps::Spanned, First::Single) {
        let entity = document.mentions[mark.mention].entity;
        let label = document.entity_labels.get(entity as usize).unwrap_or("");
        if let Some(cell) = cells.get_mut(mark.token as usize) {
            if !cell.is_empty() {
                cell.push('|');
            }
            cell.push_str(if mark.kind == Kind::Close { "" } else { "(" });
            cell.push_str(label);
            cell.push_str(if mark.kind == Kind::Open { "" } else { ")" });
        }
    }
    cells.into_iter().map(|cell| if cell.is_empty() { "-".to_owned() } else { cell }).collect()
}

fn line(out: &mut Vec<u8>, text: std::fmt::Arguments<'_>) {
    // writing to memory cannot fail
    let _ = writeln!(out, "{text}");
}
