//! scorch's converter: CoNLL columns become one JSON document for each part.
//!
//! Brackets are found anywhere in the last column and must be balanced in each block between blank lines. A mention is
//! named by its block and by the third columns of its first and last rows. A mention that is in several
//! entities stays in the first.

use std::fmt::Write;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::dropin::python_text::{columns, decoded, lines, stripped};

/// A converted document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Converted {
    /// The name of the file to write, without a folder.
    pub file: String,
    /// What to write into it.
    pub json: String,
}

/// A mention: its block, and the names of its first and last rows.
type Mention = (usize, String, String);

/// Entities in the order in which they are opened first.
#[derive(Default)]
struct Entities {
    names: Vec<String>,
    mentions: FxHashMap<String, Vec<Mention>>,
}

/// Converts a CoNLL file. Rows between documents belong to the next one.
pub fn convert(bytes: &[u8]) -> Result<Vec<Converted>, String> {
    let mut converted = Vec::new();
    let mut name = None;
    let mut rows: Vec<(usize, &str)> = Vec::new();
    for (number, line) in (1..).zip(lines(decoded(bytes)?)) {
        let text = stripped(line.text);
        match header(text) {
            Header::Begin(begun) => name = Some(begun),
            Header::End => {
                let name = name.as_deref().ok_or_else(|| no_name(number))?;
                converted.push(document(name, &std::mem::take(&mut rows))?);
            }
            Header::Comment => {}
            Header::None => rows.push((number, text)),
        }
    }
    Ok(converted)
}

fn no_name(line: usize) -> String {
    format!(
        "line {line}: the document has no name; a header is written like `#begin document (name); part 000`"
    )
}

/// A line that is not a row.
enum Header {
    Begin(String),
    End,
    Comment,
    None,
}

fn header(line: &str) -> Header {
    let Some(after) = line.strip_prefix('#') else { return Header::None };
    let after = after.trim_start();
    if let Some(name) = after.strip_prefix("begin document (").and_then(|rest| rest.split_once(");")) {
        return Header::Begin(name_with_part(name));
    }
    if after.starts_with("end document") { Header::End } else { Header::Comment }
}

fn name_with_part((name, rest): (&str, &str)) -> String {
    match rest.trim_start().strip_prefix("part ") {
        Some(part) => format!("{name}-{part}"),
        None => name.to_owned(),
    }
}

fn document(name: &str, rows: &[(usize, &str)]) -> Result<Converted, String> {
    let mut entities = Entities::default();
    for (number, block) in rows.split(|(_, row)| row.is_empty()).enumerate() {
        Block::default().read(number, block, &mut entities)?;
    }
    entities.remove_repeated().map_err(|problem| format!("document {name}: {problem}"))?;
    Ok(Converted { file: format!("{}.json", name.replace('/', "_")), json: entities.json(name) })
}

/// The mentions that are open in a block.
#[derive(Default)]
struct Block<'a> {
    open: FxHashMap<&'a str, Vec<String>>,
}

impl<'a> Block<'a> {
    fn read(
        mut self,
        number: usize,
        rows: &[(usize, &'a str)],
        entities: &mut Entities,
    ) -> Result<(), String> {
        for (place, &(line, row)) in rows.iter().enumerate() {
            let cells: Vec<&str> = columns(row).collect();
            let called = cells.get(2).map_or_else(|| place.to_string(), |cell| (*cell).to_owned());
            let cell = cells.last().copied().unwrap_or("-");
            for id in opened(cell) {
                entities.open(id);
                self.open.entry(id).or_default().push(called.clone());
            }
            for id in closed(cell) {
                let start = self.open.get_mut(id).and_then(Vec::pop);
                let start =
                    start.ok_or_else(|| format!("line {line}: `{id})` was not opened in this sentence"))?;
                entities.add(id, (number, start, called.clone()));
            }
        }
        let line = rows.last().map_or(0, |row| row.0);
        let mut left: Vec<&str> =
            self.open.iter().filter(|(_, starts)| !starts.is_empty()).map(|(id, _)| *id).collect();
        left.sort_unstable();
        match left.first() {
            Some(id) => Err(format!("line {line}: `({id}` is not closed in this sentence")),
            None => Ok(()),
        }
    }
}

/// The numbers after opening brackets.
fn opened(cell: &str) -> impl Iterator<Item = &str> {
    let digits = |text: &'_ str| text.bytes().take_while(u8::is_ascii_digit).count();
    let after = cell.split('(').skip(1).map(move |text| &text[..digits(text)]);
    after.filter(|id| !id.is_empty())
}

/// The numbers before closing brackets.
fn closed(cell: &str) -> impl Iterator<Item = &str> {
    let digits = |text: &'_ str| text.bytes().rev().take_while(u8::is_ascii_digit).count();
    let pieces = cell.split_inclusive(')').filter_map(|text| text.strip_suffix(')'));
    pieces.map(move |text| &text[text.len() - digits(text)..]).filter(|id| !id.is_empty())
}

impl Entities {
    fn open(&mut self, id: &str) {
        if !self.mentions.contains_key(id) {
            self.names.push(id.to_owned());
            self.mentions.insert(id.to_owned(), Vec::new());
        }
    }

    fn add(&mut self, id: &str, mention: Mention) {
        self.mentions.entry(id.to_owned()).or_default().push(mention);
    }

    /// Keeps each mention only in the first entity that has it. scorch itself fails on an entity that becomes
    /// empty, unless it is the last.
    fn remove_repeated(&mut self) -> Result<(), String> {
        let mut seen: FxHashSet<Mention> = FxHashSet::default();
        for (place, name) in self.names.iter().enumerate() {
            let mentions = self.mentions.entry(name.clone()).or_default();
            mentions.sort_unstable();
            mentions.retain(|mention| seen.insert(mention.clone()));
            if mentions.is_empty() && place + 1 < self.names.len() {
                return Err(format!("all mentions of entity {name} are also mentions of entities before it"));
            }
        }
        Ok(())
    }

    fn json(&self, name: &str) -> String {
        let mut json = format!("{{\"name\": {}, \"type\": \"clusters\", \"clusters\": {{", quoted(name));
        for (place, name) in self.names.iter().enumerate() {
            let called = |(block, start, end): &Mention| quoted(&format!("{block}.{start}-{end}"));
            let mentions: Vec<String> = self.mentions.get(name).into_iter().flatten().map(called).collect();
            let comma = if place > 0 { ", " } else { "" };
            json.push_str(&format!("{comma}{}: [{}]", quoted(name), mentions.join(", ")));
        }
        json.push_str("}}");
        json
    }
}

/// A JSON string in ASCII, as Python writes it.
fn quoted(text: &str) -> String {
    let mut json = String::from('"');
    for character in text.chars() {
        match character {
            '"' => json.push_str("\\\""),
            '\\' => json.push_str("\\\\"),
            '\n' => json.push_str("\\n"),
            '\r' => json.push_str("\\r"),
            '\t' => json.push_str("\\t"),
            '\u{8}' => json.push_str("\\b"),
            '\u{c}' => json.push_str("\\f"),
            ' '..='~' => json.push(character),
            _ => {
                let mut units = [0; 2];
                for unit in character.encode_utf16(&mut units) {
                    // writing to a string cannot fail
                    let _ = write!(json, "\\u{unit:04x}");
                }
            }
        }
    }
    json.push('"');
    json
}
