//! What must hold for every metric in the table, and the fast formulas against slow ones that follow the definitions.

use corefeval::document::Document;
use corefeval::evaluation::{Aids, DocumentPair, Plan, Protocol, each_pair, evaluation_of};
use corefeval::metric::contribution::{Explanation, Walk, explanation};
use corefeval::metric::variant::VARIANTS;
use corefeval::metric::{METRICS, Metric, SPECIAL, Score, Tally};
use proptest::prelude::*;

/// An entity number for each of the mentions 0, 1, 2, …; `None` where the side lacks the mention.
type Partition = Vec<Option<u8>>;

fn partition(mentions: usize) -> impl Strategy<Value = Partition> {
    prop::collection::vec(prop::option::weighted(0.8, 0..5u8), mentions)
}

fn full_partition() -> impl Strategy<Value = Partition> {
    prop::collection::vec((0..4u8).prop_map(Some), 1..9)
}

fn document(partition: &Partition) -> Document {
    in_order((0..).zip(partition))
}

/// A document whose mentions come in the given order.
fn in_order<'a>(mentions: impl Iterator<Item = (u32, &'a Option<u8>)>) -> Document {
    let mut builder = Document::builder("law");
    builder.tokens(100);
    for entity in 0..6 {
        builder.entity(entity);
    }
    for (place, entity) in mentions {
        if let Some(entity) = entity {
            builder.mention(place..place + 1, entity);
        }
    }
    builder.build().expect("every mention is a token")
}

/// Two documents as they meet in an evaluation.
fn paired(key: &Document, response: &Document) -> DocumentPair {
    let (key, response) = ([key.clone()], [[response.clone()]]);
    let met = each_pair(key, response, &Plan::default(), &Aids::default(), |pair, _| pair);
    met.expect("the same text").0.remove(0).remove(0)
}

fn tallies(metric: &'static Metric, key: &Document, response: &Document) -> Vec<Tally> {
    paired(key, response).count(&Plan::new(Protocol::default(), &[metric])).document.tallies.remove(0)
}

fn score(metric: &'static Metric, key: &Partition, response: &Partition) -> Score {
    (metric.score)(&tallies(metric, &document(key), &document(response)), 1.0)
}

/// Whether two figures are close, or both undefined.
fn same(one: Option<f64>, other: Option<f64>) -> bool {
    one.is_some() == other.is_some() && close(one.unwrap_or(0.0), other.unwrap_or(0.0))
}

fn close(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-9
}

