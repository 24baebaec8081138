//! Turns rows into a document: the rows of a markable are its tokens.

use rustc_hash::FxHashMap;

use super::super::conllu::row::lines;
use super::super::draft::Draft;
use super::super::escape::unescape;
use super::super::{Block, Problem, Reading, places};
use super::cells::{Piece, pieces, words};
use super::{NO_TAG, NON_REFERRING, REFERENCE, SET, SPECIAL};
use crate::document::{Detail, EntityDetail, Layer, Name, Span, Wanted};

/// Reads a file as one document.
pub(super) fn read(block: &Block<'_>, wanted: Wanted) -> Reading {
    let bytes = block.bytes;
    let mut reader = Reader { bytes, wanted, ..Reader::default() };
    let mut draft = Draft::new(Name::parse(block.file_stem), wanted);
    for (index, line) in lines(bytes).enumerate() {
        let header = index == 0 && line.starts_with(b"TOKEN");
        if line.trim_ascii().is_empty() {
            reader.end_sentence(&mut draft);
        } else if !header {
            reader.row(line, &mut draft);
        }
    }
    reader.finish(draft)
}

/// A markable with the tokens seen so far.
#[derive(Debug)]
struct Markable<'a> {
    /// Its piece in its first row.
    piece: Piece<'a>,
    parts: Vec<Span>,
}

#[derive(Default)]
struct Reader<'a> {
    bytes: &'a [u8],
    wanted: Wanted,
    markables: Vec<Markable<'a>>,
    by_name: FxHashMap<&'a [u8], usize>,
    /// The tag of the first markable of each set.
    first_tags: FxHashMap<&'a [u8], &'a [u8]>,
    tokens: u32,
    sentence_start: u32,
    problems: Vec<Problem>,
}

impl<'a> Reader<'a> {
    fn report(&mut self, problem: Problem, piece: &'a [u8]) {
        self.problems.push(places::located(self.bytes, problem, piece));
    }

    fn end_sentence(&mut self, draft: &mut Draft) {
        if self.tokens > self.sentence_start && self.wanted.sentences() {
            draft.document.sentences.push(Span::new(self.sentence_start, self.tokens));
        }
        self.sentence_start = self.tokens;
    }

    fn row(&mut self, line: &'a [u8], draft: &mut Draft) {
        let cells: Vec<&'a [u8]> =
            line.split(u8::is_ascii_whitespace).filter(|cell| !cell.is_empty()).collect();
        if let Some(word) = cells.first().filter(|_| self.wanted.has(Layer::Word)) {
            draft.document.layers.get_or_insert(Layer::Word).push(&String::from_utf8_lossy(word));
        }
        self.tokens += 1;
        if cells.get(1).is_none_or(|cell| matches!(*cell, b"-" | b"_")) {
            return;
        }
        for (item, piece) in pieces(&cells) {
            match piece {
                Some(piece) => self.piece(piece, item),
                None => self.refuse(item),
            }
        }
    }

    fn refuse(&mut self, item: &'a [u8]) {
        let message = format!("`{}` is not a markable", String::from_utf8_lossy(item));
        let problem = Problem::error("bad-markable", 0, message)
            .hint("markables are written `B-markable_1=set_1` on the first token and `I-markable_1=set_1` on the others");
        self.report(problem, item);
    }

    fn piece(&mut self, piece: Piece<'a>, item: &'a [u8]) {
        let token = self.tokens - 1;
        let known = self.by_name.get(piece.markable).and_then(|&index| self.markables.get_mut(index));
        match known {
            Some(markable) if !piece.begins => match markable.parts.last_mut() {
                Some(last) if last.end == token => last.end = token + 1,
                _ => markable.parts.push(Span::new(token, token + 1)),
            },
            known => {
                let fault = match (known, piece.begins) {
                    (Some(_), _) => Some("begins a second time"),
                    (None, false) => Some("continues without a beginning"),
                    (None, true) => None,
                };
                if let Some(fault) = fault {
                    let message = format!("`{}` {fault}", String::from_utf8_lossy(piece.markable));
                    let problem = Problem::error("bad-markable", 0, message)
                        .hint("a markable begins with `B-` once and continues with `I-`");
                    self.report(problem, item);
                }
                self.by_name.insert(piece.markable, self.markables.len());
                self.first_tags.entry(piece.set).or_insert(piece.tag);
                self.markables.push(Markable { piece, parts: vec![Span::new(token, token + 1)] });
            }
        }
    }

    fn finish(mut self, mut draft: Draft) -> Reading {
        self.end_sentence(&mut draft);
        draft.document.tokens = self.tokens;
        let mut markables = std::mem::take(&mut self.markables);
        // mentions come in the order in which they end, those that end together innermost first
        markables.sort_by_key(|markable| {
            let span = (markable.parts.first(), markable.parts.last());
            (span.1.map(|part| part.end), span.0.map(|part| u32::MAX - part.start))
        });
        for markable in &markables {
            self.mention(markable, &mut draft);
        }
        let (document, repeats) = draft.finish();
        self.problems.extend(repeats);
        places::number_lines(self.bytes, &mut self.problems);
        Reading {
            documents: vec![document],
            problems: self.problems,
            lines: places::count_lines(self.bytes),
            ..Reading::default()
        }
    }

    fn mention(&mut self, markable: &Markable<'a>, draft: &mut Draft) {
        let piece = &markable.piece;
        if markable.parts.len() > 1 {
            let problem = Problem::warning("gap", 0, "the markable has a gap, which is kept")
                .hint("the CoVal scorer takes it as one span from the first token to the last");
            self.report(problem, piece.markable);
        }
        let set = piece.set.strip_prefix(SET.as_bytes()).filter(|rest| !rest.is_empty()).unwrap_or(piece.set);
        let entity = draft.entity(&name(set));
        // an entity does not refer if its first markable does not, as in the CoVal scorer
        let details = &mut draft.document.entity_details;
        if details.len() <= entity as usize {
            let non_referring = self.first_tags.get(piece.set) == Some(&NON_REFERRING.as_bytes());
            details.resize(entity as usize + 1, EntityDetail { non_referring, ..EntityDetail::default() });
        }
        let detail = self.detail(markable);
        let place = places::offset(self.bytes, piece.markable) as u64;
        draft.mention(&markable.parts, entity, detail, place);
    }

    fn detail(&mut self, markable: &Markable<'a>) -> Detail {
        let Piece { markable: id, minimum, tag, .. } = markable.piece;
        let span = words(minimum).map(|(first, last)| Span::new(first - 1, last));
        let inside = |span: &Span| !span.is_empty() && span.end <= self.tokens;
        let fits = span.filter(inside);
        if fits.is_none() && !matches!(minimum, b"" | b"-" | b"_") {
            let message =
                format!("the minimum `{}` does not name words of the file", String::from_utf8_lossy(minimum));
            let problem = Problem::warning("bad-minimum", 0, message)
                .hint("it is left out; minima are written `word_3` or `word_3..word_5`, counted from 1");
            self.report(problem, minimum);
        }
        let tagged = !tag.is_empty() && tag != NO_TAG.as_bytes();
        let attributes = if tagged { vec![(REFERENCE.to_owned(), name(tag))] } else { Vec::new() };
        Detail { minimum: fits, id: name(id), attributes, ..Detail::default() }
    }
}

fn name(text: &[u8]) -> String {
    unescape(&String::from_utf8_lossy(text), SPECIAL)
}
