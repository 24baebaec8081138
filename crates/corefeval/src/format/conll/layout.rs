//! The meaning of columns, determined once from the start of a file.

use super::super::lines;
use super::cells::Cells;
use super::header;
use crate::document::Layer;
use crate::problem::in_words;

/// How the rows of a file are split into columns, and what the columns are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    pub(crate) separator: Separator,
    /// How many columns the first row has.
    pub(crate) columns: usize,
    /// Whether the last column looks like coreference in every row of the start.
    pub(crate) has_coreference: bool,
    kind: Kind,
}

/// What separates columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Separator {
    /// One tab; a cell may be empty.
    Tab,
    /// Any number of blanks or tabs.
    Blanks,
}

/// The known arrangements of columns, recognised by their number and by which of them are numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Only the coreference cell, or a token number before it.
    Bare,
    /// Token number, word, coreference; or word, coreference.
    Words { word: usize },
    /// Document, part, token number, word, then part of speech, parse, … as in CoNLL-2012, as far as there
    /// are columns.
    Prefixed,
    /// Token number, word, then two columns each for lemma, part of speech, …, by hand and by machine, as in
    /// SemEval-2010; the bits of columns with values are set in `filled`.
    SemEval { filled: u64 },
}

/// What the sampled rows have in common, a bit for each of the first 64 columns.
#[derive(Clone, Copy, Debug)]
struct Sample {
    /// Columns that have only numbers.
    numbers: u64,
    /// Columns that have only numbers and `_`.
    numbers_or_nothing: u64,
    /// Columns that have a value in some row.
    filled: u64,
}

/// How many rows are sampled. Every block of a file determines the layout again from the same rows, so there
/// must be few.
const SAMPLE_ROWS: usize = 24;

impl Layout {
    /// Determines the layout from the first rows of a file.
    pub(crate) fn detect(start: &[u8]) -> Self {
        let is_row = |line: &&[u8]| !line.trim_ascii().is_empty() && !is_marked(line);
        let rows: Vec<&[u8]> = lines::every(start).filter(is_row).take(SAMPLE_ROWS).collect();
        let with_tab = rows.iter().filter(|row| row.contains(&b'\t')).count();
        let separator = if with_tab * 2 > rows.len() { Separator::Tab } else { Separator::Blanks };
        let mut columns = 0;
        let mut has_coreference = false;
        let mut sample = Sample { numbers: u64::MAX, numbers_or_nothing: u64::MAX, filled: 0 };
        for (number, row) in rows.into_iter().enumerate() {
            let width = separator.sample(row, &mut sample);
            let coreference = is_coreference(separator.last_cell(row).1);
            (columns, has_coreference) =
                if number == 0 { (width, coreference) } else { (columns, has_coreference && coreference) };
        }
        Self { separator, columns, has_coreference, kind: Kind::of(&sample, columns) }
    }

    /// Whether a line that begins with `#` is a row, because a word may be `#`: it has as many columns as the
    /// others, and coreference in the last.
    pub(crate) fn is_row(&self, line: &[u8]) -> bool {
        let (_, cell) = self.separator.last_cell(line);
        self.columns > 1
            && self.separator.cells(line).count() == self.columns
            && (is_empty_mark(cell) || cell.contains(&b'(') || cell.ends_with(b")"))
    }

    /// Where a layer is in a row with this many columns, if the file has it.
    pub(crate) fn column_of(&self, layer: Layer, columns: usize) -> Option<usize> {
        let index = match (self.kind, layer) {
            (Kind::Words { word }, Layer::Word) => word,
            (Kind::Prefixed, Layer::Word) => 3,
            (Kind::Prefixed, Layer::PartOfSpeech) => 4,
            (Kind::Prefixed, Layer::Parse) => 5,
            (Kind::Prefixed, Layer::Lemma) => 6,
            (Kind::Prefixed, Layer::Frameset) => 7,
            (Kind::Prefixed, Layer::Sense) => 8,
            (Kind::Prefixed, Layer::Speaker) => 9,
            (Kind::Prefixed, Layer::Name) => 10,
            (Kind::Prefixed, Layer::Arguments) if columns > 12 => 11,
            (Kind::SemEval { filled }, layer) => semeval_column(layer, filled, columns)?,
            _ => return None,
        };
        (index + 1 < columns).then_some(index)
    }

    /// One line for `--verbose`.
    pub(crate) fn describe(&self) -> String {
        let separator = match self.separator {
            Separator::Tab => "tabs",
            Separator::Blanks => "blanks",
        };
        let kind = if let Kind::SemEval { .. } = self.kind { " as in SemEval-2010" } else { "" };
        let columns = in_words(self.columns, "column");
        format!("{columns}{kind} separated by {separator}, coreference in the last")
    }
}

