//! Makes text from input files safe to show: names and words may contain control characters that affect a
//! terminal.

use std::borrow::Cow;
use std::fmt::Write;

/// The text with control characters, line separators and marks of writing direction escaped: `\u{1b}`, `\n`.
///
/// Such characters could move the cursor, colour the text after them, or show words in an order other than
/// the stored one.
#[must_use]
pub fn shown(text: &str) -> Cow<'_, str> {
    if !text.contains(is_obeyed) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for letter in text.chars() {
        match letter {
            '\t' | '\n' | '\r' => out.extend(letter.escape_default()),
            letter if is_obeyed(letter) => out.extend(letter.escape_unicode()),
            letter => out.push(letter),
        }
    }
    Cow::Owned(out)
}

/// JSON that is safe to show: what [`shown`] escapes is escaped as JSON, so its meaning for programs stays
/// the same.
#[must_use]
pub fn escaped_json(json: String) -> String {
    // line breaks are layout here: in strings, JSON has already escaped them and all other characters below a
    // blank
    let is_hidden = |letter: char| letter > ' ' && is_obeyed(letter);
    if !json.contains(is_hidden) {
        return json;
    }
    let mut out = String::with_capacity(json.len() + 8);
    for letter in json.chars() {
        if is_hidden(letter) {
            // writing to a string cannot fail
            let _ = write!(out, "\\u{:04x}", u32::from(letter));
        } else {
            out.push(letter);
        }
    }
    out
}

/// Whether a terminal may do something with a character other than show it.
fn is_obeyed(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::{escaped_json, shown};

    #[test]
    fn what_a_terminal_obeys_is_written_out() {
        assert_eq!(shown("\u{1b}]0;title\u{7}"), "\\u{1b}]0;title\\u{7}");
        assert_eq!(shown("ab\u{8}\u{202e}cd\u{9b}\n"), "ab\\u{8}\\u{202e}cd\\u{9b}\\n");
        assert!(matches!(shown("Zoë 北京 \u{5d0}"), std::borrow::Cow::Borrowed(_)));
    }

    #[test]
    fn json_says_the_same_when_it_is_safe_to_look_at() {
        let value = serde_json::json!({"name": "a\u{9b}\u{202e}\u{7f}b\u{1b}\n"});
        let text = escaped_json(serde_json::to_string_pretty(&value).unwrap());
        assert!(text.contains("\\u009b\\u202e\\u007f") && text.contains("{\n"), "{text}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).unwrap(), value);
    }
}
