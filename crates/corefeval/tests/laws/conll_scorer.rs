//! The reference scorer's drop-in against its definitions, written out pair by pair and permutation by permutation.

use std::collections::BTreeSet;

use corefeval::dropin::conll_scorer::{Request, Span, Tallies, score, tallies};
use corefeval::metric::{Ratio, Tally};
use proptest::prelude::*;

type Entities = Vec<Vec<Span>>;

/// A side as the reference sees it once mentions are matched.
struct Sides {
    key: Entities,
    response: Entities,
}

impl Sides {
    /// Of a response mention that the key has too, only the first copy stays; nothing else is removed.
    fn new(key: &Entities, response: &Entities) -> Self {
        let in_key: BTreeSet<Span> = key.iter().flatten().copied().collect();
        let mut seen = BTreeSet::new();
        let kept = |entity: &Vec<Span>| -> Vec<Span> {
            entity.iter().copied().filter(|span| !in_key.contains(span) || seen.insert(*span)).collect()
        };
        let response: Entities = response.iter().map(kept).collect();
        let response = response.into_iter().filter(|entity| !entity.is_empty()).collect();
        Self { key: key.clone(), response }
    }

    /// The last key entity that holds a mention.
    fn holder(&self, span: Span) -> Option<&Vec<Span>> {
        self.key.iter().rev().find(|entity| entity.contains(&span))
    }
}

fn mentions(sides: &Sides) -> Tally {
    let spans = |entities: &Entities| -> BTreeSet<Span> { entities.iter().flatten().copied().collect() };
    let (key, response) = (spans(&sides.key), spans(&sides.response));
    shared(key.intersection(&response).count(), key.len(), response.len())
}

fn shared(right: usize, key: usize, response: usize) -> Tally {
    Tally::shared(right as f64, key as f64, response as f64)
}

fn muc(sides: &Sides) -> Tally {
    let mut right = 0;
    for entity in &sides.response {
        for (place, &span) in entity.iter().enumerate() {
            let holder = sides.holder(span);
            let later = entity[place + 1..].iter().any(|&other| sides.holder(other) == holder);
            right += usize::from(holder.is_some() && later);
        }
    }
    let links = |entities: &Entities| entities.iter().map(|entity| entity.len() - 1).sum();
    shared(right, links(&sides.key), links(&sides.response))
}

fn b_cubed(sides: &Sides) -> Tally {
    let size = |entities: &Entities| entities.iter().flatten().count() as f64;
    let mut tally = Tally {
        recall: Ratio::new(0.0, size(&sides.key)),
        precision: Ratio::new(0.0, size(&sides.response)),
    };
    for entity in &sides.response {
        for &span in entity {
            let Some(holder) = sides.holder(span) else { continue };
            let together = entity.iter().filter(|other| holder.contains(other)).count() as f64;
            tally.recall.numerator += together / holder.len() as f64;
            tally.precision.numerator += together / entity.len() as f64;
        }
    }
    tally
}

/// The best that the entities from `key` on can get from the response entities that are free.
fn best(key: &[Vec<Span>], response: &[&Vec<Span>], similarity: fn(&[Span], &[Span]) -> f64) -> f64 {
    let Some((entity, others)) = key.split_first() else { return 0.0 };
    let alone = best(others, response, similarity);
    let paired = (0..response.len()).map(|place| {
        let mut free = response.to_vec();
        let partner = free.remove(place);
        similarity(entity, partner) + best(others, &free, similarity)
    });
    paired.fold(alone, f64::max)
}

fn aligned(sides: &Sides, similarity: fn(&[Span], &[Span]) -> f64) -> f64 {
    best(&sides.key, &sides.response.iter().collect::<Vec<_>>(), similarity)
}

fn in_common(key: &[Span], response: &[Span]) -> f64 {
    key.iter().filter(|span| response.contains(span)).count() as f64
}

fn ceaf_m(sides: &Sides) -> Tally {
    let size = |entities: &Entities| entities.iter().flatten().count() as f64;
    Tally::shared(aligned(sides, in_common), size(&sides.key), size(&sides.response))
}

fn ceaf_e(sides: &Sides) -> Tally {
    let right =
        aligned(sides, |key, response| 2.0 * in_common(key, response) / (key.len() + response.len()) as f64);
    Tally::shared(right, sides.key.len() as f64, sides.response.len() as f64)
}

type Pairs = BTreeSet<(Span, Span)>;

fn unordered(one: Span, other: Span) -> (Span, Span) {
    (one.min(other), one.max(other))
}

