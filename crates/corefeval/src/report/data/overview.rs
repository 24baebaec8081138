//! The overview of a report: scores with intervals, ranks, differences, genres, documents, matching rules and inputs.

use serde_json::{Value, json};

use super::VERSION;
use crate::evaluation::contrast::{Contrast, Difference, Estimate, SystemEstimates};
use crate::evaluation::resample::Figure;
use crate::evaluation::{DocumentTallies, Evaluation, Rounding, Ruled};
use crate::metric::{Metric, Score, Tally};
use crate::problem::Problems;
use crate::report::f_name;
use crate::report::json::InputFile;
use crate::report::scores::{By, groups};

/// The data from which the overview is made.
#[derive(Clone, Debug)]
pub struct Overview<'a> {
    /// The names of the systems.
    pub names: &'a [String],
    /// The evaluation of each system, all under the same plan.
    pub evaluations: &'a [Evaluation],
    /// The intervals of all figures, the ranks, and the differences of systems.
    pub contrast: &'a Contrast,
    /// The evaluations under every matching rule that the key allows.
    pub rules: &'a [Ruled],
    /// The panels, as [`panels`](super::panels) makes them.
    pub panels: Value,
    /// The files.
    pub inputs: &'a [InputFile],
    /// The problems found.
    pub problems: &'a Problems,
    /// The signature, with the fields about resampling.
    pub signature: &'a str,
}

/// The overview as JSON.
#[must_use]
pub fn overview(of: &Overview<'_>) -> Value {
    let plan = of.evaluations.first().map(|evaluation| evaluation.plan().clone()).unwrap_or_default();
    json!({
        "report": VERSION,
        "corefeval": env!("CARGO_PKG_VERSION"),
        "signature": of.signature,
        "digits": {"decimals": plan.decimals(), "truncate": plan.rounding() == Rounding::Truncate},
        "f_name": f_name(plan.protocol().beta),
        "metrics": plan.metrics().iter().map(|metric| metric_json(metric)).collect::<Vec<_>>(),
        "figures": of.contrast.figures.iter().map(figure).collect::<Vec<_>>(),
        "main": of.contrast.main_figure(),
        "chance": chance(of.contrast),
        "systems": systems(of),
        "differences": of.contrast.differences.iter().map(difference).collect::<Vec<_>>(),
        "rules": of.rules.iter().map(rule).collect::<Vec<_>>(),
        "genres": genres(of.evaluations),
        "panels": of.panels,
        "documents": documents(of.evaluations),
        "inputs": of.inputs.iter().map(input).collect::<Vec<_>>(),
        "problems": problems(of.problems),
    })
}

fn metric_json(metric: &Metric) -> Value {
    json!({"name": metric.name, "title": metric.title, "about": metric.summary, "parts": metric.parts.len()})
}

fn figure(figure: &Figure) -> Value {
    json!({
        "name": figure.name, "title": figure.title, "part": figure.part.name(),
        "average": figure.is_average(),
    })
}

fn chance(contrast: &Contrast) -> Value {
    let options = &contrast.options;
    json!({
        "confidence": options.confidence, "resamples": options.resamples, "unit": options.unit.name(),
        "units": contrast.units, "documents": contrast.documents, "exact": contrast.is_exact,
        "test": options.test.name(),
    })
}

fn systems(of: &Overview<'_>) -> Vec<Value> {
    let system = |((name, evaluation), estimates): ((&String, &Evaluation), &SystemEstimates)| {
        let standing =
            |place: usize| estimates.standings[place].map(|one| [one.rank, one.interval.0, one.interval.1]);
        let all: Vec<&DocumentTallies> = evaluation.documents().iter().collect();
        json!({
            "name": name,
            "figures": estimates.figures.iter().map(estimate).collect::<Vec<_>>(),
            "ranks": (0..estimates.standings.len()).map(standing).collect::<Vec<_>>(),
            "tallies": tallies(evaluation, &all),
        })
    };
    of.names.iter().zip(of.evaluations).zip(&of.contrast.systems).map(system).collect()
}

/// A figure and the ends of its interval.
fn estimate(estimate: &Estimate) -> Value {
    let (low, high) = estimate.interval.unzip();
    json!([estimate.value, low, high])
}

