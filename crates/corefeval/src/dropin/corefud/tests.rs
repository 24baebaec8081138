use proptest::prelude::*;

use super::{Matching, Options, Zeros, score};
use crate::dropin::{Metric, Outcome};

/// A file of one sentence, given as words, each with the value of `Entity=` or `_`, and for zeros what they
/// depend on.
fn file(words: &[(&str, &str, &str)]) -> String {
    let mut text = "# newdoc id = d\n# global.Entity = eid-etype-head\n# sent_id = s\n".to_owned();
    for (id, entity, dependencies) in words {
        let head = if id.contains('.') { "_" } else { "0" };
        let misc = if *entity == "_" { "_".to_owned() } else { format!("Entity={entity}") };
        text.push_str(&format!("{id}\tw\t_\t_\t_\t_\t{head}\t_\t{dependencies}\t{misc}\n"));
    }
    text + "\n"
}

fn options(metrics: &[Metric]) -> Options {
    let metrics = metrics.to_vec();
    Options { metrics, singletons: true, matching: Matching::Head, zeros: Zeros::Dependent }
}

fn run(key: &str, response: &str, options: &Options) -> Outcome {
    score(key.as_bytes(), response.as_bytes(), options)
}

/// Recall and precision of one metric.
#[track_caller]
fn assert_score(outcome: &Outcome, recall: f64, precision: f64) {
    let score = outcome.figures[0].score().or_zero();
    assert!((score[0] - recall).abs() < 1e-12 && (score[1] - precision).abs() < 1e-12, "{score:?}");
}

const PHRASE: [(&str, &str, &str); 4] =
    [("1", "(e1-x-2", "_"), ("2", "_", "_"), ("3", "e1)", "_"), ("4", "(e1-x-1)", "_")];
const HEAD: [(&str, &str, &str); 4] =
    [("1", "_", "_"), ("2", "(e1-x-1", "_"), ("3", "e1)", "_"), ("4", "(e1-x-1)", "_")];

#[test]
fn a_mention_with_the_same_head_is_found() {
    let (key, response) = (file(&PHRASE), file(&HEAD));
    assert_score(&run(&key, &response, &options(&[Metric::Muc])), 1.0, 1.0);
    let exact = Options { matching: Matching::Exact, ..options(&[Metric::Muc]) };
    assert_score(&run(&key, &response, &exact), 0.0, 0.0);
}

#[test]
fn overlap_counts_words_whatever_the_matching() {
    assert_score(&run(&file(&PHRASE), &file(&HEAD), &options(&[Metric::Overlap])), 3.0 / 4.0, 1.0);
}

#[test]
fn a_last_part_of_one_word_needs_a_head() {
    let with = file(&[("1", "(e1[1/2]-x)", "_"), ("2", "_", "_"), ("3", "(e1[2/2]-x-2)", "_")]);
    assert_score(&run(&with, &with, &options(&[Metric::Overlap])), 1.0, 1.0);
    let last = with.replace("-x-2)", "-x-0)");
    assert_score(&run(&with, &last, &options(&[Metric::CeafM])), 1.0, 1.0);
    let without = with.replace("-x-2)", "-x)");
    assert!(run(&without, &without, &options(&[Metric::Overlap])).problem.is_some());
}

#[test]
fn an_id_may_be_empty_only_where_ids_are_good_for_one_document() {
    let file = file(&[("1", "(-x-1)", "_"), ("2", "(-x-1)", "_")]);
    assert!(run(&file, &file, &options(&[Metric::Muc])).problem.is_some());
    let grouped = file.replace("eid", "GRP");
    assert_score(&run(&grouped, &grouped, &options(&[Metric::Muc])), 1.0, 1.0);
}

#[test]
fn zeros_are_found_by_what_they_depend_on() {
    let key = file(&[("1", "(e1-x-1)", "_"), ("1.1", "(e1-x-1)", "2:nsubj"), ("2", "_", "_")]);
    let response = file(&[("1", "(e1-x-1)", "_"), ("2", "_", "_"), ("2.1", "(e1-x-1)", "2:nsubj")]);
    assert_score(&run(&key, &response, &options(&[Metric::Zero])), 1.0, 1.0);
    let linear = Options { zeros: Zeros::Linear, ..options(&[Metric::Zero]) };
    assert_score(&run(&key, &response, &linear), 0.0, 0.0);
}

#[test]
fn what_is_evaluated_is_said_also_when_a_file_is_wrong() {
    let outcome = run(&file(&PHRASE), &file(&[("1", "e1)", "_")]), &options(&[Metric::Muc]));
    assert!(outcome.stdout.ends_with("The following metrics will be evaluated: muc\n\n"));
    let (_, problem) = outcome.problem.unwrap();
    assert_eq!(problem.to_string(), "line 4: e1) was not opened");
}

#[test]
fn a_mention_in_parts_takes_its_head_from_the_last_part() {
    let parts = [("1", "(e1[1/2]-x-9)", "_"), ("2", "_", "_"), ("3", "(e1[2/2]-x-2)", "_"), ("4", "_", "_")];
    let whole = [("1", "(e1-x-3", "_"), ("2", "_", "_"), ("3", "e1)", "_"), ("4", "_", "_")];
    assert_score(&run(&file(&whole), &file(&parts), &options(&[Metric::CeafM])), 1.0, 1.0);
}

proptest! {
    #[test]
    fn no_bytes_make_it_panic(
        pieces in prop::collection::vec(prop::sample::select(vec![
            "# newdoc id = d\n", "# global.Entity = eid-etype-head\n", "# sent_id = s\n", "\n", "\n\n", "1\tw\t_", "\t0", "\t_",
            "1.1\t_\t_\t_\t_\t_\t_\t_\t1:x\tEntity=(e1-x-1)\n", "2\tw\t_\t_\t_\t_\t0\t_\t_\tEntity=(e1-x-1\n",
            "3\tw\t_\t_\t_\t_\t0\t_\t_\tEntity=e1)(e2[1/2]-x-1)\n", "4\tw\t_\t_\t_\t_\t1\t_\t_\tEntity=(e2[2/2]-x-3)|Bridge=e1<e2\n",
            "(", ")", "e1", "[2/2]", "-", "\r", "é", "5-6\tw\n", "99999999999999999999.9\t_\n", "Entity=", "|SplitAnte=e1<e2",
        ]), 0..40)
    ) {
        let text = pieces.concat();
        let key = file(&PHRASE);
        for matching in [Matching::Exact, Matching::Partial, Matching::Head] {
            let options = Options { matching, ..options(&Metric::COREFUD) };
            let _ = run(&text, &text, &options);
            let _ = run(&key, &(key.clone() + &text), &options);
        }
    }
}
