//! The cells of a row, and the layers that some of them form.

use std::borrow::Cow;
use std::ops::Range;

use super::layout::{Layout, Separator};
use super::rows::Word;
use crate::document::{Column, Layer, Layers, Wanted, WordsHash};

/// The cells of a row, in order.
#[derive(Clone, Debug)]
pub(crate) struct Cells<'a> {
    separator: Separator,
    row: &'a [u8],
    /// Where the search for the next cell begins; beyond the end of the row after the last cell between tabs.
    at: usize,
}

impl<'a> Cells<'a> {
    pub(super) fn new(separator: Separator, row: &'a [u8]) -> Self {
        Self { separator, row: row.strip_suffix(b"\r").unwrap_or(row), at: 0 }
    }

    /// Where the next cell is in the row.
    #[inline]
    fn next_range(&mut self) -> Option<Range<usize>> {
        let rest = self.row.get(self.at..)?;
        match self.separator {
            Separator::Tab => {
                let cell = self.at..memchr::memchr(b'\t', rest).map_or(self.row.len(), |end| self.at + end);
                self.at = cell.end + 1;
                Some(cell)
            }
            Separator::Blanks => {
                let start = rest.iter().position(|&byte| !is_blank(byte))?;
                let length = rest[start..].iter().position(|&byte| is_blank(byte));
                let cell = self.at + start..length.map_or(self.row.len(), |length| self.at + start + length);
                self.at = cell.end;
                Some(cell)
            }
        }
    }

    /// Whether no cell follows.
    pub(super) fn at_end(&self) -> bool {
        let rest = self.row.get(self.at..);
        let blank = |rest: &[u8]| rest.iter().all(|&byte| is_blank(byte));
        rest.is_none_or(|rest| self.separator == Separator::Blanks && blank(rest))
    }
}

impl<'a> Iterator for Cells<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        self.next_range().map(|cell| &self.row[cell])
    }
}

/// Whether a byte is a separator, if cells are separated by any number of blanks.
fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte == b'\t'
}

/// How many cells a row has.
pub(super) fn count(separator: Separator, row: &[u8]) -> usize {
    match separator {
        Separator::Tab => memchr::memchr_iter(b'\t', row).count() + 1,
        Separator::Blanks => {
            let row = row.strip_suffix(b"\r").unwrap_or(row);
            let starts = |(before, here): (&u8, &u8)| is_blank(*before) & !is_blank(*here);
            let first = row.first().is_some_and(|&byte| !is_blank(byte));
            let later = row.iter().zip(row.iter().skip(1)).filter(|pair| starts(*pair)).count();
            usize::from(first) + later
        }
    }
}

/// The layers that a CoNLL file may have.
const LAYERS: [Layer; 12] = [
    Layer::Word,
    Layer::PartOfSpeech,
    Layer::Parse,
    Layer::Lemma,
    Layer::Frameset,
    Layer::Sense,
    Layer::Speaker,
    Layer::Name,
    Layer::Arguments,
    Layer::Features,
    Layer::Head,
    Layer::Relation,
];

/// The wanted columns of a file, with what was read of them in the current document.
pub(super) struct WantedColumns {
    separator: Separator,
    kept: Vec<Kept>,
    hashed: Option<HashedWords>,
}

/// A wanted column.
struct Kept {
    index: usize,
    layer: Layer,
    cells: Column,
}

/// The column of words, if only their hash is wanted.
struct HashedWords {
    index: usize,
    hash: WordsHash,
}

impl WantedColumns {
    pub(super) fn new(layout: &Layout, wanted: Wanted) -> Self {
        let only_hash = |layer: Layer| layer == Layer::Word && wanted.hash_of_words();
        let layers = LAYERS.into_iter().filter(|layer| wanted.has(*layer) && !only_hash(*layer));
        let kept = layers.filter_map(|layer| {
            // rows may have any number of columns; `keep` never takes the last one
            let index = layout.column_of(layer, usize::MAX)?;
            Some(Kept { index, layer, cells: Column::new() })
        });
        let mut kept: Vec<Kept> = kept.collect();
        kept.sort_by_key(|kept| kept.index);
        let words = layout.column_of(Layer::Word, usize::MAX).filter(|_| wanted.hash_of_words());
        let hashed = words.map(|index| HashedWords { index, hash: WordsHash::default() });
        Self { separator: layout.separator, kept, hashed }
    }

    /// Whether anything but mentions and a hash of the words is kept.
    pub(super) fn any(wanted: Wanted) -> bool {
        let kept = |layer: &Layer| wanted.has(*layer) && !(*layer == Layer::Word && wanted.hash_of_words());
        wanted.sentences() || LAYERS.iter().any(kept)
    }

