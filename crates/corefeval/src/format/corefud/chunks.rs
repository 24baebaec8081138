//! The value of `Entity=`, cut into the pieces that open and close mentions.

use super::row::number;

/// A piece of the value of `Entity=`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Chunk<'a> {
    /// `(e1-person-1-`: a mention, or a part of one, begins here.
    Open(&'a [u8]),
    /// `(e1-person-1-)`: it begins and ends here.
    Single(&'a [u8]),
    /// `e1)`: it ends here.
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

/// Which part of a mention a bracket is about: 1 of 1 unless the mention has gaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) number: u32,
    pub(super) of: u32,
}

impl Part {
    pub(super) const WHOLE: Self = Self { number: 1, of: 1 };
}

/// Cuts `e5[1/3]` into id and part; the part is `None` when it makes no sense.
pub(super) fn id_and_part(id: &[u8]) -> (&[u8], Option<Part>) {
    let Some(inner) = id.strip_suffix(b"]") else {
        return (id, Some(Part::WHOLE));
    };
    let Some(bracket) = memchr::memrchr(b'[', inner) else {
        return (id, Some(Part::WHOLE));
    };
    let mut numbers = inner[bracket + 1..].splitn(2, |&byte| byte == b'/').map(number);
    let part = match (numbers.next().flatten(), numbers.next().flatten()) {
        (Some(number), Some(of)) if 1 <= number && number <= of => Some(Part { number, of }),
        _ => None,
    };
    (&id[..bracket], part)
}

#[cfg(test)]
mod tests {
    use super::Chunk::{Close, Open, Single, Stray};
    use super::{Chunk, Part, chunks, id_and_part};

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

    #[test]
    fn parts_are_numbered() {
        assert_eq!(id_and_part(b"e5[2/3]"), (&b"e5"[..], Some(Part { number: 2, of: 3 })));
        assert_eq!(id_and_part(b"e5"), (&b"e5"[..], Some(Part::WHOLE)));
        for odd in ["e5[3/2]", "e5[0/2]", "e5[x]", "e5[1/2/3]"] {
            assert_eq!(id_and_part(odd.as_bytes()), (&b"e5"[..], None), "{odd}");
        }
    }
}
