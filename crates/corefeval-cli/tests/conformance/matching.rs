//! Head, partial and exact matching, compared with what the CorefUD scorer computed.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::recorded::shared;
use corefeval::document::{Document, Wanted};
use corefeval::evaluation::{DocumentPair, Evaluation, Plan, evaluation_of};
use corefeval::format::{Block, corefud::COREFUD, ua::UA};
use corefeval::metric::{self, Metric, Tally};
use serde_json::Value;

/// Cases in which the engine means to differ from the CorefUD scorer, and why.
const DIFFERENT: &[(&str, &str)] = &[
    ("s-dup-two-entities-diff-head", "a span is repeated also where its two mentions name different heads"),
    ("s-unclosed", "a mention that is not closed is refused"),
    ("s-zero-chain", "a mention keeps its twin when another with the same tokens gets one"),
    ("s-zero-ord10", "zero 8.10 is not zero 8.1"),
];

/// Cases in which we mean to differ in the score of zeros alone, and why.
const DIFFERENT_ZEROS: &[(&str, &str)] = &[
    ("s-zero-multitoken", "precision asks about the zeros of the response, and the twin of this one is none"),
    ("s-zero-swapped", "zeros that were aligned by what they depend on stay so where they are scored"),
];

fn documents(path: &Path) -> Vec<Document> {
    let bytes = fs::read(path).unwrap_or_default();
    COREFUD.read(&Block::whole(&bytes), Wanted::ALL).documents
}

/// The metrics as the recorded outputs name them, and as we do.
const NAMES: &[(&str, &str, &str)] = &[
    ("muc", "muc", "muc"),
    ("bcub", "b_cubed", "b-cubed"),
    ("ceafe", "ceafe", "ceaf-e"),
    ("ceafm", "ceafm", "ceaf-m"),
    ("blanc", "blancc+blancn", "blanc"),
    ("lea", "lea", "lea"),
    ("mor", "mention_overlap", "mor"),
    ("zero", "als_zeros", "zero-anaphora"),
];

/// Documents are paired by name; one that the response lacks is scored against nothing.
fn evaluate(key: &[Document], response: &[Document], plan: &Plan) -> Evaluation {
    let metrics: Vec<&'static Metric> = NAMES.iter().filter_map(|name| metric::by_name(name.2)).collect();
    counted(key, response, &plan.with_metrics(&metrics))
}

fn counted(key: &[Document], response: &[Document], plan: &Plan) -> Evaluation {
    // some cases have other tokens in the response, which an evaluation refuses and the scorer does not look at
    let pair = |document: &Document| {
        let same = response.iter().find(|other| other.name() == document.name());
        DocumentPair::unchecked(document.clone(), same.cloned().unwrap_or_else(|| document.blank()))
    };
    evaluation_of(plan, &key.iter().map(pair).collect::<Vec<_>>())
}

fn protocol(rule: &str, singletons: &str, zeros: &str) -> Plan {
    let signature =
        format!("match:{rule}|singletons:{singletons}|zero-match:{zeros}|repeats:corefud|blanc:corefud");
    signature.parse().expect("a signature")
}

/// Our scores as the scorer prints them.
fn printed(evaluation: &Evaluation) -> String {
    let line = |(place, name): (usize, &(&str, &str, &str))| {
        let score = evaluation.score(place);
        let [recall, precision, f1] = score.or_zero().map(|value| format!("{:.2}", 100.0 * value));
        format!("{}\nRecall: {recall}  Precision: {precision}  F1: {f1}\n", name.0)
    };
    NAMES.iter().enumerate().map(line).collect()
}

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn whole_corpora_score_as_recorded() {
    let shared = shared("");
    let mut wrong = Vec::new();
    for folder in ["gum-corefud", "multilingual/hu-korkor"] {
        let data = shared.join("data").join(folder);
        let mut read: BTreeMap<String, Vec<Document>> = BTreeMap::new();
        let key = documents(&data.join("key.conllu"));
        let recorded = fs::read_dir(shared.join("data/expected/corefud").join(folder)).expect("outputs");
        for entry in recorded.flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let fields: Vec<&str> = name.split('.').collect();
            let (system, matching, options) = (fields[0], fields[1], &fields[2..]);
            let Some(rule) = rule(matching).filter(|_| !options.contains(&"stderr")) else { continue };
            let response = read.entry(system.to_owned()).or_insert_with(|| match system {
                "identity" => key.clone(),
                _ => documents(&data.join(format!("sys-{system}.conllu"))),
            });
            let singletons = if options.contains(&"singletons") { "keep" } else { "drop" };
            let zeros = if options.contains(&"linear") { "linear" } else { "dependent" };
            let found = printed(&evaluate(&key, response, &protocol(rule, singletons, zeros)));
            let expected = fs::read_to_string(entry.path()).expect("an output");
            let missing: Vec<&str> =
                blocks(&found).into_iter().filter(|block| !expected.contains(block)).collect();
            if !missing.is_empty() {
                wrong.push(format!("{folder}/{name}: {missing:?}"));
            }
        }
    }
    wrong.sort();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The two lines of each metric.
