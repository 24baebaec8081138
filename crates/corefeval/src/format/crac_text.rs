//! The plain text of the CRAC 2025 track for language models: one document per line, marks after words.
//!
//! ```text
//! Los|[e1 jugadores de el Espanyol|[e2],e1] aseguraron que ##|[e1] prefieren esperar
//! ```
//!
//! `word|[e1` begins a mention, `word|e1]` ends one, `word|[e1]` is one; several are separated by commas. A
//! word that begins with `##` is a zero. The grammar is that of the converter text2text-coref
//! (github.com/ondfa/text2text-coref).

use super::draft::Draft;
use super::fit::Limits;
use super::gate::Writer;
use super::marks::{First, Gaps, Kind, marks};
use super::{Block, Format, Likeness, Problem, Reading, losses};
use crate::document::{Column, Detail, Document, Layer, Name, Span, Wanted, Zero};

/// The plain text that the CRAC shared tasks give to language models.
pub const CRAC_TEXT: Format = Format {
    name: "crac-text",
    title: "CRAC plain text for language models",
    extensions: &["crac.txt"],
    companion: None,
    by_lines: true,
    looks_like,
    describe: |_| "one document per line, marks after words: `word|[e1`".to_owned(),
    // documents have no names and are named by their number, so the file is read as one block
    next_document: |_| None,
    read,
    pieces: None,
    write: Some(Writer { limits: LIMITS, heads: false, minimums: false, write }),
};

/// How zeros begin.
const ZERO: &str = "##";

/// A line before a document that gives its name. It is not written, because other tools do not read it.
const HEADER: &str = "# doc ";

/// A mark after a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Mark<'a> {
    id: &'a str,
    opens: bool,
    closes: bool,
}

fn looks_like(start: &[u8]) -> Likeness {
    let text = String::from_utf8_lossy(start);
    let marked = text.split_whitespace().filter(|token| !cut(token).1.is_empty()).count();
    match marked {
        0 => Likeness::ByName,
        1 => Likeness::Maybe,
        _ => Likeness::Sure,
    }
}

/// A word and the marks after it; a bar followed by anything else is part of the word.
fn cut(token: &str) -> (&str, Vec<Mark<'_>>) {
    let marked = token.rsplit_once('|').and_then(|(word, marks)| {
        let marks: Option<Vec<_>> = marks.split(',').map(mark).collect();
        Some((word, marks?))
    });
    marked.unwrap_or((token, Vec::new()))
}

fn mark(text: &str) -> Option<Mark<'_>> {
    let (opens, rest) = text.strip_prefix('[').map_or((false, text), |rest| (true, rest));
    let (closes, id) = rest.strip_suffix(']').map_or((false, rest), |id| (true, id));
    let sound = !id.is_empty() && !id.contains(['[', ']']);
    (sound && (opens || closes)).then_some(Mark { id, opens, closes })
}

fn read(block: &Block<'_>, wanted: Wanted) -> Reading {
    let text = String::from_utf8_lossy(block.bytes);
    let mut reading = Reading { lines: text.lines().count() as u64, ..Reading::default() };
    let is_text = |line: &&str| !line.trim().is_empty() && !line.starts_with(HEADER);
    let several = text.lines().filter(is_text).count() > 1;
    let mut given = None;
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        if let Some(name) = line.strip_prefix(HEADER) {
            given = Some(Name::parse(name));
            continue;
        }
        let part = several.then_some(reading.documents.len() as u32);
        let of_file = Name { id: block.file_stem.to_owned(), part };
        let draft = match given.take() {
            Some(name) => Draft::new(name, wanted),
            None => Draft::unnamed(of_file, wanted),
        };
        let document = LineReader { line, number, draft }.read(&mut reading.problems);
        reading.documents.push(document);
    }
    reading
}

struct LineReader<'a> {
    line: &'a str,
    number: u64,
    draft: Draft,
}

/// For each entity, where its open mentions begin: token, and byte of the mark.
type Open = Vec<Vec<(u32, usize)>>;