    /// The column of the words, if they are wanted for their hash.
    pub(super) fn hashed(&self) -> Option<usize> {
        self.hashed.as_ref().map(|hashed| hashed.index)
    }

    /// Hashes the word of the next token, if that is wanted.
    #[inline]
    pub(super) fn hash_word(&mut self, word: Word<'_>) {
        if let Some(hashed) = &mut self.hashed {
            hashed.hash.push_start(word.from, word.length);
        }
    }

    /// Hashes the word of the next token's row, if that is wanted.
    #[inline]
    pub(super) fn hash(&mut self, row: &[u8], word: Option<Word<'_>>) {
        if let Some(hashed) = &mut self.hashed {
            match word.or_else(|| find_word(self.separator, hashed.index, row)) {
                Some(word) => hashed.hash.push_start(word.from, word.length),
                None => hashed.hash.push_nothing(),
            }
        }
    }

    /// Keeps what is wanted of the row of a token. The last cell is coreference, whatever its column.
    pub(super) fn keep(&mut self, row: &[u8], token: u32) {
        if self.kept.is_empty() {
            return;
        }
        // checking a row once is faster than checking each cell
        let text = std::str::from_utf8(row).ok();
        let mut cells = Cells::new(self.separator, row);
        let mut passed = 0;
        for kept in &mut self.kept {
            for _ in passed..kept.index {
                cells.next_range();
            }
            passed = kept.index + 1;
            let Some(mut cell) = cells.next_range().filter(|_| !cells.at_end()) else { return };
            if kept.layer == Layer::Arguments {
                cell.end = end_of_last_but_one(&mut cells).unwrap_or(cell.end);
            }
            let lossy;
            let text = match text.and_then(|text| text.get(cell.clone())) {
                Some(text) => text,
                None => {
                    lossy = String::from_utf8_lossy(&row[cell]);
                    &lossy
                }
            };
            pad(&mut kept.cells, token);
            match kept.layer {
                Layer::Arguments => kept.cells.push(&with_tabs(self.separator, text)),
                _ => kept.cells.push(text),
            }
        }
    }

    /// Moves the layers into a document of this many tokens.
    pub(super) fn give(&mut self, layers: &mut Layers, tokens: u32) {
        for kept in self.kept.iter_mut().filter(|kept| !kept.cells.is_empty()) {
            pad(&mut kept.cells, tokens);
            // the next document is likely to be as long
            let next = Column::with_room_of(&kept.cells);
            layers.set(kept.layer, std::mem::replace(&mut kept.cells, next));
        }
        if let Some(hashed) = &mut self.hashed {
            layers.set_words_hash(hashed.hash.take());
        }
    }
}

/// The word of a row that was not found in its first bytes.
#[cold]
fn find_word(separator: Separator, index: usize, row: &[u8]) -> Option<Word<'_>> {
    let mut cells = Cells::new(separator, row);
    let word = cells.nth(index).filter(|_| !cells.at_end())?;
    Some(Word { from: word, length: word.len() })
}

/// Several cells in one, separated by tabs.
fn with_tabs(separator: Separator, cells: &str) -> Cow<'_, str> {
    match separator {
        Separator::Tab => cells.into(),
        Separator::Blanks => {
            cells.split([' ', '\t']).filter(|cell| !cell.is_empty()).collect::<Vec<_>>().join("\t").into()
        }
    }
}

/// Where the second-last of the remaining cells ends.
fn end_of_last_but_one(cells: &mut Cells<'_>) -> Option<usize> {
    let (mut before, mut last) = (None, cells.next_range()?.end);
    while let Some(cell) = cells.next_range() {
        before = Some(std::mem::replace(&mut last, cell.end));
    }
    before
}

/// Fills a column up to `length` with empty strings.
pub(super) fn pad(column: &mut Column, length: u32) {
    while column.len() < length as usize {
        column.push("");
    }
}

#[cfg(test)]
mod tests {
    use super::{Cells, Separator, count};

    fn cells(separator: Separator, row: &str) -> Vec<String> {
        let cells: Vec<String> = Cells::new(separator, row.as_bytes())
            .map(|cell| String::from_utf8_lossy(cell).into_owned())
            .collect();
        assert_eq!(count(separator, row.as_bytes()), cells.len(), "{row:?}");
        cells
    }

    #[test]
    fn a_tab_parts_cells_even_if_they_are_empty() {
        assert_eq!(cells(Separator::Tab, "a b\t\tc\r"), ["a b", "", "c"]);
        assert_eq!(cells(Separator::Tab, "a\t"), ["a", ""]);
    }

    #[test]
    fn any_number_of_blanks_parts_cells() {
        assert_eq!(cells(Separator::Blanks, "  a  b\tc \r"), ["a", "b", "c"]);
        assert_eq!(cells(Separator::Blanks, ""), [""; 0]);
    }
}
