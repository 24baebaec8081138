//! What a format is, and the only functions through which files are read and written.

use std::fmt;

use super::fit::{Limits, fit};
use super::{Problem, Severity, encoding, order};
use crate::document::{Document, Name, Wanted};

/// A file format, described and implemented in one place.
#[derive(Debug)]
#[non_exhaustive]
pub struct Format {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its name in tables.
    pub title: &'static str,
    /// The usual extensions of its files, without the dot.
    pub extensions: &'static [&'static str],
    /// The extension of the file with the text, for standoff formats, whose files hold only annotation; if it
    /// begins with `_`, it replaces `_coref_level.xml` and the like.
    pub companion: Option<&'static str>,
    /// Whether the format consists of lines, so that a file without newlines cannot be read.
    pub(crate) by_lines: bool,
    pub(crate) looks_like: fn(start: &[u8]) -> Likeness,
    pub(crate) describe: fn(start: &[u8]) -> String,
    /// Where the next document begins, from the middle of another; `None` if none begins in these bytes.
    /// Files are split at such places, so that documents can be read in parallel and in bounded memory.
    pub next_document: fn(bytes: &[u8]) -> Option<usize>,
    pub(crate) read: fn(block: &Block<'_>, wanted: Wanted) -> Reading,
    /// Begins to read a block whose bytes come piece by piece, for formats in which no line depends on a
    /// later one.
    pub(crate) pieces: Option<BeginPieces>,
    pub(crate) write: Option<Writer>,
}

/// Begins to read a block, without reading its bytes.
pub(crate) type BeginPieces = for<'a> fn(block: &Block<'a>, wanted: Wanted) -> Box<dyn Pieces + 'a>;

/// A block that is read piece by piece.
pub(crate) trait Pieces {
    /// Reads the next lines.
    fn take(&mut self, lines: &[u8]);

    /// What was read.
    fn finish(self: Box<Self>) -> Reading;
}

/// A block that is read piece by piece, so that a long document need not be in memory as a whole.
pub struct PieceReader<'a> {
    format: &'a Format,
    start: &'a [u8],
    /// Whether the block is the first of its file.
    is_first: bool,
    pieces: Box<dyn Pieces + 'a>,
    /// The check of the encoding, if layers are kept; formats that are read piece by piece have no details.
    checked: Option<encoding::Checked>,
    /// The problem because of which nothing is read.
    refused: Option<Problem>,
    bytes: u64,
}

impl PieceReader<'_> {
    /// Reads the next bytes, which end at the end of a line or of the block.
    pub fn take(&mut self, lines: &[u8]) {
        let first = self.bytes == 0;
        self.bytes += lines.len() as u64;
        let lines = if first { without_mark(lines) } else { lines };
        self.is_first |= first && lines.starts_with(self.start);
        if first && self.is_first {
            self.refused = self.format.refuse_line_ends(self.start);
        }
        if self.refused.is_none() && too_large(self.bytes).is_none() {
            self.pieces.take(lines);
            if let Some(checked) = &mut self.checked {
                checked.take(lines);
            }
        }
    }

    /// The documents; none if a problem makes them unusable.
    #[must_use]
    pub fn finish(self) -> Reading {
        if let Some(problem) = self.refused {
            return Reading { problems: vec![problem], ..Reading::default() };
        }
        let mut reading = self.pieces.finish();
        if self.is_first {
            self.format.doubt_likeness(self.start, &mut reading);
        }
        if let Some(checked) = self.checked {
            checked.tell(&mut reading);
        }
        reading.problems.extend(too_large(self.bytes));
        reading.check(self.bytes);
        reading
    }
}

impl fmt::Debug for PieceReader<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("PieceReader").field("bytes", &self.bytes).finish_non_exhaustive()
    }
}

/// How a format is written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Writer {
    /// Which names, labels and values can be written.
    pub(super) limits: Limits,
    /// Whether it can hold the heads of mentions, which may come from trees and dependencies.
    pub(super) heads: bool,
    /// Whether it can hold the minimum spans of mentions.
    pub(super) minimums: bool,
    /// Writes documents within the limits at the end of `out`, and returns what the format could not hold.
    pub(super) write: fn(documents: &[Document], out: &mut Vec<u8>) -> Vec<Problem>,
}

impl Format {
    /// How surely the start of a file is of this format.
    #[must_use]
    pub fn looks_like(&self, start: &[u8]) -> Likeness {
        (self.looks_like)(without_mark(start))
    }

