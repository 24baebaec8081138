//! LitBank's own table: mentions by sentence and token, and the entity of each; the text is in a separate
//! file.
//!
//! ```text
//! MENTION    T1    0    0    0    0    Mary    PER    PROP
//! MENTION    T2    0    2    0    3    her dog    PER    NOM
//! COREF    T1    Mary-0
//! COP    T2    T1
//! ```
//!
//! A `MENTION` has its id, first sentence and token, last sentence and token (counted from 0), words, category and form. `COREF`
//! gives the entity of a mention; mentions without one are singletons, as in LitBank's own CoNLL files. `COP`
//! and `APPOS` are ignored. The text has a sentence on each line, with blanks between tokens.

use rustc_hash::FxHashMap;

use super::draft::Draft;
use super::running_text::RunningText;
use super::{Block, Format, Likeness, Problem, Reading};
use crate::document::{Detail, Name, Span, Wanted};

/// The table that LitBank provides besides its other formats.
pub const LITBANK_TSV: Format = Format {
    name: "litbank-tsv",
    title: "LitBank table",
    extensions: &["ann", "tsv"],
    companion: Some("txt"),
    by_lines: true,
    looks_like,
    describe: |_| "a table of mentions, and of their entities".to_owned(),
    // a file is a document
    next_document: |_| None,
    read,
    pieces: None,
    write: None,
};

fn looks_like(start: &[u8]) -> Likeness {
    let first = start.split(|&byte| byte == b'\n').find(|line| !line.trim_ascii().is_empty());
    let named = first.is_some_and(|line| line.starts_with(b"MENTION\t") || line.starts_with(b"COREF\t"));
    if named { Likeness::Sure } else { Likeness::No }
}

/// A mention as it is in its row.
struct Row<'a> {
    id: &'a str,
    first: (usize, u32),
    last: (usize, u32),
    words: &'a str,
    category: &'a str,
    form: &'a str,
    line: u64,
}

/// The rows of a file.
#[derive(Default)]
struct Table<'a> {
    rows: Vec<Row<'a>>,
    places: FxHashMap<&'a str, usize>,
    /// The entity of each row.
    labels: Vec<&'a str>,
}

fn read(block: &Block<'_>, wanted: Wanted) -> Reading {
    let file = String::from_utf8_lossy(block.bytes);
    let mut reading = Reading { lines: file.lines().count() as u64, ..Reading::default() };
    let Some(text) = block.companion else {
        let problem = Problem::error("no-text", 0, "the annotated text is missing")
            .hint("put it into the same folder, with the same name and the extension `.txt`");
        reading.problems.push(problem);
        return reading;
    };
    let table = Table::read(&file, &mut reading.problems);
    let text = String::from_utf8_lossy(text);
    let mut placing = Placing::new(&text, Draft::new(Name::plain(block.file_stem), wanted));
    for (row, label) in table.rows.iter().zip(&table.labels) {
        reading.problems.extend(placing.mention(row, label));
    }
    placing.draft.finish_into(&mut reading);
    reading
}

impl<'a> Table<'a> {
    fn read(file: &'a str, problems: &mut Vec<Problem>) -> Self {
        let mut table = Self::default();
        let numbered = || (1..).zip(file.lines()).filter(|(_, line)| !line.trim().is_empty());
        for (number, line) in numbered().filter(|(_, line)| !is_link(line)) {
            match row(line, number) {
                Some(row) => table.add(row),
                None => problems.push(not_a_row(line, number)),
            }
        }
        table.labels = table.rows.iter().map(|row| row.id).collect();
        for (number, line) in numbered().filter(|(_, line)| line.starts_with("COREF\t")) {
            problems.extend(table.entity(line, number));
        }
        table
    }

    fn add(&mut self, row: Row<'a>) {
        self.places.insert(row.id, self.rows.len());
        self.rows.push(row);
    }

    /// Reads a row that gives an entity to a mention.
    fn entity(&mut self, line: &'a str, number: u64) -> Option<Problem> {
        let mut cells = line.split('\t').skip(1).map(str::trim);
        let (id, label) = (cells.next().unwrap_or(""), cells.next().unwrap_or(""));
        match self.places.get(id) {
            Some(&place) if !label.is_empty() => self.labels[place] = label,
            _ => {
                let message = "a mention without its own row, or without an entity; it is ignored";
                return Some(Problem::warning("unknown-mention", number, message).at(
                    line.as_bytes(),
                    0,
                    line.len(),
                ));
            }
        }
        None
    }
}

fn is_link(line: &str) -> bool {
    ["COREF\t", "COP\t", "APPOS\t"].iter().any(|kind| line.starts_with(kind))
}

fn not_a_row(line: &str, number: u64) -> Problem {
    Problem::error("not-a-mention", number, "not a row of LitBank's table").at(line.as_bytes(), 0, line.len()).hint(
        "rows are `MENTION`, id, sentence, token, sentence, token, words, category, form; or `COREF`, id, entity",
    )
}

/// The state of finding the tokens of mentions.
struct Placing<'a> {
    draft: Draft,
    words: Vec<&'a str>,
    /// Where each line of the text begins, and the end of the last.
    starts: Vec<u32>,
}

impl<'a> Placing<'a> {
    fn new(text: &'a str, mut draft: Draft) -> Self {
        RunningText::at_blanks(text).fill(&mut draft.document, draft.wanted);
        let words: Vec<&str> = text.split_whitespace().collect();
        let mut starts = vec![0];
        for line in text.lines() {
            starts.push(starts[starts.len() - 1] + line.split_whitespace().count() as u32);
        }
        Self { draft, words, starts }
    }

