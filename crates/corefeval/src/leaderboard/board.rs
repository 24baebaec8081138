//! A published table, read from tab-separated values.
//!
//! ```text
//! system   genre   muc.f   conll@exact   conll@exact.rank
//! ```
//!
//! The first column is the system. If the second column is `genre` or `type`, there is a separate table, a
//! *slice*, for each of its values. Any other column is a metric: followed by `@` and the matching rule if
//! the table compares rules, and by `.r`, `.p`, `.f` or `.rank` if the table has several figures of the
//! metric.

use crate::choice::choice;

/// A published table.
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    /// The column whose values are its slices: `genre`, `type`, or nothing if it has no slices.
    pub sliced_by: Option<&'static str>,
    /// Its columns of figures.
    pub columns: Vec<Column>,
    /// Its rows, in the order in which they are printed.
    pub standings: Vec<Standing>,
}

/// A column of figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// The metric, with the matching rule if the table has several rules: `conll@exact`.
    pub name: &'static str,
    /// Which figure of the metric.
    pub part: Part,
}

choice! {
    /// A figure of a metric.
    Part {
        /// Recall.
        Recall = "recall",
        /// Precision.
        Precision = "precision",
        /// F1, or the only figure there is.
        Main = "main",
        /// The rank as it is printed.
        Rank = "rank",
    }
}

/// A row: the figures of a system.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// The system, as the table calls it.
    pub system: &'static str,
    /// The genre or type, in a table that has several.
    pub slice: Option<&'static str>,
    /// A figure for each column.
    pub figures: Vec<Printed>,
}

/// A figure as it is printed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Printed {
    /// The printed text.
    pub text: &'static str,
    /// The value in percent; of a rank, the rank itself.
    pub value: f64,
    /// The value of one unit in its last decimal place, in percent: the figure was rounded to a multiple of
    /// this.
    pub unit: f64,
}

impl Standing {
    /// The figure of a column in percent; none if there is no such column.
    #[must_use]
    pub fn value(&self, column: usize) -> Option<f64> {
        self.figures.get(column).map(|figure| figure.value)
    }

    /// The printed figure of a column; empty if there is no such column.
    #[must_use]
    pub fn text(&self, column: usize) -> &'static str {
        self.figures.get(column).map_or("", |figure| figure.text)
    }
}

impl Printed {
    /// Reads `57.79`, `16%`, or, in a table of fractions, `0.55`.
    fn new(text: &'static str, fractions: bool) -> Self {
        let number = text.strip_suffix('%').unwrap_or(text);
        let scale = if fractions && number == text { 100.0 } else { 1.0 };
        let decimals = number.split_once('.').map_or(0, |(_, decimals)| decimals.len());
        let unit = scale / 10_f64.powi(i32::try_from(decimals).unwrap_or(0));
        let digits: f64 = number.replace('.', "").parse().unwrap_or(f64::NAN);
        Self { text, value: digits * unit, unit }
    }
}

impl Column {
    fn new(head: &'static str) -> Self {
        let (name, part) = match head.rsplit_once('.') {
            Some((name, "r")) => (name, Part::Recall),
            Some((name, "p")) => (name, Part::Precision),
            Some((name, "f")) => (name, Part::Main),
            Some((name, "rank")) => (name, Part::Rank),
            _ => (head, Part::Main),
        };
        Self { name, part }
    }

    /// The metric, without the rule.
    #[must_use]
    pub fn metric(&self) -> &'static str {
        self.name.split_once('@').map_or(self.name, |(metric, _)| metric)
    }

    /// The matching rule, in a table that has several.
    #[must_use]
    pub fn rule(&self) -> Option<&'static str> {
        self.name.split_once('@').map(|(_, rule)| rule)
    }

    /// Whether a small figure is better than a large one.
    #[must_use]
    pub fn counts_errors(&self) -> bool {
        self.metric() == "not-found"
    }
}