    /// A line for people that describes the layout of a file with this start.
    #[must_use]
    pub fn describe(&self, start: &[u8]) -> String {
        (self.describe)(without_mark(start))
    }

    /// Whether a file with this name has a usual extension of this format; extensions of compressed files are
    /// ignored.
    #[must_use]
    pub fn has_ending(&self, file_name: &str) -> bool {
        let name = file_name.strip_suffix(".gz").or_else(|| file_name.strip_suffix(".zst"));
        let name = name.unwrap_or(file_name);
        let ends = |ending: &&str| name.strip_suffix(*ending).is_some_and(|rest| rest.ends_with('.'));
        self.extensions.iter().any(ends)
    }

    /// Reads a block of whole documents; gives none if a problem makes them unusable.
    #[must_use]
    pub fn read(&self, block: &Block<'_>, wanted: Wanted) -> Reading {
        let (bytes, start) = (without_mark(block.bytes), without_mark(block.start));
        let size = bytes.len() as u64 + block.companion.map_or(0, <[u8]>::len) as u64;
        let is_first = bytes.starts_with(start);
        let refused = is_first.then(|| self.refuse_line_ends(start)).flatten();
        if let Some(problem) = too_large(size).or(refused) {
            return Reading { problems: vec![problem], ..Reading::default() };
        }
        let block = Block { bytes, start, ..*block };
        let mut reading = (self.read)(&block, wanted);
        self.doubt(&block, &mut reading);
        encoding::tell(block.bytes, block.companion, wanted, &mut reading);
        reading.check(size);
        reading
    }

    /// Begins to read a block of whole documents piece by piece, whatever bytes it has now; `None` if the format can only be
    /// read as a whole.
    #[must_use]
    pub fn read_pieces<'a>(&'a self, block: &Block<'a>, wanted: Wanted) -> Option<PieceReader<'a>> {
        let begin = self.pieces?;
        let start = without_mark(block.start);
        let pieces = begin(&Block { start, ..*block }, wanted);
        let checked = wanted.layers().then(encoding::Checked::default);
        Some(PieceReader { format: self, start, is_first: false, pieces, checked, refused: None, bytes: 0 })
    }

    /// Whether it can be written.
    #[must_use]
    pub fn is_writable(&self) -> bool {
        self.write.is_some()
    }

    /// Whether heads of mentions are written, so that heads found by syntax should be added before
    /// (`matching::name_heads`).
    #[must_use]
    pub fn keeps_heads(&self) -> bool {
        self.write.as_ref().is_some_and(|writer| writer.heads)
    }

    /// Whether minimum spans of mentions are written.
    #[must_use]
    pub fn keeps_minimums(&self) -> bool {
        self.write.as_ref().is_some_and(|writer| writer.minimums)
    }

    /// Writes documents at the end of `out`, and returns what the format could not hold; `None` if it can only be read.
    pub fn write(&self, documents: &[Document], out: &mut Vec<u8>) -> Option<Vec<Problem>> {
        let Writer { limits, write, .. } = self.write.as_ref()?;
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

/// Refuses documents of too many bytes. Tokens, mentions and entities all take bytes, so that otherwise all
/// numbers are small enough.
fn too_large(size: u64) -> Option<Problem> {
    (size > u64::from(u32::MAX)).then(|| {
        let message = format!("{size} bytes are too many: the limit for a document is 4 GiB");
        Problem::error("too-large", 0, message).hint("split the file between documents")
    })
}

/// How surely a file is of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Likeness {
    /// It is not.
    No,
    /// It may be, if its name has an extension of the format.
    ByName,
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
    /// Unknown.
    #[default]
    Unknown,
}

/// Consecutive whole documents of one file.
#[derive(Clone, Copy, Debug)]
pub struct Block<'a> {
    /// The documents.
    pub bytes: &'a [u8],
    /// The start of the file, from which readers recognise its layout; the same for every block of the file.
    pub start: &'a [u8],
    /// The file's name without folder and ending, for formats that name no document.
    pub file_stem: &'a str,
    /// The text in a separate file, for standoff formats.
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
#[non_exhaustive]
pub struct Reading {
    /// The documents, in file order; none if the reading failed.
    pub documents: Vec<Document>,
    /// The names of the documents that are not given because the reading failed, where the file names them.
    pub refused: Vec<Name>,
    /// What was wrong or odd; lines count from the start of the block.
    pub problems: Vec<Problem>,
    /// How many lines the block has.
    pub lines: u64,
}

/// How many tokens a block may have without bytes for them: few files without words have more, and this many
/// tokens do not take much memory.
const CLAIMED: u64 = 1 << 20;
/// How many more tokens are allowed for each byte, in files without words: a mention takes about ten bytes,
/// and even if mentions are rare, there is one in a few hundred tokens.
const CLAIMED_BY_BYTE: u64 = 64;

/// How many tokens a block of this many bytes may have.
pub(super) fn room(bytes: u64) -> u64 {
    CLAIMED + bytes * CLAIMED_BY_BYTE
}

/// The problem if a document claims more tokens than allowed.
pub(super) fn too_long(document: &Document, room: u64, bytes: u64) -> Option<Problem> {
    let Document { name, tokens, .. } = document;
    (u64::from(*tokens) > room).then(|| {
        let message = format!("document {name}: {tokens} tokens cannot be in {bytes} bytes");
        Problem::error("out-of-range", 0, message)
            .hint("is the number right? a document of this length must include its words")
    })
}

impl Reading {
    /// Counts lines from an earlier place in the file, which is `lines` lines before the block.
    pub fn shift_lines(&mut self, lines: u64) {
        for problem in self.problems.iter_mut().filter(|problem| problem.line > 0) {
            problem.line += lines;
        }
        for document in &mut self.documents {
            document.lines.shift(lines);
        }
    }

