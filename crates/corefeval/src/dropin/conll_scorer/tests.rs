//! Whole runs on small documents, with the output worked out by hand.

use super::{Failure, Outcome, Request, score, usage};

const KEY: &str = "#begin document a\nx\t(1\nx\t1)\nx\t(1)\nx\t(2)\n#end document\n";
const RESPONSE: &str = "#begin document a\nx\t(7\nx\t7)\nx\t(7)|(7)\nx\t(1+2)\n#end document\n";

fn request<'a>(metric: &'a str, key: &'a str, response: &'a str, name: Option<&'a str>) -> Request<'a> {
    Request {
        metric: metric.as_bytes(),
        key: Ok(key.as_bytes()),
        response: Ok(response.as_bytes()),
        name: name.map(str::as_bytes),
        refuse_repeats: false,
    }
}

/// What is printed after the version.
fn text(outcome: &Outcome) -> String {
    let text = String::from_utf8(outcome.stdout.clone()).unwrap();
    text.split_once('\n').unwrap().1.replace(&"-".repeat(74), "----")
}

#[test]
fn without_a_name_every_document_is_shown() {
    let outcome = score(&request("muc", KEY, RESPONSE, None));
    let expected = "\
====> a:
File a:
Entity 0: (0,1) (2,2)
Entity 1: (3,3)
====> a:
Discarded (1+2)
File a:
Entity 0: (0,1) (2,2) (2,2)
a:
Repeated mention in the response: 2, 2 11
Total key mentions: 3
Total response mentions: 2
Strictly correct identified mentions: 2
Partially correct identified mentions: 0
No identified: 1
Invented: 0
Recall: (1 / 1) 100%\tPrecision: (1 / 1) 100%\tF1: 100%
----

====== TOTALS =======
Identification of Mentions: Recall: (2 / 3) 66.66%\tPrecision: (2 / 2) 100%\tF1: 80%
----
Coreference: Recall: (1 / 1) 100%\tPrecision: (1 / 1) 100%\tF1: 100%
----
";
    assert_eq!(text(&outcome), expected);
    assert_eq!(outcome.code, 0);
}

#[test]
fn with_the_name_none_there_are_totals_only() {
    let outcome = score(&request("BLANC", KEY, RESPONSE, Some("none")));
    let expected = "\
Repeated mention in the response: 2, 2 11

====== TOTALS =======
Identification of Mentions: Recall: (2 / 3) 66.66%\tPrecision: (2 / 2) 100%\tF1: 80%
----

Coreference:
Coreference links: Recall: (1 / 1) 100%\tPrecision: (1 / 1) 100%\tF1: 100%
----
Non-coreference links: Recall: (0 / 2) 0%\tPrecision: (0 / 0) 0%\tF1: 0%
----
BLANC: Recall: (0.5 / 1) 50%\tPrecision: (0.5 / 1) 50%\tF1: 50%
----
";
    assert_eq!(text(&outcome), expected);
}

#[test]
fn a_name_comes_first_when_it_is_asked_for() {
    let outcome = score(&request("muc", KEY, RESPONSE, Some("a")));
    assert!(text(&outcome).starts_with("a:\n====> a:\nFile a:\n"));
    let outcome = score(&request("muc", KEY, RESPONSE, Some("b")));
    assert!(text(&outcome).starts_with("b:\n====> :\nFile :\n====> :\nFile :\nTotal key mentions: 0\n"));
}

#[test]
fn all_runs_every_metric() {
    let outcome = score(&request("all", KEY, RESPONSE, Some("none")));
    let text = text(&outcome);
    let metrics = text.lines().filter_map(|line| line.strip_prefix("METRIC "));
    assert_eq!(metrics.collect::<Vec<_>>(), ["muc:", "bcub:", "ceafm:", "ceafe:", "blanc:"]);
}

#[test]
fn a_metric_must_begin_like_one_and_be_one() {
    let outcome = score(&request("lea", KEY, RESPONSE, None));
    assert_eq!((text(&outcome).as_str(), outcome.code), ("Invalid metric\n", 0));
    let outcome = score(&request("ALL", KEY, RESPONSE, Some("none")));
    assert_eq!((outcome.stderr.as_str(), outcome.code), ("Metric all not implemented yet\n", 25));
    let outcome = score(&request("mucx", "", "", Some("none")));
    assert_eq!(outcome.code, 0);
}

#[test]
fn repeated_mentions_are_refused_only_on_demand() {
    let response = format!("#begin document a\nx\t(7\nx\t7)\nx\t{}\n#end document\n", "(7)".repeat(12));
    let mut request = request("muc", KEY, &response, Some("none"));
    let outcome = score(&request);
    assert_eq!(outcome.code, 0);
    assert!(text(&outcome).contains("Coreference: Recall: (1 / 1)"));
    request.refuse_repeats = true;
    let outcome = score(&request);
    assert_eq!(outcome.code, 1);
    assert!(outcome.stderr.starts_with("Found too many repeated mentions (> 10)"));
    assert_eq!(text(&outcome), "Repeated mention in the response: 2, 2 11\n".repeat(11));
}

#[test]
fn a_file_that_cannot_be_opened_stops_the_run_when_its_turn_comes() {
    let failure = Failure { message: "Can not open b: No such file or directory".into(), code: 2 };
    let mut request = request("muc", KEY, RESPONSE, Some("none"));
    request.response = Err(failure);
    let outcome = score(&request);
    assert_eq!((text(&outcome).as_str(), outcome.code), ("", 2));
    assert_eq!(outcome.stderr, "Can not open b: No such file or directory\n");
    request.name = Some(b"a");
    assert!(text(&score(&request)).ends_with("Entity 1: (3,3)\n"));
}

#[test]
fn a_bracket_without_its_other_half_stops_the_run() {
    let outcome = score(&request("muc", "#begin document a\nx\t(1)\nx\t1)\n", RESPONSE, None));
    let expected = "Detected the end of a mention [1](0) without begin (?,1) at line 3 of the key.\n";
    assert_eq!((outcome.stderr.as_str(), outcome.code), (expected, 25));
    let outcome = score(&request("muc", KEY, "#begin document a\nx\t(1\n#end document\n", None));
    assert_eq!(outcome.stderr, "Error: some mentions in the document do not close\n");
}

#[test]
fn blanc_cannot_bear_a_key_entity_without_mentions() {
    let key = "#begin document a\nx\t(1\nx\t(2)\n";
    assert_eq!(score(&request("ceafe", key, RESPONSE, None)).code, 0);
    let outcome = score(&request("blanc", key, RESPONSE, None));
    assert_eq!(outcome.stderr, "Can't use an undefined value as an ARRAY reference\n");
}

#[test]
fn without_arguments_there_is_help_between_empty_lines() {
    let text = text(&usage());
    assert!(text.starts_with("\nUsage: ") && text.ends_with("\n\n"));
}