impl Board {
    /// Reads a table.
    pub(super) fn read(text: &'static str, fractions: bool) -> Self {
        let mut lines = text.lines();
        let mut heads = lines.next().unwrap_or("").split('\t').skip(1).peekable();
        let sliced_by = heads.next_if(|head| matches!(*head, "genre" | "type"));
        let columns = heads.map(Column::new).collect();
        let standing = |line: &'static str| {
            let mut cells = line.split('\t');
            let system = cells.next().unwrap_or("");
            let slice = sliced_by.and_then(|_| cells.next());
            Standing { system, slice, figures: cells.map(|cell| Printed::new(cell, fractions)).collect() }
        };
        Self { sliced_by, columns, standings: lines.map(standing).collect() }
    }

    /// The slices in the order in which they are printed; none if the table has none.
    #[must_use]
    pub fn slices(&self) -> Vec<&'static str> {
        let mut slices: Vec<&str> = Vec::new();
        for slice in self.standings.iter().filter_map(|standing| standing.slice) {
            if !slices.contains(&slice) {
                slices.push(slice);
            }
        }
        slices
    }

    /// The table of one slice.
    #[must_use]
    pub fn of_slice(&self, slice: &str) -> Self {
        let is_of = |standing: &&Standing| standing.slice.is_some_and(|one| one.eq_ignore_ascii_case(slice));
        let standings = self.standings.iter().filter(is_of).cloned().collect();
        Self { sliced_by: self.sliced_by, columns: self.columns.clone(), standings }
    }

    /// The main figures, by which systems can be ranked.
    pub fn main_columns(&self) -> impl Iterator<Item = &Column> {
        self.columns.iter().filter(|column| column.part == Part::Main)
    }

    /// The place of the column with the main figure of that name.
    #[must_use]
    pub fn column(&self, name: &str) -> Option<usize> {
        self.part(name, Part::Main)
    }

    /// The place of the column with this part of the metric of that name.
    #[must_use]
    pub fn part(&self, name: &str, part: Part) -> Option<usize> {
        self.columns.iter().position(|column| column.name == name && column.part == part)
    }

    /// The rank, from 1, that a score in percent would have in a column: one more than the number of better
    /// systems.
    #[must_use]
    pub fn place(&self, column: usize, percent: f64) -> usize {
        let errors = self.columns.get(column).is_some_and(Column::counts_errors);
        let is_better = |value: f64| if errors { value < percent } else { value > percent };
        let better = |standing: &&Standing| standing.value(column).is_some_and(is_better);
        1 + self.standings.iter().filter(better).count()
    }

    /// The rows ordered by a column, best first; equal rows stay in printed order.
    #[must_use]
    pub fn ranked(&self, column: usize) -> Vec<&Standing> {
        let mut ranked: Vec<&Standing> = self.standings.iter().collect();
        let place = |standing: &&Standing| standing.value(column).map(|value| self.place(column, value));
        ranked.sort_by_key(|standing| place(standing).unwrap_or(usize::MAX));
        ranked
    }

    /// The mean of a row's MUC, B³ and CEAFe, if the printed average cannot be this mean. Each of the four
    /// printed figures is off by at most half a unit, so the mean and the printed average may differ by at
    /// most one unit.
    #[must_use]
    pub fn other_mean(&self, standing: &Standing) -> Option<f64> {
        let figure = |name: &str| {
            let column = self.column(name).or_else(|| self.column(&format!("{name}-v4")));
            column.and_then(|column| standing.figures.get(column).copied())
        };
        let [muc, b_cubed, ceaf_e] = [figure("muc")?, figure("b-cubed")?, figure("ceaf-e")?];
        let mean = (muc.value + b_cubed.value + ceaf_e.value) / 3.0;
        let printed = figure("conll")?;
        // binary floating point only approximates decimal figures
        ((mean - printed.value).abs() > printed.unit + 1e-9).then_some(mean)
    }
}
