//! What marked text looks like, and what is wrong with some.

use proptest::prelude::*;

use super::super::{Block, Likeness, Reading};
use super::MARKUP;
use crate::document::{Document, Layer, Name, Wanted};
use crate::format::shown::codes;

fn read(text: &str) -> Reading {
    let block = Block { file_stem: "file", ..Block::whole(text.as_bytes()) };
    let (fast, full) = (MARKUP.read(&block, Wanted::MENTIONS), MARKUP.read(&block, Wanted::ALL));
    for (fast, full) in fast.documents.iter().zip(&full.documents) {
        assert_eq!((&fast.mentions, fast.tokens), (&full.mentions, full.tokens), "{text}");
    }
    full
}

fn only(text: &str) -> Document {
    let mut reading = read(text);
    assert_eq!(codes(&reading.problems), [], "{text}");
    assert_eq!(reading.documents.len(), 1);
    reading.documents.remove(0)
}

fn mentions(document: &Document) -> Vec<(String, &str)> {
    let label = |entity: u32| document.entity_labels.get(entity as usize).unwrap();
    let shown =
        |mention: &crate::document::Mention| (document.text(mention.span).unwrap(), label(mention.entity));
    document.mentions.iter().map(shown).collect()
}

fn words(document: &Document) -> Vec<&str> {
    document.layers.get(Layer::Word).unwrap().iter().collect()
}

fn pairs<'a>(expected: &[(&str, &'a str)]) -> Vec<(String, &'a str)> {
    expected.iter().map(|(text, id)| ((*text).to_owned(), *id)).collect()
}

#[test]
fn brackets_and_tags_mark_mentions() {
    let expected = pairs(&[("Mary", "1"), ("her", "1"), ("her dog", "2")]);
    for text in [
        "[Mary]{1} saw [[her]{1} dog]{2}.",
        "[ Mary ] { 1 } saw [ [ her ]{1} dog ] {2} .",
        "[Mary](#1) saw [[her](#1) dog](#2).",
        "<e id=\"1\">Mary</e> saw <e id=\"2\"><e id='1'>her</e> dog</e>.",
        "<m id=1>Mary</m> saw <np id=2><m  id = 1 >her</m> dog</np>.",
    ] {
        let document = only(text);
        assert_eq!(mentions(&document), expected, "{text}");
        assert_eq!(document.name, Name::plain("file"));
    }
}

#[test]
fn tags_may_say_the_type_of_an_entity() {
    let document = only("<e id=\"1\" type=\"person\">Mary</e>");
    assert_eq!(document.entity_details[0].kind, "person");
}

#[test]
fn brackets_without_an_id_are_text() {
    let document = only("She said [sic] a < b, \\[x\\] <b>bold</b> and [[y] z]{1} .");
    assert_eq!(mentions(&document), pairs(&[("[y] z", "1")]));
}

#[test]
fn raw_text_is_cut_into_words_and_marks_and_tokenised_text_at_blanks() {
    assert_eq!(words(&only("[Mary]{1}'s dog, Rex.")), ["Mary", "'", "s", "dog", ",", "Rex", "."]);
    assert_eq!(
        words(&only("[Mary]{1} did n't sleep , though .")),
        ["Mary", "did", "n't", "sleep", ",", "though", "."]
    );
    assert_eq!(words(&only("# doc x\n# tokenised\n[Mary,]{1} x.")), ["Mary,", "x."]);
}

#[test]
fn a_mark_inside_a_word_is_widened_and_this_is_said() {
    let reading = read("un[happy]{1} Mary");
    assert_eq!(mentions(&reading.documents[0]), pairs(&[("unhappy", "1")]));
    assert_eq!(codes(&reading.problems), [("widened-mention", 1)]);
}

