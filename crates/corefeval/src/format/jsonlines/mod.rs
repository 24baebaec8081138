//! JSON lines, as neural systems write them: a record for each document, entities as lists of spans.
//!
//! ```text
//! {"doc_key": "bc/cctv/00/cctv_0000_0", "sentences": [["Mary", "slept", "."], ["She", "woke", "."]], "clusters": [[[0, 0], [3, 3]]]}
//! {"id": "dev_7", "sentences": [["Mary", "slept", "."], ["She", "woke", "."]], "mention_clusters": [[[0, 0, 1], [1, 0, 1]]]}
//! {"document_id": "bc/cctv_0001", "cased_words": ["Mary", "slept"], "sent_id": [0, 0], "span_clusters": [[[0, 1]]]}
//! {"text": "Mary slept. She woke.", "clusters": [[[0, 4], [12, 15]]]}
//! ```
//!
//! The field names determine what the numbers of a record mean (see `variant.rs`), never the numbers.

mod entities;
mod name;
mod record;
mod spans;
mod tokens;
mod values;
mod variant;
mod write;

use record::Reader;
use variant::{NAMES, PREDICTED, Variant};

use super::gate::Writer;
use super::json::{object, skip_blanks};
use super::{Block, Format, Likeness, Reading, Role};
use crate::document::Wanted;

/// JSON lines; if a record has both predicted entities and those of the key, the role of the file decides
/// which are read.
pub const JSONLINES: Format = Format {
    name: "jsonlines",
    title: "JSON lines of neural systems",
    extensions: &["jsonlines", "jsonl", "json"],
    companion: None,
    by_lines: false,
    looks_like,
    describe,
    next_document,
    read: |block, wanted| read(block, wanted, Side::of(block.role)),
    pieces: None,
    write: Some(Writer { limits: write::LIMITS, heads: false, minimums: false, write: write::write }),
};

/// JSON lines of which the key's entities are read, whatever the role of the file.
pub const JSONLINES_KEY: Format = Format {
    name: "jsonlines-key",
    title: "JSON lines, the key's side of records that have two",
    extensions: &[],
    looks_like: |_| Likeness::No,
    read: |block, wanted| read(block, wanted, Side::KeyAlone),
    pieces: None,
    write: None,
    ..JSONLINES
};

/// JSON lines of which the predicted entities are read, whatever the role of the file.
pub const JSONLINES_RESPONSE: Format = Format {
    name: "jsonlines-response",
    title: "JSON lines, the response's side of records that have two",
    read: |block, wanted| read(block, wanted, Side::Response),
    ..JSONLINES_KEY
};

/// Which entities are read from records that have both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    /// The key's, or else the predicted ones, with a warning.
    Key,
    /// Only the key's entities.
    KeyAlone,
    /// The predicted ones, or else the others.
    Response,
    /// The same, with a warning if there are both.
    Unknown,
}

impl Side {
    fn of(role: Role) -> Self {
        match role {
            Role::Key => Self::Key,
            Role::Response => Self::Response,
            Role::Unknown => Self::Unknown,
        }
    }
}

fn looks_like(start: &[u8]) -> Likeness {
    let (fields, whole) = first_fields(start);
    let has = |name: &str| fields.contains(&name.as_bytes());
    match (Variant::of(has), whole) {
        (Some(_), _) => Likeness::Sure,
        // a long document: the entities come after the start that was read
        (None, false) if NAMES.iter().any(|name| has(name)) => Likeness::Sure,
        (None, false) if start[next_record(start, 0)..].starts_with(b"{\"") => Likeness::Maybe,
        // read as this format, which refuses it with a hint
        _ if is_python(start) => Likeness::Maybe,
        _ => Likeness::No,
    }
}

fn describe(start: &[u8]) -> String {
    let (fields, _) = first_fields(start);
    match Variant::of(|name| fields.contains(&name.as_bytes())) {
        Some(variant) => variant.describe(),
        None => "records of a kind that is not known yet".to_owned(),
    }
}

/// The kind of a file's first record, if the start contains all of it.
fn variant_of_file(start: &[u8]) -> Option<&'static Variant> {
    match first_fields(start) {
        (fields, true) => Variant::of(|name| fields.contains(&name.as_bytes())),
        _ => None,
    }
}

/// Whether a file's first record holds predicted entities; unknown if it is longer than the start.
fn file_has_predicted(start: &[u8]) -> Option<bool> {
    let (fields, whole) = first_fields(start);
    let found = fields.contains(&PREDICTED.as_bytes());
    (found || whole).then_some(found)
}

/// Whether a file begins like a list or a record that Python printed.
fn is_python(start: &[u8]) -> bool {
    let record = &start[next_record(start, 0)..];
    let in_list = start.trim_ascii_start().starts_with(b"[");
    record.starts_with(b"{'") || in_list && record.starts_with(b"(")
}

/// The field names of the first record, and whether the record ends in these bytes.
fn first_fields(start: &[u8]) -> (Vec<&[u8]>, bool) {
    let mut names = Vec::new();
    let at = next_record(start, 0);
    let end = object(start, at, |field| names.push(field.name));
    (names, end.is_ok())
}

/// Where a record should begin: brackets of lists and commas around records are skipped.
fn next_record(bytes: &[u8], mut at: usize) -> usize {
    loop {
        at = skip_blanks(bytes, at);
        match bytes.get(at) {
            Some(b',' | b'[' | b']') => at += 1,
            _ => return at,
        }
    }
}

/// Where the next record begins, at the start of a line and with its name. Records without names are named by
/// their number, so such files are not split.
fn next_document(bytes: &[u8]) -> Option<usize> {
    let begins = |at: usize| {
        let rest = bytes.get(at..)?.strip_prefix(b"{")?.trim_ascii_start().strip_prefix(b"\"")?;
        let name = &rest[..memchr::memchr(b'"', rest)?];
        NAMES.iter().any(|known| known.as_bytes() == name).then_some(at)
    };
    memchr::memchr_iter(b'\n', bytes).find_map(|newline| begins(newline + 1))
}

fn read(block: &Block<'_>, wanted: Wanted, side: Side) -> Reading {
    let mut reader = Reader::new(block, wanted, side);
    let mut at = 0;
    loop {
        at = next_record(block.bytes, at);
        if at >= block.bytes.len() {
            return reader.finish();
        }
        at = reader.record(at);
    }
}

#[cfg(test)]
mod tests;
