//! Entities in set notation, `a b c | d e`, scored and explained.
//!
//! Mentions are words, entities are separated by `|`. Mentions with the same name are twins. A mention that begins with a capital
//! letter is a name, for measures that use names; a full stop and a suffix distinguish mentions with the same
//! words (`Ann.1`).

use std::collections::BTreeMap;

use corefeval::document::{Document, Layer};
use corefeval::evaluation::{DocumentPair, Plan, evaluation_of};
use corefeval::metric::Metric;
use corefeval::report::data::{self, PairData};
use corefeval::report::json::scores;
use corefeval::report::scores::{By, Results, System};
use serde_json::{Value, json};

/// The largest number of mentions that are explained.
const MOST: usize = 500;

/// Scores of two sides, and their explanation.
pub(crate) fn explained(key: &str, response: &str, plan: &Plan) -> Result<Value, Value> {
    let sides = [parse(key, "key")?, parse(response, "response")?];
    let mut tokens: BTreeMap<&str, usize> = BTreeMap::new();
    let mut names: Vec<&str> = Vec::new();
    for name in sides.iter().flatten().flatten() {
        tokens.entry(name).or_insert_with(|| {
            names.push(name);
            names.len() - 1
        });
    }
    if names.len() > MOST {
        return Err(json!(format!("{} mentions are too many: the limit is {MOST}", names.len())));
    }
    let [key, response] = sides.map(|side| document(&side, &names, &tokens));
    let pair =
        || -> Result<DocumentPair, Value> { Ok(DocumentPair::unchecked(key.clone()?, response.clone()?)) };
    let evaluation = evaluation_of(plan, &[pair()?]);
    let shown = PairData::new(plan, pair()?).map_err(|error| json!(error.to_string()))?;
    let document = data::documents(vec![vec![shown]]).pop().ok_or_else(|| json!("nothing was scored"))?;
    let system = System { name: "response".to_owned(), evaluation, strata: None };
    let results = Results { signature: plan.to_string(), systems: vec![system] };
    let parsed = |text: &str| serde_json::from_str::<Value>(text).unwrap_or_default();
    let metric = |metric: &&'static Metric| json!({"name": metric.name, "title": metric.title, "about": metric.summary, "parts": metric.parts.len()});
    Ok(json!({
        "names": names,
        "metrics": plan.metrics().iter().map(metric).collect::<Vec<_>>(),
        "scores": scores(&results, By::System, &[], &[])["systems"][0],
        "signature": results.signature,
        "text": parsed(&document.text), "why": parsed(&document.why),
    }))
}

/// The entities of a side.
fn parse<'a>(text: &'a str, side: &str) -> Result<Vec<Vec<&'a str>>, Value> {
    let entities = text.split('|').map(|entity| entity.split_whitespace().collect::<Vec<_>>());
    let entities: Vec<Vec<&str>> = entities.filter(|entity| !entity.is_empty()).collect();
    let mut seen = std::collections::BTreeSet::new();
    match entities.iter().flatten().find(|name| !seen.insert(**name)) {
        Some(twice) => Err(json!(format!("`{twice}` is in the {side} twice"))),
        None => Ok(entities),
    }
}

/// A document with a token for every mention of either side.
fn document(
    entities: &[Vec<&str>],
    names: &[&str],
    tokens: &BTreeMap<&str, usize>,
) -> Result<Document, Value> {
    let mut builder = Document::builder("example");
    let word = |name: &&str| name.split('.').next().unwrap_or_default().to_owned();
    let is_name = |name: &&str| name.starts_with(char::is_uppercase);
    let layer = |yes: &'static str, no: &'static str| {
        names.iter().map(move |name| if is_name(name) { yes } else { no })
    };
    builder.words(names.iter().map(word));
    builder.layer(Layer::PartOfSpeech, layer("NNP", "PRP"));
    builder.layer(Layer::Name, layer("(PERSON)", "*"));
    for (number, entity) in entities.iter().enumerate() {
        for name in entity {
            let token = tokens.get(name).map_or(0, |token| *token as u32);
            builder.mention(token..token + 1, number.to_string());
        }
    }
    builder.build().map_err(|error| json!(error.to_string()))
}
