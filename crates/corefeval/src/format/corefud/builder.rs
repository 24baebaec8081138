//! Turns lines into documents: opens and closes mentions, places zeros, keeps wanted layers.

use super::super::conll::Word;
use super::super::conllu::comment::Comment;
use super::super::conllu::layers::{Sentence, finish};
use super::super::conllu::opening::Opening;
use super::super::conllu::row::Id;
use super::super::escape::unescape;
use super::super::ids::Ids;
use super::super::{Block, Problem, Reading, places, repeats};
use super::IN_NAMES;
use super::dependencies;
use super::fields::Fields;
use super::layers;
use super::links::{self, Kind, Link};
use super::open::{Left, OpenMentions};
use crate::document::{Column, Document, EntityDetail, Layer, Span, Wanted, WordsHash, Zero};
use crate::problem::in_words;

/// Attributes that held mentions before version 1.0.
const OUTDATED: [&[u8]; 3] = [b"Coref=", b"ClusterId=", b"ClusterId["];

/// What is known so far of the block being read.
pub(super) struct Builder<'a> {
    pub(super) bytes: &'a [u8],
    file_stem: &'a str,
    pub(super) wanted: Wanted,
    /// The hash of the words of the document, if it is wanted.
    words: Option<WordsHash>,
    pub(super) reading: Reading,
    pub(super) document: Option<Document>,
    pub(super) fields: Fields,
    /// Whether the file has declared the fields of mentions.
    pub(super) has_fields: bool,
    pub(super) ids: Ids,
    pub(super) open: OpenMentions<'a>,
    links: Vec<Link<'a>>,
    /// The byte where each mention was completed; kept only if more than mentions is wanted.
    pub(super) mention_places: Vec<u64>,
    pub(super) tokens: u32,
    pub(super) sentence: Sentence,
    /// The first row of the sentence being read.
    first_row: &'a [u8],
    annotation: Annotation<'a>,
    warned_outside: bool,
}

/// The attributes of a row that describe mentions.
#[derive(Default)]
struct Annotation<'a> {
    has_entities: bool,
    /// An attribute that held mentions before version 1.0.
    outdated: Option<&'a [u8]>,
}

impl<'a> Builder<'a> {
    pub(super) fn new(block: &Block<'a>, wanted: Wanted) -> Self {
        let fields = Fields::first(block.start);
        Self {
            bytes: block.bytes,
            file_stem: block.file_stem,
            wanted: wanted.without_words_hash(),
            words: wanted.hash_of_words().then(WordsHash::default),
            reading: Reading::default(),
            document: None,
            has_fields: fields.is_some(),
            fields: fields.unwrap_or_else(Fields::usual),
            ids: Ids::default(),
            open: OpenMentions::default(),
            links: Vec::new(),
            mention_places: Vec::new(),
            tokens: 0,
            sentence: Sentence::default(),
            first_row: b"",
            annotation: Annotation::default(),
            warned_outside: false,
        }
    }

    /// Whether words are hashed.
    pub(super) fn hashes_words(&self) -> bool {
        self.words.is_some()
    }

    /// Takes the next line, with its word if that is known.
    #[inline]
    pub(super) fn line(&mut self, line: &'a [u8], word: Option<Word<'_>>) {
        self.reading.lines += 1;
        match line.first() {
            Some(b'0'..=b'9') => self.row(line, word),
            Some(b'#') => self.comment(line),
            _ if line.trim_ascii().is_empty() => {
                self.end_sentence();
                self.sentence.forget_comments();
            }
            _ => self.row(line, word),
        }
    }

    /// The token being read.
    pub(super) fn newest(&self) -> u32 {
        self.tokens.saturating_sub(1)
    }

    /// Reports a problem that a piece of the block has.
    pub(super) fn report(&mut self, problem: Problem, piece: &'a [u8]) {
        self.reading.problems.push(places::located(self.bytes, problem, piece));
    }

