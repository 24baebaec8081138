//! One document, read: which spans every entity has.

use memchr::{memchr_iter, memchr2, memmem, memrchr};
use rustc_hash::FxHashMap;

use super::Span;
use super::brackets::{Bracket, scan};
use super::file::is_blank;

/// What was read of a document.
#[derive(Debug)]
pub(super) struct Reading<'a> {
    /// Its name; empty if the file has no such document.
    pub(super) name: &'a [u8],
    /// Split antecedents that were ignored, in file order.
    pub(super) discarded: Vec<Vec<u8>>,
    /// The spans of every entity. An entity whose mentions were opened and never closed has none.
    pub(super) entities: Vec<Vec<Span>>,
    /// Why reading stopped early, if it did.
    pub(super) problem: Option<Problem>,
    /// Whether the end of the file was reached; the exit status depends on it.
    pub(super) to_the_end: bool,
}

impl Reading<'_> {
    /// The reading of a document that does not exist.
    pub(super) fn absent() -> Self {
        Self { name: b"", discarded: Vec::new(), entities: Vec::new(), problem: None, to_the_end: true }
    }
}

/// What makes a document unreadable.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Problem {
    /// A mention that is not open is closed.
    NoBegin { id: String, index: usize, token: u32, line: usize },
    /// The end line comes before the end of a mention.
    NoEnd,
}

/// Where the body of a document begins.
pub(super) struct Body<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) start: usize,
    pub(super) name: &'a [u8],
}

impl<'a> Body<'a> {
    /// Reads up to the end line, or the end of the file.
    pub(super) fn read(&self) -> Reading<'a> {
        let end = self.end();
        let mut reader = Reader::default();
        let stopped = reader.read_lines(self, end.unwrap_or(self.bytes.len()));
        let (problem, to_the_end) = match (stopped, end) {
            (Err(stop), _) => (Some(stop.problem), stop.at_last_line),
            (Ok(()), None) => (None, true),
            (Ok(()), Some(end)) => (reader.no_end(), !has_line_end(&self.bytes[end..])),
        };
        Reading {
            name: self.name,
            discarded: reader.discarded,
            entities: up_to_last_mention(reader.entities),
            problem,
            to_the_end,
        }
    }

    /// Where the end line begins: the first that holds `#`, blanks, `end document`.
    fn end(&self) -> Option<usize> {
        let body = &self.bytes[self.start..];
        let at = memmem::find_iter(body, b"end document").find(|&at| {
            let before = body[..at].iter().rev().find(|&&byte| !is_blank(byte));
            before == Some(&b'#')
        })?;
        let line = memrchr(b'\n', &body[..at]).map_or(0, |newline| newline + 1);
        Some(self.start + line)
    }

    /// The number of the line that begins at `start`, counted from 1.
    fn line_number(&self, start: usize) -> usize {
        memchr_iter(b'\n', &self.bytes[..start]).count() + 1
    }
}

fn has_line_end(bytes: &[u8]) -> bool {
    bytes.contains(&b'\n')
}

/// An entity while it is being read.
#[derive(Default)]
struct Entity {
    mentions: Vec<Span>,
    /// First tokens of mentions that are still open; the last opened is closed first.
    open: Vec<u32>,
}

/// The spans of each entity. Entities without a complete mention are dropped at the end of the list, and stay
/// empty elsewhere.
fn up_to_last_mention(entities: Vec<Entity>) -> Vec<Vec<Span>> {
    let mut spans: Vec<_> = entities.into_iter().map(|entity| entity.mentions).collect();
    while spans.last().is_some_and(Vec::is_empty) {
        spans.pop();
    }
    spans
}

/// Why reading stopped, and whether it was in a last line without a line end.
struct Stop {
    problem: Problem,
    at_last_line: bool,
}

/// The entities found so far, and the number of the next token.
#[derive(Default)]
struct Reader {
    token: u32,
    indices: FxHashMap<Vec<u8>, usize>,
    entities: Vec<Entity>,
    discarded: Vec<Vec<u8>>,
}

impl Reader {
    fn read_lines(&mut self, body: &Body, end: usize) -> Result<(), Stop> {
        let mut cell = Vec::new();
        let mut start = body.start;
        let line_ends = memchr_iter(b'\n', &body.bytes[start..end]).map(|at| body.start + at);
        for line_end in line_ends.chain([end]) {
            let line = &body.bytes[start..line_end];
            self.read_line(line, &mut cell).map_err(|no_begin| Stop {
                problem: no_begin.in_line(body.line_number(start)),
                at_last_line: line_end == body.bytes.len(),
            })?;
            start = (line_end + 1).min(end);
        }
        Ok(())
    }

