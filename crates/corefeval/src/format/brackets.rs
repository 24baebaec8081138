//! The `(7|(9)` notation in which several formats write where mentions begin and end.

/// One bracket of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bracket<'a> {
    /// `(7`: a mention begins here.
    Open(&'a [u8]),
    /// `7)`: a mention ends here.
    Close(&'a [u8]),
    /// `(7)`: a mention of one token.
    Single(&'a [u8]),
    /// `7`: no bracket at all. Some corpora mark the inside of mentions in this way.
    Bare(&'a [u8]),
}

/// The brackets of a cell from left to right, with the place of each; `|` between them is optional.
pub(crate) fn brackets(cell: &[u8]) -> impl Iterator<Item = (usize, Bracket<'_>)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        while cell.get(at) == Some(&b'|') {
            at += 1;
        }
        let start = at;
        let opens = *cell.get(at)? == b'(';
        let id_start = start + usize::from(opens);
        let id_length = cell[id_start..].iter().position(|byte| matches!(byte, b'(' | b')' | b'|'));
        let id_end = id_length.map_or(cell.len(), |length| id_start + length);
        let closes = cell.get(id_end) == Some(&b')');
        at = id_end + usize::from(closes);
        let id = &cell[id_start..id_end];
        let bracket = match (opens, closes) {
            (true, true) => Bracket::Single(id),
            (true, false) => Bracket::Open(id),
            (false, true) => Bracket::Close(id),
            (false, false) => Bracket::Bare(id),
        };
        Some((start, bracket))
    })
}

#[cfg(test)]
mod tests {
    use super::Bracket::{Bare, Close, Open, Single};
    use super::{Bracket, brackets};

    fn read(cell: &str) -> Vec<Bracket<'_>> {
        brackets(cell.as_bytes()).map(|(_, bracket)| bracket).collect()
    }

    #[test]
    fn bars_may_be_left_out() {
        assert_eq!(read("(3|(4)"), [Open(b"3"), Single(b"4")]);
        assert_eq!(read("(3(4)"), [Open(b"3"), Single(b"4")]);
        assert_eq!(read("(1(2)3)"), [Open(b"1"), Single(b"2"), Close(b"3")]);
    }

    #[test]
    fn what_closes_before_it_opens_is_read_in_that_order() {
        assert_eq!(read("5)|(5"), [Close(b"5"), Open(b"5")]);
    }

    #[test]
    fn ids_may_be_words() {
        assert_eq!(read("(person-1)|e2)"), [Single(b"person-1"), Close(b"e2")]);
    }

    #[test]
    fn an_id_without_brackets_is_told_apart() {
        assert_eq!(read("12|(7)"), [Bare(b"12"), Single(b"7")]);
    }
}
