//! What real CorefUD files look like, and what is wrong with some.

use proptest::prelude::*;

use super::COREFUD;
use crate::document::{Document, Layer, Span, Wanted, Zero};
use crate::format::shown::{check_hashes, codes};
use crate::format::{Block, Likeness, Reading};

const HEADER: &str = "# newdoc id = d\n# global.Entity = eid-etype-head-other\n# sent_id = d-1\n";

fn read(text: &str, wanted: Wanted) -> Reading {
    COREFUD.read(&Block::whole(text.as_bytes()), wanted)
}

/// A document of one sentence: the last columns of its rows, numbered from 1 unless they begin with a number and `:`.
fn sentence(cells: &[&str]) -> String {
    let mut text = HEADER.to_owned();
    let mut number = 0;
    for cell in cells {
        let (id, cell) = match cell.split_once(": ") {
            Some((id, cell)) => (id.to_owned(), cell),
            None => {
                number += 1;
                (number.to_string(), *cell)
            }
        };
        text.push_str(&format!("{id}\tw{id}\t_\t_\t_\t_\t_\t_\t_\t{cell}\n"));
    }
    text.push('\n');
    text
}

/// Reads with and without layers, which are different paths, and checks that they agree.
fn both(text: &str) -> Reading {
    let (fast, full) = (read(text, Wanted::MENTIONS), read(text, Wanted::ALL));
    assert_eq!(fast.documents.len(), full.documents.len(), "{text}");
    assert_eq!(fast.lines, full.lines, "{text}");
    check_hashes(&COREFUD, &Block::whole(text.as_bytes()), &full);
    for (fast, full) in fast.documents.iter().zip(&full.documents) {
        assert_eq!(shape(fast), shape(full), "{text}");
        assert_eq!((fast.tokens, &fast.name, &fast.zeros), (full.tokens, &full.name, &full.zeros), "{text}");
    }
    assert!(fast.problems.iter().all(|problem| full.problems.contains(problem)), "{text}");
    full
}

/// Label and parts of every mention.
fn shape(document: &Document) -> Vec<(&str, Vec<(u32, u32)>)> {
    let parts = |spans: &[Span]| spans.iter().map(|span| (span.start, span.end)).collect();
    let label = |entity: u32| document.entity_labels.get(entity as usize).unwrap();
    document.mentions.iter().map(|mention| (label(mention.entity), parts(document.parts(mention)))).collect()
}

