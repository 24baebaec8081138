use unicode_width::UnicodeWidthStr;

use super::{Response, Scene, json, numbers, text};
use crate::document::Document;
use crate::evaluation::{DocumentPair, Plan};
use crate::report::{Page, Style};

fn page(width: usize) -> Page {
    Page { style: Style::Plain, width: Some(width) }
}

/// The text of one response, without the line of figures and the list of entities.
fn shown(key: Document, response: Document, width: usize) -> String {
    let pair = DocumentPair::unchecked(key, response);
    let one = Response { system: "sys", pair: &pair, figures: "F1 50.00" };
    let text = text(&Scene::new(&Plan::default(), &[one]).unwrap(), page(width));
    let (head, rest) = text.split_once("\n\n").unwrap();
    assert_eq!(head, "letter\nsys: F1 50.00");
    rest.split_once("\n\n").unwrap().0.to_owned()
}

fn alone(document: Document) -> String {
    let pair = DocumentPair::unchecked(document.clone(), document);
    let text = text(&Scene::of_key(&Plan::default(), &pair), page(80));
    text.lines().nth(2).unwrap().to_owned()
}

fn letter(words: &[&str]) -> crate::document::DocumentBuilder {
    let mut builder = Document::builder("letter");
    builder.words(words);
    builder
}

#[test]
fn brackets_are_nested_cross_and_have_gaps() {
    let mut nested = letter(&["the", "harbour", "board", "and", "its", "ships"]);
    nested.mention(0..3, "board").mention(1..2, "harbour").mention(4..5, "board").mention(4..6, "ships");
    assert_eq!(alone(nested.build().unwrap()), "0  [the [harbour]2 board]1 and [[its]1 ships]3");
    let mut crossing = letter(&["a", "b", "c", "d"]);
    crossing.mention(0..2, "x").mention(1..3, "y").mention(3..4, "x");
    assert_eq!(alone(crossing.build().unwrap()), "0  [1: a [2: b]1 c]2 [d]1");
    let mut gap = letter(&["look", "it", "up"]);
    gap.mention_in_parts([0..1, 2..3], "x").mention(1..2, "y");
    assert_eq!(alone(gap.build().unwrap()), "0  [look]1… [it]2 …[up]1");
    let mut twice = letter(&["a", "b"]);
    twice.mention(0..1, "x").mention(0..1, "y").mention(1..2, "y");
    assert_eq!(alone(twice.build().unwrap()), "0  [[a]1]2 [b]1");
}

#[test]
fn a_mention_of_two_sentences_has_its_number_at_both_ends() {
    let mut builder = letter(&["a", "b", "c"]);
    builder.sentence(0..2).sentence(2..3).mention(1..3, "x").mention(0..1, "x");
    let document = builder.build().unwrap();
    let pair = DocumentPair::unchecked(document.clone(), document);
    let text = text(&Scene::of_key(&Plan::default(), &pair), page(80));
    assert!(text.contains("\n0  [a]1 [1: b\n2  c]1\n"), "{text}");
}

#[test]
fn zeros_of_either_side_are_shown_on_their_side() {
    let mut key = letter(&["came", "_", "home"]);
    key.zero(1).mention(1..2, "x").mention(2..3, "x");
    let mut response = letter(&["_", "came", "home"]);
    response.zero(0).mention(0..1, "x").mention(2..3, "x");
    let text = shown(key.build().unwrap(), response.build().unwrap(), 80);
    assert!(text.starts_with("0 key   came −[∅]1 [home]1\n  sys   +[∅]1 came ≠[home]1\n"), "{text}");
    assert!(text.contains("\n        − “∅” (1) missed"), "{text}");
    assert!(text.contains("\n        + “∅” (0) spurious"), "{text}");
}

#[test]
fn every_error_is_below_its_sentence_with_its_findings() {
    let words = ["Mary", "saw", "Ann", ".", "She", "waved", "to", "the", "man", "with", "her", "bag"];
    let mut key = letter(&words);
    key.sentence(0..4).sentence(4..12).mention(0..1, "mary").mention(2..3, "ann").mention(4..5, "mary");
    key.mention(7..9, "man").mention(10..11, "ann");
    let mut response = letter(&words);
    response
        .mention(0..1, "1")
        .mention(2..3, "2")
        .mention(4..5, "2")
        .mention(7..12, "1")
        .mention(11..12, "3");
    let text = shown(key.build().unwrap(), response.build().unwrap(), 200);
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some(" 0 both  [Mary]1 saw [Ann]2 ."));
    assert_eq!(lines.next(), Some(" 4 key   [She]1 waved to −[the man]3 with −[her]2 bag"));
    assert_eq!(lines.next(), Some("   sys   ≠[She]2 waved to +[the man with her +[bag]a]1"));
    let errors: Vec<&str> = lines.map(|line| line.split(" · ").next().unwrap_or("").trim()).collect();
    assert_eq!(
        errors,
        [
            "≠ “She” (4) wrong-antecedent: “Ann” (2), in the key “Mary” (0)",
            "− “the man” (7–8) missed",
            "+ “the man with her bag” (7–11) spurious",
            "− “her” (10) missed",
            "+ “bag” (11) spurious",
        ]
    );
}

