//! A document as ARRAU columns.

use std::cmp::Reverse;
use std::io::Write;

use super::super::Problem;
use super::super::escape::escape;
use super::super::fit::Limits;
use super::super::losses::{self, Has};
use super::super::markable_ids::{markable_ids, shared_ids};
use super::{NO_TAG, NON_REFERRING, REFERENCE, SET, SPECIAL};
use crate::document::{Detail, Document, Layer, Mention, Span};

/// The file has no document names; columns are separated by blanks.
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
        problems.extend(losses::attributes(document, |name| name == REFERENCE));
        problems.extend(shared_ids(document));
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

fn write_document(document: &Document, out: &mut Vec<u8>) {
    let has_minima = document.details.iter().any(|detail| detail.minimum.is_some());
    let header = if has_minima { "TOKEN\tMARKABLE\tMIN\tREF" } else { "TOKEN\tMARKABLE\tREF" };
    line(out, header);
    let mut rows = Rows::of(document, has_minima);
    for (number, sentence) in document.sentences_or_whole().iter().enumerate() {
        if number > 0 {
            line(out, "");
        }
        for token in sentence.start..sentence.end.min(document.tokens) {
            rows.write(token, out);
        }
    }
}

/// What the rows of a markable have of it.
struct Markable {
    /// Its first token.
    first: u32,
    named: String,
    minimum: String,
    tag: String,
}

impl Markable {
    fn of(document: &Document, mention: &Mention, id: &str) -> Self {
        let nothing = Detail::default();
        let detail = document.detail(mention).unwrap_or(&nothing);
        let label = document.entity_labels.get(mention.entity as usize).unwrap_or("");
        Self {
            first: mention.span.start,
            named: format!("{id}={SET}{}", escape(label, SPECIAL)),
            minimum: minimum(mention, detail),
            tag: tag(document, mention, detail),
        }
    }
}

/// Rows on their way out, one at a time, since those of nested markables are together much larger than the document.
struct Rows<'a> {
    document: &'a Document,
    markables: Vec<Markable>,
    has_minima: bool,
    /// The parts of mentions that are to come, each with its mention, the last to begin first.
    coming: Vec<(Span, usize)>,
    /// The parts that the row at hand is in, in the order of their mentions.
    here: Vec<(usize, u32)>,
}

impl<'a> Rows<'a> {
    fn of(document: &'a Document, has_minima: bool) -> Self {
        let ids = markable_ids(document, SPECIAL);
        let named = document.mentions.iter().zip(&ids);
        let markables = named.map(|(mention, id)| Markable::of(document, mention, id)).collect();
        let numbered = document.mentions.iter().enumerate();
        let parts = numbered.flat_map(|(index, mention)| {
            document.parts(mention).iter().filter(|part| !part.is_empty()).map(move |&part| (part, index))
        });
        let mut coming: Vec<(Span, usize)> = parts.collect();
        coming.sort_unstable_by_key(|&(part, index)| Reverse((part.start, index)));
        Self { document, markables, has_minima, coming, here: Vec::new() }
    }

    fn write(&mut self, token: u32, out: &mut Vec<u8>) {
        self.move_to(token);
        let word = self.document.layers.at(Layer::Word, token).filter(|word| !word.is_empty()).unwrap_or("*");
        out.extend_from_slice(word.as_bytes());
        if !self.here.is_empty() {
            self.list(out, |markable| [if markable.first == token { "B-" } else { "I-" }, &markable.named]);
            if self.has_minima {
                self.list(out, |markable| ["", &markable.minimum]);
            }
            self.list(out, |markable| ["", &markable.tag]);
        }
        out.push(b'\n');
    }

    /// Finds the parts that a token is in; tokens come in order.
    fn move_to(&mut self, token: u32) {
        self.here.retain(|&(_, end)| end > token);
        while let Some((part, index)) = self.coming.pop_if(|(part, _)| part.start <= token) {
            if part.end > token {
                let place = self.here.partition_point(|&(other, _)| other <= index);
                self.here.insert(place, (index, part.end));
            }
        }
    }

    /// Writes a cell that has something of each markable.
    fn list<'s>(&'s self, out: &mut Vec<u8>, of: impl Fn(&'s Markable) -> [&'s str; 2]) {
        for (place, &(index, _)) in self.here.iter().enumerate() {
            out.push(if place == 0 { b'\t' } else { b'@' });
            for piece in of(&self.markables[index]) {
                out.extend_from_slice(piece.as_bytes());
            }
        }
    }
}

/// The minimum, or the whole span if there is none: if one markable of a row has a minimum, all need one.
fn minimum(mention: &Mention, detail: &Detail) -> String {
    let Span { start, end } = detail.minimum.unwrap_or(mention.span);
    if end <= start + 1 { format!("word_{}", start + 1) } else { format!("word_{}..word_{end}", start + 1) }
}

fn tag(document: &Document, mention: &Mention, detail: &Detail) -> String {
    let known =
        detail.attributes.iter().find(|(name, _)| name == REFERENCE).map(|(_, tag)| escape(tag, SPECIAL));
    let refers = document.entity_detail(mention.entity).is_none_or(|detail| !detail.non_referring);
    known.unwrap_or_else(|| if refers { NO_TAG.to_owned() } else { NON_REFERRING.to_owned() })
}

fn line(out: &mut Vec<u8>, text: &str) {
    // writing to memory cannot fail
    let _ = writeln!(out, "{text}");
}
