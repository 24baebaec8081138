//! WebAnno TSV 3, as INCEpTION and GUM write it: a token on each line, layers of spans, relations and chains in columns.
//!
//! ```text
//! #FORMAT=WebAnno TSV 3.2
//! #T_SP=webanno.custom.Referent|entity
//! #T_RL=webanno.custom.Coref|type|BT_webanno.custom.Referent
//! 1-1    0-4    Mary    person[1]    ana    2-1[7_1]
//! ```
//!
//! Entities are the chains of a chain layer (`#T_CH`); if there is none, the spans that are joined by a
//! relation layer with `coref` in its name; these spans are then the mentions. Relations of a type that
//! begins with `bridge` are bridging.

mod cells;
mod layers;

use cells::{Row, annotations};
use layers::{Coreference, Layers};
use rustc_hash::FxHashMap;

use super::draft::Draft;
use super::links::Links;
use super::{Block, Format, Likeness, Problem, Reading};
use crate::document::{Column, Detail, Layer, Name, Relation, RelationKind, Span, Wanted};

/// The tab-separated format of WebAnno and INCEpTION.
pub const WEBANNO: Format = Format {
    name: "webanno-tsv",
    title: "WebAnno TSV 3",
    extensions: &["tsv"],
    companion: None,
    by_lines: true,
    looks_like,
    describe: |start| Layers::read(&String::from_utf8_lossy(start)).describe(),
    // a file is a document
    next_document: |_| None,
    read,
    pieces: None,
    write: None,
};

fn looks_like(start: &[u8]) -> Likeness {
    if start.starts_with(b"#FORMAT=WebAnno TSV 3") { Likeness::Sure } else { Likeness::No }
}

fn read(block: &Block<'_>, wanted: Wanted) -> Reading {
    let file = String::from_utf8_lossy(block.bytes);
    let mut reading = Reading { lines: file.lines().count() as u64, ..Reading::default() };
    let layers = Layers::read(&file);
    let Some(coreference) = layers.coreference() else {
        let hint = "there is neither a chain layer nor a relation layer with `coref` in its name";
        reading.problems.push(Problem::error("no-coreference", 0, "no layer with coreference").hint(hint));
        return reading;
    };
    let mut text = Text::read(&file, &mut reading.problems);
    let mut draft = Draft::new(Name::plain(block.file_stem), wanted);
    match coreference {
        Coreference::Chains { column } => chains(&text, column, &mut draft),
        Coreference::Links { spans, kind, target } => {
            let mut spans = Spans::read(&text, spans);
            spans.links(&text, (kind, target), &mut reading.problems);
            spans.fill(&mut draft);
        }
    }
    text.fill(&mut draft);
    draft.finish_into(&mut reading);
    reading
}

/// The rows of a file, and its sentences.
struct Text<'a> {
    rows: Vec<Row<'a>>,
    words: Column,
    sentences: Vec<Span>,
}

impl<'a> Text<'a> {
    fn read(file: &'a str, problems: &mut Vec<Problem>) -> Self {
        let mut text = Self { rows: Vec::new(), words: Column::new(), sentences: Vec::new() };
        let mut start = 0;
        for (number, line) in (1..).zip(file.lines()).filter(|(_, line)| !line.starts_with('#')) {
            if line.trim().is_empty() {
                text.end_sentence(&mut start);
                continue;
            }
            match Row::parse(line, number) {
                Some(row) if row.is_part => text.part(row, problems),
                Some(row) => {
                    text.words.push(&row.word());
                    let token = text.words.len() as u32 - 1;
                    text.rows.push(row.of(token));
                }
                None => problems.push(not_a_row(line, number)),
            }
        }
        text.end_sentence(&mut start);
        text
    }

    /// Adds a row of a part of a token, which counts for the whole token.
    fn part(&mut self, row: Row<'a>, problems: &mut Vec<Problem>) {
        let Some(token) = (self.words.len() as u32).checked_sub(1) else { return };
        let message = format!("row {} covers part of a token; its mentions are widened to the token", row.id);
        problems.push(Problem::warning("widened-mention", row.line, message));
        self.rows.push(row.of(token));
    }

    fn end_sentence(&mut self, start: &mut u32) {
        let end = self.words.len() as u32;
        if end > *start {
            self.sentences.push(Span::new(*start, end));
            *start = end;
        }
    }

    fn fill(&mut self, draft: &mut Draft) {
        draft.document.tokens = self.words.len() as u32;
        if draft.wanted.sentences() {
            draft.document.sentences = std::mem::take(&mut self.sentences);
        }
        if draft.wanted.has(Layer::Word) {
            draft.document.layers.set(Layer::Word, std::mem::take(&mut self.words));
        }
        if draft.wanted.has(Layer::Offset) {
            let tokens = self.rows.iter().filter(|row| !row.is_part);
            draft.document.layers.set(Layer::Offset, tokens.map(Row::offset).collect());
        }
    }
}

