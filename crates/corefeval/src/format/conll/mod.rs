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
mod rows;
mod write;

pub(super) use halves::halves;
pub(super) use layout::Separator;
pub(super) use rows::{Word, each as each_row};

use super::gate::Writer;
use super::{Block, Format, Likeness, Reading};
use crate::document::Wanted;

/// The column format of the CoNLL shared tasks, full or cut down to a few columns.
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
    looks_like,
    describe: |start| layout::Layout::detect(start).describe(),
    next_document: header::next,
    read,
    write: Some(Writer { limits: write::LIMITS, heads: false, write: write::write }),
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
    let layout = layout::Layout::detect(block.start);
    let mut builder = builder::Builder::new(&layout, wanted, block.file_stem);
    if builder.keeps_layers() {
        super::lines::every(block.bytes).for_each(|line| builder.line(line, None));
    } else if let Some(column) = builder.hashed_column() {
        each_row(block.bytes, layout.separator, column, |row| builder.hashed_line(&row));
    } else {
        let plain_after = lines::each_telling(block.bytes, |plain_before, line| {
            builder.skip(plain_before);
            builder.line(line, None);
        });
        builder.skip(plain_after);
    }
    builder.finish()
}

#[cfg(test)]
mod tests;
