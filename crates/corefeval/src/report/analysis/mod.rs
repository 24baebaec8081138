//! Analyses of systems as tables, as records for programs, as JSON, and as lists of findings.

mod json;
mod list;
mod records;
mod tables;

pub use json::json;
pub use list::{FINDING_COLUMNS, list_records, list_table};
pub use records::{COLUMNS, records};
pub use tables::tables;

use super::number::Digits;
use crate::analysis::Summary;
use crate::evaluation::Evaluation;

/// Analyses of systems, with the names of the systems and how figures are shown.
#[derive(Clone, Copy, Debug)]
pub struct Analyses<'a> {
    /// The results for each system's response.
    pub summaries: &'a [Summary],
    /// The names of the systems.
    pub names: &'a [String],
    /// Which analyses are shown, by name.
    pub shown: &'a [String],
    /// How figures are shown.
    pub digits: Digits,
    /// Whether all metrics are shown to people, not only those that make up an average.
    pub wide: bool,
    /// The signature: everything that can change a figure, in one line.
    pub signature: &'a str,
}

impl<'a> Analyses<'a> {
    /// Each system with its name.
    fn systems(&self) -> impl Iterator<Item = (&'a str, &'a Summary)> + use<'a> {
        self.names.iter().map(String::as_str).zip(self.summaries)
    }

    fn shows(&self, analysis: &str) -> bool {
        self.shown.iter().any(|name| name == analysis)
    }

    /// The figures in tables for people: for one system, the metrics of an average and the average; for
    /// several systems, only the last figure.
    fn figures(&self) -> Vec<Figure> {
        let Some(before) = self.summaries.first().map(|summary| &summary.before) else { return Vec::new() };
        let averages = before.averages(&before.scores());
        let in_average = |name: &str| averages.iter().any(|(average, _)| average.of.contains(&name));
        let metrics = before.metrics().iter();
        let metrics = metrics.filter(|metric| self.wide || averages.is_empty() || in_average(metric.name));
        let metrics =
            metrics.map(|metric| Figure { name: metric.name, title: metric.title, is_average: false });
        let averages = averages.iter();
        let averages = averages.map(|(average, _)| Figure {
            name: average.name,
            title: average.title,
            is_average: true,
        });
        let figures: Vec<Figure> = metrics.chain(averages).collect();
        let skipped =
            if self.summaries.len() > 1 && !self.wide { figures.len().saturating_sub(1) } else { 0 };
        figures.into_iter().skip(skipped).collect()
    }
}

/// F of a metric, or an average.
#[derive(Clone, Copy, Debug)]
struct Figure {
    name: &'static str,
    title: &'static str,
    is_average: bool,
}

impl Figure {
    fn of(self, evaluation: &Evaluation) -> Option<f64> {
        if self.is_average {
            let averages = evaluation.averages(&evaluation.scores());
            return averages.into_iter().find(|(average, _)| average.name == self.name)?.1;
        }
        let place = evaluation.metrics().iter().position(|metric| metric.name == self.name)?;
        evaluation.score(place).f
    }
}
