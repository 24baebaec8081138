//! Bytes that are not UTF-8: they are replaced with U+FFFD in text that is kept, with a warning.

use super::{Problem, Reading, Severity};
use crate::document::{Document, Wanted};

/// The code of the problem.
const NOT_UTF_8: &str = "not-utf-8";

/// The first byte that is not UTF-8 in lines that come piece by piece.
#[derive(Debug, Default)]
pub(super) struct Checked {
    lines: u64,
    found: Option<Problem>,
}

impl Checked {
    /// Checks the next lines.
    pub(super) fn take(&mut self, lines: &[u8]) {
        if self.found.is_none() {
            self.found = first_fault(lines, self.lines);
            self.lines += newlines(lines);
        }
    }

    /// Reports what was found.
    pub(super) fn tell(self, reading: &mut Reading) {
        if let Some(problem) = self.found {
            add(problem, reading);
        }
    }
}

/// Reports what was replaced in a block that was read as a whole.
pub(super) fn tell(bytes: &[u8], companion: Option<&[u8]>, wanted: Wanted, reading: &mut Reading) {
    if let Some(problem) = companion.and_then(|text| first_fault(text, 0)) {
        let (line, column) = (problem.line, problem.column);
        let message = format!("line {line}, column {column} of the text: {}", problem.message);
        add(Problem::warning(NOT_UTF_8, 0, message).hint(problem.hint), reading);
    }
    // words that are only hashed are hashed as they are
    if (wanted.layers() || wanted.details() || reading.documents.iter().any(is_replaced))
        && let Some(problem) = first_fault(bytes, 0)
    {
        add(problem, reading);
    }
}

/// The problem for a byte that is not UTF-8.
#[cold]
fn fault_at(bytes: &[u8], at: usize, lines_before: u64) -> Problem {
    let start = memchr::memrchr(b'\n', &bytes[..at]).map_or(0, |newline| newline + 1);
    let end = memchr::memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |newline| at + newline);
    let byte = bytes.get(at).copied().unwrap_or_default();
    let line = lines_before + newlines(&bytes[..at]) + 1;
    Problem::warning(NOT_UTF_8, line, format!("the byte 0x{byte:02X} is not UTF-8; it is read as U+FFFD"))
        // the line is shown with the character that replaces the byte
        .at(&bytes[start..end], at - start, char::REPLACEMENT_CHARACTER.len_utf8())
        .hint(
            "convert the file to UTF-8, as with `iconv -f latin1 -t utf-8` if it is Latin-1; further such bytes are not \
             reported",
        )
        .once()
}

/// The problem for the first byte of these lines that is not UTF-8; `lines_before` lines come before them.
pub(super) fn first_fault(bytes: &[u8], lines_before: u64) -> Option<Problem> {
    let error = std::str::from_utf8(bytes).err()?;
    Some(fault_at(bytes, error.valid_up_to(), lines_before))
}

/// Adds the problem, unless there already is one like it or the line is refused anyway.
fn add(problem: Problem, reading: &mut Reading) {
    let is_said = |other: &Problem| {
        other.code == NOT_UTF_8 && (other.line > 0) == (problem.line > 0)
            || other.severity == Severity::Error && other.line == problem.line
    };
    if !reading.problems.iter().any(is_said) {
        reading.problems.push(problem);
    }
}

/// Whether the name or a label of a document has a character that replaced bytes that are not UTF-8.
fn is_replaced(document: &Document) -> bool {
    let has = |text: &str| text.contains(char::REPLACEMENT_CHARACTER);
    has(&document.name.to_string()) || document.entity_labels.contains(char::REPLACEMENT_CHARACTER)
}

fn newlines(bytes: &[u8]) -> u64 {
    memchr::memchr_iter(b'\n', bytes).count() as u64
}

#[cfg(test)]
mod tests {
    use super::super::{Block, by_name};
    use super::Checked;
    use crate::document::{Layer, Wanted};
    use crate::format::Reading;

