//! Converts a sentence to pieces of text with brackets around mentions, which may be nested, cross each
//! other, or have gaps.
//!
//! ```text
//! [the [harbour]2 board]1     a mention inside another: the number follows the bracket that closes it
//! [1: a [2: b]1 c]2           mentions that cross: the number also follows the bracket that opens them
//! [look]3… it …[up]3          a mention with a gap: the dots are on the side of the gap
//! ```

use super::{Line, Mark};
use crate::document::Span;
use crate::report::shown;

/// The style of a piece of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    /// A word outside of all mentions.
    Plain,
    /// A word of an entity.
    Word(Colour),
    /// A bracket or number of an entity.
    Bracket(Colour),
    /// A sign that something is wrong.
    Sign,
    /// Less important text.
    Faint,
}

/// The number of an entity, from 1; 0 if it has letters.
pub(super) type Colour = u32;

/// A piece of text with one style.
pub(super) type Piece = (Look, String);

/// A part of a mention that is shown.
#[derive(Clone, Copy)]
struct Part<'m> {
    mark: &'m Mark,
    span: Span,
    is_first: bool,
    is_last: bool,
}

/// The tokens of a sentence as cells; lines are broken only between cells.
pub(super) fn cells(line: &Line<'_>, sentence: usize) -> Vec<Vec<Piece>> {
    let tokens = line.sentences[sentence];
    let parts = parts(line, sentence);
    let crossing = crossing(&parts);
    let mut cells = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut next = 0;
    for token in tokens.start..tokens.end {
        let mut cell: Vec<Piece> = Vec::new();
        while let Some(part) = parts.get(next).filter(|part| part.span.start.max(tokens.start) <= token) {
            if part.span.start == token {
                cell.extend(part.opening(line, crossing[next] || part.span.end > tokens.end));
            }
            open.push(next);
            next += 1;
        }
        let innermost = open.iter().map(|place| parts[*place]).min_by_key(|part| part.span.len());
        let look = innermost.map_or(Look::Plain, |part| Look::Word(colour(line, part.mark)));
        cell.push((look, shown(&line.word(token)).into_owned()));
        for place in closed(&parts, &mut open, token) {
            cell.extend(parts[place].closing(line));
        }
        cells.push(cell);
    }
    cells
}

/// The parts that are in a sentence, in the order in which they are opened; of parts that begin together, the
/// longest is first.
fn parts<'m>(line: &'m Line<'_>, sentence: usize) -> Vec<Part<'m>> {
    let tokens = line.sentences[sentence];
    let mut parts = Vec::new();
    for mark in
        line.by_sentence[sentence].iter().map(|place| &line.marks[*place]).filter(|mark| mark.is_shown)
    {
        let last = mark.parts.len().saturating_sub(1);
        for (place, span) in mark.parts.iter().enumerate() {
            if !span.is_empty() && span.start < tokens.end && span.end > tokens.start {
                parts.push(Part { mark, span: *span, is_first: place == 0, is_last: place == last });
            }
        }
    }
    parts.sort_by_key(|part| (part.span.start, std::cmp::Reverse(part.span.end)));
    parts
}

/// Removes and returns the open parts that end with a token, the last opened first.
fn closed(parts: &[Part<'_>], open: &mut Vec<usize>, token: u32) -> Vec<usize> {
    let ends = |place: &usize| parts[*place].span.end == token + 1;
    let mut closed: Vec<usize> = open.iter().copied().filter(ends).collect();
    open.retain(|place| !ends(place));
    closed.reverse();
    closed
}

/// Whether each part crosses another.
fn crossing(parts: &[Part<'_>]) -> Vec<bool> {
    let mut crossing = vec![false; parts.len()];
    let mut open: Vec<usize> = Vec::new();
    for (place, part) in parts.iter().enumerate() {
        open.retain(|before| parts[*before].span.end > part.span.start);
        for &before in &open {
            if parts[before].span.start < part.span.start && parts[before].span.end < part.span.end {
                crossing[before] = true;
                crossing[place] = true;
            }
        }
        open.push(place);
    }
    crossing
}

impl Part<'_> {
    fn opening(&self, line: &Line<'_>, numbered: bool) -> Vec<Piece> {
        let sign = self.mark.sign.filter(|_| self.is_first).map(|sign| (Look::Sign, sign.to_owned()));
        let gap = if self.is_first { "" } else { "…" };
        let number =
            if numbered { format!("{}: ", line.names[self.mark.entity as usize]) } else { String::new() };
        let bracket = (Look::Bracket(colour(line, self.mark)), format!("{gap}[{number}"));
        sign.into_iter().chain([bracket]).collect()
    }

    fn closing(&self, line: &Line<'_>) -> Vec<Piece> {
        let gap = if self.is_last { "" } else { "…" };
        let text = format!("]{}{gap}", line.names[self.mark.entity as usize]);
        vec![(Look::Bracket(colour(line, self.mark)), text)]
    }
}

fn colour(line: &Line<'_>, mark: &Mark) -> Colour {
    line.names[mark.entity as usize].parse().unwrap_or(0)
}
