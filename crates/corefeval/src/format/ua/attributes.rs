//! The attributes inside a bracket: `EntityID=1|MarkableID=m1|Min=2,3|ElementOf=4|SemType=do`.

use super::super::escape::unescape;
use super::SPECIAL;

/// Names and values in order; a name without `=` has an empty value.
pub(super) fn all(text: &[u8]) -> impl Iterator<Item = (&[u8], &[u8])> {
    let pieces = text.split(|&byte| byte == b'|').filter(|piece| !piece.is_empty());
    pieces.map(|piece| match memchr::memchr(b'=', piece) {
        Some(at) => (&piece[..at], &piece[at + 1..]),
        None => (piece, &piece[piece.len()..]),
    })
}

/// The value of an attribute; empty if it is missing.
pub(super) fn value<'a>(text: &'a [u8], name: &str) -> &'a [u8] {
    all(text).find(|(other, _)| *other == name.as_bytes()).map_or(b"", |(_, value)| value)
}

/// A value as text.
pub(super) fn text(value: &[u8]) -> String {
    unescape(&String::from_utf8_lossy(value), SPECIAL)
}

#[cfg(test)]
mod tests {
    use super::{all, text, value};

    #[test]
    fn attributes_have_names_and_values() {
        let attributes = b"EntityID=1|SemType=do|odd";
        assert_eq!(value(attributes, "SemType"), b"do");
        assert_eq!(value(attributes, "Min"), b"");
        assert_eq!(all(attributes).count(), 3);
        assert_eq!(text(b"a%7Cb%2D"), "a|b%2D");
    }
}
