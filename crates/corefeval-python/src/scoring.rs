//! Scores responses against a key: from files, which are read and counted in parallel, or from documents.

use std::path::PathBuf;
use std::sync::Arc;

use corefeval::document::Wanted;
use corefeval::evaluation::{self, Ruled, Scoring};
use corefeval::format::Role;
use corefeval::problem;
use corefeval::report::System;
use corefeval::report::json::InputFile;
use corefeval_files::{Files, Input, Options, Run, each_pair, pool, tell};
use pyo3::prelude::*;

use crate::choices::Plan;
use crate::document::Document;
use crate::interrupt::interruptible;
use crate::problems::{Found, add, collection, kept, refused, unreadable};
use crate::reading::format;
use crate::scores::Scores;

/// The scores under each matching rule, usually one.
type ByRule = Vec<(String, Scores)>;

/// The result of a run: the scores by rule, whether there were errors, the problems, and the files.
struct Scored {
    rules: Vec<Ruled>,
    failed: bool,
    found: Vec<Found>,
    inputs: Vec<InputFile>,
}

/// A side: its name, and its files.
type Side = (String, Vec<PathBuf>);

/// How files are read.
#[derive(FromPyObject)]
pub(crate) struct Reading {
    key_format: Option<String>,
    response_format: Option<String>,
    strict: bool,
    threads: Option<usize>,
    fingerprints: bool,
}

/// Scores files; the first side is the key.
#[pyfunction]
pub(crate) fn score_files(
    py: Python<'_>,
    sides: Vec<Side>,
    plan: Plan,
    reading: Reading,
) -> PyResult<ByRule> {
    let key = format(py, reading.key_format.as_deref())?;
    let response = format(py, reading.response_format.as_deref())?;
    let names: Vec<String> = sides.iter().skip(1).map(|(name, _)| name.clone()).collect();
    let work = move |stop: &crate::interrupt::Stop| -> corefeval_files::Result<Scored> {
        let options = Options::new().fingerprints(reading.fingerprints);
        let mut files = Vec::new();
        for (place, (_, paths)) in sides.iter().enumerate() {
            let (format, role) = if place == 0 { (key, Role::Key) } else { (response, Role::Response) };
            files.push(Files::open_all(paths, &options.format(format).role(role))?);
        }
        let mut problems = collection(reading.strict);
        let scoring = Scoring::new(&plan.plan);
        let progress = |_| stop.check();
        let run = Run {
            plan: &plan.plan,
            aids: &plan.aids,
            also: Wanted::MENTIONS,
            progress: &progress,
            annotators: None,
        };
        let count = |pair, notice: &mut dyn FnMut(evaluation::Noticed)| {
            stop.check();
            scoring.count(&pair, notice)
        };
        let pairs = pool(reading.threads)?.install(|| each_pair(&mut files, &run, &mut problems, count))?;
        let mut noticed = Vec::new();
        let rules = pairs.map(|pairs| scoring.finish(pairs, &mut |one| noticed.push(one)));
        tell(&files, noticed, &mut problems);
        Ok(scored(rules.unwrap_or_default(), &problems, inputs(&files, &sides)))
    };
    let scored = interruptible(py, work)?.map_err(|error| unreadable(py, &error))?;
    given(py, scored, &names)
}

fn inputs(files: &[Files], sides: &[Side]) -> Vec<InputFile> {
    let of_side = |(files, (name, _)): (&Files, &Side)| {
        let file = |input: &Input| InputFile {
            role: name.clone(),
            path: input.path().display().to_string(),
            format: input.format().name.to_owned(),
            fingerprint: input.fingerprint().map(str::to_owned),
        };
        files.inputs().iter().map(file).collect::<Vec<_>>()
    };
    files.iter().zip(sides).flat_map(of_side).collect()
}

fn scored(rules: Vec<Ruled>, problems: &problem::Problems, inputs: Vec<InputFile>) -> Scored {
    Scored { rules, failed: problems.errors() > 0, found: kept(problems), inputs }
}

/// Scores documents; the first side is the key.
#[pyfunction]
pub(crate) fn score_documents(
    py: Python<'_>,
    sides: Vec<(String, Vec<Document>)>,
    plan: Plan,
    strict: bool,
) -> PyResult<ByRule> {
    let sides_names: Vec<String> = sides.iter().map(|(name, _)| name.clone()).collect();
    let names = sides_names.get(1..).unwrap_or_default().to_vec();
    let work = move |stop: &crate::interrupt::Stop| {
        let own = |(_, documents): (String, Vec<Document>)| {
            documents.into_iter().map(|document| {
                stop.check();
                Arc::unwrap_or_clone(document.0)
            })
        };
        let mut sides = sides.into_iter().map(own);
        let key = sides.next().into_iter().flatten();
        let outcome = evaluation::evaluate_with(key, sides, &plan.plan, &plan.aids);
        let mut problems = collection(strict);
        let (rules, noticed) = match outcome {
            Ok(outcome) => (outcome.rules, outcome.noticed),
            Err(refusal) => (Vec::new(), refusal.noticed),
        };
        add(&mut problems, noticed, &sides_names);
        scored(rules, &problems, Vec::new())
    };
    let scored = interruptible(py, work)?;
    given(py, scored, &names)
}

fn given(py: Python<'_>, run: Scored, names: &[String]) -> PyResult<ByRule> {
    if run.failed {
        return Err(refused(py, &run.found));
    }
    let by_rule = |ruled: Ruled| {
        let systems = names.iter().cloned().zip(ruled.systems);
        let systems = systems.map(|(name, evaluation)| System { name, evaluation, strata: None }).collect();
        let rule = ruled.plan.protocol().matching.to_string();
        let signature = ruled.plan.to_string();
        let scores = Scores::new(signature, systems, run.found.clone(), run.inputs.clone());
        (rule, scores)
    };
    Ok(run.rules.into_iter().map(by_rule).collect())
}
