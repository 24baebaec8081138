use super::{Options, score};
use crate::dropin::evaluator::Printout;

/// A document of one sentence with these cells in the last of five columns.
fn document(cells: &str) -> String {
    let rows = cells.split(' ').enumerate().map(|(place, cell)| format!("d 0 {place} w{place} {cell}\n"));
    format!("#begin document (d); part 000\n{}\n#end document\n", rows.collect::<String>())
}

fn run(key: &str, response: &str, words: &[&str]) -> Printout {
    score(key.as_bytes(), response.as_bytes(), &Options::from_words(words))
}

#[test]
fn words_choose_metrics_but_not_their_order() {
    let text = document("(1) (1)");
    let lines =
        |words: &[&str]| run(&text, &text, words).stdout.lines().map(|line| line[..5].to_owned()).collect();
    let chosen: Vec<String> = lines(&["lea", "muc", "nonsense"]);
    assert_eq!(chosen, ["muc  ", "lea  "]);
    let all: Vec<String> = lines(&["blanc"]);
    assert_eq!(all, ["menti", "muc  ", "bcub ", "ceafe", "lea  ", "CoNLL"]);
}

#[test]
fn a_mention_in_two_entities_is_looked_up_in_the_last() {
    let printout = run(
        &document("(0) (0) (0) (1) (1) (1)"),
        &document("(0) (0) (0)|(1) (1) (1) (1)"),
        &["muc", "ceafe"],
    );
    let expected = "\
Warning: A single mention is assigned to more than one cluster: [0, 1]
muc        Recall: 75.00  Precision: 80.00  F1: 77.42
ceafe      Recall: 92.86  Precision: 92.86  F1: 92.86
";
    assert_eq!(printout.stdout, expected);
}

#[test]
fn ids_may_be_in_digits_of_any_script() {
    let printout = run(&document("(1) (12)"), &document("(١) (１2)"), &["bcub"]);
    assert_eq!(printout.stdout, "bcub       Recall: 100.00  Precision: 100.00  F1: 100.00\n");
    assert!(run(&document("(1)"), &document("(²)"), &[]).failure.is_some());
}

#[test]
fn nested_mentions_are_named_and_removed() {
    let text = document("(1 (1) 1) - (1)");
    let expected = "\
DOC: (d); part 000
, sentence number: 0, (1, 1) w1 DOC: (d); part 000
, sentence number: 0, (0, 2) w0 w1 w2
=========================
";
    let printout = run(&text, &text, &["remove_nested", "mentions"]);
    assert!(printout.stdout.starts_with(&expected.repeat(2)), "{}", printout.stdout);
    assert!(printout.stdout.contains("in the key annotation: 1; and system annotation: 1\n"));
    assert_eq!(printout.scores[0].tallies[0].recall.denominator.to_bits(), 2.0_f64.to_bits());
}

#[test]
fn a_bracket_that_was_never_opened_leaves_an_entity_without_mentions() {
    let printout = run(&document("(1) (1)"), &document("(1) (1) 2)"), &[]);
    let expected = "\
Problem in the coreference annotation:
 d 0 2 w2 2)

mentions   Recall: 100.00  Precision: 100.00  F1: 100.00
";
    assert_eq!(printout.stdout, expected);
    assert!(printout.failure.unwrap_or_default().contains("muc is undefined"));
}

#[test]
fn a_mention_that_crosses_sentences_is_taken_for_one_of_the_last() {
    let key = "#begin document a\nx (1\n\nx -\nx 1)\nx (1)\n";
    let response = "#begin document a\nx -\n\nx (1\nx 1)\nx (1)\n";
    let printout = run(key, response, &["muc"]);
    let expected = "\
A mention span should be in a single sentence:
x 1)

muc        Recall: 100.00  Precision: 100.00  F1: 100.00
";
    assert_eq!(printout.stdout, expected);
}

const PARSED: &str = "\
#begin document (d); part 000
d 0 0 Some DT (S(NP(NP* - (1
d 0 1 owls NNS *) - -
d 0 2 here RB (ADVP*)) - 1)
d 0 3 sleep VBP (VP*) - (2)
d 0 4 . . *) - -

d 0 0 They PRP (S(NP*) - (1)
d 0 1 do VBP (VP* - -
d 0 2 that DT (NP*)) - (2)
d 0 3 . . *) - -

#end document
";

#[test]
fn minimum_spans_let_a_shorter_mention_match() {
    let response = "#begin document (d); part 000\n(1\n1)\n-\n-\n-\n\n(1)\n-\n-\n-\n";
    let muc = |words: &[&str]| run(PARSED, response, words).stdout;
    assert!(muc(&["muc"]).ends_with("Recall: 0.00  Precision: 0.00  F1: 0.00\n"));
    assert!(muc(&["muc", "min"]).ends_with("Recall: 50.00  Precision: 100.00  F1: 66.67\n"));
}

#[test]
fn an_entity_that_verb_phrases_leave_with_one_mention_is_dropped() {
    let mentions = |words: &[&str]| run(PARSED, PARSED, words).scores[0].tallies[0].recall.denominator;
    assert_eq!(
        [mentions(&["mentions"]), mentions(&["mentions", "NP_only"])].map(f64::to_bits),
        [4.0, 2.0].map(f64::to_bits)
    );
}

#[test]
fn what_cannot_be_scored_is_an_error() {
    let text = document("(1) (1)");
    let failure =
        |key: &str, response: &str, words: &[&str]| run(key, response, words).failure.unwrap_or_default();
    assert!(failure(&text, "#begin document (x);\nx -\n", &[]).contains("no document (d); part 000"));
    assert!(failure(&text, &document("3|(1)"), &[]).contains("sentence 1, token 1: `3|(1)`"));
    assert!(failure(&text, &text, &["min"]).contains("the key has none in column 6"));
    assert_eq!(run(&text, &text, &["min"]).stdout.lines().count(), 3);
    assert!(
        failure("#begin document a\nx (1)\n", "#begin document a\nx (1)\n", &["NP_only"])
            .contains("no parse column")
    );
}
