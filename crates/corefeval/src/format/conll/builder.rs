//! Turns rows into documents: pairs brackets, numbers ids, keeps wanted layers.

use std::borrow::Cow;

use super::super::brackets::{Bracket, brackets};
use super::super::ids::Ids;
use super::super::{Problem, Reading, encoding, repeats};
use super::cells::{self, WantedColumns, pad};
use super::header;
use super::layout::{Layout, Separator, is_empty_mark};
use super::lines::is_plain;
use super::opened::OpenMentions;
use super::rows::{Row, Word};
use super::shifted::Shifted;
use crate::document::{Document, Layer, Mention, Name, Span, Wanted};
use crate::problem::in_words;

/// What is known so far of the block being read.
pub(super) struct Builder<'a> {
    layout: Layout,
    wanted: Wanted,
    /// Whether more is kept than mentions and a hash of the words.
    keeps_layers: bool,
    columns: WantedColumns,
    file_stem: &'a str,
    reading: Reading,
    document: Option<Document>,
    /// The mentions of the document; the memory is reused for the next document.
    mentions: Vec<Mention>,
    ids: Ids,
    open: OpenMentions,
    tokens: u32,
    sentence_start: u32,
    /// The line in which each mention of the document was completed; kept only if layers are kept.
    mention_lines: Vec<u64>,
    comments: String,
    columns_of_sentence: usize,
    warned: Warned,
}

/// Problems that are reported once for each block.
#[derive(Default)]
struct Warned {
    outside: bool,
    bare: bool,
    empty_cell: bool,
    replaced: bool,
}

impl<'a> Builder<'a> {
    pub(super) fn new(layout: Layout, wanted: Wanted, file_stem: &'a str) -> Self {
        Self {
            keeps_layers: WantedColumns::any(wanted),
            columns: WantedColumns::new(&layout, wanted),
            layout,
            wanted,
            file_stem,
            reading: Reading::default(),
            document: None,
            mentions: Vec::new(),
            ids: Ids::default(),
            open: OpenMentions::default(),
            tokens: 0,
            sentence_start: 0,
            mention_lines: Vec::new(),
            comments: String::new(),
            columns_of_sentence: 0,
            warned: Warned::default(),
        }
    }

    /// Whether more is kept than mentions and a hash of the words.
    pub(super) fn keeps_layers(&self) -> bool {
        self.keeps_layers
    }

    /// The separator of columns and the column of the words, if words are hashed.
    pub(super) fn hashed_column(&self) -> Option<(Separator, usize)> {
        Some((self.layout.separator, self.columns.hashed()?))
    }

    /// Takes the next line of `bytes` and hashes its word.
    #[expect(clippy::inline_always, reason = "the loop over rows is most of the time")]
    #[inline(always)]
    pub(super) fn hashed_line(&mut self, bytes: &[u8], row: &Row<'_>) {
        match row.word {
            Some(word) if is_plain(row.line) => {
                self.ensure_document();
                self.columns.hash_word(word);
                self.tokens += 1;
                self.reading.lines += 1;
            }
            word => self.line(bytes, row.line, word),
        }
    }

    /// Keeps what is needed of bytes that will no longer be available.
    pub(super) fn end_of_bytes(&mut self, bytes: &[u8]) {
        self.open.keep_lines(bytes);
    }

    /// Counts tokens without mentions, whose rows were skipped.
    pub(super) fn skip(&mut self, rows: u32) {
        if rows > 0 {
            self.ensure_document();
            self.tokens += rows;
            self.reading.lines += u64::from(rows);
        }
    }

    /// Takes the next line of `bytes`, with its word if that is known.
    pub(super) fn line(&mut self, bytes: &[u8], line: &[u8], word: Option<Word<'_>>) {
        self.reading.lines += 1;
        let first = line.first().copied().unwrap_or(b'\n');
        if first == b'#' && self.marked_line(bytes, line) {
            return;
        }
        if first <= b' ' && line.iter().all(|&byte| byte <= b' ') {
            self.end_sentence();
        } else {
            self.row(bytes, line, word);
        }
    }

