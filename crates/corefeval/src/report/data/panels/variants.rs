//! Every metric under the rules with which figures of it were published.

use serde_json::{Value, json};

use crate::evaluation::{DocumentPair, DocumentTallies, Evaluation, Plan};
use crate::metric::variant::{every_metric, provenance};
use crate::metric::{Average, Metric, variant};

/// The tallies of a pair for every metric and variant.
pub(super) type OfPair = DocumentTallies;

/// The plan with every metric, each followed by its variants.
fn varied(plan: &Plan) -> Plan {
    plan.with_metrics(&every_metric())
}

pub(super) fn count(plan: &Plan, pair: &DocumentPair) -> OfPair {
    pair.count(&varied(plan)).document
}

/// Recall, precision and F of every metric and variant, with where figures of it were published.
pub(super) fn panel(plan: &Plan, systems: Vec<Vec<OfPair>>) -> Value {
    let plan = varied(plan);
    let evaluations: Vec<Evaluation> =
        systems.into_iter().map(|pairs| Evaluation::new(plan.clone(), pairs)).collect();
    let row = |(place, metric): (usize, &&'static Metric)| {
        let scores = evaluations.iter().map(|evaluation| evaluation.score(place));
        let (rule, setting) = provenance(metric);
        json!({
            "name": metric.name, "title": metric.title, "of": variant::of(metric).map(|variant| variant.of),
            "rule": rule, "setting": setting,
            "systems": scores.map(|score| [score.recall, score.precision, score.f]).collect::<Vec<_>>(),
        })
    };
    let averages: Vec<Vec<(&'static Average, Option<f64>)>> =
        evaluations.iter().map(|evaluation| evaluation.averages(&evaluation.scores())).collect();
    let average = |(place, (average, _)): (usize, &(&'static Average, Option<f64>))| {
        let of =
            |system: &Vec<(&'static Average, Option<f64>)>| system.get(place).and_then(|(_, value)| *value);
        json!({
            "name": average.name, "title": average.title, "setting": average.setting,
            "systems": averages.iter().map(of).collect::<Vec<_>>(),
        })
    };
    json!({
        "signature": plan.to_string(),
        "rows": plan.metrics().iter().enumerate().map(row).collect::<Vec<_>>(),
        "averages": averages.first().into_iter().flatten().enumerate().map(average).collect::<Vec<_>>(),
    })
}
