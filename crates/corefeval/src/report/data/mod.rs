//! The report as data: one versioned JSON text for the overview, and for each document its text and its explanation.
//!
//! The front end (`web/`) reads these texts and computes no figure of its own. Documents are separate texts, so that a
//! page loads only the documents that are opened. `docs/report.md` describes the fields.

mod mentions;
mod overview;
mod panels;
mod places;
mod text;
mod why;

pub use overview::{Overview, overview};
pub use panels::wanted_by_panels;
pub(super) use text::aligned;

use panels::PairPanels;
use serde_json::Value;

use crate::evaluation::{DocumentPair, Evaluation, Plan, Scoring};

/// The version of the layout: raised when a field changes its meaning or is removed.
pub const VERSION: u32 = 1;

/// The data of one response document and its key in the report: JSON texts, and the counts for panels.
#[derive(Clone, Debug)]
pub struct PairData {
    place: usize,
    system: usize,
    key: String,
    response: String,
    why: String,
    panels: Option<PairPanels>,
}

impl PairData {
    /// The data of a pair for a report under a plan. Pairs are independent, so threads can share the work.
    pub fn new(plan: &Plan, mut pair: DocumentPair) -> Result<Self, serde_json::Error> {
        pair.lend_words();
        let (place, system) = (pair.place(), pair.system());
        let key = serde_json::to_string(&text::KeyText::new(pair.key()))?;
        let response = serde_json::to_string(&text::ResponseText::new(plan, &pair))?;
        let why = serde_json::to_string(&why::explained(plan, &pair))?;
        let panels = Some(PairPanels::new(plan, &pair));
        Ok(Self { place, system, key, response, why, panels })
    }
}

/// One document of a report, as JSON texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentData {
    /// Its words, and the mentions of the key and of every system.
    pub text: String,
    /// What its entities contribute to the scores of every system.
    pub why: String,
}

/// The panels of the overview, from the pairs of each system in the order of its evaluation. Takes their
/// counts out of the pairs.
#[must_use]
pub fn panels(evaluations: &[Evaluation], systems: &mut [Vec<PairData>]) -> Value {
    let of = |pairs: &mut Vec<PairData>| pairs.iter_mut().filter_map(|pair| pair.panels.take()).collect();
    panels::panels(evaluations, systems.iter_mut().map(of).collect())
}

/// Merges the data of all systems for each document, in the order of the key.
#[must_use]
pub fn documents(systems: Vec<Vec<PairData>>) -> Vec<DocumentData> {
    let count = systems.len();
    let mut pairs: Vec<PairData> = systems.into_iter().flatten().collect();
    pairs.sort_by_key(|pair| (pair.place, pair.system));
    pairs.chunk_by(|one, other| one.place == other.place).map(|pairs| document(pairs, count)).collect()
}

fn document(pairs: &[PairData], systems: usize) -> DocumentData {
    let of = |system: usize, text: fn(&PairData) -> &str| {
        pairs.iter().find(|pair| pair.system == system).map_or("null", text)
    };
    let all = |text: fn(&PairData) -> &str| {
        (0..systems).map(|system| of(system, text)).collect::<Vec<_>>().join(",")
    };
    let key = pairs.first().map_or("null", |pair| &pair.key);
    DocumentData {
        text: format!("{{\"key\":{key},\"systems\":[{}]}}", all(|pair| &pair.response)),
        why: format!("[{}]", all(|pair| &pair.why)),
    }
}

/// A plan that compares all matching rules and otherwise equals the given plan.
#[must_use]
pub fn every_rule(plan: &Plan) -> Plan {
    let mut every = plan.clone();
    match crate::evaluation::choice("match").map(|choice| choice.set_typed(&mut every, "all")) {
        Some(Ok(())) => every,
        _ => plan.clone(),
    }
}

/// The scoring of a report under every matching rule.
#[must_use]
pub fn scoring_of_rules(plan: &Plan) -> Scoring {
    Scoring::new(&every_rule(plan))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{PairData, documents, every_rule};
    use crate::document::Document;
    use crate::evaluation::{DocumentPair, Plan};

    fn told(key: Document, response: Document) -> (Value, Value) {
        let pair = DocumentPair::unchecked(key, response);
        let data = documents(vec![vec![PairData::new(&Plan::default(), pair).unwrap()]]).remove(0);
        (serde_json::from_str(&data.text).unwrap(), serde_json::from_str(&data.why).unwrap())
    }

    #[test]
    fn a_document_says_what_became_of_every_mention() {
        // the key has a0 a2 a4 and b5-7 b8; the response has a0 a2 with b8, b6-7, and 3, which is spurious
        let key = Document::from_clusters("d", 9, [vec![0..1, 2..3, 4..5], vec![5..7, 8..9]]).unwrap();
        let response = Document::from_clusters("d", 9, [vec![0..1, 2..3, 8..9], vec![6..7, 3..4]]).unwrap();
        let (text, _) = told(key, response);
        let system = &text["systems"][0];
        assert_eq!(system["twins"], json!([0, 1, -1, -1, 2]));
        // right, right, missed, missed, linked to another entity
        assert_eq!(system["outcomes"], json!([0, 0, 4, 4, 1]));
        assert_eq!(system["boundaries"], json!([[3, 3]]), "5-7 and 6-7 share a token");
        assert_eq!(system["aligned"], json!([[0, 0]]));
        assert_eq!(text["key"]["mentions"]["spans"].as_array().unwrap().len(), 15);
    }

    #[test]
    fn what_entities_contribute_is_told_with_numerator_and_denominator() {
        let key = Document::from_clusters("d", 9, [vec![0..1, 2..3, 4..5]]).unwrap();
        let response = Document::from_clusters("d", 9, [vec![0..1, 2..3], vec![4..5, 6..7]]).unwrap();
        let (_, why) = told(key, response);
        let place = Plan::default().metrics().iter().position(|metric| metric.name == "muc").unwrap();
        // MUC: the three mentions are in two parts, 3 - 2 links of 3 - 1
        let walk = &why[0][place]["entities"][0];
        assert_eq!(walk["recall"], json!([[0, -1, 1.0, 2.0]]));
        assert_eq!(walk["precision"], json!([[0, -1, 1.0, 1.0], [1, -1, 0.0, 1.0]]));
    }

    #[test]
    fn mentions_that_do_not_count_are_marked() {
        let one = |token: u32| std::iter::once(token..token + 1).collect();
        let key = Document::from_clusters("d", 9, [vec![0..1, 2..3], one(4)]).unwrap();
        let response = Document::from_clusters("d", 9, [one(6), vec![0..1, 2..3]]).unwrap();
        let plan: Plan = "singletons:drop".parse().unwrap();
        let data = PairData::new(&plan, DocumentPair::unchecked(key, response)).unwrap();
        let response: Value = serde_json::from_str(&data.response).unwrap();
        assert_eq!((&response["twins"], &response["left_out"]), (&json!([1, 2, -2]), &json!([0])));
    }

    #[test]
    fn every_rule_is_compared_whatever_the_plan_has() {
        let plan: Plan = "match:head".parse().unwrap();
        assert_eq!(every_rule(&plan).each_rule().len(), crate::matching::Matching::ALL.len());
    }
}
