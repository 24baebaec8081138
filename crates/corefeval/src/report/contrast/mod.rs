//! Comparisons of systems as tables, as records for programs, as JSON, and in words.

mod changes;
mod intervals;
mod json;
mod records;
mod verdict;

pub use changes::{
    ChangesOf, changed_json, changed_records, changed_table, changes_json, changes_table, shared_json,
    shared_note,
};
pub use intervals::{Intervals, add_intervals, intervals_json};
pub use json::json;
pub use records::{COLUMNS, records};
pub use verdict::verdicts;

use super::number::{Digits, UNDEFINED, percent};
use super::table::{Alignment, Cell, Mark, Table};
use crate::evaluation::contrast::{Contrast, Difference, Estimate, Tested};
use crate::evaluation::resample::FigurePart;

/// A comparison with the names of its systems, and how figures are shown.
#[derive(Clone, Copy, Debug)]
pub struct Compared<'a> {
    /// The comparison.
    pub contrast: &'a Contrast,
    /// The names of the systems.
    pub names: &'a [String],
    /// The place of the figure by which systems are ranked.
    pub figure: usize,
    /// How figures are shown.
    pub digits: Digits,
    /// Whether recall and precision are shown as well.
    pub wide: bool,
    /// The signature: everything that can change a figure, in one line.
    pub signature: &'a str,
}

impl Compared<'_> {
    /// The title of the figure by which systems are ranked.
    fn title(&self) -> String {
        let figure = &self.contrast.figures[self.figure];
        match figure.part {
            FigurePart::F => figure.title.to_owned(),
            part => format!("{} {part}", figure.title),
        }
    }

    fn name(&self, system: usize) -> &str {
        self.names.get(system).map_or("", String::as_str)
    }

    fn interval_head(&self) -> String {
        format!("{} % interval", self.contrast.options.confidence)
    }

    /// Figures that are shown to people: F, and if asked for, recall and precision.
    fn shown(&self) -> impl Iterator<Item = usize> + '_ {
        let figures = self.contrast.figures.iter().enumerate();
        figures.filter(|(_, figure)| self.wide || figure.part == FigurePart::F).map(|(place, _)| place)
    }
}

/// The tables for people: a ranking of the systems, then their differences.
#[must_use]
pub fn tables(compared: &Compared<'_>) -> Vec<Table> {
    let mut tables = Vec::new();
    if compared.contrast.systems.len() > 1 {
        tables.push(ranking(compared).titled(format!("Systems by {}", compared.title())));
    }
    match &compared.contrast.differences[..] {
        [] => {}
        [difference] => {
            let (one, other) = (compared.name(difference.one), compared.name(difference.other));
            tables.push(one_pair(compared, difference).titled(format!("{other} compared with {one}")));
        }
        _ => tables.push(all_pairs(compared).titled(format!("Differences in {}", compared.title()))),
    }
    tables
}

fn ranking(compared: &Compared<'_>) -> Table {
    let right = Alignment::Right;
    let (title, interval_head) = (compared.title(), compared.interval_head());
    let mut columns =
        vec![("Rank", right), ("Could be", right), ("System", Alignment::Left), (&title, right)];
    columns.push((&interval_head, right));
    let several_runs = compared.contrast.systems.iter().any(|system| system.runs > 1);
    if several_runs {
        columns.push(("Runs", right));
    }
    let mut table = Table::new(&columns);
    for system in by_rank(compared) {
        let known = &compared.contrast.systems[system];
        let estimate = &known.figures[compared.figure];
        let (rank, could_be) = known.standings[compared.figure].map_or_else(
            || (UNDEFINED.to_owned(), UNDEFINED.to_owned()),
            |standing| (standing.rank.to_string(), range(standing.interval)),
        );
        let name = compared.name(system).to_owned();
        let mut cells = vec![rank, could_be, name, percent(estimate.value, compared.digits)];
        cells.push(interval(estimate, compared.digits));
        cells.extend(several_runs.then(|| known.runs.to_string()));
        table.push(cells);
    }
    table
}

/// Systems from best to worst; equals in the order in which they were given.
fn by_rank(compared: &Compared<'_>) -> Vec<usize> {
    let mut systems: Vec<usize> = (0..compared.contrast.systems.len()).collect();
    let rank = |system: &usize| compared.contrast.systems[*system].standings[compared.figure];
    systems.sort_by_key(|system| rank(system).map_or(usize::MAX, |standing| standing.rank));
    systems
}

fn range((low, high): (usize, usize)) -> String {
    if low == high { low.to_string() } else { format!("{low}–{high}") }
}

