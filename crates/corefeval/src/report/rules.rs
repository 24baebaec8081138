//! Scores under several matching rules side by side, to show how much of a loss is due to boundaries.

use super::number::{Digits, f_name, gain, percent};
use super::scores::{Layout, Results};
use super::sort::{Sort, order};
use super::table::{Alignment, Cell, Mark, Row, Table};
use crate::evaluation::Evaluation;
use crate::matching::Matching;

/// The results of all systems under one rule.
#[derive(Clone, Debug)]
pub struct Ruled {
    /// The rule's name.
    pub rule: String,
    /// The scores under the rule, with the systems in the same order for every rule. If a rule lacks a
    /// system, it has no figures there.
    pub results: Results,
}

/// Up to this number of figures, each is shown with a rank.
const RANKED: usize = 3;

/// Up to this number of figures, all figures of a system are shown in one row.
const SIDE_BY_SIDE: usize = 8;

/// A table of the scores under every rule, and their differences from exact matching, or from the first rule
/// if exact matching is not one of them.
#[must_use]
pub fn table(rules: &[Ruled], layout: Layout) -> Table {
    let Some((base, first)) = base(rules).and_then(|base| Some((base, base.results.systems.first()?))) else {
        return Table::default();
    };
    if fits_side_by_side(rules, base) {
        return side_by_side(rules, base, layout);
    }
    let mut table = if base.results.systems.len() == 1 {
        one_system(rules, base, layout.digits())
    } else {
        many_systems(rules, base, layout)
    };
    let (name, rule) = (figures(&first.evaluation).last().map_or("F", |main| main.title), &base.rule);
    table.notes.push(format!("{}: the difference of {name} from that under {rule}", to(base)));
    table
}

/// The rule with which the others are compared: exact matching, or else the first rule.
fn base(rules: &[Ruled]) -> Option<&Ruled> {
    let exact = Matching::EXACT.to_string();
    rules.iter().find(|ruled| ruled.rule == exact).or(rules.first())
}

/// The head of the column of differences.
fn to(base: &Ruled) -> String {
    format!("to {}", base.rule)
}

