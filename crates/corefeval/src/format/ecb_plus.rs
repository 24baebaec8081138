//! ECB+: a news article in XML, with mentions of events and their participants, and entities that span
//! documents.
//!
//! ```text
//! <Document doc_name="36_1ecbplus.xml"><token t_id="1" sentence="0" number="0">He</token> …
//! <Markables><HUMAN_PART_PER m_id="4"><token_anchor t_id="1"/></HUMAN_PART_PER>
//! <HUMAN_PART_PER m_id="9" TAG_DESCRIPTOR="t36_him" instance_id="HUM17403"/></Markables>
//! <Relations><CROSS_DOC_COREF r_id="7" note="HUM17403"><source m_id="4"/><target m_id="9"/></CROSS_DOC_COREF></Relations></Document>
//! ```
//!
//! An entity has the label of its instance, which is the same in all documents; an entity of only this
//! document, or a singleton, has the document's name and a number as its label. The topic is the number at
//! the beginning of the name: 36.

use rustc_hash::FxHashMap;

use super::draft::Draft;
use super::xml::{Node, Tag, walk};
use super::{Block, Format, Likeness, Problem, Reading};
use crate::document::{Column, Detail, Layer, Name, Span, Wanted};

/// The format of ECB+ and related corpora, written by the tool CAT.
pub const ECB_PLUS: Format = Format {
    name: "ecb+",
    title: "ECB+ XML",
    extensions: &["xml"],
    companion: None,
    by_lines: false,
    looks_like,
    describe: |_| "tokens, markables and relations in XML".to_owned(),
    next_document: |bytes| memchr::memmem::find(bytes, b"\n<Document ").map(|newline| newline + 1),
    read,
    pieces: None,
    write: None,
};

fn looks_like(start: &[u8]) -> Likeness {
    let has = |text: &str| memchr::memmem::find(start, text.as_bytes()).is_some();
    match (has("<Document "), has("<token t_id=")) {
        (true, true) => Likeness::Sure,
        _ => Likeness::No,
    }
}

fn read(block: &Block<'_>, wanted: Wanted) -> Reading {
    let text = String::from_utf8_lossy(block.bytes);
    let mut reading = Reading { lines: text.lines().count() as u64, ..Reading::default() };
    let mut article = Article::default();
    let walked = walk(&text, |node, line| {
        if article.add(node, line) {
            let finished = std::mem::take(&mut article);
            finished.finish((block.file_stem, wanted), &mut reading);
        }
    });
    reading.problems.extend(walked.err());
    reading
}

/// What was read so far of a document.
#[derive(Default)]
struct Article {
    name: Option<String>,
    words: Column,
    /// Where each sentence ends.
    ends: Vec<u32>,
    sentence: String,
    tokens: FxHashMap<String, u32>,
    word: Option<String>,
    markables: Vec<Markable>,
    relations: Vec<LinkedTogether>,
    inside: Inside,
}

/// Which list the reader is in.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Inside {
    #[default]
    Text,
    Markables,
    Relations,
}

/// A mention, or an instance if it has no tokens.
struct Markable {
    id: String,
    tag: String,
    instance: String,
    anchors: Vec<String>,
    line: u64,
}

struct LinkedTogether {
    id: String,
    note: String,
    sources: Vec<String>,
    target: String,
    line: u64,
}

impl Article {
    /// Takes the next piece; true when it ends the document.
    fn add(&mut self, node: Node, line: u64) -> bool {
        match node {
            Node::Open(tag) => self.open(&tag, line),
            Node::Close(name) => return self.close(&name),
            Node::Text(text) => {
                if let Some(word) = &mut self.word {
                    word.push_str(&text);
                }
            }
        }
        false
    }

    fn open(&mut self, tag: &Tag, line: u64) {
        let value = |name: &str| tag.get(name).unwrap_or("").to_owned();
        match (tag.name.as_str(), self.inside) {
            ("Document", _) => self.name = tag.get("doc_name").map(str::to_owned),
            ("token", _) => self.token(tag),
            ("Markables", _) => self.inside = Inside::Markables,
            ("Relations", _) => self.inside = Inside::Relations,
            ("token_anchor", Inside::Markables) => {
                if let Some(markable) = self.markables.last_mut() {
                    markable.anchors.push(value("t_id"));
                }
            }
            (name, Inside::Markables) => {
                let (id, tag, instance) = (value("m_id"), name.to_owned(), value("instance_id"));
                self.markables.push(Markable { id, tag, instance, anchors: Vec::new(), line });
            }
            (name @ ("source" | "target"), Inside::Relations) => {
                let Some(relation) = self.relations.last_mut() else { return };
                match name {
                    "source" => relation.sources.push(value("m_id")),
                    _ => relation.target = value("m_id"),
                }
            }
            (_, Inside::Relations) => {
                let (id, note) = (value("r_id"), value("note"));
                self.relations.push(LinkedTogether {
                    id,
                    note,
                    sources: Vec::new(),
                    target: String::new(),
                    line,
                });
            }
            _ => {}
        }
    }

