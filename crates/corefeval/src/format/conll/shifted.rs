//! Rows with a column too many: their brackets stand before the last cell, where they are not read.

use super::super::lines;
use super::super::places::offset;
use super::cells;
use super::layout::{Layout, Separator};
use crate::document::Layer;

/// A row whose cell before the last is coreference though that of the rows beside it is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shifted {
    /// How many columns it has.
    pub(super) columns: usize,
    /// How many the others have.
    pub(super) usual: usize,
}

impl Shifted {
    /// Looks at a row of `bytes` whose last cell is empty.
    pub(super) fn of(layout: &Layout, bytes: &[u8], row: &[u8]) -> Option<Self> {
        let (before, cell) = before_last(layout.separator, row)?;
        if !is_brackets(cell) {
            return None;
        }
        let columns = cells::count(layout.separator, row);
        // a word may look like brackets
        let is_word =
            layout.column_of(Layer::Word, usize::MAX) == Some(cells::count(layout.separator, before) - 1);
        let usual = Self::usual(layout, bytes, row, columns).filter(|_| !is_word)?;
        Some(Self { columns, usual })
    }

    /// How many columns a row beside it has, if that is another number; where there is none, those of the first row of the file.
    fn usual(layout: &Layout, bytes: &[u8], row: &[u8], columns: usize) -> Option<usize> {
        let at = offset(bytes, row);
        let above = bytes[..at]
            .strip_suffix(b"\n")
            .map(|above| &above[memchr::memrchr(b'\n', above).map_or(0, |newline| newline + 1)..]);
        let below = bytes.get(at + row.len() + 1..).and_then(|below| lines::every(below).next());
        let is_row = |line: &&[u8]| !line.starts_with(b"#") && !line.trim_ascii().is_empty();
        let beside: Vec<usize> = above
            .into_iter()
            .chain(below)
            .filter(is_row)
            .map(|line| cells::count(layout.separator, line))
            .collect();
        let widths = if beside.is_empty() { vec![layout.columns] } else { beside };
        widths.into_iter().find(|&width| width != columns)
    }
}

/// A row up to the end of the last cell but one, and that cell.
fn before_last(separator: Separator, row: &[u8]) -> Option<(&[u8], &[u8])> {
    let (last, _) = separator.last_cell(row);
    let before = row.get(..last)?.trim_ascii_end();
    let (start, cell) = separator.last_cell(before);
    (start > 0).then_some((before, cell))
}

/// Whether a cell is nothing but brackets with numbers; what other columns have in brackets are letters and stars.
fn is_brackets(cell: &[u8]) -> bool {
    cell.split(|&byte| byte == b'|').all(|piece| {
        let inner = piece.strip_prefix(b"(").unwrap_or(piece);
        let id = inner.strip_suffix(b")").unwrap_or(inner);
        id.len() < piece.len() && !id.is_empty() && id.iter().all(u8::is_ascii_digit)
    })
}

#[cfg(test)]
mod tests {
    use super::is_brackets;

    #[test]
    fn brackets_have_numbers_and_nothing_else() {
        for cell in ["(1)", "(12", "3)", "(1|(2)|3)"] {
            assert!(is_brackets(cell.as_bytes()), "{cell}");
        }
        for cell in ["", "-", "12", "(", "()", "(V*)", "*)", "(PERSON)", "arg0)", "(1)|-", "(1)(2)"] {
            assert!(!is_brackets(cell.as_bytes()), "{cell}");
        }
    }
}
