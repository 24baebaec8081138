//! Turns JSON objects into documents; refuses numbers that refer to nothing.

use std::borrow::Cow;

use serde::Deserialize;

use super::super::json::{Fault, Field, object, skip_blanks};
use super::super::{Block, Problem, Reading, gate, places, repeats};
use super::VERSION;
use super::shape::{Ends, EntityShape, MentionShape, RelationShape, Text, span};
use crate::document::{Column, Document, DocumentError, EntityDetail, Layer, Mention, Wanted, Zero};

/// Reads documents that were written as JSON.
pub(super) fn read(block: &Block<'_>, wanted: Wanted) -> Reading {
    let bytes = block.bytes;
    let mut reading = Reading { lines: places::count_lines(bytes), ..Reading::default() };
    let mut at = skip_blanks(bytes, 0);
    while at < bytes.len() {
        let mut reader = Reader::new(bytes, wanted);
        let end = object(bytes, at, |field| reader.field(&field));
        let object_end = *end.as_ref().unwrap_or(&bytes.len());
        reader.check(&bytes[at..object_end], end.err());
        reading.problems.append(&mut reader.problems);
        reading.documents.push(reader.finish());
        at = skip_blanks(bytes, object_end);
    }
    places::number_lines(bytes, &mut reading.problems);
    reading
}

/// A document being read.
struct Reader<'a> {
    bytes: &'a [u8],
    wanted: Wanted,
    document: Document,
    problems: Vec<Problem>,
    has_version: bool,
    /// Layers that are not wanted, and how many strings each has.
    passed_over: Vec<(Layer, usize)>,
}

impl<'a> Reader<'a> {
    fn new(bytes: &'a [u8], wanted: Wanted) -> Self {
        let (document, problems, passed_over) = (Document::default(), Vec::new(), Vec::new());
        Self { bytes, wanted, document, problems, has_version: false, passed_over }
    }

    fn report(&mut self, problem: Problem, piece: &[u8]) {
        self.problems.push(places::located(self.bytes, problem, piece));
    }

    fn refuse(&mut self, message: impl Into<String>, piece: &[u8]) {
        let problem = Problem::error("bad-json", 0, message.into()).hint("see the schema in docs/formats.md");
        self.report(problem, piece);
    }

