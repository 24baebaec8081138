//! Files that are clearly in another format than the one they are read as.

use super::{Block, FORMATS, Format, Likeness, Problem, Reading, Severity};
use crate::document::Wanted;

impl Format {
    /// Checks whether the first block of a file is in another format, and adds a problem if so.
    pub(super) fn doubt(&self, block: &Block<'_>, reading: &mut Reading) {
        // reported once, with the first block of a file
        if !block.bytes.starts_with(block.start) {
            return;
        }
        match (self.looks_like)(block.start) {
            Likeness::Sure => {}
            Likeness::No => self.doubt_likeness(block.start, reading),
            likeness => {
                if let Some(problem) = self.doubt_marks(block, likeness, reading) {
                    add(problem, reading);
                }
            }
        }
    }

    /// Refuses a file without any sign of this format and without mentions that is clearly in another format.
    pub(super) fn doubt_likeness(&self, start: &[u8], reading: &mut Reading) {
        if (self.looks_like)(start) != Likeness::No || reading.has_mentions() {
            return;
        }
        // variants of a format are named after it, and read the same files
        if let Some(other) = sure(start).filter(|other| !self.name.starts_with(other.name)) {
            add(self.read_for(other, Severity::Error), reading);
        }
    }

    /// Refuses a file whose lines end as on old Macs, because it would be read as one line.
    pub(super) fn refuse_line_ends(&self, start: &[u8]) -> Option<Problem> {
        let is_one_line = || memchr::memchr(b'\n', start).is_none();
        let at = memchr::memchr(b'\r', start).filter(|at| self.by_lines && at + 1 < start.len())?;
        is_one_line().then(|| {
            let message = "lines end in a carriage return alone, which is not read as the end of a line";
            Problem::error("other-line-ends", 1, message)
                .at(&start[..at], at, 1)
                .hint("convert the file: `tr '\\r' '\\n' < FILE > NEW`")
        })
    }

    /// Doubts a file that is clearly in another format, for formats that can read any text, such as text with
    /// marks. It is an error if the file has no marks, or only marks that may be accidental, and the other
    /// format can read it, otherwise a warning.
    fn doubt_marks(&self, block: &Block<'_>, likeness: Likeness, reading: &Reading) -> Option<Problem> {
        let other = sure(block.start)?;
        // a text may quote the marks of another text format; rows that another format can read are not a text
        let is_text = (other.looks_like)(b"word") == Likeness::ByName;
        let unmarked = likeness == Likeness::ByName || !reading.has_mentions();
        let is_other = || (other.read)(block, Wanted::MENTIONS).has_mentions();
        let certain = unmarked && !is_text && is_other();
        Some(self.read_for(other, if certain { Severity::Error } else { Severity::Warning }))
    }

    /// The problem for a file in another format.
    fn read_for(&self, other: &Format, severity: Severity) -> Problem {
        let message = format!("read as {}, but it looks like {}", self.title, other.title);
        let hint = format!("leave out --format, or use `--format {}`", other.name);
        Problem { severity, ..Problem::warning("other-format", 1, message).hint(hint) }
    }
}

/// The format that a file with this start certainly has, if any.
fn sure(start: &[u8]) -> Option<&'static Format> {
    FORMATS.iter().copied().find(|other| (other.looks_like)(start) == Likeness::Sure)
}

/// Adds the problem; an error replaces all other problems, which mean nothing from a reader of the wrong
/// format.
fn add(problem: Problem, reading: &mut Reading) {
    if problem.severity == Severity::Error {
        reading.problems.clear();
    }
    reading.problems.push(problem);
}

#[cfg(test)]
mod tests {
    use crate::document::Wanted;
    use crate::format::shown::codes;
    use crate::format::{Block, FORMATS, by_name};

    #[test]
    fn a_file_that_is_plainly_of_another_format_is_not_read_as_a_text_without_mentions() {
        let conll = b"#begin document (d); part 000\nd 0 0 Mary NNP * - - - - * (1)\nd 0 1 slept VBD * - - - - * -\n\n#end document\n";
        let corefud = b"# newdoc id = d\n# global.Entity = eid-etype-head-other\n# text = Mary\n1\tMary\tMary\tPROPN\t_\t_\t0\troot\t_\tEntity=(e1-person-1-)\n\n";
        for bytes in [&conll[..], &corefud[..]] {
            for name in ["markup", "crac-text"] {
                let reading = by_name(name).unwrap().read(&Block::whole(bytes), Wanted::ALL);
                assert!(
                    reading.problems.iter().any(|problem| problem.code == "other-format"),
                    "{name}: {reading:?}"
                );
                assert!(reading.documents.is_empty(), "{name}");
            }
        }
        // a text without marks is still a text
        let reading = by_name("markup").unwrap().read(&Block::whole(b"Mary slept.\n"), Wanted::ALL);
        assert_eq!((reading.documents.len(), reading.problems.len()), (1, 0), "{:?}", reading.problems);
    }

    #[test]
    fn a_file_of_another_format_with_nothing_of_the_requested_one_is_refused() {
        let conll = "#begin document (d); part 000\nd 0 0 Mary NNP * - - - - * (1)\n\n#end document\n";
        let lines = "{\"doc_key\": \"d\", \"sentences\": [[\"Mary\"]], \"clusters\": [[[0, 0]]]}\n";
        for (name, text) in [("corefud", conll), ("ua", conll), ("conll", lines), ("corefud", lines)] {
            let format = by_name(name).unwrap();
            let whole = Block::whole(text.as_bytes());
            let reading = format.read(&whole, Wanted::ALL);
            assert_eq!(codes(&reading), [("other-format", 1)], "{name}");
            if let Some(mut pieces) = format.read_pieces(&whole, Wanted::ALL) {
                pieces.take(text.as_bytes());
                assert_eq!(codes(&pieces.finish()), [("other-format", 1)], "{name}");
            }
        }
    }

    #[test]
    fn variants_of_a_format_read_its_files() {
        let lines = "{\"doc_key\": \"d\", \"sentences\": [[\"Mary\"]], \"clusters\": []}\n";
        for format in FORMATS.iter().filter(|format| format.name.starts_with("jsonlines")) {
            let reading = format.read(&Block::whole(lines.as_bytes()), Wanted::ALL);
            assert_eq!(codes(&reading), [], "{}", format.name);
        }
    }
}
