//! MUC: text with mentions in SGML tags, each linked to one before it.
//!
//! ```text
//! <DOC><DOCID> nyt-0042 </DOCID><TXT>
//! <COREF ID="1" MIN="company">The small company</COREF> said <COREF ID="2" TYPE="IDENT" REF="1">it</COREF> grew.
//! </TXT></DOC>
//! ```
//!
//! Mentions are identified by their `ID`; `REF` is the `ID` of one they corefer with, before or after. `MIN`
//! is the minimum. All other tags are ignored. Documents end at `</DOC>`; the text is split into words and
//! punctuation marks.

use rustc_hash::FxHashMap;

use super::draft::Draft;
use super::links::Links;
use super::running_text::{Fit, RunningText, widened};
use super::tags::Tag;
use super::{Block, Format, Likeness, Problem, Reading};
use crate::document::{Detail, Name, Span, Wanted};

/// The SGML of the sixth and seventh Message Understanding Conference.
pub const MUC: Format = Format {
    name: "muc",
    title: "MUC SGML",
    extensions: &["sgm", "sgml", "muc"],
    companion: None,
    by_lines: false,
    looks_like: |start| match find_tag(start, b"<COREF ") {
        Some(_) => Likeness::Sure,
        None => Likeness::No,
    },
    describe: |_| "mentions in SGML tags, linked by REF".to_owned(),
    next_document: |bytes| find_tag(bytes.get(1..)?, b"\n<DOC>").map(|newline| newline + 2),
    read,
    pieces: None,
    write: None,
};

/// Where a tag begins, in upper or lower case.
fn find_tag(bytes: &[u8], tag: &[u8]) -> Option<usize> {
    let lower = tag.to_ascii_lowercase();
    let (upper, lower) = (memchr::memmem::find(bytes, tag), memchr::memmem::find(bytes, &lower));
    upper.into_iter().chain(lower).min()
}

fn read(block: &Block<'_>, wanted: Wanted) -> Reading {
    let text = String::from_utf8_lossy(block.bytes);
    let mut reading = Reading { lines: text.lines().count() as u64, ..Reading::default() };
    let mut passage = Passage::default();
    let (mut rest, mut line) = (&*text, 1);
    let mut unnamed = 0;
    while !rest.is_empty() {
        let (piece, after) = piece(rest);
        if let Some(tag) = Tag::parse(piece) {
            passage.tag(&tag, line, &mut reading.problems);
            if tag.closes && tag.is("DOC") {
                std::mem::take(&mut passage).finish((block.file_stem, wanted), &mut unnamed, &mut reading);
            }
        } else {
            passage.text(piece);
        }
        line += piece.matches('\n').count() as u64;
        rest = after;
    }
    passage.finish((block.file_stem, wanted), &mut unnamed, &mut reading);
    reading
}

/// The tag or the stretch of text at the beginning, and the rest.
fn piece(text: &str) -> (&str, &str) {
    let end = match text.strip_prefix('<') {
        Some(inside) => inside.find('>').map_or(text.len(), |end| end + 2),
        None => text.find('<').unwrap_or(text.len()),
    };
    text.split_at(end)
}

/// A document being read.
#[derive(Default)]
struct Passage {
    text: String,
    characters: u32,
    name: String,
    in_name: bool,
    open: Vec<usize>,
    mentions: Vec<Marked>,
}

struct Marked {
    id: String,
    reference: String,
    minimum: String,
    start: u32,
    end: Option<u32>,
    line: u64,
}

impl Passage {
    fn text(&mut self, text: &str) {
        let plain = text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
        if self.in_name {
            self.name.push_str(plain.trim());
        } else {
            self.characters += plain.chars().count() as u32;
            self.text.push_str(&plain);
        }
    }

    fn tag(&mut self, tag: &Tag<'_>, line: u64, problems: &mut Vec<Problem>) {
        if tag.is("DOCID") || tag.is("DOCNO") {
            self.in_name = !tag.closes;
        } else if tag.is("COREF") && tag.closes {
            match self.open.pop() {
                Some(place) => self.mentions[place].end = Some(self.characters),
                None => problems.push(Problem::error("unopened-mention", line, "`</COREF>` was not opened")),
            }
        } else if tag.is("COREF") {
            let value = |name: &str| tag.attribute(name).unwrap_or("").trim().to_owned();
            let (id, reference, minimum) = (value("ID"), value("REF"), value("MIN"));
            if id.is_empty() {
                let hint = "every mention needs a unique id: `<COREF ID=\"1\">`";
                problems.push(Problem::error("empty-id", line, "a mention without `ID`").hint(hint));
            }
            self.open.push(self.mentions.len());
            self.mentions.push(Marked { id, reference, minimum, start: self.characters, end: None, line });
        }
    }

    fn finish(mut self, (file_stem, wanted): (&str, Wanted), unnamed: &mut u32, reading: &mut Reading) {
        if self.text.trim().is_empty() {
            return;
        }
        for &place in &self.open {
            let message = "a mention is not closed before the document ends";
            reading.problems.push(Problem::error("unclosed-mention", self.mentions[place].line, message));
        }
        let mut draft = match self.name.as_str() {
            "" => {
                *unnamed += 1;
                let part = (*unnamed > 1).then(|| *unnamed - 1);
                Draft::unnamed(Name { id: file_stem.to_owned(), part }, wanted)
            }
            name => Draft::new(Name::plain(name), wanted),
        };
        let text = RunningText::judged(std::mem::take(&mut self.text));
        text.fill(&mut draft.document, wanted);
        let mut links = self.links(&mut reading.problems);
        for (place, mention) in self.mentions.iter().enumerate() {
            let first = links.first(place);
            mention.place(&self.mentions[first].id, &text, &mut draft, &mut reading.problems);
        }
        draft.finish_into(reading);
    }

