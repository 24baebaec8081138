//! Whatever a document contains, a writer writes it in such a way that it is read again unchanged, or reports
//! what was lost.

use proptest::prelude::*;

use super::{Block, FORMATS, Format, Problem, Reading};
use crate::document::{
    Column, Detail, Document, EntityDetail, Layer, Mention, Name, Relation, RelationKind, Span, Stage,
    Wanted, Zero,
};

/// Texts with a special meaning in one of the formats.
const HOSTILE: &[&str] = &[
    "",
    " ",
    "\t",
    "\n",
    "\r",
    "\r\n",
    "\0",
    "\u{b}",
    "\u{c}",
    "\u{85}",
    "\u{2028}",
    "\u{feff}",
    "\u{200b}",
    "\u{1b}[31m",
    "a\tb",
    "a\nb",
    " a",
    "a ",
    "a b",
    "#",
    "# ",
    "##",
    "##ab",
    "doc",
    "# doc x",
    "# tokenised",
    "#begin document",
    "#begin document (evil); part 000",
    "a\n#end document\n#begin document (evil",
    "#end document",
    "# newdoc id = evil",
    "x\n# newdoc id = evil\n",
    "# global.Entity = eid",
    "# global.columns = ID",
    "\"",
    "'",
    "\\",
    "\\n",
    "]]>",
    "<",
    "&amp;",
    "<e id=\"1\">",
    "</e>",
    "<COREF ID=\"1\">",
    "{",
    "}",
    "{0}",
    "[",
    "]",
    "[x]{1}",
    "]{1}",
    "](#1)",
    "x|[e1",
    "x|[e1]",
    "x|e1]",
    "|",
    "1|(2)",
    "(",
    ")",
    "(z",
    "x)y",
    "(1)",
    "e1[1/2]",
    "e1[2/2]",
    "%28",
    "%",
    "%2",
    "-",
    "_",
    "*",
    "--",
    "a-b",
    "a=b",
    "a,b",
    "a<b:c",
    "@",
    "set_",
    "set_1",
    "1-Pseudo",
    "-Pseudo",
    "dd-1",
    "dd-",
    "1",
    "01",
    "2",
    "e1",
    "x1",
    "(x)",
    "(x); part 3",
    "x; part 3",
    "part 3",
    "x_0",
    "x_0001_3",
    "a;",
    "TOKEN",
    "TOKEN x",
    "B-markable_1=set_1",
    "Entity=(e1-",
    "null",
    "é",
    "日本語",
    "\u{fffd}",
];

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => prop::sample::select(HOSTILE).prop_map(str::to_owned),
        2 => "[a-c0-2]{1,2}",
        1 => (prop::sample::select(HOSTILE), prop::sample::select(HOSTILE)).prop_map(|(one, other)| format!("{one}{other}")),
    ]
}

/// Which unusual features a document may have.
#[derive(Clone, Copy, Debug)]
struct Wild {
    zeros: bool,
    gaps: bool,
    details: bool,
    hostile: bool,
}

fn wild() -> impl Strategy<Value = Wild> {
    any::<[bool; 4]>().prop_map(|[zeros, gaps, details, hostile]| Wild { zeros, gaps, details, hostile })
}

/// Random material for documents.
#[derive(Clone, Debug)]
struct Seeds {
    texts: Vec<String>,
    numbers: Vec<u32>,
    mentions: Vec<(u32, u32, u32)>,
    tokens: u32,
    wild: Wild,
}

fn seeds() -> impl Strategy<Value = Seeds> {
    let texts = proptest::collection::vec(text(), 1..24);
    let numbers = proptest::collection::vec(0..6_u32, 1..24);
    let mentions = proptest::collection::vec((0..10_u32, 1..5_u32, 0..5_u32), 0..12);
    (texts, numbers, mentions, 0..10_u32, wild()).prop_map(|(texts, numbers, mentions, tokens, wild)| Seeds {
        texts,
        numbers,
        mentions,
        tokens,
        wild,
    })
}

impl Seeds {
    fn text(&self, place: usize) -> &str {
        if self.wild.hostile { &self.texts[place % self.texts.len()] } else { ["x", "y", "z"][place % 3] }
    }

    fn number(&self, place: usize) -> u32 {
        self.numbers[place % self.numbers.len()]
    }

