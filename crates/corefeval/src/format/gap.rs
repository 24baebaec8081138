//! GAP: a passage, a pronoun, two names, and for each name whether the pronoun refers to it.
//!
//! ```text
//! ID    Text    Pronoun    Pronoun-offset    A    A-offset    A-coref    B    B-offset    B-coref    URL
//! test-1    Zoe told Ann she won.    she    13    Zoe    0    TRUE    Ann    9    FALSE    http://…
//! ```
//!
//! Systems write only `test-1    TRUE    FALSE`. To score them against the key, every passage becomes a
//! document of three tokens, the pronoun, A and B, each a mention, with two decisions: whether A and B are in
//! the pronoun's entity. The format `gap-text` keeps the passages instead.

use super::draft::Draft;
use super::running_text::{Fit, RunningText, widened};
use super::{Block, Format, Likeness, Problem, Reading};
use crate::document::{Column, Detail, Layer, Name, Span, Wanted};

/// The decisions of a GAP file, or of a system's output for it.
pub const GAP: Format = Format {
    name: "gap",
    title: "GAP decisions",
    extensions: &["tsv"],
    companion: None,
    by_lines: true,
    looks_like,
    describe: |start| match Table::detect(&String::from_utf8_lossy(start)) {
        Some(table) if table.text.is_some() => "passages with a pronoun and two names".to_owned(),
        _ => "decisions about two names".to_owned(),
    },
    // the header line is needed
    next_document: |_| None,
    read: |block, wanted| read(block, wanted, Kept::Decisions),
    pieces: None,
    write: None,
};

/// The passages of a GAP file, with the pronoun and the names in their places.
pub const GAP_TEXT: Format = Format {
    name: "gap-text",
    title: "GAP passages",
    extensions: &[],
    looks_like: |_| Likeness::No,
    read: |block, wanted| read(block, wanted, Kept::Text),
    ..GAP
};

/// What is read of a passage.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kept {
    Decisions,
    Text,
}

/// The columns of a file.
struct Table {
    has_header: bool,
    id: usize,
    decisions: [usize; 2],
    text: Option<TextColumns>,
}

/// The columns of the passage, and of words and offsets of the pronoun and the names.
struct TextColumns {
    text: usize,
    words: [usize; 3],
    offsets: [usize; 3],
}

impl Table {
    fn of(file: &str) -> Result<Self, Problem> {
        Self::detect(file).ok_or_else(|| {
            Problem::error("not-gap", 1, "not a GAP file").hint(
                "the first line names the columns `ID`, `A-coref`, `B-coref` …, or is `id`, `TRUE`, `FALSE`",
            )
        })
    }

    /// The lines that are not blank, with their cells.
    fn rows<'t, 'a>(&'t self, file: &'a str) -> impl Iterator<Item = Row<'t, 'a>> {
        let lines = (1..).zip(file.lines()).skip(usize::from(self.has_header));
        lines.filter(|(_, line)| !line.trim().is_empty()).map(|(number, line)| {
            let cells: Vec<&str> = line.split('\t').collect();
            Row { table: self, cells, line, number }
        })
    }

    /// Determines the columns from the first line.
    fn detect(file: &str) -> Option<Self> {
        let first: Vec<&str> = file.lines().next()?.trim_end().split('\t').collect();
        let column = |name: &str| first.iter().position(|cell| *cell == name);
        if let (Some(id), Some(a), Some(b)) = (column("ID"), column("A-coref"), column("B-coref")) {
            let offsets = [column("Pronoun-offset"), column("A-offset"), column("B-offset")];
            let words = [column("Pronoun"), column("A"), column("B")];
            let text = match (column("Text"), all(words), all(offsets)) {
                (Some(text), Some(words), Some(offsets)) => Some(TextColumns { text, words, offsets }),
                _ => None,
            };
            return Some(Self { has_header: true, id, decisions: [a, b], text });
        }
        let decided = |cell: &&str| decision(cell).is_some();
        let bare = first.len() == 3 && first[1..].iter().all(decided) && !first[0].is_empty();
        bare.then_some(Self { has_header: false, id: 0, decisions: [1, 2], text: None })
    }
}

fn all(columns: [Option<usize>; 3]) -> Option<[usize; 3]> {
    let [one, two, three] = columns;
    Some([one?, two?, three?])
}

fn decision(cell: &str) -> Option<bool> {
    match cell.trim().to_ascii_lowercase().as_str() {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    }
}

fn looks_like(start: &[u8]) -> Likeness {
    match Table::detect(&String::from_utf8_lossy(start)) {
        Some(table) if table.has_header => Likeness::Sure,
        Some(_) => Likeness::Maybe,
        None => Likeness::No,
    }
}

