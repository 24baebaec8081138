use serde_json::{Value, json};

use super::{PairPanels, panels};
use crate::document::Document;
use crate::evaluation::{DocumentPair, Plan, evaluation_of};

/// The key has a0 a2 a4 and b5-7 b8; the response has a0 a2 with b8, b6-7, and 3, which is spurious.
fn pair() -> DocumentPair {
    let key = Document::from_clusters("d", 9, [vec![0..1, 2..3, 4..5], vec![5..7, 8..9]]).unwrap();
    let response = Document::from_clusters("d", 9, [vec![0..1, 2..3, 8..9], vec![6..7, 3..4]]).unwrap();
    DocumentPair::unchecked(key, response)
}

fn made(plan: &str) -> Value {
    let plan: Plan = plan.parse().unwrap();
    let pair = pair();
    let counted = PairPanels::new(&plan, &pair);
    panels(&[evaluation_of(&plan, &[pair])], vec![vec![counted]])
}

fn strata(panels: &Value, name: &str) -> Value {
    let ways = panels["strata"]["ways"].as_array().unwrap();
    ways.iter().find(|way| way["name"] == name).unwrap().clone()
}

#[test]
fn errors_have_counts_and_what_is_reached_without_them() {
    let panels = made("metrics:muc");
    let errors = &panels["errors"]["systems"][0];
    // when everything is repaired, MUC recall, precision and F are 1
    assert_eq!(errors["everything"], json!([1.0, 1.0, 1.0]));
    assert_eq!(errors["links"]["key"].as_array().unwrap().len(), 3);
    let kinds = panels["errors"]["kinds"].as_array().unwrap().len();
    assert_eq!(errors["counts"].as_array().unwrap().len(), kinds);
    assert_eq!(errors["alone"].as_array().unwrap().len(), kinds);
}

#[test]
fn variants_have_figures_under_their_own_signature() {
    let panels = made("metrics:muc|singletons:drop");
    let signature = panels["variants"]["signature"].as_str().unwrap();
    assert!(signature.contains("+b-cubed-v4+") && signature.contains("singletons:drop"), "{signature}");
    let rows = panels["variants"]["rows"].as_array().unwrap();
    let row = |name: &str| rows.iter().find(|row| row["name"] == name).unwrap();
    // B³ recall: 0 2 of three with each other, 8 alone: (4/3 + 1/2) / 5; twinless response mentions are dropped for B³0
    assert_eq!(row("b-cubed")["of"], Value::Null);
    assert_eq!(row("b-cubed-0")["of"], "b-cubed");
    let recall = row("b-cubed")["systems"][0][0].as_f64().unwrap();
    assert!((recall - (4.0 / 3.0 + 0.5) / 5.0).abs() < 1e-12, "{recall}");
    assert_eq!(row("b-cubed")["systems"][0][0], row("b-cubed-0")["systems"][0][0]);
    let averages = panels["variants"]["averages"].as_array().unwrap();
    assert!(averages.iter().any(|average| average["name"] == "conll-v4"));
}

#[test]
fn strata_have_the_mentions_and_figures_of_their_part() {
    let panels = made("metrics:mentions+b-cubed");
    let size = strata(&panels, "size");
    let mentions: Vec<(u64, u64)> = size["strata"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["systems"][0])
        .map(|one| (one["key"].as_u64().unwrap(), one["response"].as_u64().unwrap()))
        .collect();
    // entities of two and of three mentions on both sides
    assert_eq!(mentions, [(2, 2), (3, 3)]);
    let first = &size["strata"][0]["systems"][0]["figures"];
    // of 5-7 and 8, 8 is found; of 6-7 and 3, none is in the key
    assert_eq!((&first[0], &first[1]), (&json!(0.5), &json!(0.0)));
    assert_eq!(panels["strata"]["figures"][0], json!(["mentions", "recall"]));
}

#[test]
fn what_cannot_be_shown_says_why() {
    let panels = made("metrics:muc|average:macro");
    assert!(panels["strata"]["missing"].as_str().unwrap().contains("average:macro"));
    assert!(panels["names"]["missing"].as_str().unwrap().contains("no words"));
    let panels = made("metrics:muc|splits:count");
    assert!(panels["errors"]["missing"].as_str().unwrap().contains("splits:count"));
}

#[test]
fn disagreements_are_counted_by_kind() {
    let kinds = made("metrics:muc")["disagreements"]["kinds"].as_array().unwrap().clone();
    let all: u64 = kinds.iter().map(|kind| kind["systems"][0].as_u64().unwrap()).sum();
    // 4 and 5-7 are missed, 8 is in another entity, 6-7 and 3 are spurious; 5-7 and 6-7 have one head, the last token
    assert_eq!(all, 4);
}