    /// Reads a line; every line that is not blank is a token.
    fn read_line(&mut self, line: &[u8], cell: &mut Vec<u8>) -> Result<(), NoBegin> {
        if line.iter().all(|&byte| is_blank(byte)) {
            return Ok(());
        }
        let field = last_field(line);
        if memchr2(b'(', b')', field).is_some() {
            cell.clear();
            cell.extend_from_slice(field);
            scan(cell, &mut |bracket, id| self.take(bracket, id))?;
        }
        self.token = self.token.saturating_add(1);
        Ok(())
    }

    fn take(&mut self, bracket: Bracket, id: &[u8]) -> Result<(), NoBegin> {
        let token = self.token;
        match bracket {
            Bracket::Discarded => self.discarded.push(id.to_vec()),
            Bracket::Whole => self.entity(id).1.mentions.push((token, token)),
            Bracket::Open => self.entity(id).1.open.push(token),
            Bracket::Close => {
                let (index, entity) = self.entity(id);
                let id = || String::from_utf8_lossy(id).into_owned();
                let start = entity.open.pop();
                let start = start.ok_or_else(|| NoBegin { id: id(), index, token })?;
                entity.mentions.push((start, token));
            }
        }
        Ok(())
    }

    /// The entity of that id, and its index; ids are compared as text.
    fn entity(&mut self, id: &[u8]) -> (usize, &mut Entity) {
        let known = self.indices.get(id).copied();
        let index = known.unwrap_or_else(|| {
            self.indices.insert(id.to_vec(), self.entities.len());
            self.entities.push(Entity::default());
            self.entities.len() - 1
        });
        (index, &mut self.entities[index])
    }

    /// What is wrong at the end line if a mention is open.
    fn no_end(&self) -> Option<Problem> {
        let mut entities = self.entities.iter();
        let open = entities.any(|entity| !entity.open.is_empty());
        open.then_some(Problem::NoEnd)
    }
}

/// A bracket that closes a mention that was not open.
struct NoBegin {
    id: String,
    index: usize,
    token: u32,
}

impl NoBegin {
    fn in_line(self, line: usize) -> Problem {
        let Self { id, index, token } = self;
        Problem::NoBegin { id, index, token, line }
    }
}

/// The last field between TABs that is not empty.
fn last_field(line: &[u8]) -> &[u8] {
    let tabs = line.iter().rev().take_while(|&&byte| byte == b'\t');
    let line = &line[..line.len() - tabs.count()];
    memrchr(b'\t', line).map_or(line, |tab| &line[tab + 1..])
}

#[cfg(test)]
mod tests {
    use super::{Body, Problem, Reading};

    fn read(text: &str) -> Reading<'_> {
        let bytes = text.as_bytes();
        Body { bytes, start: 0, name: b"a" }.read()
    }

    #[test]
    fn blank_lines_are_no_tokens_and_comments_are() {
        let reading = read("(1\n\n \t\r\n# note\n1)\n#end document\n");
        assert_eq!(reading.entities, [[(0, 2)]]);
        assert!(!reading.to_the_end);
    }

    #[test]
    fn the_last_field_that_is_not_empty_is_read() {
        assert_eq!(read("(2)\t(1)\n").entities, [[(0, 0)]]);
        assert_eq!(read("x\t(1)\t\t\n").entities, [[(0, 0)]]);
        assert!(read("(1)\t \n").entities.is_empty());
        assert_eq!(read("(2) x (1)\n").entities.len(), 2);
    }

    #[test]
    fn the_last_opened_is_closed_first() {
        let reading = read("(1\n(1\n1)|(01)\n1)\n#end document");
        assert_eq!(reading.entities, [vec![(1, 2), (0, 3)], vec![(2, 2)]]);
        assert!(reading.to_the_end);
    }

    #[test]
    fn an_open_is_taken_before_a_close() {
        let reading = read("(5\n-\n5)|(5\n-\n5)\n");
        assert_eq!(reading.entities, [[(2, 2), (0, 4)]]);
    }

    #[test]
    fn a_close_without_an_open_stops_the_reading() {
        let reading = read("(2)\n\n1)\n(3)\n");
        let id = "1".to_owned();
        let expected = Problem::NoBegin { id, index: 1, token: 1, line: 3 };
        assert_eq!(reading.problem, Some(expected));
        assert!(!reading.to_the_end);
        assert!(read("1)").to_the_end);
    }

    #[test]
    fn an_open_mention_matters_only_at_an_end_line() {
        let reading = read("(1\nx # \tend document y\n");
        assert_eq!(reading.problem, Some(Problem::NoEnd));
        assert_eq!(read("(1\n(2)\n(3\n").entities, [vec![], vec![(1, 1)]]);
    }

    #[test]
    fn split_antecedents_are_passed_over() {
        let reading = read("(1+2)|(3)\n");
        assert_eq!(reading.discarded, [b"(1+2)"]);
        assert_eq!(reading.entities, [[(0, 0)]]);
    }
}
