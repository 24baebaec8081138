//! The Universal Anaphora scorers, output for output: version 1, version 2, and the engine of version 2
//! in the CorefUD scorer.

mod alignment;
mod annotation;
mod document;
mod file;
mod heading;
mod markables;
mod minimum;
mod options;
mod reading;
mod relations;
mod request;
mod splits;

use super::anaphora::{Figure, Metric, Outcome, Problem, Source, results};
use document::Document;
use reading::Files;

pub use options::{Format, Keep, Matching, Options, Version};
pub use request::{Refusal, Request, Task};

/// Scores a response.
#[must_use]
pub fn score(key: &[u8], response: &[u8], options: &Options) -> Outcome {
    let mut outcome = Outcome { stdout: heading::heading(options), ..Outcome::default() };
    let (files, problem) = reading::read(key, response, options);
    outcome.stdout.push_str(&files.messages);
    match problem {
        None => run(files, options, &mut outcome),
        problem => outcome.problem = problem,
    }
    outcome
}

fn run(files: Files, options: &Options, outcome: &mut Outcome) {
    outcome.warnings = files.warnings;
    let documents = files.documents.into_iter();
    let documents: Vec<Document> =
        documents.map(|(key, response)| Document::new(key, response, options)).collect();
    if let Err(message) = count(&documents, options, &mut outcome.figures) {
        outcome.problem = Some((Source::Response, Problem::new(0, message)));
    }
    print(outcome, options);
}

/// Counts one metric after another, and stops at one that is undefined.
fn count(documents: &[Document], options: &Options, figures: &mut Vec<Figure>) -> Result<(), String> {
    let mut waiting = options.metrics.iter();
    loop {
        if options.mention == Some(figures.len()) {
            return Err("the metric mention does not work in this scorer".to_owned());
        }
        let Some(&metric) = waiting.next() else { return Ok(()) };
        figures.push(figure(documents, metric, options)?);
    }
}

/// Sums a metric over all documents.
fn figure(documents: &[Document], metric: Metric, options: &Options) -> Result<Figure, String> {
    let mut figure = Figure::new(metric);
    for document in documents {
        figure.add(&document.tallies(metric, options)?);
    }
    let undefined = figure.tallies.iter().any(|tally| {
        [tally.recall, tally.precision].iter().any(|ratio| ratio.numerator != 0.0 && ratio.denominator == 0.0)
    });
    if undefined {
        return Err(format!(
            "{} is undefined: entities without mentions leave nothing to divide by",
            metric.name()
        ));
    }
    Ok(figure)
}

/// Prints the figures; version 1 prints its average before non-referring markables and bridging.
fn print(outcome: &mut Outcome, options: &Options) {
    let is_relation = |figure: &&Figure| matches!(figure.metric, Metric::NonReferring | Metric::Bridging);
    let first_version = options.version == Version::One;
    let (last, first): (Vec<&Figure>, Vec<&Figure>) =
        outcome.figures.iter().partition(|figure| first_version && is_relation(figure));
    for figure in first {
        results::print(figure, &mut outcome.stdout);
    }
    if outcome.problem.is_none() {
        results::print_average(&outcome.figures, &mut outcome.stdout);
    }
    for figure in last {
        results::print(figure, &mut outcome.stdout);
    }
}

#[cfg(test)]
mod tests;
