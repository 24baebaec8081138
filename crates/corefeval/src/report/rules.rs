//! Scores under every matching rule side by side: how much of a loss is boundaries?

use super::number::{Digits, f_name, gain, percent};
use super::scores::Results;
use super::table::{Alignment, Cell, Mark, Row, Table};
use crate::evaluation::Evaluation;

/// What systems got under one rule.
#[derive(Clone, Debug)]
pub struct Ruled {
    /// The rule's name.
    pub rule: String,
    /// The scores under it; the same systems in the same order for every rule.
    pub results: Results,
}

/// Up to so many figures are each shown with a rank.
const RANKED: usize = 3;

/// A table of the scores under every rule, and how far each is from the first, which is exact matching.
#[must_use]
pub fn table(rules: &[Ruled], digits: impl Into<Digits>) -> Table {
    let digits = digits.into();
    let Some(first) = rules.first().and_then(|rule| rule.results.systems.first()) else {
        return Table::default();
    };
    let mut table = if rules[0].results.systems.len() == 1 {
        one_system(rules, digits)
    } else {
        many_systems(rules, digits)
    };
    let name = figures(&first.evaluation).last().map_or("F", |main| main.title);
    table.notes.push(format!("to exact: what {name} gains where boundaries need not be exact"));
    table
}

/// An F that was asked for: of a metric or an average.
struct Figure {
    title: &'static str,
    value: Option<f64>,
    /// Whether it is the F of a metric that an average takes in.
    averaged: bool,
}

/// The F of every metric, then the averages; the last is the main figure.
fn figures(evaluation: &Evaluation) -> Vec<Figure> {
    let metrics = evaluation.metrics();
    let scores: Vec<_> = (0..metrics.len()).map(|place| evaluation.score(place)).collect();
    let averages = evaluation.averages(&scores);
    let takes_in = |name: &str| averages.iter().any(|(average, _)| average.of.contains(&name));
    let of_metrics = metrics.iter().zip(&scores).map(|(metric, score)| Figure {
        title: metric.title,
        value: score.f,
        averaged: takes_in(metric.name),
    });
    let of_averages = averages.iter().map(|(average, value)| Figure {
        title: average.title,
        value: *value,
        averaged: false,
    });
    of_metrics.chain(of_averages).collect()
}

/// Rules in rows, metrics in columns.
fn one_system(rules: &[Ruled], digits: Digits) -> Table {
    let rows: Vec<(&str, Vec<Figure>)> = rules
        .iter()
        .filter_map(|ruled| Some((ruled.rule.as_str(), figures(&ruled.results.systems.first()?.evaluation))))
        .collect();
    let mut columns = vec![("Rule", Alignment::Left)];
    columns.extend(rows[0].1.iter().map(|figure| (figure.title, Alignment::Right)));
    columns.push(("to exact", Alignment::Right));
    let mut table = Table::new(&columns);
    let main = |figures: &[Figure]| figures.last().and_then(|figure| figure.value);
    for (rule, figures) in &rows {
        let mut cells = vec![(*rule).to_owned()];
        cells.extend(figures.iter().map(|figure| percent(figure.value, digits)));
        cells.push(gain(main(figures), main(&rows[0].1), digits));
        table.push(cells);
    }
    table
}

/// A block of rows for each rule, in it a row for each system, best first under exact matching: the averages and the metrics
/// that no average takes in, the rank, and how far the main figure is from exact matching.
fn many_systems(rules: &[Ruled], digits: Digits) -> Table {
    let boards: Vec<Board> = rules.iter().map(Board::new).collect();
    let Some(exact) = boards.first() else { return Table::default() };
    let is_ranked = |place: usize| exact.titles.len() <= RANKED || place + 1 == exact.titles.len();
    let mut table = Table::new(&[("Rule", Alignment::Left), ("System", Alignment::Left)]);
    for (place, title) in exact.titles.iter().enumerate() {
        table.head.push((*title).to_owned());
        table.head.extend(is_ranked(place).then(|| "rank".to_owned()));
    }
    table.head.push("to exact".to_owned());
    table.alignments.resize(table.head.len(), Alignment::Right);
    let order = exact.order();
    for (board, ruled) in boards.iter().zip(rules) {
        for (number, &system) in order.iter().enumerate() {
            let Some(name) = ruled.results.systems.get(system).map(|system| system.name.clone()) else {
                continue;
            };
            let rule = if number == 0 { ruled.rule.clone() } else { String::new() };
            let mut cells = vec![Cell::plain(rule), Cell::plain(name)];
            for place in 0..exact.titles.len() {
                let rank = board.ranks[place][system];
                let mark = if rank == Some(1) { Mark::Best } else { Mark::None };
                cells.push(Cell { text: percent(board.values[place][system], digits), mark });
                let text = moved(exact.ranks[place][system], rank);
                cells.extend(is_ranked(place).then_some(Cell { text, mark: Mark::Faint }));
            }
            cells.push(Cell::plain(gain(board.main(system), exact.main(system), digits)));
            table.rows.push(Row { cells, ruled: number == 0 && !table.rows.is_empty() });
        }
    }
    let f = f_name(rules[0].results.systems[0].evaluation.beta());
    table.notes.push(format!(
        "figures are {f}; rank: the place among the systems, and how far it is from exact matching's"
    ));
    table
}

/// How systems stand under one rule, figure by figure.
struct Board {
    titles: Vec<&'static str>,
    values: Vec<Vec<Option<f64>>>,
    ranks: Vec<Vec<Option<usize>>>,
}

impl Board {
    fn new(ruled: &Ruled) -> Self {
        let of_systems: Vec<Vec<Figure>> = ruled
            .results
            .systems
            .iter()
            .map(|system| figures(&system.evaluation).into_iter().filter(|figure| !figure.averaged).collect())
            .collect();
        let titles: Vec<&str> = of_systems.first().into_iter().flatten().map(|figure| figure.title).collect();
        let column = |place: usize| of_systems.iter().map(|figures| figures[place].value).collect();
        let values: Vec<Vec<Option<f64>>> = (0..titles.len()).map(column).collect();
        let ranks = values.iter().map(|figures| ranked(figures)).collect();
        Self { titles, values, ranks }
    }

    /// The systems, best first by the main figure, which is the last.
    fn order(&self) -> Vec<usize> {
        let Some(main) = self.ranks.last() else { return Vec::new() };
        let mut order: Vec<usize> = (0..main.len()).collect();
        order.sort_by_key(|&system| main[system].unwrap_or(usize::MAX));
        order
    }

    fn main(&self, system: usize) -> Option<f64> {
        self.values.last().and_then(|figures| figures[system])
    }
}

/// The rank of each figure, from 1; equals share the better rank, and what is undefined has none.
fn ranked(figures: &[Option<f64>]) -> Vec<Option<usize>> {
    let rank = |one: f64| 1 + figures.iter().flatten().filter(|other| **other > one).count();
    figures.iter().map(|one| one.map(rank)).collect()
}

/// A rank, and how far it is from what it was before.
fn moved(before: Option<usize>, now: Option<usize>) -> String {
    match (before, now) {
        (_, None) => String::new(),
        (Some(before), Some(now)) if before > now => format!("{now} ▲{}", before - now),
        (Some(before), Some(now)) if before < now => format!("{now} ▼{}", now - before),
        (_, Some(now)) => now.to_string(),
    }
}
