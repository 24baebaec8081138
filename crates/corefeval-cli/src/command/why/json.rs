//! The explanation of a score as JSON.

use corefeval::metric::contribution::{Contribution, Explanation, NamedPair, Walk};
use corefeval::metric::{Metric, Ratio, Score, Tally};
use serde_json::{Map, Value, json};

use super::{Members, Story};

impl Story<'_> {
    pub(super) fn as_json(&self) -> Value {
        let metric = |(place, metric): (usize, &&Metric)| {
            let score = self.evaluation.score(place);
            let total = self.evaluation.total(place, self.evaluation.documents().iter());
            let documents: Vec<Value> =
                (0..self.scenes.len()).map(|number| self.document_json(place, number)).collect();
            json!({
                "metric": metric.name, "documents": documents,
                "scored": total.iter().map(tally_json).collect::<Vec<_>>(),
                "recall": score.recall, "precision": score.precision, "f": score.f,
            })
        };
        self.evaluation.metrics().iter().enumerate().map(metric).collect()
    }

    pub(super) fn averages_json(&self) -> Value {
        let scores: Vec<Score> =
            (0..self.evaluation.metrics().len()).map(|place| self.evaluation.score(place)).collect();
        let averages = self.evaluation.averages(&scores).into_iter();
        let averages = averages.map(|(average, value)| (average.name.to_owned(), json!(value)));
        Value::Object(averages.collect::<Map<String, Value>>())
    }

    fn document_json(&self, place: usize, number: usize) -> Value {
        let metric = self.evaluation.metrics()[place];
        let pair = self.scenes[number].pair(metric);
        let (key, response) = (Members::new(pair.key()), Members::new(pair.response()));
        let half =
            |side: &[Contribution], own: &Members<'_>, other: &Members<'_>, in_key: bool| -> Vec<Value> {
                let wanted = side.iter().filter(|one| self.is_wanted(own, one.entity));
                let entity = |one: &Contribution| {
                    let found = self.scenes[number].findings_about(in_key, own.label(one.entity));
                    let mut entity = entity_json(one, own, other);
                    entity["findings"] = found.map(|finding| finding.id.as_str()).collect();
                    entity
                };
                wanted.map(entity).collect()
            };
        let part = |walk: &Walk| {
            json!({
                "recall": half(&walk.recall, &key, &response, true),
                "precision": half(&walk.precision, &response, &key, false),
            })
        };
        let scored: Vec<Value> = self.counted(place, number).iter().map(tally_json).collect();
        let mut value = json!({"document": self.scenes[number].name, "parts": null, "scored": scored});
        match self.explained(place, number) {
            Explanation::Entities(walks) => value["parts"] = walks.iter().map(part).collect(),
            Explanation::Names(pairs) => {
                let wanted = pairs.iter().filter(|one| self.is_wanted(&key, one.key));
                value["named"] = wanted.map(|one| named_json(one, &key, &response)).collect();
            }
            Explanation::Sums => {}
            Explanation::OtherRule => value["counted_by"] = json!(self.other_rule(place, number)),
        }
        value
    }
}

fn entity_json(one: &Contribution, own: &Members<'_>, other: &Members<'_>) -> Value {
    let shares =
        one.shares.iter().map(|cell| json!({"entity": other.label(cell.column), "mentions": cell.count}));
    json!({
        "entity": own.label(one.entity), "added": own.is_added(one.entity), "size": one.size,
        "mentions": own.mentions(one.entity), "shares": shares.collect::<Vec<_>>(),
        "aligned_with": one.partner.map(|partner| other.label(partner)),
        "numerator": one.ratio.numerator, "denominator": one.ratio.denominator,
    })
}

fn named_json(one: &NamedPair, key: &Members<'_>, response: &Members<'_>) -> Value {
    let means = one.means();
    json!({
        "entity": key.label(one.key), "size": one.key_size, "mentions": key.mentions(one.key),
        "paired_with": one.response.map(|entity| response.label(entity)), "paired_size": one.response_size,
        "candidates": one.candidates, "shared": one.shared,
        "recall": means.recall.value(), "precision": means.precision.value(), "f1": one.f1(),
    })
}

fn tally_json(tally: &Tally) -> Value {
    let ratio = |ratio: Ratio| json!({"numerator": ratio.numerator, "denominator": ratio.denominator});
    json!({"recall": ratio(tally.recall), "precision": ratio(tally.precision)})
}
