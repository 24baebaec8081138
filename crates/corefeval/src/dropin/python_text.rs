//! Text as the Python scorers read it: UTF-8, any line end, columns between any blanks.

use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory};

/// A line, and whether a line end follows it: only the last line of a file may lack one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// Its text, without the line end.
    pub text: &'a str,
    /// Whether it has a line end.
    pub ended: bool,
}

impl Line<'_> {
    /// The line as Python keeps it: whatever the line end was, it is now a line feed.
    #[must_use]
    pub fn with_end(&self) -> String {
        format!("{}{}", self.text, if self.ended { "\n" } else { "" })
    }

    /// Whether there is nothing on it but blanks.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        self.text.chars().all(is_blank)
    }
}

/// What Python counts as digits beside decimal digits: raised, lowered, ringed and the like.
const OTHER_DIGITS: [(char, char); 20] = [
    ('\u{b2}', '\u{b3}'),
    ('\u{b9}', '\u{b9}'),
    ('\u{1369}', '\u{1371}'),
    ('\u{19da}', '\u{19da}'),
    ('\u{2070}', '\u{2070}'),
    ('\u{2074}', '\u{2079}'),
    ('\u{2080}', '\u{2089}'),
    ('\u{2460}', '\u{2468}'),
    ('\u{2474}', '\u{247c}'),
    ('\u{2488}', '\u{2490}'),
    ('\u{24ea}', '\u{24ea}'),
    ('\u{24f5}', '\u{24fd}'),
    ('\u{24ff}', '\u{24ff}'),
    ('\u{2776}', '\u{277e}'),
    ('\u{2780}', '\u{2788}'),
    ('\u{278a}', '\u{2792}'),
    ('\u{10a40}', '\u{10a43}'),
    ('\u{10e60}', '\u{10e68}'),
    ('\u{11052}', '\u{1105a}'),
    ('\u{1f100}', '\u{1f10a}'),
];

/// The text of a file, or where it stops being UTF-8.
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

/// Whether Python takes a character for a letter: not a vowel sign, a number such as `〇` or a ringed letter.
#[must_use]
pub fn is_letter(character: char) -> bool {
    character.is_alphabetic() && character.general_category_group() == GeneralCategoryGroup::Letter
}

/// Whether Python takes a character for a digit: not a fraction, nor a number such as `〇`.
#[must_use]
pub fn is_digit(character: char) -> bool {
    is_decimal(character) || OTHER_DIGITS.iter().any(|&(first, last)| (first..=last).contains(&character))
}

fn is_decimal(character: char) -> bool {
    character.general_category() == GeneralCategory::DecimalNumber
}

/// A decimal digit of any script as one of ASCII: in Unicode they stand in rows that begin with a zero.
#[must_use]
pub fn decimal(digit: char) -> Option<char> {
    let row = ('\0'..=digit).rev().take_while(|&character| is_decimal(character)).count();
    char::from_digit((row.checked_sub(1)? % 10) as u32, 10)
}

/// Python also counts the four information separators of ASCII as blanks.
fn is_blank(character: char) -> bool {
    character.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&character)
}

#[cfg(test)]
mod tests {
    use super::{Line, columns, decimal, decoded, is_digit, is_letter, lines};

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
    fn letters_and_digits_are_those_of_python() {
        assert!("aªʰ一々ǅस".chars().all(is_letter));
        assert!(!"7²Ⅳ〇Ⓐ\u{5b4}\u{947}".chars().any(is_letter));
        assert!("7²①٣๓𝟘".chars().all(is_digit));
        assert!(!"x½Ⅳ〇一㊀".chars().any(is_digit));
        assert_eq!(
            "90٣๓𝟘𝟡𝟬²x".chars().map(decimal).map(|d| d.unwrap_or('-')).collect::<String>(),
            "9033090--"
        );
    }

    #[test]
    fn what_is_not_utf8_is_found_by_its_line() {
        assert_eq!(
            decoded(b"ok\n\xff").unwrap_err(),
            "line 2 is not UTF-8; convert the file, for example with iconv"
        );
    }
}