impl LineReader<'_> {
    fn read(mut self, problems: &mut Vec<Problem>) -> Document {
        let (mut words, mut open) = (Column::new(), Open::new());
        let mut rank = 0;
        for (token, text) in self.line.split_whitespace().enumerate() {
            let at = text.as_ptr() as usize - self.line.as_ptr() as usize;
            let (word, marks) = cut(text);
            let zero = word.strip_prefix(ZERO);
            rank = if zero.is_some() { rank + 1 } else { 0 };
            if rank > 0 {
                self.draft.document.zeros.push(Zero { token: token as u32, rank });
            }
            words.push(zero.unwrap_or(word));
            for mark in marks {
                self.mark(mark, (token as u32, at), &mut open, problems);
            }
        }
        self.refuse_unclosed(&open, problems);
        self.finish(words, problems)
    }

    fn mark(
        &mut self,
        mark: Mark<'_>,
        (token, at): (u32, usize),
        open: &mut Open,
        problems: &mut Vec<Problem>,
    ) {
        let entity = self.draft.entity(mark.id);
        open.resize(open.len().max(entity as usize + 1), Vec::new());
        let starts = &mut open[entity as usize];
        if mark.opens {
            starts.push((token, at));
        }
        if !mark.closes {
            return;
        }
        match starts.pop() {
            Some((start, _)) => {
                self.draft.mention(&[Span::new(start, token + 1)], entity, Detail::default(), self.number);
            }
            None => {
                let message = format!("`{}]` was not opened", mark.id);
                let hint = format!("put `|[{}` after the first word of the mention", mark.id);
                problems.push(self.error("unopened-mention", at, message).hint(hint));
            }
        }
    }

    fn refuse_unclosed(&mut self, open: &Open, problems: &mut Vec<Problem>) {
        let mut left: Vec<usize> = open.iter().flatten().map(|(_, at)| *at).collect();
        left.sort_unstable();
        for at in left {
            let message = "a mention that begins here is not closed before the document ends".to_owned();
            problems.push(self.error("unclosed-mention", at, message).hint("put `|id]` after its last word"));
        }
    }

    fn error(&self, code: &'static str, at: usize, message: String) -> Problem {
        let length = self.line[at..].split_whitespace().next().map_or(0, str::len);
        Problem::error(code, self.number, message).at(self.line.as_bytes(), at, length)
    }

    fn finish(mut self, words: Column, problems: &mut Vec<Problem>) -> Document {
        let document = &mut self.draft.document;
        document.tokens = words.len() as u32;
        if self.draft.wanted.sentences() {
            document.sentences.push(Span::new(0, document.tokens));
        }
        if self.draft.wanted.has(Layer::Word) {
            document.layers.set(Layer::Word, words);
        }
        let (document, odd) = self.draft.finish();
        problems.extend(odd);
        document
    }
}

/// Names are not written; words are separated by blanks and must not look like zeros or marked words.
const LIMITS: Limits = Limits {
    name: |_| true,
    label: Some(|label, _| {
        let special = |letter: char| "[],|".contains(letter) || letter.is_whitespace();
        (!label.is_empty() && !label.contains(special)).then(|| label.to_owned())
    }),
    value: |layer, word| {
        let plain = !word.is_empty() && !word.contains(char::is_whitespace) && cut(word).1.is_empty();
        // a byte order mark at the beginning of a file is skipped
        let begins_file = word.starts_with('\u{feff}');
        // a text without mentions that has such a word would be taken for ARRAU columns
        let is_markable = word.starts_with("B-markable_");
        layer != Layer::Word || plain && !word.starts_with(ZERO) && !begins_file && !is_markable
    },
};

fn write(documents: &[Document], out: &mut Vec<u8>) -> Vec<Problem> {
    let mut problems = Vec::new();
    for document in documents {
        problems.extend(losses(document));
        let start = out.len();
        for (token, marks) in marks_of(document).iter().enumerate() {
            if token > 0 {
                out.push(b' ');
            }
            out.extend_from_slice(word(document, token as u32).as_bytes());
            out.extend_from_slice(marks.as_bytes());
        }
        if out[start..].starts_with(HEADER.as_bytes()) {
            out[start] = b'_';
            problems.extend(losses::lost(
                document,
                1,
                "lost-words",
                ["word `#` would begin a name; `_` is written"; 2],
            ));
        }
        out.push(b'\n');
    }
    problems
}

fn word(document: &Document, token: u32) -> String {
    match (document.is_zero(token), document.layers.at(Layer::Word, token).unwrap_or("")) {
        (true, "" | "_") => ZERO.to_owned(),
        (true, word) => format!("{ZERO}{word}"),
        (false, "") => "_".to_owned(),
        (false, word) => word.to_owned(),
    }
}

/// The marks of each token, with the bar before them.
fn marks_of(document: &Document) -> Vec<String> {
    let mut cells = vec![String::new(); document.tokens as usize];
    for mark in marks(document, Gaps::Spanned, First::Written) {
        let entity = document.mentions[mark.mention].entity;
        let id = document.entity_labels.get(entity as usize).unwrap_or("");
        if let Some(cell) = cells.get_mut(mark.token as usize) {
            cell.push(if cell.is_empty() { '|' } else { ',' });
            cell.push_str(if mark.kind == Kind::Close { "" } else { "[" });
            cell.push_str(id);
            cell.push_str(if mark.kind == Kind::Open { "" } else { "]" });
        }
    }
    cells
}

