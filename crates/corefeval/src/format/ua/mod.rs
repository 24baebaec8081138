//! CONLL-UA, the exploded format of Universal Anaphora: CoNLL-U with columns for identity, bridging and
//! discourse deixis.
//!
//! ```text
//! # global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC IDENTITY BRIDGING DISCOURSE_DEIXIS REFERENCE NOM_SEM
//! # newdoc id = letter
//! 1  The   _  _  _  _  _  _  _  _  (EntityID=1|MarkableID=m1|Min=2|SemType=do  _  _  _  _
//! 2  tree  _  _  _  _  _  _  _  _  )                                           _  _  _  _
//! ```

mod attributes;
mod builder;
mod cells;
mod columns;
mod markables;
mod meaning;
mod write;

use super::conllu::{comment, row};
use super::gate::Writer;
use super::{Block, Format, Likeness, Reading};
use crate::document::Wanted;

/// The format of the Universal Anaphora scorer and the CODI-CRAC shared tasks.
pub const UA: Format = Format {
    name: "ua",
    title: "CONLL-UA (Universal Anaphora)",
    extensions: &["CONLLUA", "conllua", "conllup"],
    companion: None,
    by_lines: true,
    looks_like,
    describe,
    next_document: comment::next_document,
    read,
    pieces: None,
    write: Some(Writer { limits: write::LIMITS, heads: false, minimums: true, write: write::write }),
};

/// The characters that are not allowed in the value of an attribute.
const SPECIAL: &str = "|()=,\t\n\r ";
/// The prefix of ids of discourse deixis in a document, because the two columns number their entities
/// separately.
const DEIXIS: &str = "dd-";
/// The ending of the ids of entities that do not refer.
const PSEUDO: &str = "-Pseudo";

fn looks_like(start: &[u8]) -> Likeness {
    let named = columns::Columns::named(start).is_some_and(|columns| columns.identity.is_some());
    let markables =
        memchr::memmem::find(start, b"(EntityID=").or(memchr::memmem::find(start, b"(MarkableID="));
    if named || markables.is_some() && row::first(start).is_some_and(|row| columns::cells(row).count() > 10) {
        Likeness::Sure
    } else {
        Likeness::No
    }
}

fn describe(start: &[u8]) -> String {
    let columns = columns::Columns::named(start).unwrap_or_default();
    let has = |column: Option<usize>, name| column.map(|at| format!("{name} in column {}", at + 1));
    let found = [
        has(columns.identity, "identity"),
        has(columns.bridging, "bridging"),
        has(columns.deixis, "discourse deixis"),
    ];
    found.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn read(block: &Block<'_>, wanted: Wanted) -> Reading {
    let mut builder = builder::Builder::new(block, wanted);
    row::lines(block.bytes).for_each(|line| builder.line(line));
    builder.finish()
}

#[cfg(test)]
mod tests;
