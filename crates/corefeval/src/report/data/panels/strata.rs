//! Scores split by properties of mentions.

use serde_json::{Value, json};

use super::super::overview::all_figures;
use super::missing;
use crate::document::Wanted;
use crate::evaluation::resample::Figure;
use crate::evaluation::{DocumentPair, Evaluation, Plan};
use crate::strata::{DocumentStrata, STRATA, Strata, Stratified, Stratum, divided, undivided};

/// The strata of a pair for each of [`STRATA`]; empty if scores cannot be split.
pub(super) type OfPair = Vec<DocumentStrata>;

/// The largest number of strata of one kind that are shown: files can name any number of types.
const MOST: usize = 40;

pub(super) fn wanted() -> Wanted {
    STRATA.iter().fold(Wanted::MENTIONS, |sum, strata| sum.union(strata.wanted))
}

pub(super) fn count(plan: &Plan, pair: &DocumentPair) -> OfPair {
    let Ok(plan) = division(plan) else { return Vec::new() };
    STRATA.iter().map(|strata| DocumentStrata::new(strata, &plan, pair)).collect()
}

/// The plan with only the metrics that can be split by mentions, or why there is none.
fn division(plan: &Plan) -> Result<Plan, String> {
    if let Some(why) = undivided(plan) {
        return Err(format!("Scores are not taken apart: {why}."));
    }
    match divided(plan).0 {
        kept if kept.is_empty() => Err("Single mentions add up to none of the metrics.".to_owned()),
        kept => Ok(plan.with_metrics(&kept)),
    }
}

/// The panel: for each way to group mentions, its strata or what is missing.
pub(super) fn panel(plan: &Plan, evaluations: &[Evaluation], systems: Vec<Vec<OfPair>>) -> Value {
    let plan = match division(plan) {
        Ok(plan) => plan,
        Err(why) => return missing(&why),
    };
    let mut by_strata: Vec<Vec<Vec<DocumentStrata>>> = vec![Vec::new(); STRATA.len()];
    for pairs in systems {
        let mut of_system: Vec<Vec<DocumentStrata>> = vec![Vec::new(); STRATA.len()];
        for pair in pairs {
            of_system.iter_mut().zip(pair).for_each(|(all, one)| all.push(one));
        }
        by_strata.iter_mut().zip(of_system).for_each(|(all, one)| all.push(one));
    }
    let evaluations: Vec<Evaluation> = evaluations.iter().map(|whole| kept(whole, &plan)).collect();
    let all = STRATA.iter().zip(by_strata).map(|(strata, systems)| one(strata, &plan, &evaluations, systems));
    json!({ "figures": places(&plan), "ways": all.collect::<Vec<_>>() })
}

/// An evaluation with only the metrics of a plan.
fn kept(whole: &Evaluation, plan: &Plan) -> Evaluation {
    let places: Vec<usize> = plan
        .metrics()
        .iter()
        .filter_map(|metric| whole.metrics().iter().position(|known| known.name == metric.name))
        .collect();
    let documents = whole.documents().iter().cloned().map(|mut document| {
        document.tallies = places.iter().map(|place| document.tallies[*place].clone()).collect();
        document
    });
    Evaluation::from_tallies(plan.clone(), documents.collect()).unwrap_or_else(|_| whole.clone())
}

/// The names of the figures of strata, and which part of a score each is.
fn places(plan: &Plan) -> Vec<[&'static str; 2]> {
    Figure::all(plan).iter().map(|figure| [figure.name, figure.part.name()]).collect()
}

fn one(strata: &Strata, plan: &Plan, evaluations: &[Evaluation], systems: Vec<Vec<DocumentStrata>>) -> Value {
    let (name, title, about) = (strata.name, strata.title, strata.about);
    let of = |(evaluation, documents): (&Evaluation, Vec<DocumentStrata>)| {
        Stratified::new(strata, evaluation, documents)
    };
    let found: Result<Vec<Stratified>, _> = evaluations.iter().zip(systems).map(of).collect();
    let found = match found {
        Ok(found) => found,
        Err(why) => return json!({"name": name, "title": title, "about": about, "missing": why.to_string()}),
    };
    let mut names: Vec<&str> = Vec::new();
    for stratum in found.iter().flat_map(|system| &system.strata) {
        if !names.contains(&stratum.name.as_str()) {
            names.push(&stratum.name);
        }
    }
    let order = |name: &str| strata.values.iter().position(|value| value.name == name).unwrap_or(usize::MAX);
    names.sort_by_key(|name| order(name));
    let more = names.len().saturating_sub(MOST);
    names.truncate(MOST);
    let about_of =
        |name: &str| strata.values.iter().find(|value| value.name == name).map(|value| value.about);
    let row = |name: &&str| {
        let of = |system: &Stratified| {
            system.strata.iter().find(|one| one.name == *name).map(|one| shown(one, plan))
        };
        json!({"name": name, "about": about_of(name), "systems": found.iter().map(of).collect::<Vec<_>>()})
    };
    let mut notes: Vec<&str> =
        found.iter().flat_map(|system| &system.makeshifts).map(String::as_str).collect();
    notes.dedup();
    json!({
        "name": name, "title": title, "about": about, "strata": names.iter().map(row).collect::<Vec<_>>(),
        "more": more, "notes": notes, "unknown": found.iter().map(|system| system.unknown).max(),
    })
}

/// How many mentions of key and response a stratum has, and its figures.
fn shown(stratum: &Stratum, plan: &Plan) -> Value {
    let (key, response) = stratum.mentions();
    let evaluation = Evaluation::from_tallies(plan.clone(), stratum.documents.clone());
    let figures = evaluation.map(|evaluation| all_figures(&evaluation)).unwrap_or_default();
    json!({"key": key, "response": response, "figures": figures})
}
