//! Sentences with tags in them: `.coref` and `.name`.

use crate::format::tags::Tag;

/// A sentence: its words as written, and its marks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Line {
    /// The number of its line, from 1.
    pub(super) number: u64,
    /// The part it is in, as written.
    pub(super) part: Option<String>,
    pub(super) words: Vec<String>,
    pub(super) marks: Vec<Mark>,
}

/// What a tag marks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Mark {
    /// The first word, and the one after the last.
    pub(super) words: (usize, usize),
    pub(super) id: String,
    pub(super) kind: String,
    /// Whether it covers only a part of its first or last word.
    pub(super) is_cut: bool,
}

/// What is wrong in a line.
pub(super) type Wrong = (u64, String);

/// The sentences of a file, in which elements with the names in `marking` mark words.
pub(super) fn read(text: &str, marking: &[&str]) -> Result<Vec<Line>, Wrong> {
    let (mut lines, mut part) = (Vec::new(), None);
    for (line, number) in text.lines().zip(1..) {
        let mut reader = Reader { line: Line { number, ..Line::default() }, open: Vec::new(), tags: 0 };
        for piece in pieces(line) {
            reader.piece(piece, marking, &mut part)?;
        }
        if let Some(mark) = reader.open.last() {
            return Err((
                number,
                format!("a mark with ID or TYPE `{}` is not closed in its sentence", shown(mark)),
            ));
        }
        if reader.line.words.is_empty() && (reader.tags > 0 || line.trim().is_empty()) {
            continue;
        }
        reader.line.part.clone_from(&part);
        lines.push(reader.line);
    }
    Ok(lines)
}

fn shown(mark: &Mark) -> &str {
    if mark.id.is_empty() { &mark.kind } else { &mark.id }
}

struct Reader {
    line: Line,
    open: Vec<Mark>,
    /// How many tags of other names there are.
    tags: usize,
}

impl Reader {
    fn piece(&mut self, piece: &str, marking: &[&str], part: &mut Option<String>) -> Result<(), Wrong> {
        let Some(tag) = Tag::parse(piece) else {
            self.line.words.extend(piece.split_whitespace().map(str::to_owned));
            return Ok(());
        };
        if !marking.iter().any(|name| tag.is(name)) {
            self.tags += 1;
            if tag.is("TEXT") && !tag.closes {
                *part = tag.attribute("PARTNO").map(str::to_owned);
            }
            return Ok(());
        }
        if !tag.closes {
            self.open.push(self.opened(&tag));
            return Ok(());
        }
        let unopened =
            || (self.line.number, format!("`{piece}` closes what was not opened in this sentence"));
        let mut mark = self.open.pop().ok_or_else(unopened)?;
        mark.words.1 = self.line.words.len();
        if mark.words.0 == mark.words.1 {
            return Err((self.line.number, format!("the mark `{}` holds no word", shown(&mark))));
        }
        self.line.marks.push(mark);
        Ok(())
    }

    fn opened(&self, tag: &Tag<'_>) -> Mark {
        let value = |name| tag.attribute(name).unwrap_or("").to_owned();
        let cuts = |name| tag.attribute(name).is_some_and(|offset| !matches!(offset, "" | "0"));
        Mark {
            words: (self.line.words.len(), 0),
            id: value("ID"),
            kind: value("TYPE"),
            is_cut: cuts("S_OFF") || cuts("E_OFF"),
        }
    }
}

/// The tags of a line, and the text between them.
fn pieces(line: &str) -> Vec<&str> {
    let (mut pieces, mut rest) = (Vec::new(), line);
    while !rest.is_empty() {
        let tag = rest.strip_prefix('<').and_then(|inside| inside.find('>')).map(|end| end + 2);
        let end = match tag.filter(|end| Tag::parse(&rest[..*end]).is_some()) {
            Some(end) => end,
            None => {
                let next = rest.char_indices().skip(1).find(|(_, letter)| *letter == '<');
                next.map_or(rest.len(), |(place, _)| place)
            }
        };
        pieces.push(&rest[..end]);
        rest = &rest[end..];
    }
    pieces
}