fn written(documents: &[Document]) -> String {
    let mut out = Vec::new();
    COREFUD.write(documents, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn heads_are_checked_whatever_is_wanted() {
    let text = sentence(&["Entity=(e1-x-3-", "Entity=e1)"]);
    for wanted in [Wanted::MENTIONS, Wanted::MENTIONS.and_details(), Wanted::ALL] {
        let reading = read(&text, wanted);
        assert_eq!((codes(&reading), reading.failed()), (vec![("bad-head", 4)], true));
    }
}

#[test]
fn dependencies_that_make_no_tree_are_mentioned() {
    let row = |id: &str, head: &str| format!("{id}\tw\t_\t_\t_\t_\t{head}\t_\t_\t_\n");
    let text = [HEADER, &row("1", "2"), &row("2", "1"), "\n", &row("1", "0"), &row("2", "7"), "\n"].concat();
    for wanted in [Wanted::MENTIONS.and(Layer::Head).and_sentences(), Wanted::ALL] {
        assert_eq!(codes(&read(&text, wanted)), [("bad-dependencies", 4), ("bad-dependencies", 7)]);
    }
    assert_eq!(codes(&read(&text, Wanted::MENTIONS)), []);
}

#[test]
fn mentions_of_old_releases_are_refused_rather_than_passed_over() {
    for old in ["Coref=e1", "ClusterId=e1|MentionSpan=1", "SpaceAfter=No|ClusterId[1]=e1"] {
        let reading = both(&sentence(&[old]));
        assert_eq!((codes(&reading), reading.failed()), (vec![("outdated-mentions", 4)], true), "{old}");
        let reading = both(&sentence(&[old, "Entity=(e1-x-1-)"]));
        assert_eq!((codes(&reading), reading.failed()), (vec![("outdated-mentions", 4)], false), "{old}");
    }
}

#[test]
fn no_head_is_made_up_in_silence() {
    let header = HEADER.replace("-head", "");
    let text = sentence(&["Entity=(e1-x-", "Entity=e1)(e2-y-)"]).replace(HEADER, &header);
    let mut documents = both(&text).documents;
    let mut out = Vec::new();
    let lost = COREFUD.write(&documents, &mut out).unwrap();
    assert_eq!(codes(&lost), [("no-heads", 0)]);
    let out = String::from_utf8(out).unwrap();
    assert!(out.contains("# global.Entity = eid-etype-other"), "{out}");
    assert_eq!(codes(&both(&out)), []);
    // if heads can be found by the syntax of the document, they are written
    documents[0].layers.set(Layer::Head, ["2", "0"].iter().collect());
    crate::matching::name_heads(&mut documents[0]);
    let mut out = Vec::new();
    assert_eq!(COREFUD.write(&documents, &mut out).unwrap(), []);
    assert!(String::from_utf8(out).unwrap().contains("(e1-x-2-"));
}

#[test]
fn all_documents_of_a_file_have_the_same_fields() {
    let mut documents = both(&sentence(&["Entity=(e1-x-1-", "Entity=e1)"])).documents;
    let mut second = documents[0].clone();
    second.name.id = "e".to_owned();
    second.details[0].attributes.push(("infstat".to_owned(), "new".to_owned()));
    documents.push(second);
    assert_eq!(codes(&both(&written(&documents))), []);
}

#[test]
fn zeros_may_end_one_sentence_and_begin_the_next() {
    let row = |id: &str, cell: &str| format!("{id}\tw\t_\t_\t_\t_\t_\t_\t_\t{cell}\n");
    let last = [row("1", "_"), row("1.1", "Entity=(e1--1-)")].concat();
    let next = [row("0.1", "Entity=(e2--1-)"), row("0.2", "_"), row("1", "_")].concat();
    let reading = both(&format!("{HEADER}{last}\n{next}\n"));
    assert_eq!(codes(&reading.problems), []);
    let document = &reading.documents[0];
    let zeros = [(1, 1), (2, Zero::BOUNDARY + 1), (3, Zero::BOUNDARY + 2)];
    assert_eq!(document.zeros, zeros.map(|(token, rank)| Zero { token, rank }));
    assert_eq!(shape(&both(&written(&reading.documents)).documents[0]), shape(document));
    // if only one of them exists, it is not matched with the other
    let [ending, beginning] = [[&last[..], &row("1", "_")], [&row("1", "_")[..], &next]]
        .map(|[one, other]| both(&format!("{HEADER}{one}\n{other}\n")).documents.remove(0).zeros[0].rank);
    assert_eq!((ending, beginning), (1, Zero::BOUNDARY + 1));
}

#[test]
fn mentions_nest_cross_and_share_a_cell() {
    let reading = both(&sentence(&[
        "Entity=(e1-person-2-(e2-place-1-)",
        "SpaceAfter=No|Entity=(e3-x-1-",
        "Entity=e1)|SpaceAfter=No",
        "Entity=e3)(e1-person-1-)",
    ]));
    let document = &reading.documents[0];
    let expected = [("e2", vec![(0, 1)]), ("e1", vec![(0, 3)]), ("e3", vec![(1, 4)]), ("e1", vec![(3, 4)])];
    assert_eq!(shape(document), expected);
    let heads: Vec<_> = document.details.iter().map(|detail| detail.head.unwrap()).collect();
    assert_eq!(heads, [0, 1, 1, 3]);
    let kinds: Vec<_> = document.entity_details.iter().map(|detail| detail.kind.as_str()).collect();
    assert_eq!(kinds, ["person", "place", "x"]);
    assert_eq!(document.layers.at(Layer::Miscellany, 2), Some("SpaceAfter=No"));
    assert_eq!(reading.problems, []);
}

#[test]
fn a_mention_with_gaps_is_one_mention_and_its_head_counts_over_all_parts() {
    let reading = both(&sentence(&[
        "Entity=(e5[1/3]-x-3-",
        "Entity=e5[1/3])",
        "Entity=(e5-x-1-)",
        "Entity=(e5[2/3]-x-3-)",
        "_",
        "Entity=(e5[3/3]-x-3-)",
    ]));
    let document = &reading.documents[0];
    assert_eq!(shape(document), [("e5", vec![(2, 3)]), ("e5", vec![(0, 2), (3, 4), (5, 6)])]);
    assert_eq!(document.mentions[1].span, Span::new(0, 6));
    assert_eq!(document.details[1].head, Some(3));
    assert_eq!(reading.problems, []);
}

#[test]
fn parts_that_do_not_come_are_errors() {
    let reading =
        both(&sentence(&["Entity=(e5[1/2]-x-1-)", "Entity=(e6[2/2]-x-1-)", "Entity=(e7[3/2]-x-1-)"]));
    assert_eq!(codes(&reading.problems), [("missing-part", 5), ("bad-part", 6), ("missing-part", 4)]);
    assert!(reading.failed());
}

#[test]
fn empty_nodes_are_zeros_and_their_tenth_is_not_their_first() {
    let reading =
        both(&sentence(&["0.1: Entity=(e1-x-1-)", "Entity=(e2--2-", "1.1: _", "1.10: Entity=e2)", "_"]));
    let document = &reading.documents[0];
    let zeros = [(0, 1), (2, 1), (3, 10)].map(|(token, rank)| Zero { token, rank });
    assert_eq!(document.zeros, zeros);
    assert_eq!(shape(document), [("e1", vec![(0, 1)]), ("e2", vec![(1, 4)])]);
    assert_eq!(document.details[1].head, Some(2));
    assert_eq!(codes(&reading.problems), [("zero-rank", 7)]);
}

#[test]
fn an_empty_node_in_the_wrong_place_is_an_error() {
    for rows in [&["_", "2.1: _", "_"], &["_", "1.2: _", "1.1: _"]] {
        assert!(codes(&both(&sentence(rows)).problems).iter().any(|(code, _)| *code == "misplaced-zero"));
    }
}

#[test]
fn fields_may_come_in_any_order_and_change() {
    let row = |cell: &str| format!("1\tx\t_\t_\t_\t_\t_\t_\t_\t{cell}\n\n");
    let text = format!(
        "# newdoc id = a\n# global.Entity = head-minspan-eid\n{}# newdoc id = b\n# global.Entity = GRP\n{}",
        row("Entity=(1-1-e7)"),
        row("Entity=(12)")
    );
    let reading = both(&text);
    assert_eq!(shape(&reading.documents[0]), [("e7", vec![(0, 1)])]);
    assert_eq!(reading.documents[0].details[0].minimum, Some(Span::new(0, 1)));
    assert_eq!(shape(&reading.documents[1]), [("12", vec![(0, 1)])]);
    assert_eq!(codes(&reading.problems), [("changed-fields", 6)]);
}

#[test]
fn fields_that_no_line_names_are_an_error() {
    let text = "# newdoc id = d\n1\tx\t_\t_\t_\t_\t_\t_\t_\tEntity=(e1-x-1-)\n\n";
    assert_eq!(codes(&both(text).problems), [("missing-fields", 2)]);
    let text = format!("# global.Entity = etype-head\n{text}");
    assert_eq!(codes(&both(&text).problems), [("missing-id-field", 1), ("missing-fields", 3)]);
}

#[test]
fn heads_that_make_no_sense_are_said() {
    let mentions = ["Entity=(e1-x--(e2-x-0-(e3-x-3-", "Entity=e1)e2)e3)", "Entity=(e4-x-9-)"];
    let reading = read(&sentence(&mentions), Wanted::ALL);
    assert_eq!(codes(&reading.problems)[..3], [("bad-head", 4), ("head-zero", 4), ("bad-head", 4)]);
    assert_eq!(reading.problems[2].message, "the head is word 3, but the last word of the mention is 2");
    assert!(reading.documents.is_empty());
}

#[test]
fn brackets_that_do_not_match_are_errors_with_their_places() {
    let reading =
        both(&sentence(&["Entity=(e1-x-1-", "SpaceAfter=No|Entity=e2)", "Entity=zzz", "Entity=(-x-1-)"]));
    let expected = [("unopened-mention", 5), ("stray-text", 6), ("empty-id", 7), ("unclosed-mention", 4)];
    assert_eq!(codes(&reading.problems), expected);
    assert_eq!((reading.problems[0].column, reading.problems[0].length), (41, 3));
    assert!(reading.problems[0].text.ends_with("|Entity=e2)"));
}

#[test]
fn a_mention_over_two_sentences_is_read_and_said() {
    let text = sentence(&["Entity=(e1-x-1-"]) + "1\ty\t_\t_\t_\t_\t_\t_\t_\tEntity=e1)\n\n";
    let reading = both(&text);
    assert_eq!(shape(&reading.documents[0]), [("e1", vec![(0, 2)])]);
    assert_eq!(reading.documents[0].sentences, [Span::new(0, 1), Span::new(1, 2)]);
    assert_eq!(codes(&reading.problems), [("crosses-sentence", 4)]);
}

#[test]
fn line_ends_marks_and_missing_blanks_do_not_matter() {
    let text = sentence(&["Entity=(e1-x-2-", "Entity=e1)", "Entity=(e1-x-1-)"]);
    let plain = both(&text);
    let windows = both(&format!("\u{feff}{}", text.replace('\n', "\r\n")));
    assert_eq!(windows.documents, plain.documents);
    let cut = both(text.trim_end());
    assert_eq!(cut.documents, plain.documents);
    assert_eq!(codes(&cut.problems), [("missing-blank", 6)]);
}

#[test]
fn multi_word_tokens_are_no_tokens_but_are_kept() {
    let text = sentence(&["_", "2-3: _", "Entity=(e1-x-1-)", "_"]);
    let reading = both(&text);
    assert_eq!(reading.documents[0].tokens, 3);
    assert_eq!(reading.problems, []);
    assert_eq!(written(&reading.documents), text);
    assert_eq!(codes(&both(&sentence(&["1-2: Entity=(e1-x-1-)", "_"])).problems), [("mention-on-range", 4)]);
}

#[test]
fn comments_are_kept_with_their_blanks() {
    let text = sentence(&["Entity=(e1-x-1-)"]).replacen("1\tw1", "# text = w1 \t \n# note\n1\tw1", 1);
    assert!(text.contains("# text = w1 \t \n"), "{text}");
    assert_eq!(written(&both(&text).documents), text);
}

#[test]
fn rows_that_are_none_are_errors() {
    let reading = both(&format!("{HEADER}1 x _ _ _ _ _ _ _ _\nword\t_\n\n"));
    assert_eq!(codes(&reading.problems), [("not-a-row", 4), ("not-a-row", 5)]);
    let reading = read(&format!("{HEADER}1\tx\t_\n\n"), Wanted::ALL);
    assert_eq!(codes(&reading.problems), [("ragged-columns", 4)]);
}

#[test]
fn a_row_with_a_column_too_many_is_mentioned_in_every_reading() {
    let wants =
        [Wanted::MENTIONS, Wanted::MENTIONS.and_words_hash(), Wanted::MENTIONS.and_details(), Wanted::ALL];
    for last in ["", "_", "SpaceAfter=No"] {
        for entity in ["Entity=(e1-person-1-)", "A=b|Entity=(e1-person-1-new"] {
            let text = format!("{HEADER}1\tx\t_\t_\t_\t_\t_\t_\t_\t{entity}\t{last}\n\n");
            for wanted in wants {
                assert_eq!(codes(&read(&text, wanted).problems), [("ragged-columns", 4)], "{text}");
            }
        }
    }
    let enhanced = format!("{HEADER}1\tx\t_\t_\t_\t_\t_\t_\t2:nsubj|3:nsubj\t_\n\n");
    assert_eq!(codes(&read(&enhanced, Wanted::MENTIONS).problems), []);
}

#[test]
fn documents_without_a_name_are_called_as_the_file_is() {
    let bytes = b"1\tx\t_\t_\t_\t_\t_\t_\t_\t_\n\n# newdoc\n1\tx\t_\t_\t_\t_\t_\t_\t_\t_\n\n";
    let reading = COREFUD.read(&Block { file_stem: "letter", ..Block::whole(bytes) }, Wanted::ALL);
    let names: Vec<_> = reading.documents.iter().map(|document| document.name.id.as_str()).collect();
    assert_eq!(names, ["letter", "letter"]);
    assert_eq!(codes(&reading.problems), [("missing-begin", 1), ("unnamed-document", 3)]);
}

#[test]
fn heads_that_brackets_would_misplace_are_left_out() {
    let mut documents =
        both(&sentence(&["Entity=(e1-x-1-", "_", "Entity=e1)", "Entity=(e1-x-1-)"])).documents;
    let [first, second] = &mut documents[0].mentions[..] else { panic!("two mentions") };
    (first.span, second.span) = (Span::new(0, 3), Span::new(1, 4));
    documents[0].details[1].head = Some(3);
    let mut out = Vec::new();
    let problems = COREFUD.write(&documents, &mut out).unwrap();
    assert_eq!(codes(&problems), [("lost-crossing", 0), ("lost-details", 0)]);
    assert_eq!(read(&String::from_utf8(out).unwrap(), Wanted::ALL).problems, []);
}

#[test]
fn bridging_and_split_antecedents_join_entities() {
    let text = sentence(&[
        "Entity=(e1-person-1-)",
        "Bridge=e1<e2:part,e9<e2|Entity=(e2-object-1-)",
        "Entity=(e1-person-1-)",
        "Bridge=e1<e2|Entity=(e2-object-1-)|SpaceAfter=No",
        "Entity=(e3-person-1-)|SplitAnte=e1<e3,e2<e3",
    ]);
    let reading = both(&text);
    let document = &reading.documents[0];
    let relations: Vec<_> = document
        .relations
        .iter()
        .map(|relation| (relation.from, relation.to, relation.label.as_str()))
        .collect();
    assert_eq!(relations, [(1, 0, "part"), (3, 2, "")]);
    assert_eq!(document.entity_details[2].elements, [0, 1]);
    assert_eq!(codes(&reading.problems), [("unknown-entity", 5)]);
    assert_eq!(written(&reading.documents), text.replace(",e9<e2", ""));
}

#[test]
fn the_same_span_twice_is_mentioned() {
    let reading = both(&sentence(&["Entity=(e1-x-1-)(e2-x-1-)"]));
    assert_eq!(codes(&reading.problems), [("repeated-mention", 4)]);
}

#[test]
fn what_is_read_is_written_back() {
    let text = "# newdoc id = d\n# global.Entity = eid-etype-head-minspan-infstat-other\n# sent_id = d-1\n# text = x\n\
        1-2\tdon't\t_\t_\t_\t_\t_\t_\t_\t_\n\
        1\tdo\tdo\tVERB\tVB\tMood=Ind\t0\troot\t0:root\tEntity=(e1-event-1-1-new-(e2[1/2]-x-2-1,2-old-a%2Db\n\
        2\tnot\tnot\tPART\t_\t_\t1\tadvmod\t1:advmod\tEntity=e2[1/2])\n\
        2.1\t_\t_\tPRON\t_\t_\t_\t_\t1:nsubj\tEntity=(e3--1-1--)|Note=yes\n\
        3\tgo\tgo\tVERB\t_\t_\t1\txcomp\t1:xcomp\tEntity=(e2[2/2]-x-2-1,2-old-a%2Db)\n\
        4\t.\t.\tPUNCT\t_\t_\t1\tpunct\t1:punct\tEntity=e1)|SpaceAfter=No\n\n";
    let reading = both(text);
    assert_eq!(reading.problems, []);
    assert_eq!(written(&reading.documents), text);
}

#[test]
fn names_that_brackets_could_be_taken_for_are_escaped() {
    let mut document = both(&sentence(&["Entity=(e1-x-1-)", "Entity=(e2-x-1-)"])).documents.remove(0);
    document.entity_labels = ["person-1", "a(b)[1/2]"].iter().collect();
    let text = written(&[document.clone()]);
    assert!(text.contains("(person%2D1-x-1-)"), "{text}");
    assert_eq!(both(&text).documents[0].entity_labels, document.entity_labels);
}

#[test]
fn ids_that_two_documents_share_are_written_as_groups() {
    let document = both(&sentence(&["Entity=(e1-x-1-)"])).documents.remove(0);
    assert!(written(&[document.clone(), document]).contains("# global.Entity = GRP-etype-head-other"));
}

#[test]
fn comments_of_the_format_tell_it_whatever_the_number_of_columns() {
    for row in ["1\tx\t_\t_\t_\t_\t_\t_\tEntity=(e1--1-)", "1\tx\t_\t_\t_\t_\t_\t_\t_\tEntity=(e1--1-)\t_"] {
        for comments in ["# newdoc id = d\n", "# global.Entity = eid-etype-head-other\n"] {
            let text = format!("{comments}{row}\n2\ty\t_\t_\t_\t_\t_\t_\t_\t_\n\n");
            let found = crate::format::detect(text.as_bytes(), "d.conllu").map(|format| format.name);
            assert_eq!(found, Some("corefud"), "{text}");
        }
    }
}

#[test]
fn ten_numbered_columns_are_corefud() {
    let likeness = |text: &str| COREFUD.looks_like(text.as_bytes());
    assert_eq!(likeness(&sentence(&["_"])), Likeness::Sure);
    assert_eq!(likeness("1\ta\t_\t_\t_\t_\t_\t_\t_\t_\n"), Likeness::Maybe);
    assert_eq!(likeness("#begin document x\n1\ta\t_\n"), Likeness::No);
    assert_eq!(COREFUD.describe(HEADER.as_bytes()), "CoNLL-U, mentions as eid-etype-head-other");
}

/// Cells that are right, nearly right or wrong.
fn cell() -> impl Strategy<Value = String> {
    let chunk = prop_oneof![
        Just("(e1-x-1-)".to_owned()),
        Just("(e1-x-1-".to_owned()),
        Just("e1)".to_owned()),
        Just("(e2[1/2]-y-2-".to_owned()),
        Just("e2[1/2])".to_owned()),
        Just("(e2[2/2]-y-2-)".to_owned()),
        "[-e1()\\[/\\]|\t=]{0,6}",
    ];
    proptest::collection::vec(chunk, 0..4).prop_map(|chunks| format!("Entity={}", chunks.concat()))
}

fn row() -> impl Strategy<Value = String> {
    let id = prop_oneof![6 => Just(""), 1 => Just(".1"), 1 => Just("-9"), 1 => Just("x")];
    let line = (1..4_u32, id, prop_oneof![Just("_".to_owned()), cell()])
        .prop_map(|(number, rest, cell)| format!("{number}{rest}\tEw\t_\t_\t_\t_\t_\t_\t_\t{cell}\n"));
    prop_oneof![8 => line, 1 => Just("\n".to_owned()), 1 => Just("# newdoc id = e\n".to_owned()), 1 => "[#Ee\t0-9=. ]{0,80}\n"]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn both_ways_of_reading_agree_on_whatever_comes(rows in proptest::collection::vec(row(), 0..30)) {
        both(&(HEADER.to_owned() + &rows.concat()));
        both(&rows.concat());
    }

    #[test]
    fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        for wanted in [Wanted::MENTIONS, Wanted::ALL] {
            let _ = COREFUD.read(&Block::whole(&bytes), wanted);
        }
        (COREFUD.next_document)(&bytes);
        let _ = COREFUD.looks_like(&bytes);
    }

    #[test]
    fn what_is_written_reads_back_the_same(rows in proptest::collection::vec(row(), 0..30)) {
        let documents = read(&(HEADER.to_owned() + &rows.concat()), Wanted::ALL).documents;
        prop_assume!(COREFUD.write(&documents, &mut Vec::new()).unwrap().is_empty());
        let text = written(&documents);
        prop_assert_eq!(written(&read(&text, Wanted::ALL).documents), text);
    }
}
