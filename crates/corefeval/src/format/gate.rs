//! What a format is, and the one gate through which files are read and written.

use super::fit::{Limits, fit};
use super::{Problem, Severity, order};
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
    pub(crate) looks_like: fn(start: &[u8]) -> Likeness,
    pub(crate) describe: fn(start: &[u8]) -> String,
    /// Where the next document begins, seen from the middle of another; `None` when none does in these bytes.
    /// Files are cut at such places, so that documents can be read in parallel and in bounded memory.
    pub next_document: fn(bytes: &[u8]) -> Option<usize>,
    pub(crate) read: fn(block: &Block<'_>, wanted: Wanted) -> Reading,
    pub(crate) write: Option<Writer>,
}

/// How a format is written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Writer {
    /// What names, labels and values can be.
    pub(super) limits: Limits,
    /// Writes documents within the limits at the end of `out`, and returns what the format could not hold.
    pub(super) write: fn(documents: &[Document], out: &mut Vec<u8>) -> Vec<Problem>,
}

impl Format {
    /// How surely the start of a file is of this format.
    #[must_use]
    pub fn looks_like(&self, start: &[u8]) -> Likeness {
        (self.looks_like)(without_mark(start))
    }

    /// One line on how a file with this start is laid out, for people.
    #[must_use]
    pub fn describe(&self, start: &[u8]) -> String {
        (self.describe)(without_mark(start))
    }

    /// Whether a file with this name ends as files of this format usually do; compression is passed over.
    #[must_use]
    pub fn has_ending(&self, file_name: &str) -> bool {
        let name = file_name.strip_suffix(".gz").or_else(|| file_name.strip_suffix(".zst"));
        let name = name.unwrap_or(file_name);
        let ends = |ending: &&str| name.strip_suffix(*ending).is_some_and(|rest| rest.ends_with('.'));
        self.extensions.iter().any(ends)
    }

    /// Reads a block of whole documents.
    #[must_use]
    pub fn read(&self, block: &Block<'_>, wanted: Wanted) -> Reading {
        let (bytes, start) = (without_mark(block.bytes), without_mark(block.start));
        (self.read)(&Block { bytes, start, ..*block }, wanted)
    }

    /// Whether it can be written.
    #[must_use]
    pub fn is_writable(&self) -> bool {
        self.write.is_some()
    }

    /// Writes documents at the end of `out`, and returns what the format could not hold; `None` if it can only be read.
    pub fn write(&self, documents: &[Document], out: &mut Vec<u8>) -> Option<Vec<Problem>> {
        let Writer { limits, write } = self.write.as_ref()?;
        let (documents, mut problems) = fit(documents, limits);
        let start = out.len();
        problems.extend(write(&documents, out));
        problems.extend(order::losses(self, &documents, &out[start..]));
        Some(problems)
    }
}

/// The bytes after the byte order mark that some editors put before a text.
fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

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

/// What a file is read as, for formats that hold two annotations of a document side by side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Role {
    /// The annotation taken to be right.
    Key,
    /// The annotation being scored.
    Response,
    /// Neither is said.
    #[default]
    Unknown,
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
    /// What the file is read as.
    pub role: Role,
}

impl<'a> Block<'a> {
    /// A whole file as one block.
    #[must_use]
    pub fn whole(bytes: &'a [u8]) -> Self {
        Self { bytes, start: bytes, file_stem: "", companion: None, role: Role::Unknown }
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
