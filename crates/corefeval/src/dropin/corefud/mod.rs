//! The CorefUD scorer 1.2, output for output: it scores files of the CRAC shared tasks.
//!
//! By default, mentions are matched by their heads, and zeros by their dependencies.

pub(in crate::dropin) mod agreement;
mod alignment;
pub(in crate::dropin) mod conllu;
pub(in crate::dropin) mod documents;
mod entities;
mod header;

use std::fmt::Write;

use super::anaphora::sides::{Equality, Side, Sides};
use super::anaphora::{Figure, Metric, Outcome, Problem, Source, results};
use documents::{Documents, Heads};
use rustc_hash::FxHashMap;

/// When a response mention stands for a key mention.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Matching {
    /// The response mention has the same words.
    Exact,
    /// The response mention is part of the key mention and has its head.
    Partial,
    /// The response mention has the same head.
    #[default]
    Head,
}

/// How zeros are matched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zeros {
    /// By their place in the sentence.
    Linear,
    /// By what they depend on.
    #[default]
    Dependent,
}

/// The options of the scorer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// What to print, in this order.
    pub metrics: Vec<Metric>,
    /// Whether entities of one mention count.
    pub singletons: bool,
    /// When a response mention stands for a key mention.
    pub matching: Matching,
    /// How zeros are matched.
    pub zeros: Zeros,
}

/// Scores a response.
#[must_use]
pub fn score(key: &[u8], response: &[u8], options: &Options) -> Outcome {
    let mut outcome = Outcome { stdout: heading(options), ..Outcome::default() };
    match figures(key, response, options, &mut outcome.warnings) {
        Ok(figures) => {
            for figure in &figures {
                results::print(figure, &mut outcome.stdout);
            }
            results::print_average(&figures, &mut outcome.stdout);
            outcome.figures = figures;
        }
        Err(problem) => outcome.problem = Some(problem),
    }
    outcome
}

type Warnings = Vec<(Source, String)>;

fn figures(
    key: &[u8],
    response: &[u8],
    options: &Options,
    warnings: &mut Warnings,
) -> Result<Vec<Figure>, (Source, Problem)> {
    let at = |source: Source| move |problem: Problem| (source, problem);
    let key = conllu::text(key).map_err(at(Source::Key))?;
    let response = conllu::text(response).map_err(at(Source::Response))?;
    let key = documents::read(&key, Heads::WithDependencies).map_err(at(Source::Key))?;
    let response = documents::read(&response, Heads::WithDependencies).map_err(at(Source::Response))?;
    for (source, documents) in [(Source::Key, &key), (Source::Response, &response)] {
        warnings.extend(documents.file.warnings.iter().map(|warning| (source, warning.clone())));
    }
    agreement::check(&key, &response)
        .and_then(|()| count(key, response, options))
        .map_err(at(Source::Response))
}

fn count(key: Documents<'_>, response: Documents<'_>, options: &Options) -> Result<Vec<Figure>, Problem> {
    let mut figures: Vec<Figure> = options.metrics.iter().copied().map(Figure::new).collect();
    let mut others: FxHashMap<&str, Clusters> = response.documents.into_iter().collect();
    for (name, clusters) in key.documents {
        let sides = sides(clusters, others.remove(name).unwrap_or_default(), options)?;
        let comparison = sides.comparison();
        for figure in &mut figures {
            figure.add(&figure.metric.tallies(&sides, &comparison));
        }
    }
    Ok(figures)
}

type Clusters = Vec<Vec<super::anaphora::mention::Mention>>;

fn sides(key: Clusters, response: Clusters, options: &Options) -> Result<Sides, Problem> {
    let equality = if options.matching == Matching::Head { Equality::WordsAndHead } else { Equality::Words };
    let mut sides = Sides::new(Side::new(key), Side::new(response), equality);
    for side in [&mut sides.key, &mut sides.response] {
        side.collapse();
        if !options.singletons {
            side.drop_singletons();
        }
    }
    alignment::align(&mut sides, options)?;
    Ok(sides)
}

fn heading(options: &Options) -> String {
    let mut what = String::new();
    if options.metrics.iter().any(|&metric| metric != Metric::Overlap) {
        let zeros = if options.zeros == Zeros::Linear { "linear" } else { "dependent" };
        let singletons = if options.singletons { ", singletons" } else { "" };
        let _ = write!(what, "coreferential mentions{singletons}, zeros (using {zeros} match method)");
    }
    let matching = match options.matching {
        Matching::Exact => "exact",
        Matching::Partial => "partial-corefud",
        Matching::Head => "head",
    };
    let metrics: Vec<&str> = options.metrics.iter().map(|metric| metric.name()).collect();
    format!(
        "The scorer is evaluating {what} using {matching} match evaluation setting.\n\
         The following metrics will be evaluated: {}\n\n",
        metrics.join(", ")
    )
}

#[cfg(test)]
mod tests;