fn coreferent(entities: &Entities) -> Pairs {
    let mut pairs = Pairs::new();
    for entity in entities {
        for (place, &one) in entity.iter().enumerate() {
            pairs.extend(entity[place + 1..].iter().map(|&other| unordered(one, other)));
        }
    }
    pairs
}

fn other(entities: &Entities) -> Pairs {
    let mut pairs = Pairs::new();
    for (place, entity) in entities.iter().enumerate() {
        for &one in entity {
            let others = entities[place + 1..].iter().flatten();
            pairs.extend(others.map(|&other| unordered(one, other)));
        }
    }
    pairs
}

fn links(sides: &Sides, kind: fn(&Entities) -> Pairs) -> Tally {
    let (key, response) = (kind(&sides.key), kind(&sides.response));
    shared(key.intersection(&response).count(), key.len(), response.len())
}

fn by_definition(key: &Entities, response: &Entities) -> Tallies {
    let sides = Sides::new(key, response);
    Tallies {
        mentions: mentions(&sides),
        muc: muc(&sides),
        b_cubed: b_cubed(&sides),
        ceaf_m: ceaf_m(&sides),
        ceaf_e: ceaf_e(&sides),
        blanc_coreferent: links(&sides, coreferent),
        blanc_other: links(&sides, other),
    }
}

/// Every number of the tallies.
fn numbers(tallies: &Tallies) -> Vec<f64> {
    let Tallies { mentions, muc, b_cubed, ceaf_m, ceaf_e, blanc_coreferent, blanc_other } = tallies;
    let all = [mentions, muc, b_cubed, ceaf_m, ceaf_e, blanc_coreferent, blanc_other];
    let ratios = all.iter().flat_map(|tally| [tally.recall, tally.precision]);
    ratios.flat_map(|ratio| [ratio.numerator, ratio.denominator]).collect()
}

/// Up to five entities over a dozen spans, with repeated mentions.
fn entities() -> impl Strategy<Value = Entities> {
    let span = (0..12_u32).prop_map(|token| (token, token + token % 2));
    prop::collection::vec(prop::collection::vec(span, 1..6), 0..6)
}

/// The same without repeated mentions: every token is in one entity or in none.
fn partition() -> impl Strategy<Value = Entities> {
    prop::collection::vec(0..6_usize, 0..14).prop_map(|homes| {
        let mut entities = vec![Vec::new(); 6];
        for (token, &home) in homes.iter().enumerate() {
            entities[home].push((token as u32, token as u32));
        }
        let last = entities.pop().unwrap_or_default(); // its tokens are no mentions
        drop(last);
        entities.retain(|entity| !entity.is_empty());
        entities
    })
}

fn agree(key: &Entities, response: &Entities) -> Result<(), TestCaseError> {
    let (ours, theirs) = (numbers(&tallies(key, response)), numbers(&by_definition(key, response)));
    let close = ours.iter().zip(&theirs).all(|(ours, theirs)| (ours - theirs).abs() < 1e-9);
    prop_assert!(close, "{ours:?}\n{theirs:?}");
    Ok(())
}

/// A piece of a file, as likely as not to make sense.
fn piece() -> impl Strategy<Value = Vec<u8>> {
    let pieces = [
        "#begin document a\n",
        "#end document\n",
        "x\t(1)\n",
        "(1",
        "1)",
        "(1)|2)",
        "(1+2)",
        "\t",
        "\r\n",
        "\n",
        "# ",
        "_",
    ];
    prop_oneof![
        8 => prop::sample::select(pieces.to_vec()).prop_map(|text| text.as_bytes().to_vec()),
        1 => prop::collection::vec(any::<u8>(), 0..6),
    ]
}

fn file() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(piece(), 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn tallies_follow_the_definitions_also_with_repeated_mentions(key in entities(), response in entities()) {
        agree(&key, &response)?;
    }

    #[test]
    fn tallies_follow_the_definitions_without_repeated_mentions(key in partition(), response in partition()) {
        agree(&key, &response)?;
    }

    #[test]
    fn no_bytes_make_it_panic(key in file(), response in file(), metric in "(muc|bcub|ceafe|blanc|all|ALL|x)", refuse_repeats: bool) {
        for name in [None, Some(&b"none"[..]), Some(b"a"), Some(b"")] {
            let metric = metric.as_bytes();
            let outcome = score(&Request { metric, key: Ok(&key), response: Ok(&response), name, refuse_repeats });
            prop_assert!(outcome.stdout.starts_with(b"version: 8.01 corefeval "));
            prop_assert!(outcome.stderr.is_empty() == (outcome.code == 0));
        }
    }
}
