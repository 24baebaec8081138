//! Kinds of errors, the gain from repairing each, and mentions that differ only in their boundaries.

use serde_json::{Value, json};

use super::super::overview::all_figures;
use super::missing;
use crate::analysis::boundaries::{BOUNDARIES, Difference};
use crate::analysis::links::LINK_KINDS;
use crate::analysis::transformations::{TRANSFORMATIONS, Transformation};
use crate::analysis::{self, Analysed, Counts, Findings, Options, Repair, Summary, analyse};
use crate::choice::Value as Named;
use crate::document::Wanted;
use crate::evaluation::{CHOICES, DocumentPair, Evaluation, Plan};

/// The errors of a pair; none if responses cannot be repaired.
pub(super) type OfPair = Option<Analysed>;

pub(super) fn wanted() -> Wanted {
    analysis::wanted()
}

pub(super) fn count(plan: &Plan, pair: &DocumentPair) -> OfPair {
    not_repaired(plan).is_none().then(|| analyse(plan, pair, &options()))
}

/// The options of the analysis: panels show only numbers of findings.
fn options() -> Options {
    Options { findings: Findings::Counted, ..Options::default() }
}

/// The choices under which responses cannot be repaired: the repair would lose the dependencies of zeros or
/// the elements of plural entities.
const NOT_REPAIRED: [&str; 2] = ["zero-match", "splits"];

/// Why responses cannot be repaired under a plan.
fn not_repaired(plan: &Plan) -> Option<String> {
    let chosen = CHOICES.iter().filter(|choice| NOT_REPAIRED.contains(&choice.name));
    let choice = chosen.into_iter().find(|choice| !choice.is_usual(plan))?;
    Some(format!("Responses are not repaired under `{}:{}`.", choice.name, choice.get(plan).join(",")))
}

/// The panels of errors and of boundaries.
pub(super) fn panels(plan: &Plan, evaluations: &[Evaluation], systems: Vec<Vec<OfPair>>) -> (Value, Value) {
    if let Some(why) = not_repaired(plan) {
        return (missing(&why), missing(&why));
    }
    let summary = |(before, pairs): (&Evaluation, Vec<OfPair>)| {
        Summary::new(before.clone(), pairs.into_iter().flatten().collect(), &options())
    };
    let summaries: Vec<Summary> = evaluations.iter().zip(systems).map(summary).collect();
    (errors(&summaries), boundaries(&summaries))
}

fn errors(summaries: &[Summary]) -> Value {
    let kinds: Vec<Value> = Transformation::VALUES.iter().map(named).collect();
    let system = |summary: &Summary| {
        let after = |repair: Repair| at(&summary.repairs, &repair);
        let of = |repair: fn(Transformation) -> Repair| -> Vec<Value> {
            Transformation::ALL.iter().map(|kind| after(repair(*kind))).collect()
        };
        json!({
            "counts": counts(&summary.counts, TRANSFORMATIONS.name, TRANSFORMATIONS.kinds),
            "alone": of(Repair::Alone), "up_to": of(Repair::UpTo), "everything": after(Repair::Everything),
            "links": summary.links,
        })
    };
    let kinds_of_links: Vec<String> = LINK_KINDS.iter().map(ToString::to_string).collect();
    json!({
        "kinds": kinds, "link_kinds": kinds_of_links, "citation": TRANSFORMATIONS.citation,
        "systems": summaries.iter().map(system).collect::<Vec<_>>(),
    })
}

fn boundaries(summaries: &[Summary]) -> Value {
    let found = |place: usize| {
        let name = Difference::VALUES[place].name;
        summaries.iter().any(|one| {
            counts(&one.counts, BOUNDARIES.name, BOUNDARIES.kinds)[place] > 0
                && one.differences.iter().any(|(known, _)| known.name() == name)
        })
    };
    let places: Vec<usize> = (0..Difference::ALL.len()).filter(|place| found(*place)).collect();
    let system = |summary: &Summary| {
        let counts = counts(&summary.counts, BOUNDARIES.name, BOUNDARIES.kinds);
        let of = |place: &usize| at(&summary.differences, &Difference::ALL[*place]);
        json!({
            "counts": places.iter().map(|place| counts[*place]).collect::<Vec<_>>(),
            "alone": places.iter().map(of).collect::<Vec<_>>(),
        })
    };
    json!({
        "kinds": places.iter().map(|place| named(&Difference::VALUES[*place])).collect::<Vec<_>>(),
        "systems": summaries.iter().map(system).collect::<Vec<_>>(),
    })
}

/// The figures after a repair.
fn at<T: PartialEq>(list: &[(T, Evaluation)], wanted: &T) -> Value {
    list.iter().find(|(known, _)| known == wanted).map_or(Value::Null, |(_, after)| json!(all_figures(after)))
}

pub(super) fn named(value: &Named) -> Value {
    json!({"name": value.name, "about": value.about.trim()})
}

fn counts(counts: &Counts, analysis: &str, kinds: &[Named]) -> Vec<u64> {
    kinds.iter().map(|kind| counts.of(analysis, kind.name)).collect()
}
