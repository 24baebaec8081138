//! Text as the Python scorers read it: UTF-8, any line end, columns separated by any blanks.

pub use crate::matching::python_characters::{decimal, is_digit, is_letter};

/// A line, and whether a line end follows it: only the last line of a file may lack one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// Its text, without the line end.
    pub text: &'a str,
    /// Whether it has a line end.
    pub ended: bool,
}

impl Line<'_> {
    /// The line as Python stores it: any line end becomes a line feed.
    #[must_use]
    pub fn with_end(&self) -> String {
        format!("{}{}", self.text, if self.ended { "\n" } else { "" })
    }

    /// Whether it contains only blanks.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        self.text.chars().all(is_blank)
    }
}

/// The text of a file, or where it is not valid UTF-8.
pub fn decoded(bytes: &[u8]) -> Result<&str, String> {
    std::str::from_utf8(bytes).map_err(|error| {
        let before = &bytes[..error.valid_up_to()];
        let line = memchr::memchr_iter(b'\n', before).count() + 1;
        format!("line {line} is not UTF-8; convert the file, for example with iconv")
    })
}

/// The lines of a text, whether they end in a line feed, a carriage return or both.
pub fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let end = memchr::memchr2(b'\n', b'\r', rest.as_bytes());
        let (line, after) = match end {
            Some(end) => (Line { text: &rest[..end], ended: true }, after_line_end(&rest[end..])),
            None if rest.is_empty() => return None,
            None => (Line { text: rest, ended: false }, ""),
        };
        rest = after;
        Some(line)
    })
}

fn after_line_end(text: &str) -> &str {
    text.strip_prefix("\r\n").unwrap_or(&text[1..])
}

/// The columns of a line.
pub fn columns(line: &str) -> impl DoubleEndedIterator<Item = &str> {
    line.split(is_blank).filter(|column| !column.is_empty())
}

/// A text without the blanks around it.
#[must_use]
pub fn stripped(text: &str) -> &str {
    text.trim_matches(is_blank)
}

/// Whether Python counts a character as a blank; it also counts the four information separators of ASCII.
fn is_blank(character: char) -> bool {
    character.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&character)
}

#[cfg(test)]
mod tests {
    use super::{Line, columns, decoded, lines};

    #[test]
    fn every_kind_of_line_end_ends_a_line() {
        let expected = [("a", true), ("b", true), ("", true), ("c", false)];
        let expected: Vec<Line> = expected.iter().map(|&(text, ended)| Line { text, ended }).collect();
        assert_eq!(lines("a\r\nb\r\rc").collect::<Vec<_>>(), expected);
        assert_eq!(lines("").count(), 0);
    }

    #[test]
    fn columns_stand_between_any_blanks() {
        assert_eq!(columns(" a\t\u{a0}b\u{1f}c ").collect::<Vec<_>>(), ["a", "b", "c"]);
    }

    #[test]
    fn what_is_not_utf8_is_found_by_its_line() {
        assert_eq!(
            decoded(b"ok\n\xff").unwrap_err(),
            "line 2 is not UTF-8; convert the file, for example with iconv"
        );
    }
}
