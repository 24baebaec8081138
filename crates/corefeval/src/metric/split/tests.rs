use crate::document::{Document, EntityDetail};
use crate::evaluation::Plan;
use crate::metric::blanc::BlancRule;
use crate::metric::{METRICS, Ratio, Rules, Tally, by_name};
use crate::pair::notation;

/// A document in set notation; `elements` says what entities are made of, by their places.
fn plural<'a>(entities: &'a str, elements: &[(usize, &[u32])], words: &mut Vec<&'a str>) -> Document {
    let mut document = notation::document(entities, words);
    document.entity_details = vec![EntityDetail::default(); document.entity_count()];
    for (whole, parts) in elements {
        document.entity_details[*whole].elements = parts.to_vec();
    }
    document
}

/// A text in which John and Mary are mentioned twice each, then together as a plural, twice, and a dog once.
fn key_and(elements: &[(usize, &[u32])]) -> (Document, Document) {
    let text = "john he | mary she | dog | they them";
    let mut words = Vec::new();
    let key = plural(text, &[(3, &[0, 1])], &mut words);
    let response = plural(text, elements, &mut words);
    (key, response)
}

fn tally(name: &str, (key, response): &(Document, Document)) -> Tally {
    let plan: Plan = "splits:count".parse().unwrap();
    plan.with_metrics(&[by_name(name).unwrap()]).count(key, response).document.tallies[0][0]
}

#[track_caller]
fn assert_tally(found: Tally, recall: (f64, f64), precision: (f64, f64)) {
    let close = |ratio: Ratio, (numerator, denominator): (f64, f64)| {
        (ratio.numerator - numerator).abs() < 1e-12 && (ratio.denominator - denominator).abs() < 1e-12
    };
    assert!(close(found.recall, recall) && close(found.precision, precision), "{found:?}");
}

#[test]
fn a_split_antecedent_found_whole_counts_like_a_mention() {
    let perfect = key_and(&[(3, &[1, 0])]);
    assert_tally(tally("muc", &perfect), (4.0, 4.0), (4.0, 4.0));
    assert_tally(tally("b-cubed", &perfect), (8.0, 8.0), (8.0, 8.0));
    assert_tally(tally("ceaf-e", &perfect), (4.0, 4.0), (4.0, 4.0));
    assert_tally(tally("split-b-cubed", &perfect), (4.0, 4.0), (4.0, 4.0));
}

#[test]
fn a_split_antecedent_with_a_wrong_part_counts_in_part() {
    // the dog instead of Mary: half of the mentions of the key's parts are found, 2 of the 3 in the response
    // are right
    let wrong = key_and(&[(3, &[0, 2])]);
    assert_tally(tally("split-b-cubed", &wrong), (2.0, 4.0), (2.0, 3.0));
    // they, them and half an antecedent: 2.5² of 3; and with two thirds of it
    let (recall, precision) = (5.0 + 2.5 * 2.5 / 3.0, 5.0 + (8.0 / 3.0) * (8.0 / 3.0) / 3.0);
    assert_tally(tally("b-cubed", &wrong), (recall, 8.0), (precision, 8.0));
    // john–he is the only link that is kept; the link of the dog is not
    assert_tally(tally("split-muc", &wrong), (1.0, 2.0), (1.0, 2.0));
    assert_tally(tally("muc", &wrong), (3.5, 4.0), (3.5, 4.0));
}

#[test]
fn a_split_antecedent_that_is_missed_is_a_missed_mention() {
    let missed = key_and(&[]);
    assert_tally(tally("muc", &missed), (3.0, 4.0), (3.0, 3.0));
    assert_tally(tally("split-lea", &missed), (0.0, 4.0), (0.0, 0.0));
}

#[test]
fn plural_elements_stand_for_their_own() {
    let mut words = Vec::new();
    let text = "john | mary | dog | they | all";
    let key = plural(text, &[(3, &[0, 1]), (4, &[0, 1, 2])], &mut words);
    let response = plural(text, &[(3, &[0, 1]), (4, &[3, 2])], &mut words);
    assert_tally(tally("b-cubed", &(key, response)), (7.0, 7.0), (7.0, 7.0));
}

#[test]
fn entities_with_the_same_split_antecedent_are_one() {
    let mut words = Vec::new();
    let key = plural("john | mary | they both", &[(2, &[0, 1])], &mut words);
    let response = plural("john | mary | they | both", &[(2, &[0, 1]), (3, &[0, 1])], &mut words);
    assert_tally(tally("ceaf-m", &(key, response)), (5.0, 5.0), (5.0, 5.0));
}

#[test]
fn an_entity_that_is_an_element_of_itself_has_no_split_antecedent() {
    let mut words = Vec::new();
    let text = "they | them | all";
    let circular = plural(text, &[(0, &[1]), (1, &[0]), (2, &[2])], &mut words);
    assert_tally(tally("b-cubed", &(circular.clone(), circular)), (3.0, 3.0), (3.0, 3.0));
}

#[test]
fn without_split_antecedents_nothing_changes() {
    let (key, response) = notation::documents("a b c | d e f g", "a b | c d | f g h i");
    let counted = |signature: &str| {
        let plan: Plan = signature.parse().unwrap();
        plan.count(&key, &response).document.tallies
    };
    assert_eq!(counted("splits:count"), counted("splits:ignore"));
}

#[test]
fn key_against_itself_scores_everything_in_every_metric() {
    let perfect = key_and(&[(3, &[0, 1])]);
    for metric in METRICS.iter().filter(|metric| metric.name != "mentions") {
        let metric = metric.under(Rules { blanc: BlancRule::CorefUd, count_splits: true });
        let plan: Plan = "splits:count|blanc:corefud".parse().unwrap();
        let counted = plan.with_metrics(&[metric]).count(&perfect.0, &perfect.1);
        let [recall, precision, _] = (metric.score)(&counted.document.tallies[0], 1.0).or_zero();
        assert!((recall - 1.0).abs() < 1e-12 && (precision - 1.0).abs() < 1e-12, "{}", metric.name);
    }
}
