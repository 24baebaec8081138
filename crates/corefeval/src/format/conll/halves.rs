//! The brackets of a file, line by line, for repairs.

use super::super::brackets::{Bracket, brackets};
use super::super::fix::brackets::{Half, Kind, Line};
use super::super::lines;
use super::super::places::offset;
use super::header;
use super::layout::Layout;

/// Where documents and sentences end, and the brackets of every token.
pub(crate) fn halves(bytes: &[u8]) -> impl Iterator<Item = Line<'_>> {
    let layout = Layout::detect(bytes);
    lines::every(bytes).filter_map(move |line| {
        if header::begins(line).is_some() {
            return Some(Line::Begin(offset(bytes, line)));
        }
        if header::ends(line) {
            return Some(Line::End);
        }
        if !is_row(line, &layout) {
            return (!line.starts_with(b"#")).then_some(Line::Break);
        }
        let (_, cell) = layout.separator.last_cell(line);
        Some(Line::Token(brackets(cell).map(|(_, bracket)| half(bytes, bracket)).collect()))
    })
}

/// Whether a line is the row of a token; lines that begin or end a document are handled before.
fn is_row(line: &[u8], layout: &Layout) -> bool {
    match line.first() {
        Some(b'#') => layout.is_row(line),
        _ => line.iter().any(|&byte| byte > b' '),
    }
}

fn half<'a>(bytes: &[u8], bracket: Bracket<'a>) -> Half<'a> {
    let (kind, id, before, after) = match bracket {
        Bracket::Open(id) => (Kind::Open, id, 1, 0),
        Bracket::Close(id) => (Kind::Close, id, 0, 1),
        Bracket::Single(id) => (Kind::Whole, id, 1, 1),
        Bracket::Bare(id) => (Kind::Bare, id, 0, 0),
    };
    let at = offset(bytes, id);
    Half { kind, id, start: at - before, end: at + id.len() + after }
}
