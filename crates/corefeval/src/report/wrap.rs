//! Breaks text into lines of a terminal, on which some letters take two columns and some none.

use unicode_width::UnicodeWidthStr;

/// Where a line may end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Breaks {
    /// Only at blanks; a word that is too long makes a line too long but can be copied as a whole.
    Blanks,
    /// At blanks, after punctuation, and anywhere in a word if there is no other place.
    Anywhere,
}

/// A line may end after these characters, so names of files and signatures are broken between their parts.
const PUNCTUATION: [char; 9] = ['|', '+', ',', ';', '/', '-', '_', ':', '.'];

/// The lines of a text; at least one.
pub(super) fn wrap(text: &str, width: usize, breaks: Breaks) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_inclusive(' ') {
        match breaks {
            Breaks::Blanks => push(&mut lines, word, width),
            Breaks::Anywhere => {
                for piece in pieces(word, width) {
                    push(&mut lines, &piece, width);
                }
            }
        }
    }
    lines.iter().map(|line| line.trim_end().to_owned()).collect()
}

/// Puts a piece on the last line, or on a new one if it does not fit.
fn push(lines: &mut Vec<String>, piece: &str, width: usize) {
    let fits = |line: &String| line.is_empty() || line.width() + piece.trim_end().width() <= width;
    match lines.last_mut().filter(|line| fits(line)) {
        Some(line) => line.push_str(piece),
        None => lines.push(piece.to_owned()),
    }
}

/// The pieces of a word, none wider than a line unless a letter is.
fn pieces(word: &str, width: usize) -> Vec<String> {
    if word.trim_end().width() <= width {
        return vec![word.to_owned()];
    }
    let mut pieces = Vec::new();
    for part in word.split_inclusive(PUNCTUATION) {
        let mut piece = String::new();
        for letter in part.chars() {
            piece.push(letter);
            if piece.trim_end().width() > width && piece.chars().count() > 1 {
                piece.pop();
                pieces.push(std::mem::replace(&mut piece, letter.to_string()));
            }
        }
        pieces.push(piece);
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::{Breaks, wrap};

    #[test]
    fn lines_end_at_blanks_then_at_punctuation_then_anywhere() {
        assert_eq!(wrap("one two three", 8, Breaks::Anywhere), ["one two", "three"]);
        assert_eq!(wrap("match:exact|beta:1", 12, Breaks::Anywhere), ["match:exact|", "beta:1"]);
        assert_eq!(wrap("abcdefgh", 3, Breaks::Anywhere), ["abc", "def", "gh"]);
        assert_eq!(wrap("see match:exact|beta:1", 5, Breaks::Blanks), ["see", "match:exact|beta:1"]);
        assert_eq!(wrap("", 5, Breaks::Anywhere), [""]);
    }

    #[test]
    fn wide_letters_and_combining_marks_are_counted_as_they_are_shown() {
        assert_eq!(wrap("北京北京", 4, Breaks::Anywhere), ["北京", "北京"]);
        assert_eq!(wrap("e\u{301}te\u{301}e\u{301}", 2, Breaks::Anywhere), ["e\u{301}t", "e\u{301}e\u{301}"]);
        assert_eq!(wrap("北", 1, Breaks::Anywhere), ["北"]);
    }
}
