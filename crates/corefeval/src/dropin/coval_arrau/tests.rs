use super::{Options, Source, score};

const KEY: &str = "\
TOKEN\tMARKABLE\tMIN\tREFERENCE
the B-markable_1=set_1 word_2 new
owl I-markable_1=set_1 word_2 new
there I-markable_1=set_1 word_2 new
it B-markable_2=set_2 word_4 non_referring
rains
its B-markable_3=set_1 word_6 old
";

const RESPONSE: &str = "\
the
owl B-markable_1=set_1
there I-markable_1=set_1
it B-markable_2=set_2 non_referring
rains
its B-markable_3=set_1
";

fn printed(key: &str, response: &str, words: &[&str]) -> (String, Option<String>) {
    let source = |text: &'static str| Source { name: "owl.CONLL", bytes: text.as_bytes() };
    let (key, response) = (source(Box::leak(key.into())), source(Box::leak(response.into())));
    let printout = score(&[key], &[response], &Options::from_words(words));
    (printout.stdout, printout.failure)
}

#[test]
fn a_shorter_markable_counts_when_it_holds_the_minimum() {
    let (exact, _) = printed(KEY, RESPONSE, &["muc"]);
    assert!(exact.ends_with("muc\nRecall: 0.00  Precision: 0.00  F1: 0.00\n"), "{exact}");
    let (minimum, _) = printed(KEY, RESPONSE, &["muc", "MIN"]);
    assert!(minimum.ends_with("muc\nRecall: 100.00  Precision: 100.00  F1: 100.00\n"), "{minimum}");
}

#[test]
fn non_referring_markables_are_scored_apart() {
    let (text, failure) = printed(KEY, RESPONSE, &["keep_non_referring", "lea"]);
    assert!(
        text.ends_with("identification scores:\nRecall: 100.00  Precision: 100.00  F1: 100.00\n"),
        "{text}"
    );
    assert_eq!(failure, None);
}

#[test]
fn a_document_that_the_response_lacks_is_named_and_skipped() {
    let source = Source { name: "owl.CONLL", bytes: KEY.as_bytes() };
    let printout = score(&[source], &[], &Options::from_words(&["muc"]));
    assert!(printout.stdout.contains("\nThe document  owl.CONLL  does not exist in the system output.\n"));
}

#[test]
fn rows_that_cannot_be_read_are_errors_with_their_line() {
    let problem = |rows: &str| printed(rows, RESPONSE, &[]).1.unwrap_or_default();
    assert!(problem("a\n\nb\n").contains("line 2: a blank line"));
    assert!(problem("a _\n").contains("line 1: `_`"));
    assert!(problem("a X-markable_1=set_1\n").contains("begins with B-"));
}
