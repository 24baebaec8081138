//! Scores under every matching rule side by side: how much of a loss is boundaries?

use super::number::{Rounding, percent};
use super::scores::Results;
use super::table::{Alignment, Cell, Mark, Row, Table};
use crate::evaluation::Evaluation;
use crate::metric::Score;

/// What systems got under one rule.
#[derive(Clone, Debug)]
pub struct Ruled {
    /// The rule's name.
    pub rule: String,
    /// The scores under it; the same systems in the same order for every rule.
    pub results: Results,
}

/// A table of the scores under every rule, and how far each is from the first, which is exact matching.
#[must_use]
pub fn table(rules: &[Ruled], rounding: Rounding) -> Table {
    let systems = rules.first().map_or(0, |first| first.results.systems.len());
    if systems == 1 { one_system(rules, rounding) } else { many_systems(rules, rounding) }
}

/// Rules in rows, metrics in columns.
fn one_system(rules: &[Ruled], rounding: Rounding) -> Table {
    let Some(first) = rules.first().and_then(|rule| rule.results.systems.first()) else {
        return Table::default();
    };
    let mut columns = vec![("Rule", Alignment::Left)];
    columns.extend(first.evaluation.metrics.iter().map(|metric| (metric.title, Alignment::Right)));
    columns.extend([("CoNLL", Alignment::Right), ("to exact", Alignment::Right)]);
    let mut table = Table::new(&columns);
    let exact = main_figure(&first.evaluation);
    for ruled in rules {
        let Some(system) = ruled.results.systems.first() else { continue };
        let scores = scores(&system.evaluation);
        let main = main_figure(&system.evaluation);
        let mut cells = vec![ruled.rule.clone()];
        cells.extend(scores.iter().map(|score| percent(score.f1, rounding)));
        cells.extend([percent(main, rounding), difference(main - exact)]);
        table.push(cells);
    }
    table
}

/// Systems in rows, rules in columns, with the rank under each rule where it is not that of exact matching.
fn many_systems(rules: &[Ruled], rounding: Rounding) -> Table {
    let mut table = Table::new(&[("System", Alignment::Left)]);
    let figures: Vec<Vec<f64>> = rules
        .iter()
        .map(|ruled| ruled.results.systems.iter().map(|system| main_figure(&system.evaluation)).collect())
        .collect();
    for ruled in rules {
        table.head.extend([ruled.rule.clone(), String::new()]);
        table.alignments.extend([Alignment::Right, Alignment::Left]);
    }
    let Some(exact) = figures.first() else { return table };
    let ranks: Vec<Vec<usize>> = figures.iter().map(|figures| ranked(figures)).collect();
    let mut order: Vec<usize> = (0..exact.len()).collect();
    order.sort_by_key(|&system| ranks[0][system]);
    for system in order {
        let name = rules[0].results.systems[system].name.clone();
        let mut cells = vec![Cell { text: name, mark: Mark::None }];
        for (figures, ranks_here) in figures.iter().zip(&ranks) {
            let mark = if ranks_here[system] == 1 { Mark::Best } else { Mark::None };
            cells.push(Cell { text: percent(figures[system], rounding), mark });
            cells.push(Cell { text: moved(ranks[0][system], ranks_here[system]), mark: Mark::Faint });
        }
        table.rows.push(Row { cells, ruled: false });
    }
    table
}

/// The average where there is one, else the F1 of the last metric.
fn main_figure(evaluation: &Evaluation) -> f64 {
    let scores = scores(evaluation);
    let average = evaluation.averages(&scores).first().map(|(_, value)| *value);
    average.or(scores.last().map(|score| score.f1)).unwrap_or(0.0)
}

fn scores(evaluation: &Evaluation) -> Vec<Score> {
    (0..evaluation.metrics.len()).map(|place| evaluation.score(place)).collect()
}

fn difference(value: f64) -> String {
    format!("{:+.2}", value * 100.0)
}

/// The rank of each figure, from 1; equals share the better rank.
fn ranked(figures: &[f64]) -> Vec<usize> {
    figures.iter().map(|one| 1 + figures.iter().filter(|other| *other > one).count()).collect()
}

fn moved(before: usize, now: usize) -> String {
    match before.cmp(&now) {
        std::cmp::Ordering::Equal => String::new(),
        std::cmp::Ordering::Greater => format!("▲{}", before - now),
        std::cmp::Ordering::Less => format!("▼{}", now - before),
    }
}