    /// Refuses documents that do not fit together, or that claim more tokens than `bytes` allow; gives no
    /// documents if any of them is refused.
    fn check(&mut self, bytes: u64) {
        let mut room = room(bytes);
        if !self.failed() {
            for document in &self.documents {
                if let Err(error) = document.check() {
                    let message = format!("document {}: {error}", document.name);
                    self.problems.push(Problem::error("out-of-range", 0, message));
                }
                self.problems.extend(too_long(document, room, bytes));
                room = room.saturating_sub(document.tokens.into());
            }
        }
        if self.failed() {
            let documents = self.documents.drain(..).filter(|document| !document.unnamed);
            self.refused.extend(documents.map(|document| document.name));
        }
    }

    /// Whether it was read without an error and has a mention.
    pub(super) fn has_mentions(&self) -> bool {
        !self.failed() && self.documents.iter().any(|document| !document.mentions.is_empty())
    }

    /// Whether a problem made the documents unusable; then there are none.
    #[must_use]
    pub fn failed(&self) -> bool {
        self.problems.iter().any(|problem| problem.severity == Severity::Error)
    }
}

#[cfg(test)]
mod tests {
    use super::{Reading, too_large};
    use crate::document::{Document, Mention, Name, Span};
    use crate::format::Problem;

    fn read(documents: Vec<Document>, bytes: u64) -> Reading {
        let mut reading = Reading { documents, ..Reading::default() };
        reading.check(bytes);
        reading
    }

    #[test]
    fn more_bytes_than_numbers_can_count_are_not_read() {
        assert!(too_large(u64::from(u32::MAX)).is_none());
        assert_eq!(too_large(1 << 32).map(|problem| problem.code), Some("too-large"));
    }

    #[test]
    fn a_document_that_does_not_fit_together_is_an_error() {
        let mentions = vec![Mention::new(Span::new(0, 1), 7)];
        let reading =
            read(vec![Document { name: Name::plain("d"), tokens: 3, mentions, ..Document::default() }], 99);
        assert_eq!(reading.problems[0].message, "document d: mention 0 names entity 7, which does not exist");
        assert!(reading.failed() && reading.documents.is_empty());
        assert_eq!(reading.refused, [Name::plain("d")]);
    }

    #[test]
    fn a_reading_with_errors_gives_no_documents() {
        let mut reading = Reading { documents: vec![Document::default()], ..Reading::default() };
        reading.problems.push(Problem::warning("odd", 1, "odd"));
        reading.check(9);
        assert_eq!(reading.documents.len(), 1);
        reading.problems.push(Problem::error("wrong", 1, "wrong"));
        reading.check(9);
        assert_eq!((reading.documents.len(), reading.problems.len()), (0, 2));
    }

    #[test]
    fn all_documents_together_claim_no_more_tokens_than_their_bytes_may_stand_for() {
        let long = |tokens: u32| Document { tokens, ..Document::default() };
        assert!(!read(vec![long(1 << 20), long(64 * 100)], 100).failed());
        let reading = read(vec![long(1 << 20), long(64 * 100 + 1)], 100);
        assert_eq!(reading.problems[0].message, "document : 6401 tokens cannot be in 100 bytes");
        assert!(reading.documents.is_empty());
    }
}