    fn document(&self) -> Document {
        let tokens = self.tokens;
        let id = if self.wild.hostile { self.text(7).to_owned() } else { "letter".to_owned() };
        let part = Some(self.number(3)).filter(|part| *part > 3);
        let mut document = Document { name: Name { id, part }, tokens, ..Document::default() };
        document
            .layers
            .set(Layer::Word, (0..tokens).map(|token| self.text(token as usize).to_owned()).collect());
        let end_of_sentence = |token: u32| self.number(token as usize) == 0 || token + 1 == tokens;
        let ends: Vec<u32> =
            (0..tokens).filter(|token| end_of_sentence(*token)).map(|token| token + 1).collect();
        let mut start = 0;
        for end in ends {
            document.sentences.push(Span::new(start, end));
            start = end;
        }
        if self.wild.zeros {
            self.add_zeros(&mut document);
        }
        self.add_mentions(&mut document);
        if self.wild.details {
            self.add_details(&mut document);
        }
        document
    }

    fn add_zeros(&self, document: &mut Document) {
        let (mut rank, mut ended) = (0, 0);
        for token in 0..document.tokens {
            if document.sentences.iter().any(|sentence| token > 0 && sentence.start == token) {
                (rank, ended) = (0, ended + 1);
            }
            if self.number(token as usize + 1).is_multiple_of(3) {
                rank += 1;
                document.zeros.push(Zero { token, rank: Zero::rank_behind(ended, rank) });
            } else {
                (rank, ended) = (0, 0);
            }
        }
    }

    fn add_mentions(&self, document: &mut Document) {
        let labels =
            (0..5).map(
                |entity| {
                    if self.wild.hostile { self.text(entity + 9).to_owned() } else { entity.to_string() }
                },
            );
        document.entity_labels = labels.collect();
        for (place, &(start, length, entity)) in self.mentions.iter().enumerate() {
            let Some(room) = document.tokens.checked_sub(start).filter(|room| *room > 0) else { continue };
            let span = Span::new(start, start + length.min(room));
            let mut mention = Mention::new(span, entity);
            if self.wild.gaps && span.len() > 2 && self.number(place).is_multiple_of(2) {
                mention = mention.with_detail(document.details.len());
                let parts = vec![Span::new(span.start, span.start + 1), Span::new(span.end - 1, span.end)];
                document.details.push(Detail { parts, ..Detail::default() });
            }
            document.mentions.push(mention);
        }
    }

    fn add_details(&self, document: &mut Document) {
        for place in 0..document.mentions.len() {
            let mention = document.mentions[place];
            let index = mention.detail().unwrap_or_else(|| {
                document.mentions[place] = mention.with_detail(document.details.len());
                document.details.push(Detail::default());
                document.details.len() - 1
            });
            let detail = &mut document.details[index];
            detail.head = Some(mention.span.start).filter(|_| self.number(place) > 1);
            detail.id = self.text(place).to_owned();
            detail.attributes = vec![(self.text(place + 2).to_owned(), self.text(place + 3).to_owned())];
        }
        document.entity_details = (0..5)
            .map(|entity| EntityDetail {
                kind: self.text(entity + 4).to_owned(),
                stage: if self.number(entity) == 1 { Stage::DiscourseDeixis } else { Stage::Identity },
                non_referring: self.number(entity) == 2,
                elements: Vec::new(),
            })
            .collect();
        if document.mentions.len() > 1 {
            let label = self.text(5).to_owned();
            document.relations.push(Relation { kind: RelationKind::Bridging, from: 1, to: 0, label });
        }
        let values = |offset: usize| {
            (0..document.tokens as usize).map(move |token| self.text(token + offset).to_owned())
        };
        for (offset, layer) in
            [Layer::PartOfSpeech, Layer::Miscellany, Layer::Row, Layer::Arguments].into_iter().enumerate()
        {
            document.layers.set(layer, values(offset).collect());
        }
        let comments: Column =
            (0..document.sentences.len()).map(|sentence| self.text(sentence + 1).to_owned()).collect();
        document.layers.set(Layer::SentenceComments, comments);
    }
}

/// The mentions of each entity, sorted.
fn entities(document: &Document) -> Vec<Vec<Vec<Span>>> {
    let mut entities = vec![Vec::new(); document.entity_count()];
    for mention in &document.mentions {
        entities[mention.entity as usize].push(document.parts(mention).to_vec());
    }
    for mentions in &mut entities {
        mentions.sort_unstable();
    }
    entities.retain(|mentions| !mentions.is_empty());
    entities.sort_unstable();
    entities
}