impl Kind {
    /// The arrangement of this many columns.
    fn of(sample: &Sample, columns: usize) -> Self {
        let numbers = |column: usize| sample.numbers >> column & 1 == 1;
        let heads = |column: usize| sample.numbers_or_nothing >> column & 1 == 1;
        match columns {
            0 | 1 => Self::Bare,
            2 if numbers(0) => Self::Bare,
            2 => Self::Words { word: 0 },
            3 => Self::Words { word: 1 },
            _ if numbers(1) && numbers(2) => Self::Prefixed,
            SEMEVAL_COLUMNS.. if numbers(0) && heads(8) && heads(9) => {
                Self::SemEval { filled: sample.filled }
            }
            _ if numbers(3) && numbers(4) && columns > 6 => Self::Words { word: 5 },
            _ => Self::Words { word: 1 },
        }
    }
}

/// The least number of columns in SemEval-2010: the columns before the arguments of predicates, and
/// coreference.
const SEMEVAL_COLUMNS: usize = 17;

/// Where a layer is in a row as in SemEval-2010: the manual column, unless only the automatic one is filled.
fn semeval_column(layer: Layer, filled: u64, columns: usize) -> Option<usize> {
    let by_hand = match layer {
        Layer::Word => return Some(1),
        Layer::Arguments => return (columns > SEMEVAL_COLUMNS).then_some(SEMEVAL_COLUMNS - 1),
        Layer::Lemma => 2,
        Layer::PartOfSpeech => 4,
        Layer::Features => 6,
        Layer::Head => 8,
        Layer::Relation => 10,
        Layer::Name => 12,
        Layer::Frameset => 14,
        _ => return None,
    };
    let has = |column: usize| filled >> column & 1 == 1;
    (by_hand..=by_hand + 1).find(|&column| has(column))
}

impl Separator {
    /// The cells of a row.
    pub(crate) fn cells(self, row: &[u8]) -> Cells<'_> {
        Cells::new(self, row)
    }

    /// Adds a row to a sample; returns how many cells it has.
    fn sample(self, row: &[u8], sample: &mut Sample) -> usize {
        let (mut count, mut numbers, mut nothing) = (0, 0, 0);
        for cell in self.cells(row) {
            if count < 64 {
                numbers |= u64::from(is_number(cell)) << count;
                nothing |= u64::from(cell == b"_") << count;
            }
            count += 1;
        }
        sample.numbers &= numbers;
        sample.numbers_or_nothing &= numbers | nothing;
        sample.filled |= !nothing;
        count
    }

    /// Where the last cell of a row is.
    #[inline]
    pub(crate) fn last_cell(self, row: &[u8]) -> (usize, &[u8]) {
        // cells of coreference are short, so the bytes are checked one by one
        let start = row.iter().rposition(|&byte| byte <= b' ').map_or(0, |blank| blank + 1);
        let before = start.checked_sub(1).map_or(b'\t', |before| row[before]);
        if start < row.len() && (before == b'\t' || (before == b' ' && self == Self::Blanks)) {
            return (start, &row[start..]);
        }
        self.last_odd_cell(row)
    }

    /// The last cell of a row that ends in blanks, or has blanks in its last cell.
    fn last_odd_cell(self, row: &[u8]) -> (usize, &[u8]) {
        let end = row.trim_ascii_end().len();
        let start = match self {
            Self::Tab => {
                // an empty last cell is still a cell, and means no mention
                let end_of_row = row.strip_suffix(b"\r").unwrap_or(row);
                let start = memchr::memrchr(b'\t', end_of_row).map_or(0, |tab| tab + 1);
                start.min(end_of_row.len())
            }
            Self::Blanks => memchr::memrchr2(b' ', b'\t', &row[..end]).map_or(0, |blank| blank + 1),
        };
        let cell = &row[start..end.max(start)];
        let leading = cell.len() - cell.trim_ascii_start().len();
        (start + leading, &cell[leading..])
    }
}

fn is_marked(line: &[u8]) -> bool {
    header::begins(line).is_some() || header::ends(line) || (line.starts_with(b"#") && !line.contains(&b'\t'))
}

fn is_number(cell: &[u8]) -> bool {
    !cell.is_empty() && cell.iter().all(u8::is_ascii_digit)
}

/// Whether a cell is possible in the coreference column.
pub(crate) fn is_coreference(cell: &[u8]) -> bool {
    let bracketed = cell.contains(&b'(') || cell.contains(&b')');
    is_empty_mark(cell) || is_number(cell) || bracketed
}

/// Whether a cell means that no mention begins or ends here.
pub(crate) fn is_empty_mark(cell: &[u8]) -> bool {
    matches!(cell, b"-" | b"_" | b"*" | b"")
}
