//! A file with its last column written anew, all else left as it is.

use super::super::brackets::{Bracket, brackets};
use super::super::fix::brackets::{Half, Kind, Line};
use super::super::lines;
use super::super::places::offset;
use super::header;
use super::layout::Layout;
use super::write::coreference_cells;
use crate::document::Document;

/// The same file with the coreference of these documents, which are its own in order.
pub(crate) fn with_coreference(bytes: &[u8], documents: &[Document]) -> Vec<u8> {
    let layout = Layout::detect(bytes);
    let mut cells = documents.iter().map(coreference_cells);
    let mut current = Vec::new().into_iter();
    let mut out = Vec::with_capacity(bytes.len());
    let mut inside = false;
    for line in lines::every(bytes) {
        // rows outside any document are a document too
        if header::begins(line).is_some() || (is_row(line, &layout) && !inside) {
            current = cells.next().unwrap_or_default().into_iter();
            inside = true;
        }
        inside &= !header::ends(line);
        let cell = if is_row(line, &layout) { current.next() } else { None };
        match cell {
            Some(cell) => {
                let (at, _) = layout.separator.last_cell(line);
                out.extend_from_slice(&line[..at]);
                out.extend_from_slice(cell.as_bytes());
            }
            None => out.extend_from_slice(line),
        }
        out.push(b'\n');
    }
    out
}

fn is_row(line: &[u8], layout: &Layout) -> bool {
    match line.first() {
        Some(b'#') => !is_mark(line) && layout.is_row(line),
        _ => line.iter().any(|&byte| byte > b' '),
    }
}

/// Whether a line begins or ends a document.
fn is_mark(line: &[u8]) -> bool {
    header::begins(line).is_some() || header::ends(line)
}

/// The brackets of a file, line by line.
pub(crate) fn halves(bytes: &[u8]) -> impl Iterator<Item = Line<'_>> {
    let layout = Layout::detect(bytes);
    lines::every(bytes).filter_map(move |line| {
        if is_mark(line) {
            return Some(Line::Border);
        }
        if !is_row(line, &layout) {
            return (!line.starts_with(b"#")).then_some(Line::Break);
        }
        let (_, cell) = layout.separator.last_cell(line);
        Some(Line::Token(brackets(cell).map(|(_, bracket)| half(bytes, bracket)).collect()))
    })
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
