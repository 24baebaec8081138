//! The drop-in for CoVal against recorded output of CoVal, case by case.

use std::fs;
use std::path::{Path, PathBuf};

use crate::recorded::{
    arguments, assert_none, cases, differing, files, has_expected_scores, inputs, shared, without_mentions,
};
use corefeval::dropin::coval::{Options, score};
use corefeval::dropin::evaluator::Printout;

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn every_recorded_case_is_reproduced_byte_for_byte() {
    let folder = shared("conformance/coval");
    assert_none(&differing(&folder, "coval", 2), cases(&folder).len());
}

fn printout(case: &Path) -> Printout {
    let words = arguments(case, 4);
    let read = |file: &str| fs::read(case.join(file)).unwrap();
    score(&read("key"), &read("response"), &Options::from_words(&words))
}

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn every_recorded_score_is_reproduced_to_the_ninth_digit() {
    let folder = shared("conformance/coval");
    let cases = cases(&folder);
    let differs = |case: &&PathBuf| !has_expected_scores(case, &printout(case).scores);
    let failed: Vec<_> = cases.iter().filter(differs).map(|case| case.display().to_string()).collect();
    assert_none(&failed, cases.len());
}

/// The words behind a recorded output such as `gold-light.all.min_spans.txt`.
fn name_and_words(file: &str) -> (&str, Vec<&str>) {
    let (name, words) = file.trim_end_matches(".txt").split_once(".all").unwrap();
    (name, words.split('.').filter(|word| !word.is_empty()).collect())
}

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn real_corpora_get_the_recorded_output() {
    let (expected, data) = (shared("data/expected/coval"), shared("data"));
    let outputs: Vec<_> =
        files(&expected).into_iter().filter(|path| !path.to_string_lossy().contains(".stderr.")).collect();
    let mut failed = Vec::new();
    for output in &outputs {
        let place = output.strip_prefix(&expected).unwrap();
        let (name, words) = name_and_words(place.file_name().unwrap().to_str().unwrap());
        let mut folder = data.join(place.parent().unwrap());
        if folder.join(name).is_dir() {
            folder.push(name);
        }
        let (key, response) = inputs(&folder, name, without_mentions);
        let ours = score(&key, &response, &Options::from_words(&words));
        let stopped = output.with_extension("stderr.txt").exists();
        if ours.stdout != fs::read_to_string(output).unwrap() || ours.failure.is_some() != stopped {
            failed.push(format!("{} {:?}", place.display(), ours.failure));
        }
    }
    assert_none(&failed, outputs.len());
}
