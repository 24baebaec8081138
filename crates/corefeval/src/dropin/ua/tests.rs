use proptest::prelude::*;

use super::{Format, Keep, Matching, Options, Request, Version, score};
use crate::dropin::{Metric, Outcome};

/// A file of one document, given as the ids of its rows with their brackets, and their bridging.
fn file(rows: &[(&str, &str, &str)]) -> String {
    let mut text = "# newdoc id = d\n".to_owned();
    for (id, cell, bridging) in rows {
        text.push_str(&format!("{id} w _ _ _ _ _ _ _ _ {cell} {bridging} {cell}\n"));
    }
    text
}

fn options(version: Version, metrics: &[Metric]) -> Options {
    let keep = Keep { singletons: true, splits: true, zeros: true };
    Options { version, metrics: metrics.to_vec(), keep, ..Options::default() }
}

fn run(key: &str, response: &str, options: &Options) -> Outcome {
    score(key.as_bytes(), response.as_bytes(), options)
}

/// Recall and precision of one metric.
#[track_caller]
fn assert_score(outcome: &Outcome, recall: f64, precision: f64) {
    let score = outcome.figures[0].score().or_zero();
    assert!((score[0] - recall).abs() < 1e-12 && (score[1] - precision).abs() < 1e-12, "{outcome:?}");
}

/// Two entities, and a plural entity that is made of both.
const PLURAL: [(&str, &str, &str); 4] = [
    ("1", "(EntityID=1|MarkableID=a|ElementOf=3)", "_"),
    ("2", "(EntityID=2|MarkableID=b|ElementOf=3)", "_"),
    ("3", "(EntityID=3|MarkableID=c)", "_"),
    ("4", "(EntityID=1|MarkableID=d)", "_"),
];

/// [`PLURAL`], but the plural entity lacks an element.
fn one_element() -> String {
    let mut rows = PLURAL;
    rows[1].1 = "(EntityID=2|MarkableID=b)";
    file(&rows)
}

#[test]
fn a_split_antecedent_counts_for_as_much_as_its_parts_agree() {
    // key: {a d} {b} {c, {a d}+{b}}; of the two parts, the response has {a d}
    let (key, response) = (file(&PLURAL), one_element());
    let version = Version::Two;
    // B³ of the parts: recall 2/3, precision 1
    let expected = (2.0 + 1.0 + (1.0 + 2.0 / 3.0) * (1.0 + 2.0 / 3.0) / 2.0) / 5.0;
    assert_score(&run(&key, &response, &options(version, &[Metric::BCubed])), expected, 1.0);
    // MUC of the parts: {b} counts as a link, so recall is 1/2
    assert_score(&run(&key, &response, &options(version, &[Metric::Muc])), 1.5 / 2.0, 1.0);
    // LEA weighs the link of c and the split antecedent by 2/3
    assert_score(
        &run(&key, &response, &options(version, &[Metric::Lea])),
        (2.0 + 1.0 + 2.0 * 2.0 / 3.0) / 5.0,
        1.0,
    );
}

#[test]
fn split_antecedents_can_be_scored_alone() {
    let alone = Options { only_splits: true, ..options(Version::Two, &[Metric::BCubed]) };
    assert_score(&run(&file(&PLURAL), &one_element(), &alone), 2.0 / 3.0, 1.0);
}

#[test]
fn blanc_weighs_a_link_whichever_end_is_the_split_antecedent() {
    // c and the split antecedent are linked; parts: links 1/1, so F1 is 1; non-links 0/0
    let outcome = run(&file(&PLURAL), &one_element(), &options(Version::Two, &[Metric::Blanc]));
    let [links, non_links] = outcome.figures[0].tallies[..] else { panic!("BLANC has two parts") };
    assert_eq!((links.recall.numerator, links.recall.denominator), (2.0, 2.0));
    assert_eq!((non_links.recall.numerator, non_links.recall.denominator), (5.0, 8.0));
}

