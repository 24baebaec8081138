//! Bytes to documents and back: one file for each format, listed in [`FORMATS`].

mod brackets;
mod chunks;
mod conllu;
mod draft;
mod escape;
pub mod fix;
mod ids;
mod json;
mod lines;
mod links;
mod losses;
mod open;
mod places;
mod repeats;
mod running_text;
#[cfg(test)]
mod shown;
mod sound;
mod tags;
mod xml;

pub mod ace;
pub mod arrau;
pub mod brat;
pub mod conll;
pub mod corefeval_json;
pub mod corefud;
pub mod crac_text;
pub mod ecb_plus;
pub mod gap;
pub mod jsonlines;
pub mod litbank_tsv;
pub mod markup;
pub mod mmax2;
pub mod muc;
pub mod scorch;
pub mod ua;
pub mod webanno;

pub use crate::problem::{Problem, Severity};

use crate::document::{Document, Wanted};

/// A file format, described and implemented in one place.
#[derive(Debug)]
pub struct Format {
    /// What it is called on the command line.
    pub name: &'static str,
    /// What it is called in tables.
    pub title: &'static str,
    /// How its files usually end, without the dot.
    pub extensions: &'static [&'static str],
    /// How the file that holds the text ends, for standoff formats, whose files hold only annotation; where that begins
    /// with `_`, it takes the place of `_coref_level.xml` and the like.
    pub companion: Option<&'static str>,
    /// How surely the start of a file is of this format.
    pub looks_like: fn(start: &[u8]) -> Likeness,
    /// One line on how a file with this start is laid out, for people.
    pub describe: fn(start: &[u8]) -> String,
    /// Where the next document begins, seen from the middle of another; `None` when none does in these bytes.
    /// Files are cut at such places, so that documents can be read in parallel and in bounded memory.
    pub next_document: fn(bytes: &[u8]) -> Option<usize>,
    /// Reads a block of whole documents.
    pub read: fn(block: &Block<'_>, wanted: Wanted) -> Reading,
    /// Writes documents, if the format can be written; what it cannot hold is returned as problems.
    pub write: Option<Write>,
}

/// Writes documents at the end of `out`, and returns what the format could not hold.
pub type Write = fn(documents: &[Document], out: &mut Vec<u8>) -> Vec<Problem>;

/// How surely a file is of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Likeness {
    /// It is not.
    No,
    /// It may be, if no other format claims it.
    Maybe,
    /// It has marks that no other format has.
    Sure,
}

/// Consecutive whole documents of one file.
#[derive(Clone, Copy, Debug)]
pub struct Block<'a> {
    /// The documents.
    pub bytes: &'a [u8],
    /// The start of the file, from which readers tell its layout; the same for every block of the file.
    pub start: &'a [u8],
    /// The file's name without folder and ending, for formats that name no document.
    pub file_stem: &'a str,
    /// The text that stands beside the file, for standoff formats.
    pub companion: Option<&'a [u8]>,
}

impl<'a> Block<'a> {
    /// A whole file as one block.
    #[must_use]
    pub fn whole(bytes: &'a [u8]) -> Self {
        Self { bytes, start: bytes, file_stem: "", companion: None }
    }
}

/// What a reader found in a block.
#[derive(Debug, Default)]
pub struct Reading {
    /// The documents, in file order.
    pub documents: Vec<Document>,
    /// What was wrong or odd; lines count from the start of the block.
    pub problems: Vec<Problem>,
    /// How many lines the block has.
    pub lines: u64,
}

impl Reading {
    /// Whether anything was so wrong that the documents cannot be used.
    #[must_use]
    pub fn failed(&self) -> bool {
        self.problems.iter().any(|problem| problem.severity == Severity::Error)
    }
}

/// Every format, in the order in which they are offered.
pub const FORMATS: &[&Format] = &[
    // one line each
    &conll::CONLL,
    &corefud::COREFUD,
    &ua::UA,
    &arrau::ARRAU,
    &corefeval_json::COREFEVAL_JSON,
    &scorch::SCORCH,
    &jsonlines::JSONLINES,
    &jsonlines::JSONLINES_KEY,
    &crac_text::CRAC_TEXT,
    &markup::MARKUP,
    &brat::BRAT,
    &litbank_tsv::LITBANK_TSV,
    &ecb_plus::ECB_PLUS,
    &gap::GAP,
    &gap::GAP_TEXT,
    &webanno::WEBANNO,
    &muc::MUC,
    &ace::ACE,
    &mmax2::MMAX2,
];

/// The format with that name.
#[must_use]
pub fn by_name(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name == name).copied()
}

/// The format that a file is in, judged by its start: the surest, the earlier in the table among equals.
#[must_use]
pub fn detect(start: &[u8]) -> Option<&'static Format> {
    let mut best: Option<(Likeness, &'static Format)> = None;
    for format in FORMATS {
        let likeness = (format.looks_like)(start);
        if likeness > best.map_or(Likeness::No, |(likeness, _)| likeness) {
            best = Some((likeness, format));
        }
    }
    best.map(|(_, format)| format)
}