#[test]
fn headers_part_documents() {
    let reading = read("\u{feff}# doc (a); part 001\n[x]{1}\n\n# doc b\n[y]{1} [\n]{2}{");
    assert_eq!(codes(&reading.problems), [("empty-mention", 5)]);
    let reading = read("\u{feff}# doc (a); part 001\n[x]{1}\n\n# doc b\n[y]{1} {");
    let names: Vec<String> = reading.documents.iter().map(|document| document.name.to_string()).collect();
    assert_eq!(names, ["(a); part 001", "b"]);
    assert_eq!(reading.documents[0].sentences.len(), 1);
    assert_eq!((MARKUP.next_document)(b"# doc a\nx\n# doc b\n"), Some(10));
}

#[test]
fn marks_that_do_not_match_are_errors_with_their_lines() {
    let reading = read("# doc d\nMary]{1} saw\n<e id=\"3\">x</e> </e> <e id=\"2\">her []{} [x");
    let expected = [
        ("unopened-mention", 2),
        ("unopened-mention", 3),
        ("unclosed-mention", 3),
        ("empty-id", 3),
        ("unclosed-bracket", 3),
    ];
    assert_eq!(codes(&reading.problems), expected);
    assert_eq!((reading.problems[0].column, reading.problems[0].text.as_str()), (5, "Mary]{1} saw"));
}

#[test]
fn a_file_is_recognised_by_its_marks() {
    assert_eq!(MARKUP.looks_like(b"[Mary]{1} slept."), Likeness::Maybe);
    assert_eq!(MARKUP.looks_like(b"# doc x\n[Mary]{1} slept."), Likeness::Sure);
    assert_eq!(MARKUP.looks_like(b"Mary [sic] slept <b>well</b>."), Likeness::ByName);
    assert!(MARKUP.describe(b"[Mary]{1} slept.").ends_with("punctuation marks"));
}

#[test]
fn what_is_written_is_read_again() {
    let text = "# doc (a/b); part 003\n# tokenised\n[[Mary]{1}]{2} \\[said\\] \\#1 , ]x\n[she]{1} slept.\n# doc c\n[\\\\]{9} \\<e>\n";
    let before = read(&text.replace(" ]x", " \\]x")).documents;
    let mut out = Vec::new();
    assert_eq!(MARKUP.write(&before, &mut out).unwrap(), []);
    let out = String::from_utf8(out).unwrap();
    assert_eq!(read(&out).documents.len(), 2, "{out}");
    for (before, after) in before.iter().zip(read(&out).documents) {
        assert_eq!(words(before), words(&after));
        assert_eq!(
            (&before.mentions, &before.name, &before.sentences),
            (&after.mentions, &after.name, &after.sentences)
        );
    }
}

proptest! {
    #[test]
    fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        read(&String::from_utf8_lossy(&bytes));
        let _ = MARKUP.read(&Block::whole(&bytes), Wanted::ALL);
        let _ = MARKUP.looks_like(&bytes);
        let _ = MARKUP.describe(&bytes);
    }

    #[test]
    fn no_marks_in_any_order_do_either(text in "(\\[|\\]|\\{1\\}|\\(#2\\)|<e id=3>|</e>|\\\\|é|\n| |# doc |# tokenised|a){0,40}") {
        let documents = read(&text).documents;
        let mut out = Vec::new();
        MARKUP.write(&documents, &mut out).unwrap();
    }
}

#[test]
fn deep_nesting_and_many_faults_take_time_in_proportion() {
    // a search through each of these for every mark in it would take too long
    let deep = "[".repeat(100_000) + "x" + &"]{1}".repeat(100_000);
    let reading = read(&deep);
    assert_eq!((reading.documents[0].mentions.len(), reading.documents[0].tokens), (100_000, 1));
    let tags = "<b id=\"1\">".to_owned()
        + &"<a id=\"1\">".repeat(100_000)
        + "x"
        + &"</b><b id=\"1\">y".repeat(30_000);
    assert!(read(&tags).failed());
    let lines = "[x]{1}\n".repeat(30_000) + &"y]{2}\n".repeat(30_000);
    let reading = read(&lines);
    assert_eq!((reading.problems.len(), reading.problems[29_999].line), (30_000, 60_000));
}
