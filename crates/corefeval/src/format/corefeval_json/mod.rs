//! The project's own format: one JSON object for each document, with everything a document can hold.
//!
//! ```text
//! {"corefeval":1,"name":"letter","tokens":4,"sentences":[[0,4]],
//!  "entities":["e1"],"mentions":[[0,1,0],[2,4,0,{"head":3}]],
//!  "layers":{"word":["Mary","lost","her","key"]}}
//! ```

mod read;
mod shape;
mod write;

use super::fit::Limits;
use super::gate::Writer;
use super::{Format, Likeness};

/// The version of the format that is written, and the newest that is read.
const VERSION: u32 = 1;

/// The project's own format, which loses nothing.
pub const COREFEVAL_JSON: Format = Format {
    name: "corefeval-json",
    title: "corefeval JSON (lossless)",
    extensions: &["corefeval.json", "corefeval.jsonl"],
    companion: None,
    by_lines: false,
    looks_like,
    describe: |_| format!("documents as JSON, version {VERSION}"),
    next_document,
    read: read::read,
    pieces: None,
    write: Some(Writer { limits: Limits::NONE, heads: false, minimums: true, write: write::write }),
};

/// How an object begins.
const MARK: &[u8] = b"{\"corefeval\"";

fn looks_like(start: &[u8]) -> Likeness {
    if start.trim_ascii_start().starts_with(MARK) { Likeness::Sure } else { Likeness::No }
}

/// A line break inside a string is written `\n`, so that a line that begins like a document is one.
fn next_document(bytes: &[u8]) -> Option<usize> {
    memchr::memmem::find(bytes, b"\n{\"corefeval\"").map(|newline| newline + 1)
}

#[cfg(test)]
mod tests;
