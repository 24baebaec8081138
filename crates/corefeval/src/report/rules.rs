//! Scores under every matching rule side by side: how much of a loss is boundaries?

use super::number::{Rounding, f_name, percent};
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
    let mut table = if systems == 1 { one_system(rules, rounding) } else { many_systems(rules, rounding) };
    if let Some(first) = rules.first().and_then(|rule| rule.results.systems.first()) {
        let name = main_name(&first.evaluation);
        table.notes.push(format!("to exact: what {name} gains where boundaries need not be exact"));
    }
    table
}

/// What the main figure is called.
fn main_name(evaluation: &Evaluation) -> &'static str {
    let average = evaluation.averages(&scores(evaluation)).first().map(|(average, _)| average.title);
    average.or(evaluation.metrics.last().map(|metric| metric.title)).unwrap_or("F1")
}

/// Rules in rows, metrics in columns.
fn one_system(rules: &[Ruled], rounding: Rounding) -> Table {
    let Some(first) = rules.first().and_then(|rule| rule.results.systems.first()) else {
        return Table::default();
    };
    let mut columns = vec![("Rule", Alignment::Left)];
    columns.extend(first.evaluation.metrics.iter().map(|metric| (metric.title, Alignment::Right)));
    let average =
        first.evaluation.averages(&scores(&first.evaluation)).first().map(|(average, _)| average.title);
    columns.extend(average.map(|title| (title, Alignment::Right)));
    columns.push(("to exact", Alignment::Right));
    let mut table = Table::new(&columns);
    let exact = main_figure(&first.evaluation);
    for ruled in rules {
        let Some(system) = ruled.results.systems.first() else { continue };
        let scores = scores(&system.evaluation);
        let main = main_figure(&system.evaluation);
        let mut cells = vec![ruled.rule.clone()];
        cells.extend(scores.iter().map(|score| percent(score.f, rounding)));
        cells.extend(average.map(|_| percent(main, rounding)));
        cells.push(difference(main - exact));
        table.push(cells);
    }
    table
}

/// Rules in rows, systems in columns, best first under exact matching: the main figure, how far it is from exact matching,
/// and the rank where it is another.
fn many_systems(rules: &[Ruled], rounding: Rounding) -> Table {
    let figures: Vec<Vec<f64>> = rules
        .iter()
        .map(|ruled| ruled.results.systems.iter().map(|system| main_figure(&system.evaluation)).collect())
        .collect();
    let ranks: Vec<Vec<usize>> = figures.iter().map(|figures| ranked(figures)).collect();
    let mut order: Vec<usize> = (0..ranks.first().map_or(0, Vec::len)).collect();
    order.sort_by_key(|&system| ranks[0][system]);
    let mut table = Table::new(&[("Rule", Alignment::Left)]);
    table.groups.push((String::new(), 1));
    let f = f_name(rules[0].results.systems[0].evaluation.beta);
    for &system in &order {
        table.groups.push((rules[0].results.systems[system].name.clone(), 3));
        table.head.extend([&f, "to exact", "rank"].map(str::to_owned));
        table.alignments.extend([Alignment::Right, Alignment::Right, Alignment::Left]);
    }
    for (place, ruled) in rules.iter().enumerate() {
        let mut cells = vec![Cell { text: ruled.rule.clone(), mark: Mark::None }];
        for &system in &order {
            let (figure, rank) = (figures[place][system], ranks[place][system]);
            let mark = if rank == 1 { Mark::Best } else { Mark::None };
            cells.push(Cell { text: percent(figure, rounding), mark });
            let gain = if place == 0 { String::new() } else { difference(figure - figures[0][system]) };
            cells.push(Cell { text: gain, mark: Mark::None });
            let moved = moved(ranks[0][system], rank);
            cells.push(Cell { text: format!("{rank}{moved}"), mark: Mark::Faint });
        }
        table.rows.push(Row { cells, ruled: false });
    }
    table
}

/// The average where there is one, else the F of the last metric.
fn main_figure(evaluation: &Evaluation) -> f64 {
    let scores = scores(evaluation);
    let average = evaluation.averages(&scores).first().map(|(_, value)| *value);
    average.or(scores.last().map(|score| score.f)).unwrap_or(0.0)
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
        std::cmp::Ordering::Greater => format!(" ▲{}", before - now),
        std::cmp::Ordering::Less => format!(" ▼{}", now - before),
    }
}
