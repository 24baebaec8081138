use std::collections::{BTreeMap, BTreeSet};

use super::{Curves, DAMAGES, Options, Probed, damaged, probe, rises};
use crate::document::{Document, Span};
use crate::evaluation::{DocumentPair, Plan, evaluation_of};

/// Entities of five, three, two and one mention.
fn key() -> Document {
    let mut builder = Document::builder("letter");
    builder.tokens(40).cluster("a", [0..1, 4..5, 8..9, 12..13, 16..17]).cluster("b", [1..2, 5..7, 9..10]);
    builder.cluster("c", [2..4, 14..15]).mention(18..19, "d").build().unwrap()
}

fn damage(name: &str, rate: u32) -> Document {
    let damage = DAMAGES.iter().find(|damage| damage.name == name).unwrap();
    let document = damaged(damage, &key(), rate, 7);
    assert!(document.check().is_ok());
    document
}

fn spans(document: &Document) -> BTreeSet<Span> {
    document.mentions().iter().map(|mention| mention.span).collect()
}

/// Pairs of mentions of the same entity.
fn links(document: &Document) -> BTreeSet<(Span, Span)> {
    let mut links = BTreeSet::new();
    for one in document.mentions() {
        for other in document.mentions() {
            if one.entity == other.entity && one.span < other.span {
                links.insert((one.span, other.span));
            }
        }
    }
    links
}

fn sizes(document: &Document) -> Vec<usize> {
    let mut sizes: BTreeMap<u32, usize> = BTreeMap::new();
    document.mentions().iter().for_each(|mention| *sizes.entry(mention.entity).or_default() += 1);
    let mut sizes: Vec<usize> = sizes.into_values().collect();
    sizes.sort_unstable();
    sizes
}

const RATES: [u32; 6] = [0, 20, 40, 60, 80, 100];

#[test]
fn nothing_is_changed_at_no_damage() {
    for damage in DAMAGES {
        let document = damaged(damage, &key(), 0, 7);
        assert_eq!((spans(&document), links(&document)), (spans(&key()), links(&key())), "{}", damage.name);
    }
}

#[test]
fn damage_grows() {
    for rates in RATES.windows(2) {
        let both = |name: &str| [damage(name, rates[0]), damage(name, rates[1])];
        let [one, other] = both("dropped");
        assert!(spans(&one).is_superset(&spans(&other)) && spans(&one) != spans(&other));
        for name in ["invented", "invented-linked"] {
            let [one, other] = both(name);
            assert!(spans(&other).is_superset(&spans(&one)) && links(&other).is_superset(&links(&key())));
        }
        let [one, other] = both("split");
        assert!(links(&one).is_superset(&links(&other)) && one.entity_count() < other.entity_count());
        let [one, other] = both("merged");
        assert!(links(&other).is_superset(&links(&one)) && one.entity_count() >= other.entity_count());
    }
}

#[test]
fn at_a_hundred_percent_everything_is_damaged() {
    assert!(damage("dropped", 100).mentions().is_empty());
    assert_eq!(sizes(&damage("split", 100)), [1; 11]);
    assert_eq!(sizes(&damage("merged", 100)), [11]);
    assert_eq!(sizes(&damage("invented", 100)), [[1; 12].as_slice(), &[2, 3, 5]].concat());
    assert_eq!(damage("invented-linked", 100).mentions().len(), 22);
    assert_eq!(damage("invented-linked", 100).entity_count(), 4);
    let moved = damage("re-attached", 100);
    assert_eq!(spans(&moved), spans(&key()));
    let own: BTreeMap<Span, u32> = key().mentions().iter().map(|one| (one.span, one.entity)).collect();
    // entities keep their order, so that labels are those of the key
    assert!(
        moved
            .mentions()
            .iter()
            .all(|one| moved.entity_labels().get(one.entity as usize) != Some(&own[&one.span].to_string()))
    );
}

