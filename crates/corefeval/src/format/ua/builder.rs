//! Turns rows into documents: opens and closes markables, and resolves their attributes at the end of a
//! document.

use super::super::chunks::{Chunk, chunks};
use super::super::conllu::comment::Comment;
use super::super::conllu::layers::{Sentence, finish, push};
use super::super::conllu::opening::Opening;
use super::super::conllu::row::Id;
use super::super::draft::Draft;
use super::super::{Block, Problem, Reading, places};
use super::columns::{Columns, cells};
use super::markables::{Markable, Markables, Opened};
use super::meaning::{self, Bridge};
use crate::document::{Document, Layer, Span, Stage, Wanted, WordsHash, Zero};
use crate::problem::in_words;

/// What is known so far of the block being read.
pub(super) struct Builder<'a> {
    bytes: &'a [u8],
    file_stem: &'a str,
    wanted: Wanted,
    /// The hash of the words of the document, if it is wanted.
    words: Option<WordsHash>,
    /// The cells of a row; the memory is reused for the next row.
    cells: Vec<&'a [u8]>,
    columns: Columns,
    reading: Reading,
    draft: Option<Draft>,
    identity: Markables<'a>,
    deixis: Markables<'a>,
    bridges: Vec<Bridge<'a>>,
    tokens: u32,
    sentence: Sentence,
    /// How many markables have ended in the document.
    ended: u32,
    warned_outside: bool,
}

impl<'a> Builder<'a> {
    pub(super) fn new(block: &Block<'a>, wanted: Wanted) -> Self {
        Self {
            bytes: block.bytes,
            file_stem: block.file_stem,
            wanted: wanted.without_words_hash(),
            words: wanted.hash_of_words().then(WordsHash::default),
            cells: Vec::new(),
            columns: Columns::named(block.start).unwrap_or_default(),
            reading: Reading::default(),
            draft: None,
            identity: Markables::default(),
            deixis: Markables::default(),
            bridges: Vec::new(),
            tokens: 0,
            sentence: Sentence::default(),
            ended: 0,
            warned_outside: false,
        }
    }

    /// Takes the next line.
    pub(super) fn line(&mut self, line: &'a [u8]) {
        self.reading.lines += 1;
        if line.first() == Some(&b'#') {
            self.comment(line);
        } else if line.trim_ascii().is_empty() {
            self.end_sentence();
            self.sentence.forget_comments();
        } else {
            self.row(line);
        }
    }

    fn report(&mut self, problem: Problem, piece: &'a [u8]) {
        self.reading.problems.push(places::located(self.bytes, problem, piece));
    }

    fn comment(&mut self, line: &'a [u8]) {
        match Comment::of(line) {
            Comment::Document(name) => self.begin_document(name, line),
            Comment::Global(b"columns", names) => self.columns = Columns::parse(names),
            Comment::Global(..) | Comment::Other => self.sentence.comment(line, self.wanted),
        }
    }

    fn begin_document(&mut self, name: Option<&[u8]>, line: &'a [u8]) {
        self.end_document();
        self.open_document(Opening::named(name, self.file_stem), line);
    }

    fn open_document(&mut self, opening: Opening, line: &'a [u8]) {
        if let Some(problem) = opening.problem {
            self.report(problem, line);
        }
        self.draft = Some(Draft::opened(opening.name, opening.unnamed, self.wanted));
    }

    fn row(&mut self, line: &'a [u8]) {
        if self.draft.is_none() {
            let opening = Opening::outside(self.file_stem, &mut self.warned_outside);
            self.open_document(opening, line);
        }
        let mut row = std::mem::take(&mut self.cells);
        row.clear();
        row.extend(cells(line));
        self.cells_of_row(line, &row);
        self.cells = row;
    }

