//! Characters that would be read as brackets or separators are escaped as `%28` and so on.

/// The text with the characters in `special` and ASCII control characters escaped.
pub(super) fn escape(text: &str, special: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for (at, character) in text.char_indices() {
        let looks_escaped = character == '%' && escaped_character(&text[at..], special).is_some();
        if is_special(character, special) || looks_escaped {
            escaped.push_str(&format!("%{:02X}", u32::from(character)));
        } else {
            escaped.push(character);
        }
    }
    escaped
}

/// The text without escapes of the characters in `special`; other escapes stay as they are.
pub(super) fn unescape(text: &str, special: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('%') {
        plain.push_str(&rest[..at]);
        rest = &rest[at..];
        match escaped_character(rest, special) {
            Some(character) => {
                plain.push(character);
                rest = &rest[3..];
            }
            None => {
                plain.push('%');
                rest = &rest[1..];
            }
        }
    }
    plain + rest
}

/// The character that is escaped at the start of a text, if it is one of `special` or `%`.
fn escaped_character(text: &str, special: &str) -> Option<char> {
    let digits = text.strip_prefix('%')?.get(..2)?;
    let code = u8::from_str_radix(digits, 16).ok()?;
    let character = char::from(code);
    (character == '%' || is_special(character, special)).then_some(character)
}

fn is_special(character: char, special: &str) -> bool {
    special.contains(character) || character.is_ascii_control()
}

#[cfg(test)]
mod tests {
    use super::{escape, unescape};
    use proptest::prelude::*;

    #[test]
    fn what_needs_no_escape_is_left_alone() {
        assert_eq!(escape("e5%3D", "-()|"), "e5%3D");
        assert_eq!(escape("person-1", "-"), "person%2D1");
        assert_eq!(unescape("%2D%28%zz%", "-()|"), "-(%zz%");
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]
        #[test]
        fn unescaping_gives_back_what_was_escaped(text in "[-%()|025D8 a\t\u{c}]{0,12}") {
            prop_assert_eq!(unescape(&escape(&text, "-()|\t "), "-()|\t "), text);
        }
    }
}