/// Writes documents and reads them again.
fn again(format: &Format, documents: &[Document]) -> (Vec<Problem>, Reading, String) {
    let mut out = Vec::new();
    let problems = format.write(documents, &mut out).unwrap();
    let reading = format.read(&Block { file_stem: "letter", ..Block::whole(&out) }, Wanted::ALL);
    (problems, reading, String::from_utf8_lossy(&out).into_owned())
}

/// Fails if something is not read again although no loss was reported.
fn unsaid(format: &Format, documents: &[Document]) -> Result<(), String> {
    let (problems, reading, text) = again(format, documents);
    let said = |codes: &[&str]| problems.iter().any(|problem| codes.contains(&problem.code));
    let wrong =
        |what: &str| Err(format!("{}: {what}\n{problems:#?}\n{:#?}\n{text}", format.name, reading.problems));
    if reading.failed() {
        return wrong("an error");
    }
    if said(&["lost-document", "one-document"]) {
        return Ok(());
    }
    if reading.documents.len() != documents.len() {
        return wrong("other documents");
    }
    for (before, after) in documents.iter().zip(&reading.documents) {
        if before.tokens != after.tokens {
            return wrong("other tokens");
        }
        if !said(&["lost-gaps", "lost-crossing", "lost-mentions"]) && entities(before) != entities(after) {
            return wrong("other mentions");
        }
        if !said(&["lost-name"]) && before.name != after.name && format.name != "conll" {
            return wrong("another name");
        }
        if !said(&["lost-zeros"])
            && before.zeros != after.zeros
            && format.name != "ua"
            && !said(&["lost-sentences"])
        {
            return wrong("other zeros");
        }
        let overt = |document: &Document, token: u32| {
            document.layers.at(Layer::Word, token).filter(|_| !before.is_zero(token)).unwrap_or("").to_owned()
        };
        let differs = |token: u32| overt(before, token) != overt(after, token) && overt(before, token) != "_";
        if !said(&["lost-words"]) && (0..before.tokens).any(differs) {
            return wrong("other words");
        }
    }
    Ok(())
}

fn check(format: &Format, documents: &[Document]) {
    if let Err(wrong) = unsaid(format, documents) {
        panic!("{wrong}");
    }
}

/// Formats that can be written.
fn writable() -> impl Iterator<Item = &'static &'static Format> {
    FORMATS.iter().filter(|format| format.is_writable())
}

fn plain(name: &str, words: &[&str], label: &str) -> Document {
    let mut document =
        Document { name: Name::plain(name), tokens: words.len() as u32, ..Document::default() };
    document.layers.set(Layer::Word, words.iter().collect());
    document.sentences = vec![Span::new(0, words.len() as u32)];
    document.entity_labels = [label, "other"].iter().collect();
    document.mentions = vec![
        Mention::new(Span::new(0, 1), 0),
        Mention::new(Span::new(1, 3), 0),
        Mention::new(Span::new(2, 3), 1),
    ];
    document
}

#[test]
fn no_word_changes_the_text_around_it() {
    for format in writable() {
        for word in HOSTILE {
            check(format, &[plain("letter", &["He", word, "said", "he", word, "left"], "1")]);
            check(format, &[plain("letter", &[word, "doc", word], "1")]);
        }
    }
}

#[test]
fn no_name_makes_a_document_of_its_own() {
    for format in writable() {
        for name in HOSTILE {
            let mut documents =
                vec![plain(name, &["a", "b", "c"], "1"), plain("note", &["a", "b", "c"], "1")];
            if format.name == "arrau" {
                documents.pop();
            }
            check(format, &documents);
            // so that all columns of CoNLL are written
            documents[0].layers.set(Layer::PartOfSpeech, ["NN"; 3].iter().collect());
            check(format, &documents);
        }
    }
}

#[test]
fn no_label_makes_another_mention() {
    for format in writable() {
        for label in HOSTILE {
            check(format, &[plain("letter", &["a", "b", "c", "d"], label)]);
        }
        // entities with the same label stay separate
        check(format, &[plain("letter", &["a", "b", "c", "d"], "other")]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_written_is_read_again_or_said_to_be_lost(first in seeds(), second in seeds()) {
        let first = first.document();
        let mut second = second.document();
        if second.name == first.name {
            second.name = Name::plain("another");
        }
        for format in writable() {
            let both = [first.clone(), second.clone()];
            let documents = if format.name == "arrau" { &both[..1] } else { &both[..] };
            let unsaid = unsaid(format, documents);
            prop_assert!(unsaid.is_ok(), "{}", unsaid.unwrap_err());
        }
    }
}
