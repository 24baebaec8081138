//! What records look like, kind by kind, and what is wrong with some.

use proptest::prelude::*;

use super::super::{Block, Likeness, Reading};
use super::{JSONLINES, JSONLINES_KEY, JSONLINES_RESPONSE};
use crate::document::{Document, Layer, Name, Wanted};
use crate::format::shown::{check_hashes, codes};
use crate::format::{Format, Role};

const E2E: &str = r#"{"doc_key": "bc/x/00/x_0001_2", "sentences": [["Mary", "saw", "her"], ["She", "\"slept\""]], "speakers": [["A", "A", "A"], ["B", "B"]], "clusters": [[[0, 0], [2, 2], [3, 3]], [[0, 2], [1, 4]]]}"#;
const WORD_LEVEL: &str = r#"{"document_id": "bc/x", "part_id": 3, "cased_words": ["Mary", "saw", "her"], "sent_id": [0, 0, 1], "speaker": ["A", "A", "A"], "span_clusters": [[[0, 1], [1, 3]]], "word_clusters": [[0, 2]], "head2span": [[0, 0, 1], [2, 1, 3]]}"#;
const PRECO: &str = r#"{"id": "dev_1", "sentences": [["Mary", "saw"], ["her", "dog"]], "mention_clusters": [[[0, 0, 1], [1, 0, 1]], [[1, 0, 2]]]}"#;
const MAVERICK: &str = r#"{"tokens": ["Mary", "saw", "her"], "clusters_token_offsets": [[[0, 0], [2, 2]]], "clusters_char_offsets": null}"#;
const ZEROS: &str = r###"{"doc_id": "d", "tokens": ["Dijo", "##", "##él", "que"], "clusters_token_offsets": [[[1, 1], [2, 3]]]}"###;
const ALLENNLP: &str =
    r#"{"top_spans": [[0, 0]], "document": ["Mary", "saw", "her"], "clusters": [[[0, 0], [2, 2]]]}"#;
const RUNNING: &str = r#"{"text": "Zoë's dog\nsaw her.", "clusters": [[[0, 3], [14, 17]], [[0, 9]]]}"#;
const PIECES: &str = r###"{"doc_key": "d", "sentences": [["[CLS]", "Ma", "##ry", "saw", "[SEP]"], ["[CLS]", "her", "[SEP]"]], "speakers": [["[SPL]", "A", "A", "A", "[SPL]"], ["[SPL]", "B", "[SPL]"]], "sentence_map": [0, 0, 0, 0, 0, 0, 1, 1], "subtoken_map": [0, 0, 0, 1, 1, 1, 2, 2], "clusters": [[[1, 2], [6, 6]]]}"###;
const SAMPLES: [&str; 8] = [E2E, WORD_LEVEL, PRECO, MAVERICK, ZEROS, ALLENNLP, RUNNING, PIECES];

fn read(text: &str, wanted: Wanted) -> Reading {
    JSONLINES.read(&Block { file_stem: "file", ..Block::whole(text.as_bytes()) }, wanted)
}

/// Reads with and without layers, which are different paths, and checks that they agree.
fn both(text: &str) -> Reading {
    let (fast, full) = (read(text, Wanted::MENTIONS), read(text, Wanted::ALL));
    assert_eq!(fast.documents.len(), full.documents.len(), "{text}");
    for (fast, full) in fast.documents.iter().zip(&full.documents) {
        assert_eq!((spans(fast), &fast.zeros), (spans(full), &full.zeros), "{text}");
        assert_eq!((fast.tokens, &fast.name), (full.tokens, &full.name), "{text}");
        assert_eq!(fast.entity_labels, full.entity_labels, "{text}");
    }
    assert_eq!(fast.lines, full.lines);
    check_hashes(&JSONLINES, &Block { file_stem: "file", ..Block::whole(text.as_bytes()) }, &full);
    full
}

fn only(text: &str) -> Document {
    let mut reading = both(text);
    assert_eq!(codes(&reading.problems), [], "{text}");
    reading.documents.remove(0)
}