/// The F of a requested metric or average.
struct Figure {
    title: &'static str,
    value: Option<f64>,
    /// Whether it is the F of a metric that is part of an average.
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

/// A table of one system with rules in rows and metrics in columns.
fn one_system(rules: &[Ruled], base: &Ruled, digits: Digits) -> Table {
    let of_first = |ruled: &Ruled| {
        ruled.results.systems.first().map_or_else(Vec::new, |system| figures(&system.evaluation))
    };
    let main = |figures: &[Figure]| figures.last().and_then(|figure| figure.value);
    let of_base = of_first(base);
    let to = to(base);
    let mut columns = vec![("Rule", Alignment::Left)];
    columns.extend(of_base.iter().map(|figure| (figure.title, Alignment::Right)));
    columns.push((&to, Alignment::Right));
    let mut table = Table::new(&columns);
    for ruled in rules.iter().filter(|ruled| !ruled.results.systems.is_empty()) {
        let figures = of_first(ruled);
        let mut cells = vec![ruled.rule.clone()];
        cells.extend(figures.iter().map(|figure| percent(figure.value, digits)));
        cells.push(gain(main(&figures), main(&of_base), digits));
        table.push(cells);
    }
    table
}

/// A table with a block of rows for each rule. A block has a row for each system, in their order under the
/// base, with the averages, the metrics that are not part of an average, the rank, and the difference of the
/// main figure from the base.
fn many_systems(rules: &[Ruled], base: &Ruled, layout: Layout) -> Table {
    let digits = layout.digits();
    let boards: Vec<Board> = rules.iter().map(Board::new).collect();
    let first = Board::new(base);
    let is_ranked = |place: usize| first.titles.len() <= RANKED || place + 1 == first.titles.len();
    let mut table = Table::new(&[("Rule", Alignment::Left), ("System", Alignment::Left)]);
    for (place, title) in first.titles.iter().enumerate() {
        table.head.push((*title).to_owned());
        table.head.extend(is_ranked(place).then(|| "rank".to_owned()));
    }
    table.head.push(to(base));
    table.alignments.resize(table.head.len(), Alignment::Right);
    let order = order(&base.results.systems, layout.sort.unwrap_or(Sort::Score), layout);
    for (board, ruled) in boards.iter().zip(rules) {
        for (number, &system) in order.iter().enumerate() {
            let Some(name) = ruled.results.systems.get(system).map(|system| system.name.clone()) else {
                continue;
            };
            let rule = if number == 0 { ruled.rule.clone() } else { String::new() };
            let mut cells = vec![Cell::plain(rule), Cell::plain(name)];
            for place in 0..first.titles.len() {
                let rank = board.rank(place, system);
                let mark = if rank == Some(1) { Mark::Best } else { Mark::None };
                cells.push(Cell { text: percent(board.value(place, system), digits), mark });
                let text = moved(first.rank(place, system), rank);
                cells.extend(is_ranked(place).then_some(Cell { text, mark: Mark::Faint }));
            }
            cells.push(Cell::plain(gain(board.main(system), first.main(system), digits)));
            table.rows.push(Row { cells, ruled: number == 0 && !table.rows.is_empty() });
        }
    }
    table.notes.push(format!(
        "figures are {}; rank: the place among the systems, and how far it is from that under {}",
        f_of(base),
        base.rule
    ));
    table
}

/// Whether the figures of one of several systems under all rules fit in a row.
fn fits_side_by_side(rules: &[Ruled], base: &Ruled) -> bool {
    base.results.systems.len() > 1 && Board::new(base).titles.len() * rules.len() <= SIDE_BY_SIDE
}

/// A table with a row for each system, in their order under the base, and for each figure, the main one
/// first, a column for each rule, as in Tables 4 to 6 of Moosavi et al. 2019.
fn side_by_side(rules: &[Ruled], base: &Ruled, layout: Layout) -> Table {
    let digits = layout.digits();
    let boards: Vec<Board> = rules.iter().map(Board::new).collect();
    let (first, systems) = (&Board::new(base), &base.results.systems);
    let last = first.titles.len().saturating_sub(1);
    let places: Vec<usize> = (last..first.titles.len()).chain(0..last).collect();
    let mut table = Table::new(&[("System", Alignment::Left)]);
    table.groups.push((String::new(), 1));
    for &place in &places {
        table.groups.push((first.titles[place].to_owned(), rules.len()));
        table.head.extend(rules.iter().map(|ruled| ruled.rule.clone()));
    }
    table.alignments.resize(table.head.len(), Alignment::Right);
    for system in order(systems, layout.sort.unwrap_or(Sort::Score), layout) {
        let mut cells = vec![Cell::plain(systems[system].name.clone())];
        for &place in &places {
            cells.extend(boards.iter().map(|board| board.ranked_cell(first, place, system, digits)));
        }
        table.rows.push(Row { cells, ruled: false });
    }
    let (f, rule) = (f_of(base), &base.rule);
    table.notes.push(format!("figures are {f}; in parentheses, the place among the systems and how far it is from that under {rule}"));
    table
}

/// The figures and ranks of systems under one rule.
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
        let value = |figures: &Vec<Figure>, place: usize| figures.get(place).and_then(|figure| figure.value);
        let column = |place: usize| of_systems.iter().map(|figures| value(figures, place)).collect();
        let values: Vec<Vec<Option<f64>>> = (0..titles.len()).map(column).collect();
        let ranks = values.iter().map(|figures| ranked(figures)).collect();
        Self { titles, values, ranks }
    }

    /// A cell with a figure of a system, its rank, and the difference from its rank on another board.
    fn ranked_cell(&self, other: &Self, place: usize, system: usize, digits: Digits) -> Cell {
        let rank = self.rank(place, system);
        let mark = if rank == Some(1) { Mark::Best } else { Mark::None };
        let figure = percent(self.value(place, system), digits);
        let text = match rank {
            Some(_) => format!("{figure} ({})", moved(other.rank(place, system), rank)),
            None => figure,
        };
        Cell { text, mark }
    }

    /// A figure of a system; none if the figure or the system is not on this board.
    fn value(&self, place: usize, system: usize) -> Option<f64> {
        self.values.get(place).and_then(|figures| figures.get(system).copied().flatten())
    }

    fn main(&self, system: usize) -> Option<f64> {
        self.value(self.titles.len().checked_sub(1)?, system)
    }

    /// The rank of a system by a figure; none if the figure or the system is not on this board.
    fn rank(&self, place: usize, system: usize) -> Option<usize> {
        self.ranks.get(place).and_then(|ranks| ranks.get(system).copied().flatten())
    }
}

/// The name of the F of these results.
fn f_of(ruled: &Ruled) -> String {
    f_name(ruled.results.systems.first().map_or(1.0, |system| system.evaluation.beta()))
}

