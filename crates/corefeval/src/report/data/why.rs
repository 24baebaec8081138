//! What each entity of a document contributes to each score.

use serde::Serialize;

use crate::evaluation::{DocumentPair, Plan, Protocol, Singletons};
use crate::metric::contribution::{Contribution, Explanation, NamedPair, Walk, explanation};
use crate::metric::{Metric, Tally};

/// How a metric's tallies are composed.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Explained {
    /// From entities: recall and precision of each part of the metric.
    Entities(Vec<Steps>),
    /// From named entities: key entity, response entity or -1, size, size, shared mentions.
    Names(Vec<[i64; 5]>),
    /// From single mentions, which are not listed.
    Sums,
    /// By a rule under which contributions of entities do not add up to the tally.
    OtherRule,
}

/// Recall and precision of one part of a metric.
#[derive(Debug, Serialize)]
pub(super) struct Steps {
    recall: Vec<Step>,
    precision: Vec<Step>,
}

/// An entity, the entity that it is aligned with or -1, numerator and denominator.
type Step = (u32, i64, f64, f64);

/// Every metric of the plan.
pub(super) fn explained(plan: &Plan, documents: &DocumentPair) -> Vec<Explained> {
    let matched = documents.matched(plan);
    let protocol = plan.protocol();
    let keeps = plan.with_protocol(Protocol { singletons: Singletons::Keep, ..protocol.clone() });
    let before = (protocol.singletons == Singletons::DropAfterDetection).then(|| documents.matched(&keeps));
    let scored = documents.count(plan).document.tallies;
    let metric = |(metric, scored): (&&'static Metric, &Vec<Tally>)| {
        let first = before.as_ref().filter(|_| metric.counts_singletons_first);
        match explanation(metric, first.unwrap_or(&matched), scored) {
            Explanation::Entities(walks) => Explained::Entities(walks.iter().map(steps).collect()),
            Explanation::Names(pairs) => Explained::Names(pairs.iter().map(named).collect()),
            Explanation::Sums => Explained::Sums,
            Explanation::OtherRule => Explained::OtherRule,
        }
    };
    plan.metrics().iter().zip(&scored).map(metric).collect()
}

fn steps(walk: &Walk) -> Steps {
    let step = |one: &Contribution| -> Step {
        let partner = one.partner.map_or(-1, i64::from);
        (one.entity, partner, one.ratio.numerator, one.ratio.denominator)
    };
    Steps {
        recall: walk.recall.iter().map(step).collect(),
        precision: walk.precision.iter().map(step).collect(),
    }
}

fn named(pair: &NamedPair) -> [i64; 5] {
    let response = pair.response.map_or(-1, i64::from);
    [pair.key.into(), response, pair.key_size.into(), pair.response_size.into(), pair.shared.into()]
}
