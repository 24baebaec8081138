//! How metrics react to damage: a short table, a list of rises, and the curves as data.

use serde_json::{Map, Value, json as value};

use super::json::scores_of;
use super::number::{f_name, gain, percent};
use super::table::{Alignment, Row, Table};
use crate::evaluation::Evaluation;
use crate::probe::{Curves, Rise, rises};

/// Curves with their name.
#[derive(Clone, Copy, Debug)]
pub struct Probe<'a> {
    /// The curves.
    pub curves: &'a Curves,
    /// The name of the system or key that is damaged.
    pub name: &'a str,
    /// Whether tables for people have all rates, not only some.
    pub wide: bool,
    /// The signature: everything that can change a figure, in one line.
    pub signature: &'a str,
}

/// The rates in tables for people, if the curves have them.
const SHOWN: [u32; 4] = [10, 20, 50, 100];

/// Smaller rises are not listed for people: a hundredth of a point.
const LISTED: f64 = 1e-4;

/// Tables of the F of every metric at some rates, and of rises.
#[must_use]
pub fn tables(probe: &Probe<'_>) -> Vec<Table> {
    let mut tables = vec![scores(probe), risen(probe)];
    if let Some(last) = tables.last_mut() {
        probe.signature.clone_into(&mut last.signature);
    }
    tables
}

fn scores(probe: &Probe<'_>) -> Table {
    let curves = probe.curves;
    let mut table = Table::new(&[("Damage", Alignment::Left), ("%", Alignment::Right)]);
    let averages = curves.start.averages(&curves.start.scores());
    table.head.extend(curves.start.metrics().iter().map(|metric| metric.title.to_owned()));
    table.head.extend(averages.iter().map(|(average, _)| average.title.to_owned()));
    table.alignments.resize(table.head.len(), Alignment::Right);
    table.push(row(["none", "0"], &curves.start));
    for curve in &curves.curves {
        let is_shown = |rate: u32| {
            rate > 0 && (probe.wide || SHOWN.contains(&rate) || curve.points.len() <= SHOWN.len())
        };
        for (place, (rate, point)) in curve.points.iter().filter(|(rate, _)| is_shown(*rate)).enumerate() {
            let name = if place == 0 { curve.damage.name } else { "" };
            table.push(row([name, &rate.to_string()], point));
            if let (0, Some(row)) = (place, table.rows.last_mut()) {
                *row = Row { ruled: true, ..std::mem::take(row) };
            }
        }
    }
    for curve in &curves.curves {
        table.notes.push(format!(
            "{}: {}; at 100 %, {}",
            curve.damage.name, curve.damage.summary, curve.damage.whole
        ));
    }
    let title = format!(
        "{} of {} after damage, seed {}",
        f_name(curves.start.beta()),
        probe.name,
        curves.options.seed
    );
    table.titled(title)
}

fn row(label: [&str; 2], evaluation: &Evaluation) -> Vec<String> {
    let scores = evaluation.scores();
    let mut cells: Vec<String> = label.map(str::to_owned).to_vec();
    cells.extend(scores.iter().map(|score| percent(score.f, evaluation.plan())));
    let averages = evaluation.averages(&scores).into_iter();
    cells.extend(averages.map(|(_, value)| percent(value, evaluation.plan())));
    cells
}

fn risen(probe: &Probe<'_>) -> Table {
    let plan = probe.curves.start.plan();
    let left = Alignment::Left;
    let mut table = Table::new(&[
        ("Damage", left),
        ("Metric", left),
        ("From", Alignment::Right),
        ("To", Alignment::Right),
        ("Rise", Alignment::Right),
        ("Between", Alignment::Right),
    ]);
    let rises = rises(probe.curves);
    for rise in rises.iter().filter(|rise| rise.figure == "f" && rise.gain() >= LISTED) {
        table.push([
            rise.damage.name.to_owned(),
            rise.metric.1.to_owned(),
            percent(rise.from.1, plan),
            percent(rise.to.1, plan),
            gain(Some(rise.to.1), Some(rise.from.1), plan),
            format!("{} and {} %", rise.from.0, rise.to.0),
        ]);
    }
    if table.rows.is_empty() {
        table.notes.push("none does".to_owned());
    } else {
        let note = "damage at a higher rate includes that at a lower one; the largest rise of each is listed, and docs/analysis.md says why";
        table.notes.push(note.to_owned());
    }
    table.titled(format!("Where {} rises although more is damaged", f_name(plan.protocol().beta)))
}

/// The columns of curves for programs, described in `docs/analysis.md`.
pub const COLUMNS: [&str; 7] = ["damage", "percent", "metric", "figure", "value", "seed", "signature"];

/// A row for each figure at each rate.
#[must_use]
pub fn records(probe: &Probe<'_>) -> Table {
    let mut table = Table::new(&COLUMNS.map(|name| (name, Alignment::Left)));
    let seed = probe.curves.options.seed.to_string();
    for curve in &probe.curves.curves {
        for (rate, point) in &curve.points {
            let mut push = |metric: &str, figure: &str, found: Option<f64>| {
                let found = found.map_or_else(String::new, |found| found.to_string());
                let rate = rate.to_string();
                table.push([curve.damage.name, &rate, metric, figure, &found, &seed, probe.signature]);
            };
            let scores = point.scores();
            for (metric, score) in point.metrics().iter().zip(&scores) {
                push(metric.name, "recall", score.recall);
                push(metric.name, "precision", score.precision);
                push(metric.name, "f", score.f);
            }
            for (average, found) in point.averages(&scores) {
                push(average.name, "f", found);
            }
        }
    }
    table
}

/// The curves as JSON.
#[must_use]
pub fn json(probe: &Probe<'_>) -> Value {
    let curves = probe.curves.curves.iter().map(|curve| {
        let points =
            curve.points.iter().map(|(rate, point)| value!({"percent": rate, "metrics": scores_of(point)}));
        value!({
            "damage": curve.damage.name, "about": curve.damage.summary, "whole": curve.damage.whole,
            "points": points.collect::<Vec<_>>(),
        })
    });
    let mut found = Map::new();
    found.insert("schema".to_owned(), value!(1));
    found.insert("corefeval".to_owned(), value!(env!("CARGO_PKG_VERSION")));
    found.insert("signature".to_owned(), value!(probe.signature));
    found.insert("seed".to_owned(), value!(probe.curves.options.seed));
    found.insert("damaged".to_owned(), value!(probe.name));
    found.insert("metrics".to_owned(), scores_of(&probe.curves.start));
    found.insert("curves".to_owned(), curves.collect());
    found.insert("rises".to_owned(), rises(probe.curves).iter().map(one_rise).collect());
    Value::Object(found)
}

fn one_rise(rise: &Rise) -> Value {
    value!({
        "damage": rise.damage.name, "metric": rise.metric.0, "figure": rise.figure,
        "from": {"percent": rise.from.0, "value": rise.from.1},
        "to": {"percent": rise.to.0, "value": rise.to.1},
    })
}