fn one_pair(compared: &Compared<'_>, difference: &Difference) -> Table {
    let right = Alignment::Right;
    let interval_head = compared.interval_head();
    let (one, other) = (compared.name(difference.one), compared.name(difference.other));
    let mut columns = vec![("Metric", Alignment::Left), (one, right), (other, right), ("Difference", right)];
    columns.extend([(interval_head.as_str(), right), ("p", right)]);
    if compared.wide {
        columns.push(("Can show", right));
    }
    let mut table = Table::new(&columns);
    let mut averages = 0;
    for place in compared.shown() {
        let figure = &compared.contrast.figures[place];
        let tested = &difference.figures[place];
        let of = |system: usize| compared.contrast.systems[system].figures[place].value;
        let title = match figure.part {
            FigurePart::F => figure.title.to_owned(),
            part => format!("{} {part}", figure.title),
        };
        let [two, three] =
            [difference.one, difference.other].map(|system| percent(of(system), compared.digits));
        let cells =
            [title, two, three].into_iter().map(Cell::plain).chain(tested_cells(compared, tested, tested.p));
        let detectable = compared.wide.then(|| Cell::plain(detectable(tested, compared.digits)));
        let cells = cells.chain(detectable).collect();
        averages += usize::from(figure.is_average());
        table.rows.push(super::Row { cells, ruled: figure.is_average() && averages == 1 });
    }
    table
}

fn all_pairs(compared: &Compared<'_>) -> Table {
    let right = Alignment::Right;
    let interval_head = compared.interval_head();
    let columns = [
        ("Better", Alignment::Left),
        ("Than", Alignment::Left),
        ("Difference", right),
        (&interval_head, right),
        ("p", right),
        ("p (Holm)", right),
    ];
    let mut table = Table::new(&columns);
    for difference in &compared.contrast.differences {
        let tested = upwards(&difference.figures[compared.figure]);
        let is_turned = difference.figures[compared.figure].difference.value.is_some_and(|value| value < 0.0);
        let (worse, better) =
            if is_turned { (difference.other, difference.one) } else { (difference.one, difference.other) };
        let names = [better, worse].map(|system| Cell::plain(compared.name(system)));
        let cells = names.into_iter().chain(tested_cells(compared, &tested, tested.p));
        let holm = Cell::plain(p_value(tested.adjusted_p));
        table.rows.push(super::Row { cells: cells.chain([holm]).collect(), ruled: false });
    }
    table
}

/// The difference with its sign changed if necessary, so that it is not negative.
fn upwards(tested: &Tested) -> Tested {
    let Some(value) = tested.difference.value.filter(|value| *value < 0.0) else { return *tested };
    let interval = tested.difference.interval.map(|(low, high)| (-high, -low));
    Tested { difference: Estimate { value: Some(-value), interval, ..tested.difference }, ..*tested }
}

/// Cells for the difference, its interval and p; a significant difference is highlighted.
fn tested_cells(compared: &Compared<'_>, tested: &Tested, p: Option<f64>) -> Vec<Cell> {
    let mark = if compared.contrast.is_shown(tested) { Mark::Best } else { Mark::None };
    let value = tested.difference.value.map_or(UNDEFINED.to_owned(), |value| signed(value, compared.digits));
    let interval = signed_interval(&tested.difference, compared.digits);
    vec![Cell { text: value, mark }, Cell::plain(interval), Cell { text: p_value(p), mark }]
}

/// The smallest difference that this number of units can detect.
fn detectable(tested: &Tested, digits: Digits) -> String {
    tested.detectable.map_or(UNDEFINED.to_owned(), |value| points(value, digits))
}

/// A difference in percentage points, always rounded to the nearest: the option for rounding applies only to
/// scores.
fn points(value: f64, digits: Digits) -> String {
    format!("{:.*}", usize::from(digits.decimals), value * 100.0)
}

fn signed(value: f64, digits: Digits) -> String {
    // a difference that rounds to 0 has no sign
    let text = points(value.abs(), digits);
    let sign = if !text.bytes().any(|digit| (b'1'..=b'9').contains(&digit)) {
        ""
    } else if value < 0.0 {
        "−"
    } else {
        "+"
    };
    format!("{sign}{text}")
}

fn signed_interval(estimate: &Estimate, digits: Digits) -> String {
    let end = |value| signed(value, digits).replace('+', "");
    let between = |(low, high)| format!("[{}, {}]", end(low), end(high));
    estimate.interval.map_or(UNDEFINED.to_owned(), between)
}

fn interval(estimate: &Estimate, digits: Digits) -> String {
    let between = |(low, high): (f64, f64)| format!("[{}, {}]", percent(low, digits), percent(high, digits));
    estimate.interval.map_or(UNDEFINED.to_owned(), between)
}

/// p with as many decimals as are useful.
fn p_value(p: Option<f64>) -> String {
    match p {
        None => UNDEFINED.to_owned(),
        Some(p) if p < 0.0001 => "< 0.0001".to_owned(),
        Some(p) if p < 0.001 => format!("{p:.4}"),
        Some(p) => format!("{p:.3}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{Digits, p_value, signed};

    #[test]
    fn numbers_are_short_and_never_minus_nothing() {
        let digits = Digits::default();
        assert_eq!(signed(-0.012_34, digits), "−1.23");
        assert_eq!(signed(0.1, digits), "+10.00");
        assert_eq!((signed(-0.000_01, digits), signed(0.0, digits)), ("0.00".to_owned(), "0.00".to_owned()));
        assert_eq!(
            [Some(0.000_05), Some(0.000_4), Some(0.05), Some(1.0), None].map(p_value),
            ["< 0.0001", "0.0004", "0.050", "1.000", "–"]
        );
    }
}