fn read(block: &Block<'_>, wanted: Wanted, kept: Kept) -> Reading {
    let file = String::from_utf8_lossy(block.bytes);
    let mut reading = Reading { lines: file.lines().count() as u64, ..Reading::default() };
    match Table::of(&file) {
        Ok(table) => {
            for row in table.rows(&file) {
                if let Err(problem) = row.read(wanted, kept, &mut reading) {
                    reading.problems.push(problem);
                }
            }
        }
        Err(problem) => reading.problems.push(problem),
    }
    reading
}

/// The decisions in one line of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Decisions<'a> {
    /// The passage's id.
    pub id: &'a str,
    /// The pronoun; empty if the file has only decisions.
    pub pronoun: &'a str,
    /// Whether the pronoun refers to A, and to B.
    pub refers: [bool; 2],
    /// The number of the line.
    pub number: u64,
    /// The line.
    pub line: &'a str,
}

impl Decisions<'_> {
    /// A warning about the example's id.
    pub(crate) fn warning(&self, code: &'static str, message: String) -> Problem {
        let at = self.line.find(self.id).unwrap_or(0);
        Problem::warning(code, self.number, message).at(self.line.as_bytes(), at, self.id.len())
    }
}

/// The decisions of a file, without its passages, and what is wrong with its lines.
#[must_use]
pub fn decisions_of(file: &str) -> (Vec<Decisions<'_>>, Vec<Problem>) {
    let (mut decisions, mut problems) = (Vec::new(), Vec::new());
    match Table::of(file) {
        Ok(table) => {
            for row in table.rows(file) {
                match row.decisions() {
                    Ok(made) => decisions.push(made),
                    Err(problem) => problems.push(problem),
                }
            }
        }
        Err(problem) => problems.push(problem),
    }
    (decisions, problems)
}

struct Row<'t, 'a> {
    table: &'t Table,
    cells: Vec<&'a str>,
    line: &'a str,
    number: u64,
}

impl<'a> Row<'_, 'a> {
    fn cell(&self, column: usize) -> &'a str {
        self.cells.get(column).copied().unwrap_or("").trim()
    }

    fn decisions(&self) -> Result<Decisions<'a>, Problem> {
        let decide = |column: usize| decision(self.cell(column)).ok_or_else(|| self.undecided(column));
        let [a, b] = self.table.decisions;
        let pronoun = self.table.text.as_ref().map_or("", |columns| self.cell(columns.words[0]));
        let refers = [decide(a)?, decide(b)?];
        let (number, line) = (self.number, self.line);
        Ok(Decisions { id: self.cell(self.table.id), pronoun, refers, number, line })
    }

    /// The problem of a cell that is not a decision, at the cell or at the end of the line if it is missing.
    fn undecided(&self, column: usize) -> Problem {
        let before: usize = self.cells.iter().take(column).map(|cell| cell.len() + 1).sum();
        let (at, cell) = (before.min(self.line.len()), self.cell(column));
        let message = match cell {
            "" => "a decision is missing".to_owned(),
            cell => format!("`{cell}` is not a decision"),
        };
        Problem::error("not-a-decision", self.number, message)
            .at(self.line.as_bytes(), at, cell.len().max(1))
            .hint("write `TRUE` or `FALSE` for each of the two names")
    }

    fn read(&self, wanted: Wanted, kept: Kept, reading: &mut Reading) -> Result<(), Problem> {
        let Decisions { id, refers: [a, b], .. } = self.decisions()?;
        let same = [true, a, b];
        let mut draft = Draft::new(Name::plain(id), wanted);
        let spans = match kept {
            Kept::Decisions => decisions(&mut draft),
            Kept::Text => self.passage(&mut draft, &mut reading.problems)?,
        };
        for ((span, same), label) in spans.into_iter().zip(same).zip(["pronoun", "A", "B"]) {
            let entity = draft.entity(if same { "pronoun" } else { label });
            draft.mention(&[span], entity, Detail { id: label.to_owned(), ..Detail::default() }, self.number);
        }
        draft.finish_into(reading);
        Ok(())
    }

    fn error(&self, code: &'static str, message: &str) -> Problem {
        Problem::error(code, self.number, message).at(self.line.as_bytes(), 0, self.line.len())
    }

    fn passage(&self, draft: &mut Draft, problems: &mut Vec<Problem>) -> Result<[Span; 3], Problem> {
        let columns = self.table.text.as_ref().ok_or_else(|| {
            self.error("no-text", "the passage is not in this file")
                .hint("read it as `gap`, or use the file with the texts")
        })?;
        let text = self.cells.get(columns.text).copied().unwrap_or("");
        let running = RunningText::new(text);
        running.fill(&mut draft.document, draft.wanted);
        let mut spans = [Span::default(); 3];
        for (place, span) in spans.iter_mut().enumerate() {
            let (word, offset) = (self.cell(columns.words[place]), self.cell(columns.offsets[place]));
            let start = offset.parse::<u32>().ok();
            let end = start.and_then(|start| start.checked_add(word.chars().count() as u32));
            let found = start.zip(end).and_then(|(start, end)| running.span(start, end));
            let (tokens, fit) = found.ok_or_else(|| {
                self.error("span-outside", &format!("`{word}` is not at character `{offset}` of the passage"))
            })?;
            if fit == Fit::Widened {
                problems.push(widened(&format!("`{word}`"), self.number));
            }
            *span = tokens;
        }
        Ok(spans)
    }
}

