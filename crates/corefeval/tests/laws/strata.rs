//! Scores taken apart by mentions: strata add up to the score, and are what slow counting by the definitions gives.

use std::collections::BTreeMap;

use corefeval::document::{Document, Layer};
use corefeval::evaluation::{Aids, DocumentPair, Plan, each_pair, evaluation_of};
use corefeval::metric::{METRICS, Metric, Ratio, Tally};
use corefeval::strata::{DocumentStrata, STRATA, Strata, Stratified, by_name, divided};
use proptest::prelude::*;

/// A mention as drawn: first token, further tokens, entity.
type Drawn = (u32, u32, u8);

const TOKENS: u32 = 24;

fn side() -> impl Strategy<Value = Vec<Drawn>> {
    let mentions = prop::collection::vec((0..TOKENS, 0..3u32, 0..5u8), 0..14);
    mentions.prop_map(|mut mentions| {
        // a span once: repeated mentions are counted by rules of their own
        mentions.sort_unstable();
        mentions.dedup_by_key(|(start, more, _)| (*start, *more));
        mentions
    })
}

/// A document with all that strata ask for; every seventh token is a zero.
fn document(mentions: &[Drawn]) -> Document {
    let tags = ["PRP", "NNP", "NN", "VB", "DT"];
    let of =
        |names: &[&'static str]| (0..TOKENS as usize).map(|at| names[at % names.len()]).collect::<Vec<_>>();
    let mut builder = Document::builder("nw/law");
    builder.words(of(&["He", "Ann", "dog", "ran", "this"]));
    builder.layer(Layer::PartOfSpeech, of(&tags)).layer(Layer::Speaker, of(&["A", "A", "-", "B"]));
    for start in (0..TOKENS).step_by(6) {
        builder.sentence(start..start + 6);
    }
    for token in (6..TOKENS).step_by(7) {
        builder.zero(token);
    }
    for entity in 0..5 {
        builder.entity(entity).kind(entity, ["person", "place", ""][entity % 3]);
    }
    for &(start, more, entity) in mentions {
        builder.mention(start..(start + more + 1).min(TOKENS), entity);
    }
    builder.build().expect("a document")
}

fn paired(key: &[Drawn], response: &[Drawn], plan: &Plan) -> DocumentPair {
    let (key, response) = ([document(key)], [[document(response)]]);
    let met = each_pair(key, response, plan, &Aids::default(), |pair, _| pair);
    met.expect("the same text").0.remove(0).remove(0)
}

fn plan(choices: &str) -> Plan {
    let plan: Plan = choices.parse().expect("a plan");
    let (kept, _) = divided(&plan);
    plan.with_metrics(&kept)
}

fn close(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-9
}

fn same(one: Ratio, other: Ratio) -> bool {
    close(one.numerator, other.numerator) && close(one.denominator, other.denominator)
}

/// Counts of these metrics are integers or halves, which floating point adds exactly.
fn is_exact(metric: &Metric) -> bool {
    matches!(metric.name, "mentions" | "muc" | "pairwise" | "ceaf-m")
}

const PLANS: &[&str] = &[
    "match:exact|singletons:keep|repeats:first",
    "match:exact|singletons:drop|repeats:first",
    "match:exact|singletons:drop-after-detection|repeats:last",
    "match:overlap|singletons:keep|repeats:first",
    "match:semeval|singletons:keep|repeats:first",
];

proptest! {
    #[test]
    fn strata_add_up_to_every_metric(key in side(), response in side()) {
        for choices in PLANS {
            let plan = plan(choices);
            let pair = paired(&key, &response, &plan);
            let evaluation = evaluation_of(&plan, std::slice::from_ref(&pair));
            for strata in STRATA {
                let counted = DocumentStrata::new(strata, &plan, &pair);
                for (place, metric) in plan.metrics().iter().enumerate() {
                    let sum: Tally = counted.strata.values().map(|one| one.tallies[place][0]).sum();
                    let whole = evaluation.documents()[0].tallies[place][0];
                    prop_assert!(same(sum.recall, whole.recall) && same(sum.precision, whole.precision),
                        "{} by {} under {choices}: {sum:?}, {whole:?}", metric.name, strata.name);
                    prop_assert!(!is_exact(metric) || sum == whole, "{} by {}", metric.name, strata.name);
                }
                prop_assert!(Stratified::new(strata, &evaluation, vec![counted]).is_ok());
            }
        }
    }

    #[test]
    fn no_stratum_has_more_than_it_is_out_of(key in side(), response in side()) {
        let plan = plan(PLANS[0]);
        let pair = paired(&key, &response, &plan);
        for strata in STRATA {
            for tallies in DocumentStrata::new(strata, &plan, &pair).strata.values() {
                for ratio in tallies.tallies.iter().flat_map(|parts| [parts[0].recall, parts[0].precision]) {
                    prop_assert!(ratio.numerator >= 0.0 && ratio.numerator <= ratio.denominator + 1e-9);
                }
            }
        }
    }

    #[test]
    fn strata_are_what_slow_counting_gives(key in side(), response in side()) {
        let plan = plan(PLANS[0]);
        let pair = paired(&key, &response, &plan);
        for (name, label) in LABELS {
            let strata: &Strata = by_name(name).expect("strata");
            let counted = DocumentStrata::new(strata, &plan, &pair);
            for (metric, credit) in CREDITS {
                let place = plan.metrics().iter().position(|known| known.name == *metric).expect("a metric");
                let recall = slow(&key, &response, *label, *credit);
                let precision = slow(&response, &key, *label, *credit);
                for (stratum, tallies) in &counted.strata {
                    let of = |sums: &BTreeMap<String, Ratio>| sums.get(&**stratum).copied().unwrap_or_default();
                    let tally = tallies.tallies[place][0];
                    prop_assert!(same(tally.recall, of(&recall)), "{metric} {name} {stratum}: {tally:?} {recall:?}");
                    prop_assert!(same(tally.precision, of(&precision)), "{metric} {name} {stratum}");
                }
                prop_assert!(recall.keys().chain(precision.keys()).all(|one| counted.strata.contains_key(one.as_str())));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn the_order_of_entities_in_the_file_does_not_matter(key in side(), response in side()) {
        // mentions that the end of the text cuts may be repeated, and then the order of their entities counts
        let inside = |side: &[Drawn]| -> Vec<Drawn> {
            side.iter().copied().filter(|(start, more, _)| start + more < TOKENS).collect()
        };
        let (key, response) = (inside(&key), inside(&response));
        // these have the same types
        let other = |mentions: &[Drawn]| -> Vec<Drawn> {
            mentions.iter().map(|&(start, more, entity)| (start, more, [3, 4, 2, 0, 1][entity as usize])).collect()
        };
        let plan = plan(PLANS[0]);
        let counted = |key: &[Drawn], response: &[Drawn], strata: &'static Strata| {
            DocumentStrata::new(strata, &plan, &paired(key, response, &plan)).strata
        };
        for strata in STRATA {
            let expected = counted(&key, &response, strata);
            let found = counted(&other(&key), &other(&response), strata);
            prop_assert!(found.keys().eq(expected.keys()));
            for (one, another) in found.values().zip(expected.values()) {
                for (one, another) in one.tallies.iter().flatten().zip(another.tallies.iter().flatten()) {
                    prop_assert!(same(one.recall, another.recall), "{}: {one:?} {another:?}", strata.name);
                    prop_assert!(same(one.precision, another.precision), "{}: {one:?} {another:?}", strata.name);
                }
            }
        }
    }
}

/// Sums of what each mention gets, by stratum.
fn slow(own: &[Drawn], other: &[Drawn], label: Labelling, credit: Crediting) -> BTreeMap<String, Ratio> {
    let (own, other) = (cut(own), cut(other));
    let mut sums: BTreeMap<String, Ratio> = BTreeMap::new();
    for mention in &own {
        let sum = sums.entry(label(&own, *mention)).or_default();
        *sum = *sum + credit(&own, &other, *mention);
    }
    sums
}

/// Mentions end with the document; of those that are the same then, the one of the first entity counts.
fn cut(side: &[Drawn]) -> Vec<Drawn> {
    let mut cut: Vec<Drawn> =
        side.iter().map(|&(start, more, entity)| (start, (start + more).min(TOKENS - 1), entity)).collect();
    cut.sort_unstable();
    cut.dedup_by_key(|(start, last, _)| (*start, *last));
    cut
}

type Labelling = fn(&[Drawn], Drawn) -> String;
type Crediting = fn(&[Drawn], &[Drawn], Drawn) -> Ratio;

const LABELS: &[(&str, Labelling)] = &[
    ("size", |own, mention| match entity(own, mention).len() {
        1 => "1".to_owned(),
        2 => "2".to_owned(),
        3..=5 => "3-5".to_owned(),
        6..=10 => "6-10".to_owned(),
        _ => "11-20".to_owned(),
    }),
    ("singleton", |own, mention| {
        if entity(own, mention).len() == 1 { "singleton" } else { "non-singleton" }.to_owned()
    }),
    ("first", |own, mention| if before(own, mention).is_empty() { "first" } else { "later" }.to_owned()),
    ("position", |_, mention| ["1st", "2nd", "3rd", "4th"][mention.0 as usize / 6].to_owned()),
    ("distance", |own, mention| match before(own, mention).last() {
        None => "first".to_owned(),
        Some(antecedent) => match mention.0 / 6 - antecedent.0 / 6 {
            near @ 0..=2 => near.to_string(),
            _ => "3-5".to_owned(),
        },
    }),
    ("mention-distance", |own, mention| match before(own, mention).last() {
        None => "first".to_owned(),
        Some(antecedent) => match own.iter().filter(|one| *antecedent <= **one && **one < mention).count() {
            near @ 1..=2 => near.to_string(),
            3..=5 => "3-5".to_owned(),
            6..=10 => "6-10".to_owned(),
            _ => "11-20".to_owned(),
        },
    }),
];

const CREDITS: &[(&str, Crediting)] = &[
    ("mentions", |_, other, mention| Ratio::of(twin(other, mention).is_some().into(), 1)),
    ("b-cubed", |own, other, mention| {
        let together = with(own, other, mention).len();
        Ratio::new(together as f64 / entity(own, mention).len() as f64, 1.0)
    }),
    ("lea", |own, other, mention| {
        let size = entity(own, mention).len();
        let share = match twin(other, mention) {
            None => 0.0,
            Some(twin) if size == 1 => f64::from(u8::from(entity(other, twin).len() == 1)),
            Some(_) => (with(own, other, mention).len() - 1) as f64 / (size - 1) as f64,
        };
        Ratio::new(share, 1.0)
    }),
    ("pairwise", |own, other, mention| {
        let kept = with(own, other, mention).len().saturating_sub(1);
        Ratio::new(kept as f64 / 2.0, (entity(own, mention).len() - 1) as f64 / 2.0)
    }),
    ("muc", |own, other, mention| {
        let earlier = with(own, other, mention).iter().any(|one| *one < mention);
        Ratio::of(earlier.into(), (!before(own, mention).is_empty()).into())
    }),
];

/// The mentions of a mention's entity.
fn entity(own: &[Drawn], mention: Drawn) -> Vec<Drawn> {
    own.iter().copied().filter(|one| one.2 == mention.2).collect()
}

/// Those before it, the nearest last.
fn before(own: &[Drawn], mention: Drawn) -> Vec<Drawn> {
    entity(own, mention).into_iter().filter(|one| *one < mention).collect()
}

fn twin(other: &[Drawn], mention: Drawn) -> Option<Drawn> {
    other.iter().copied().find(|one| (one.0, one.1) == (mention.0, mention.1))
}

/// The mentions of its entity whose twins are in the entity of its twin, itself included.
fn with(own: &[Drawn], other: &[Drawn], mention: Drawn) -> Vec<Drawn> {
    let Some(own_twin) = twin(other, mention) else { return Vec::new() };
    let is_with = |one: &Drawn| twin(other, *one).is_some_and(|twin| twin.2 == own_twin.2);
    entity(own, mention).into_iter().filter(is_with).collect()
}

#[test]
fn strata_have_distinct_names_and_sentences() {
    for (place, strata) in STRATA.iter().enumerate() {
        assert!(STRATA[..place].iter().all(|other| other.name != strata.name), "{}", strata.name);
        assert!(strata.about.ends_with('.') && !strata.needs.is_empty() && !strata.title.is_empty());
    }
    assert!(METRICS.iter().filter(|metric| metric.credits.is_none()).all(|metric| metric.name == "blanc"));
}

#[test]
fn what_no_key_document_has_is_said() {
    let plan = plan("repeats:first");
    let bare = || Document::from_clusters("d", 4, [vec![0..1, 2..3]]).expect("a document");
    let pair = DocumentPair::unchecked(bare(), bare());
    let evaluation = evaluation_of(&plan, std::slice::from_ref(&pair));
    let mut lacking = Vec::new();
    for strata in STRATA {
        let counted = DocumentStrata::new(strata, &plan, &pair);
        lacking.extend(Stratified::new(strata, &evaluation, vec![counted]).err().map(|_| strata.name));
    }
    assert_eq!(lacking, ["type", "pronoun", "entity-type", "distance", "speaker"]);
}

#[test]
fn repeated_mentions_counted_as_the_reference_does_are_not_divided() {
    let plan = plan("metrics:muc+b-cubed|repeats:reference");
    let key = Document::from_clusters("d", 4, [vec![0..1, 1..2], vec![0..1, 2..3]]).expect("a document");
    let response = Document::from_clusters("d", 4, [vec![0..1, 1..2, 2..3]]).expect("a document");
    let pair = DocumentPair::unchecked(key, response);
    let evaluation = evaluation_of(&plan, std::slice::from_ref(&pair));
    let strata = by_name("size").expect("strata");
    let refused = Stratified::new(strata, &evaluation, vec![DocumentStrata::new(strata, &plan, &pair)]);
    assert!(refused.is_err_and(|error| error.to_string().contains("repeated mentions")));
}