/// The rank of each figure, from 1; equal figures share the better rank, and undefined figures have none.
fn ranked(figures: &[Option<f64>]) -> Vec<Option<usize>> {
    let rank = |one: f64| 1 + figures.iter().flatten().filter(|other| **other > one).count();
    figures.iter().map(|one| one.map(rank)).collect()
}

/// A rank, and its difference from the previous rank.
fn moved(before: Option<usize>, now: Option<usize>) -> String {
    match (before, now) {
        (_, None) => String::new(),
        (Some(before), Some(now)) if before > now => format!("{now} ▲{}", before - now),
        (Some(before), Some(now)) if before < now => format!("{now} ▼{}", now - before),
        (_, Some(now)) => now.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Ruled, table};
    use crate::document::Document;
    use crate::evaluation::contrast::{Pairs, contrast};
    use crate::evaluation::resample::{Resampling, ResamplingError};
    use crate::evaluation::{Evaluation, Plan, evaluate};
    use crate::report::{By, Layout, OUTPUTS, Results, Style, System, json, scores};

    /// This number of systems with nearly empty responses, under the metrics of a signature.
    fn ruled(signature: &str, systems: usize) -> Ruled {
        under(&signature.parse().unwrap(), systems)
    }

    fn under(plan: &Plan, systems: usize) -> Ruled {
        let document = Document::from_clusters("d", 2, [vec![0..1, 1..2]]).unwrap();
        let outcome = evaluate([document.clone()], vec![vec![document]; systems], plan).unwrap();
        let system = |evaluation: &Evaluation| System {
            name: "s".to_owned(),
            evaluation: evaluation.clone(),
            strata: None,
        };
        let systems: Vec<System> = outcome.systems().iter().map(system).collect();
        Ruled { rule: "exact".to_owned(), results: Results { signature: plan.to_string(), systems } }
    }

    /// The same results under another name.
    fn named(rule: &str, ruled: &Ruled) -> Ruled {
        Ruled { rule: rule.to_owned(), results: ruled.results.clone() }
    }

    #[test]
    fn differences_are_from_exact_matching_or_else_from_the_first_rule() {
        for (systems, metrics) in [(1, "muc"), (2, "mentions+ceaf-m+blanc+lea+pairwise")] {
            let exact = ruled(&format!("metrics:{metrics}"), systems);
            let (half, partial) = (named("overlap-50", &exact), named("partial-craft", &exact));
            let last = |rules: &[Ruled]| table(rules, Layout::default()).head.pop();
            assert_eq!(last(&[half.clone(), exact]).as_deref(), Some("to exact"));
            let table = table(&[half, partial], Layout::default());
            assert_eq!(table.head.last().map(String::as_str), Some("to overlap-50"));
            assert!(!table.notes.concat().contains("exact"), "{:?}", table.notes);
        }
    }

    #[test]
    fn an_evaluation_without_metrics_is_laid_out_and_not_compared() {
        let plan = Plan::default().with_metrics(&[]);
        for systems in [1, 2] {
            let ruled = under(&plan, systems);
            let results = &ruled.results;
            for by in [By::System, By::Document, By::Genre] {
                for output in OUTPUTS {
                    let layout = Layout { by, ..Layout::default() };
                    drop(output.render(&scores::table_for(output, results, layout), Style::Plain));
                }
                drop(json::scores(results, by, &[], &[]));
            }
            assert_eq!(table(&[ruled.clone(), ruled.clone()], Layout::default()).rows.len(), 2);
            let runs: Vec<_> =
                results.systems.iter().map(|system| std::slice::from_ref(&system.evaluation)).collect();
            let compared = contrast(&runs, &Resampling::default(), Pairs::All);
            assert_eq!(compared.err(), Some(ResamplingError::NoMetrics));
        }
    }

    #[test]
    fn rules_need_not_have_the_same_systems_and_metrics() {
        let rules = [
            ruled("metrics:muc", 2),
            ruled("metrics:muc+b-cubed+ceaf-e+lea+blanc", 3),
            ruled("metrics:lea", 1),
            ruled("metrics:muc+lea", 0),
        ];
        for one in 0..rules.len() {
            for other in 0..rules.len() {
                let rules = [rules[one].clone(), rules[other].clone(), rules[one].clone()];
                let table = table(&rules, Layout::default());
                for output in OUTPUTS {
                    drop(output.render(&table, Style::Plain));
                }
                let systems = rules[0].results.systems.len();
                assert_eq!(table.rows.is_empty(), systems == 0, "{one} {other}");
            }
        }
    }
}
