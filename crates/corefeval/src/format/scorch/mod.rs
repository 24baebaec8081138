//! scorch's JSON: entities as lists of mentions that are identified by names, or a graph of links.
//!
//! ```text
//! {"name": "letter", "type": "clusters", "clusters": {"1": ["0.0-0", "0.2-3"], "2": ["0.2-2"]}}
//! {"type": "graph", "mentions": ["a", "b", "c"], "links": [["a", "b"]]}
//! {"name": "letter", "part": 0, "words": [["Mary", "lost", "her", "key"]], "type": "clusters", "clusters": {"1": ["0.0-0", "0.2-2"]}}
//! ```
//!
//! scorch itself checks only whether names are equal. If `words` gives the sentences, a name is the place of
//! the mention: `0.2-3` is tokens 2 to 3 of sentence 0, `0.2-1.3` extends into sentence 1, `0.2-3+0.6-6` has
//! a gap.

mod names;
mod place;
mod read;
mod write;

pub(crate) use names::{NamedEntity, Names};

use super::fit::Limits;
use super::gate::Writer;
use super::json::{object, skip_blanks};
use super::{Format, Likeness};

/// The JSON of the scorer scorch.
pub const SCORCH: Format = Format {
    name: "scorch",
    title: "scorch JSON",
    extensions: &["json"],
    companion: None,
    by_lines: false,
    looks_like,
    describe: |_| "entities or links of named mentions".to_owned(),
    next_document,
    read: read::read,
    pieces: None,
    write: Some(Writer { limits: Limits::NONE, heads: false, minimums: false, write: write::write }),
};

fn looks_like(start: &[u8]) -> Likeness {
    let mut told = false;
    // the start of a large file ends too early, which does not matter: the type comes before the mentions
    let _ = object(start, skip_blanks(start, 0), |field| {
        told |= field.name == b"type" && matches!(field.value, b"\"clusters\"" | b"\"graph\"");
    });
    if told { Likeness::Sure } else { Likeness::No }
}

/// Documents without names are named by their number, so the file is not split.
fn next_document(bytes: &[u8]) -> Option<usize> {
    memchr::memmem::find(bytes, b"\n{\"name\"").map(|newline| newline + 1)
}

#[cfg(test)]
mod tests;
