//! Safe repairs: those that leave no doubt about what was meant.

pub(super) mod brackets;

use super::{Block, Format, conll, corefud};
use crate::document::{Document, Wanted};

/// A file after its repairs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fixed {
    /// The whole file.
    pub bytes: Vec<u8>,
    /// What was done, a sentence each.
    pub repairs: Vec<String>,
}

/// Repairs a file as far as that is safe: line ends, a missing end, brackets whose other half can stand in one place only,
/// repeated mentions.
#[must_use]
pub fn fix(format: &Format, bytes: &[u8]) -> Fixed {
    let mut fixed = Fixed { bytes: bytes.to_vec(), repairs: Vec::new() };
    fixed.strip_mark();
    fixed.straighten_line_ends();
    match format.name {
        "conll" => {
            fixed.end_documents();
            fixed.complete_brackets(|bytes| brackets::missing(conll::halves(bytes)));
            fixed.drop_repeats();
        }
        "corefud" => {
            fixed.end_with_blank_line();
            // what closes does not say of what kind the mention was, so that it cannot be opened
            fixed.complete_brackets(|bytes| {
                let missing = brackets::missing(corefud::halves(bytes));
                missing.into_iter().filter(|(_, byte)| *byte == b')').collect()
            });
        }
        "ua" => fixed.end_with_blank_line(),
        _ => {}
    }
    fixed
}

impl Fixed {
    fn note(&mut self, count: usize, what: &str) {
        if count > 0 {
            self.repairs.push(format!("{count} {what}"));
        }
    }

    fn strip_mark(&mut self) {
        if let Some(rest) = self.bytes.strip_prefix(b"\xef\xbb\xbf") {
            self.bytes = rest.to_vec();
            self.note(1, "byte order mark taken away");
        }
    }

    fn straighten_line_ends(&mut self) {
        let before = self.bytes.len();
        let mut bytes = Vec::with_capacity(before);
        for line in self.bytes.split_inclusive(|&byte| byte == b'\n') {
            match line.strip_suffix(b"\r\n") {
                Some(text) => {
                    bytes.extend_from_slice(text);
                    bytes.push(b'\n');
                }
                None => bytes.extend_from_slice(line),
            }
        }
        let missing_end = bytes.last().is_some_and(|&byte| byte != b'\n');
        self.note(before - bytes.len(), "line ends of Windows made plain");
        if missing_end {
            bytes.push(b'\n');
            self.note(1, "missing newline put at the end");
        }
        self.bytes = bytes;
    }

    fn end_with_blank_line(&mut self) {
        if !self.bytes.is_empty() && !self.bytes.ends_with(b"\n\n") {
            self.bytes.push(b'\n');
            self.note(1, "blank line put at the end");
        }
    }

    /// Puts `#end document` where a document is followed by another header, or by nothing.
    fn end_documents(&mut self) {
        let (mut bytes, mut open, mut count) = (Vec::with_capacity(self.bytes.len()), false, 0);
        let end = |bytes: &mut Vec<u8>| bytes.extend_from_slice(b"#end document\n");
        for line in self.bytes.split_inclusive(|&byte| byte == b'\n') {
            let begins = conll::begins_document(line);
            if begins && open {
                end(&mut bytes);
                count += 1;
            }
            open = begins || (open && !conll::ends_document(line));
            bytes.extend_from_slice(line);
        }
        if open {
            end(&mut bytes);
            count += 1;
        }
        self.bytes = bytes;
        self.note(count, "missing `#end document` put in");
    }

    /// Adds the other halves of brackets.
    fn complete_brackets(&mut self, missing: impl Fn(&[u8]) -> Vec<(usize, u8)>) {
        let missing = missing(&self.bytes);
        let mut bytes = Vec::with_capacity(self.bytes.len() + missing.len());
        let mut copied = 0;
        for &(at, byte) in &missing {
            bytes.extend_from_slice(&self.bytes[copied..at]);
            bytes.push(byte);
            copied = at;
        }
        bytes.extend_from_slice(&self.bytes[copied..]);
        self.bytes = bytes;
        self.note(missing.len(), "brackets completed where only one place is possible");
    }

    /// Keeps one of several mentions of the same span; nothing is touched in a file that has errors.
    fn drop_repeats(&mut self) {
        let reading = conll::CONLL.read(&Block::whole(&self.bytes), Wanted::MENTIONS);
        if reading.failed() {
            return;
        }
        let mut documents = reading.documents;
        let dropped: usize = documents.iter_mut().map(drop_repeated).sum();
        if dropped > 0 {
            self.bytes = conll::with_coreference(&self.bytes, &documents);
            self.note(dropped, "repeated mentions taken away, that of the first entity kept");
        }
    }
}

fn drop_repeated(document: &mut Document) -> usize {
    let before = document.mentions.len();
    let mut order: Vec<usize> = (0..before).collect();
    order.sort_by_key(|&place| (document.mentions[place].span, document.mentions[place].entity, place));
    let mut kept = vec![true; before];
    for pair in order.windows(2) {
        kept[pair[1]] = document.mentions[pair[0]].span != document.mentions[pair[1]].span;
    }
    let mut kept = kept.into_iter();
    document.mentions.retain(|_| kept.next().unwrap_or(true));
    before - document.mentions.len()
}