    fn comment(&mut self, line: &'a [u8]) {
        match Comment::of(line) {
            Comment::Document(name) => self.begin_document(name, line),
            Comment::Global(b"Entity", fields) => self.set_fields(fields, line),
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
        self.document =
            Some(Document { name: opening.name, unnamed: opening.unnamed, ..Document::default() });
    }

    fn set_fields(&mut self, text: &'a [u8], line: &'a [u8]) {
        // documents of a file rarely differ in this
        if self.has_fields && self.fields.are(text) {
            return;
        }
        let Some(fields) = Fields::parse(text) else {
            let problem = Problem::error("missing-id-field", 0, "no field for the entity's id")
                .hint("one of the fields must be `eid`, as in `eid-etype-head-other`");
            return self.report(problem, line);
        };
        if self.has_fields && fields != self.fields {
            let message = "the fields differ from the earlier `# global.Entity` line";
            let problem = Problem::warning("changed-fields", 0, message)
                .hint("mentions after this line are read with the new fields; other tools read the whole file with the last ones");
            self.report(problem, line);
        }
        self.fields = fields;
        self.has_fields = true;
    }

    fn row(&mut self, line: &'a [u8], word: Option<Word<'_>>) {
        if self.document.is_none() {
            let opening = Opening::outside(self.file_stem, &mut self.warned_outside);
            self.open_document(opening, line);
        }
        if self.tokens == self.sentence.start {
            self.first_row = line;
        }
        match Id::of(line) {
            Id::Token => {
                self.tokens += 1;
                self.sentence.silent = 0;
                if let Some(words) = &mut self.words {
                    hash_word(words, line, word);
                }
            }
            Id::Zero { after, rank } => {
                self.zero(line, after, rank);
                if let Some(words) = &mut self.words
                    && second_cell(line).is_some_and(is_said)
                {
                    words.note_words();
                }
            }
            Id::Range => return self.range(line),
            Id::Other => return self.refuse_row(line),
        }
        if !self.wanted.only_mentions() {
            self.keep_layers(line);
        }
        // if sentences are wanted, every row with too few or too many columns is reported
        if !self.wanted.sentences() && loses_mentions(line) {
            self.report_columns(line, memchr::memchr_iter(b'\t', line).count() + 1);
        }
        if !line.ends_with(b"\t_") {
            self.attributes(memchr::memrchr(b'\t', line).map_or(line, |tab| &line[tab + 1..]));
        }
    }

    fn attributes(&mut self, mut left: &'a [u8]) {
        while let Some(bar) = memchr::memchr(b'|', left) {
            self.attribute(&left[..bar]);
            left = &left[bar + 1..];
        }
        self.attribute(left);
    }

    fn attribute(&mut self, attribute: &'a [u8]) {
        if let Some(value) = attribute.strip_prefix(b"Entity=") {
            self.annotation.has_entities = true;
            self.entity(value);
        } else if let Some(value) = attribute.strip_prefix(b"Bridge=") {
            self.link(Kind::Bridge, value);
        } else if let Some(value) = attribute.strip_prefix(b"SplitAnte=") {
            self.link(Kind::Split, value);
        } else if OUTDATED.iter().any(|name| attribute.starts_with(name)) {
            self.annotation.outdated.get_or_insert(attribute);
        }
    }

    fn link(&mut self, kind: Kind, value: &'a [u8]) {
        if self.wanted.details() {
            self.links.push(Link { kind, token: self.newest(), value });
        }
    }

    fn zero(&mut self, line: &'a [u8], after: u32, rank: u32) {
        let zeros = self.document.as_ref().map_or(&[][..], |document| &document.zeros);
        let here = &zeros[zeros.partition_point(|zero| zero.token < self.sentence.start)..];
        let overt = self.tokens - self.sentence.start - here.len() as u32;
        let newest = here.last().filter(|zero| zero.token + 1 == self.tokens);
        let ranked = Zero::rank_behind(self.sentence.silent, rank);
        let in_place = after == overt && (1..Zero::BOUNDARY).contains(&rank);
        if !in_place || newest.is_some_and(|newest| newest.rank >= ranked) {
            let message = format!("empty node {after}.{rank} is not at the position that its number gives");
            let problem = Problem::error("misplaced-zero", 0, message).hint(format!(
                "empty nodes after token {after} follow it directly and are numbered from {after}.1"
            ));
            self.report(problem, line);
        } else if rank.is_multiple_of(10) {
            let message = format!("empty node {after}.{rank}: other tools read it as {after}.{}", rank / 10);
            let problem = Problem::warning("zero-rank", 0, message)
                .hint("such tools read the number of an empty node as a decimal fraction");
            self.report(problem, line);
        }
        if let Some(document) = &mut self.document {
            document.zeros.push(Zero { token: self.tokens, rank: ranked });
        }
        self.tokens += 1;
    }

    fn range(&mut self, line: &'a [u8]) {
        self.sentence.range(line, self.wanted);
        if memchr::memmem::find(line, b"Entity=").is_some() {
            let message = "a mention on a multi-word token, which is not a token";
            let problem = Problem::warning("mention-on-range", 0, message)
                .hint("it is ignored; put it on the words that follow");
            self.report(problem, line);
        }
    }

    fn refuse_row(&mut self, line: &'a [u8]) {
        let message = "neither a comment nor a row: rows begin with a number and a tab";
        let problem = Problem::error("not-a-row", 0, message)
            .hint("columns are separated by single tabs, sentences by blank lines");
        self.report(problem, line);
    }

    fn keep_layers(&mut self, line: &'a [u8]) {
        let Some(document) = &mut self.document else { return };
        if self.wanted.lines() {
            document.lines.note(self.tokens.saturating_sub(1), self.reading.lines);
        }
        let cells =
            layers::keep(document, self.wanted, (self.tokens.saturating_sub(1), line), &mut self.sentence);
        if let Err(columns) = cells {
            self.report_columns(line, columns);
        }
    }

    fn report_columns(&mut self, line: &'a [u8], columns: usize) {
        let message = format!("{} instead of 10", in_words(columns, "column"));
        let problem = Problem::warning("ragged-columns", 0, message)
            .hint("the last one is read as MISC; write `_` in empty columns");
        self.report(problem, line);
    }

    /// Scorers find heads of mentions by dependencies; if these are wanted, warns if they are not a tree.
    fn check_dependencies(&mut self) {
        let sentence = Span::new(self.sentence.start, self.tokens);
        let document =
            self.document.as_ref().filter(|_| self.wanted.has(Layer::Head) && !sentence.is_empty());
        if let Some(message) = document.and_then(|document| dependencies::fault(document, sentence)) {
            let problem = Problem::warning("bad-dependencies", 0, message)
                .hint("heads of mentions in this sentence are uncertain; other tools refuse such a file");
            self.report(problem, self.first_row);
        }
    }

    fn note_outdated(&mut self) {
        let Annotation { has_entities, outdated: Some(attribute) } = self.annotation else { return };
        let message = "mentions as in CorefUD before version 1.0, which are not read";
        let hint = "use a newer release of the corpus, or convert the file with Udapi";
        let problem = if has_entities {
            Problem::warning("outdated-mentions", 0, message)
        } else {
            Problem::error("outdated-mentions", 0, message)
        };
        self.report(problem.hint(hint), attribute);
    }

    fn end_sentence(&mut self) {
        self.check_dependencies();
        if let Some(document) = &mut self.document {
            self.sentence.end(document, self.tokens, self.wanted);
        }
    }

    fn end_document(&mut self) {
        self.end_sentence();
        self.refuse_unfinished();
        let Some(mut document) = self.document.take() else { return };
        document.tokens = self.tokens;
        document.layers.set_words_hash(self.words.as_mut().and_then(WordsHash::take));
        self.name_entities(&mut document);
        finish(&mut document);
        self.reading.documents.push(document);
        self.tokens = 0;
        self.sentence.restart();
    }

    fn name_entities(&mut self, document: &mut Document) {
        if !document.entity_details.is_empty() {
            document.entity_details.resize_with(self.ids.labels().len(), EntityDetail::default);
        }
        let links = std::mem::take(&mut self.links);
        for (problem, piece) in links::resolve(&links, document, &self.ids) {
            self.report(problem, piece);
        }
        let labels = self.ids.take();
        document.entity_labels = if labels.iter().any(|label| label.contains('%')) {
            labels.iter().map(|label| unescape(label, IN_NAMES)).collect::<Column>()
        } else {
            labels
        };
        self.reading.problems.extend(repeats::problems(document, &self.mention_places, self.wanted));
        self.mention_places.clear();
    }

    fn refuse_unfinished(&mut self) {
        for left in self.open.take() {
            let opened = *left.opened();
            let id = String::from_utf8_lossy(self.fields.id_of(opened.text)).into_owned();
            let problem = match left {
                Left::Bracket(_) => {
                    let message = format!("`({id}` is not closed before the document ends");
                    Problem::error("unclosed-mention", 0, message)
                        .hint(format!("put `{id})` where the mention ends, or remove this bracket"))
                }
                Left::Part(_) => {
                    let message = format!("the part after `{id}` is missing");
                    Problem::error("missing-part", 0, message)
                        .hint("every part from the first to the last must be written, in order")
                }
            };
            self.report(problem, opened.text);
        }
    }

    /// What was read.
    pub(super) fn finish(mut self) -> Reading {
        if self.tokens > self.sentence.start && self.document.is_some() {
            let message = "no blank line after the last sentence";
            let problem = Problem::warning("missing-blank", 0, message)
                .hint("it is read anyway; some tools refuse such a file");
            let last_line = self.bytes.trim_ascii_end().rsplit(|&byte| byte == b'\n').next();
            self.report(problem, last_line.unwrap_or(self.bytes));
        }
        self.end_document();
        self.note_outdated();
        places::number_lines(self.bytes, &mut self.reading.problems);
        self.reading
    }
}

/// Hashes the word of a row.
#[inline]
fn hash_word(words: &mut WordsHash, line: &[u8], word: Option<Word<'_>>) {
    match word.or_else(|| second_cell(line)) {
        Some(word) if is_said(word) => words.push_start(word.from, word.length),
        Some(word) => words.push_mark(&word.from[..word.length]),
        None => words.push_nothing(),
    }
}

/// Whether mentions stand in the last column but one, where they are not read. What stands there in other rows is nothing, or
/// begins with a number.
fn loses_mentions(line: &[u8]) -> bool {
    let Some(last) = memchr::memrchr(b'\t', line) else { return false };
    if line[..last].ends_with(b"\t_") {
        return false;
    }
    let start = memchr::memrchr(b'\t', &line[..last]).map_or(0, |tab| tab + 1);
    let attributes = &line[start..last];
    !attributes.first().is_some_and(u8::is_ascii_digit)
        && attributes.split(|&byte| byte == b'|').any(|attribute| attribute.starts_with(b"Entity="))
}

/// The second cell of a row, if there is a third.
fn second_cell(line: &[u8]) -> Option<Word<'_>> {
    let mut tabs = memchr::memchr_iter(b'\t', line);
    let start = tabs.next()? + 1;
    Some(Word { from: &line[start..], length: tabs.next()? - start })
}

/// Whether a cell has a value.
#[inline]
fn is_said(word: Word<'_>) -> bool {
    word.length > 1 || (word.length == 1 && word.from[0] != b'_')
}
