//! Adds intervals to the scores of `score`: one column in tables for people, six for programs, one object in
//! JSON.

use serde_json::{Value, json};

use super::super::number::Digits;
use super::super::scores::Results;
use super::super::table::{Alignment, Cell, Table};
use super::super::{Output, Readers};
use super::{Compared, interval, json as objects};
use crate::evaluation::contrast::{Contrast, Estimate};
use crate::evaluation::resample::FigurePart;

/// The intervals of every system, each computed separately, in the order of the systems.
#[derive(Clone, Debug)]
pub struct Intervals {
    /// The intervals of each system.
    pub systems: Vec<Contrast>,
    /// How figures are shown.
    pub digits: Digits,
}

/// Adds intervals to a table of scores of systems.
pub fn add_intervals(table: &mut Table, output: &Output, results: &Results, intervals: &Intervals) {
    if output.readers == Readers::Programs {
        add_columns(table, results, intervals);
        return;
    }
    add_column(table, results, intervals);
    if let Some(Contrast { units, options, .. }) = intervals.systems.first() {
        let note = if *units == 1 {
            format!("there are no intervals from 1 {}", options.unit)
        } else {
            format!("intervals from {}: see docs/significance.md", options.unit.counted(*units))
        };
        table.notes.push(note);
    }
}

/// The figures of a system's rows: F of every metric, then the averages.
fn of_rows(contrast: &Contrast) -> impl Iterator<Item = &Estimate> {
    let figures = contrast.figures.iter().zip(contrast.systems.iter().flat_map(|system| &system.figures));
    figures.filter(|(figure, _)| figure.part == FigurePart::F).map(|(_, estimate)| estimate)
}

/// Adds a column of intervals. A table of one system has a row for each metric; in a table of several, each
/// row is a system and has the interval of its last figure.
fn add_column(table: &mut Table, results: &Results, intervals: &Intervals) {
    let Some(first) = intervals.systems.first() else { return };
    let confidence = first.options.confidence;
    let title = first.figures.get(first.main_figure()).map_or("", |figure| figure.title);
    let shown = |estimate: Option<&Estimate>| {
        Cell::plain(estimate.map_or_else(String::new, |estimate| interval(estimate, intervals.digits)))
    };
    if !table.groups.is_empty() {
        table.groups.push((String::new(), 1));
    }
    if table.head.first().is_some_and(|head| head == "Metric") {
        table.head.push(format!("{confidence} % interval"));
        for (row, estimate) in table.rows.iter_mut().zip(of_rows(first)) {
            row.cells.push(shown(Some(estimate)));
        }
    } else {
        table.head.push(format!("{confidence} % of {title}"));
        for row in &mut table.rows {
            let name = row.cells.first().map(|cell| cell.text.as_str());
            let system = results.systems.iter().position(|system| Some(system.name.as_str()) == name);
            let contrast = system.and_then(|system| intervals.systems.get(system));
            let figure = contrast.map(Contrast::main_figure).unwrap_or_default();
            row.cells.push(shown(contrast.and_then(|contrast| contrast.systems[0].figures.get(figure))));
        }
    }
    table.alignments.push(Alignment::Right);
}

/// Adds columns for the low and high ends of recall, precision and F, as percentages like the figures
/// themselves.
fn add_columns(table: &mut Table, results: &Results, intervals: &Intervals) {
    let cell = |table: &Table, row: usize, name: &str| {
        let column = table.head.iter().position(|head| head == name);
        column.and_then(|column| Some(table.rows[row].cells.get(column)?.text.clone())).unwrap_or_default()
    };
    for row in 0..table.rows.len() {
        let (system, metric) = (cell(table, row, "system"), cell(table, row, "metric"));
        let place = results.systems.iter().position(|known| known.name == system);
        let contrast = place.and_then(|place| intervals.systems.get(place));
        let cells =
            contrast.map_or_else(Default::default, |contrast| ends(contrast, &metric, intervals.digits));
        table.rows[row].cells.extend(cells.into_iter().map(Cell::plain));
    }
    for name in ["recall_low", "recall_high", "precision_low", "precision_high", "f_low", "f_high"] {
        table.head.push(name.to_owned());
        table.alignments.push(Alignment::Left);
    }
}

/// The ends of the intervals of a metric or average, as six cells.
fn ends(contrast: &Contrast, metric: &str, digits: Digits) -> [String; 6] {
    let mut cells: [String; 6] = Default::default();
    let figures = contrast.figures.iter().zip(contrast.systems.iter().flat_map(|one| &one.figures));
    for (figure, estimate) in figures.filter(|(figure, _)| figure.name == metric) {
        let place = FigurePart::ALL.iter().position(|part| *part == figure.part).unwrap_or(0);
        if let Some((low, high)) = estimate.interval {
            cells[place * 2] = super::percent(low, digits);
            cells[place * 2 + 1] = super::percent(high, digits);
        }
    }
    cells
}

/// The intervals of a system for JSON: an object for each metric with one for each of its figures.
#[must_use]
pub fn intervals_json(contrast: &Contrast, digits: Digits) -> Value {
    let compared = Compared { contrast, names: &[], figure: 0, digits, wide: true, signature: "" };
    let system = contrast.systems.first();
    let figures = objects::by_figure(&compared, |figure| {
        system.map_or(Value::Null, |system| objects::estimate(&system.figures[figure]))
    });
    json!({"units": contrast.units, "exact": contrast.is_exact, "figures": figures})
}