    const CONLL: &[u8] =
        b"#begin document (d); part 000\n0\tJos\xe9\t(1)\n1\tJos\xe9\t(1)\n\n#end document\n";
    const CONLLU: &[u8] = b"# newdoc id = d\n# global.Entity = eid-etype-head-other\n\
        1\tJos\xe9\t_\tX\t_\t_\t0\troot\t_\tEntity=(e1--1-)\n\n";
    const UA: &[u8] =
        b"# global.columns = ID FORM IDENTITY\n# newdoc id = d\n1\tJos\xe9\t(EntityID=1|MarkableID=m1)\n\n";

    fn found(format: &str, bytes: &[u8], wanted: Wanted) -> Vec<(&'static str, u64, u32)> {
        let reading = by_name(format).unwrap().read(&Block::whole(bytes), wanted);
        reading.problems.iter().map(|problem| (problem.code, problem.line, problem.column)).collect()
    }

    #[test]
    fn words_with_other_bytes_are_said_once_where_they_are_kept() {
        for (format, bytes, line, column) in
            [("conll", CONLL, 2, 6), ("corefud", CONLLU, 3, 6), ("ua", UA, 3, 6)]
        {
            for wanted in [Wanted::ALL, Wanted::MENTIONS.and_words(), Wanted::MENTIONS.and(Layer::Speaker)] {
                assert_eq!(found(format, bytes, wanted), [("not-utf-8", line, column)], "{format}");
            }
        }
        assert_eq!(found("conll", CONLL, Wanted::MENTIONS.and_words_hash()), []);
    }

    #[test]
    fn names_and_ids_with_other_bytes_are_always_said() {
        let named = b"#begin document (d\xe9); part 000\n0\ta\t(1)\n\n#end document\n";
        let labelled = b"#begin document (d); part 000\n0\ta\t(1)\n1\ta\t(\xe9)\n\n#end document\n";
        let newdoc = b"# newdoc id = d\xe9\n# global.Entity = eid-etype-head-other\n1\ta\t_\tX\t_\t_\t0\troot\t_\tEntity=(e1--1-)\n\n";
        let hash = Wanted::MENTIONS.and_words_hash();
        for wanted in [Wanted::MENTIONS, hash, Wanted::ALL] {
            assert_eq!(found("conll", named, wanted), [("not-utf-8", 1, 19)]);
            assert_eq!(found("conll", labelled, wanted), [("not-utf-8", 3, 6)]);
            assert_eq!(found("corefud", newdoc, wanted), [("not-utf-8", 1, 16)]);
        }
    }

    #[test]
    fn json_that_is_refused_for_its_bytes_is_refused_once() {
        let record = b"{\"doc_key\": \"d\", \"sentences\": [[\"Jos\xe9\"]], \"clusters\": [[[0, 0]]]}\n";
        let found = found("jsonlines", record, Wanted::ALL);
        assert!(found.len() == 1 && found[0].0 != "not-utf-8", "{found:?}");
    }

    #[test]
    fn the_text_beside_a_file_is_looked_at() {
        let block =
            Block { companion: Some(b"Ann\nJos\xe9 slept\n"), ..Block::whole(b"T1\tEntity 0 3\tAnn\n") };
        let reading = by_name("brat").unwrap().read(&block, Wanted::MENTIONS.and_words_hash());
        let messages: Vec<&str> = reading.problems.iter().map(|problem| &*problem.message).collect();
        assert_eq!(
            messages,
            ["line 2, column 4 of the text: the byte 0xE9 is not UTF-8; it is read as U+FFFD"]
        );
    }

    #[test]
    fn lines_are_counted_over_pieces() {
        let mut checked = Checked::default();
        for piece in [&b"a\n\xc3\xa9\n"[..], b"b\nc \xff d\n", b"\xff\n"] {
            checked.take(piece);
        }
        let mut reading = Reading::default();
        checked.tell(&mut reading);
        assert_eq!(reading.problems.len(), 1);
        assert_eq!((reading.problems[0].line, reading.problems[0].column), (4, 3));
    }
}
