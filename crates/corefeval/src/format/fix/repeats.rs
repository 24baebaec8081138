//! Mentions that an entity has twice: the same tokens, in brackets of the same number.

use super::brackets::{Brackets, Half, Placed};
use super::edits::Edit;

/// A mention that is removed, and the changes that remove it.
pub(super) struct Repeat {
    pub(super) edits: Vec<Edit>,
    /// How it is written.
    pub(super) text: String,
    /// Where it begins in the file.
    pub(super) at: usize,
}

/// The repeated mentions of a document. If a bracket has no partner, it is unknown which brackets belong together,
/// and the result is empty.
pub(super) fn repeated(document: &Brackets<'_>, bytes: &[u8]) -> Vec<Repeat> {
    let paired = document.paired();
    if !paired.alone.is_empty() {
        return Vec::new();
    }
    let mut mentions = paired.mentions;
    mentions.sort_by_key(place);
    let same = mentions.chunk_by(|one, other| place(one) == place(other));
    let mut repeats: Vec<Repeat> = same.flat_map(|same| all_but_one(same, bytes)).collect();
    repeats.sort_by_key(|repeat| repeat.at);
    repeats
}

/// The entity of a mention, its tokens, and whether it is written in one piece.
fn place<'a>([open, close]: &[Placed<'a>; 2]) -> (&'a [u8], usize, usize, bool) {
    (open.half.id, open.token, close.token, open.half.start == close.half.start)
}

/// Removes all opening brackets except the first, and all closing ones except the first, so that these two
/// belong together.
fn all_but_one(same: &[[Placed<'_>; 2]], bytes: &[u8]) -> Vec<Repeat> {
    let in_order = |half: usize| {
        let mut halves: Vec<_> = same.iter().map(|mention| mention[half].half).collect();
        halves.sort_by_key(|half| half.start);
        halves.into_iter().skip(1)
    };
    let text = |start: usize, end: usize| String::from_utf8_lossy(&bytes[start..end]).into_owned();
    let repeat = |(open, close): (Half<'_>, Half<'_>)| {
        let mut edits = vec![without(bytes, open.start, open.end)];
        let mut written = text(open.start, open.end);
        if close.start != open.start {
            edits.push(without(bytes, close.start, close.end));
            written = format!("{written} … {}", text(close.start, close.end));
        }
        Repeat { edits, text: written, at: open.start }
    };
    in_order(0).zip(in_order(1)).map(repeat).collect()
}

/// Removes a bracket that is not the first of its cell, with the bars before it.
fn without(bytes: &[u8], start: usize, end: usize) -> Edit {
    let bars = bytes[..start].iter().rev().take_while(|&&byte| byte == b'|').count();
    Edit::take(start - bars, end - start + bars)
}
