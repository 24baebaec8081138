//! The lines that begin and end a document.

use memchr::memmem;

/// What follows `#begin document` in a header line: `# begin document X`, `#begin document(X);` and the like.
pub(super) fn begins(line: &[u8]) -> Option<&[u8]> {
    marked(line, b"begin document")
        .filter(|rest| rest.first().is_none_or(|&byte| byte == b'(' || blank(byte)))
}

/// Whether a line ends a document.
pub(super) fn ends(line: &[u8]) -> bool {
    marked(line, b"end document").is_some()
}

fn marked<'a>(line: &'a [u8], words: &[u8]) -> Option<&'a [u8]> {
    line.strip_prefix(b"#")?.trim_ascii_start().strip_prefix(words)
}

fn blank(byte: u8) -> bool {
    byte.is_ascii_whitespace()
}

/// Where the next header line begins, other than one at the very start of `bytes`.
pub(super) fn next(bytes: &[u8]) -> Option<usize> {
    for found in memmem::find_iter(bytes, b"begin document") {
        let Some(line) = memchr::memrchr(b'\n', &bytes[..found]).map(|newline| newline + 1) else { continue };
        if begins(&bytes[line..(found + b"begin document ".len()).min(bytes.len())]).is_some() {
            return Some(line);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{begins, ends, next};

    #[test]
    fn headers_come_in_several_spellings() {
        assert_eq!(begins(b"#begin document (x); part 000"), Some(&b" (x); part 000"[..]));
        assert_eq!(begins(b"# begin document x"), Some(&b" x"[..]));
        assert_eq!(begins(b"#begin document(metadoc);"), Some(&b"(metadoc);"[..]));
        assert_eq!(begins(b"#begin documents"), None);
        assert!(ends(b"#end document") && ends(b"# end document x"));
    }

    #[test]
    fn a_word_in_the_text_is_no_header() {
        assert_eq!(next(b"0\tbegin document\t-\n1\tb\t-\n"), None);
        assert_eq!(next(b"#begin document a\n0\t-\n# begin document b\n"), Some(22));
    }
}
