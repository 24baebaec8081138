//! The documents of a file: their names, and where each begins.
//!
//! ```text
//! #begin document (bc/x_0001); part 000
//! x  0  0  word  (1)
//! #end document
//! ```

use memchr::{memchr, memmem};
use rustc_hash::FxHashMap;

use super::reading::{Body, Reading};

/// A file and the places of its documents.
pub(super) struct File<'a> {
    bytes: &'a [u8],
    /// Names, and where the line after each header begins, in file order.
    headers: Vec<(&'a [u8], usize)>,
    /// For every name, the first and the last of its headers.
    named: FxHashMap<&'a [u8], Named>,
}

/// The first and the last body with a name.
struct Named {
    first: usize,
    last: usize,
}

/// Which of several documents with one name is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Which {
    /// The first, as the reference does if one document is requested by name.
    First,
    /// The last, as the reference does if all documents are scored.
    Last,
}

impl<'a> File<'a> {
    /// Finds the documents of a file.
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        let headers: Vec<_> = memmem::find_iter(bytes, MARK)
            .filter(|&at| starts_a_line(bytes, before_mark(bytes, at)))
            .map(|at| name_and_body(bytes, at + MARK.len()))
            .collect();
        let mut named = FxHashMap::<_, Named>::default();
        for &(name, body) in &headers {
            let first = body;
            let entry = named.entry(name).or_insert(Named { first, last: body });
            entry.last = body;
        }
        Self { bytes, headers, named }
    }

    /// Every name once, in file order.
    pub(super) fn names(&self) -> impl Iterator<Item = &'a [u8]> {
        let first = |&&(name, body): &&(&[u8], usize)| self.named[name].first == body;
        self.headers.iter().filter(first).map(|&(name, _)| name)
    }

    /// Reads the document of that name; if there is none, the reading is empty.
    pub(super) fn read(&self, name: &[u8], which: Which) -> Reading<'a> {
        let Some((&name, named)) = self.named.get_key_value(name) else {
            return Reading::absent();
        };
        let start = match which {
            Which::First => named.first,
            Which::Last => named.last,
        };
        let bytes = self.bytes;
        Body { bytes, start, name }.read()
    }
}

/// What a header says, after a `#` in the first column and any blanks.
const MARK: &[u8] = b"begin document ";

/// Where the `#` of a header with a mark at `at` must end; blanks may come between.
fn before_mark(bytes: &[u8], at: usize) -> usize {
    let blanks = bytes[..at].iter().rev().take_while(|&&byte| is_blank(byte));
    at - blanks.count()
}

/// Whether a `#` that ends at `end` is in the first column.
fn starts_a_line(bytes: &[u8], end: usize) -> bool {
    match bytes[..end].strip_suffix(b"#") {
        Some(before) => before.last().is_none_or(|&byte| byte == b'\n'),
        None => false,
    }
}

/// The rest of a header line as a name, and where the next line begins.
fn name_and_body(bytes: &[u8], start: usize) -> (&[u8], usize) {
    let rest = &bytes[start..];
    let (name, body) = match memchr(b'\n', rest) {
        Some(length) => (&rest[..length], start + length + 1),
        None => (rest, bytes.len()),
    };
    (name.strip_suffix(b"\r").unwrap_or(name), body)
}

/// Whether a byte is whitespace within a line.
pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | 0x0b | 0x0c)
}

#[cfg(test)]
mod tests {
    use super::{File, Which};

    fn names(text: &str) -> Vec<&str> {
        let file = File::new(text.as_bytes());
        let names = file.names().map(|name| std::str::from_utf8(name).unwrap());
        names.collect()
    }

    #[test]
    fn a_name_is_the_rest_of_the_line() {
        assert_eq!(names("#begin document (a); part 000\n"), ["(a); part 000"]);
        assert_eq!(names("# \tbegin document  b \r\n#begin document "), [" b ", ""]);
        assert_eq!(names("#begin document c\r\r\n"), ["c\r"]);
    }

    #[test]
    fn what_is_not_quite_a_header_is_none() {
        assert!(names("\u{feff}#begin document a\n #begin document b\n").is_empty());
        assert!(names("#begin document\n#begin  document c\n#Begin document d\n").is_empty());
        assert!(names("#\nbegin document e\n").is_empty());
    }

    #[test]
    fn a_name_is_listed_once() {
        let text = "#begin document a\n#begin document b\n#begin document a\n";
        assert_eq!(names(text), ["a", "b"]);
    }

    #[test]
    fn of_two_documents_with_one_name_the_first_or_the_last_is_read() {
        let text =
            "#begin document a\nx\t(1)\n#end document\n#begin document a\nx\t-\nx\t(1)\n#end document\n";
        let file = File::new(text.as_bytes());
        assert_eq!(file.read(b"a", Which::First).entities, [[(0, 0)]]);
        assert_eq!(file.read(b"a", Which::Last).entities, [[(1, 1)]]);
    }
}