#[test]
fn a_text_that_is_full_takes_no_more_mentions() {
    let mut full = Document::builder("full");
    let full = full.tokens(2).mention(0..1, 0).mention(1..2, 1).mention(0..2, 2).build().unwrap();
    let damage = DAMAGES.iter().find(|damage| damage.name == "invented").unwrap();
    assert_eq!(damaged(damage, &full, 100, 1).mentions().len(), 3);
    let empty = Document::builder("empty").tokens(0).build().unwrap();
    for damage in DAMAGES {
        assert!(damaged(damage, &empty, 50, 1).mentions().is_empty(), "{}", damage.name);
    }
}

#[test]
fn the_ends_of_curves_are_what_can_be_worked_out() {
    let plan: Plan = "metrics:muc+b-cubed+lea".parse().unwrap();
    let curves = probe([key()], &plan, &Options::default()).unwrap();
    let end = |name: &str| {
        let curve = curves.curves.iter().find(|curve| curve.damage.name == name).unwrap();
        assert_eq!(curve.points.len(), 11);
        let start = &curve.points[0].1;
        assert!((0..3).all(|metric| start.score(metric).f == Some(1.0)), "{name}");
        curve.points[10].1.clone()
    };
    // 11 mentions in 4 entities: 7 of the 10 links of one entity are right
    let merged = end("merged");
    assert_eq!((merged.score(0).recall, merged.score(0).precision), (Some(1.0), Some(7.0 / 10.0)));
    // (5 · 5 + 3 · 3 + 2 · 2 + 1) / 11 of 11
    assert_eq!(merged.score(1).precision, Some(39.0 / 11.0 / 11.0));
    let split = end("split");
    assert_eq!((split.score(0).recall, split.score(0).precision), (Some(0.0), None));
    assert_eq!((split.score(1).recall, split.score(1).precision), (Some(4.0 / 11.0), Some(1.0)));
    let dropped = end("dropped");
    assert_eq!((dropped.score(0).recall, dropped.score(0).precision), (Some(0.0), None));
    let invented = end("invented");
    assert_eq!(invented.score(0).f, Some(1.0), "MUC does not see singletons");
    assert_eq!((invented.score(1).recall, invented.score(1).precision), (Some(1.0), Some(0.5)));
}

#[test]
fn merging_raises_muc_of_what_was_split_and_no_score_of_the_key() {
    let plan: Plan = "metrics:muc+b-cubed".parse().unwrap();
    let has = |rises: &[super::Rise], damage: &str, metric: &str, figure: &str| {
        let is =
            |rise: &super::Rise| (rise.damage.name, rise.metric.0, rise.figure) == (damage, metric, figure);
        rises.iter().any(is)
    };
    let of_key = rises(&probe([key()], &plan, &Options::default()).unwrap());
    // MUC of merged entities is 2 · 7 / (7 + links), and the number of links increases
    assert!(!has(&of_key, "merged", "muc", "f") && !has(&of_key, "merged", "b-cubed", "f"));
    assert!(!has(&of_key, "split", "muc", "f"));
    // if all 11 singletons are merged, 7 links are right out of 10
    let pair = DocumentPair::unchecked(key(), damage("split", 100));
    let probed = [Probed::new(&plan, &pair, &Options::default())];
    let start = evaluation_of(&plan, std::slice::from_ref(&pair));
    let curves = Curves::new(start, &probed, Options::default());
    let found = rises(&curves);
    assert!(has(&found, "merged", "muc", "f") && has(&found, "merged", "muc", "recall"));
    let merged = curves.curves.iter().find(|curve| curve.damage.name == "merged").unwrap();
    assert_eq!(merged.points[0].1.score(0).f, Some(0.0));
    assert_eq!(merged.points[10].1.score(0).f, Some(14.0 / 17.0));
}

#[test]
fn seeds_matter_and_the_same_seed_gives_the_same_curves() {
    let plan: Plan = "metrics:b-cubed".parse().unwrap();
    let run = |seed: u64| {
        let options = Options { seed, ..Options::default() };
        let curves = probe([key()], &plan, &options).unwrap();
        let scores = curves.curves.iter().flat_map(|curve| &curve.points).map(|(_, point)| point.score(0).f);
        scores.collect::<Vec<_>>()
    };
    assert_eq!(run(1), run(1));
    assert_ne!(run(1), run(2));
}