    fn links(&self, problems: &mut Vec<Problem>) -> Links {
        let places: FxHashMap<&str, usize> =
            self.mentions.iter().enumerate().map(|(place, mention)| (mention.id.as_str(), place)).collect();
        let mut links = Links::new(self.mentions.len());
        for (place, mention) in
            self.mentions.iter().enumerate().filter(|(_, mention)| !mention.reference.is_empty())
        {
            match places.get(mention.reference.as_str()) {
                Some(&other) => links.join(place, other),
                None => {
                    let message = format!("`REF=\"{}\"`: no mention has this `ID`", mention.reference);
                    problems.push(Problem::error("unknown-mention", mention.line, message));
                }
            }
        }
        links
    }
}

impl Marked {
    fn place(&self, label: &str, text: &RunningText<'_>, draft: &mut Draft, problems: &mut Vec<Problem>) {
        let Some(end) = self.end else { return };
        let Some((span, fit)) = text.span(self.start, end) else {
            problems.push(Problem::error(
                "empty-mention",
                self.line,
                format!("mention {} has no words", self.id),
            ));
            return;
        };
        if fit == Fit::Widened {
            problems.push(widened(&format!("mention {}", self.id), self.line));
        }
        let minimum = self.minimum_in(span, text);
        if minimum.is_none() && !self.minimum.is_empty() {
            let message = format!("`MIN=\"{}\"` is not in mention {}; it is left out", self.minimum, self.id);
            problems.push(Problem::warning("unknown-minimum", self.line, message));
        }
        let entity = draft.entity(label);
        draft.mention(
            &[span],
            entity,
            Detail { minimum, id: self.id.clone(), ..Detail::default() },
            self.line,
        );
    }

    /// The tokens of `MIN`, which may have alternatives separated by bars; the first that occurs in the
    /// mention counts.
    fn minimum_in(&self, span: Span, text: &RunningText<'_>) -> Option<Span> {
        let words: Vec<&str> = text.words().skip(span.start as usize).take(span.len() as usize).collect();
        let mut wanted = self.minimum.split('|').filter(|text| !text.trim().is_empty());
        wanted.find_map(|minimum| {
            let cut = text.cut_alike(minimum);
            let pieces: Vec<&str> = cut.words().collect();
            let at = words.windows(pieces.len().max(1)).position(|window| window == pieces)? as u32;
            Some(Span::new(span.start + at, span.start + at + pieces.len() as u32))
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::MUC;
    use crate::document::{Span, Wanted};
    use crate::format::shown::{codes, spans};
    use crate::format::{Block, Likeness, Reading};

    const SAMPLE: &str = "<DOC>\n<DOCID> nyt-42 </DOCID>\n<TXT><p>\n<COREF ID=\"1\" MIN=\"company\">The <COREF ID=\"3\">small</COREF> company</COREF> said <COREF ID=\"2\" TYPE=\"IDENT\" REF=\"1\">it</COREF> grew.\n</TXT>\n</DOC>\n<DOC>\n<TXT>AT&amp;T said <COREF ID=\"1\" REF=\"2\">it</COREF> met <COREF ID=\"2\" MIN=\"X|Ann\">Ms Ann</COREF></TXT></DOC>\n";

    fn read(text: &str) -> Reading {
        MUC.read(&Block { file_stem: "file", ..Block::whole(text.as_bytes()) }, Wanted::ALL)
    }

    #[test]
    fn references_join_mentions() {
        let reading = read(SAMPLE);
        assert_eq!(codes(&reading), []);
        let [first, second] = &reading.documents[..] else { panic!("two documents") };
        assert_eq!(spans(first), [(0, 3, "1"), (1, 2, "3"), (4, 5, "1")]);
        assert_eq!(first.detail(&first.mentions[0]).unwrap().minimum, Some(Span::new(2, 3)));
        assert_eq!(first.name.id, "nyt-42");
        assert_eq!(second.name.id, "file");
        assert_eq!(second.mentions[0].entity, second.mentions[1].entity);
        assert_eq!(second.detail(&second.mentions[1]).unwrap().minimum.unwrap().len(), 1);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        let reading = read(
            "<DOC>\n<COREF ID=1 MIN=z>a</COREF> </COREF>\n<COREF ID=2 REF=9>b</COREF> <COREF>c</COREF> <COREF ID=7> </COREF>\n<COREF ID=8>x</DOC>",
        );
        let expected = [
            ("unopened-mention", 2),
            ("empty-id", 3),
            ("unclosed-mention", 4),
            ("unknown-mention", 3),
            ("unknown-minimum", 2),
            ("empty-mention", 3),
        ];
        assert_eq!(codes(&reading), expected);
    }

    #[test]
    fn a_file_is_recognised_by_its_tags() {
        assert_eq!(MUC.looks_like(SAMPLE.as_bytes()), Likeness::Sure);
        assert_eq!(MUC.looks_like(b"<e id=\"1\">x</e>"), Likeness::No);
        assert_eq!((MUC.next_document)(SAMPLE.as_bytes()), SAMPLE.rfind("<DOC>"));
    }

    proptest! {
        #[test]
        fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = MUC.read(&Block::whole(&bytes), Wanted::ALL);
            (MUC.next_document)(&bytes);
        }

        #[test]
        fn no_tags_in_any_order_do_either(
            text in "(<DOC>|</DOC>|<COREF ID=1 REF=2>|<COREF ID=2 MIN=\"a|b\">|</COREF>|<DOCID>|</DOCID>|<|>|&|a|é| |\n){0,30}",
        ) {
            read(&text);
        }
    }
}
