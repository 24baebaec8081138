//! CorefUD: CoNLL-U with the beginnings and ends of mentions in the last column; empty nodes are zeros.
//!
//! ```text
//! # newdoc id = letter
//! # global.Entity = eid-etype-head-other
//! 1  Mary  Mary  PROPN  _  _  2  nsubj  2:nsubj  Entity=(e1-person-1-)
//! 1.1  _  _  PRON  _  _  _  _  2:obj  Entity=(e2-event-1-)
//! ```

mod builder;
mod dependencies;
mod details;
mod entities;
mod fields;
mod halves;
mod layers;
mod links;
mod mentions;
mod open;
mod pairing;
mod parts;
mod write;

pub(super) use halves::halves;

use super::conll;
use super::conllu::{comment, row};
use super::gate::Writer;
use super::{Block, Format, Likeness, Reading};
use crate::document::Wanted;

/// The characters that are not allowed in a value.
const IN_VALUES: &str = "-()|\t\n\r";
/// The characters that are not allowed in the name of an entity; some of them are used in relations.
const IN_NAMES: &str = "-()|\t\n\r []=,<:";
/// The characters that are not allowed in the label of a relation.
const IN_LINKS: &str = ",|\t\n\r";

/// The format of the CorefUD collection, versions 1.0 and later.
pub const COREFUD: Format = Format {
    name: "corefud",
    title: "CorefUD (CoNLL-U)",
    extensions: &["conllu"],
    companion: None,
    by_lines: true,
    looks_like,
    describe,
    next_document: comment::next_document,
    read,
    pieces: None,
    write: Some(Writer { limits: write::LIMITS, heads: true, minimums: true, write: write::write }),
};

fn looks_like(start: &[u8]) -> Likeness {
    let Some(first) = row::first(start) else {
        // documents without tokens consist only of their headers
        let has_headers =
            start.starts_with(b"# newdoc") && memchr::memmem::find(start, b"\n# global.Entity").is_some();
        return if has_headers { Likeness::Sure } else { Likeness::No };
    };
    // WebAnno's rows begin with numbers too
    if start.starts_with(b"#FORMAT=WebAnno") {
        return Likeness::No;
    }
    let columns = first.split(|&byte| byte == b'\t').count();
    let numbered = !matches!(row::Id::of(first), row::Id::Other);
    match (numbered, columns == row::COLUMNS) {
        (true, true) if start.starts_with(b"#") => Likeness::Sure,
        (true, true) => Likeness::Maybe,
        // rows with other columns are reported when they are read
        (true, false) if says_so(start) => Likeness::Sure,
        _ => Likeness::No,
    }
}

/// Whether the comments before the first row are those of CorefUD, and mentions are written as there.
fn says_so(start: &[u8]) -> bool {
    let mut comments = row::lines(start).take_while(|line| line.starts_with(b"#")).map(comment::Comment::of);
    let own =
        |comment| matches!(comment, comment::Comment::Global(b"Entity", _) | comment::Comment::Document(_));
    comments.any(own) && memchr::memmem::find(start, b"Entity=(").is_some()
}

fn describe(start: &[u8]) -> String {
    match fields::Fields::first(start) {
        Some(fields) => format!("CoNLL-U, mentions as {}", fields.names().join("-")),
        None => "CoNLL-U without a line `# global.Entity`".to_owned(),
    }
}

fn read(block: &Block<'_>, wanted: Wanted) -> Reading {
    let mut builder = builder::Builder::new(block, wanted);
    if builder.hashes_words() {
        conll::each_row(block.bytes, conll::Separator::Tab, 1, Hashed(&mut builder));
    } else {
        row::lines(block.bytes).for_each(|line| builder.line(line, None));
    }
    builder.finish()
}

/// Passes rows to a builder that hashes their words.
struct Hashed<'r, 'a>(&'r mut builder::Builder<'a>);

impl<'a> conll::TakeRow<'a> for Hashed<'_, 'a> {
    #[inline]
    fn take(&mut self, row: conll::Row<'a>) {
        self.0.line(row::without_return(row.line), row.word);
    }
}

#[cfg(test)]
mod tests;
