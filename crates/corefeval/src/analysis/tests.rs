//! Documents in a notation for examples, and laws that hold for all analyses.

use proptest::prelude::*;

use super::finding::Finding;
use super::transformations::{Transformation, Transformations};
use super::{ANALYSES, Options, Repair, Summary, View, analyse};
use crate::document::{Document, Layer};
use crate::evaluation::{DocumentPair, Evaluation, Plan, evaluate};

/// A document: words with tags after `/`, mentions of one word as `entity:word`, others as `[entity words ]`, sentences separated by `|`.
pub(super) fn document(text: &str) -> Document {
    let mut builder = Document::builder("d");
    let (mut words, mut tags, mut mentions, mut open) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut start = 0;
    for piece in text.split_whitespace() {
        let here = words.len() as u32;
        if let Some(entity) = piece.strip_prefix('[') {
            open.push((entity, here));
        } else if piece == "]" {
            let (entity, start) = open.pop().expect("an open bracket");
            mentions.push((start, here, entity));
        } else if piece == "|" {
            builder.sentence(start..here);
            start = here;
        } else {
            let (entity, token) = piece.split_once(':').unwrap_or(("", piece));
            if !entity.is_empty() {
                mentions.push((here, here + 1, entity));
            }
            let (word, tag) = token.split_once('/').unwrap_or((token, "-"));
            words.push(word);
            tags.push(tag);
        }
    }
    builder.sentence(start..words.len() as u32).words(words).layer(Layer::PartOfSpeech, tags);
    for (start, end, entity) in mentions {
        builder.mention(start..end, entity);
    }
    builder.build().expect("a document")
}

pub(super) fn matched(key: &str, response: &str) -> DocumentPair {
    DocumentPair::unchecked(document(key), document(response))
}

/// The words of the mentions that a finding concerns.
pub(super) fn words(finding: &Finding) -> Vec<String> {
    finding.mentions.iter().filter_map(|one| one.text.clone()).collect()
}

/// Mentions of a document of twelve tokens, as starts, lengths and entities; no span twice.
fn mentions() -> impl Strategy<Value = Vec<(u32, u32, u32)>> {
    let mention = (0..10_u32, 1..3_u32, 0..4_u32);
    prop::collection::vec(mention, 0..14).prop_map(|mut mentions| {
        mentions.sort_unstable();
        mentions.dedup_by_key(|(start, length, _)| (*start, *length));
        mentions
    })
}

const WORDS: [&str; 12] = ["the", "king", "he", "Ann", "'s", "dog", "it", ",", "that", "old", "man", "who"];
const TAGS: [&str; 12] = ["DT", "NN", "PRP", "NNP", "POS", "NN", "PRP", ",", "DT", "JJ", "NN", "WP"];

fn drawn(mentions: &[(u32, u32, u32)]) -> Document {
    let mut builder = Document::builder("d");
    builder.words(WORDS).layer(Layer::PartOfSpeech, TAGS).sentence(0..6).sentence(6..12);
    for (start, length, entity) in mentions {
        builder.mention(*start..*start + *length, entity);
    }
    builder.build().expect("a document")
}

/// Entities as sets of spans, in order.
fn entities(document: &Document) -> Vec<Vec<(u32, u32)>> {
    let mut entities = vec![Vec::new(); document.entity_count()];
    for mention in document.mentions() {
        entities[mention.entity as usize].push((mention.span.start, mention.span.end));
    }
    entities.retain(|spans| !spans.is_empty());
    for spans in &mut entities {
        spans.sort_unstable();
    }
    entities.sort();
    entities
}

