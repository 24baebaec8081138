//! The lines of a file that carry information; most only add one token, and are skipped.

use super::super::lane::Lane;
use super::super::lines::{self, newlines_in};

/// Calls `hand_on` for the lines of a file except most plain ones, each with the number of plain lines
/// skipped before it; returns the number of plain lines after the last.
pub(super) fn each_telling<'a>(bytes: &'a [u8], mut hand_on: impl FnMut(u32, &'a [u8])) -> u32 {
    let (mut line_start, mut plain) = (0, 0);
    for (number, block) in bytes.as_chunks::<64>().0.iter().enumerate() {
        let mut newlines = newlines_in(block);
        while newlines != 0 {
            let line_end = number * 64 + newlines.trailing_zeros() as usize;
            newlines &= newlines - 1;
            let line = &bytes[line_start..line_end];
            line_start = line_end + 1;
            if is_plain(line) {
                plain += 1;
            } else {
                hand_on(std::mem::take(&mut plain), line);
            }
        }
    }
    for line in lines::every(bytes.get(line_start..).unwrap_or_default()) {
        hand_on(std::mem::take(&mut plain), line);
    }
    plain
}

/// Whether a line is the row of a token where no mention begins or ends: it ends in a blank and `-`, and does not begin
/// with `#`. A row whose cell before may be coreference is examined more closely, since it may have a column too many.
#[inline]
pub(super) fn is_plain(line: &[u8]) -> bool {
    match line {
        // blanks and tabs are the only bytes up to b' ' between columns
        [first, .., last, blank, b'-'] if *blank <= b' ' && *first != b'#' => match last {
            b' ' => !padded_brackets(line),
            b')' => !matches!(line, [.., digit, _, _, _] if digit.is_ascii_digit()),
            b'0'..=b'9' => !opens(&line[..line.len() - 2]),
            _ => true,
        },
        // the only cell before is a single byte
        [first, blank, b'-'] => *blank <= b' ' && *first != b'#',
        _ => false,
    }
}

/// Whether a row ends in a bracket and a number. Many rows have numbers of tokens or words there.
fn opens(row: &[u8]) -> bool {
    let digits = row.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    row[..row.len() - digits].ends_with(b"(")
}

/// Whether a cell that ends in these bytes may be a bracket with a number.
#[inline]
fn ends_brackets(before: u8, last: u8) -> bool {
    last.is_ascii_digit() | ((last == b')') & before.is_ascii_digit())
}

/// Whether the last cell but one may be a bracket with a number, in a row whose columns are padded with blanks; a row with more
/// blanks than usual is examined more closely.
#[inline]
fn padded_brackets(line: &[u8]) -> bool {
    let padded = line.strip_suffix(b"-").and_then(|row| row.last_chunk::<16>());
    let Some(end) = padded else { return true };
    let blanks = Lane::new(*end).equals(Lane::splat(b' ')).bits().leading_ones() as usize;
    match end[..16 - blanks] {
        [.., before, last] => ends_brackets(before, last),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::is_plain;

    #[test]
    fn rows_are_plain_unless_their_last_cells_may_be_brackets() {
        for row in ["0\t-", "12\t-", "a\tb\t-", "a\t0\t1990\t-", "a\t(V*)\t-"] {
            assert!(is_plain(row.as_bytes()), "{row:?}");
        }
        for row in ["a\tb\t(1)\t-", "a\tb\t(12\t-", "a\tb\t3)\t-", "a\tb\t(1)", "#a\t-", "-", "", "a-"] {
            assert!(!is_plain(row.as_bytes()), "{row:?}");
        }
    }
}
