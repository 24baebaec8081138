//! Scores as one table for programs: a row for each metric and average of each system and group, with the
//! same columns for one system or several.

use super::number::{f_name, percent};
use super::rules::Ruled;
use super::scores::{Layout, Results, System, averages_of, groups_of, of_row, scores_of};
use super::sort::{Sort, order, sort_groups};
use super::table::{Alignment, Table};
use crate::evaluation::DocumentTallies;
use crate::metric::{Score, Tally};

/// The columns, described in `docs/tables.md`. The name of the F column contains beta: `f1`, `f2`, `f0.5`.
pub const COLUMNS: [&str; 14] = [
    "rule",
    "system",
    "by",
    "group",
    "documents",
    "metric",
    "recall",
    "precision",
    "f1",
    "recall_numerator",
    "recall_denominator",
    "precision_numerator",
    "precision_denominator",
    "signature",
];

/// A row for each figure.
#[must_use]
pub fn table(results: &Results, layout: Layout) -> Table {
    let rule =
        results.signature.split('|').find_map(|field| field.strip_prefix("match:")).unwrap_or_default();
    of_rules(&[(rule, results)], layout)
}

/// A row for each figure of results under several matching rules.
#[must_use]
pub fn table_of_rules(rules: &[Ruled], layout: Layout) -> Table {
    let rules: Vec<_> = rules.iter().map(|ruled| (ruled.rule.as_str(), &ruled.results)).collect();
    of_rules(&rules, layout)
}

fn of_rules(rules: &[(&str, &Results)], layout: Layout) -> Table {
    let mut table = Table::new(&COLUMNS.map(|name| (name, Alignment::Left)));
    let system = rules.first().and_then(|(_, results)| results.systems.first());
    if let Some(System { evaluation, .. }) = system {
        table.head[8] = f_name(evaluation.beta()).to_lowercase();
    }
    for (rule, results) in rules {
        push(&mut table, rule, results, layout);
    }
    table
}

fn push(table: &mut Table, rule: &str, results: &Results, layout: Layout) {
    let order = order(&results.systems, layout.sort.unwrap_or(Sort::None), layout);
    for system in order.iter().map(|system| &results.systems[*system]) {
        let groups = sort_groups(system, groups_of(system, layout.by), layout);
        let all = groups.len().saturating_sub(1);
        for (place, (group, documents)) in groups.iter().enumerate() {
            let (by, group) = if place == all { ("all", "") } else { (layout.by.name(), group.as_str()) };
            let about = [rule, &system.name, by, group].map(str::to_owned);
            let of_stratum = layout.by.strata().is_some() && place != all;
            for figures in figures(system, documents, layout, of_stratum) {
                let cells = about.iter().cloned().chain([documents.len().to_string()]).chain(figures);
                table.push(cells.chain([results.signature.clone()]));
            }
        }
    }
}

/// Cells for every metric: its name, its three figures, numerators and denominators; then the same for the
/// averages.
fn figures(
    system: &System,
    documents: &[&DocumentTallies],
    layout: Layout,
    of_stratum: bool,
) -> Vec<[String; 8]> {
    let evaluation = &system.evaluation;
    let scores = of_row(scores_of(evaluation, documents, layout), of_stratum);
    let metrics = evaluation.metrics().iter().zip(&scores).enumerate();
    let of_metrics = metrics.map(|(place, (metric, score))| {
        let total = evaluation.total(place, documents.iter().copied());
        row(metric.name, *score, counts(&total, layout), layout)
    });
    let averages = averages_of(evaluation, &scores, of_stratum).into_iter();
    let of_averages = averages
        .map(|(average, f)| row(average.name, Score { f, ..Score::default() }, Default::default(), layout));
    of_metrics.chain(of_averages).collect()
}

/// The cells of a figure; undefined figures are empty cells, which programs read as missing.
fn row(name: &str, score: Score, counts: [String; 4], layout: Layout) -> [String; 8] {
    let figure = |value: Option<f64>| value.map_or_else(String::new, |value| percent(value, layout.digits()));
    let figures = [score.recall, score.precision, score.f].map(figure);
    let mut cells = std::iter::once(name.to_owned()).chain(figures).chain(counts);
    std::array::from_fn(|_| cells.next().unwrap_or_default())
}

/// Numerators and denominators, if there is only one pair of each.
fn counts(total: &[Tally], layout: Layout) -> [String; 4] {
    match total {
        [Tally { recall, precision }] if !layout.macro_average => {
            [recall.numerator, recall.denominator, precision.numerator, precision.denominator]
                .map(|value| value.to_string())
        }
        _ => Default::default(),
    }
}
