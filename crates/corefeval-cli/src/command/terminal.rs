//! The line width of running text.

use unicode_width::UnicodeWidthStr;

/// The maximum line width, also on wider terminals.
const WIDEST: usize = 100;

/// The line width if standard output is not a terminal.
const USUAL: usize = 80;

/// The minimum line width.
const NARROWEST: usize = 40;

/// The line width in columns; `COLUMNS` overrides it.
fn width() -> usize {
    let columns = || std::env::var("COLUMNS").ok()?.parse().ok();
    let terminal = || Some(usize::from(terminal_size::terminal_size()?.0.0));
    columns().or_else(terminal).unwrap_or(USUAL).clamp(NARROWEST, WIDEST)
}

/// Wraps text: the first line begins at `column`, the others with `indent`.
pub(crate) fn wrapped(text: &str, start: usize, indent: &str) -> String {
    fill(text, start, indent, width())
}

fn fill(text: &str, start: usize, indent: &str, width: usize) -> String {
    if start + text.width() <= width {
        return text.to_owned();
    }
    let (mut out, mut column) = (String::new(), start);
    for (place, word) in text.split(' ').enumerate() {
        if place > 0 && column + 1 + word.width() > width && column > indent.len() {
            out.push_str(&format!("\n{indent}"));
            column = indent.len();
        } else if place > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += word.width();
    }
    out
}

#[cfg(test)]
mod tests {
    use super::fill;

    #[test]
    fn lines_are_no_wider_than_they_may_be() {
        assert_eq!(fill("one two three", 2, "    ", 80), "one two three");
        assert_eq!(fill("one two three", 2, "    ", 10), "one two\n    three");
        // wide letters count as two columns, and a word that is too long gets its own line
        assert_eq!(fill("東京 大阪 x", 0, "", 9), "東京 大阪\nx");
        assert_eq!(fill("ab incomprehensible b", 0, " ", 8), "ab\n incomprehensible\n b");
    }
}
