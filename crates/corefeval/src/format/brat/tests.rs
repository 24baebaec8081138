//! What brat files look like, and what is wrong with some.

use proptest::prelude::*;

use super::super::{Block, Likeness, Reading};
use super::BRAT;
use crate::document::{Layer, Span, Wanted};
use crate::format::shown::{codes, spans};

const TEXT: &str = "Zoë saw her dog.\nIt sat.";
const LINKS: &str = "T1\tPerson 0 3\tZoë\nT2\tPerson 8 11\ther\nT3\tAnimal 8 11;12 15\ther dog\nT4\tAnimal 17 19\tIt\nR1\tCoref Arg1:T2 Arg2:T1\n*\tEquiv T4 T3\nA1\tGender T1 F\n#1\tAnnotatorNotes T1\thm\nR2\tBridging Arg1:T3 Arg2:T1\n";
const LABELS: &str = "T1\tPROP_PER 0 3\tZoë\nT2\tZoë-0 0 3\tZoë\nT3\tZoë-0 8 11\ther\nT4\ther_dog-1 8 15\ther dog\nT5\tNOM_ANI 8 15\ther dog\nT6\tPRON_ANI 17 19\tIt\nR1\tcop Arg1:T6 Arg2:T5\n";

fn read_with(file: &str, text: &str, wanted: Wanted) -> Reading {
    let block =
        Block { companion: Some(text.as_bytes()), file_stem: "158_emma", ..Block::whole(file.as_bytes()) };
    BRAT.read(&block, wanted)
}

fn read(file: &str) -> Reading {
    read_with(file, TEXT, Wanted::ALL)
}

#[test]
fn links_join_mentions() {
    let reading = read(LINKS);
    assert_eq!(codes(&reading), []);
    let document = &reading.documents[0];
    assert_eq!(spans(document), [(0, 1, "T1"), (2, 3, "T1"), (2, 4, "T3"), (5, 6, "T3")]);
    assert_eq!(document.parts(&document.mentions[2]), [Span::new(2, 4)], "parts that touch are one");
    assert_eq!(document.entity_details[1].kind, "Animal");
    assert_eq!((document.relations[0].from, document.relations[0].to), (2, 0));
    assert_eq!(document.name.id, "158_emma");
    assert_eq!(document.sentences.len(), 2);
    assert_eq!(document.layers.at(Layer::Word, 0), Some("Zoë"));
}

#[test]
fn labels_name_entities() {
    let reading = read(LABELS);
    assert_eq!(codes(&reading), []);
    let document = &reading.documents[0];
    assert_eq!(spans(document), [(0, 1, "Zoë-0"), (2, 3, "Zoë-0"), (2, 4, "her_dog-1"), (5, 6, "T6")]);
    assert_eq!(document.entity_details[0].kind, "PER");
    assert!(BRAT.describe(LABELS.as_bytes()).starts_with("types"));
}

#[test]
fn mentions_may_have_gaps() {
    let reading = read("T1\tX 0 3;8 11\tZoë her\n");
    let document = &reading.documents[0];
    assert_eq!(document.parts(&document.mentions[0]), [Span::new(0, 1), Span::new(2, 3)]);
}

#[test]
fn links_to_nothing_are_errors_in_every_reading() {
    for kind in ["Coref", "Bridging"] {
        let file = format!("T1\tX 0 3\tZoë\nR1\t{kind} Arg1:T1 Arg2:T9\n");
        for wanted in [Wanted::MENTIONS, Wanted::ALL] {
            assert_eq!(codes(&read_with(&file, TEXT, wanted)), [("unknown-mention", 2)], "{kind}");
        }
    }
}

#[test]
fn events_stand_for_their_triggers() {
    let reading = read("T1\tSee 4 7\tsaw\nT2\tIt 17 19\tIt\nE1\tSee:T1\nR1\tCoreference Arg1:E1 Arg2:T2\n");
    assert_eq!(spans(&reading.documents[0]), [(1, 2, "T1"), (5, 6, "T1")]);
}

#[test]
fn what_is_wrong_is_said_with_its_line() {
    let reading =
        read("T1\tX 1 3\toë\nT2\tX 90 95\t?\nT3\tX 5\t?\nhello\nR1\tCoref Arg1:T1 Arg2:T9\nT1\tX 4 7\tsaw\n");
    let expected = [
        ("not-brat", 3),
        ("not-brat", 4),
        ("same-id", 6),
        ("widened-mention", 1),
        ("span-outside", 2),
        ("unknown-mention", 5),
    ];
    assert_eq!(codes(&reading), expected);
    let alone = BRAT.read(&Block::whole(LINKS.as_bytes()), Wanted::ALL);
    assert_eq!(codes(&alone), [("no-text", 0)]);
}

#[test]
fn a_file_is_recognised_by_its_first_lines() {
    assert_eq!(BRAT.looks_like(LINKS.as_bytes()), Likeness::Sure);
    for other in ["T1 0 4 Mary\n", "1\tT\t(1)\n", "", "#begin document x\n0\ta\t-\n", "MENTION\tT2\t0\n"] {
        assert_eq!(BRAT.looks_like(other.as_bytes()), Likeness::No, "{other}");
    }
}

proptest! {
    #[test]
    fn no_bytes_make_it_panic(file in proptest::collection::vec(any::<u8>(), 0..200), text in ".{0,40}") {
        let block = Block { companion: Some(text.as_bytes()), ..Block::whole(&file) };
        let _ = BRAT.read(&block, Wanted::ALL);
        let _ = BRAT.looks_like(&file);
    }

    #[test]
    fn no_small_change_makes_it_panic(
        labels in any::<bool>(),
        changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        text in ".{0,40}",
    ) {
        let mut bytes = if labels { LABELS } else { LINKS }.as_bytes().to_vec();
        for (place, byte) in changes {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        read_with(&String::from_utf8_lossy(&bytes), &text, Wanted::ALL);
    }
}
