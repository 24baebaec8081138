//! ACE's program format (APF): entities and events in `.apf.xml`, the text beside it in `.sgm`.
//!
//! ```text
//! <source_file URI="letter.sgm"><document DOCID="letter"><entity ID="E1" TYPE="PER" CLASS="SPC">
//!   <entity_mention ID="E1-1" TYPE="NOM"><extent><charseq START="0" END="8">The mayor</charseq></extent>
//!     <head><charseq START="4" END="8">mayor</charseq></head></entity_mention></entity>
//! <event ID="EV1" TYPE="Life"><event_mention ID="EV1-1"><anchor><charseq START="10" END="14">slept</charseq></anchor></event_mention></event>
//! ```
//!
//! `START` and `END` are the first and the last character, counted from 0 in the text without tags (ACE
//! 2005).

use super::draft::Draft;
use super::running_text::{Fit, RunningText, widened};
use super::xml::{Node, Tag, walk};
use super::{Block, Format, Likeness, Problem, Reading};
use crate::document::{Detail, Name, Span, Wanted};

/// The XML format of the ACE program.
pub const ACE: Format = Format {
    name: "ace",
    title: "ACE program format (APF)",
    extensions: &["apf.xml"],
    companion: Some("sgm"),
    by_lines: false,
    looks_like,
    describe: |_| "entities, and events by their anchors; characters of the text beside the file".to_owned(),
    // a file is a document
    next_document: |_| None,
    read,
    pieces: None,
    write: None,
};

fn looks_like(start: &[u8]) -> Likeness {
    let has = |text: &str| memchr::memmem::find(start, text.as_bytes()).is_some();
    if has("<source_file ") && has("<document ") { Likeness::Sure } else { Likeness::No }
}

fn read(block: &Block<'_>, wanted: Wanted) -> Reading {
    let file = String::from_utf8_lossy(block.bytes);
    let mut reading = Reading { lines: file.lines().count() as u64, ..Reading::default() };
    let Some(text) = block.companion else {
        let problem = Problem::error("no-text", 0, "the annotated text is missing")
            .hint("put it into the same folder, with the same name and the extension `.sgm`");
        reading.problems.push(problem);
        return reading;
    };
    let mut annotation = Annotation::default();
    let walked = walk(&file, |node, line| annotation.add(node, line));
    reading.problems.extend(walked.err());
    let text = RunningText::judged(without_tags(&String::from_utf8_lossy(text)));
    let name = annotation.name.as_deref().unwrap_or(block.file_stem);
    let mut draft = Draft::new(Name::plain(name), wanted);
    text.fill(&mut draft.document, wanted);
    for mention in &annotation.mentions {
        mention.place(&text, &mut draft, &mut reading.problems);
    }
    draft.finish_into(&mut reading);
    reading
}

/// The text as ACE counts it: without tags, otherwise as written.
fn without_tags(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut inside = false;
    for character in text.trim_start_matches('\u{feff}').chars() {
        match character {
            '<' => inside = true,
            '>' if inside => inside = false,
            '\r' => {}
            _ if inside => {}
            _ => plain.push(character),
        }
    }
    plain
}

/// First and last character.
type Characters = (u32, u32);

/// A mention as it is in the file.
#[derive(Debug, Default)]
struct Mention {
    entity: String,
    kind: String,
    id: String,
    form: String,
    extent: Option<Characters>,
    head: Option<Characters>,
    line: u64,
}

/// The annotation read so far.
#[derive(Default)]
struct Annotation {
    name: Option<String>,
    mentions: Vec<Mention>,
    /// The id of the entity or event that the reader is in, and its kind.
    current: Option<(String, String)>,
    mention: Option<Mention>,
    slot: Slot,
}

/// What the next characters are.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Slot {
    #[default]
    Nothing,
    Extent,
    Head,
}

impl Annotation {
    fn add(&mut self, node: Node, line: u64) {
        match node {
            Node::Open(tag) => self.open(&tag, line),
            Node::Close(name) => self.close(&name),
            Node::Text(_) => {}
        }
    }

    fn open(&mut self, tag: &Tag, line: u64) {
        let value = |name: &str| tag.get(name).unwrap_or("").to_owned();
        match tag.name.as_str() {
            "document" => self.name = tag.get("DOCID").map(str::to_owned),
            "entity" => self.current = Some((value("ID"), value("TYPE"))),
            "event" => self.current = Some((value("ID"), "event".to_owned())),
            "entity_mention" | "event_mention" => {
                let Some((entity, kind)) = self.current.clone() else { return };
                let (id, form) = (value("ID"), value("TYPE"));
                self.mention = Some(Mention { entity, kind, id, form, line, ..Mention::default() });
            }
            "extent" => self.slot = if self.is_entity() { Slot::Extent } else { Slot::Nothing },
            "head" => self.slot = Slot::Head,
            "anchor" => self.slot = Slot::Extent,
            "charseq" => self.characters(tag),
            _ => {}
        }
    }

    /// Whether the reader is in an entity. Of an event only the anchor is a mention: its extent is a clause,
    /// and its arguments have extents too.
    fn is_entity(&self) -> bool {
        self.current.as_ref().is_some_and(|(_, kind)| kind != "event")
    }

    fn characters(&mut self, tag: &Tag) {
        let Some(mention) = &mut self.mention else { return };
        let number = |name: &str| tag.get(name).and_then(|text| text.trim().parse::<u32>().ok());
        let characters = number("START").zip(number("END"));
        match self.slot {
            Slot::Extent => mention.extent = characters,
            Slot::Head => mention.head = characters,
            Slot::Nothing => {}
        }
    }