fn spans(document: &Document) -> Vec<(u32, u32, u32)> {
    document.mentions.iter().map(|mention| (mention.span.start, mention.span.end, mention.entity)).collect()
}

fn words(document: &Document) -> Vec<&str> {
    document.layers.get(Layer::Word).unwrap().iter().collect()
}

#[test]
fn first_and_last_token_as_of_e2e() {
    let document = only(E2E);
    assert_eq!(document.name, Name { id: "bc/x/00/x_0001".into(), part: Some(2) });
    assert_eq!(spans(&document), [(0, 1, 0), (2, 3, 0), (3, 4, 0), (0, 3, 1), (1, 5, 1)]);
    assert_eq!(words(&document), ["Mary", "saw", "her", "She", "\"slept\""]);
    assert_eq!(document.layers.at(Layer::Speaker, 3), Some("B"));
    assert_eq!(document.sentences.len(), 2);
}

#[test]
fn exclusive_ends_and_heads_as_of_word_level_systems() {
    let document = only(WORD_LEVEL);
    assert_eq!(document.name, Name { id: "bc/x".into(), part: Some(3) });
    assert_eq!(spans(&document), [(0, 1, 0), (1, 3, 0)]);
    let heads: Vec<_> =
        document.mentions.iter().map(|mention| document.detail(mention).unwrap().head).collect();
    assert_eq!(heads, [Some(0), Some(2)]);
    assert_eq!(document.sentences.len(), 2);
}

