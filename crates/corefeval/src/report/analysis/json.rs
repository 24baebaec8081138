//! Analyses as JSON, unrounded and complete; `docs/analysis.md` describes the fields.

use serde::Serialize;
use serde_json::{Map, Value, json as value};

use super::super::json::scores_object;
use super::Analyses;
use super::records::described;
use crate::analysis::{ANALYSES, Finding, Summary};
use crate::evaluation::Evaluation;

/// The version of the layout: raised when a field changes its meaning or is removed.
const SCHEMA: u32 = 1;

/// The complete output. Findings are serialised directly, because converting them to JSON values first would
/// take many times the memory.
#[derive(Serialize)]
struct Everything<'a> {
    schema: u32,
    corefeval: &'static str,
    signature: &'a str,
    systems: Vec<System<'a>>,
}

/// The results for a system's response.
#[derive(Serialize)]
struct System<'a> {
    #[serde(flatten)]
    figures: Value,
    findings: Vec<&'a Finding>,
}

/// The complete output, with only the findings for which `wanted` is true.
#[must_use]
pub fn json<'a>(analyses: &Analyses<'a>, wanted: &dyn Fn(&Finding) -> bool) -> impl Serialize + use<'a> {
    let system = |(name, summary): (&str, &'a Summary)| System {
        figures: figures(name, summary),
        findings: summary.findings.iter().filter(|one| wanted(one)).collect(),
    };
    Everything {
        schema: SCHEMA,
        corefeval: env!("CARGO_PKG_VERSION"),
        signature: analyses.signature,
        systems: analyses.systems().map(system).collect(),
    }
}

fn figures(name: &str, summary: &Summary) -> Value {
    let [documents, words, tags, trees, unknown] = summary.documents;
    let repairs = summary.repairs.iter().map(|(repair, evaluation)| {
        let [what, kind] = described(*repair);
        value!({"what": what, "kind": kind, "metrics": scores(evaluation)})
    });
    let differences = summary
        .differences
        .iter()
        .map(|(difference, evaluation)| value!({"kind": difference.name(), "metrics": scores(evaluation)}));
    let rules = summary
        .rules
        .iter()
        .map(|(rule, evaluation)| value!({"match": rule.to_string(), "metrics": scores(evaluation)}));
    value!({
        "name": name,
        "documents": documents,
        "documents_without": {"words": words, "tags": tags, "trees": trees},
        "documents_with_unknown_tags": unknown,
        "metrics": scores(&summary.before),
        "counts": counts(summary),
        "operations": summary.operations,
        "links": summary.links,
        "repairs": repairs.collect::<Vec<_>>(),
        "boundaries": differences.collect::<Vec<_>>(),
        "rules": rules.collect::<Vec<_>>(),
    })
}

fn scores(evaluation: &Evaluation) -> Value {
    scores_object(evaluation, &evaluation.scores())
}

fn counts(summary: &Summary) -> Value {
    let of = |analysis: &crate::analysis::Analysis| {
        let kinds = analysis.kinds.iter();
        let kinds =
            kinds.map(|kind| (kind.name.to_owned(), value!(summary.counts.of(analysis.name, kind.name))));
        (analysis.name.to_owned(), Value::Object(kinds.collect::<Map<_, _>>()))
    };
    Value::Object(ANALYSES.iter().map(of).collect())
}
