//! ARRAU in columns, as exported for scoring: a file is a document, a row a token with its markables.
//!
//! ```text
//! TOKEN  MARKABLE                                   MIN             REF
//! The    B-markable_1=set_1                         word_2          new
//! tree   I-markable_1=set_1@B-markable_2=set_2      word_2@word_2   new@old
//! fell
//! ```

mod cells;
mod read;
mod write;

use super::gate::Writer;
use super::{Format, Likeness};

/// The column export of the ARRAU corpus.
pub const ARRAU: Format = Format {
    name: "arrau",
    title: "ARRAU columns",
    extensions: &["CONLL"],
    companion: None,
    by_lines: true,
    looks_like,
    describe: |_| "a token and its markables in each row, one document".to_owned(),
    next_document: |_| None,
    read: read::read,
    pieces: None,
    write: Some(Writer { limits: write::LIMITS, heads: false, minimums: true, write: write::write }),
};

/// The characters that are not allowed in a name.
const SPECIAL: &str = "@=\t\n\r ";
/// The prefix of the names of entities in a file.
const SET: &str = "set_";
/// The tag of markables that do not refer.
const NON_REFERRING: &str = "non_referring";
/// The attribute that the tag of a markable is.
const REFERENCE: &str = "Reference";
/// The tag of markables without a value.
const NO_TAG: &str = "-";

fn looks_like(start: &[u8]) -> Likeness {
    let rows = start.split(|&byte| byte == b'\n').take(200);
    let has_markables =
        |row: &[u8]| row.split(u8::is_ascii_whitespace).skip(1).any(|cell| cell.starts_with(b"B-markable_"));
    let headed = start.starts_with(b"TOKEN") && start.get(5).is_some_and(u8::is_ascii_whitespace);
    if headed || rows.into_iter().any(has_markables) { Likeness::Sure } else { Likeness::No }
}

#[cfg(test)]
mod tests;
