//! Everything that has a name has a page.

use std::collections::BTreeSet;
use std::path::Path;

use corefeval::evaluation::{CHOICES, LAYERED, PRESETS};
use corefeval::format::FORMATS;
use corefeval::matching::RULES;
use corefeval::measures::MEASURES;
use corefeval::metric::variant::VARIANTS;
use corefeval::metric::{AVERAGES, METRICS, SPECIAL};
use corefeval::pages::{Kind, find, topics};
use corefeval::problem::CODES;
use corefeval::strata::STRATA;

#[test]
fn every_name_of_every_table_has_a_page() {
    let metrics = METRICS.iter().chain(SPECIAL).chain(LAYERED).map(|metric| (Kind::Metric, metric.name));
    let variants = VARIANTS.iter().map(|variant| (Kind::Metric, variant.metric.name));
    let averages = AVERAGES.iter().map(|average| (Kind::Average, average.name));
    let rules = RULES.iter().map(|rule| (Kind::MatchingRule, rule.name));
    let choices = CHOICES.iter().map(|choice| (Kind::Choice, choice.name));
    let presets = PRESETS.iter().map(|preset| (Kind::Preset, preset.name));
    let formats = FORMATS.iter().map(|format| (Kind::Format, format.name));
    let measures = MEASURES.iter().map(|measure| (Kind::Measure, measure.name));
    let codes = CODES.iter().map(|code| (Kind::Problem, code.name));
    let strata = STRATA.iter().map(|strata| (Kind::Strata, strata.name));
    let scored = metrics.chain(variants).chain(averages).chain(rules);
    for (kind, name) in
        scored.chain(choices).chain(presets).chain(formats).chain(measures).chain(strata).chain(codes)
    {
        let found = find(name).unwrap_or_default();
        assert!(found.iter().any(|topic| topic.kind == kind && topic.name == name), "{kind:?} {name}");
    }
}

#[test]
fn no_page_is_empty_and_every_name_leads_to_its_page() {
    for topic in topics() {
        let page = topic.page();
        assert!(!page.sections.is_empty() && !topic.about.is_empty(), "{}", topic.name);
        assert!(find(&topic.name).is_ok_and(|found| found.iter().any(|one| one.name == topic.name)));
        assert!(page.to_string().starts_with(&page.title));
    }
}

#[test]
fn metrics_and_rules_have_worked_examples() {
    for metric in METRICS {
        let page = find(metric.name).unwrap()[0].page();
        for heading in ["Formula", "Example", "Proposed by", "When to use it"] {
            assert!(page.sections.iter().any(|(known, _)| *known == heading), "{}: {heading}", metric.name);
        }
    }
    for rule in RULES {
        let topic = find(rule.name).unwrap();
        let page = topic.iter().find(|topic| topic.kind == Kind::MatchingRule).unwrap().page();
        let example = page.sections.iter().find(|(heading, _)| *heading == "Example").map(|(_, text)| text);
        // a mention matches itself by every rule
        assert!(example.is_some_and(|text| text.contains("wall of Ur ····  match")), "{page}");
    }
}

#[test]
fn the_example_of_b_cubed_is_that_of_pradhan_et_al_2014() {
    let page = find("b3").unwrap()[0].page().to_string();
    // 5/12 and 1/2 in the paper's example, 5/11 their F1
    for figure in ["2.9167 / 7 = 41.67", "4 / 8 = 50.00", "F1         45.45"] {
        assert!(page.contains(figure), "{page}");
    }
}

#[test]
fn usual_spellings_are_known_and_near_misses_get_a_suggestion() {
    for (name, metric) in [
        ("bcub", "b-cubed"),
        ("B³", "b-cubed"),
        ("b_cubed", "b-cubed"),
        ("CEAF_E", "ceaf-e"),
        ("ceafe", "ceaf-e"),
        ("ceafm", "ceaf-m"),
        ("CoNLL", "conll"),
        ("md", "mentions"),
        ("MUC", "muc"),
    ] {
        assert!(find(name).is_ok_and(|found| found[0].name == metric), "{name}");
    }
    for (name, meant) in
        [("bcubd", "b-cubed"), ("singeltons", "singletons"), ("cefae", "ceaf-e"), ("crac2", "crac2")]
    {
        let said = find(name).unwrap_err();
        assert!(said.contains("did you mean") && said.contains(meant), "{name}: {said}");
    }
    // fields of signatures
    for (field, names) in
        [("match:exact+head", ["exact", "head"]), ("metrics:muc+b-cubed", ["muc", "b-cubed"])]
    {
        let found = find(field).unwrap();
        assert!(names.iter().all(|name| found.iter().any(|topic| topic.name == *name)), "{field}");
    }
    assert!(find("match:zzz").is_err());
    assert!(find("zzzzqqq").unwrap_err().contains("not a known name"));
    assert_eq!(find("overlap-70").unwrap()[0].kind, Kind::MatchingRule);
    assert!(find("keep").unwrap().len() > 1);
}

#[test]
fn the_page_of_problems_has_the_rows_of_the_table() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/problems.md");
    let page = std::fs::read_to_string(page).unwrap();
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`'));
    let rows: BTreeSet<&str> = rows.map(|(code, _)| code).collect();
    let codes: BTreeSet<&str> = CODES.iter().map(|code| code.name).collect();
    assert_eq!(rows, codes);
    for code in CODES {
        assert!(page.contains(&code.means.replace('|', "\\|")), "{}: {}", code.name, code.means);
    }
}
