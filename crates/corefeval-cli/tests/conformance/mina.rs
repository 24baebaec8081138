//! Minimum spans, compared with recorded cases: what CoVal computes, and what the published algorithm gives.

use std::collections::BTreeSet;
use std::fs;

use crate::recorded::shared;
use corefeval::document::{Document, Layer, Mention, Span, Wanted};
use corefeval::evaluation::{Plan, evaluate};
use corefeval::format::{Block, Format, conll::CONLL, corefud::COREFUD};
use corefeval::matching::coval_minimum::{MinimumSpans, Sentence, mention_tree};
use corefeval::matching::minimum::{self, Reading};
use corefeval::metric::{self, Ratio, Tally};
use serde_json::Value;

/// The recorded cases.
fn cases() -> Vec<Value> {
    let shared = shared("");
    let text = fs::read_to_string(shared.join("conformance/mina/cases.jsonl")).expect("recorded cases");
    text.lines().map(|line| serde_json::from_str(line).expect("a case is JSON")).collect()
}

fn strings<'a>(case: &'a Value, field: &str) -> Vec<&'a str> {
    let items = case[field].as_array().expect("a list");
    items.iter().map(|item| item.as_str().expect("a string")).collect()
}

/// First and last token of the mention.
fn ends(case: &Value) -> (usize, usize) {
    let end = |index: usize| case["mention"][index].as_u64().expect("a number") as usize;
    (end(0), end(1))
}

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn coval_minimum_spans_are_computed_as_recorded() {
    for case in cases() {
        let (words, tags, bits) =
            (strings(&case, "tokens"), strings(&case, "pos"), strings(&case, "parse_bits"));
        let (first, last) = ends(&case);
        let tree = mention_tree(&Sentence { words: &words, tags: &tags, bits: &bits }, first, last);
        let found = tree.map_or(Vec::new(), |tree| tree.minimum(Some(&words[first..=last])));
        let mut expected: MinimumSpans = serde_json::from_value(case["coval_min_spans"].clone()).unwrap();
        expected.sort_unstable();
        assert_eq!(found, expected, "{}", case["id"]);
    }
}

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn minimum_spans_follow_the_published_algorithm() {
    for case in cases() {
        let Some(expected) = case["paper_algorithm_min_text"].as_str() else { continue };
        let tokens = strings(&case, "tokens").len();
        let mut builder = Document::builder("case");
        builder.tokens(tokens).sentence(0..tokens as u32);
        let layers = [(Layer::Word, "tokens"), (Layer::PartOfSpeech, "pos"), (Layer::Parse, "parse_bits")];
        for (layer, field) in layers {
            builder.layer(layer, strings(&case, field));
        }
        let document = builder.build().unwrap();
        let (first, last) = ends(&case);
        let mention = Mention::new(Span::new(first as u32, last as u32 + 1), 0);
        let spans = minimum::of_mention(&document, &mention);
        let texts: Vec<String> = spans.iter().filter_map(|span| document.text(*span)).collect();
        assert_eq!(texts.join(" "), expected, "{}", case["id"]);
    }
}

fn documents(format: &Format, path: &str) -> Vec<Document> {
    let shared = shared("");
    let bytes = fs::read(shared.join(path)).expect("the corpora are all there");
    format.read(&Block::whole(&bytes), Wanted::ALL).documents
}

/// The figures stand in `docs/matching.md`.
#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn dependencies_give_nearly_the_minimum_spans_of_trees() {
    let with_trees = documents(&CONLL, "data/ontogum-full/key.conll");
    let (mut same, mut all) = (0, 0);
    for document in documents(&COREFUD, "data/gum-corefud/key.conllu") {
        let Some(trees) = with_trees.iter().find(|other| other.name().id == document.name().id) else {
            continue;
        };
        for mention in document.mentions().iter().filter(|mention| document.parts(mention).len() == 1) {
            let plain = Mention::new(mention.span, 0);
            same += usize::from(minimum::of_mention(trees, &plain) == minimum::of_mention(&document, &plain));
            all += 1;
        }
    }
    assert!(all == 0 || (same, all) == (7483, 8406), "{same} of {all}");
}

