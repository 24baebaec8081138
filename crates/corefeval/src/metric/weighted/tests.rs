use super::super::{Comparison, Mention};
use super::{blanc_score, score};
use crate::metric::Tally;

fn entities(notation: &str) -> Vec<Vec<Mention>> {
    let identity = |name: &str| Mention::exact(name.bytes().map(u32::from).sum());
    let entity = |names: &str| names.split_whitespace().map(identity).collect();
    notation.split('|').map(entity).collect()
}

fn compare(key: &str, response: &str) -> Comparison {
    Comparison::new(&entities(key), &entities(response))
}

#[track_caller]
fn assert_scores(tally: Tally, recall: f64, precision: f64) {
    let [r, p, _] = score(tally).or_zero();
    assert!((r - recall).abs() < 1e-12 && (p - precision).abs() < 1e-12, "{r} {p}");
}

#[test]
fn without_repeated_mentions_the_figures_are_those_of_the_metrics() {
    let comparison = compare("a b c | d e f g", "a b | c d | f g h i");
    assert_scores(comparison.muc(), 2.0 / 5.0, 2.0 / 5.0);
    assert_scores(comparison.b_cubed(), 5.0 / 12.0, 1.0 / 2.0);
    assert_scores(comparison.ceaf_m(), 4.0 / 7.0, 4.0 / 8.0);
    assert_scores(comparison.ceaf_e(), 1.3 / 2.0, 1.3 / 3.0);
    assert_scores(comparison.lea(), 5.0 / 21.0, 1.0 / 3.0);
    assert!((blanc_score(&comparison.blanc()).or_zero()[2] - f64::midpoint(4.0 / 17.0, 0.5)).abs() < 1e-12);
}

#[test]
fn a_repeated_mention_is_looked_up_in_the_last_entity_but_held_by_all() {
    // c is in both response entities
    let comparison = compare("a b c | d e f", "a b c | c d e f");
    assert_scores(comparison.muc(), 3.0 / 4.0, 4.0 / 5.0);
    assert_scores(comparison.ceaf_e(), f64::midpoint(1.0, 6.0 / 7.0), f64::midpoint(1.0, 6.0 / 7.0));
}

#[test]
fn an_entity_without_mentions_takes_a_link_away() {
    let comparison = compare("a b c", "a b |");
    assert_eq!(comparison.muc().precision.denominator.to_bits(), 0.0f64.to_bits());
    assert_scores(comparison.b_cubed(), 4.0 / 9.0, 1.0);
    assert_scores(comparison.lea(), 1.0 / 3.0, 1.0);
}

#[test]
fn a_kind_of_link_counts_when_either_side_has_it() {
    let score = blanc_score(&compare("a b c d e f", "a b | c d e | f").blanc()).or_zero();
    assert!((score[0] - 2.0 / 15.0).abs() < 1e-12 && (score[1] - 0.5).abs() < 1e-12);
}

#[test]
fn a_singleton_is_resolved_only_by_a_singleton() {
    assert_scores(compare("a | b c", "a b c").lea(), 2.0 / 3.0, 1.0 / 3.0);
}
