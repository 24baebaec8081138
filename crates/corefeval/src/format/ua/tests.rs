//! What CONLL-UA files look like, and what is wrong with some.

use proptest::prelude::*;

use super::UA;
use crate::document::{Document, Layer, Span, Stage, Wanted, Zero};
use crate::format::shown::{check_hashes, codes};
use crate::format::{Block, Likeness, Reading};

const HEADER: &str = "# global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC \
    IDENTITY BRIDGING DISCOURSE_DEIXIS REFERENCE NOM_SEM\n# newdoc id = d\n# sent_id = d-1\n";

fn read(text: &str) -> Reading {
    let block = Block::whole(text.as_bytes());
    let reading = UA.read(&block, Wanted::ALL);
    check_hashes(&UA, &block, &reading);
    reading
}

/// A document of one sentence from its identity, bridging and deixis cells, separated by blanks; a number and `:` may
/// precede them.
fn sentence(rows: &[&str]) -> String {
    let mut text = HEADER.to_owned();
    let mut number = 0;
    for row in rows {
        let (id, cells) = match row.split_once(": ") {
            Some((id, cells)) => (id.to_owned(), cells),
            None => {
                number += 1;
                (number.to_string(), *row)
            }
        };
        let mut cells = cells.split(' ').chain(std::iter::repeat("_"));
        let cells: Vec<&str> = cells.by_ref().take(3).collect();
        text.push_str(&format!("{id}\tw{id}\t_\t_\t_\t_\t_\t_\t_\t_\t{}\t_\t_\n", cells.join("\t")));
    }
    text + "\n"
}

/// Label and parts of every mention.
fn shape(document: &Document) -> Vec<(&str, Vec<(u32, u32)>)> {
    let parts = |spans: &[Span]| spans.iter().map(|span| (span.start, span.end)).collect();
    let label = |entity: u32| document.entity_labels.get(entity as usize).unwrap();
    document.mentions.iter().map(|mention| (label(mention.entity), parts(document.parts(mention)))).collect()
}