    fn cells_of_row(&mut self, line: &'a [u8], cells: &[&'a [u8]]) {
        match cells.first().map_or(Id::Other, |id| Id::of_cell(id)) {
            Id::Token => self.hash_word(cells, true),
            Id::Zero { .. } => {
                self.hash_word(cells, false);
                self.zero();
            }
            Id::Range => return self.sentence.range(line, self.wanted),
            Id::Other => return self.refuse_row(line),
        }
        self.tokens += 1;
        self.keep_layers(cells);
        let cell = |column: Option<usize>| column.and_then(|at| cells.get(at)).copied();
        let (identity, deixis) = (cell(self.columns.identity), cell(self.columns.deixis));
        self.markables(Stage::Identity, identity.unwrap_or(b"_"));
        self.markables(Stage::DiscourseDeixis, deixis.unwrap_or(b"_"));
        self.bridging(cell(self.columns.bridging).unwrap_or(b"_"));
        self.check_columns(line, cells.len(), identity.is_some());
    }

    /// Rows have the columns that the file names; where it names none, that of identity at least.
    fn check_columns(&mut self, line: &'a [u8], columns: usize, has_identity: bool) {
        let found = in_words(columns, "column");
        let message = match self.columns.count {
            Some(named) if named != columns => format!("{found}, but `# global.columns` names {named}"),
            _ if !has_identity => format!("{found}: the one for identity is missing"),
            _ => return,
        };
        let problem = Problem::warning("ragged-columns", 0, message).hint("write `_` in empty columns");
        self.report(problem, line);
    }

    fn document(&mut self) -> Option<&mut Document> {
        self.draft.as_mut().map(|draft| &mut draft.document)
    }

    /// Adds a zero. Zeros are ranked by their order, not by their numbers, as in the Universal Anaphora
    /// scorer.
    fn zero(&mut self) {
        let token = self.tokens;
        let Some(document) = self.document() else { return };
        let before = document.zeros.last().filter(|zero| zero.token + 1 == token);
        let rank = before.map_or(1, |zero| zero.rank + 1);
        document.zeros.push(Zero { token, rank });
    }

    fn refuse_row(&mut self, line: &'a [u8]) {
        let message = "neither a comment nor a row: rows begin with a number";
        let problem = Problem::error("not-a-row", 0, message)
            .hint("sentences are separated by blank lines, comments begin with `#`");
        self.report(problem, line);
    }

    /// Hashes the word of a row; the word of a zero only shows that there are words.
    fn hash_word(&mut self, cells: &[&[u8]], overt: bool) {
        let (Some(words), Some(column)) = (&mut self.words, self.columns.of(Layer::Word)) else { return };
        let word = cells.get(column).copied().unwrap_or_default();
        if word != b"_" && !word.is_empty() {
            words.note_words();
        }
        if overt {
            words.push_mark(word);
        }
    }

    fn keep_layers(&mut self, cells: &[&'a [u8]]) {
        if self.wanted.only_mentions() {
            return;
        }
        let token = self.tokens - 1;
        let ranges = self.sentence.take_ranges();
        let Some(draft) = &mut self.draft else { return };
        if self.wanted.lines() {
            draft.document.lines.note(token, self.reading.lines);
        }
        for &(layer, column) in self.columns.layers() {
            if let Some(cell) = cells.get(column).filter(|_| self.wanted.has(layer)) {
                push(&mut draft.document, layer, token, &String::from_utf8_lossy(cell));
            }
        }
        if !ranges.is_empty() {
            push(&mut draft.document, Layer::Row, token, &ranges);
        }
    }

    fn markables(&mut self, stage: Stage, cell: &'a [u8]) {
        if cell == b"_" || cell == b"-" {
            return;
        }
        for (at, chunk) in chunks(cell) {
            let piece = &cell[at..];
            match chunk {
                Chunk::Open(text) => {
                    let opened = Opened { token: self.tokens - 1, text };
                    self.of(stage).open(opened);
                }
                Chunk::Single(text) => self.end(stage, Opened { token: self.tokens - 1, text }),
                Chunk::Close(id) => self.close(stage, id, piece),
                Chunk::Stray(text) => self.stray(text),
            }
        }
    }

    fn of(&mut self, stage: Stage) -> &mut Markables<'a> {
        match stage {
            Stage::Identity => &mut self.identity,
            Stage::DiscourseDeixis => &mut self.deixis,
        }
    }

    fn close(&mut self, stage: Stage, id: &'a [u8], piece: &'a [u8]) {
        let markables = self.of(stage);
        let opened = if id.is_empty() { markables.close_newest() } else { markables.close_named(id) };
        match opened {
            Some(opened) => self.end(stage, opened),
            None => {
                let message = format!("`{})` closes nothing", String::from_utf8_lossy(id));
                let problem = Problem::error("unopened-mention", 0, message).hint(
                    "every `)` needs a `(` before it; remove one, or open the markable where it begins",
                );
                self.report(problem, &piece[..=id.len()]);
            }
        }
    }

    fn end(&mut self, stage: Stage, opened: Opened<'a>) {
        let (span, ended) = (Span::new(opened.token, self.tokens), self.ended);
        self.of(stage).end(opened, span, ended);
        self.ended += 1;
    }

    fn stray(&mut self, text: &'a [u8]) {
        let message = format!("`{}` has no bracket; it is ignored", String::from_utf8_lossy(text));
        let problem = Problem::warning("stray-text", 0, message)
            .hint("a markable of one token is written `(EntityID=…|MarkableID=…)`");
        self.report(problem, text);
    }

    fn bridging(&mut self, cell: &'a [u8]) {
        if cell == b"_" || cell == b"-" || !self.wanted.details() {
            return;
        }
        for (_, chunk) in chunks(cell) {
            if let Chunk::Open(text) | Chunk::Single(text) = chunk {
                self.bridges.push(Bridge { text });
            }
        }
    }

    fn end_sentence(&mut self) {
        let (tokens, wanted) = (self.tokens, self.wanted);
        if let Some(draft) = &mut self.draft {
            self.sentence.end(&mut draft.document, tokens, wanted);
        }
    }

    fn end_document(&mut self) {
        self.end_sentence();
        let identity = self.take(Stage::Identity);
        let deixis = self.take(Stage::DiscourseDeixis);
        let bridges = std::mem::take(&mut self.bridges);
        let Some(mut draft) = self.draft.take() else { return };
        draft.document.tokens = self.tokens;
        draft.document.layers.set_words_hash(self.words.as_mut().and_then(WordsHash::take));
        let bytes = self.bytes;
        let mut understood = meaning::Meaning::new(&mut draft, bytes);
        understood.markables(&identity, &deixis);
        understood.bridges(&bridges);
        let problems = understood.problems;
        self.reading.problems.extend(problems);
        let (mut document, repeats) = draft.finish();
        self.reading.problems.extend(repeats);
        finish(&mut document);
        self.reading.documents.push(document);
        self.tokens = 0;
        self.ended = 0;
        self.sentence.restart();
    }

    /// Takes the markables of a column, and refuses markables that are not closed.
    fn take(&mut self, stage: Stage) -> Vec<Markable<'a>> {
        let (open, ended) = self.of(stage).take();
        for opened in open {
            let problem =
                Problem::error("unclosed-mention", 0, "the markable is not closed before the document ends")
                    .hint("put `)` where it ends, or remove it");
            self.report(problem, opened.text);
        }
        ended
    }

    /// What was read.
    pub(super) fn finish(mut self) -> Reading {
        self.end_document();
        places::number_lines(self.bytes, &mut self.reading.problems);
        self.reading
    }
}
