//! The lines of a file with the word of each, found by masks of newlines and separators, 64 bytes at a time.

use std::num::NonZero;

use super::super::lines::{self, blanks_in, bytes_in, newlines_in};
use super::layout::Separator;

/// A line, and its word if that was easily found.
pub(in super::super) struct Row<'a> {
    /// The line without its newline.
    pub(in super::super) line: &'a [u8],
    /// The word, unless it takes a longer search to find it.
    pub(in super::super) word: Option<Word<'a>>,
}

/// A word and what follows it in the file, so that its bytes can be read many at a time.
#[derive(Clone, Copy)]
pub(in super::super) struct Word<'a> {
    pub(in super::super) from: &'a [u8],
    pub(in super::super) length: usize,
}

/// A consumer of rows. A closure would not always be inlined into the loop, which costs a fifth of its time.
pub(in super::super) trait TakeRow<'a> {
    /// Takes the next row.
    fn take(&mut self, row: Row<'a>);
}

/// Passes every line of a file, with the cell of one column, to `hand_on`.
pub(in super::super) fn each<'a>(
    bytes: &'a [u8],
    separator: Separator,
    column: usize,
    hand_on: impl TakeRow<'a>,
) {
    // the usual places of words are known while compiling
    match (separator, column) {
        (Separator::Tab, 1) => each_with(bytes, &Tabs::<1>, hand_on),
        (Separator::Tab, 3) => each_with(bytes, &Tabs::<3>, hand_on),
        (Separator::Blanks, 3) => each_with(bytes, &Blanks(3), hand_on),
        (Separator::Tab, _) => each_with(bytes, &AnyTabs(column), hand_on),
        (Separator::Blanks, _) => each_with(bytes, &Blanks(column), hand_on),
    }
}

/// How one cell of a row is found.
trait Place {
    /// The separators among 64 bytes, a bit for each byte.
    fn mark(block: &[u8; 64]) -> u64;

    /// Where the cell begins and ends, from the separators among the first 64 bytes of the row.
    fn cell(&self, separators: u64) -> Option<(usize, usize)>;

    /// Whether the last cell of a row that ends in this byte may end there.
    fn ends_row(last: u8) -> bool;
}

struct Tabs<const COLUMN: usize>;
struct AnyTabs(usize);
struct Blanks(usize);

impl<const COLUMN: usize> Place for Tabs<COLUMN> {
    #[inline]
    fn mark(block: &[u8; 64]) -> u64 {
        bytes_in(block, b'\t')
    }

    #[inline]
    fn cell(&self, tabs: u64) -> Option<(usize, usize)> {
        tab_cell(tabs, COLUMN)
    }

    #[inline]
    fn ends_row(_: u8) -> bool {
        true
    }
}

impl Place for AnyTabs {
    fn mark(block: &[u8; 64]) -> u64 {
        bytes_in(block, b'\t')
    }

    fn cell(&self, tabs: u64) -> Option<(usize, usize)> {
        tab_cell(tabs, self.0)
    }

    fn ends_row(_: u8) -> bool {
        true
    }
}

impl Place for Blanks {
    #[inline]
    fn mark(block: &[u8; 64]) -> u64 {
        blanks_in(block)
    }

    #[inline]
    fn cell(&self, blanks: u64) -> Option<(usize, usize)> {
        blank_cell(blanks, self.0)
    }

    #[inline]
    fn ends_row(last: u8) -> bool {
        last > b' '
    }
}

/// Where a cell begins and ends; there is one bit for each tab.
#[inline]
fn tab_cell(mut tabs: u64, column: usize) -> Option<(usize, usize)> {
    for _ in 1..column {
        tabs &= tabs.wrapping_sub(1);
    }
    let mut start = 0;
    if column > 0 {
        start = NonZero::new(tabs)?.trailing_zeros() as usize + 1;
        tabs &= tabs - 1;
    }
    Some((start, NonZero::new(tabs)?.trailing_zeros() as usize))
}