/// What the format cannot hold.
fn losses(document: &Document) -> Vec<Problem> {
    let sentences = document.sentences.len().saturating_sub(1);
    let empty = usize::from(document.tokens == 0);
    let lost = [
        losses::lost(document, empty, "lost-document", ["document without words is left out"; 2]),
        losses::name(document),
        losses::gaps(document),
        losses::crossing(document),
        losses::lost(
            document,
            sentences,
            "lost-sentences",
            ["end of a sentence is not written", "ends of sentences are not written"],
        ),
        losses::relations(document),
        losses::stages(document),
        losses::split(document),
        losses::details(document, &[]),
        losses::words(document),
        losses::layers(document, &[Layer::Word]),
    ];
    lost.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::CRAC_TEXT;
    use crate::document::{Document, Layer, Name, Wanted};
    use crate::format::shown::spans;
    use crate::format::{Block, Likeness, Reading};

    const SAMPLE: &str =
        "Unos|[e1 perros de|[e2 el|e1] mar|e2] dijeron ##|[e1] que ##ellos x|y\nEl|[e1] fin\n";

    fn read(text: &str) -> Reading {
        CRAC_TEXT.read(&Block { file_stem: "file", ..Block::whole(text.as_bytes()) }, Wanted::ALL)
    }

    #[test]
    fn mentions_may_cross_and_zeros_are_told() {
        let reading = read(SAMPLE);
        let document = &reading.documents[0];
        assert_eq!(spans(document), [(0, 4, "e1"), (2, 5, "e2"), (6, 7, "e1")]);
        assert_eq!(
            document.zeros.iter().map(|zero| (zero.token, zero.rank)).collect::<Vec<_>>(),
            [(6, 1), (8, 1)]
        );
        let words: Vec<_> = document.layers.get(Layer::Word).unwrap().iter().collect();
        assert_eq!(words[6..], ["", "que", "ellos", "x|y"]);
        assert_eq!(reading.documents[1].name, Name { id: "file".into(), part: Some(1) });
        assert_eq!(reading.problems, []);
    }

    #[test]
    fn a_line_before_a_document_may_name_it() {
        let reading = read("# doc first\nMary|[e1] slept\nShe|[e1] woke\n");
        let names: Vec<_> = reading.documents.iter().map(|document| document.name.to_string()).collect();
        assert_eq!(names, ["first", "(file); part 001"]);
        assert_eq!(
            reading.documents.iter().map(|document| document.unnamed).collect::<Vec<_>>(),
            [false, true]
        );
    }

    #[test]
    fn marks_that_do_not_match_are_errors_at_their_place() {
        let reading = read("a b|[e1 c|e2]\n");
        let places: Vec<_> = reading
            .problems
            .iter()
            .map(|problem| (problem.code, problem.line, problem.column, problem.length))
            .collect();
        assert_eq!(places, [("unopened-mention", 1, 9, 5), ("unclosed-mention", 1, 3, 5)]);
    }

    #[test]
    fn a_word_of_another_format_does_not_make_a_text_a_file_of_that_format() {
        let before = Document::builder("d").words(["a", "B-markable_1=set_1"]).build().unwrap();
        let mut out = Vec::new();
        let lost = CRAC_TEXT.write(&[before], &mut out).unwrap();
        assert!(lost.iter().any(|problem| problem.code == "lost-words"), "{lost:?}");
        let after = read(&String::from_utf8(out).unwrap());
        assert!(after.problems.is_empty(), "{:?}", after.problems);
    }

    #[test]
    fn a_word_that_looks_like_a_zero_stays_a_word() {
        let before = Document::builder("d").words(["a", "##ab", "b"]).mention(1..2, "e1").build().unwrap();
        let mut out = Vec::new();
        let lost = CRAC_TEXT.write(&[before], &mut out).unwrap();
        assert!(lost.iter().any(|problem| problem.code == "lost-words"), "{lost:?}");
        let after = read(&String::from_utf8(out).unwrap()).documents.remove(0);
        assert_eq!((after.tokens, after.zeros.len(), spans(&after)), (3, 0, vec![(1, 2, "e1")]));
    }

    #[test]
    fn a_file_is_recognised_by_its_marks() {
        assert_eq!(CRAC_TEXT.looks_like(SAMPLE.as_bytes()), Likeness::Sure);
        assert_eq!(CRAC_TEXT.looks_like(b"a|b c|d] e"), Likeness::Maybe);
        assert_eq!(CRAC_TEXT.looks_like(b"0\ta\t(1|(2)\n| a | b |\n"), Likeness::ByName);
    }

    #[test]
    fn what_is_written_is_read_again() {
        let before = read(SAMPLE).documents;
        let mut out = Vec::new();
        CRAC_TEXT.write(&before, &mut out).unwrap();
        assert_eq!(String::from_utf8(out.clone()).unwrap(), SAMPLE);
        assert_eq!(read(&String::from_utf8(out).unwrap()).documents, before);
    }

    proptest! {
        #[test]
        fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = CRAC_TEXT.read(&Block::whole(&bytes), Wanted::ALL);
            let _ = CRAC_TEXT.looks_like(&bytes);
        }

        #[test]
        fn no_marks_in_any_order_do_either(text in "(\\||\\[e1|e1\\]|\\[e2\\]|,| |\n|##|a|é){0,40}") {
            let documents = read(&text).documents;
            CRAC_TEXT.write(&documents, &mut Vec::new()).unwrap();
        }
    }
}