    /// Handles headers, ends and comments; returns false if the line is a row.
    fn marked_line(&mut self, bytes: &[u8], line: &[u8]) -> bool {
        if let Some(name) = header::begins(line) {
            let name = String::from_utf8_lossy(name);
            if matches!(name, Cow::Owned(_)) {
                self.note_replaced(line);
            }
            self.begin_document(bytes, &name, line);
        } else if header::ends(line) {
            self.end_document(bytes);
        } else if self.layout.is_row(line) {
            return false;
        } else if self.wanted.has(Layer::SentenceComments) {
            self.comments.push_str(String::from_utf8_lossy(line).trim_end_matches('\r'));
            self.comments.push('\n');
        }
        true
    }

    fn begin_document(&mut self, bytes: &[u8], name: &str, line: &[u8]) {
        if self.document.is_some() {
            let problem =
                Problem::warning("missing-end", self.reading.lines, "the previous document has no end line")
                    .at(line, 0, line.len())
                    .hint("put a line `#end document` before this one");
            self.reading.problems.push(problem);
            self.end_document(bytes);
        }
        let unnamed = name.trim().is_empty();
        if unnamed {
            let problem =
                Problem::warning("unnamed-document", self.reading.lines, "the document has no name")
                    .at(line, 0, line.len())
                    .hint("it gets the name of the file; write `#begin document (name); part 000`");
            self.reading.problems.push(problem);
        }
        let name = if unnamed { Name::plain(self.file_stem) } else { Name::parse(name) };
        self.document = Some(Document { name, unnamed, ..Document::default() });
    }

    #[inline]
    fn ensure_document(&mut self) {
        if self.document.is_none() {
            self.begin_outside();
        }
    }

    /// Begins a document for rows without a header, or after an end line, with a warning.
    #[cold]
    fn begin_outside(&mut self) {
        if !self.warned.outside {
            self.warned.outside = true;
            let message = "rows outside any document: no `#begin document` line before them";
            let problem = Problem::warning("missing-begin", self.reading.lines.max(1), message).hint(
                "they are read as a separate document; put `#begin document (name); part 000` before them",
            );
            self.reading.problems.push(problem);
        }
        self.document =
            Some(Document { name: Name::plain(self.file_stem), unnamed: true, ..Document::default() });
    }

    fn row(&mut self, bytes: &[u8], line: &[u8], word: Option<Word<'_>>) {
        self.ensure_document();
        let (at, cell) = self.layout.separator.last_cell(line);
        if is_empty_mark(cell) {
            if cell.is_empty() {
                self.note_empty_cell(line);
            }
            self.check_shifted(bytes, line);
        } else {
            self.brackets_of((bytes, line), at, cell);
        }
        self.columns.hash(line, word);
        if self.keeps_layers {
            self.keep_layers(line);
        }
        self.tokens += 1;
    }

    fn brackets_of(&mut self, lines: (&[u8], &[u8]), at: usize, cell: &[u8]) {
        if let Some((bracket, entity)) = self.lone_bracket(cell) {
            self.bracket(lines, at, bracket, entity);
            return;
        }
        if cell[1..].contains(&b'(') {
            self.number_ids(cell);
        }
        for (offset, bracket) in brackets(cell) {
            let at = at + offset;
            match bracket {
                Bracket::Open(b"") | Bracket::Close(b"") | Bracket::Single(b"") => {
                    self.refuse_empty_id(lines.1, (at, cell.len() - offset));
                }
                Bracket::Open(id) | Bracket::Close(id) | Bracket::Single(id) => {
                    let entity = self.ids.number(id);
                    self.bracket(lines, at, bracket, entity);
                }
                Bracket::Bare(id) => self.bare(lines.1, at, id),
            }
        }
        if self.ids.take_replaced() {
            self.note_replaced(lines.1);
        }
    }

