//! What the project's own files look like, and what is wrong with some.

use proptest::prelude::*;

use super::COREFEVAL_JSON;
use crate::document::{
    Detail, Document, EntityDetail, Layer, Mention, Name, Relation, RelationKind, Span, Stage, Wanted, Zero,
};
use crate::format::shown::codes;
use crate::format::{Block, Likeness, Reading, corefeval_json};

fn read(text: &str, wanted: Wanted) -> Reading {
    COREFEVAL_JSON.read(&Block::whole(text.as_bytes()), wanted)
}

fn written(documents: &[Document]) -> String {
    let mut out = Vec::new();
    assert_eq!(COREFEVAL_JSON.write(documents, &mut out).unwrap(), []);
    String::from_utf8(out).unwrap()
}

/// A document that has everything.
fn rich() -> Document {
    let detail = Detail {
        parts: vec![Span::new(0, 1), Span::new(2, 3)],
        head: Some(2),
        minimum: Some(Span::new(2, 3)),
        id: "m \"1\"".to_owned(),
        attributes: vec![("SemType".to_owned(), "do\n".to_owned())],
    };
    let plural = EntityDetail { kind: "person".to_owned(), elements: vec![1], ..EntityDetail::default() };
    let deixis =
        EntityDetail { stage: Stage::DiscourseDeixis, non_referring: true, ..EntityDetail::default() };
    let mut document = Document {
        name: Name { id: "bc/x".to_owned(), part: Some(2) },
        tokens: 3,
        sentences: vec![Span::new(0, 1), Span::new(1, 3)],
        zeros: vec![Zero { token: 1, rank: 10 }],
        mentions: vec![Mention::new(Span::new(0, 3), 0).with_detail(0), Mention::new(Span::new(1, 2), 1)],
        details: vec![detail],
        entity_labels: ["e\u{e9}1", "e2"].iter().collect(),
        entity_details: vec![plural, deixis],
        relations: vec![Relation { kind: RelationKind::Bridging, from: 1, to: 0, label: "part".to_owned() }],
        ..Document::default()
    };
    document.layers.set(Layer::Word, ["a", "", "\u{4e00}\t"].iter().collect());
    document.layers.set(Layer::SentenceComments, ["# one", ""].iter().collect());
    document.layers.set(Layer::Text, ["all of it"].iter().collect());
    document
}

#[test]
fn nothing_is_lost() {
    let plain = Document { name: Name::plain("d"), tokens: 2, ..Document::default() };
    let documents = [rich(), plain];
    let text = written(&documents);
    let reading = read(&text, Wanted::ALL);
    assert_eq!(reading.problems, []);
    assert_eq!(reading.documents, documents);
    assert_eq!(written(&reading.documents), text);
    assert_eq!(
        (reading.lines, (COREFEVAL_JSON.next_document)(text.as_bytes())),
        (2, text.find('\n').map(|at| at + 1))
    );
}

#[test]
fn what_is_not_wanted_is_not_read() {
    let document = read(&written(&[rich()]), Wanted::MENTIONS).documents.remove(0);
    assert_eq!(document.mentions, rich().mentions);
    assert_eq!(document.parts(&document.mentions[0]).len(), 2);
    assert_eq!((document.layers.iter().count(), document.sentences.len()), (0, 0));
}

#[test]
fn numbers_that_point_nowhere_are_refused() {
    for (fields, message) in [
        (
            r#""tokens":2,"entities":["a"],"mentions":[[0,3,0]]"#,
            "mention 0 spans 0 to 3, but there are 2 tokens",
        ),
        (r#""tokens":2,"entities":["a"],"mentions":[[1,1,0]]"#, "mention 0 has an empty span, from 1 to 1"),
        (r#""tokens":2,"mentions":[[0,1,0]]"#, "mention 0 names entity 0, which does not exist"),
        (r#""tokens":2,"sentences":[[0,1]]"#, "the sentences end at token 1, but there are 2"),
        (r#""tokens":2,"layers":{"word":["a"]}"#, "layer word has 1 values instead of 2"),
        (r#""tokens":5,"sentences":[[0,9999]]"#, "the sentences end at token 9999, but there are 5"),
        (r#""tokens":5,"sentences":[[3,1],[0,5]]"#, "sentence 0 does not begin where the previous one ends"),
        (
            r#""tokens":2,"relations":[{"kind":"bridging","from":0,"to":1}]"#,
            "relation 0 names a mention that does not exist",
        ),
        (r#""tokens":4294967295"#, "4294967295 tokens are too many: the limit is 4294967294"),
        (r#""tokens":4294967294"#, "document : 4294967294 tokens cannot be in 35 bytes"),
        (r#""tokens":2,"zeros":[[2,1]]"#, "the zeros are not tokens in order"),
        (
            r#""tokens":1,"entities":[{"label":"a","elements":[3]}]"#,
            "entity 0 is made of an entity that does not exist",
        ),
    ] {
        // also if the part with the error is not wanted
        for wanted in [Wanted::ALL, Wanted::MENTIONS] {
            let reading = read(&format!("{{\"corefeval\":1,{fields}}}\n"), wanted);
            assert_eq!(codes(&reading.problems), [("out-of-range", 1)], "{fields}");
            assert_eq!(reading.problems[0].message, message);
            assert!(reading.documents.is_empty());
        }
    }
}

#[test]
fn what_is_no_json_or_of_another_version_is_refused() {
    let first =
        |text: &str| codes(&read(text, Wanted::ALL).problems).first().map(|(code, _)| (*code).to_owned());
    assert_eq!(first("{\"corefeval\":2}"), Some("newer-version".to_owned()));
    assert_eq!(first("{\"corefeval\":1,\"tokens\":-1}"), Some("bad-json".to_owned()));
    assert_eq!(first("{\"tokens\":1}"), Some("bad-json".to_owned()));
    assert_eq!(first("{\"corefeval\":1"), Some("bad-json".to_owned()));
    assert_eq!(first("{\"corefeval\":1,\"colour\":[]}"), Some("unknown-field".to_owned()));
    assert_eq!(first("{\"corefeval\":1,\"layers\":{\"hue\":[]}}"), Some("unknown-field".to_owned()));
}

#[test]
fn the_first_field_tells_the_format() {
    assert_eq!(COREFEVAL_JSON.looks_like(b" {\"corefeval\":1}"), Likeness::Sure);
    assert_eq!(COREFEVAL_JSON.looks_like(b"{\"doc_key\":1}"), Likeness::No);
    assert_eq!(
        COREFEVAL_JSON.describe(b""),
        format!("documents as JSON, version {}", corefeval_json::VERSION)
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_change_to_a_file_makes_it_panic(at in 0..700_usize, byte in any::<u8>(), cut in 0..700_usize) {
        let mut bytes = written(&[rich()]).into_bytes();
        let length = bytes.len();
        bytes[at % length] = byte;
        bytes.truncate(cut.max(length / 2));
        for wanted in [Wanted::MENTIONS, Wanted::ALL] {
            let reading = COREFEVAL_JSON.read(&Block::whole(&bytes), wanted);
            if !reading.failed() {
                prop_assert!(!written(&reading.documents).is_empty());
            }
        }
    }

    #[test]
    fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let _ = COREFEVAL_JSON.read(&Block::whole(&bytes), Wanted::ALL);
    }
}