fn not_a_row(line: &str, number: u64) -> Problem {
    Problem::error("not-a-token", number, "not a row of a token").at(line.as_bytes(), 0, line.len()).hint(
        "rows are sentence and token (`1-1`), characters (`0-4`), word and annotation, separated by tabs",
    )
}

/// Adds the mentions of chains: `*->3-2` is the second mention of chain 3.
fn chains(text: &Text<'_>, column: usize, draft: &mut Draft) {
    let mut mentions: Vec<((u32, u32), Vec<Span>, u64)> = Vec::new();
    let mut places: FxHashMap<(u32, u32), usize> = FxHashMap::default();
    for row in &text.rows {
        for link in cells::chain_links(row.cell(column)) {
            let place = *places.entry(link).or_insert_with(|| {
                mentions.push((link, Vec::new(), row.line));
                mentions.len() - 1
            });
            mentions[place].1.push(Span::new(row.token, row.token + 1));
            mentions[place].2 = row.line;
        }
    }
    for ((chain, _), spans, line) in mentions {
        let entity = draft.entity(&chain.to_string());
        draft.mention(&spans, entity, Detail::default(), line);
    }
}

/// The annotations of a span layer.
struct Spans<'a> {
    all: Vec<Annotated<'a>>,
    /// Annotations with a number, by number.
    numbered: FxHashMap<u32, usize>,
    /// Annotations without a number, which cover only one token, by token.
    single: FxHashMap<(&'a str, usize), usize>,
    joined: Links,
    bridges: Vec<(usize, usize, &'a str)>,
}

struct Annotated<'a> {
    parts: Vec<Span>,
    value: &'a str,
    number: Option<u32>,
    line: u64,
}

impl<'a> Spans<'a> {
    fn read(text: &Text<'a>, column: usize) -> Self {
        let (mut all, mut numbered, mut single) = (Vec::new(), FxHashMap::default(), FxHashMap::default());
        for row in &text.rows {
            let part = Span::new(row.token, row.token + 1);
            for (index, (value, number)) in annotations(row.cell(column)).enumerate() {
                let known = number.and_then(|number| numbered.get(&number).copied());
                if let Some(place) = known {
                    let annotated: &mut Annotated<'a> = &mut all[place];
                    annotated.parts.push(part);
                    annotated.line = row.line;
                    continue;
                }
                match number {
                    Some(number) => numbered.insert(number, all.len()),
                    None => single.insert((row.id, index), all.len()),
                };
                all.push(Annotated { parts: vec![part], value, number, line: row.line });
            }
        }
        let joined = Links::new(all.len());
        Self { all, numbered, single, joined, bridges: Vec::new() }
    }

    /// Joins the annotations that relations link: `2-1[7_1]` on a row links annotation 1 there with
    /// annotation 7 at token 2-1, and `2-1` links annotations without numbers.
    fn links(&mut self, text: &Text<'a>, (kind, target): (usize, usize), problems: &mut Vec<Problem>) {
        for row in &text.rows {
            let kinds: Vec<&str> = row.cell(kind).split('|').collect();
            for (index, link) in cells::relations(row.cell(target)).enumerate() {
                let kind = kinds.get(index).copied().unwrap_or("");
                let (there, here) = (self.find(link.other, link.token), self.find(link.own, row.id));
                match (there, here) {
                    (Some(there), Some(here)) if kind.starts_with("bridg") => {
                        self.bridges.push((there, here, kind));
                    }
                    (Some(there), Some(here)) => self.joined.join(there, here),
                    _ => {
                        let message = format!("a relation with `{}`, which has no annotation", link.token);
                        problems.push(Problem::error("unknown-mention", row.line, message));
                    }
                }
            }
        }
    }

    fn find(&self, number: u32, token: &str) -> Option<usize> {
        match number {
            0 => self.single.get(&(token, 0)).copied(),
            _ => self.numbered.get(&number).copied(),
        }
    }

    fn fill(mut self, draft: &mut Draft) {
        for place in 0..self.all.len() {
            let first = self.joined.first(place);
            let entity = draft.entity(&first.to_string());
            let annotated = &self.all[place];
            draft.set_kind(entity, annotated.value.trim_matches('*'));
            let id = annotated.number.map_or_else(String::new, |number| number.to_string());
            draft.mention(&annotated.parts, entity, Detail { id, ..Detail::default() }, annotated.line);
        }
        if draft.wanted.details() {
            for (from, to, kind) in self.bridges {
                let label = kind.split_once(':').map_or("", |(_, label)| label).to_owned();
                let (kind, from, to) = (RelationKind::Bridging, from as u32, to as u32);
                draft.document.relations.push(Relation { kind, from, to, label });
            }
        }
    }
}

#[cfg(test)]
mod tests;