proptest! {
    #[test]
    fn repairing_all_errors_gives_the_key_but_for_spurious_singletons(key in mentions(), response in mentions()) {
        let (key, response) = (drawn(&key), drawn(&response));
        let documents = DocumentPair::unchecked(key.clone(), response);
        let pair = documents.matched(&Plan::default());
        let view = View::new(&pair);
        let found = Transformations::new(&view);
        let repaired = super::transformations::Repairer::new(&view, &found).repaired(Transformation::ALL);
        let wanted = entities(&key);
        let mut left = entities(&repaired);
        let before = left.len();
        left.retain(|entity| wanted.contains(entity));
        prop_assert_eq!(&left, &wanted);
        prop_assert_eq!((before - left.len()) as u64, found.operations().left_over);
    }

    #[test]
    fn without_repairs_the_response_is_scored_as_it_is(key in mentions(), response in mentions(), drop in any::<bool>()) {
        let choices = if drop { "singletons:drop" } else { "singletons:keep" };
        let plan: Plan = choices.parse().unwrap();
        let documents = DocumentPair::unchecked(drawn(&key), drawn(&response));
        let pair = documents.matched(&plan);
        let view = View::new(&pair);
        let found = Transformations::new(&view);
        let same = super::transformations::Repairer::new(&view, &found).repaired(&[]);
        let counted = |response: &Document| plan.count(documents.key(), response).document.tallies;
        prop_assert_eq!(counted(&same), counted(documents.response()));
    }

    #[test]
    fn links_that_are_missed_and_wrong_are_those_that_muc_misses(key in mentions(), response in mentions()) {
        let plan: Plan = "metrics:muc".parse().unwrap();
        let documents = DocumentPair::unchecked(drawn(&key), drawn(&response));
        let links = analyse(&plan, &documents, &Options::default()).links;
        let sum = |table: super::links::LinkTable| table.iter().flatten().sum::<u64>();
        #[expect(clippy::cast_sign_loss, reason = "counts")]
        let whole = |count: f64| count as u64;
        let tally = documents.count(&plan).document.tallies[0][0];
        prop_assert_eq!(sum(links.missed), whole(tally.recall.denominator - tally.recall.numerator));
        prop_assert_eq!(sum(links.key), whole(tally.recall.denominator));
        prop_assert_eq!(sum(links.wrong), whole(tally.precision.denominator - tally.precision.numerator));
        prop_assert_eq!(sum(links.response), whole(tally.precision.denominator));
    }

    #[test]
    fn every_finding_has_an_id_of_its_own_and_the_last_repair_gives_everything(key in mentions(), response in mentions()) {
        prop_assume!(!key.is_empty());
        let plan = Plan::default();
        let documents = DocumentPair::unchecked(drawn(&key), drawn(&response));
        let analysed = analyse(&plan, &documents, &Options::default());
        let mut ids: Vec<&str> = analysed.findings.iter().map(|one| one.id.as_str()).collect();
        ids.sort_unstable();
        ids.dedup();
        prop_assert_eq!(ids.len(), analysed.findings.len());
        for analysis in ANALYSES {
            for kind in analysis.kinds {
                let is_own = |one: &&Finding| (one.analysis, one.kind) == (analysis.name, kind.name);
                let found = analysed.findings.iter().filter(is_own).count() as u64;
                prop_assert_eq!(analysed.counts.of(analysis.name, kind.name), found);
            }
        }
        let before = evaluate([drawn(&key)], [[drawn(&response)]], &plan).unwrap().systems()[0].clone();
        let summary = Summary::new(before.clone(), vec![analysed], &Options::default());
        let (last, everything) = summary.repairs.last().unwrap();
        prop_assert_eq!(*last, Repair::Everything);
        let detection = everything.score(0);
        prop_assert_eq!(detection.f, Some(1.0));
        prop_assert_eq!(summary.rules[0].1.scores(), before.scores());
        let options = Options { averaged_only: true, ..Options::default() };
        let fewer = Summary::new(before, vec![analyse(&plan, &documents, &options)], &options);
        let averages = |one: &Evaluation| one.averages(&one.scores()).into_iter().map(|(_, value)| value).collect::<Vec<_>>();
        for ((repair, all), (same, averaged)) in summary.repairs.iter().zip(&fewer.repairs) {
            prop_assert_eq!((repair, averages(all)), (same, averages(averaged)));
            prop_assert_eq!(averaged.metrics().len(), 3);
        }
    }
}

#[test]
fn an_id_stays_when_other_errors_disappear() {
    let key = "a:Mary/NNP a:she/PRP b:Tom/NNP b:he/PRP c:Ann/NNP c:her/PRP";
    let ids = |response: &str| -> Vec<String> {
        let found = analyse(&Plan::default(), &matched(key, response), &Options::default()).findings;
        found.iter().filter(|one| one.kind == "missing-mention").map(|one| one.id.clone()).collect()
    };
    let two = ids("a:Mary a:she b:Tom he c:Ann her");
    let one = ids("a:Mary a:she b:Tom b:he c:Ann her");
    assert_eq!((two.len(), &two[1..]), (2, &one[..]));
}