/// Where a cell begins and ends; there is one bit for each blank, and any number of them between cells.
#[inline]
fn blank_cell(blanks: u64, column: usize) -> Option<(usize, usize)> {
    let mut starts = !blanks & (blanks << 1);
    let mut start = 0;
    for _ in 0..column {
        start = starts.trailing_zeros();
        starts &= starts.wrapping_sub(1);
    }
    let ends = blanks.checked_shr(start)?;
    let found = ends != 0 && blanks & 1 == 0;
    found.then(|| (start as usize, start as usize + ends.trailing_zeros() as usize))
}

fn each_with<'a, P: Place>(bytes: &'a [u8], place: &P, mut hand_on: impl TakeRow<'a>) {
    let mut line_start = 0;
    // the separators among the first bytes of the line, and the number of bytes for which they are known
    let (mut separators, mut known) = (0, 0);
    for (number, block) in bytes.as_chunks::<64>().0.iter().enumerate() {
        let mut newlines = newlines_in(block);
        let marks = P::mark(block);
        if known < 64 {
            separators |= marks << known;
            known = 64;
        }
        while newlines != 0 {
            let bit = newlines.trailing_zeros();
            newlines &= newlines - 1;
            let end = number * 64 + bit as usize;
            let (line, from) = (&bytes[line_start..end], &bytes[line_start..]);
            hand_on.take(Row { line, word: word(place, line, from, separators) });
            line_start = end + 1;
            separators = (marks >> bit) >> 1;
            known = 63 - bit;
        }
    }
    for line in lines::every(bytes.get(line_start..).unwrap_or_default()) {
        hand_on.take(Row { line, word: None });
    }
}

#[inline]
fn word<'a, P: Place>(place: &P, line: &[u8], from: &'a [u8], separators: u64) -> Option<Word<'a>> {
    let (start, end) = place.cell(separators)?;
    // a cell in the last column is coreference, not a word
    if end >= line.len() || !P::ends_row(line[line.len() - 1]) {
        return None;
    }
    Some(Word { from: &from[start..], length: end - start })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::cells::Cells;
    use super::{Row, Separator, TakeRow, each};

    struct Kept<'r, 'a>(&'r mut Vec<Row<'a>>);

    impl<'a> TakeRow<'a> for Kept<'_, 'a> {
        fn take(&mut self, row: Row<'a>) {
            self.0.push(row);
        }
    }

    fn rows(text: &str, separator: Separator, column: usize) -> Vec<Row<'_>> {
        let mut rows = Vec::new();
        each(text.as_bytes(), separator, column, Kept(&mut rows));
        rows
    }

    proptest! {
        #[test]
        fn lines_and_words_are_those_that_a_slow_look_finds(
            lines in proptest::collection::vec("[ab\t #-]{0,90}\r?", 0..200),
            column in 0..5_usize,
        ) {
            let text = lines.join("\n");
            for separator in [Separator::Tab, Separator::Blanks] {
                let rows = rows(&text, separator, column);
                let found: Vec<&[u8]> = rows.iter().map(|row| row.line).collect();
                let expected: Vec<&[u8]> = super::super::super::lines::every(text.as_bytes()).collect();
                prop_assert_eq!(found, expected);
                for row in rows {
                    if let Some(word) = row.word {
                        let mut cells = Cells::new(separator, row.line);
                        prop_assert_eq!(Some(&word.from[..word.length]), cells.nth(column));
                        prop_assert!(!cells.at_end());
                    }
                }
            }
        }
    }

    #[test]
    fn words_are_found_in_plain_files() {
        let lines: Vec<String> = (0..2000).map(|token| format!("{token}\tword{token}\t-\n")).collect();
        let tabs = lines.concat();
        let blanks = tabs.replace('\t', "   ");
        for (text, separator) in [(tabs, Separator::Tab), (blanks, Separator::Blanks)] {
            let missed = rows(&text, separator, 1).iter().filter(|row| row.word.is_none()).count();
            assert!(missed < 20, "{missed}");
        }
    }
}
