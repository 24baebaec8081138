//! Mentions that have begun and not ended yet, with the lines in which they begin, which are shown if they never end.

use super::super::open::OpenBrackets;
use super::super::places::offset;

/// Where a bracket was opened.
#[derive(Clone, Copy)]
pub(super) struct Opened {
    pub(super) token: u32,
    /// The number of the line.
    pub(super) line: u64,
    /// The place of the bracket in its line.
    pub(super) at: u32,
    /// Where the line begins and ends: in the bytes being read, and after these have been processed, in
    /// [`OpenMentions::lines`].
    text: (u32, u32),
}

/// The open brackets of a document, by the numbers of their entities.
#[derive(Default)]
pub(super) struct OpenMentions {
    brackets: OpenBrackets<Opened>,
    /// The lines of brackets in bytes that were already processed, one after the other.
    lines: Vec<u8>,
    /// How many brackets have their lines in `lines`.
    kept: usize,
}

/// The most bytes of lines that are kept to be shown.
const MOST_KEPT: usize = 1 << 16;

impl OpenMentions {
    /// Opens a bracket in the line with that number, which is a part of `bytes`.
    pub(super) fn open(
        &mut self,
        entity: u32,
        token: u32,
        (bytes, line): (&[u8], &[u8]),
        (number, at): (u64, usize),
    ) {
        if self.brackets.is_empty() {
            self.lines.clear();
            self.kept = 0;
        }
        let start = offset(bytes, line);
        let text = (start as u32, (start + line.len()) as u32);
        self.brackets.open(entity, Opened { token, line: number, at: at as u32, text });
    }

    /// Closes the newest bracket of an entity, if one is open; returns its first token.
    pub(super) fn close(&mut self, entity: u32) -> Option<u32> {
        self.brackets.close(entity).map(|opened| opened.token)
    }

    /// Whether a bracket of an entity is open.
    pub(super) fn is_open(&self, entity: u32) -> bool {
        self.brackets.is_open(entity)
    }

    /// Keeps the lines of open brackets, unless they are too long, because the bytes will not be available
    /// later.
    pub(super) fn keep_lines(&mut self, bytes: &[u8]) {
        if self.brackets.is_empty() {
            return;
        }
        for opened in self.brackets.since(self.kept) {
            let line = bytes.get(opened.text.0 as usize..opened.text.1 as usize).unwrap_or_default();
            let start = self.lines.len();
            if start + line.len() <= MOST_KEPT {
                self.lines.extend_from_slice(line);
            }
            opened.text = (start as u32, self.lines.len() as u32);
            self.kept += 1;
        }
    }

    /// The entities and places of brackets that are still open, in order of opening, each with its line if
    /// that was kept. Afterwards no bracket is open. Lines in `bytes` are available without having been kept.
    pub(super) fn take(&mut self, bytes: &[u8]) -> Vec<(u32, Opened, Option<&[u8]>)> {
        self.keep_lines(bytes);
        let left = self.brackets.take();
        let text = |opened: &Opened| self.lines.get(opened.text.0 as usize..opened.text.1 as usize);
        let line = |opened: &Opened| text(opened).filter(|line| !line.is_empty());
        left.into_iter().map(|(entity, opened)| (entity, opened, line(&opened))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST_KEPT, OpenMentions};

    #[test]
    fn lines_are_shown_after_their_bytes_are_gone() {
        let mut open = OpenMentions::default();
        let first = b"a (1\nb (2\nc 2)\n";
        open.open(1, 0, (first, &first[..4]), (1, 2));
        open.open(2, 1, (first, &first[5..9]), (2, 2));
        assert_eq!((open.close(2), open.close(2)), (Some(1), None));
        open.keep_lines(first);
        let second = b"d (3\n";
        open.open(3, 3, (second, &second[..4]), (4, 2));
        assert!(open.is_open(1) && open.is_open(3) && !open.is_open(2));
        let left = open.take(second);
        let shown: Vec<_> = left.iter().map(|(entity, opened, line)| (*entity, opened.line, *line)).collect();
        assert_eq!(shown, [(1, 1, Some(&b"a (1"[..])), (3, 4, Some(&b"d (3"[..]))]);
        assert!(open.take(b"").is_empty());
    }

    #[test]
    fn no_more_lines_are_kept_than_can_be_shown() {
        let mut open = OpenMentions::default();
        let line = vec![b'x'; MOST_KEPT / 2 + 1];
        for number in 0..3 {
            open.open(number, number, (&line, &line), (1, 0));
            open.keep_lines(&line);
        }
        let kept: Vec<bool> = open.take(b"").iter().map(|(_, _, line)| line.is_some()).collect();
        assert_eq!(kept, [true, false, false]);
    }
}