fn blocks(printed: &str) -> Vec<&str> {
    let starts: Vec<usize> =
        NAMES.iter().filter_map(|name| printed.find(&format!("{}\nR", name.0))).collect();
    let ends = starts.iter().skip(1).copied().chain([printed.len()]);
    starts.iter().zip(ends).map(|(start, end)| &printed[*start..end]).collect()
}

fn rule(matching: &str) -> Option<&'static str> {
    match matching {
        "exact" => Some("exact"),
        "head" => Some("head-corefud"),
        "partial" => Some("partial-corefud"),
        _ => None,
    }
}

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn small_cases_score_as_recorded() {
    let shared = shared("");
    let mut wrong = Vec::new();
    let mut checked = 0;
    for entry in fs::read_dir(shared.join("conformance/corefud")).expect("cases").flatten() {
        let folder = entry.path();
        let file = |name: &str| fs::read_to_string(folder.join(name)).unwrap_or_default();
        let name = entry.file_name().to_string_lossy().into_owned();
        if file("rc").trim() != "0" || DIFFERENT.iter().any(|(case, _)| name.starts_with(case)) {
            continue;
        }
        checked += 1;
        let evaluation = evaluate(
            &documents(&folder.join("key")),
            &documents(&folder.join("response")),
            &asked(&file("cmd")),
        );
        let other_zeros = DIFFERENT_ZEROS.iter().any(|(case, _)| name.starts_with(case));
        let found = differences(&evaluation, &file("expected.json"));
        let found = found.filter(|metric| !(other_zeros && metric.starts_with("zero")));
        wrong.extend(found.map(|metric| format!("{name} {metric}")));
    }
    wrong.sort();
    assert!(wrong.is_empty(), "{} of {checked} cases\n{}", wrong.len(), wrong.join("\n"));
}

/// The metrics whose counts are not as recorded, with those that are.
fn differences<'e>(evaluation: &'e Evaluation, expected: &str) -> impl Iterator<Item = String> + use<'e> {
    let expected: Vec<Value> = serde_json::from_str(expected).unwrap_or_default();
    NAMES.iter().enumerate().filter_map(move |(place, metric)| {
        let recorded = expected.iter().find(|one| one["metric"] == metric.1)?;
        (!agrees(evaluation, place, recorded)).then(|| format!("{}: {}", metric.0, recorded["counts"]))
    })
}

/// The protocol that a command line of the CorefUD scorer asks for.
fn asked(command: &str) -> Plan {
    let words: Vec<&str> = command.split_whitespace().collect();
    let after = |option: &str| {
        let place = words.iter().position(|word| *word == option)?;
        words.get(place + 1).copied()
    };
    let matching = if words.contains(&"-x") { "exact" } else { after("-a").unwrap_or("head") };
    let singletons = if words.contains(&"-s") { "keep" } else { "drop" };
    protocol(rule(matching).unwrap_or("exact"), singletons, after("-z").unwrap_or("dependent"))
}

