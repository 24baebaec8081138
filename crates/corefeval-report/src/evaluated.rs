//! Makes a report from documents in memory.

use corefeval::document::Document;
use corefeval::evaluation::contrast::{Pairs, contrast};
use corefeval::evaluation::resample::{Resampling, ResamplingError};
use corefeval::evaluation::{Aids, Noticed, Plan, Refusal, Scoring, each_pair};
use corefeval::problem::{Problems, Strictness};
use corefeval::report::data::{self, Overview, PairData};
use corefeval::report::json::InputFile;

use crate::Report;

/// The key, or the response of a system.
#[derive(Clone, Debug)]
pub struct Side {
    /// Its name.
    pub name: String,
    /// Its documents.
    pub documents: Vec<Document>,
}

/// Why a report cannot be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Failure {
    /// Key and responses cannot be compared.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// Systems cannot be compared with each other.
    #[error(transparent)]
    Chance(#[from] ResamplingError),
    /// Data could not be written as JSON.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}

/// Evaluates responses and makes the report. `inputs` are the files to name in it, if there are any.
pub fn report_of(
    key: Side,
    responses: Vec<Side>,
    (plan, options): (&Plan, &Resampling),
    inputs: &[InputFile],
) -> Result<Report, Failure> {
    let sources: Vec<String> =
        std::iter::once(&key).chain(&responses).map(|side| side.name.clone()).collect();
    let (scoring, of_rules) = (Scoring::new(plan), data::scoring_of_rules(plan));
    let documents = responses.into_iter().map(|side| side.documents);
    let (systems, noticed) = each_pair(key.documents, documents, plan, &Aids::default(), |pair, notice| {
        let scores = (scoring.count(&pair, notice), of_rules.count(&pair, &mut |_| ()));
        (scores, PairData::new(plan, pair))
    })?;
    let mut problems = Problems::new(Strictness::Lenient);
    let mut tell = |one: Noticed| {
        problems.add(sources.get(one.source).map_or("", String::as_str), one.problem);
    };
    noticed.into_iter().for_each(&mut tell);
    let (mut scores, mut rules, mut pairs) = (Vec::new(), Vec::new(), Vec::new());
    for system in systems {
        let (counted, shown): (Vec<_>, Vec<_>) = system.into_iter().unzip();
        let (score, rule): (Vec<_>, Vec<_>) = counted.into_iter().unzip();
        scores.push(score);
        rules.push(rule);
        pairs.push(shown.into_iter().collect::<Result<Vec<_>, _>>()?);
    }
    let evaluations = scoring.finish(scores, &mut tell).into_iter().next().map(|rule| rule.systems);
    let evaluations = evaluations.unwrap_or_default();
    let rules = of_rules.finish(rules, &mut |_| ());
    let runs: Vec<_> = evaluations.iter().map(std::slice::from_ref).collect();
    let contrast = contrast(&runs, options, Pairs::All)?;
    let overview = data::overview(&Overview {
        names: &sources[1..],
        evaluations: &evaluations,
        contrast: &contrast,
        rules: &rules,
        panels: data::panels(&evaluations, &mut pairs),
        inputs,
        problems: &problems,
        signature: &plan.signature_with(&options.fields()),
    });
    Ok(Report { overview, documents: data::documents(pairs) })
}