#[test]
fn partial_matching_wants_the_minimum() {
    let key = file(&[
        ("1", "(EntityID=1|MarkableID=a|Min=2", "_"),
        ("2", ")", "_"),
        ("3", "(EntityID=1|MarkableID=b)", "_"),
    ]);
    let response = file(&[
        ("1", "_", "_"),
        ("2", "(EntityID=1|MarkableID=a)", "_"),
        ("3", "(EntityID=1|MarkableID=b)", "_"),
    ]);
    let partial = Options { matching: Matching::Minimum, ..options(Version::Two, &[Metric::Muc]) };
    assert_score(&run(&key, &response, &partial), 1.0, 1.0);
    assert_score(&run(&key, &response, &options(Version::Two, &[Metric::Muc])), 0.0, 0.0);
}

#[test]
fn minimum_spans_of_version_1_reach_ceaf_only() {
    let key = file(&[("1", "(EntityID=1|MarkableID=a|Min=2", "_"), ("2", ")", "_")]);
    let response = file(&[("1", "_", "_"), ("2", "(EntityID=1|MarkableID=a)", "_")]);
    let minimum = |metric| Options { minimum: true, ..options(Version::One, &[metric]) };
    assert_score(&run(&key, &response, &minimum(Metric::CeafM)), 1.0, 1.0);
    assert_score(&run(&key, &response, &minimum(Metric::BCubed)), 0.0, 0.0);
}

#[test]
fn an_anchor_of_the_right_entity_is_right_for_the_entity() {
    let rows = |anchor| {
        file(&[
            ("1", "(EntityID=1|MarkableID=a)", "_"),
            ("2", "(EntityID=1|MarkableID=b)", "_"),
            ("3", "(EntityID=2|MarkableID=c)", anchor),
        ])
    };
    let (key, response) = (rows("(MarkableID=c|MentionAnchor=a)"), rows("(MarkableID=c|MentionAnchor=b)"));
    let outcome = run(&key, &response, &options(Version::Fork, &[Metric::Bridging]));
    let found: Vec<f64> = outcome.figures[0].tallies.iter().map(|tally| tally.recall.numerator).collect();
    assert_eq!(found, [1.0, 0.0, 1.0]);
}

#[test]
fn non_referring_markables_are_no_entities() {
    let rows =
        |entity: &str| file(&[("1", &format!("(EntityID={entity}|MarkableID=a)"), "_"), ("2", "_", "_")]);
    let both = [Metric::NonReferring, Metric::CeafE];
    let outcome = run(&rows("1-Pseudo"), &rows("1"), &options(Version::Fork, &both));
    let key_sizes: Vec<f64> =
        outcome.figures.iter().map(|figure| figure.tallies[0].recall.denominator).collect();
    assert_eq!(key_sizes, [1.0, 0.0]);
}

#[test]
fn a_cycle_of_elements_is_an_error() {
    let key = file(&[
        ("1", "(EntityID=1|MarkableID=a|ElementOf=2)", "_"),
        ("2", "(EntityID=2|MarkableID=b|ElementOf=1)", "_"),
    ]);
    assert!(run(&key, &key, &options(Version::Two, &[Metric::Muc])).problem.is_some());
}

#[test]
fn version_1_reads_a_document_when_its_turn_comes() {
    let broken = file(&[("1", "(EntityID=1|MarkableID=a", "_")]);
    let two = |first: &str| first.replace("id = d", "id = c") + &broken;
    let good = file(&[("1", "(EntityID=1|MarkableID=a)", "_")]);
    let options = options(Version::One, &[Metric::Muc]);
    assert!(run(&broken, &good.replace("id = d", "id = x"), &options).problem.is_none());
    let outcome = run(&two(&good), &good, &options);
    assert!(outcome.stdout.ends_with("The document  c  does not exist in the system output.\n"));
    assert!(outcome.problem.is_some());
}

