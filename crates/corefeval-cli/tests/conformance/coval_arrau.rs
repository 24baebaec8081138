//! The drop-in for CoVal's ARRAU scorer against recorded output of that scorer, case by case.

use std::fs;
use std::path::{Path, PathBuf};

use crate::recorded::{arguments, assert_none, cases, differing, files, has_expected_scores, shared};
use corefeval::dropin::coval_arrau::{Options, Source, score};
use corefeval::dropin::evaluator::Printout;

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn every_recorded_case_is_reproduced_byte_for_byte() {
    let folder = shared("conformance/coval-arrau");
    assert_none(&differing(&folder, "coval-arrau", 2), cases(&folder).len());
}

fn printout(case: &Path) -> Printout {
    let read = |side: &str| -> Vec<(String, Vec<u8>)> {
        let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
        files(&case.join(side)).iter().map(|path| (name(path), fs::read(path).unwrap())).collect()
    };
    let (key, response) = (read("key"), read("response"));
    let options = Options::from_words(&arguments(case, 4));
    score(&sources(&key), &sources(&response), &options)
}

fn sources(files: &[(String, Vec<u8>)]) -> Vec<Source<'_>> {
    files.iter().map(|(name, bytes)| Source { name, bytes }).collect()
}

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn every_recorded_score_is_reproduced_to_the_ninth_digit() {
    let folder = shared("conformance/coval-arrau");
    let cases = cases(&folder);
    let differs = |case: &&PathBuf| !has_expected_scores(case, &printout(case).scores);
    let failed: Vec<_> = cases.iter().filter(differs).map(|case| case.display().to_string()).collect();
    assert_none(&failed, cases.len());
}