/// Whether a side has a link, and whether it has two mentions of different entities.
fn links(partition: &Partition) -> (bool, bool) {
    let entities: Vec<u8> = partition.iter().flatten().copied().collect();
    let pairs = || {
        entities
            .iter()
            .enumerate()
            .flat_map(|(place, one)| entities[place + 1..].iter().map(move |other| one == other))
    };
    (pairs().any(|same| same), pairs().any(|same| !same))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn a_perfect_response_is_perfect(key in full_partition()) {
        let (linked, apart) = links(&key);
        for metric in METRICS {
            // where there is nothing to find, the score is undefined: MUC needs a link, BLANC two mentions
            let anything = match metric.name {
                "muc" | "pairwise" => linked,
                "blanc" => linked || apart,
                _ => true,
            };
            let f = score(metric, &key, &key).f;
            prop_assert!(f.is_some() == anything && close(f.unwrap_or(1.0), 1.0), "{}: {f:?}", metric.name);
        }
    }

    #[test]
    fn exchanging_key_and_response_exchanges_recall_and_precision(key in partition(8), response in partition(8)) {
        for metric in METRICS.iter().chain(SPECIAL) {
            let (one, other) = (score(metric, &key, &response), score(metric, &response, &key));
            // BLANC leaves out the kinds of link that the key lacks, so there the sides differ
            if metric.name == "blanc" && links(&key) != links(&response) {
                continue;
            }
            prop_assert!(same(one.recall, other.precision) && same(one.f, other.f), "{}", metric.name);
        }
    }

    #[test]
    fn scores_lie_between_0_and_1(key in partition(8), response in partition(8)) {
        for metric in METRICS.iter().chain(SPECIAL) {
            let Score { recall, precision, f } = score(metric, &key, &response);
            for value in [recall, precision, f].into_iter().flatten() {
                prop_assert!((0.0..=1.0 + 1e-12).contains(&value), "{}: {value}", metric.name);
            }
        }
    }

    #[test]
    fn the_names_of_entities_and_the_order_of_mentions_do_not_matter(key in partition(8), response in partition(8), turn in 0..5u8) {
        let turned: Partition = response.iter().map(|entity| entity.map(|entity| (entity + turn) % 5)).collect();
        let mentions: Vec<_> = (0..).zip(&turned).collect();
        let backwards = in_order(mentions.into_iter().rev());
        for metric in METRICS.iter().chain(SPECIAL) {
            let plain = tallies(metric, &document(&key), &document(&response));
            let other = tallies(metric, &document(&key), &backwards);
            for (one, other) in plain.iter().zip(&other) {
                prop_assert!(close(one.recall.numerator, other.recall.numerator), "{}", metric.name);
                prop_assert!(close(one.precision.denominator, other.precision.denominator), "{}", metric.name);
            }
        }
    }

    #[test]
    fn the_tally_of_two_documents_is_the_sum(one in partition(6), two in partition(6), other in partition(6)) {
        let plan = Plan::new(Protocol::default(), METRICS);
        let of = |key: &Partition, response: &Partition| {
            evaluation_of(&plan, &[paired(&document(key), &document(response))])
        };
        let evaluation = (of(&one, &two) + of(&two, &other)).expect("the same plan");
        for (place, _) in METRICS.iter().enumerate() {
            let total = evaluation.total(place, evaluation.documents().iter());
            for (part, total) in total.iter().enumerate() {
                let parts: Tally = evaluation.documents().iter().map(|document| document.tallies[place][part]).sum();
                prop_assert_eq!(*total, parts);
            }
        }
    }

    #[test]
    fn ceaf_is_the_best_of_all_alignments(key in partition(7), response in partition(7)) {
        let (key_sets, response_sets) = (sets(&key), sets(&response));
        for (name, similarity) in SIMILARITIES {
            let metric = corefeval::metric::by_name(name).expect("a known metric");
            let found = tallies(metric, &document(&key), &document(&response))[0].recall.numerator;
            let expected = best_alignment(&key_sets, &response_sets, *similarity);
            prop_assert!(close(found, expected), "{name}: {found}, all alignments give {expected}");
        }
    }

    #[test]
    fn what_entities_contribute_adds_up_to_the_score(key in partition(9), response in partition(9)) {
        let (key_document, response_document) = (document(&key), document(&response));
        for metric in METRICS.iter().copied().chain(VARIANTS.iter().map(|variant| &variant.metric)) {
            let plan = Plan::new(Protocol::default(), &[metric]);
            let pair = paired(&key_document, &response_document);
            let counted = &pair.count(&plan).document.tallies[0];
            let Explanation::Entities(walks) = explanation(metric, &pair.matched(&plan), counted) else {
                return Err(TestCaseError::fail(format!("{} does not add up", metric.name)));
            };
            let found: Vec<Tally> = walks.iter().map(Walk::total).collect();
            let (found, scored) = ((metric.score)(&found, 1.0), score(metric, &key, &response));
            prop_assert!(same(found.recall, scored.recall), "{}: {found:?} {scored:?}", metric.name);
            prop_assert!(same(found.precision, scored.precision), "{}: {found:?} {scored:?}", metric.name);
            prop_assert!(same(found.f, scored.f), "{}: {found:?} {scored:?}", metric.name);
        }
    }

    #[test]
    fn blanc_counts_all_pairs(key in partition(8), response in partition(8)) {
        let metric = corefeval::metric::by_name("blanc").expect("a known metric");
        let found = tallies(metric, &document(&key), &document(&response));
        for (tally, same) in found.iter().zip([true, false]) {
            let (mut both, mut in_key, mut in_response) = (0.0, 0.0, 0.0);
            for one in 0..key.len() {
                for other in one + 1..key.len() {
                    let kind = |side: &Partition| {
                        side[one].zip(side[other]).is_some_and(|(one, other)| (one == other) == same)
                    };
                    in_key += f64::from(u8::from(kind(&key)));
                    in_response += f64::from(u8::from(kind(&response)));
                    both += f64::from(u8::from(kind(&key) && kind(&response)));
                }
            }
            prop_assert_eq!((tally.recall.numerator, tally.recall.denominator), (both, in_key));
            prop_assert!(close(tally.precision.denominator, in_response));
        }
    }
}

type Similarity = fn(&[usize], &[usize]) -> f64;

const SIMILARITIES: &[(&str, Similarity)] = &[
    ("ceaf-m", |one, other| shared(one, other)),
    ("ceaf-e", |one, other| 2.0 * shared(one, other) / (one.len() + other.len()) as f64),
];

fn shared(one: &[usize], other: &[usize]) -> f64 {
    one.iter().filter(|mention| other.contains(mention)).count() as f64
}

fn sets(partition: &Partition) -> Vec<Vec<usize>> {
    let members =
        |entity: u8| (0..partition.len()).filter(|&place| partition[place] == Some(entity)).collect();
    (0..6).map(members).filter(|set: &Vec<usize>| !set.is_empty()).collect()
}

/// Tries every way of giving the first key entity a response entity or none, and so on.
fn best_alignment(key: &[Vec<usize>], response: &[Vec<usize>], similarity: Similarity) -> f64 {
    let Some((first, rest)) = key.split_first() else { return 0.0 };
    let mut best = best_alignment(rest, response, similarity);
    for place in 0..response.len() {
        let mut left = response.to_vec();
        let chosen = left.remove(place);
        best = best.max(similarity(first, &chosen) + best_alignment(rest, &left, similarity));
    }
    best
}