#[test]
fn the_zero_score_is_undefined_where_a_response_entity_has_only_zeros() {
    let header = "# newdoc id = d\n# global.Entity = eid-etype-head\n# sent_id = s\n";
    let file = |zero: &str| {
        format!(
            "{header}1\tw\t_\t_\t_\t_\t0\t_\t_\tEntity=(e1--1)\n1.1\tw\t_\t_\t_\t_\t_\t_\t1:dep\tEntity={zero}\n\n"
        )
    };
    let (with, without) = (file("(e1--1)"), file("(e2--1)"));
    let metrics = Some(vec!["zero".to_owned()]);
    let keep = Keep { singletons: true, ..Keep::default() };
    let request = Request { metrics, format: Some(Format::CorefUd), keep, ..Request::default() };
    let options = request.options().unwrap();
    assert!(run(&without, &with, &options).problem.is_none());
    assert!(run(&with, &without, &options).problem.is_some());
}

#[test]
fn a_document_without_rows_is_not_there() {
    let text = file(&[("1", "(EntityID=1|MarkableID=a)", "_"), ("2", "(EntityID=1|MarkableID=b)", "_")]);
    let more = format!("# newdoc id = x\n{text}# newdoc id = d\n");
    assert_score(&run(&more, &text, &options(Version::Two, &[Metric::Muc])), 1.0, 1.0);
    assert!(!run(&more, &text, &options(Version::One, &[Metric::Muc])).stdout.contains("does not exist"));
}

#[test]
fn split_antecedents_of_the_same_mentions_are_one() {
    let rows = |second: &'static str| {
        file(&[
            ("1", "(EntityID=1|MarkableID=a|ElementOf=3)(EntityID=2|MarkableID=b|ElementOf=4)", "_"),
            ("2", "(EntityID=3|MarkableID=c)", "_"),
            ("3", second, "_"),
        ])
    };
    let (apart, together) = (rows("(EntityID=4|MarkableID=d)"), rows("(EntityID=3|MarkableID=d)"));
    assert_score(&run(&apart, &together, &options(Version::Two, &[Metric::Muc])), 1.0, 1.0);
}

#[test]
fn craft_refuses_zeros_even_where_mentions_must_be_equal() {
    let rows = [("1", "(EntityID=1|MarkableID=a)", "_"), ("1.1", "(EntityID=1|MarkableID=b)", "_")];
    let plain = Request::default().options().unwrap();
    let craft = Request { craft: Some(true), ..Request::default() }.options().unwrap();
    assert!(run(&file(&rows[..1]), &file(&rows[..1]), &craft).problem.is_none());
    assert!(run(&file(&rows), &file(&rows), &craft).figures.is_empty());
    assert!(!run(&file(&rows), &file(&rows), &plain).figures.is_empty());
}

#[test]
fn what_a_format_cannot_have_is_refused() {
    let asked = |metric: &str, format| {
        let metrics = Some(vec![metric.to_owned()]);
        Request { metrics, format: Some(format), ..Request::default() }.options().is_ok()
    };
    assert!(asked("mor", Format::CorefUd) && !asked("mor", Format::Ua));
    assert!(asked("bridging", Format::Ua) && !asked("bridging", Format::CorefUd));
    assert!(!asked("all", Format::Ua) && !asked("mention", Format::Ua));
}

proptest! {
    #[test]
    fn no_bytes_make_it_panic(
        pieces in prop::collection::vec(prop::sample::select(vec![
            "# newdoc id = d\n", "\n", "1 w _ _ _ _ _ _ _ _ ", "2.1 w _ _ _ _ _ _ _ _ ", " _ _\n", "_", ")", "(", "|", "a)",
            "(EntityID=1|MarkableID=a|Min=1,2", "(EntityID=2|MarkableID=b|ElementOf=1,2)", "(EntityID=3-Pseudo|MarkableID=c)",
            "(EntityID=1|MarkableID=a)", "(MarkableID=a|MentionAnchor=b)", "Min=99999999999999999999", "é", "\r", "ElementOf=",
        ]), 0..60)
    ) {
        let text = pieces.concat();
        for version in [Version::One, Version::Two, Version::Fork] {
            for matching in [Matching::Exact, Matching::Minimum, Matching::Craft] {
                for crossing in [false, true] {
                    let metrics = Metric::COREFUD.into_iter().take(6).chain([Metric::NonReferring, Metric::Bridging]);
                    let options = Options { matching, crossing, ..options(version, &metrics.collect::<Vec<_>>()) };
                    let _ = run(&text, &text, &options);
                }
            }
        }
    }
}