#[test]
fn heads_alone_are_mentions_of_one_token_and_this_is_said() {
    let reading = both(r#"{"document_id": "d", "cased_words": ["a", "b"], "word_clusters": [[0, 1]]}"#);
    assert_eq!(spans(&reading.documents[0]), [(0, 1, 0), (1, 2, 0)]);
    assert_eq!(codes(&reading.problems), [("heads-alone", 1)]);
}

#[test]
fn tokens_of_sentences_as_in_preco() {
    let document = only(PRECO);
    assert_eq!(spans(&document), [(0, 1, 0), (2, 3, 0), (2, 4, 1)]);
    assert_eq!(document.name, Name::plain("dev_1"));
}

#[test]
fn documents_without_a_name_take_that_of_the_file() {
    assert_eq!(only(MAVERICK).name, Name::plain("file"));
    assert_eq!(spans(&only(ALLENNLP)), [(0, 1, 0), (2, 3, 0)]);
    let reading = both(&format!("{ALLENNLP}\n{ALLENNLP}\n"));
    assert_eq!(reading.documents[1].name, Name { id: "file".into(), part: Some(1) });
    assert_eq!(codes(&reading.problems), [("unnamed-document", 0)]);
}

#[test]
fn names_are_strings_or_numbers_in_every_reading() {
    for (name, odd) in
        [("b_0", true), ("null", true), ("[1]", true), ("1x", true), ("-1.5", false), ("7", false)]
    {
        let text = format!(r#"{{"doc_key": {name}, "sentences": [["a"]], "clusters": []}}"#);
        for wanted in [Wanted::MENTIONS, Wanted::MENTIONS.and_words_hash(), Wanted::ALL] {
            let reading = JSONLINES.read(&Block::whole(text.as_bytes()), wanted);
            assert_eq!(codes(&reading) == [("not-json", 1)], odd, "{name}: {reading:?}");
        }
    }
}

#[test]
fn short_values_are_json_in_every_reading() {
    let text = r#"{"doc_key": "d", "sentences": [["a"]], "clusters": [], "score": 0x7}"#;
    for wanted in [Wanted::MENTIONS, Wanted::ALL] {
        assert_eq!(codes(&JSONLINES.read(&Block::whole(text.as_bytes()), wanted)), [("not-json", 1)]);
    }
}

#[test]
fn marked_tokens_are_zeros() {
    let document = only(ZEROS);
    assert_eq!(
        document.zeros.iter().map(|zero| (zero.token, zero.rank)).collect::<Vec<_>>(),
        [(1, 1), (2, 2)]
    );
    assert_eq!(words(&document), ["Dijo", "", "él", "que"]);
    assert_eq!(spans(&document), [(1, 2, 0), (2, 4, 0)]);
}

#[test]
fn characters_become_tokens() {
    let document = only(RUNNING);
    assert_eq!(words(&document), ["Zoë", "'", "s", "dog", "saw", "her", "."]);
    assert_eq!(spans(&document), [(0, 1, 0), (5, 6, 0), (0, 4, 1)]);
    assert_eq!(document.sentences.len(), 2);
    assert_eq!(document.layers.at(Layer::Offset, 4), Some("10"));
}

#[test]
fn characters_inside_a_token_widen_to_it_and_this_is_said() {
    let reading = both(r#"{"text": "Maryland", "clusters": [[[0, 4]]]}"#);
    assert_eq!(spans(&reading.documents[0]), [(0, 1, 0)]);
    assert_eq!(codes(&reading.problems), [("widened-mention", 1)]);
}

#[test]
fn pieces_are_mapped_to_the_words_they_are_of() {
    let document = only(PIECES);
    assert_eq!(spans(&document), [(0, 1, 0), (2, 3, 0)]);
    assert_eq!(words(&document), ["Mary", "saw", "her"]);
    assert_eq!(document.layers.get(Layer::Speaker).unwrap().iter().collect::<Vec<_>>(), ["A", "A", "B"]);
    assert_eq!(document.sentences.iter().map(|span| span.end).collect::<Vec<_>>(), [2, 3]);
}

#[test]
fn a_map_that_does_not_fit_is_refused() {
    for map in ["[0, 1]", "[0, 0, 9]", "[1, 0, 1]"] {
        let text = format!(r#"{{"sentences": [["a", "b", "c"]], "subtoken_map": {map}, "clusters": []}}"#);
        assert_eq!(codes(&both(&text).problems), [("subtoken-map", 1)], "{map}");
    }
}

#[test]
fn the_role_of_a_file_says_which_entities_are_read() {
    let both = r#"{"doc_key": "d", "sentences": [["a", "b"]], "clusters": [[[0, 0]]], "predicted_clusters": [[[1, 1]]]}"#;
    let read = |format: &Format, text: &str, role| {
        let reading = format.read(&Block { role, ..Block::whole(text.as_bytes()) }, Wanted::ALL);
        (spans(&reading.documents[0])[0].0, codes(&reading).first().map(|(code, _)| (*code).to_owned()))
    };
    assert_eq!(read(&JSONLINES, both, Role::Key), (0, None));
    assert_eq!(read(&JSONLINES, both, Role::Response), (1, None));
    assert_eq!(read(&JSONLINES, both, Role::Unknown), (1, Some("two-sides".to_owned())));
    for role in [Role::Key, Role::Response, Role::Unknown] {
        assert_eq!(read(&JSONLINES_KEY, both, role), (0, None));
        assert_eq!(read(&JSONLINES_RESPONSE, both, role), (1, None));
    }
    let predicted = both.replace("\"clusters\": [[[0, 0]]], ", "");
    assert_eq!(read(&JSONLINES, &predicted, Role::Key), (1, Some("predicted-key".to_owned())));
    assert_eq!(read(&JSONLINES, &predicted, Role::Response), (1, None));
    let key = both.replace(", \"predicted_clusters\": [[[1, 1]]]", "");
    assert_eq!(read(&JSONLINES, &key, Role::Response), (0, None));
}

#[test]
fn the_key_does_not_stand_in_for_predictions_that_are_missing() {
    let with = r#"{"doc_key": "d", "sentences": [["a", "b"]], "clusters": [[[0, 0]]], "predicted_clusters": [[[1, 1]]]}"#;
    let without = r#"{"doc_key": "e", "sentences": [["a", "b"]], "clusters": [[[0, 0]]]}"#;
    for (text, line) in [(format!("{with}\n{without}\n"), 2), (format!("{without}\n{with}\n"), 2)] {
        for (role, expected) in [(Role::Response, &[("mixed-sides", line)][..]), (Role::Key, &[])] {
            let reading = JSONLINES.read(&Block { role, ..Block::whole(text.as_bytes()) }, Wanted::MENTIONS);
            assert_eq!(codes(&reading.problems), expected, "{text}");
        }
    }
}

#[test]
fn what_python_prints_is_refused_with_advice() {
    for text in [
        "{'doc_key': 'd', 'sentences': [['a', 'b']], 'clusters': [[[0, 0], [1, 1]]]}\n",
        "[{'doc_key': 'd'}]",
        "[[(0, 1), (3, 4)], [(5, 6)]]\n",
        "[(0, 1)]\n",
    ] {
        assert_eq!(
            crate::format::detect(text.as_bytes(), "").map(|format| format.name),
            Some("jsonlines"),
            "{text}"
        );
        let reading = both(text);
        assert_eq!(codes(&reading), [("not-json", 1)], "{text}");
        assert!(reading.problems[0].hint.contains("Python"), "{}", reading.problems[0].hint);
    }
}

#[test]
fn entities_that_are_null_are_mentioned() {
    let reading = both(r#"{"doc_key": "d", "sentences": [["a", "b"]], "clusters": null}"#);
    assert_eq!((spans(&reading.documents[0]), codes(&reading)), (vec![], vec![("null-entities", 1)]));
}

#[test]
fn predicted_entities_are_read_before_those_of_the_key() {
    let text = r#"{"doc_key": "d", "sentences": [["a", "b"]], "clusters": [[[0, 0]]], "predicted_clusters": [[[1, 1]]]}"#;
    let reading = both(text);
    assert_eq!(spans(&reading.documents[0]), [(1, 2, 0)]);
    assert_eq!(codes(&reading.problems), [("two-sides", 1)]);
    let key = JSONLINES_KEY.read(&Block::whole(text.as_bytes()), Wanted::MENTIONS);
    assert_eq!(spans(&key.documents[0]), [(0, 1, 0)]);
}

#[test]
fn spans_that_contradict_the_kind_of_record_are_errors_at_their_place() {
    let reading = both(
        "{\"doc_key\": \"d\", \"sentences\": [[\"a\", \"b\"]], \"clusters\": [[[0, 0]], [[0, 1], [0, 2]]]}\n",
    );
    assert_eq!(codes(&reading.problems), [("span-outside", 1)]);
    assert_eq!((reading.problems[0].column, reading.problems[0].length), (77, 6));
    assert!(reading.problems[0].hint.contains("first and last token"));
    let reading = both(r#"{"cased_words": ["a", "b"], "span_clusters": [[[0, 0]]]}"#);
    assert_eq!(codes(&reading.problems), [("span-backwards", 1)]);
    let reading = both(r#"{"id": "x", "sentences": [["a"], ["b"]], "mention_clusters": [[[0, 0, 2]]]}"#);
    assert_eq!(codes(&reading.problems), [("span-outside", 1)]);
    let reading = both(r#"{"text": "a b", "clusters": [[[0, 4]]]}"#);
    assert_eq!(codes(&reading.problems), [("span-outside", 1)]);
}

#[test]
fn kinds_of_record_are_not_mixed_in_a_file() {
    let reading = both(&format!("{E2E}\n{PRECO}\n{E2E}\n"));
    assert_eq!(codes(&reading.problems), [("mixed-records", 2)]);
    assert!(reading.documents.is_empty());
}

#[test]
fn a_broken_record_does_not_hide_the_next() {
    let broken = &E2E[..60];
    let reading = both(&format!("{broken}\n{E2E}\n{broken}\n"));
    assert_eq!(codes(&reading.problems), [("not-json", 1), ("not-json", 3)]);
    assert_eq!((reading.documents.len(), reading.lines), (0, 3));
    assert_eq!(codes(&both("{\"a\": 1}\n").problems), [("unknown-record", 1)]);
    assert_eq!(codes(&both("hello\n").problems), [("not-json", 1)]);
    assert_eq!(codes(&both(r#"{"sentences": [["a"]]}"#).problems), [("no-entities", 1)]);
    assert_eq!(
        codes(&both(r#"{"sentences": [["a"]], "clusters": [[[0]]]}"#).problems),
        [("not-entities", 1)]
    );
}

#[test]
fn records_may_stand_in_a_list_over_many_lines() {
    let text = "[\n  {\n    \"doc_key\": \"d\",\n    \"sentences\": [[\"a\"]],\n    \"clusters\": [\n      [[0, 7]]\n    ]\n  }\n]\n";
    assert_eq!(codes(&both(text).problems), [("span-outside", 6)]);
    assert_eq!(spans(&only(&text.replace('7', "0"))), [(0, 1, 0)]);
}

#[test]
fn empty_entities_are_left_out_and_labels_keep_their_numbers() {
    let reading = both(r#"{"sentences": [["a"]], "clusters": [[], [[0, 0]]]}"#);
    assert_eq!(reading.documents[0].entity_labels.iter().collect::<Vec<_>>(), ["1"]);
    assert_eq!(codes(&reading.problems), [("empty-entity", 1)]);
}

#[test]
fn every_kind_is_recognised_and_described() {
    for sample in SAMPLES {
        assert_eq!(JSONLINES.looks_like(sample.as_bytes()), Likeness::Sure, "{sample}");
        assert!(JSONLINES.describe(sample.as_bytes()).starts_with("records of"), "{sample}");
    }
    for other in ["{\"type\": \"clusters\", \"clusters\": {}}", "#begin document", "", "[1, 2]", "{"] {
        assert_eq!(JSONLINES.looks_like(other.as_bytes()), Likeness::No, "{other}");
    }
    assert_eq!(JSONLINES.looks_like(&E2E.as_bytes()[..50]), Likeness::Sure);
}

#[test]
fn files_are_cut_only_where_a_named_record_begins() {
    let text = format!("{E2E}\n{E2E}\n");
    assert_eq!((JSONLINES.next_document)(text.as_bytes()), Some(E2E.len() + 1));
    assert_eq!((JSONLINES.next_document)(format!("x\n{ALLENNLP}\n").as_bytes()), None);
    assert_eq!((JSONLINES.next_document)(b"\n{\"doc_"), None);
}

#[test]
fn what_is_written_is_read_again() {
    for sample in [E2E, PRECO, PIECES] {
        let before = only(sample);
        let mut out = Vec::new();
        assert_eq!(JSONLINES.write(std::slice::from_ref(&before), &mut out).unwrap(), []);
        assert_eq!(only(&String::from_utf8(out).unwrap()), before);
    }
}

proptest! {
    #[test]
    fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        for wanted in [Wanted::MENTIONS, Wanted::ALL] {
            let _ = JSONLINES.read(&Block::whole(&bytes), wanted);
        }
        let _ = JSONLINES.looks_like(&bytes);
        let _ = JSONLINES.describe(&bytes);
        (JSONLINES.next_document)(&bytes);
    }

    #[test]
    fn no_small_change_makes_it_panic(
        sample in 0..SAMPLES.len(),
        changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
    ) {
        let mut bytes = SAMPLES[sample].as_bytes().to_vec();
        for (place, byte) in changes {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        for wanted in [Wanted::MENTIONS, Wanted::ALL] {
            let _ = JSONLINES.read(&Block::whole(&bytes), wanted);
        }
    }

    #[test]
    fn no_other_number_makes_it_panic(sample in 0..SAMPLES.len(), number in any::<u32>(), place in any::<prop::sample::Index>()) {
        let text = SAMPLES[sample];
        let digits: Vec<usize> = text.match_indices(|c: char| c.is_ascii_digit()).map(|(at, _)| at).collect();
        let at = digits[place.index(digits.len())];
        let changed = format!("{}{number}{}", &text[..at], &text[at + 1..]);
        both(&changed);
    }
}

#[test]
fn a_long_record_is_told_by_how_it_begins() {
    let long = |field: &str| format!("{{\"{field}\": \"x\", \"sentences\": [[{}", "\"-\", ".repeat(40_000));
    for field in ["doc_key", "genre"] {
        let start = &long(field).into_bytes()[..64 * 1024];
        assert_eq!(crate::format::detect(start, "").map(|format| format.name), Some("jsonlines"), "{field}");
    }
}
