//! Turns scorch's JSON into documents: with their words if these are given, otherwise with a token for each
//! name.

use serde_json::{Deserializer, Value};

use super::super::draft::Draft;
use super::super::json::skip_blanks;
use super::super::{Block, Problem, Reading, places};
use super::names::{NamedEntity, Names};
use super::place;
use crate::document::{Column, Detail, Layer, Name, Span, Wanted};

/// Reads documents, of which a file usually has one.
pub(super) fn read(block: &Block<'_>, wanted: Wanted) -> Reading {
    let bytes = block.bytes;
    let mut reading = Reading { lines: places::count_lines(bytes), ..Reading::default() };
    let mut values = Deserializer::from_slice(bytes).into_iter::<Value>();
    let (mut counted, mut line) = (0, 1);
    loop {
        let at = skip_blanks(bytes, values.byte_offset());
        line += memchr::memchr_iter(b'\n', &bytes[counted..at]).count() as u64;
        counted = at;
        match values.next() {
            None => return reading,
            Some(Ok(value)) => {
                let number = reading.documents.len() as u32;
                Reader { value: &value, line, wanted }.document((block.file_stem, number), &mut reading);
            }
            Some(Err(error)) => {
                let line = (error.line() as u64).max(1);
                let problem = Problem::error("bad-json", line, error.to_string());
                reading.problems.push(problem.hint("scorch files hold one JSON object for each document"));
                return reading;
            }
        }
    }
}

/// A document as JSON.
struct Reader<'a> {
    value: &'a Value,
    line: u64,
    wanted: Wanted,
}

impl Reader<'_> {
    fn document(&self, (file_stem, number): (&str, u32), reading: &mut Reading) {
        let mut draft = match self.value["name"].as_str() {
            Some(name) => Draft::new(self.name(name), self.wanted),
            None => {
                let part = (number > 0).then_some(number);
                Draft::unnamed(Name { id: file_stem.to_owned(), part }, self.wanted)
            }
        };
        let mut names = Names::default();
        let read = names.entities(self.value).and_then(|entities| match self.value.get("words") {
            Some(words) => self.on_words(words, &names, &entities, &mut draft),
            None => {
                self.on_names(&names, &entities, &mut draft);
                Ok(())
            }
        });
        if let Err(message) = read {
            reading.problems.push(
                Problem::error("bad-json", self.line, message)
                    .hint("`{\"type\": \"clusters\", \"clusters\": {\"1\": [\"0.0-0\", \"0.2-2\"]}}`"),
            );
        }
        draft.finish_into(reading);
    }

    fn name(&self, id: &str) -> Name {
        let part = self.value["part"].as_u64().and_then(|part| u32::try_from(part).ok());
        Name { id: id.to_owned(), part }
    }

    /// Adds entities to a document in which every name is a token.
    fn on_names(&self, names: &Names, entities: &[NamedEntity], draft: &mut Draft) {
        let column: Column = names.written().iter().collect();
        draft.document.tokens = column.len() as u32;
        if self.wanted.has(Layer::Word) {
            draft.document.layers.set(Layer::Word, column.clone());
        }
        draft.document.layers.set(Layer::MentionName, column);
        for entity in entities {
            let number = draft.entity(&entity.label);
            for &mention in &entity.mentions {
                draft.mention(&[Span::new(mention, mention + 1)], number, Detail::default(), self.line);
            }
        }
    }

    /// Adds entities to a document with words, in which names give the places of mentions.
    fn on_words(
        &self,
        words: &Value,
        names: &Names,
        entities: &[NamedEntity],
        draft: &mut Draft,
    ) -> Result<(), String> {
        let (column, sentences) = read_words(words).ok_or("`words` must be a list of lists of strings")?;
        for entity in entities {
            let number = draft.entity(&entity.label);
            for &mention in &entity.mentions {
                let name = names.written().get(mention as usize).map_or("", String::as_str);
                let parts = place::read(name, &sentences).ok_or_else(|| {
                    format!("mention `{name}` is not in the words; expected a form such as `0.2-3`")
                })?;
                draft.mention(&parts, number, Detail::default(), self.line);
            }
        }
        draft.document.tokens = column.len() as u32;
        if self.wanted.sentences() {
            draft.document.sentences = sentences;
        }
        if self.wanted.has(Layer::Word) {
            draft.document.layers.set(Layer::Word, column);
        }
        Ok(())
    }
}

fn read_words(words: &Value) -> Option<(Column, Vec<Span>)> {
    let (mut column, mut sentences) = (Column::new(), Vec::new());
    for sentence in words.as_array()? {
        let start = column.len() as u32;
        for word in sentence.as_array()? {
            column.push(word.as_str()?);
        }
        sentences.push(Span::new(start, column.len() as u32));
    }
    Some((column, sentences))
}
