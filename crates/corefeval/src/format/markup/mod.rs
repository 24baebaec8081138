//! Plain text with mentions marked in line, as language models are asked to write it.
//!
//! ```text
//! # doc bc/cctv_0001
//! [Mary]{1} saw [[her]{1} dog]{2}.
//! [Mary](#1) saw [[her](#1) dog](#2).
//! <e id="1">Mary</e> saw <e id="2"><e id="1">her</e> dog</e>.
//! ```
//!
//! A backslash before `[`, `]`, `<`, `#` or another backslash makes it text. A bracket without an id after it
//! is text too. Documents begin at lines `# doc NAME`; without one, the file is a document. A line `#
//! tokenised` means that tokens are separated by blanks; without it, this is assumed if punctuation marks
//! have blanks around them. Otherwise the text is split into words and punctuation marks.

mod marks;
mod write;

use marks::Marks;

use super::draft::Draft;
use super::gate::Writer;
use super::running_text::{Fit, RunningText, is_tokenised};
use super::{Block, Format, Likeness, Problem, Reading};
use crate::document::{Detail, Name, Wanted};

/// Mentions in brackets or tags in running text.
pub const MARKUP: Format = Format {
    name: "markup",
    title: "text with mentions in brackets or tags",
    extensions: &["markup"],
    companion: None,
    by_lines: false,
    looks_like,
    describe,
    next_document,
    read,
    pieces: None,
    write: Some(Writer { limits: write::LIMITS, heads: false, minimums: false, write: write::write }),
};

const HEADER: &str = "# doc ";
const TOKENISED: &str = "# tokenised";

fn looks_like(start: &[u8]) -> Likeness {
    let text = String::from_utf8_lossy(start);
    let text = text.trim_start();
    match Marks::find(text).pairs.len() {
        // tags in XML files are not marks in a text
        _ if text.starts_with("<?") || text.starts_with("<!") => Likeness::No,
        _ if text.starts_with(HEADER) && said_tokenised(text) => Likeness::Sure,
        0 => Likeness::ByName,
        1 if !text.starts_with(HEADER) => Likeness::Maybe,
        _ => Likeness::Sure,
    }
}

/// Whether the second line declares that the text is tokenised.
fn said_tokenised(text: &str) -> bool {
    text.lines().nth(1).is_some_and(|line| line.starts_with(TOKENISED))
}

fn describe(start: &[u8]) -> String {
    let text = String::from_utf8_lossy(start);
    let first = pieces(&text).find(|piece| !piece.body.trim().is_empty());
    let cut = match first {
        Some(piece) if piece.is_tokenised() => "at blanks",
        _ => "into words and punctuation marks",
    };
    format!("mentions marked inline, text tokenised {cut}")
}

fn next_document(bytes: &[u8]) -> Option<usize> {
    let newline_and_header = [b"\n", HEADER.as_bytes()].concat();
    memchr::memmem::find(bytes, &newline_and_header).map(|newline| newline + 1)
}

fn read(block: &Block<'_>, wanted: Wanted) -> Reading {
    let text = String::from_utf8_lossy(block.bytes);
    let mut reading = Reading { lines: text.lines().count() as u64, ..Reading::default() };
    for piece in pieces(&text) {
        if piece.name.is_none() && piece.body.trim().is_empty() {
            continue;
        }
        let draft = match piece.name {
            Some(name) => Draft::new(Name::parse(name), wanted),
            None => Draft::unnamed(Name::plain(block.file_stem), wanted),
        };
        piece.read(draft, &mut reading);
    }
    reading
}

/// A document as it is in the file.
struct Piece<'a> {
    name: Option<&'a str>,
    body: &'a str,
    /// How many lines come before the body.
    lines_before: u64,
    said_tokenised: bool,
}

/// The documents of a text; text before the first header is a document without a name.
fn pieces(text: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = Some(text);
    let mut lines = 0;
    std::iter::from_fn(move || {
        let text = rest?;
        let mut body_start = 0;
        let name = text.strip_prefix(HEADER).map(|after| {
            let name = after.lines().next().unwrap_or("");
            body_start = line_end(text, 0);
            name.trim()
        });
        let said_tokenised = text[body_start..].starts_with(TOKENISED);
        if said_tokenised {
            body_start = line_end(text, body_start);
        }
        let end = next_document(&text.as_bytes()[body_start.saturating_sub(1)..])
            .map_or(text.len(), |next| body_start.saturating_sub(1) + next);
        rest = (end < text.len()).then(|| &text[end..]);
        let head_lines = text[..body_start].matches('\n').count() as u64;
        let piece =
            Piece { name, body: &text[body_start..end], lines_before: lines + head_lines, said_tokenised };
        lines += text[..end].matches('\n').count() as u64;
        Some(piece)
    })
}

/// Where the line that begins at `start` ends, its line end included.
fn line_end(text: &str, start: usize) -> usize {
    text[start..].find('\n').map_or(text.len(), |newline| start + newline + 1)
}

impl Piece<'_> {
    fn is_tokenised(&self) -> bool {
        self.said_tokenised || is_tokenised(&Marks::find(self.body).strip(self.body).text)
    }

    fn read(&self, mut draft: Draft, reading: &mut Reading) {
        let (marks, newlines) = (Marks::find(self.body), self.newlines());
        let placed = |problem: Problem, at: usize| self.placed(&newlines, problem, at);
        for fault in &marks.faults {
            reading.problems.push(placed(fault.problem(), fault.at));
        }
        let stripped = marks.strip(self.body);
        let cut = if self.said_tokenised { RunningText::at_blanks } else { RunningText::judged };
        let text = cut(stripped.text);
        text.fill(&mut draft.document, draft.wanted);
        for (mark, (start, end)) in marks.pairs.iter().zip(stripped.ranges) {
            let at = mark.open.start;
            let Some((span, fit)) = text.span(start, end) else {
                let problem =
                    Problem::error("empty-mention", 0, format!("a mention of {} without words", mark.id));
                reading.problems.push(placed(problem, at).hint("mark the words of the mention"));
                continue;
            };
            if fit == Fit::Widened {
                let message =
                    format!("a mention of {} begins or ends inside a token; it is widened", mark.id);
                reading.problems.push(placed(Problem::warning("widened-mention", 0, message), at));
            }
            let entity = draft.entity(mark.id);
            draft.set_kind(entity, mark.kind);
            draft.mention(&[span], entity, Detail::default(), self.line(&newlines, mark.close.start));
        }
        draft.finish_into(reading);
    }

    /// Where each line of the body ends.
    fn newlines(&self) -> Vec<usize> {
        memchr::memchr_iter(b'\n', self.body.as_bytes()).collect()
    }

    fn line(&self, newlines: &[usize], at: usize) -> u64 {
        self.lines_before + 1 + newlines.partition_point(|&newline| newline < at) as u64
    }

    fn placed(&self, newlines: &[usize], problem: Problem, at: usize) -> Problem {
        let before = newlines.partition_point(|&newline| newline < at);
        let start = before.checked_sub(1).map_or(0, |line| newlines[line] + 1);
        let end = newlines.get(before).copied().unwrap_or(self.body.len());
        Problem {
            line: self.line(newlines, at),
            ..problem.at(&self.body.as_bytes()[start..end], at - start, 1)
        }
    }
}

#[cfg(test)]
mod tests;
