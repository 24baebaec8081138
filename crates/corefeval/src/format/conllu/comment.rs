//! Comment lines with a meaning: where a document begins, and declarations for the whole file.

use memchr::memmem;

/// The meaning of a comment line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Comment<'a> {
    /// `# newdoc id = name`: a document begins; the name may be missing.
    Document(Option<&'a [u8]>),
    /// `# global.Entity = eid-etype-head-other` and the like: a declaration for the rest of the file.
    Global(&'a [u8], &'a [u8]),
    /// Anything else.
    Other,
}

impl<'a> Comment<'a> {
    /// Reads a line that begins with `#`.
    pub(in super::super) fn of(line: &'a [u8]) -> Self {
        let text = line.strip_prefix(b"#").unwrap_or(line).trim_ascii();
        let (name, value) = match memchr::memchr(b'=', text) {
            Some(at) => (text[..at].trim_ascii_end(), Some(text[at + 1..].trim_ascii_start())),
            None => (text, None),
        };
        match (name, value) {
            (b"newdoc id", Some(name)) => Self::Document(Some(name)),
            (b"newdoc", _) => Self::Document(None),
            (name, Some(value)) => match name.strip_prefix(b"global.") {
                Some(name) => Self::Global(name, value),
                None => Self::Other,
            },
            _ => Self::Other,
        }
    }
}

/// Where the next document begins: at the first line of a block of comments that contains `# newdoc`.
pub(in super::super) fn next_document(bytes: &[u8]) -> Option<usize> {
    for found in memmem::find_iter(bytes, b"newdoc") {
        let line = start_of_line(bytes, found);
        let end = memchr::memchr(b'\n', &bytes[found..]).map_or(bytes.len(), |end| found + end);
        if !bytes[line..].starts_with(b"#") || !matches!(Comment::of(&bytes[line..end]), Comment::Document(_))
        {
            continue;
        }
        // a document at the very start is the current one, not the next
        let first = first_comment(bytes, line);
        if first > 0 {
            return Some(first);
        }
    }
    None
}

fn first_comment(bytes: &[u8], mut line: usize) -> usize {
    while line > 0 {
        let above = start_of_line(bytes, line - 1);
        // the very first line may have a byte order mark before it
        let text =
            if above == 0 { bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes) } else { &bytes[above..] };
        if !text.starts_with(b"#") {
            break;
        }
        line = above;
    }
    line
}

/// Where the line begins that holds the byte at `at`.
fn start_of_line(bytes: &[u8], at: usize) -> usize {
    memchr::memrchr(b'\n', &bytes[..at]).map_or(0, |newline| newline + 1)
}

#[cfg(test)]
mod tests {
    use super::{Comment, next_document};

    #[test]
    fn comments_may_be_spaced_as_one_likes() {
        assert_eq!(Comment::of(b"# newdoc id = a b"), Comment::Document(Some(b"a b")));
        assert_eq!(Comment::of(b"#newdoc id=a"), Comment::Document(Some(b"a")));
        assert_eq!(Comment::of(b"# newdoc"), Comment::Document(None));
        assert_eq!(Comment::of(b"# global.Entity = eid-head\r"), Comment::Global(b"Entity", b"eid-head"));
        assert_eq!(Comment::of(b"# text = newdoc id = a"), Comment::Other);
    }

    #[test]
    fn a_document_begins_with_the_first_of_its_comments() {
        let text = b"# newdoc id = a\n1\tx\n\n# global.Entity = eid\n# newdoc id = b\n1\tnewdoc\n";
        assert_eq!(next_document(text), Some(21));
        assert_eq!(next_document(&text[21..]), None);
    }
}