#[cfg(test)]
mod tests {
    use super::fix;
    use crate::document::Wanted;
    use crate::format::conll::CONLL;
    use crate::format::{Block, by_name};

    #[test]
    fn a_file_is_repaired_without_guessing() {
        let text = "\u{feff}#begin document (a);\r\n0\tx\t(1)|(1)\r\n1\ty\t(1\r\n2\tz\t1)\r\n#begin document (b);\r\n0\tz\t(2)";
        let fixed = fix(&CONLL, text.as_bytes());
        let expected = "#begin document (a);\n0\tx\t(1)\n1\ty\t(1\n2\tz\t1)\n#end document\n#begin document (b);\n0\tz\t(2)\n#end document\n";
        assert_eq!(String::from_utf8_lossy(&fixed.bytes), expected);
        assert_eq!(fixed.repairs.len(), 5, "{:?}", fixed.repairs);
        assert_eq!(CONLL.read(&Block::whole(&fixed.bytes), Wanted::ALL).problems, []);
    }

    #[test]
    fn what_is_right_is_left_alone() {
        let text = b"#begin document (a);\n0\tx\t(1)\n#end document\n";
        let fixed = fix(&CONLL, text);
        assert_eq!((&fixed.bytes[..], fixed.repairs.len()), (&text[..], 0));
    }

    /// A document of one-column sentences, as written and repaired.
    fn repaired(sentences: &[&[&str]]) -> String {
        let rows = |sentence: &&[&str]| format!("x\t{}\n", sentence.join("\nx\t"));
        let body = sentences.iter().map(rows).collect::<Vec<_>>().join("\n");
        let fixed = fix(&CONLL, format!("#begin document (a);\n{body}#end document\n").as_bytes());
        let text = String::from_utf8(fixed.bytes).unwrap();
        let cells = text.lines().filter_map(|line| line.split_once('\t').map(|(_, cell)| cell));
        cells.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn brackets_are_completed_where_only_one_place_is_possible() {
        assert_eq!(repaired(&[&["-", "(1"], &["2)", "-"]]), "- (1) (2) -");
        assert_eq!(repaired(&[&["(1", "-", "1", "-"], &["-", "2", "2)"]]), "(1 - 1) - - (2 2)");
        assert_eq!(repaired(&[&["(1)|(2", "2)|(1"]]), "(1)|(2 2)|(1)");
    }

    #[test]
    fn brackets_that_do_not_match_are_left_to_people() {
        for cells in ["(1 (2)|(2)", "(1 1 1 -", "- 1)", "(1 -", "(1 (1"] {
            let sentence: Vec<&str> = cells.split(' ').collect();
            assert_eq!(repaired(&[&sentence]), cells);
        }
        // here a mention may well end in the next sentence
        assert_eq!(repaired(&[&["(1"], &["1)", "(2"], &["-"]]), "(1 1) (2 -");
    }

    #[test]
    fn corefud_brackets_are_closed_at_the_end_of_a_sentence() {
        let corefud = by_name("corefud").unwrap();
        let row = |misc: &str| format!("1\tx\t_\t_\t_\t_\t_\t_\t_\t{misc}\n");
        let header = "# newdoc id = a\n# global.Entity = eid-etype-head\n";
        let text =
            format!("{header}{}{}\n", row("Entity=(e1--1"), row("SpaceAfter=No|Entity=e1)(e2-x-1|X=y"));
        let fixed = fix(corefud, text.as_bytes());
        let expected =
            format!("{header}{}{}\n", row("Entity=(e1--1"), row("SpaceAfter=No|Entity=e1)(e2-x-1)|X=y"));
        assert_eq!(String::from_utf8(fixed.bytes).unwrap(), expected);
    }

    #[test]
    fn a_word_that_looks_like_a_comment_keeps_its_row() {
        let fixed = fix(&CONLL, b"#begin document (b);\nx\t(2)\n#\t-\ny\t(1)|(1)\n#end document\n");
        assert_eq!(fixed.bytes, b"#begin document (b);\nx\t(2)\n#\t-\ny\t(1)\n#end document\n");
    }

    #[test]
    fn repeats_are_dropped_also_before_the_first_header() {
        let fixed = fix(&CONLL, b"0\tx\t(1)|(1)\n\n#begin document (b);\n0\tx\t(2)\n#end document\n");
        assert!(fixed.bytes.starts_with(b"0\tx\t(1)\n"), "{}", String::from_utf8_lossy(&fixed.bytes));
    }

    #[test]
    fn a_corefud_file_ends_with_a_blank_line() {
        let corefud = by_name("corefud").unwrap();
        assert!(fix(corefud, b"1\tx\t_\n").bytes.ends_with(b"\n\n"));
    }
}