    /// The value of a field; the default if it is not valid.
    fn value<T: Deserialize<'a> + Default>(&mut self, piece: &'a [u8]) -> T {
        match serde_json::from_slice(piece) {
            Ok(value) => value,
            Err(error) => {
                let at = error.column().saturating_sub(1).min(piece.len());
                self.refuse(error.to_string(), &piece[at..]);
                T::default()
            }
        }
    }

    fn field(&mut self, field: &Field<'a>) {
        let value = field.value;
        match field.name {
            b"corefeval" => self.version(value),
            b"name" => self.document.name.id = self.value(value),
            b"part" => self.document.name.part = self.value(value),
            b"unnamed" => self.document.unnamed = self.value(value),
            b"tokens" => self.document.tokens = self.value(value),
            b"sentences" => {
                let sentences: Vec<Ends> = self.value(value);
                self.document.sentences = sentences.into_iter().map(span).collect();
            }
            b"zeros" => {
                let zeros: Vec<(u32, u32)> = self.value(value);
                self.document.zeros = zeros.into_iter().map(|(token, rank)| Zero { token, rank }).collect();
            }
            b"entities" => self.entities(value),
            b"mentions" => self.mentions(value),
            b"relations" => {
                let relations: Vec<RelationShape> = self.value(value);
                self.document.relations = relations.into_iter().map(Into::into).collect();
            }
            b"layers" => self.layers(value),
            other => self.note_unknown(other, value),
        }
    }

    fn note_unknown(&mut self, name: &[u8], value: &[u8]) {
        let name = String::from_utf8_lossy(name);
        let problem = Problem::warning("unknown-field", 0, format!("unknown field `{name}`; it is ignored"))
            .hint("the fields are listed in docs/formats.md");
        self.report(problem, value);
    }

    fn version(&mut self, value: &'a [u8]) {
        let version: u32 = self.value(value);
        self.has_version = true;
        if version != VERSION {
            let problem = Problem::error("newer-version", 0, format!("version {version} of the format"))
                .hint(format!("this program reads version {VERSION}; a newer one may read this file"));
            self.report(problem, value);
        }
    }

    fn entities(&mut self, value: &'a [u8]) {
        let entities: Vec<EntityShape> = self.value(value);
        let detailed = entities.iter().any(|entity| matches!(entity, EntityShape::Detailed(_)));
        for entity in entities {
            let (label, detail) = match entity {
                EntityShape::Label(label) => (label, EntityDetail::default()),
                EntityShape::Detailed(mut shape) => (std::mem::take(&mut shape.label), shape.into()),
            };
            self.document.entity_labels.push(&label);
            if detailed {
                self.document.entity_details.push(detail);
            }
        }
    }

    fn mentions(&mut self, value: &'a [u8]) {
        let mentions: Vec<MentionShape> = self.value(value);
        for MentionShape(start, end, entity, detail) in mentions {
            let mut mention = Mention::new(span((start, end)), entity);
            if let Some(detail) = detail {
                mention = mention.with_detail(self.document.details.len());
                self.document.details.push(detail.into());
            }
            self.document.mentions.push(mention);
        }
    }

    fn layers(&mut self, value: &'a [u8]) {
        let mut fields = Vec::new();
        if let Err(fault) = object(value, 0, |field| fields.push(field)) {
            return self.refuse(format!("expected {}", fault.expected), &value[fault.at.min(value.len())..]);
        }
        for field in fields {
            match Layer::by_name(&String::from_utf8_lossy(field.name)) {
                // in such documents tokens are identified only by these names
                Some(layer) if self.wanted.has(layer) || layer == Layer::MentionName => {
                    let column: Vec<Cow<'a, str>> = self.value(field.value);
                    self.document.layers.set(layer, column.iter().collect::<Column>());
                }
                Some(layer) => {
                    let texts: Vec<Text> = self.value(field.value);
                    self.passed_over.push((layer, texts.len()));
                }
                None => self.note_unknown(field.name, field.value),
            }
        }
    }

    /// Checks that the parts of a document fit together, including those that are not wanted.
    fn sound(&self) -> Result<(), DocumentError> {
        self.document.check()?;
        self.passed_over.iter().try_for_each(|(layer, values)| self.document.check_layer(*layer, *values))
    }

    fn too_long(&self, piece: &[u8]) -> Option<Problem> {
        let bytes = piece.len() as u64;
        gate::too_long(&self.document, gate::room(bytes), bytes)
    }

    /// Removes what is not wanted.
    fn finish(mut self) -> Document {
        if !self.wanted.sentences() {
            self.document.sentences.clear();
        }
        if !self.wanted.details() {
            self.document.relations.clear();
        }
        self.document
    }

    /// Checks that the parts of a document fit together.
    fn check(&mut self, piece: &'a [u8], fault: Option<Fault>) {
        if let Some(fault) = fault {
            let problem = Problem::error("bad-json", 0, format!("expected {}", fault.expected))
                .hint("documents are JSON objects, one per line");
            self.report(problem, &self.bytes[fault.at.min(self.bytes.len())..]);
        } else if !self.has_version {
            self.refuse("no field `corefeval` with the version of the format", piece);
        } else if let Err(what) = self.sound() {
            let problem = Problem::error("out-of-range", 0, what.to_string()).hint(
                "tokens, entities and mentions are numbered from 0, and the end of a span is exclusive",
            );
            self.report(problem, piece);
        } else if let Some(problem) = self.too_long(piece) {
            self.report(problem, piece);
        } else {
            let places = vec![places::offset(self.bytes, piece) as u64; self.document.mentions.len()];
            self.problems.extend(repeats::problems(&self.document, &places, self.wanted));
        }
    }
}
