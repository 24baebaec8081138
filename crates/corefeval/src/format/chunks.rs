//! Cells in which brackets hold more than an id: `(e1-person-1-`, `(EntityID=7|MarkableID=m3)`, `e1)`, `)`.

/// A piece of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Chunk<'a> {
    /// `(e1-person-1-`: a mention, or a part of one, begins here.
    Open(&'a [u8]),
    /// `(e1-person-1-)`: it begins and ends here.
    Single(&'a [u8]),
    /// `e1)`, or only `)`: it ends here.
    Close(&'a [u8]),
    /// Anything else.
    Stray(&'a [u8]),
}

/// The pieces from left to right, each with its place.
pub(super) fn chunks(value: &[u8]) -> impl Iterator<Item = (usize, Chunk<'_>)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at;
        let opens = *value.get(at)? == b'(';
        let text_start = start + usize::from(opens);
        let length = value[text_start..].iter().position(|&byte| byte == b'(' || byte == b')');
        let text_end = length.map_or(value.len(), |length| text_start + length);
        let closes = value.get(text_end) == Some(&b')');
        at = text_end + usize::from(closes);
        let text = &value[text_start..text_end];
        let chunk = match (opens, closes) {
            (true, true) => Chunk::Single(text),
            (true, false) => Chunk::Open(text),
            (false, true) => Chunk::Close(text),
            (false, false) => Chunk::Stray(text),
        };
        Some((start, chunk))
    })
}

#[cfg(test)]
mod tests {
    use super::Chunk::{Close, Open, Single, Stray};
    use super::{Chunk, chunks};

    fn read(value: &str) -> Vec<Chunk<'_>> {
        chunks(value.as_bytes()).map(|(_, chunk)| chunk).collect()
    }

    #[test]
    fn brackets_need_nothing_between_them() {
        assert_eq!(
            read("e4)e1)(e7-x-1-)(e8-"),
            [Close(b"e4"), Close(b"e1"), Single(b"e7-x-1-"), Open(b"e8-")]
        );
        assert_eq!(read("(e9--3-(e1--1-)"), [Open(b"e9--3-"), Single(b"e1--1-")]);
    }

    #[test]
    fn text_without_brackets_is_told_apart() {
        assert_eq!(read("zzz(e1-)"), [Stray(b"zzz"), Single(b"e1-")]);
        assert_eq!(read("(e1-)zzz"), [Single(b"e1-"), Stray(b"zzz")]);
        assert_eq!(read(")"), [Close(b"")]);
    }
}
