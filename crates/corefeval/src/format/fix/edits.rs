//! Changes to a text, made all at once; everything else stays as it is, byte for byte.

/// A change: a number of bytes at a place is replaced with others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Edit {
    pub(super) at: usize,
    pub(super) taken: usize,
    pub(super) put: &'static [u8],
}

impl Edit {
    pub(super) fn put(at: usize, put: &'static [u8]) -> Self {
        Self { at, taken: 0, put }
    }

    pub(super) fn take(at: usize, taken: usize) -> Self {
        Self { at, taken, put: b"" }
    }
}

/// A text after some changes.
#[derive(Debug, Default)]
pub(super) struct Edited {
    pub(super) bytes: Vec<u8>,
    /// The numbers, from 0, of lines that were inserted.
    pub(super) new_lines: Vec<usize>,
}

/// Makes changes that do not overlap.
pub(super) fn apply(bytes: &[u8], mut edits: Vec<Edit>) -> Edited {
    edits.sort();
    let mut edited = Edited { bytes: Vec::with_capacity(bytes.len()), new_lines: Vec::new() };
    let (mut copied, mut line) = (0, 0);
    for edit in edits {
        let piece = &bytes[copied..edit.at.max(copied)];
        line += memchr::memchr_iter(b'\n', piece).count();
        edited.bytes.extend_from_slice(piece);
        if edit.put.ends_with(b"\n") {
            edited.new_lines.push(line);
            line += 1;
        }
        edited.bytes.extend_from_slice(edit.put);
        copied = (edit.at + edit.taken).max(copied);
    }
    edited.bytes.extend_from_slice(&bytes[copied..]);
    edited
}

#[cfg(test)]
mod tests {
    use super::{Edit, apply};

    #[test]
    fn what_is_not_named_stays() {
        let edits = vec![Edit::put(6, b"new\n"), Edit::take(1, 1), Edit::put(9, b")")];
        let edited = apply(b"abc\nd\nefg\n", edits);
        assert_eq!(edited.bytes, b"ac\nd\nnew\nefg)\n");
        assert_eq!(edited.new_lines, [2]);
    }
}