    fn token(&mut self, tag: &Tag) {
        let (sentence, token) = (tag.get("sentence").unwrap_or(""), self.words.len() as u32);
        if sentence != self.sentence && token > 0 {
            self.ends.push(token);
        }
        sentence.clone_into(&mut self.sentence);
        self.tokens.insert(tag.get("t_id").unwrap_or("").to_owned(), token);
        self.word = Some(String::new());
    }

    fn close(&mut self, name: &str) -> bool {
        match name {
            "token" => self.words.push(self.word.take().unwrap_or_default().trim()),
            "Markables" | "Relations" => self.inside = Inside::Text,
            _ => {}
        }
        name == "Document"
    }

    fn finish(self, (file_stem, wanted): (&str, Wanted), reading: &mut Reading) {
        let name = self.name.as_deref().unwrap_or(file_stem);
        let name = name.strip_suffix(".xml").unwrap_or(name).to_owned();
        let labels = self.labels(&name, &mut reading.problems);
        let mut draft = Draft::new(Name::plain(&name), wanted);
        for (markable, label) in
            self.markables.iter().zip(labels).filter(|(markable, _)| !markable.anchors.is_empty())
        {
            let spans = self.spans(markable, &mut reading.problems);
            let entity = draft.entity(&label);
            draft.set_kind(entity, kind(&markable.tag));
            let attributes = vec![("tag".to_owned(), markable.tag.clone())];
            let detail = Detail { id: markable.id.clone(), attributes, ..Detail::default() };
            draft.mention(&spans, entity, detail, markable.line);
        }
        self.fill(&mut draft);
        draft.finish_into(reading);
    }

    /// The entity of each markable.
    fn labels(&self, name: &str, problems: &mut Vec<Problem>) -> Vec<String> {
        let places: FxHashMap<&str, usize> = self
            .markables
            .iter()
            .enumerate()
            .map(|(place, markable)| (markable.id.as_str(), place))
            .collect();
        let mut labels: Vec<String> =
            self.markables.iter().map(|markable| format!("{name}/m{}", markable.id)).collect();
        for relation in &self.relations {
            let instance =
                places.get(relation.target.as_str()).map_or("", |&place| &self.markables[place].instance);
            let label = match [relation.note.as_str(), instance].into_iter().find(|label| !label.is_empty()) {
                Some(label) => label.to_owned(),
                None => format!("{name}/r{}", relation.id),
            };
            for source in &relation.sources {
                match places.get(source.as_str()) {
                    Some(&place) => labels[place].clone_from(&label),
                    None => {
                        let message =
                            format!("markable {source} is in a relation but is not defined; it is ignored");
                        problems.push(Problem::warning("unknown-mention", relation.line, message));
                    }
                }
            }
        }
        labels
    }

    fn spans(&self, markable: &Markable, problems: &mut Vec<Problem>) -> Vec<Span> {
        let mut spans = Vec::with_capacity(markable.anchors.len());
        for anchor in &markable.anchors {
            match self.tokens.get(anchor) {
                Some(&token) => spans.push(Span::new(token, token + 1)),
                None => {
                    let message = format!(
                        "markable {} is anchored to token {anchor}, which does not exist",
                        markable.id
                    );
                    problems.push(Problem::error("span-outside", markable.line, message));
                }
            }
        }
        spans
    }

    fn fill(mut self, draft: &mut Draft) {
        let document = &mut draft.document;
        document.tokens = self.words.len() as u32;
        if draft.wanted.sentences() {
            self.ends.push(document.tokens);
            let mut start = 0;
            for end in self.ends.into_iter().filter(|&end| end > 0) {
                document.sentences.push(Span::new(start, end));
                start = end;
            }
        }
        if draft.wanted.has(Layer::Word) {
            document.layers.set(Layer::Word, self.words);
        }
    }
}

/// The type of an entity, by the tag of its mention: an event, or a kind of participant.
fn kind(tag: &str) -> &'static str {
    const KINDS: [(&str, &str); 6] = [
        ("ACTION", "event"),
        ("NEG_ACTION", "event"),
        ("NON_HUMAN", "non-human"),
        ("HUMAN", "human"),
        ("LOC", "location"),
        ("TIME", "time"),
    ];
    KINDS.iter().find(|(start, _)| tag.starts_with(start)).map_or("", |(_, kind)| kind)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::ECB_PLUS;
    use crate::document::{Layer, Span, Wanted};
    use crate::format::shown::{codes, spans};
    use crate::format::{Block, Likeness, Reading};

    const SAMPLE: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<Document doc_name="36_1ecbplus.xml" doc_id="DOC1">