/// Whether two mentions match by minimum spans found in a document.
fn matched(document: &Document, key: &Mention, response: &Mention) -> bool {
    minimum::of_mention(document, key) == minimum::of_mention(document, response)
}

/// The figures stand in `docs/matching.md`.
#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn dependencies_decide_on_most_pairs_as_trees_do() {
    let with_trees = documents(&CONLL, "data/ontogum-full/key.conll");
    let keys = documents(&COREFUD, "data/gum-corefud/key.conllu");
    let (mut both, mut either, mut all) = (0, 0, 0);
    for system in ["gold-light", "gold-heavy", "strmatch", "pronoun"] {
        let responses = documents(&COREFUD, &format!("data/gum-corefud/sys-{system}.conllu"));
        for key in &keys {
            let is_same = |other: &&Document| other.name().id == key.name().id;
            let (Some(trees), Some(response)) =
                (with_trees.iter().find(is_same), responses.iter().find(is_same))
            else {
                continue;
            };
            for (one, other) in overlapping(key, response) {
                let found = (matched(trees, &one, &other), matched(key, &one, &other));
                both += usize::from(found.0 && found.1);
                either += usize::from(found.0 || found.1);
                all += 1;
            }
        }
    }
    assert!(all == 0 || (both, either, all) == (1314, 2241, 6683), "{both} {either} {all}");
}

/// Key and response mentions that overlap and have no equal on the other side: what a rule decides about.
fn overlapping(key: &Document, response: &Document) -> Vec<(Mention, Mention)> {
    let spans = |document: &Document| -> BTreeSet<Span> {
        document.mentions().iter().map(|mention| mention.span).collect()
    };
    let (in_key, in_response) = (spans(key), spans(response));
    let mut pairs = Vec::new();
    for one in in_key.difference(&in_response) {
        for other in in_response.difference(&in_key) {
            if one.start < other.end && other.start < one.end {
                pairs.push((Mention::new(*one, 0), Mention::new(*other, 0)));
            }
        }
    }
    pairs
}

/// The figure stands in `docs/matching.md`, and was counted by a second program.
#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn punctuation_makes_a_difference_to_few_minimum_spans() {
    let (mut different, mut all) = (0, 0);
    for document in documents(&CONLL, "data/ontogum-full/key.conll") {
        for mention in document.mentions() {
            let literal = minimum::of_mention_by(Reading::Literal, &document, mention);
            different += usize::from(literal != minimum::of_mention(&document, mention));
            all += 1;
        }
    }
    assert!(all == 0 || (different, all) == (91, 7913), "{different} of {all}");
}

/// So many out of so many.
type OutOf = (u64, u64);

/// What a second program counts that replaces every mention by its minimum span or its head, lets those of an entity
/// count once, and looks one of several entities up in the last: recall and precision of MUC, response mentions.
const SETS: &[(&str, [OutOf; 2], u64)] =
    &[("mina-set", [(1611, 6040), (1609, 5451)], 7498), ("head-set", [(1683, 6040), (1670, 5352)], 7399)];

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn rules_by_sets_count_as_a_second_program_does() {
    let key = documents(&CONLL, "data/ontogum-full/key.conll");
    let response = documents(&CONLL, "data/ontogum-full/sys-headmatch.conll");
    let metrics = ["muc", "ceaf-m"].map(|name| metric::by_name(name).expect("a metric"));
    for (rule, [recall, precision], mentions) in SETS {
        let plan: Plan = format!("match:{rule}|repeats:coval").parse().expect("a signature");
        let plan = plan.with_metrics(&metrics);
        let outcome = evaluate(key.clone(), [response.clone()], &plan).expect("the same text");
        let evaluation = &outcome.systems()[0];
        let totals = [0, 1].map(|metric| evaluation.total(metric, evaluation.documents().iter())[0]);
        let muc =
            Tally { recall: Ratio::of(recall.0, recall.1), precision: Ratio::of(precision.0, precision.1) };
        assert_eq!(totals[0], muc, "{rule}");
        assert_eq!(totals[1].precision.denominator.to_bits(), (*mentions as f64).to_bits(), "{rule}");
    }
}
