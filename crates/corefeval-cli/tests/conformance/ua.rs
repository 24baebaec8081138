//! The drop-ins for the Universal Anaphora scorers against recorded output of those scorers.

use std::fs;

use crate::peer::Case;
use crate::recorded::{assert_none, cases, shared};
use corefeval::dropin::ua::{Format, Keep, Matching, Options, Request, Task, Version, score};

/// Cases of version 1 with split antecedents whose LEA or BLANC depends on the order of a Python set: `docs/differences.md`.
const FIRST_VERSION_BY_CHANCE: [&str; 9] = [
    "s-deixis-evaluate_discourse_deixis+only_split_antecedent",
    "s-lea-order-10-12",
    "s-lea-order-20-30",
    "s-lea-order-9-11",
    "s-lea-order-9-30",
    "s-plural-extra-el",
    "s-plural-plural-in-singular",
    "s-plural-same-cluster-el",
    "s-plural-wrong-el",
];

/// Cases of version 2 with split antecedents whose BLANC depends on the order of a Python set: `docs/differences.md`.
const SECOND_VERSION_BY_CHANCE: [&str; 4] =
    ["s-plural-one-el", "s-plural-plural-in-singular", "s-plural-same-cluster-el", "s-plural-wrong-el"];

/// A scorer: the folder of its cases, what to type for it, and the cases that are left out.
struct Scorer {
    folder: &'static str,
    version: &'static str,
    left_out: &'static [&'static str],
}

const SCORERS: [Scorer; 3] = [
    Scorer { folder: "ua1", version: "1", left_out: &FIRST_VERSION_BY_CHANCE },
    Scorer { folder: "ua2", version: "2", left_out: &SECOND_VERSION_BY_CHANCE },
    Scorer { folder: "ua2-fixed", version: "2-fork", left_out: &[] },
];

impl Scorer {
    fn cases(&self) -> Vec<Case> {
        let folder = shared(&format!("conformance/{}", self.folder));
        cases(&folder).into_iter().map(Case::new).collect()
    }

    fn leaves_out(&self, case: &Case) -> bool {
        self.left_out.contains(&case.name().as_str())
    }
}

fn assert_alike(scorer: &Scorer) {
    let cases = scorer.cases();
    let command = ["ua-scorer", "--ua-version", scorer.version];
    let mut different = Vec::new();
    for case in cases.iter().filter(|case| !scorer.leaves_out(case)) {
        different
            .extend(case.difference(&command).map(|difference| format!("{}: {difference}", case.name())));
    }
    assert_none(&different, cases.len() - scorer.left_out.len());
}

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn every_recorded_case_of_version_1_is_printed_alike() {
    assert_alike(&SCORERS[0]);
}

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn every_recorded_case_of_version_2_is_printed_alike() {
    assert_alike(&SCORERS[1]);
}

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn every_recorded_case_of_the_fork_is_printed_alike() {
    assert_alike(&SCORERS[2]);
}

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn what_is_left_out_differs_in_lea_and_blanc_only() {
    for scorer in &SCORERS {
        for case in scorer.cases().iter().filter(|case| scorer.leaves_out(case)) {
            let command = ["ua-scorer", "--ua-version", scorer.version];
            let metrics = case.different_metrics(&command);
            assert!(!metrics.is_empty(), "{} agrees and need not be left out", case.name());
            let allowed: &[&str] = if scorer.version == "1" { &["lea", "blanc"] } else { &["blanc"] };
            assert!(
                metrics.iter().all(|name| allowed.contains(&name.as_str())),
                "{}: {metrics:?}",
                case.name()
            );
        }
    }
}

/// The options of a recorded case of version 2 or its fork; what the command line makes of them is tested by running it.
fn request(arguments: &[String], version: Version) -> Request {
    let mut request = Request { version, ..Request::default() };
    let mut in_metrics = false;
    for argument in arguments.iter().map(String::as_str) {
        in_metrics = argument == "-m" || in_metrics && !argument.starts_with('-');
        match argument {
            "-s" => request.keep.singletons = true,
            "-l" => request.keep.splits = true,
            "-z" => request.keep.zeros = true,
            "-p" | "partial-corefud" => request.partial = Some(true),
            "-d" => request.deixis = true,
            "-m" => request.metrics = Some(Vec::new()),
            "--only-split-antecedent" => request.only_splits = true,
            "craft" => request.craft = Some(true),
            "head" => request.head = true,
            "partial-craft" => (request.partial, request.craft) = (Some(true), Some(true)),
            "dependent" => request.dependent_zeros = true,
            "corefud" => request.format = Some(Format::CorefUd),
            "crac22" => request.task = Some(Task::Crac22),
            "crac18" => request.task = Some(Task::Crac18),
            "conll12" => request.task = Some(Task::Conll12),
            "codicrac22ar" => request.task = Some(Task::CodiCrac22Ar),
            "codicrac22br" => request.task = Some(Task::CodiCrac22Br),
            "conll" if !in_metrics => request.format = Some(Format::Conll),
            name if in_metrics => request.metrics.get_or_insert_default().push(name.to_owned()),
            _ => {}
        }
    }
    request
}

fn options(case: &Case, scorer: &Scorer) -> Option<Options> {
    let version = match scorer.version {
        "1" => return Some(Options::of_words(case.arguments.get(2..).unwrap_or_default())),
        "2" => Version::Two,
        _ => Version::Fork,
    };
    request(&case.arguments, version).options().ok()
}

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn figures_agree_in_full_precision() {
    let (mut different, mut compared) = (Vec::new(), 0);
    for scorer in &SCORERS {
        for case in scorer.cases().iter().filter(|case| !scorer.leaves_out(case)) {
            let Some(options) = options(case, scorer) else { continue };
            let read = |file: &str| fs::read(case.folder.join(file)).unwrap();
            let figures = score(&read("key"), &read("response"), &options).figures;
            let difference = case.figure_difference(&figures);
            different.extend(
                difference.map(|difference| format!("{} {}: {difference}", scorer.folder, case.name())),
            );
            compared += 1;
        }
    }
    assert_none(&different, compared);
}

#[test]
fn options_of_a_shared_task_can_be_overruled() {
    let request = Request { task: Some(Task::Craft19), partial: Some(false), ..Request::default() };
    let options = request.options().unwrap();
    assert_eq!(options.matching, Matching::Exact);
    assert_eq!(options.keep, Keep { singletons: true, ..Keep::default() });
}
