//! The brackets of a file, line by line, for repairs.

use super::super::chunks::{Chunk, chunks};
use super::super::conllu::comment::Comment;
use super::super::conllu::row::{self, Id};
use super::super::fix::brackets::{Half, Kind, Line};
use super::super::places::offset;
use super::fields::Fields;

/// Where documents and sentences end, and the brackets of every token.
pub(crate) fn halves(bytes: &[u8]) -> impl Iterator<Item = Line<'_>> {
    let fields = Fields::first(bytes).unwrap_or_else(Fields::usual);
    row::lines(bytes).filter_map(move |line| match line {
        b"" => Some(Line::Break),
        [b'#', ..] => {
            matches!(Comment::of(line), Comment::Document(_)).then(|| Line::Begin(offset(bytes, line)))
        }
        _ if matches!(Id::of(line), Id::Range) => None,
        _ => Some(Line::Token(of_row(bytes, line, &fields))),
    })
}

fn of_row<'a>(bytes: &[u8], line: &'a [u8], fields: &Fields) -> Vec<Half<'a>> {
    let last = line.rsplit(|&byte| byte == b'\t').next().unwrap_or(b"");
    let values = last.split(|&byte| byte == b'|').filter_map(|item| item.strip_prefix(b"Entity="));
    values.flat_map(chunks).filter_map(|(_, chunk)| half(bytes, chunk, fields)).collect()
}

fn half<'a>(bytes: &[u8], chunk: Chunk<'a>, fields: &Fields) -> Option<Half<'a>> {
    let (kind, text, before, after) = match chunk {
        Chunk::Open(text) => (Kind::Open, text, 1, 0),
        Chunk::Close(text) => (Kind::Close, text, 0, 1),
        Chunk::Single(text) => (Kind::Whole, text, 1, 1),
        Chunk::Stray(_) => return None,
    };
    let id = if kind == Kind::Close { text } else { fields.id_of(text) };
    let at = offset(bytes, text);
    Some(Half { kind, id, start: at - before, end: at + text.len() + after })
}
