//! The drop-in for scorch and its converter against recorded output, case by case.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::recorded::{
    arguments, assert_none, cases, entries, inputs, run, shared, status, without_mentions,
};
use corefeval::document::{Document, Wanted};
use corefeval::dropin::scorch::{Pair, score_folders};
use corefeval::evaluation::{Plan, Protocol, evaluate};
use corefeval::format::{Block, conll, scorch};
use corefeval::metric::METRICS;
use serde_json::{Value, json};

/// Whether two outputs are equal but for the last digits, which in scorch depend on the order of sets.
fn agree(ours: &str, theirs: &str) -> bool {
    let words = |text: &str| text.split(['\t', '\n', ' ', '=']).map(str::to_owned).collect::<Vec<_>>();
    let (ours, theirs) = (words(ours), words(theirs));
    ours.len() == theirs.len()
        && ours.iter().zip(&theirs).all(|(one, other)| one == other || close(one, other))
}

fn close(one: &str, other: &str) -> bool {
    let number = |text: &str| text.parse::<f64>().ok().filter(|_| text.contains('.'));
    matches!((number(one), number(other)), (Some(one), Some(other)) if (one - other).abs() < 1e-12)
}

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn every_recorded_case_is_reproduced_to_the_twelfth_digit() {
    let folder = shared("conformance/scorch");
    let cases = cases(&folder);
    let differs = |case: &&PathBuf| {
        let arguments = arguments(case, 1);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let (stdout, code) = run(case, "scorch", &arguments);
        let expected = fs::read_to_string(case.join("expected_stdout")).unwrap();
        code != status(case) || !agree(&stdout, &expected)
    };
    let failed: Vec<_> = cases.iter().filter(differs).map(|case| case.display().to_string()).collect();
    assert_none(&failed, cases.len());
}

/// The files in a folder with their contents.
fn contents(folder: &Path) -> Vec<(String, String)> {
    let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
    let files = if folder.is_dir() { entries(folder) } else { Vec::new() };
    files.iter().map(|path| (name(path), fs::read_to_string(path).unwrap())).collect()
}

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn the_converter_writes_the_recorded_files() {
    let folder = shared("conformance/scorch-conll");
    let cases = cases(&folder);
    let differs = |case: &&PathBuf| {
        let out = tempfile::tempdir().unwrap();
        let (_, code) = run(case, "scorch-conll", &["input.conll", out.path().to_str().unwrap()]);
        code != status(case) || contents(out.path()) != contents(&case.join("out"))
    };
    let failed: Vec<_> = cases.iter().filter(differs).map(|case| case.display().to_string()).collect();
    assert_none(&failed, cases.len());
}

/// A document in scorch's JSON.
fn clusters(document: &Document) -> Vec<u8> {
    let mut clusters: serde_json::Map<String, Value> = serde_json::Map::new();
    for mention in document.mentions() {
        let name = format!("{}-{}", mention.span.start, mention.span.end);
        let cluster = clusters.entry(mention.entity.to_string()).or_insert_with(|| json!([]));
        cluster.as_array_mut().unwrap().push(name.into());
    }
    json!({"type": "clusters", "clusters": clusters}).to_string().into_bytes()
}

fn documents(file: &[u8]) -> Vec<(String, Vec<u8>)> {
    let documents = conll::CONLL.read(&Block::whole(file), Wanted::MENTIONS).documents;
    documents.iter().map(|document| (format!("{:?}", document.name()), clusters(document))).collect()
}

/// What our scorer prints for two CoNLL files; nothing if it fails.
fn printed(key: &[u8], response: &[u8]) -> String {
    let response: HashMap<String, Vec<u8>> = documents(response).into_iter().collect();
    let key = documents(key);
    let pair = |(name, key): &'_ (String, Vec<u8>)| (name.clone(), key.clone(), response[name].clone());
    let pairs: Vec<_> = key.iter().map(pair).collect();
    let pairs: Vec<_> = pairs.iter().map(|(name, key, response)| Pair { name, key, response }).collect();
    score_folders(&pairs).stdout
}

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn real_corpora_get_the_recorded_figures() {
    let (expected, data) = (shared("data/expected/scorch"), shared("data"));
    let outputs = recorded_outputs(&expected);
    let mut failed = Vec::new();
    for output in &outputs {
        let place = output.strip_prefix(&expected).unwrap();
        let name = place.file_stem().unwrap().to_str().unwrap();
        let mut folder = data.join(place.parent().unwrap());
        if folder.join(name).is_dir() {
            folder.push(name);
        }
        let (key, response) = inputs(&folder, name, without_mentions);
        if !agree(&printed(&key, &response), &fs::read_to_string(output).unwrap()) {
            failed.push(place.display().to_string());
        }
    }
    assert_none(&failed, outputs.len());
}

fn recorded_outputs(folder: &Path) -> Vec<PathBuf> {
    let (folders, files): (Vec<_>, Vec<_>) = entries(folder).into_iter().partition(|path| path.is_dir());
    let inner = folders.iter().flat_map(|folder| recorded_outputs(folder));
    inner.chain(files.into_iter().filter(|path| !path.to_string_lossy().ends_with(".stderr.txt"))).collect()
}

/// Cases in which scorch's library has other figures than the engine, and why.
const LIBRARY_OTHERWISE: &[(&str, &str, &str)] =
    &[("single-mention", "blanc", "one mention has no links, for which scorch gives 1")];

/// A side of a recorded case, as scorch's JSON and then as a document.
fn read_side(side: &Value) -> Document {
    let entities = side.as_array().unwrap().iter().enumerate();
    let clusters: serde_json::Map<String, Value> =
        entities.map(|(number, mentions)| (number.to_string(), mentions.clone())).collect();
    let json = json!({"type": "clusters", "clusters": clusters}).to_string();
    scorch::SCORCH.read(&Block::whole(json.as_bytes()), Wanted::MENTIONS).documents.remove(0)
}

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn scores_of_scorch_files_are_those_of_its_library() {
    let folder = shared("conformance/scorch");
    let text = fs::read_to_string(folder.join("library_scores.json")).unwrap();
    let cases: serde_json::Map<String, Value> = serde_json::from_str(&text).unwrap();
    let plan = Plan::new(Protocol::default(), METRICS);
    let (mut failed, mut compared) = (Vec::new(), 0);
    for (name, case) in &cases {
        let (key, response) = (read_side(&case["key"]), read_side(&case["response"]));
        let outcome = evaluate([key], [[response]], &plan).unwrap();
        let tallies = &outcome.systems()[0].documents()[0].tallies;
        for (metric, tallies) in METRICS.iter().zip(tallies) {
            let recorded = &case["expected"][metric.name.replace('-', "_")];
            let Some(expected) = recorded.as_array() else { continue };
            let score = (metric.score)(tallies, 1.0);
            let close = |(ours, theirs): (&f64, &Value)| (ours - theirs.as_f64().unwrap()).abs() < 1e-12;
            let agree = score.or_zero().iter().zip(expected).all(close);
            let known =
                LIBRARY_OTHERWISE.iter().any(|(case, other, _)| case == name && *other == metric.name);
            if agree == known {
                failed.push(format!("{name} {}: {score:?} {expected:?}", metric.name));
            }
            compared += 1;
        }
    }
    assert_none(&failed, compared);
}