    /// The only bracket of a cell, if its id is a small number, as in most cells.
    #[inline]
    fn lone_bracket<'c>(&mut self, cell: &'c [u8]) -> Option<(Bracket<'c>, u32)> {
        let (id, bracket): (_, fn(&'c [u8]) -> Bracket<'c>) = match cell {
            [b'(', id @ .., b')'] => (id, Bracket::Single),
            [b'(', id @ ..] => (id, Bracket::Open),
            [id @ .., b')'] => (id, Bracket::Close),
            _ => return None,
        };
        Some((bracket(id), self.ids.number_if_small(id)?))
    }

    /// Takes a bracket of an entity; `lines` are the bytes being read and the line in them.
    #[inline]
    fn bracket(&mut self, lines: (&[u8], &[u8]), at: usize, bracket: Bracket<'_>, entity: u32) {
        match bracket {
            Bracket::Single(_) => self.mention(self.tokens, self.tokens + 1, entity),
            Bracket::Open(_) => self.open.open(entity, self.tokens, lines, (self.reading.lines, at)),
            Bracket::Close(id) => match self.open.close(entity) {
                Some(start) => self.mention(start, self.tokens + 1, entity),
                None => self.refuse_unopened(lines.1, (at, id.len() + 1), id),
            },
            Bracket::Bare(_) => {}
        }
    }

    /// Numbers the ids of a cell as the CoNLL scorer does: one-token mentions before opening brackets. This
    /// decides which of two repeated mentions is the first.
    fn number_ids(&mut self, cell: &[u8]) {
        for (_, bracket) in brackets(cell) {
            if let Bracket::Single(id) = bracket
                && !id.is_empty()
            {
                self.ids.number(id);
            }
        }
    }

    fn refuse_unopened(&mut self, line: &[u8], (at, length): (usize, usize), id: &[u8]) {
        let id = String::from_utf8_lossy(id);
        let problem =
            Problem::error("unopened-mention", self.reading.lines, format!("`{id})` was not opened"))
                .at(line, at, length)
                .hint(format!("put `({id}` where the mention begins, or remove this bracket"));
        self.reading.problems.push(problem);
    }

    fn mention(&mut self, start: u32, end: u32, entity: u32) {
        self.mentions.push(Mention::new(Span::new(start, end), entity));
        if self.keeps_layers {
            self.mention_lines.push(self.reading.lines);
        }
    }

    /// Takes text without brackets. Numbers mark the inside of mentions in some corpora (CORBON, CRAFT);
    /// elsewhere they are odd, and any other text is not coreference.
    fn bare(&mut self, line: &[u8], at: usize, text: &[u8]) {
        let is_number = text.iter().all(u8::is_ascii_digit);
        let is_inside = || self.ids.find(text).is_some_and(|entity| self.open.is_open(entity));
        if is_number && (self.warned.bare || is_inside()) {
            return;
        }
        let shown = String::from_utf8_lossy(text);
        let problem = if is_number {
            self.warned.bare = true;
            Problem::warning(
                "bare-number",
                self.reading.lines,
                format!("`{shown}` has no bracket; it is ignored"),
            )
            .hint("a one-token mention is written `(7)`; further bare numbers in this file are not reported")
            .once()
        } else if is_empty_mark(text) {
            let message = format!("`{shown}` cannot stand beside brackets in a cell");
            Problem::error("not-coreference", self.reading.lines, message)
                .hint(format!("remove `{shown}`; alone it says that no mention begins or ends here"))
        } else {
            let message = format!("`{shown}` is not coreference: expected `-` or brackets such as `(7)`");
            Problem::error("not-coreference", self.reading.lines, message)
                .hint("the last column must hold coreference; is a column missing here?")
        };
        self.reading.problems.push(problem.at(line, at, text.len()));
    }

    fn refuse_empty_id(&mut self, line: &[u8], (at, length): (usize, usize)) {
        let problem = Problem::error("empty-id", self.reading.lines, "a bracket without an entity id")
            .at(line, at, length)
            .hint("write the entity's id inside: `(7)`");
        self.reading.problems.push(problem);
    }

    /// Reports a name or id with bytes that are not UTF-8. If layers are kept, all bytes are checked
    /// elsewhere.
    #[cold]
    fn note_replaced(&mut self, line: &[u8]) {
        if !self.wanted.layers() && !std::mem::replace(&mut self.warned.replaced, true) {
            self.reading.problems.extend(encoding::first_fault(line, self.reading.lines - 1));
        }
    }

    fn note_empty_cell(&mut self, line: &[u8]) {
        if !std::mem::replace(&mut self.warned.empty_cell, true) {
            let problem =
                Problem::warning("empty-cell", self.reading.lines, "the last cell is empty; read as `-`")
                    .at(line, line.len().saturating_sub(1), 1)
                    .hint("write `-` where no mention begins or ends; further empty cells are not reported")
                    .once();
            self.reading.problems.push(problem);
        }
    }

    fn keep_layers(&mut self, line: &[u8]) {
        // only rows that lose a mention are reported if some layers alone are wanted
        if self.wanted == Wanted::ALL {
            self.check_columns(line, cells::count(self.layout.separator, line));
        }
        self.columns.keep(line, self.tokens);
        if let Some(document) = self.document.as_mut().filter(|_| self.wanted.lines()) {
            document.lines.note(self.tokens, self.reading.lines);
        }
    }

    /// Checks that the rows of a sentence have the same number of columns; sentences may differ, because each
    /// predicate has a column.
    fn check_columns(&mut self, line: &[u8], columns: usize) {
        if self.tokens == self.sentence_start {
            self.columns_of_sentence = columns;
        } else if columns != self.columns_of_sentence {
            let found = in_words(columns, "column");
            let message = format!("{found}, but the rows above have {}", self.columns_of_sentence);
            self.report_columns(line, message);
            self.columns_of_sentence = columns;
        }
    }

    /// A row with a column too many loses its mention, which every reading says.
    #[cold]
    #[inline(never)]
    fn check_shifted(&mut self, bytes: &[u8], line: &[u8]) {
        let checked_as_any_row = self.wanted == Wanted::ALL && self.tokens > self.sentence_start;
        if checked_as_any_row {
            return;
        }
        if let Some(Shifted { columns, usual }) = Shifted::of(&self.layout, bytes, line) {
            let found = in_words(columns, "column");
            self.report_columns(line, format!("{found}, but a row beside it has {usual}"));
        }
    }

    #[cold]
    fn report_columns(&mut self, line: &[u8], message: String) {
        let problem = Problem::warning("ragged-columns", self.reading.lines, message)
            .at(line, 0, line.len())
            .hint("all rows of a sentence should have the same columns; the last one is read as coreference");
        self.reading.problems.push(problem);
    }

    fn end_sentence(&mut self) {
        if self.tokens == self.sentence_start {
            return;
        }
        let span = Span::new(self.sentence_start, self.tokens);
        self.sentence_start = self.tokens;
        if !self.keeps_layers {
            return;
        }
        let (wanted, comments) = (self.wanted, std::mem::take(&mut self.comments));
        if let Some(document) = self.document.as_mut().filter(|_| wanted.sentences()) {
            document.sentences.push(span);
            if !comments.is_empty() {
                let column = document.layers.get_or_insert(Layer::SentenceComments);
                pad(column, document.sentences.len() as u32 - 1);
                column.push(comments.trim_end_matches('\n'));
            }
        }
    }

    fn end_document(&mut self, bytes: &[u8]) {
        self.end_sentence();
        self.refuse_unclosed(bytes);
        if let Some(mut document) = self.document.take() {
            document.tokens = self.tokens;
            document.mentions = self.mentions.as_slice().into();
            document.entity_labels = self.ids.take();
            self.columns.give(&mut document.layers, self.tokens);
            if document.layers.get(Layer::SentenceComments).is_some() {
                let comments = document.layers.get_or_insert(Layer::SentenceComments);
                pad(comments, document.sentences.len() as u32);
            }
            self.reading.problems.extend(repeats::problems(&document, &self.mention_lines, self.wanted));
            self.reading.documents.push(document);
        }
        self.mentions.clear();
        self.mention_lines.clear();
        self.tokens = 0;
        self.sentence_start = 0;
    }

    fn refuse_unclosed(&mut self, bytes: &[u8]) {
        let labels = self.ids.labels();
        for (entity, opened, line) in self.open.take(bytes) {
            let id = labels.get(entity as usize).unwrap_or("").to_owned();
            let message = format!("`({id}` is not closed before the document ends");
            let hint = format!("put `{id})` where the mention ends, or remove this bracket");
            let mut problem = Problem::error("unclosed-mention", opened.line, message).hint(hint);
            if let Some(line) = line {
                problem = problem.at(line, opened.at as usize, id.len() + 1);
            }
            self.reading.problems.push(problem);
        }
    }

    /// What was read.
    pub(super) fn reading(mut self) -> Reading {
        if self.document.is_some() {
            let headed = !self.warned.outside;
            self.end_document(&[]);
            if headed {
                let problem =
                    Problem::warning("missing-end", self.reading.lines, "the document has no end line")
                        .hint("put a line `#end document` after its last row");
                self.reading.problems.push(problem);
            }
        }
        self.reading
    }
}
