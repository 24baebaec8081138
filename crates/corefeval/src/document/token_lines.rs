//! The lines of a file that the tokens of a document are on, so that messages can name them.

use super::Document;

/// The line of each token, counted from 1. Tokens on consecutive lines are kept as one run.
#[derive(Clone, Debug, Default)]
pub(crate) struct TokenLines {
    /// The first token of each run and its line.
    runs: Vec<(u32, u64)>,
}

/// Always equal, because documents are compared without their place in a file.
impl PartialEq for TokenLines {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl TokenLines {
    /// Records the line of a token; tokens come in order.
    pub(crate) fn note(&mut self, token: u32, line: u64) {
        let expected = self.runs.last().map(|&(first, start)| start + u64::from(token - first));
        if expected != Some(line) {
            self.runs.push((token, line));
        }
    }

    fn of(&self, token: u32) -> Option<u64> {
        let after = self.runs.partition_point(|(first, _)| *first <= token);
        let (first, start) = self.runs.get(after.checked_sub(1)?)?;
        Some(start + u64::from(token - first))
    }

    /// Adds this number of earlier lines to every line number.
    pub(crate) fn shift(&mut self, lines: u64) {
        for (_, line) in &mut self.runs {
            *line += lines;
        }
    }
}

impl Document {
    /// The line of the file that a token is on, counted from 1; `None` if lines were not wanted or the format does not have a
    /// line for each token.
    #[must_use]
    pub fn line_of(&self, token: u32) -> Option<u64> {
        self.lines.of(token)
    }
}

#[cfg(test)]
mod tests {
    use super::TokenLines;

    #[test]
    fn consecutive_lines_are_one_run() {
        let mut lines = TokenLines::default();
        for (token, line) in [(0, 2), (1, 3), (2, 5), (3, 6), (4, 7)] {
            lines.note(token, line);
        }
        assert_eq!(lines.runs, [(0, 2), (2, 5)]);
        lines.shift(10);
        assert_eq!([0, 1, 2, 4].map(|token| lines.of(token)), [12, 13, 15, 17].map(Some));
        assert_eq!(TokenLines::default().of(0), None);
    }
}
