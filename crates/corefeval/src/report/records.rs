//! Scores for other programs as one table: a row for each metric and average of each system and group, in the same columns
//! for one system or many.

use super::number::percent;
use super::rules::Ruled;
use super::scores::{Layout, Results, System, groups, scores_of};
use super::table::{Alignment, Table};
use crate::evaluation::DocumentTallies;
use crate::metric::{Score, Tally};

/// The columns, described in `docs/json.md`.
pub const COLUMNS: [&str; 13] = [
    "system",
    "by",
    "group",
    "documents",
    "metric",
    "recall",
    "precision",
    "f",
    "recall_numerator",
    "recall_denominator",
    "precision_numerator",
    "precision_denominator",
    "signature",
];

/// A row for each figure.
#[must_use]
pub fn table(results: &Results, layout: Layout) -> Table {
    let mut table = Table::new(&COLUMNS.map(|name| (name, Alignment::Left)));
    push(&mut table, results, layout, &[]);
    table
}

/// The same for results under several matching rules, each named in a column before the others.
#[must_use]
pub fn table_of_rules(rules: &[Ruled], layout: Layout) -> Table {
    let columns = std::iter::once("rule").chain(COLUMNS).map(|name| (name, Alignment::Left));
    let mut table = Table::new(&columns.collect::<Vec<_>>());
    for ruled in rules {
        push(&mut table, &ruled.results, layout, &[&ruled.rule]);
    }
    table
}

fn push(table: &mut Table, results: &Results, layout: Layout, first: &[&String]) {
    for system in &results.systems {
        let groups = groups(&system.evaluation, layout.by);
        let all = groups.len().saturating_sub(1);
        for (place, (group, documents)) in groups.iter().enumerate() {
            let (by, group) = if place == all { ("all", "") } else { (layout.by.name(), group.as_str()) };
            let about = [system.name.clone(), by.to_owned(), group.to_owned(), documents.len().to_string()];
            for figures in figures(system, documents, layout) {
                let cells = first.iter().map(|cell| (*cell).clone()).chain(about.clone()).chain(figures);
                table.push(cells.chain([results.signature.clone()]));
            }
        }
    }
}

/// The metric, its three figures and what was divided, for every metric; then the averages.
fn figures(system: &System, documents: &[&DocumentTallies], layout: Layout) -> Vec<[String; 8]> {
    let evaluation = &system.evaluation;
    let scores = scores_of(evaluation, documents, layout);
    let metrics = evaluation.metrics().iter().zip(&scores).enumerate();
    let of_metrics = metrics.map(|(place, (metric, score))| {
        let total = evaluation.total(place, documents.iter().copied());
        row(metric.name, *score, counts(&total, layout), layout)
    });
    let averages = evaluation.averages(&scores).into_iter();
    let of_averages = averages
        .map(|(average, f)| row(average.name, Score { f, ..Score::default() }, Default::default(), layout));
    of_metrics.chain(of_averages).collect()
}

/// Undefined figures are empty cells here, which programs take for missing.
fn row(name: &str, score: Score, counts: [String; 4], layout: Layout) -> [String; 8] {
    let figure = |value: Option<f64>| value.map_or_else(String::new, |value| percent(value, layout.digits()));
    let figures = [score.recall, score.precision, score.f].map(figure);
    let mut cells = std::iter::once(name.to_owned()).chain(figures).chain(counts);
    std::array::from_fn(|_| cells.next().unwrap_or_default())
}

/// Numerators and denominators, where one pair of them says all.
fn counts(total: &[Tally], layout: Layout) -> [String; 4] {
    match total {
        [Tally { recall, precision }] if !layout.macro_average => {
            [recall.numerator, recall.denominator, precision.numerator, precision.denominator]
                .map(|value| value.to_string())
        }
        _ => Default::default(),
    }
}
