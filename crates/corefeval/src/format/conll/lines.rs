//! The lines of a file that carry information; most only add one token, and are skipped.

use super::super::lines::{self, newlines_in};

/// Passes on the lines of a file except for most plain ones, each with the number of plain lines skipped before it; returns
/// the number of plain lines after the last.
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
/// with `#`.
#[inline]
pub(super) fn is_plain(line: &[u8]) -> bool {
    // blanks and tabs are the only bytes up to b' ' that stand between columns
    matches!(line, [first, .., blank, b'-'] if *blank <= b' ' && *first != b'#')
}
