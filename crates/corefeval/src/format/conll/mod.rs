//! CoNLL-2011/2012 columns: the coreference cell is the last one, and every part is a document.
//!
//! ```text
//! #begin document (bc/cctv/00/cctv_0001); part 000
//! bc/cctv/00/cctv_0001   0   0   Mary   NNP   (TOP(S(NP*)   -   -   -   Speaker#1   (PERSON)   (0)
//! bc/cctv/00/cctv_0001   0   1   slept  VBD   (VP*)         …   -
//! #end document
//! ```

mod builder;
mod cells;
mod halves;
mod header;
mod layout;
mod lines;
mod opened;
mod rows;
mod shifted;
mod write;

pub(super) use halves::halves;
pub(super) use layout::Separator;
pub(super) use rows::{Row, TakeRow, Word, each as each_row};

use self::builder::Builder;
use super::gate::{Pieces, Writer};
use super::{Block, Format, Likeness, Reading};
use crate::document::Wanted;

/// The column format of the CoNLL shared tasks, full or reduced to a few columns.
pub const CONLL: Format = Format {
    name: "conll",
    title: "CoNLL-2011/2012 columns",
    extensions: &[
        "conll",
        "v4_gold_conll",
        "v4_auto_conll",
        "gold_conll",
        "auto_conll",
        "v9_gold_parse_conll",
    ],
    companion: None,
    by_lines: true,
    looks_like,
    describe: |start| layout::Layout::detect(start).describe(),
    next_document: header::next,
    read,
    pieces: Some(begin),
    write: Some(Writer { limits: write::LIMITS, heads: false, minimums: false, write: write::write }),
};

fn looks_like(start: &[u8]) -> Likeness {
    if header::next(start).is_some() || header::begins(start).is_some() {
        Likeness::Sure
    } else if matches!(start.trim_ascii_start(), [b'{' | b'[', b'{' | b'[' | b'(' | b'"' | b'\'', ..]) {
        // a long line of JSON or Python may end like a row
        Likeness::No
    } else if layout::Layout::detect(start).has_coreference {
        Likeness::Maybe
    } else {
        Likeness::No
    }
}

fn read(block: &Block<'_>, wanted: Wanted) -> Reading {
    let mut pieces = begin(block, wanted);
    pieces.take(block.bytes);
    pieces.finish()
}

fn begin<'a>(block: &Block<'a>, wanted: Wanted) -> Box<dyn Pieces + 'a> {
    Box::new(Builder::new(layout::Layout::detect(block.start), wanted, block.file_stem))
}

impl Pieces for Builder<'_> {
    fn take(&mut self, lines: &[u8]) {
        if self.keeps_layers() {
            super::lines::every(lines).for_each(|line| self.line(lines, line, None));
        } else if let Some((separator, column)) = self.hashed_column() {
            each_row(lines, separator, column, Hashed { builder: self, lines });
        } else {
            let plain_after = lines::each_telling(lines, |plain_before, line| {
                self.skip(plain_before);
                self.line(lines, line, None);
            });
            self.skip(plain_after);
        }
        self.end_of_bytes(lines);
    }

    fn finish(self: Box<Self>) -> Reading {
        self.reading()
    }
}

/// Passes rows to a builder that hashes their words.
struct Hashed<'r, 'a, 'b> {
    builder: &'r mut Builder<'b>,
    /// The bytes that the rows are part of.
    lines: &'a [u8],
}

impl<'a> TakeRow<'a> for Hashed<'_, 'a, '_> {
    #[expect(clippy::inline_always, reason = "the loop over rows is most of the time")]
    #[inline(always)]
    fn take(&mut self, row: Row<'a>) {
        self.builder.hashed_line(self.lines, &row);
    }
}

#[cfg(test)]
mod tests;
