//! The lines that say what is being evaluated.

use super::{Format, Matching, Options, Version};
use crate::dropin::anaphora::Metric;

/// What is printed before anything is read.
pub(super) fn heading(options: &Options) -> String {
    match options.version {
        Version::One => first_version(options),
        Version::Two => second_version(options),
        Version::Fork => fork(options),
    }
}

fn first_version(options: &Options) -> String {
    let what = match (options.deixis, options.only_splits) {
        (true, _) => "only discourse deixis".to_owned(),
        (false, true) => "only split-antecedents".to_owned(),
        // the misspelling is the scorer's
        (false, false) => listed(&[
            "corferent markables",
            kept(options),
            relations(options, Metric::NonReferring),
            relations(options, Metric::Bridging),
        ]),
    };
    let minimum = if options.minimum { " using the minimum span evaluation setting " } else { "" };
    format!("The scorer is evaluating  {what} {minimum}\n")
}

/// Joins the items that are not empty with commas.
fn listed(items: &[&str]) -> String {
    let items: Vec<&str> = items.iter().copied().filter(|item| !item.is_empty()).collect();
    items.join(", ")
}

fn kept(options: &Options) -> &'static str {
    match (options.keep.singletons, options.keep.splits) {
        (true, true) => "singletons, split-antecedents",
        (true, false) => "singletons",
        (false, true) => "split-antecedents",
        (false, false) => "",
    }
}

fn relations(options: &Options, metric: Metric) -> &'static str {
    match metric {
        _ if !options.metrics.contains(&metric) => "",
        Metric::NonReferring => "non-referring mentions",
        _ => "bridging relations",
    }
}

fn zeros(options: &Options) -> &'static str {
    match (options.keep.zeros, options.dependent_zeros) {
        (false, _) => "",
        (true, false) => "zeros (using linear match method)",
        (true, true) => "zeros (using dependent match method)",
    }
}

fn scores_clusters(metric: Metric) -> bool {
    !matches!(metric, Metric::Overlap | Metric::NonReferring | Metric::Bridging)
}

/// The heading of version 2; its first metric decides what the heading describes as scored.
fn second_version(options: &Options) -> String {
    let clusters =
        options.mention == Some(0) || options.metrics.first().copied().is_some_and(scores_clusters);
    let what = if clusters { clusters_of(options, "coreferent markables") } else { String::new() };
    let matching = match options.matching {
        Matching::Exact => "exact match evaluation setting",
        Matching::Minimum => "partial match evaluation setting with default method",
        Matching::Craft => "partial match evaluation setting with craft method",
    };
    sentences(&only(options).unwrap_or(what), matching, options)
}

fn clusters_of(options: &Options, name: &str) -> String {
    let np_only =
        if options.format == Format::Conll && options.np_only { "keep only np mentions" } else { "" };
    listed(&[name, kept(options), zeros(options), np_only])
}

fn only(options: &Options) -> Option<String> {
    match (options.deixis, options.only_splits) {
        (true, _) => Some("discourse deixis".to_owned()),
        (false, true) => Some("only split-antecedents".to_owned()),
        (false, false) => None,
    }
}

fn fork(options: &Options) -> String {
    let clusters = options.mention.is_some() || options.metrics.iter().copied().any(scores_clusters);
    let mut what = if clusters { clusters_of(options, "coreferential mentions") } else { String::new() };
    let non_referring = relations(options, Metric::NonReferring);
    if !non_referring.is_empty() {
        what = listed(&[&what, non_referring]);
    }
    if options.metrics.contains(&Metric::Bridging) {
        // the comma is printed even if nothing precedes it
        what.push_str(", bridging relations");
    }
    let matching = match (options.head, options.matching) {
        (true, _) => "head match evaluation setting",
        (false, Matching::Exact) => "exact match evaluation setting",
        (false, Matching::Minimum) => "partial-corefud match evaluation setting",
        (false, Matching::Craft) => "partial-craft match evaluation setting",
    };
    sentences(&only(options).unwrap_or(what), matching, options)
}

fn sentences(what: &str, matching: &str, options: &Options) -> String {
    format!(
        "The scorer is evaluating {what} using {matching}.\n\
         The following metrics will be evaluated: {}\n\n",
        options.metric_names().join(", ")
    )
}