    fn mention(&mut self, row: &Row<'_>, label: &str) -> Option<Problem> {
        let id = row.id;
        let Some(span) = self.span(row) else {
            let message = format!("`{id}` lies outside the text, or ends before it begins");
            let hint = "sentences and tokens are numbered from 0; is this the annotated text?";
            return Some(Problem::error("span-outside", row.line, message).hint(hint));
        };
        let entity = self.draft.entity(label);
        self.draft.set_kind(entity, row.category);
        let attributes = vec![("form".to_owned(), row.form.to_owned())];
        let detail = Detail { id: id.to_owned(), attributes, ..Detail::default() };
        self.draft.mention(&[span], entity, detail, row.line);
        let words = self.words[span.start as usize..span.end as usize].join(" ");
        (words != row.words && !self.draft.wanted.only_mentions()).then(|| {
            let message = format!("`{id}` is `{}` in the table, but `{words}` in the text", row.words);
            Problem::warning("words-differ", row.line, message)
        })
    }

    fn span(&self, row: &Row<'_>) -> Option<Span> {
        let place = |(sentence, token): (usize, u32)| {
            let (start, next) = (self.starts.get(sentence)?, self.starts.get(sentence.checked_add(1)?)?);
            let place = start.checked_add(token)?;
            (place < *next).then_some(place)
        };
        let (first, last) = (place(row.first)?, place(row.last)?);
        (first <= last).then_some(Span::new(first, last + 1))
    }
}

fn row(line: &str, number: u64) -> Option<Row<'_>> {
    let cells: Vec<&str> = line.split('\t').collect();
    let ["MENTION", id, sentence, token, last_sentence, last_token, words, rest @ ..] = &cells[..] else {
        return None;
    };
    let first = (sentence.parse().ok()?, token.parse().ok()?);
    let last = (last_sentence.parse().ok()?, last_token.parse().ok()?);
    let cell = |index: usize| rest.get(index).copied().unwrap_or("").trim_end();
    Some(Row { id: id.trim(), first, last, words, category: cell(0), form: cell(1), line: number })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::LITBANK_TSV;
    use crate::document::Wanted;
    use crate::format::shown::{codes, spans};
    use crate::format::{Block, Likeness, Reading};

    const TEXT: &str = "Mary saw her dog .\nIt sat .\n";
    const TABLE: &str = "MENTION\tT1\t0\t0\t0\t0\tMary\tPER\tPROP\nMENTION\tT2\t0\t2\t0\t3\ther dog\tANI\tNOM\nMENTION\tT3\t0\t2\t0\t2\ther\tPER\tPRON\nMENTION\tT4\t1\t0\t1\t0\tIt\tANI\tPRON\nCOREF\tT1\tMary-0\nCOREF\tT3\tMary-0\nCOREF\tT2\tRex-1\nCOP\tT4\tT2\n";

    fn read(table: &str, text: &str) -> Reading {
        let block =
            Block { companion: Some(text.as_bytes()), file_stem: "mary", ..Block::whole(table.as_bytes()) };
        LITBANK_TSV.read(&block, Wanted::ALL)
    }

    #[test]
    fn mentions_with_an_entity_are_read() {
        let reading = read(TABLE, TEXT);
        assert_eq!(codes(&reading), []);
        let document = &reading.documents[0];
        assert_eq!(spans(document), [(0, 1, "Mary-0"), (2, 4, "Rex-1"), (2, 3, "Mary-0"), (5, 6, "T4")]);
        assert_eq!((document.tokens, document.sentences.len()), (8, 2));
        assert_eq!(document.entity_details[1].kind, "ANI");
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        let table = "MENTION\tT1\t0\t1\t0\t1\tsees\tPER\tNOM\nMENTION\tT2\t9\t0\t9\t0\tx\tPER\tNOM\nCOREF\tT1\ta-0\nCOREF\tT2\ta-0\nCOREF\tT7\ta-0\nMENTION\tx\n";
        let expected =
            [("not-a-mention", 6), ("unknown-mention", 5), ("words-differ", 1), ("span-outside", 2)];
        assert_eq!(codes(&read(table, TEXT)), expected);
        assert_eq!(codes(&LITBANK_TSV.read(&Block::whole(TABLE.as_bytes()), Wanted::ALL)), [("no-text", 0)]);
    }

    #[test]
    fn a_file_is_recognised_by_its_first_row() {
        assert_eq!(LITBANK_TSV.looks_like(TABLE.as_bytes()), Likeness::Sure);
        assert_eq!(LITBANK_TSV.looks_like(b"T1\tPER 0 4\tMary\n"), Likeness::No);
    }

    proptest! {
        #[test]
        fn no_bytes_make_it_panic(file in proptest::collection::vec(any::<u8>(), 0..200), text in ".{0,40}") {
            let block = Block { companion: Some(text.as_bytes()), ..Block::whole(&file) };
            let _ = LITBANK_TSV.read(&block, Wanted::ALL);
        }

        #[test]
        fn no_small_change_makes_it_panic(
            changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        ) {
            let mut bytes = TABLE.as_bytes().to_vec();
            for (place, byte) in changes {
                let place = place.index(bytes.len());
                bytes[place] = byte;
            }
            read(&String::from_utf8_lossy(&bytes), TEXT);
        }
    }
}
