//! Scores as JSON, unrounded and complete; `docs/json.md` describes the fields.

use serde_json::{Map, Value, json};

use super::scores::{By, Results, System, averages_of, groups_of, mentions_of, of_row};
use crate::evaluation::{DocumentTallies, Evaluation};
use crate::metric::{Ratio, Score, Tally};

/// The version of the layout: raised when a field changes its meaning or is removed.
pub const SCHEMA: u32 = 2;

/// A file that was read.
#[derive(Clone, Debug)]
pub struct InputFile {
    /// `key`, or the system's name.
    pub role: String,
    /// Its path.
    pub path: String,
    /// Its format.
    pub format: String,
    /// The fingerprint of its bytes, with the name of the hash function: `blake3:…`.
    pub fingerprint: Option<String>,
}

/// A complete scoring run as JSON.
#[must_use]
pub fn scores(results: &Results, by: By, inputs: &[InputFile], warnings: &[String]) -> Value {
    json!({
        "schema": SCHEMA,
        "corefeval": env!("CARGO_PKG_VERSION"),
        "signature": results.signature,
        "protocol": protocol(&results.signature),
        "inputs": inputs.iter().map(input).collect::<Vec<_>>(),
        "systems": results.systems.iter().map(|one| system(one, by)).collect::<Vec<_>>(),
        "warnings": warnings,
    })
}

fn protocol(signature: &str) -> Value {
    let fields = signature.split('|').filter_map(|field| field.split_once(':'));
    Value::Object(fields.map(|(name, value)| (name.to_owned(), json!(value))).collect())
}

fn input(file: &InputFile) -> Value {
    json!({"role": file.role, "path": file.path, "format": file.format, "fingerprint": file.fingerprint})
}

fn system(system: &System, by: By) -> Value {
    let evaluation = &system.evaluation;
    let macro_scores: Vec<Score> =
        (0..evaluation.metrics().len()).map(|place| evaluation.macro_score(place)).collect();
    let mut object = group(evaluation, &evaluation.documents().iter().collect::<Vec<_>>(), false);
    object.insert("name".to_owned(), json!(system.name));
    object.insert("macro".to_owned(), scores_object(evaluation, &macro_scores));
    if by != By::System {
        let groups = groups_of(system, by);
        let rows = groups[..groups.len().saturating_sub(1)].iter().map(|(name, documents)| {
            let mut row = group(evaluation, documents, by.strata().is_some());
            row.insert("name".to_owned(), json!(name));
            if by.strata().is_some() {
                let (key, response) = mentions_of(documents);
                row.insert("mentions".to_owned(), json!({"key": key, "response": response}));
            }
            Value::Object(row)
        });
        object.insert(format!("by_{}", by.name().replace('-', "_")), Value::Array(rows.collect()));
    }
    Value::Object(object)
}

/// The scores of an evaluation, unrounded.
#[must_use]
pub fn scores_of(evaluation: &Evaluation) -> Value {
    scores_object(evaluation, &evaluation.scores())
}

pub(super) fn scores_object(evaluation: &Evaluation, scores: &[Score]) -> Value {
    let metrics = evaluation
        .metrics()
        .iter()
        .zip(scores)
        .map(|(metric, score)| (metric.name.to_owned(), score_object(score)));
    let mut object: Map<String, Value> = metrics.collect();
    for (average, value) in evaluation.averages(scores) {
        object.insert(average.name.to_owned(), json!(value));
    }
    Value::Object(object)
}

fn group(evaluation: &Evaluation, documents: &[&DocumentTallies], of_stratum: bool) -> Map<String, Value> {
    let mut metrics = Map::new();
    let mut scores = Vec::new();
    for (place, metric) in evaluation.metrics().iter().enumerate() {
        let total = evaluation.total(place, documents.iter().copied());
        let score = of_row(vec![(metric.score)(&total, evaluation.beta())], of_stratum)[0];
        let mut object = score_object(&score);
        object["parts"] = total.iter().map(tally).collect();
        metrics.insert(metric.name.to_owned(), object);
        scores.push(score);
    }
    let averages = averages_of(evaluation, &scores, of_stratum).into_iter();
    let averages = averages.map(|(average, value)| (average.name.to_owned(), json!(value))).collect();
    let mut object = Map::new();
    object.insert("documents".to_owned(), json!(documents.len()));
    object.insert("metrics".to_owned(), Value::Object(metrics));
    object.insert("averages".to_owned(), Value::Object(averages));
    object
}

fn score_object(score: &Score) -> Value {
    json!({"recall": score.recall, "precision": score.precision, "f": score.f})
}

fn tally(tally: &Tally) -> Value {
    let ratio = |ratio: &Ratio| json!({"numerator": ratio.numerator, "denominator": ratio.denominator});
    json!({"recall": ratio(&tally.recall), "precision": ratio(&tally.precision)})
}
