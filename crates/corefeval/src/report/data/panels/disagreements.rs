//! Disagreements of key and response, by the kinds of Pradhan et al. 2011.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::disagreement::{self, DisagreementKind};
use crate::document::Wanted;
use crate::evaluation::{DocumentPair, Plan};

/// How many disagreements of each kind a pair has.
pub(super) type OfPair = BTreeMap<&'static str, usize>;

pub(super) fn wanted() -> Wanted {
    disagreement::wanted()
}

pub(super) fn count(plan: &Plan, pair: &DocumentPair) -> OfPair {
    let mut counts = OfPair::new();
    for one in disagreement::disagreements(plan, pair) {
        *counts.entry(one.kind.name()).or_default() += 1;
    }
    counts
}

/// The panel: the number of disagreements of each kind with each system.
pub(super) fn panel(systems: &[Vec<OfPair>]) -> Value {
    let of = |kind: DisagreementKind, pairs: &Vec<OfPair>| -> usize {
        pairs.iter().filter_map(|pair| pair.get(kind.name())).sum()
    };
    let row = |(kind, value): (&DisagreementKind, &crate::choice::Value)| {
        let counts: Vec<usize> = systems.iter().map(|pairs| of(*kind, pairs)).collect();
        json!({
            "name": value.name, "about": value.about.trim(), "by_rule": kind.is_told_by_rule(),
            "systems": counts,
        })
    };
    let rows = DisagreementKind::ALL.iter().zip(DisagreementKind::VALUES).map(row);
    json!({ "kinds": rows.collect::<Vec<_>>() })
}
