//! A comparison as one table for programs: a row for each figure of each system, then of each pair.

use super::Compared;
use crate::evaluation::contrast::Estimate;
use crate::report::table::{Alignment, Table};

/// The columns, described in `docs/json.md`. Figures are not rounded; undefined figures are empty cells.
pub const COLUMNS: [&str; 17] = [
    "what",
    "system",
    "compared_with",
    "metric",
    "figure",
    "value",
    "low",
    "high",
    "error",
    "p",
    "p_holm",
    "can_show",
    "rank",
    "rank_low",
    "rank_high",
    "units",
    "signature",
];

/// A row for each figure.
#[must_use]
pub fn records(compared: &Compared<'_>) -> Table {
    let mut table = Table::new(&COLUMNS.map(|name| (name, Alignment::Left)));
    let contrast = compared.contrast;
    for (place, system) in contrast.systems.iter().enumerate() {
        for (figure, estimate) in system.figures.iter().enumerate() {
            let standing = system.standings[figure];
            let ranks = standing.map(|standing| [standing.rank, standing.interval.0, standing.interval.1]);
            let ranks = ranks.map_or_else(Default::default, |ranks| ranks.map(|rank| rank.to_string()));
            let about = ["system", compared.name(place), ""];
            table.push(row(compared, about, figure, estimate, Default::default(), ranks));
        }
    }
    for difference in &contrast.differences {
        let about = ["difference", compared.name(difference.other), compared.name(difference.one)];
        for (figure, tested) in difference.figures.iter().enumerate() {
            let tests = [tested.p, tested.adjusted_p, tested.detectable].map(number);
            table.push(row(compared, about, figure, &tested.difference, tests, Default::default()));
        }
    }
    table
}

fn row(
    compared: &Compared<'_>,
    about: [&str; 3],
    figure: usize,
    estimate: &Estimate,
    tests: [String; 3],
    ranks: [String; 3],
) -> Vec<String> {
    let known = &compared.contrast.figures[figure];
    let low = estimate.interval.map(|interval| interval.0);
    let high = estimate.interval.map(|interval| interval.1);
    let mut cells: Vec<String> = about.iter().map(|text| (*text).to_owned()).collect();
    cells.extend([known.name.to_owned(), known.part.to_string()]);
    cells.extend([estimate.value, low, high, estimate.error].map(number));
    cells.extend(tests);
    cells.extend(ranks);
    cells.extend([compared.contrast.units.to_string(), compared.signature.to_owned()]);
    cells
}

fn number(value: Option<f64>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}
