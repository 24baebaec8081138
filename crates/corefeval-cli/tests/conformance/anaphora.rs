//! Split antecedents, bridging and non-referring expressions, compared with what the Universal Anaphora scorers computed.

use std::fs;
use std::path::{Path, PathBuf};

use crate::recorded::shared;
use corefeval::document::{Document, Wanted};
use corefeval::evaluation::{DocumentPair, Evaluation, Plan, evaluation_of};
use corefeval::format::{Block, ua::UA};
use corefeval::metric::{self, Metric, Tally};
use serde_json::Value;

/// The metrics as the recorded outputs name them, as we do, and as we name those of split antecedents alone.
const NAMES: &[(&str, &str, &str)] = &[
    ("muc", "muc", "split-muc"),
    ("b_cubed", "b-cubed", "split-b-cubed"),
    ("ceafe", "ceaf-e", "split-ceaf-e"),
    ("ceafm", "ceaf-m", "split-ceaf-m"),
    ("blancc+blancn", "blanc", "split-blanc"),
    ("lea", "lea", "split-lea"),
    ("non-referring", "non-referring", ""),
    ("bridging-anaphor", "bridging-anaphors", ""),
    ("bridging-markable", "bridging-mentions", ""),
    ("bridging-entity", "bridging-entities", ""),
];

/// Figures that we mean to differ from: how the names of the cases begin, the metrics, and why.
const DIFFERENT: &[(&str, &[&str], &str)] = &[
    ("ua1/s-deixis-evaluate_discourse_deixis+only", &["lea", "blancc+blancn"], BY_CHANCE),
    ("ua1/s-lea-order", &["lea"], BY_CHANCE),
    ("ua1/s-plural-extra-el", &["blancc+blancn"], BY_CHANCE),
    ("ua1/s-plural-one-el", &["lea", "blancc+blancn"], BY_CHANCE),
    ("ua1/s-plural-plural-in-singular", &["blancc+blancn"], BY_CHANCE),
    ("ua1/s-plural-same-cluster-el", &["lea", "blancc+blancn"], BY_CHANCE),
    ("ua1/s-plural-wrong-el", &["lea", "blancc+blancn"], BY_CHANCE),
    ("ua2/s-plural-extra-el", &["blancc+blancn"], BY_CHANCE),
    ("ua2/s-plural-one-el", &["blancc+blancn"], BY_CHANCE),
    ("ua2/s-plural-plural-in-singular", &["blancc+blancn"], BY_CHANCE),
    ("ua2/s-plural-same-cluster-el", &["blancc+blancn"], BY_CHANCE),
    ("ua2/s-plural-wrong-el", &["blancc+blancn"], BY_CHANCE),
    ("ua2/s-zero", &["b_cubed", "ceafe"], "what dropped zeros leave alone is a singleton"),
];

const BY_CHANCE: &str = "they depend on the order of a Python set";

/// The recorded cases of a scorer that ran to its end.
fn cases(shared: &Path, scorer: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(shared.join("conformance").join(scorer)).expect("cases");
    let mut folders: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    folders.retain(|folder| fs::read_to_string(folder.join("rc")).is_ok_and(|code| code.trim() == "0"));
    folders.sort();
    folders
}

fn documents(path: &Path) -> Vec<Document> {
    let bytes = fs::read(path).unwrap_or_default();
    UA.read(&Block::whole(&bytes), Wanted::ALL).documents
}

/// The protocol that a command line asks for; none where it asks for what the engine does otherwise.
fn asked(folder: &Path) -> Option<Plan> {
    let command = fs::read_to_string(folder.join("cmd")).unwrap_or_default();
    let words: Vec<&str> = command.split_whitespace().collect();
    let has = |names: &[&str]| names.iter().any(|name| words.contains(name));
    let first_version = command.contains("$UA1");
    if has(&["corefud", "conll", "conll12", "crac22", "-p", "-a", "min", "min_spans"]) {
        return None;
    }
    let deixis = has(&["-d", "evaluate_discourse_deixis"]);
    let only_split = has(&["--only-split-antecedent", "only_split_antecedent"]);
    let removed = has(&["remove_singletons", "remove_split_antecedent"]);
    let task = has(&["codicrac22ar", "codicrac22br", "crac18", "craft19"]);
    let splits = if first_version { !removed } else { has(&["-l", "codicrac22ar"]) } || deixis || only_split;
    let singletons = splits || task || has(&["-s"]) || first_version && !has(&["remove_singletons"]);
    let signature = format!(
        "singletons:{}|splits:{}|relation:{}|zeros:{}|non-referring:drop|repeats:last|blanc:corefud",
        if singletons { "keep" } else { "drop" },
        if splits { "count" } else { "ignore" },
        if deixis { "deixis" } else { "identity" },
        if has(&["-z"]) { "keep" } else { "drop" },
    );
    Some(signature.parse().expect("a signature"))
}

