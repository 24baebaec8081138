//! Recognises text that is not UTF-8 by its first bytes.

/// The encoding of a text, by its name in `iconv`, if it has two or four bytes for each character.
pub(crate) fn wide(start: &[u8]) -> Option<&'static str> {
    match start {
        [0xff, 0xfe, 0, 0, ..] | [0, 0, 0xfe, 0xff, ..] => Some("utf-32"),
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => Some("utf-16"),
        // without a byte order mark, the encoding is recognised by the zero bytes of the first characters,
        // mostly ASCII
        [1..=255, 0, 0, 0, 1..=255, 0, 0, 0, ..] => Some("utf-32le"),
        [0, 0, 0, 1..=255, 0, 0, 0, 1..=255, ..] => Some("utf-32be"),
        [1..=255, 0, 1..=255, 0, 1..=255, 0, 1..=255, 0, ..] => Some("utf-16le"),
        [0, 1..=255, 0, 1..=255, 0, 1..=255, 0, 1..=255, ..] => Some("utf-16be"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::wide;

    #[test]
    fn text_in_wide_characters_is_known_with_and_without_a_mark() {
        let two = |to: fn(u16) -> [u8; 2], mark: &str| -> Vec<u8> {
            format!("{mark}#begin").encode_utf16().flat_map(to).collect()
        };
        let four = |to: fn(u32) -> [u8; 4], mark: &str| -> Vec<u8> {
            format!("{mark}#begin").chars().map(u32::from).flat_map(to).collect()
        };
        let mark = "\u{feff}";
        assert_eq!(wide(&two(u16::to_le_bytes, mark)), Some("utf-16"));
        assert_eq!(wide(&two(u16::to_be_bytes, mark)), Some("utf-16"));
        assert_eq!(wide(&two(u16::to_le_bytes, "")), Some("utf-16le"));
        assert_eq!(wide(&two(u16::to_be_bytes, "")), Some("utf-16be"));
        assert_eq!(wide(&four(u32::to_le_bytes, mark)), Some("utf-32"));
        assert_eq!(wide(&four(u32::to_be_bytes, mark)), Some("utf-32"));
        assert_eq!(wide(&four(u32::to_le_bytes, "")), Some("utf-32le"));
        assert_eq!(wide(&four(u32::to_be_bytes, "")), Some("utf-32be"));
    }

    #[test]
    fn other_text_is_not() {
        for start in ["", "a", "#begin document", "\u{feff}#begin", "a\0b\0c", "\0\0\0\0\0\0\0\0"] {
            assert_eq!(wide(start.as_bytes()), None, "{start:?}");
        }
    }
}
