//! A document as ARRAU columns.

use std::io::Write;

use super::super::Problem;
use super::super::escape::escape;
use super::super::fit::Limits;
use super::super::losses::{self, Has};
use super::super::markable_ids::markable_ids;
use super::{NO_TAG, NON_REFERRING, SET, SPECIAL};
use crate::document::{Detail, Document, Layer, Mention, Span};

/// A file has no names; columns have blanks between them.
pub(super) const LIMITS: Limits = Limits {
    name: |_| true,
    label: Some(|label, _| (!label.is_empty()).then(|| escape(label, SPECIAL))),
    value: |layer, word| layer != Layer::Word || !word.is_empty() && !word.contains(char::is_whitespace),
};

/// Writes a document as ARRAU columns; a file has only one.
pub(super) fn write(documents: &[Document], out: &mut Vec<u8>) -> Vec<Problem> {
    let mut problems = Vec::new();
    if let Some(document) = documents.first() {
        problems.extend(losses::zeros(document));
        problems.extend(losses::relations(document));
        problems.extend(losses::deixis(document));
        problems.extend(losses::split(document));
        problems.extend(losses::details(document, &[Has::Minima, Has::Attributes]));
        problems.extend(losses::layers(document, &[Layer::Word]));
        write_document(document, out);
    }
    if documents.len() > 1 {
        let message = format!("a file in this format holds one document, and there are {}", documents.len());
        problems
            .push(Problem::error("one-document", 0, message).hint("write each document to a separate file"));
    }
    problems.extend(documents.first().and_then(losses::name));
    problems
}

/// What stands in one row besides the token: markables, minima, tags.
type Rest = [Vec<String>; 3];

fn write_document(document: &Document, out: &mut Vec<u8>) {
    let rows = rows(document);
    let has_minima = document.details.iter().any(|detail| detail.minimum.is_some());
    let header = if has_minima { "TOKEN\tMARKABLE\tMIN\tREF" } else { "TOKEN\tMARKABLE\tREF" };
    line(out, header);
    for (number, sentence) in document.sentences_or_whole().iter().enumerate() {
        if number > 0 {
            line(out, "");
        }
        for token in sentence.start..sentence.end.min(document.tokens) {
            let word = document.layers.at(Layer::Word, token).filter(|word| !word.is_empty()).unwrap_or("*");
            let [markables, minima, tags] = &rows[token as usize];
            let lists = if has_minima { vec![markables, minima, tags] } else { vec![markables, tags] };
            let cells: Vec<String> = lists.iter().map(|list| list.join("@")).collect();
            if markables.is_empty() {
                line(out, word);
            } else {
                line(out, &format!("{word}\t{}", cells.join("\t")));
            }
        }
    }
}

fn rows(document: &Document) -> Vec<Rest> {
    let mut rows = vec![Rest::default(); document.tokens as usize];
    for (mention, markable) in document.mentions.iter().zip(markable_ids(document, SPECIAL)) {
        let nothing = Detail::default();
        let detail = document.detail(mention).unwrap_or(&nothing);
        let label = document.entity_labels.get(mention.entity as usize).unwrap_or("");
        let named = format!("{markable}={SET}{}", escape(label, SPECIAL));
        let (minimum, tag) = (minimum(mention, detail), tag(document, mention, detail));
        let mut sign = "B";
        for token in document.mention_tokens(mention) {
            if let Some([markables, minima, tags]) = rows.get_mut(token as usize) {
                markables.push(format!("{sign}-{named}"));
                minima.push(minimum.clone());
                tags.push(tag.clone());
            }
            sign = "I";
        }
    }
    rows
}

/// The minimum, or the whole span when there is none: every markable of a row needs one when one has it.
fn minimum(mention: &Mention, detail: &Detail) -> String {
    let Span { start, end } = detail.minimum.unwrap_or(mention.span);
    if end <= start + 1 { format!("word_{}", start + 1) } else { format!("word_{}..word_{end}", start + 1) }
}

fn tag(document: &Document, mention: &Mention, detail: &Detail) -> String {
    let known =
        detail.attributes.iter().find(|(name, _)| name == "Reference").map(|(_, tag)| escape(tag, SPECIAL));
    let refers = document.entity_detail(mention.entity).is_none_or(|detail| !detail.non_referring);
    known.unwrap_or_else(|| if refers { NO_TAG.to_owned() } else { NON_REFERRING.to_owned() })
}

fn line(out: &mut Vec<u8>, text: &str) {
    // writing to memory cannot fail
    let _ = writeln!(out, "{text}");
}
