//! What ARRAU columns look like, and what is wrong with some.

use proptest::prelude::*;

use super::ARRAU;
use crate::document::{Document, Layer, Span, Wanted};
use crate::format::shown::codes;
use crate::format::{Block, Likeness, Reading, Severity};

fn read(text: &str) -> Reading {
    ARRAU.read(&Block { file_stem: "tree", ..Block::whole(text.as_bytes()) }, Wanted::ALL)
}

fn written(documents: &[Document]) -> String {
    let mut out = Vec::new();
    ARRAU.write(documents, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

const TREE: &str = "TOKEN\tMARKABLE\tMIN\tREF\n\
    The\tB-markable_1=set_1\tword_2\tnew\n\
    tree\tI-markable_1=set_1@B-markable_2=set_2\tword_2@word_2\tnew@non_referring\n\
    fell\n\
    It\tB-markable_3=set_1\tword_4\told\n";

#[test]
fn rows_of_a_markable_are_its_tokens() {
    let reading = read(TREE);
    let document = &reading.documents[0];
    let spans: Vec<_> =
        document.mentions.iter().map(|mention| (mention.span.start, mention.span.end)).collect();
    assert_eq!(spans, [(1, 2), (0, 2), (3, 4)]);
    assert_eq!(document.entity_labels.iter().collect::<Vec<_>>(), ["2", "1"]);
    assert_eq!(document.details[1].minimum, Some(Span::new(1, 2)));
    assert!(document.entity_details[0].non_referring && !document.entity_details[1].non_referring);
    assert_eq!((document.name.id.as_str(), document.tokens), ("tree", 4));
    assert_eq!(document.layers.at(Layer::Word, 2), Some("fell"));
    assert_eq!(reading.problems, []);
}

#[test]
fn what_is_read_is_written_back() {
    let documents = read(TREE).documents;
    let again = read(&written(&documents)).documents;
    assert_eq!(again, documents);
    let plain = read("a\tB-markable_7=set_3\n\nb\tB-markable_8=set_3\n");
    assert_eq!(plain.documents[0].sentences.len(), 2);
    assert_eq!(read(&written(&plain.documents)).documents, plain.documents);
}

#[test]
fn attributes_without_a_column_are_reported() {
    let mut documents = read(TREE).documents;
    let is_reported = |documents: &[Document]| {
        codes(&ARRAU.write(documents, &mut Vec::new()).unwrap()).contains(&("lost-details", 0))
    };
    assert!(!is_reported(&documents));
    documents[0].details[0].attributes.push(("SemType".to_owned(), "do".to_owned()));
    assert!(is_reported(&documents));
}

#[test]
fn ids_that_some_mentions_have_are_kept() {
    let mut documents = read(TREE).documents;
    documents[0].details[0].id.clear();
    documents[0].details[1].id = "m7".to_owned();
    let text = written(&documents);
    assert!(text.contains("B-m7=set_1") && text.contains("B-markable_1=set_2"), "{text}");
    assert!(text.contains("B-markable_3=set_1"), "{text}");
}

#[test]
fn gaps_are_kept_and_said() {
    let reading = read("a\tB-markable_1=set_1\nb\nc\tI-markable_1=set_1\n");
    let document = &reading.documents[0];
    assert_eq!(document.parts(&document.mentions[0]), [Span::new(0, 1), Span::new(2, 3)]);
    assert_eq!(codes(&reading.problems), [("gap", 1)]);
}

#[test]
fn markables_that_make_no_sense_are_refused() {
    let reading =
        read("a\tI-markable_1=set_1\nb\tjunk\nc\tB-markable_1=set_1\nd\tB-markable_2=set_1\tword_9\tx\n");
    let expected = [("bad-markable", 1), ("bad-markable", 2), ("bad-markable", 3), ("bad-minimum", 4)];
    assert_eq!(codes(&reading.problems), expected);
}

#[test]
fn a_file_holds_one_document() {
    let document = read(TREE).documents.remove(0);
    let problems = ARRAU.write(&[document.clone(), document], &mut Vec::new()).unwrap();
    assert_eq!((problems[0].code, problems[0].severity), ("one-document", Severity::Error));
}

#[test]
fn markables_or_the_header_tell_the_format() {
    let likeness = |text: &str| ARRAU.looks_like(text.as_bytes());
    assert_eq!(likeness("TOKEN\tMARKABLE\n"), Likeness::Sure);
    assert_eq!(likeness("a\nb\tB-markable_1=set_1\n"), Likeness::Sure);
    assert_eq!(likeness("TOKENS are\n"), Likeness::No);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_change_to_a_file_makes_it_panic(at in 0..TREE.len(), byte in any::<u8>(), cut in 0..TREE.len()) {
        let mut bytes = TREE.as_bytes().to_vec();
        bytes[at] = byte;
        bytes.truncate(cut.max(30));
        let reading = ARRAU.read(&Block::whole(&bytes), Wanted::ALL);
        let text = written(&reading.documents);
        let again = read(&text);
        if !reading.failed() {
            prop_assert_eq!(written(&again.documents), text);
        }
    }

    #[test]
    fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let _ = ARRAU.read(&Block::whole(&bytes), Wanted::MENTIONS);
        let _ = ARRAU.looks_like(&bytes);
    }
}