fn evaluate(folder: &Path, plan: &Plan, metrics: &[&'static Metric]) -> Evaluation {
    let plan = plan.with_metrics(metrics);
    let (key, response) = (documents(&folder.join("key")), documents(&folder.join("response")));
    // version 1 leaves out documents that the response lacks, the others refuse them; some have other tokens
    let pair = |document: &Document| {
        let same = response.iter().find(|other| other.name() == document.name())?;
        Some(DocumentPair::unchecked(document.clone(), same.clone()))
    };
    evaluation_of(&plan, &key.iter().filter_map(pair).collect::<Vec<_>>())
}

fn close(value: f64, recorded: &Value) -> bool {
    (value - recorded.as_f64().unwrap_or(f64::NAN)).abs() < 1e-9
}

/// Whether tallies are as recorded: precision first, then recall.
fn same_counts(tallies: &[Tally], recorded: &[[&Value; 4]]) -> bool {
    let same = |(tally, [p_num, p_den, r_num, r_den]): (&Tally, &[&Value; 4])| {
        close(tally.precision.numerator, p_num)
            && close(tally.precision.denominator, p_den)
            && close(tally.recall.numerator, r_num)
            && close(tally.recall.denominator, r_den)
    };
    tallies.len() == recorded.len() && tallies.iter().zip(recorded).all(same)
}

fn counts(recorded: &Value) -> Vec<[&Value; 4]> {
    let parts = recorded["counts"].as_array().map_or(&[][..], Vec::as_slice);
    parts.iter().map(|part| ["p_num", "p_den", "r_num", "r_den"].map(|name| &part[name])).collect()
}

fn split_counts(recorded: &Value) -> Vec<[&Value; 4]> {
    let parts = recorded["split_counts"].as_array().map_or(&[][..], Vec::as_slice);
    parts.iter().map(|part| [0, 1, 2, 3].map(|place| &part[place])).collect()
}

/// What was recorded for every metric of a case.
fn recorded(folder: &Path) -> Vec<Value> {
    let text = fs::read_to_string(folder.join("expected.json")).unwrap_or_default();
    serde_json::from_str(&text).unwrap_or_default()
}

/// The name of a case with that of its scorer.
fn name(folder: &Path) -> String {
    let parts: Vec<_> = folder.iter().rev().take(2).map(|part| part.to_string_lossy()).collect();
    format!("{}/{}", parts[1], parts[0])
}

fn totals(evaluation: &Evaluation, place: usize) -> Vec<Tally> {
    evaluation.total(place, evaluation.documents().iter())
}

/// Whether we mean to differ in a figure.
fn differs(case: &str, metric: &str) -> bool {
    DIFFERENT.iter().any(|(start, metrics, _)| case.starts_with(start) && metrics.contains(&metric))
}

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn all_mentions_score_as_recorded() {
    let shared = shared("");
    let (mut wrong, mut compared) = (Vec::new(), 0);
    for folder in ["ua1", "ua2", "ua2-fixed"].iter().flat_map(|scorer| cases(&shared, scorer)) {
        let Some(protocol) = asked(&folder) else { continue };
        for one in recorded(&folder) {
            let names = NAMES.iter().find(|names| one["metric"] == names.0).expect("a metric that we know");
            let case = name(&folder);
            let never_read = case.starts_with("ua2/") && one.get("counts").is_none();
            if never_read || differs(&case, names.0) {
                continue;
            }
            let metric = metric::by_name(names.1).expect("a metric");
            let evaluation = evaluate(&folder, &protocol, &[metric]);
            let [recall, precision, _] = evaluation.score(0).or_zero();
            let same = match one.get("counts") {
                Some(_) => same_counts(&totals(&evaluation, 0), &counts(&one)),
                None => close(recall, &one["recall"]) && close(precision, &one["precision"]),
            };
            compared += 1;
            if !same {
                wrong.push(format!("{case} {}: {:?} but {one}", names.0, totals(&evaluation, 0)));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {compared}\n{}", wrong.len(), wrong.join("\n"));
    println!("{compared} figures compared");
}

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn split_antecedents_alone_score_as_recorded() {
    let shared = shared("");
    let (mut wrong, mut compared) = (Vec::new(), 0);
    for folder in ["ua1", "ua2", "ua2-fixed"].iter().flat_map(|scorer| cases(&shared, scorer)) {
        let Some(protocol) = asked(&folder) else { continue };
        for one in recorded(&folder).iter().filter(|one| one.get("split_counts").is_some()) {
            let names = NAMES.iter().find(|names| one["metric"] == names.0).expect("a metric that we know");
            let evaluation = evaluate(&folder, &protocol, &[metric::by_name(names.2).expect("a metric")]);
            compared += 1;
            if !same_counts(&totals(&evaluation, 0), &split_counts(one)) {
                wrong.push(format!("{} {}: {:?} but {one}", name(&folder), names.0, totals(&evaluation, 0)));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {compared}\n{}", wrong.len(), wrong.join("\n"));
    println!("{compared} figures compared");
}
