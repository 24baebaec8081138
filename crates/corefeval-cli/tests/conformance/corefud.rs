//! The drop-in for the CorefUD scorer against recorded output of that scorer.

#[allow(dead_code, reason = "every suite uses its part of it")]
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::peer::Case;
use crate::recorded::{assert_none, cases, entries, shared};
use corefeval::dropin::Metric;
use corefeval::dropin::corefud::{Matching, Options, Zeros, score};

fn recorded_cases() -> Vec<Case> {
    let folder = shared("conformance/corefud");
    cases(&folder).into_iter().map(Case::new).collect()
}

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn every_recorded_case_is_printed_alike() {
    let cases = recorded_cases();
    let different: Vec<String> = cases
        .iter()
        .filter_map(|case| Some(format!("{}: {}", case.name(), case.difference(&["corefud-scorer"])?)))
        .collect();
    assert_none(&different, cases.len());
}

/// The options of a recorded case; what the command line makes of them is tested by running it.
fn options(arguments: &[String]) -> Options {
    let mut options =
        Options { metrics: Vec::new(), singletons: false, matching: Matching::Head, zeros: Zeros::Dependent };
    for argument in arguments {
        match argument.as_str() {
            "-s" => options.singletons = true,
            "-x" | "exact" => options.matching = Matching::Exact,
            "partial" => options.matching = Matching::Partial,
            "linear" => options.zeros = Zeros::Linear,
            name => options.metrics.extend(Metric::COREFUD.into_iter().find(|metric| metric.name() == name)),
        }
    }
    if options.metrics.is_empty() {
        options.metrics = Metric::COREFUD.to_vec();
    }
    options
}

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn figures_agree_in_full_precision() {
    let cases = recorded_cases();
    let mut different = Vec::new();
    for case in &cases {
        let read = |file: &str| fs::read(case.folder.join(file)).unwrap();
        let outcome = score(&read("key"), &read("response"), &options(&case.arguments));
        different.extend(
            case.figure_difference(&outcome.figures)
                .map(|difference| format!("{}: {difference}", case.name())),
        );
    }
    assert_none(&different, cases.len());
}

/// `gold-light.partial.singletons` as what is typed for it.
fn arguments(stem: &str, data: &Path) -> Vec<String> {
    let mut parts = stem.split('.');
    let response = parts.next().unwrap();
    let key = data.join("key.conllu").display().to_string();
    let response = match response {
        "identity" => key.clone(),
        name => data.join(format!("sys-{name}.conllu")).display().to_string(),
    };
    let mut arguments = vec!["-a".to_owned(), parts.next().unwrap().to_owned()];
    for option in parts {
        let flags: &[&str] = if option == "linear" { &["-z", "linear"] } else { &["-s"] };
        arguments.extend(flags.iter().map(|flag| (*flag).to_owned()));
    }
    arguments.extend([key, response]);
    arguments
}

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn real_corpora_are_printed_alike() {
    let data = shared("data");
    let (mut different, mut compared) = (Vec::new(), 0);
    for set in ["gum-corefud", "multilingual/hu-korkor"] {
        for expected in entries(&data.join("expected/corefud").join(set)) {
            let name = expected.file_name().unwrap().to_string_lossy().into_owned();
            let Some(stem) = name.strip_suffix(".txt").filter(|stem| !stem.ends_with("stderr")) else {
                continue;
            };
            let mut ours = Command::new(env!("CARGO_BIN_EXE_corefeval"));
            let ours = ours.arg("corefud-scorer").args(arguments(stem, &data.join(set))).output().unwrap();
            compared += 1;
            if ours.stdout != fs::read(&expected).unwrap() {
                different.push(format!("{set} {name}"));
            }
        }
    }
    assert_none(&different, compared);
}