/// Adds the three tokens of a document of decisions, without reading the passage.
fn decisions(draft: &mut Draft) -> [Span; 3] {
    let document = &mut draft.document;
    document.tokens = 3;
    if draft.wanted.sentences() {
        document.sentences.push(Span::new(0, 3));
    }
    if draft.wanted.has(Layer::Word) {
        let words: Column = ["pronoun", "A", "B"].iter().collect();
        document.layers.set(Layer::Word, words);
    }
    [0, 1, 2].map(|token| Span::new(token, token + 1))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{GAP, GAP_TEXT};
    use crate::document::{Document, Layer, Wanted};
    use crate::format::shown::codes;
    use crate::format::{Block, Format, Likeness, Reading};

    const KEY: &str = "ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tA-coref\tB\tB-offset\tB-coref\tURL\ntest-1\tZoë told Ann Lee she won.\tshe\t17\tZoë\t0\tTRUE\tAnn Lee\t9\tFALSE\thttp://x\n";
    const RESPONSE: &str = "test-1\tFalse\tTrue\n";

    fn read(format: &Format, text: &str) -> Reading {
        format.read(&Block::whole(text.as_bytes()), Wanted::ALL)
    }

    fn spans(document: &Document) -> Vec<(u32, u32, u32)> {
        document
            .mentions
            .iter()
            .map(|mention| (mention.span.start, mention.span.end, mention.entity))
            .collect()
    }

    #[test]
    fn key_and_response_become_the_same_three_tokens() {
        let (key, response) = (read(&GAP, KEY), read(&GAP, RESPONSE));
        assert_eq!((codes(&key), codes(&response)), (vec![], vec![]));
        assert_eq!(spans(&key.documents[0]), [(0, 1, 0), (1, 2, 0), (2, 3, 1)]);
        assert_eq!(spans(&response.documents[0]), [(0, 1, 0), (1, 2, 1), (2, 3, 0)]);
        assert_eq!(key.documents[0].name, response.documents[0].name);
        assert_eq!(key.documents[0].layers, response.documents[0].layers);
    }

    #[test]
    fn passages_are_kept_on_demand() {
        let reading = read(&GAP_TEXT, KEY);
        assert_eq!(codes(&reading), []);
        assert_eq!(spans(&reading.documents[0]), [(4, 5, 0), (0, 1, 0), (2, 4, 1)]);
        assert_eq!(reading.documents[0].layers.at(Layer::Word, 0), Some("Zoë"));
        assert_eq!(codes(&read(&GAP_TEXT, RESPONSE)), [("no-text", 1)]);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        assert_eq!(
            codes(&read(&GAP, "test-1\tTRUE\tFALSE\ntest-2\tTRUE\tperhaps\n")),
            [("not-a-decision", 2)]
        );
        assert_eq!(codes(&read(&GAP_TEXT, &KEY.replace("\t17\t", "\t90\t"))), [("span-outside", 2)]);
        assert_eq!(codes(&read(&GAP, "hello")), [("not-gap", 1)]);
    }

    #[test]
    fn a_file_is_recognised_by_its_first_line() {
        assert_eq!(GAP.looks_like(KEY.as_bytes()), Likeness::Sure);
        assert_eq!(GAP.looks_like(RESPONSE.as_bytes()), Likeness::Maybe);
        assert_eq!(GAP.looks_like(b"0\ta\t(1)\n"), Likeness::No);
    }

    proptest! {
        #[test]
        fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = GAP.read(&Block::whole(&bytes), Wanted::ALL);
        }

        #[test]
        fn no_small_change_makes_it_panic(
            changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        ) {
            let mut bytes = KEY.as_bytes().to_vec();
            for (place, byte) in changes {
                let place = place.index(bytes.len());
                bytes[place] = byte;
            }
            for format in [&GAP, &GAP_TEXT] {
                let _ = format.read(&Block::whole(&bytes), Wanted::ALL);
            }
        }
    }
}