fn written(documents: &[Document]) -> String {
    let mut out = Vec::new();
    UA.write(documents, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn markables_nest_and_have_minima() {
    let text = sentence(&[
        "(EntityID=1|MarkableID=a|Min=2|SemType=do(EntityID=2|MarkableID=b)",
        "(EntityID=2|MarkableID=c|Min=2,3",
        "))",
    ]);
    let reading = read(&text);
    let document = &reading.documents[0];
    assert_eq!(shape(document), [("2", vec![(0, 1)]), ("2", vec![(1, 3)]), ("1", vec![(0, 3)])]);
    assert_eq!(document.details[1].minimum, Some(Span::new(1, 3)));
    assert_eq!(document.details[2].minimum, Some(Span::new(1, 2)));
    assert_eq!(document.details[2].id, "a");
    assert_eq!(document.details[2].attributes, [("SemType".to_owned(), "do".to_owned())]);
    assert_eq!(document.layers.at(Layer::Word, 0), Some("w1"));
    assert_eq!(reading.problems, []);
    assert_eq!(written(&reading.documents), text);
}

#[test]
fn an_id_that_comes_again_is_another_part() {
    let text = sentence(&[
        "(EntityID=1|MarkableID=a|SemType=do)",
        "(EntityID=1|MarkableID=b)",
        "(EntityID=1|MarkableID=a",
        ")",
    ]);
    let reading = read(&text);
    assert_eq!(shape(&reading.documents[0]), [("1", vec![(1, 2)]), ("1", vec![(0, 1), (2, 4)])]);
    assert_eq!(written(&reading.documents), text);
}

#[test]
fn a_minimum_beyond_all_numbers_is_said() {
    let reading = read(&sentence(&["1.1: _", "(EntityID=1|MarkableID=a|Min=4294967295)"]));
    assert_eq!(codes(&reading.problems), [("bad-minimum", 5)]);
}

#[test]
fn markables_that_cross_close_by_name() {
    let text = sentence(&["(EntityID=1|MarkableID=a", "(EntityID=2|MarkableID=b", "a)", "b)"]);
    let reading = read(&text);
    assert_eq!(shape(&reading.documents[0]), [("1", vec![(0, 3)]), ("2", vec![(1, 4)])]);
    assert_eq!(written(&reading.documents), text);
}

#[test]
fn discourse_deixis_is_a_stage_of_its_own() {
    let text = sentence(&[
        "(EntityID=1|MarkableID=a) _ (EntityID=1|MarkableID=x|ElementOf=3",
        "(EntityID=1|MarkableID=b) _ )",
        "_ _ (EntityID=3|MarkableID=y)",
    ]);
    let reading = read(&text);
    let document = &reading.documents[0];
    let expected = [("1", vec![(0, 1)]), ("1", vec![(1, 2)]), ("dd-1", vec![(0, 2)]), ("dd-3", vec![(2, 3)])];
    assert_eq!(shape(document), expected);
    let stages: Vec<_> = document.entity_details.iter().map(|detail| detail.stage).collect();
    assert_eq!(stages, [Stage::Identity, Stage::DiscourseDeixis, Stage::DiscourseDeixis]);
    assert_eq!(document.entity_details[2].elements, [1]);
    assert_eq!(reading.problems, []);
    assert_eq!(written(&reading.documents), text);
    let plain = UA.read(&Block::whole(text.as_bytes()), Wanted::MENTIONS).documents;
    assert_eq!(
        plain[0].entity_details, document.entity_details,
        "what is scored separately is always distinguished"
    );
}

#[test]
fn entities_may_not_refer_and_may_be_made_of_others() {
    let text = sentence(&[
        "(EntityID=1|MarkableID=a|ElementOf=3)",
        "(EntityID=2|MarkableID=b|ElementOf=3)",
        "(EntityID=3|MarkableID=c)",
        "(EntityID=9-Pseudo|MarkableID=d|ElementOf=8)",
    ]);
    let reading = read(&text);
    let details = &reading.documents[0].entity_details;
    assert_eq!(details[2].elements, [0, 1]);
    assert!(details[3].non_referring && !details[0].non_referring);
    assert_eq!(codes(&reading.problems), [("unknown-entity", 7)]);
    assert_eq!(written(&reading.documents), text.replace("|ElementOf=8", ""));
}

#[test]
fn bridging_joins_markables_that_are_there() {
    let anchor = "(EntityID=1|MarkableID=a) (MarkableID=a|Rel=x|MentionAnchor=none|EntityAnchor=5)";
    let anaphor = "(EntityID=2|MarkableID=b) (MarkableID=b|Rel=set-member|MentionAnchor=a|EntityAnchor=1)";
    let reading = read(&sentence(&[anchor, anaphor]));
    let relation = &reading.documents[0].relations[..];
    assert_eq!((relation.len(), relation[0].from, relation[0].to), (1, 1, 0));
    assert_eq!(relation[0].label, "set-member");
    assert_eq!(codes(&reading.problems), [("unknown-anchor", 4)]);
    assert!(
        written(&reading.documents).contains("(MarkableID=b|Rel=set-member|MentionAnchor=a|EntityAnchor=1)")
    );
}

#[test]
fn relations_and_parts_may_be_of_the_other_column() {
    let text = sentence(&[
        "_ _ (EntityID=1|MarkableID=x|ElementOf=2)",
        "(EntityID=2|MarkableID=a) (MarkableID=a|Rel=part|MentionAnchor=x|EntityAnchor=1) _",
        "(EntityID=3|MarkableID=b) _ (EntityID=4|MarkableID=y)",
    ]);
    let reading = read(&text);
    let document = &reading.documents[0];
    assert_eq!(reading.problems, []);
    assert_eq!((document.relations[0].from, document.relations[0].to), (1, 0));
    assert_eq!(document.entity_details[1].elements, [0]);
    assert_eq!(written(&reading.documents), text);
    // entity 3 of identity made of deixis has the id of an entity 3 of deixis
    let mut misread = reading.documents.clone();
    misread[0].entity_labels = ["dd-1", "4", "3", "dd-4"].iter().collect();
    let problems = UA.write(&misread, &mut Vec::new()).unwrap();
    assert_eq!(codes(&problems), [("lost-elements", 0)]);
}

#[test]
fn minima_at_zeros_have_no_numbers() {
    let mut documents = read(&sentence(&["(EntityID=1|MarkableID=a", "1.1: )"])).documents;
    documents[0].details[0].minimum = Some(Span::new(1, 2));
    let mut out = Vec::new();
    let problems = UA.write(&documents, &mut out).unwrap();
    assert_eq!(codes(&problems), [("lost-details", 0)]);
    assert!(!String::from_utf8(out).unwrap().contains("Min="));
}

#[test]
fn decimal_numbers_are_zeros_ranked_by_their_order() {
    let text =
        sentence(&["_", "1.1: (EntityID=1|MarkableID=a)", "1.2: _", "(EntityID=1|MarkableID=b|Min=2)"]);
    let reading = read(&text);
    let document = &reading.documents[0];
    assert_eq!(document.zeros, [(1, 1), (2, 2)].map(|(token, rank)| Zero { token, rank }));
    assert_eq!(document.details[1].minimum, Some(Span::new(3, 4)), "zeros are not counted");
    assert_eq!(written(&reading.documents), text);
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let reading = read(&sentence(&[
        "(EntityID=1|MarkableID=a",
        "x)",
        "(MarkableID=b)",
        "junk",
        "(EntityID=1|MarkableID=c|Min=9)",
        "word: _",
    ]));
    let expected = [
        ("unopened-mention", 5),
        ("stray-text", 7),
        ("not-a-row", 9),
        ("unclosed-mention", 4),
        ("empty-id", 6),
        ("bad-minimum", 8),
    ];
    assert_eq!(codes(&reading.problems), expected);
    assert!(reading.problems[0].text.contains("\tx)\t"));
}

#[test]
fn rows_may_be_parted_by_blanks_and_be_short() {
    let text = "# newdoc id = d\n1 a _ _ _ _ _ _ _ _ (EntityID=1|MarkableID=m) _ _ _ _\n2 b _\n";
    let reading = read(text);
    assert_eq!(shape(&reading.documents[0]), [("1", vec![(0, 1)])]);
    assert_eq!(codes(&reading.problems), [("ragged-columns", 3)]);
}

#[test]
fn rows_have_the_columns_that_the_file_names() {
    let markable = "(EntityID=1|MarkableID=m)";
    for (cells, odd) in [(5, true), (6, false), (7, true)] {
        let row = ["1", "a", markable, "_", "_", "_", "_"][..cells].join("\t");
        let text = format!(
            "# global.columns = ID FORM IDENTITY BRIDGING DISCOURSE_DEIXIS REFERENCE\n# newdoc id = d\n{row}\n"
        );
        for wanted in [Wanted::MENTIONS, Wanted::ALL] {
            let reading = UA.read(&Block::whole(text.as_bytes()), wanted);
            assert_eq!(codes(&reading.problems).contains(&("ragged-columns", 3)), odd, "{cells}");
        }
    }
}

#[test]
fn columns_or_markables_tell_the_format() {
    let likeness = |text: &str| UA.looks_like(text.as_bytes());
    assert_eq!(likeness(HEADER), Likeness::Sure);
    assert_eq!(likeness("1\ta\t_\t_\t_\t_\t_\t_\t_\t_\t(EntityID=1|MarkableID=m)\n"), Likeness::Sure);
    assert_eq!(likeness("1\ta\t_\t_\t_\t_\t_\t_\t_\tEntity=(e1-x-1-)\n"), Likeness::No);
    let columns = "identity in column 11, bridging in column 12, discourse deixis in column 13";
    assert_eq!(UA.describe(HEADER.as_bytes()), columns);
}

fn cell() -> impl Strategy<Value = String> {
    let chunk = prop_oneof![
        Just("(EntityID=1|MarkableID=a)".to_owned()),
        Just("(EntityID=1|MarkableID=b".to_owned()),
        Just("(EntityID=2-Pseudo|MarkableID=c|ElementOf=1|Min=1".to_owned()),
        Just(")".to_owned()),
        Just("b)".to_owned()),
        "[()|=EntityID1M,]{0,8}",
    ];
    proptest::collection::vec(chunk, 0..4).prop_map(|chunks| format!("{}_", chunks.concat()))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        for wanted in [Wanted::MENTIONS, Wanted::ALL] {
            let _ = UA.read(&Block::whole(&bytes), wanted);
        }
        let _ = UA.looks_like(&bytes);
        let _ = UA.describe(&bytes);
    }

    #[test]
    fn what_is_written_reads_back_the_same(
        rows in proptest::collection::vec((cell(), cell(), prop_oneof![4 => Just(""), 1 => Just("7.1: ")]), 0..12),
    ) {
        let rows: Vec<String> = rows.iter().map(|(one, two, id)| format!("{id}{one} _ {two}")).collect();
        let text = sentence(&rows.iter().map(String::as_str).collect::<Vec<_>>());
        // documents that are read from files with errors must be written unchanged, too
        let documents = (UA.read)(&Block::whole(text.as_bytes()), Wanted::ALL).documents;
        let text = written(&documents);
        let again = read(&text);
        prop_assert_eq!(codes(&again.problems).iter().filter(|(code, _)| *code != "repeated-mention").count(), 0);
        // markables that begin and end together may be swapped once
        let sorted = |documents: &[Document]| {
            let mut shape = shape(&documents[0]);
            shape.sort();
            format!("{shape:?}")
        };
        prop_assert_eq!(sorted(&again.documents), sorted(&documents));
        let text = written(&again.documents);
        prop_assert_eq!(written(&read(&text).documents), text);
    }
}