fn agrees(evaluation: &Evaluation, place: usize, recorded: &Value) -> bool {
    let tallies = evaluation.total(place, evaluation.documents().iter());
    let parts = recorded["counts"].as_array().map_or(&[][..], Vec::as_slice);
    let same = |(tally, counts): (&Tally, &Value)| {
        let close = |value: f64, name: &str| (value - counts[name].as_f64().unwrap_or(f64::NAN)).abs() < 1e-9;
        close(tally.recall.numerator, "r_num")
            && close(tally.recall.denominator, "r_den")
            && close(tally.precision.numerator, "p_num")
            && close(tally.precision.denominator, "p_den")
    };
    tallies.len() == parts.len() && tallies.iter().zip(parts).all(same)
}

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn partial_matching_of_universal_anaphora_scores_as_recorded() {
    let shared = shared("");
    let mut wrong = Vec::new();
    for folder in ["ua2", "ua2-fixed"].map(|scorer| shared.join("conformance").join(scorer)) {
        for entry in fs::read_dir(folder).expect("cases").flatten() {
            let folder = entry.path();
            let file = |name: &str| fs::read_to_string(folder.join(name)).unwrap_or_default();
            let name = entry.file_name().to_string_lossy().into_owned();
            let Some(protocol) = asked_of_ua(&file("cmd")).filter(|_| file("rc").trim() == "0") else {
                continue;
            };
            let read = |name: &str| {
                let bytes = fs::read(folder.join(name)).unwrap_or_default();
                UA.read(&Block::whole(&bytes), Wanted::ALL).documents
            };
            let evaluation = evaluate(&read("key"), &read("response"), &protocol);
            wrong.extend(
                differences(&evaluation, &file("expected.json")).map(|metric| format!("{name} {metric}")),
            );
        }
    }
    wrong.sort();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The protocol that a command line of the Universal Anaphora scorer asks for, where it asks for partial matching.
fn asked_of_ua(command: &str) -> Option<Plan> {
    let words: Vec<&str> = command.split_whitespace().collect();
    let has = |word: &str| words.contains(&word);
    let rule = match (has("partial-craft") || has("craft"), has("-p"), has("partial-corefud")) {
        _ if has("corefud") => return None,
        (true, _, _) => "partial-craft",
        (_, true, _) | (_, _, true) => "min",
        _ => return None,
    };
    let rule = if has("craft") && !has("-p") { "exact" } else { rule };
    let (singletons, zeros) =
        (if has("-s") { "keep" } else { "drop" }, if has("-z") { "keep" } else { "drop" });
    let signature = format!("match:{rule}|singletons:{singletons}|zeros:{zeros}|repeats:last|blanc:corefud");
    signature.parse().ok()
}

/// The metrics of the Universal Anaphora scorer for CorefUD files, which has an overlap ratio of its own.
const UA_NAMES: &[(&str, &str)] = &[
    ("muc", "muc"),
    ("b_cubed", "b-cubed"),
    ("ceafe", "ceaf-e"),
    ("ceafm", "ceaf-m"),
    ("blancc+blancn", "blanc"),
    ("lea", "lea"),
    ("mention_overlap", "mor-twins"),
    ("als_zeros", "zero-anaphora"),
];

/// Figures of that scorer for CorefUD files that we mean to differ from: cases, metrics (all if none is named), and why.
const UA_DIFFERENT: &[(&str, &[&str], &str)] = &[
    ("c-dup-two-entities", &["mor-twins"], "a mention of two entities has its tokens twice"),
    ("c-zero-multitoken", &["zero-anaphora"], "precision asks about the zeros of the response"),
    ("c-zero-same-nozeros", &[], "what dropped zeros leave alone is a singleton"),
];

fn ua_differs(case: &str, metric: &str) -> bool {
    let named = |metrics: &[&str]| metrics.is_empty() || metrics.contains(&metric);
    UA_DIFFERENT.iter().any(|(start, metrics, _)| case.starts_with(start) && named(metrics))
}

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn corefud_files_in_universal_anaphora_score_as_recorded() {
    let shared = shared("");
    let (mut wrong, mut compared) = (Vec::new(), 0);
    for entry in fs::read_dir(shared.join("conformance/ua2")).expect("cases").flatten() {
        let folder = entry.path();
        let file = |name: &str| fs::read_to_string(folder.join(name)).unwrap_or_default();
        let name = entry.file_name().to_string_lossy().into_owned();
        let command = file("cmd");
        let has = |word: &str| command.split_whitespace().any(|other| other == word);
        let crac22 = has("crac22");
        if !(has("corefud") || crac22) || file("rc").trim() != "0" {
            continue;
        }
        let rule = if crac22 || has("-p") { "partial-corefud" } else { "exact" };
        let singletons = if has("-s") { "keep" } else { "drop" };
        let zeros = if crac22 || has("-z") { "keep" } else { "drop" };
        let signature =
            format!("match:{rule}|singletons:{singletons}|zeros:{zeros}|repeats:corefud|blanc:corefud");
        let plan: Plan = signature.parse().expect("a signature");
        let (key, response) = (documents(&folder.join("key")), documents(&folder.join("response")));
        for one in serde_json::from_str::<Vec<Value>>(&file("expected.json")).unwrap_or_default() {
            let ours = UA_NAMES.iter().find(|names| one["metric"] == names.0).expect("a metric").1;
            let plan = plan.with_metrics(&[metric::by_name(ours).expect("a metric")]);
            let evaluation = counted(&key, &response, &plan);
            compared += 1;
            if !agrees(&evaluation, 0, &one) && !ua_differs(&name, ours) {
                wrong.push(format!("{name} {ours}: {}", one["counts"]));
            }
        }
    }
    wrong.sort();
    assert!(wrong.is_empty(), "{} of {compared}\n{}", wrong.len(), wrong.join("\n"));
}
