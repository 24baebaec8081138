//! A CoNLL file as CoVal sees it: documents of sentences of rows.

use rustc_hash::FxHashMap;

use crate::dropin::python_text::{Line, columns, decoded, lines};

/// The documents of a file, in the order of their first rows.
#[derive(Debug, Default)]
pub(super) struct File<'a> {
    names: Vec<String>,
    sentences: Vec<Sentences<'a>>,
    by_name: FxHashMap<String, usize>,
}

/// The sentences of a document: their rows.
pub(super) type Sentences<'a> = Vec<Vec<Line<'a>>>;

/// The document that a row belongs to, if it is known.
#[derive(Default)]
enum Header {
    #[default]
    None,
    Name(String),
    Place(usize),
}

impl Header {
    /// The header in a line. The name is what follows `document` and the next character, which is skipped
    /// without a check.
    fn of(line: &Line) -> Self {
        let name: String = line.with_end().chars().skip(BEGIN.len() + 1).collect();
        if name.is_empty() { Self::None } else { Self::Name(name) }
    }
}

const BEGIN: &str = "#begin document";
const END: &str = "#end document";

impl<'a> File<'a> {
    /// Splits a file into documents; a document that begins again is continued.
    pub(super) fn read(bytes: &'a [u8]) -> Result<Self, String> {
        let mut file = Self::default();
        let mut header = Header::None;
        let mut after_blank = true;
        for line in lines(decoded(bytes)?) {
            if line.text.starts_with(BEGIN) {
                header = Header::of(&line);
            } else if line.text.starts_with(END) {
                header = Header::None;
            } else if let Some(sentences) = file.sentences_after(&mut header) {
                let blank = line.is_blank();
                if sentences.is_empty() || (blank && !after_blank) {
                    sentences.push(Vec::new());
                }
                if let Some(rows) = sentences.last_mut().filter(|_| !blank) {
                    rows.push(line);
                }
                after_blank = blank;
            }
        }
        Ok(file)
    }

    /// The document of a header; it is created at its first row.
    fn sentences_after(&mut self, header: &mut Header) -> Option<&mut Sentences<'a>> {
        let place = match std::mem::take(header) {
            Header::None => return None,
            Header::Place(place) => place,
            Header::Name(name) => self.place_of(name),
        };
        *header = Header::Place(place);
        self.sentences.get_mut(place)
    }

    fn place_of(&mut self, name: String) -> usize {
        if let Some(&place) = self.by_name.get(&name) {
            return place;
        }
        self.by_name.insert(name.clone(), self.names.len());
        self.names.push(name);
        self.sentences.push(Vec::new());
        self.names.len() - 1
    }

    /// The documents: their names, line ends included, and their sentences.
    pub(super) fn documents(&self) -> impl Iterator<Item = (&str, &Sentences<'a>)> {
        self.names.iter().map(String::as_str).zip(&self.sentences)
    }

    /// The sentences of the document with that name.
    pub(super) fn document(&self, name: &str) -> Option<&Sentences<'a>> {
        self.by_name.get(name).map(|&place| &self.sentences[place])
    }
}

/// The word of a row; empty if the row is too short to have one besides its last column.
pub(super) fn word<'a>(row: &Line<'a>) -> &'a str {
    let mut rest = columns(row.text).skip(3);
    let word = rest.next().unwrap_or("");
    if rest.next().is_some() { word } else { "" }
}

/// Whether the key has trees, judged by its first row that is long enough.
pub(super) fn has_parse(key: &str) -> bool {
    let rows = lines(key).filter(|line| !line.text.starts_with('#'));
    let mut long = rows.filter(|line| columns(line.text).nth(6).is_some());
    long.next().is_some_and(|row| columns(row.text).nth(5) != Some("-"))
}

#[cfg(test)]
mod tests {
    use super::{File, has_parse};

    fn shape(text: &str) -> Vec<(String, Vec<usize>)> {
        let file = File::read(text.as_bytes()).unwrap();
        let lengths = |sentences: &super::Sentences| sentences.iter().map(Vec::len).collect();
        file.documents().map(|(name, sentences)| (name.to_owned(), lengths(sentences))).collect()
    }

    fn expected(documents: &[(&str, &[usize])]) -> Vec<(String, Vec<usize>)> {
        documents.iter().map(|(name, lengths)| ((*name).to_owned(), lengths.to_vec())).collect()
    }

    #[test]
    fn repeated_blank_lines_count_once() {
        let text = "x\n#begin document (a);\nw (1)\n\n \nw -\n#end document\ny\n";
        assert_eq!(shape(text), expected(&[("(a);\n", &[1, 1])]));
    }

    #[test]
    fn a_document_that_begins_again_goes_on() {
        let text =
            "#begin document a\nw (1)\n#begin document b\nw -\n#begin document a\nw (1)\n\n#end document\n";
        assert_eq!(shape(text), expected(&[("a\n", &[2, 0]), ("b\n", &[1])]));
    }

    #[test]
    fn a_document_without_a_name_or_without_rows_is_not_seen() {
        assert_eq!(shape("#begin document\nw (1)\n#begin document a"), expected(&[]));
    }

    #[test]
    fn the_first_long_row_says_whether_there_are_trees() {
        assert!(has_parse("#x\na b (1)\n1 2 3 4 5 (NP*) 7\n1 2 3 4 5 - 7\n"));
        assert!(!has_parse("1 2 3 4 5 - 7\n1 2 3 4 5 (NP*) 7\n"));
        assert!(!has_parse("1 2 3 4 5 (NP*)\n"));
    }
}
