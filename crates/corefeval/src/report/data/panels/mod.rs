//! The panels of the overview: kinds of errors and their impact, boundaries, strata, names, disagreements, variants.
//!
//! One file for each panel, with its counts of a pair and the panel made from the counts of all pairs.

mod disagreements;
mod errors;
mod names;
mod strata;
mod variants;

use serde_json::{Value, json};

use crate::document::Wanted;
use crate::evaluation::{DocumentPair, Evaluation, Plan};

/// The counts of one pair for all panels.
#[derive(Clone, Debug)]
pub(super) struct PairPanels {
    errors: errors::OfPair,
    strata: strata::OfPair,
    names: names::OfPair,
    disagreements: disagreements::OfPair,
    variants: variants::OfPair,
}

/// What must be read for panels in addition to what a plan needs.
#[must_use]
pub fn wanted_by_panels() -> Wanted {
    errors::wanted().union(strata::wanted()).union(names::wanted()).union(disagreements::wanted())
}

impl PairPanels {
    pub(super) fn new(plan: &Plan, pair: &DocumentPair) -> Self {
        Self {
            errors: errors::count(plan, pair),
            strata: strata::count(plan, pair),
            names: names::count(pair),
            disagreements: disagreements::count(plan, pair),
            variants: variants::count(plan, pair),
        }
    }
}

/// The panels of all systems, each with its pairs in the order of its evaluation.
pub(super) fn panels(evaluations: &[Evaluation], systems: Vec<Vec<PairPanels>>) -> Value {
    let plan = evaluations.first().map(|evaluation| evaluation.plan().clone()).unwrap_or_default();
    let (mut errors, mut strata, mut names, mut disagreements) = (vec![], vec![], vec![], vec![]);
    let mut variants = vec![];
    for pairs in systems {
        let (mut of_errors, mut of_strata, mut of_names, mut of_disagreements) =
            (vec![], vec![], vec![], vec![]);
        let mut of_variants = vec![];
        for pair in pairs {
            of_errors.push(pair.errors);
            of_strata.push(pair.strata);
            of_names.push(pair.names);
            of_disagreements.push(pair.disagreements);
            of_variants.push(pair.variants);
        }
        errors.push(of_errors);
        strata.push(of_strata);
        names.push(of_names);
        disagreements.push(of_disagreements);
        variants.push(of_variants);
    }
    let (errors, boundaries) = errors::panels(&plan, evaluations, errors);
    json!({
        "errors": errors,
        "boundaries": boundaries,
        "strata": strata::panel(&plan, evaluations, strata),
        "names": names::panel(&names),
        "disagreements": disagreements::panel(&disagreements),
        "variants": variants::panel(&plan, variants),
    })
}

/// A panel that cannot be shown, and why.
fn missing(why: &str) -> Value {
    json!({ "missing": why })
}

#[cfg(test)]
mod tests;