<token t_id="1" sentence="0" number="0">AT&amp;T</token>
<token t_id="2" sentence="0" number="1">took</token>
<token t_id="3" sentence="0" number="2">it</token>
<token t_id="4" sentence="1" number="0">over</token>
<token t_id="5" sentence="1" number="1">Later</token>
<Markables>
<ACTION_OCCURRENCE m_id="1"><token_anchor t_id="2"/><token_anchor t_id="4"/></ACTION_OCCURRENCE>
<HUMAN_PART_ORG m_id="2"><token_anchor t_id="1"/></HUMAN_PART_ORG>
<HUMAN_PART_ORG m_id="3"><token_anchor t_id="3"/></HUMAN_PART_ORG>
<TIME_DATE m_id="4"><token_anchor t_id="5"/></TIME_DATE>
<HUMAN_PART_ORG m_id="8" RELATED_TO="" TAG_DESCRIPTOR="t36_att" instance_id="HUM1740"/>
<ACTION_OCCURRENCE m_id="9" RELATED_TO="" TAG_DESCRIPTOR="t36_take" />
</Markables>
<Relations>
<CROSS_DOC_COREF r_id="5" note="HUM1740"><source m_id="2"/><source m_id="3"/><target m_id="8"/></CROSS_DOC_COREF>
<INTRA_DOC_COREF r_id="6"><source m_id="1"/><target m_id="9"/></INTRA_DOC_COREF>
</Relations>
</Document>
"#;

    fn read(text: &str) -> Reading {
        ECB_PLUS.read(&Block { file_stem: "file", ..Block::whole(text.as_bytes()) }, Wanted::ALL)
    }

    #[test]
    fn entities_are_labelled_by_their_instance() {
        let reading = read(SAMPLE);
        assert_eq!(codes(&reading), []);
        let document = &reading.documents[0];
        let expected =
            [(1, 4, "36_1ecbplus/r6"), (0, 1, "HUM1740"), (2, 3, "HUM1740"), (4, 5, "36_1ecbplus/m4")];
        assert_eq!(spans(document), expected);
        assert_eq!(document.name.id, "36_1ecbplus");
        assert_eq!(document.parts(&document.mentions[0]), [Span::new(1, 2), Span::new(3, 4)]);
        let kinds: Vec<&str> = document.entity_details.iter().map(|detail| detail.kind.as_str()).collect();
        assert_eq!(kinds, ["event", "human", "time"]);
        assert_eq!(document.layers.at(Layer::Word, 0), Some("AT&T"));
        assert_eq!(document.sentences, [Span::new(0, 3), Span::new(3, 5)]);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        let text = SAMPLE
            .replace("<source m_id=\"2\"/>", "<source m_id=\"77\"/>")
            .replace("t_id=\"5\"/>", "t_id=\"50\"/>");
        assert_eq!(codes(&read(&text)), [("unknown-mention", 17), ("span-outside", 12)]);
        assert_eq!(codes(&read(&SAMPLE.replace("</Markables>", ""))), [("not-xml", 20)]);
    }

    #[test]
    fn a_file_is_recognised_by_its_tokens() {
        assert_eq!(ECB_PLUS.looks_like(SAMPLE.as_bytes()), Likeness::Sure);
        assert_eq!(ECB_PLUS.looks_like(b"<Document><p>x</p></Document>"), Likeness::No);
    }

    #[test]
    fn a_file_may_hold_several_documents() {
        let two = format!("{SAMPLE}{}", SAMPLE.lines().skip(1).collect::<Vec<_>>().join("\n"));
        assert_eq!(read(&two).documents.len(), 2);
        assert_eq!((ECB_PLUS.next_document)(&two.as_bytes()[60..]), Some(SAMPLE.len() - 60));
    }

    proptest! {
        #[test]
        fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = ECB_PLUS.read(&Block::whole(&bytes), Wanted::ALL);
        }

        #[test]
        fn no_small_change_makes_it_panic(
            changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        ) {
            let mut bytes = SAMPLE.as_bytes().to_vec();
            for (place, byte) in changes {
                let place = place.index(bytes.len());
                bytes[place] = byte;
            }
            let _ = ECB_PLUS.read(&Block::whole(&bytes), Wanted::ALL);
        }
    }
}
