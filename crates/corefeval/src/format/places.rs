//! Line numbers of problems, which are found at bytes: readers that skip lines count them only if there are
//! problems.

use super::Problem;

/// How many lines a block has.
pub(super) fn count_lines(bytes: &[u8]) -> u64 {
    let newlines = memchr::memchr_iter(b'\n', bytes).count() as u64;
    newlines + u64::from(bytes.last().is_some_and(|&last| last != b'\n'))
}

/// The offset at which a piece of a block begins.
pub(super) fn offset(bytes: &[u8], piece: &[u8]) -> usize {
    (piece.as_ptr() as usize).wrapping_sub(bytes.as_ptr() as usize).min(bytes.len())
}

/// A problem of a piece of a block: it shows the line, and has the offset instead of a line number until all
/// are numbered.
pub(super) fn located(bytes: &[u8], problem: Problem, piece: &[u8]) -> Problem {
    let at = offset(bytes, piece);
    let start = memchr::memrchr(b'\n', &bytes[..at]).map_or(0, |newline| newline + 1);
    let end = memchr::memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |end| at + end);
    let mut located = problem.at(&bytes[start..end], at - start, piece.len());
    located.line = at as u64;
    located
}

/// Turns the offsets of problems into line numbers, in one pass.
pub(super) fn number_lines(bytes: &[u8], problems: &mut [Problem]) {
    let mut order: Vec<usize> = (0..problems.len()).collect();
    order.sort_by_key(|&index| problems[index].line);
    let (mut counted, mut line) = (0, 1);
    for index in order {
        let at = (problems[index].line as usize).min(bytes.len());
        line += memchr::memchr_iter(b'\n', &bytes[counted..at]).count() as u64;
        counted = at;
        problems[index].line = line;
    }
}

#[cfg(test)]
mod tests {
    use super::{count_lines, located, number_lines};
    use crate::format::Problem;

    #[test]
    fn problems_get_the_numbers_of_their_lines() {
        let bytes = b"ab\ncd\n\nef";
        let at = |piece: &[u8]| located(bytes, Problem::error("x", 0, ""), piece);
        let mut problems = [at(&bytes[8..]), at(&bytes[..2]), at(&bytes[3..5])];
        number_lines(bytes, &mut problems);
        assert_eq!(
            problems.each_ref().map(|problem| (problem.line, problem.column)),
            [(4, 2), (1, 1), (2, 1)]
        );
        assert_eq!((problems[0].text.as_str(), problems[2].length), ("ef", 2));
        assert_eq!(count_lines(bytes), 4);
        assert_eq!(count_lines(b"a\n"), 1);
    }
}