fn difference(difference: &Difference) -> Value {
    let tested = difference.figures.iter().map(|tested| {
        let (low, high) = tested.difference.interval.unzip();
        json!([tested.difference.value, low, high, tested.p, tested.adjusted_p, tested.detectable])
    });
    json!({"one": difference.one, "other": difference.other, "figures": tested.collect::<Vec<_>>()})
}

fn rule(ruled: &Ruled) -> Value {
    let matching = ruled.plan.protocol().matching;
    json!({
        "rule": matching.to_string(), "about": matching.summary(),
        "systems": ruled.systems.iter().map(all_figures).collect::<Vec<_>>(),
    })
}

/// Every figure of all documents, in the order of [`Figure::all`].
pub(super) fn all_figures(evaluation: &Evaluation) -> Vec<Option<f64>> {
    figures(evaluation, &evaluation.documents().iter().collect::<Vec<_>>())
}

/// Every figure of some documents, in the order of [`Figure::all`].
fn figures(evaluation: &Evaluation, documents: &[&DocumentTallies]) -> Vec<Option<f64>> {
    let metrics = 0..evaluation.metrics().len();
    let scores: Vec<Score> = metrics.map(|metric| evaluation.averaged(metric, documents)).collect();
    let averages = evaluation.averages(&scores).into_iter().map(|(_, value)| value);
    scores.iter().flat_map(|score| [score.recall, score.precision, score.f]).chain(averages).collect()
}

/// Numerator and denominator of recall and of precision, for each part of each metric.
fn tallies(evaluation: &Evaluation, documents: &[&DocumentTallies]) -> Vec<Vec<[f64; 4]>> {
    let numbers = |tally: &Tally| {
        let Tally { recall, precision } = tally;
        [recall.numerator, recall.denominator, precision.numerator, precision.denominator]
    };
    let metrics = 0..evaluation.metrics().len();
    let total = |metric| evaluation.total(metric, documents.iter().copied());
    metrics.map(|metric| total(metric).iter().map(numbers).collect()).collect()
}

fn genres(evaluations: &[Evaluation]) -> Vec<Value> {
    let Some(first) = evaluations.first() else { return Vec::new() };
    let known = |genre: &str| {
        let of = |evaluation: &Evaluation| {
            let groups = groups(evaluation, By::Genre);
            let group = groups.iter().rev().skip(1).find(|(name, _)| name == genre);
            group.map(|(_, documents)| figures(evaluation, documents))
        };
        evaluations.iter().map(of).collect::<Vec<_>>()
    };
    let mut genres = groups(first, By::Genre);
    genres.pop();
    let genre = |(name, documents): &(String, Vec<&DocumentTallies>)| json!({"name": name, "documents": documents.len(), "systems": known(name)});
    genres.iter().map(genre).collect()
}

/// Every document that any system has, in the order of the key.
fn documents(evaluations: &[Evaluation]) -> Vec<Value> {
    let Some(fullest) = evaluations.iter().max_by_key(|evaluation| evaluation.documents().len()) else {
        return Vec::new();
    };
    let document = |(place, document): (usize, &DocumentTallies)| {
        let of = |evaluation: &Evaluation| {
            let own = evaluation.documents().get(place).filter(|own| own.name == document.name)?;
            Some(json!({
                "mentions": own.labels.response_mentions,
                "figures": figures(evaluation, &[own]), "tallies": tallies(evaluation, &[own]),
            }))
        };
        let labels = &document.labels;
        json!({
            "name": document.name.to_string(), "genre": labels.genre, "tokens": labels.tokens,
            "mentions": labels.key_mentions, "systems": evaluations.iter().map(of).collect::<Vec<_>>(),
        })
    };
    fullest.documents().iter().enumerate().map(document).collect()
}

fn input(file: &InputFile) -> Value {
    json!({"role": file.role, "path": file.path, "format": file.format, "fingerprint": file.fingerprint})
}

fn problems(problems: &Problems) -> Value {
    let one = |(source, problem): (&str, &crate::problem::Problem)| {
        json!({
            "severity": problem.severity.name(), "code": problem.code, "source": source, "line": problem.line,
            "message": problem.message, "hint": problem.hint,
        })
    };
    let hidden = problems
        .counts()
        .filter(|count| count.found > count.kept)
        .map(|count| json!({"code": count.code, "source": count.source, "more": count.found - count.kept}));
    json!({"kept": problems.kept().map(one).collect::<Vec<_>>(), "more": hidden.collect::<Vec<_>>()})
}