    fn close(&mut self, name: &str) {
        match name {
            "entity_mention" | "event_mention" => self.mentions.extend(self.mention.take()),
            "entity" | "event" => self.current = None,
            "extent" | "head" | "anchor" => self.slot = Slot::Nothing,
            _ => {}
        }
    }
}

impl Mention {
    fn place(&self, text: &RunningText<'_>, draft: &mut Draft, problems: &mut Vec<Problem>) {
        let tokens = |(first, last): Characters| {
            let end = last.checked_add(1).filter(|&end| first < end && end <= text.characters())?;
            text.span(first, end)
        };
        let Some((span, fit)) = self.extent.and_then(tokens) else {
            let message = format!("{} has no characters, or covers text without words", self.id);
            let hint = "`START` and `END` count characters from 0, without tags; is this the annotated text?";
            problems.push(Problem::error("span-outside", self.line, message).hint(hint));
            return;
        };
        if fit == Fit::Widened {
            problems.push(widened(&self.id, self.line));
        }
        let entity = draft.entity(&self.entity);
        draft.set_kind(entity, &self.kind);
        draft.mention(&[span], entity, self.detail(span, self.head.and_then(tokens)), self.line);
    }

    /// The detail of a mention: ACE's head is the minimum, and the last token of that is the head.
    fn detail(&self, span: Span, head: Option<(Span, Fit)>) -> Detail {
        let minimum = head.map(|(head, _)| head).filter(|head| span.contains(*head));
        let form = (!self.form.is_empty()).then(|| ("form".to_owned(), self.form.clone()));
        Detail {
            head: minimum.map(|minimum| minimum.end - 1),
            minimum,
            id: self.id.clone(),
            attributes: form.into_iter().collect(),
            ..Detail::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::ACE;
    use crate::document::{Span, Wanted};
    use crate::format::{Block, Reading, detect};

    const TEXT: &str =
        "<DOC>\n<DOCID> letter </DOCID>\n<TEXT>\nThe old mayor slept. He snored.\n</TEXT>\n</DOC>\n";

    /// The element for words that are found in the text, with their places as ACE counts them.
    fn charseq(words: &str) -> String {
        let at = super::without_tags(TEXT).find(words).unwrap();
        format!("<charseq START=\"{at}\" END=\"{}\">{words}</charseq>", at + words.len() - 1)
    }

    fn sample() -> String {
        let (mayor, head, he) = (charseq("The old mayor"), charseq("mayor"), charseq("He"));
        let (slept, clause) = (charseq("slept"), charseq("The old mayor slept"));
        format!(
            "<?xml version=\"1.0\"?>\n<source_file URI=\"letter.sgm\" SOURCE=\"newswire\"><document DOCID=\"letter\">\n\
             <entity ID=\"E1\" TYPE=\"PER\" CLASS=\"SPC\"><entity_mention ID=\"E1-1\" TYPE=\"NOM\"><extent>{mayor}</extent><head>{head}</head></entity_mention>\n\
             <entity_mention ID=\"E1-2\" TYPE=\"PRO\"><extent>{he}</extent><head>{he}</head></entity_mention>\n\
             <entity_attributes><name NAME=\"x\">{he}</name></entity_attributes></entity>\n\
             <event ID=\"EV1\" TYPE=\"Life\"><event_mention ID=\"EV1-1\"><extent>{clause}</extent><anchor>{slept}</anchor>\n\
             <event_mention_argument REFID=\"E1-1\"><extent>{mayor}</extent></event_mention_argument></event_mention></event>\n\
             </document></source_file>\n"
        )
    }

    fn read(file: &str, text: Option<&str>) -> Reading {
        let block = Block { companion: text.map(str::as_bytes), ..Block::whole(file.as_bytes()) };
        ACE.read(&block, Wanted::ALL)
    }

    #[test]
    fn entities_and_events_are_read_with_their_heads() {
        let reading = read(&sample(), Some(TEXT));
        assert_eq!(reading.problems, []);
        let document = &reading.documents[0];
        let shown: Vec<_> = document
            .mentions
            .iter()
            .map(|mention| {
                let detail = document.detail(mention).unwrap();
                let minimum = detail.minimum.and_then(|minimum| document.text(minimum));
                let kind = document.entity_details[mention.entity as usize].kind.as_str();
                (document.text(mention.span).unwrap(), kind, minimum)
            })
            .collect();
        assert_eq!(
            shown,
            [
                ("The old mayor".to_owned(), "PER", Some("mayor".to_owned())),
                ("He".to_owned(), "PER", Some("He".to_owned())),
                ("slept".to_owned(), "event", None),
            ]
        );
        assert_eq!(document.detail(&document.mentions[0]).unwrap().head, Some(3));
        assert_eq!(document.mentions[0].span, Span::new(1, 4), "the id of the document is text too");
        assert_eq!(document.name.id, "letter");
    }

    #[test]
    fn what_lies_outside_the_text_is_an_error_at_its_line() {
        let reading = read(&sample(), Some("<DOC>short</DOC>"));
        let places: Vec<_> = reading.problems.iter().map(|problem| (problem.code, problem.line)).collect();
        assert_eq!(places, [("span-outside", 3), ("span-outside", 4), ("span-outside", 6)]);
        assert_eq!(read(&sample(), None).problems[0].code, "no-text");
    }

    #[test]
    fn a_file_is_told_by_its_tags() {
        assert_eq!(detect(sample().as_bytes(), "").map(|format| format.name), Some("ace"));
    }
}