#[test]
fn a_boundary_is_one_error() {
    let words = ["the", "old", "man", ",", "he"];
    let mut key = letter(&words);
    key.mention(0..3, "x").mention(4..5, "x");
    let mut response = letter(&words);
    response.mention(0..4, "1").mention(4..5, "1");
    let text = shown(key.build().unwrap(), response.build().unwrap(), 200);
    assert!(text.contains("↔[the old man ,]1"), "{text}");
    assert!(
        text.contains("↔ “the old man ,” (0–3) boundary (comma): “the old man” (0–2) in the key"),
        "{text}"
    );
    assert!(!text.contains("spurious") && !text.contains("missed\n"), "{text}");
}

/// Two documents with pseudo-random mentions.
fn scattered(seed: u32) -> [Document; 2] {
    let number = |salt: u32, most: u32| {
        (seed.wrapping_mul(2_654_435_761).wrapping_add(salt.wrapping_mul(40_503)) >> 7) % most
    };
    [0, 1].map(|side| {
        let mut builder = letter(&["w"; 40]);
        builder.sentence(0..13).sentence(13..30).sentence(30..40);
        let mut spans = std::collections::BTreeSet::new();
        for mention in 0..14 {
            let start = number(mention + 100 * (side * (mention % 3)), 38);
            spans.insert((start, start + 1 + number(mention + 50, 2)));
        }
        for (place, (start, end)) in spans.into_iter().enumerate() {
            builder.mention(start..end, number(place as u32 + 1000 * side, 4));
        }
        builder.build().unwrap()
    })
}

#[test]
fn every_finding_is_shown_and_can_be_looked_at_by_its_id() {
    for seed in 0..30 {
        let [key, response] = scattered(seed);
        let pair = DocumentPair::unchecked(key, response);
        let responses = [Response { system: "sys", pair: &pair, figures: "" }];
        let scene = Scene::new(&Plan::default(), &responses).unwrap();
        let all = text(&scene, page(120)).replace('\n', " ");
        let ids: Vec<String> = scene.findings().map(|(_, finding)| finding.id.clone()).collect();
        assert!(!ids.is_empty());
        for id in ids {
            assert!(all.contains(&id), "{id}: {all}");
            let mut one = Scene::new(&Plan::default(), &responses).unwrap();
            assert!(one.only_finding(&id) && !one.is_empty());
            assert!(text(&one, page(120)).contains(&id));
        }
    }
}

#[test]
fn no_line_is_wider_than_the_terminal_whatever_letters_are_in_it() {
    let words = [
        "北京北京",
        "e\u{301}te\u{301}",
        "👩‍🔬",
        "long-word-that-does-not-fit-anywhere-at-all-in-forty-columns",
        "a\u{1b}[2Jb\u{202e}\n",
    ];
    let mut key = letter(&words);
    key.mention(0..2, "x").mention(3..4, "x").mention(4..5, "y");
    let mut response = letter(&words);
    response.mention(0..1, "\u{9b}1m").mention(3..4, "2");
    let (key, response) = (key.build().unwrap(), response.build().unwrap());
    for width in [32, 33, 40, 57, 80] {
        let text = shown(key.clone(), response.clone(), width);
        assert!(text.lines().all(|line| line.width() <= width), "{width}: {text}");
        assert!(!text.contains(['\u{1b}', '\u{202e}', '\u{9b}']) && text.contains("u{202e}"), "{text:?}");
    }
}

#[test]
fn what_is_asked_for_is_left() {
    let words = ["Mary", "saw", "Ann", ".", "It", "rained", ".", "She", "waved", "."];
    let build = |last: &str| {
        let mut builder = letter(&words);
        builder.sentence(0..4).sentence(4..7).sentence(7..10);
        builder.mention(0..1, "mary").mention(2..3, "ann").mention(7..8, last).build().unwrap()
    };
    let pair = DocumentPair::unchecked(build("mary"), build("ann"));
    let responses = [Response { system: "sys", pair: &pair, figures: "" }];
    let scene = || Scene::new(&Plan::default(), &responses).unwrap();
    let mut errors = scene();
    errors.only_errors();
    assert_eq!(errors.shown, [false, false, true]);
    errors.with_context(1);
    assert_eq!(errors.shown, [false, true, true]);
    let mut entity = scene();
    assert!(entity.only_entity("mary") && !entity.only_entity("nobody"));
    assert_eq!(entity.shown, [true, false, true]);
    let text = text(&entity, page(80));
    assert!(text.contains("both  [Mary]1 saw Ann ."), "{text}");
    let value = json(&entity);
    assert_eq!(value["key"].as_array().map(Vec::len), Some(2));
    assert_eq!(value["systems"][0]["errors"][0]["kind"], "wrong-antecedent");
}

#[test]
fn letters_follow_each_other() {
    assert_eq!(
        [0, 25, 26, 51, 52, 701, 702].map(numbers::letters),
        ["a", "z", "aa", "az", "ba", "zz", "aaa"]
    );
}
