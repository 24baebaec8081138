//! Analyses for other programs as one table: a row for each figure.

use super::super::table::{Alignment, Table};
use super::Analyses;
use crate::analysis::links::{LINK_KINDS, LINKS};
use crate::analysis::{ANALYSES, Repair, Summary};
use crate::evaluation::Evaluation;

/// The columns, described in `docs/analysis.md`. Nothing is rounded; what is undefined is an empty cell.
pub const COLUMNS: [&str; 8] =
    ["analysis", "system", "what", "kind", "metric", "figure", "value", "signature"];

/// A row for each figure.
#[must_use]
pub fn records(analyses: &Analyses<'_>) -> Table {
    let mut table = Table::new(&COLUMNS.map(|name| (name, Alignment::Left)));
    for (name, summary) in analyses.systems() {
        let mut rows = Vec::new();
        push_counts(summary, &mut rows);
        push_links(summary, &mut rows);
        push_scores("", ["before", ""], &summary.before, &mut rows);
        for (repair, evaluation) in &summary.repairs {
            push_scores("transformations", described(*repair), evaluation, &mut rows);
        }
        for (difference, evaluation) in &summary.differences {
            push_scores("boundaries", ["alone", difference.name()], evaluation, &mut rows);
        }
        for (rule, evaluation) in &summary.rules {
            push_scores("boundaries", ["match", &rule.to_string()], evaluation, &mut rows);
        }
        for [analysis, what, kind, metric, figure, value] in rows {
            if analysis.is_empty() || analyses.shows(&analysis) {
                let signature = analyses.signature.to_owned();
                table.push([analysis, name.to_owned(), what, kind, metric, figure, value, signature]);
            }
        }
    }
    table
}

type Cells = [String; 6];

/// The name and the kind of a repair.
pub(super) fn described(repair: Repair) -> [&'static str; 2] {
    match repair {
        Repair::Alone(kind) => ["alone", kind.name()],
        Repair::UpTo(kind) => ["up-to", kind.name()],
        Repair::Everything => ["everything", ""],
    }
}

fn push_counts(summary: &Summary, rows: &mut Vec<Cells>) {
    for analysis in ANALYSES {
        for kind in analysis.kinds {
            let count = summary.counts.of(analysis.name, kind.name).to_string();
            rows.push([analysis.name, "found", kind.name, "", "count", &count].map(str::to_owned));
        }
    }
}

fn push_links(summary: &Summary, rows: &mut Vec<Cells>) {
    let links = &summary.links;
    let tables = [
        ("key", &links.key),
        ("missed", &links.missed),
        ("response", &links.response),
        ("wrong", &links.wrong),
    ];
    for (what, table) in tables {
        for (row, anaphor) in table.iter().zip(LINK_KINDS) {
            for (count, antecedent) in row.iter().zip(LINK_KINDS) {
                let kind = format!("{anaphor}→{antecedent}");
                rows.push([LINKS.name, what, &kind, "", "links", &count.to_string()].map(str::to_owned));
            }
        }
    }
}

fn push_scores(analysis: &str, [what, kind]: [&str; 2], evaluation: &Evaluation, rows: &mut Vec<Cells>) {
    let scores = evaluation.scores();
    let mut push = |metric: &str, figure: &str, value: Option<f64>| {
        let value = value.map_or_else(String::new, |value| value.to_string());
        rows.push([analysis, what, kind, metric, figure, &value].map(str::to_owned));
    };
    for (metric, score) in evaluation.metrics().iter().zip(&scores) {
        push(metric.name, "recall", score.recall);
        push(metric.name, "precision", score.precision);
        push(metric.name, "f", score.f);
    }
    for (average, value) in evaluation.averages(&scores) {
        push(average.name, "f", value);
    }
}
