//! The results of a shared task as a table for programs: a row for each figure, always with the same columns.

use super::{Alignment, Digits, Table, percent};
use crate::task::{Figures, Results, Standing, Status, SubmissionResult, Task};

/// The columns, described in `docs/task.md`.
pub const COLUMNS: [&str; 15] = [
    "team",
    "run",
    "system",
    "track",
    "condition",
    "status",
    "rank",
    "dataset",
    "rule",
    "by",
    "group",
    "metric",
    "recall",
    "precision",
    "f",
];

/// A row for each figure of each submission; one row without figures for a submission that has none.
#[must_use]
pub fn table(task: &Task, results: &Results) -> Table {
    let mut table = Table::new(&COLUMNS.map(|name| (name, Alignment::Left)));
    let standings = || results.rankings.iter().flat_map(|ranking| &ranking.standings);
    for one in &results.submissions {
        let standing = standings().find(|standing| standing.id == one.id);
        let about = about(one, standing);
        let before = table.rows.len();
        for (place, figures) in figures(one) {
            push(&mut table, &about, place, figures, Digits::from(task.plan()));
        }
        if table.rows.len() == before {
            table.push(about.iter().cloned().chain(vec![String::new(); COLUMNS.len() - about.len()]));
        }
    }
    table
}

fn about(one: &SubmissionResult, standing: Option<&Standing>) -> [String; 7] {
    let status = match one.status {
        Status::Scored => "scored",
        Status::Incomplete => "incomplete",
        Status::Refused => "refused",
        Status::Missing => "missing",
    };
    let rank = standing.and_then(|standing| standing.rank).map(|rank| rank.to_string()).unwrap_or_default();
    let track = one.track.clone().unwrap_or_default();
    [
        one.team.clone(),
        one.run.clone(),
        one.name.clone(),
        track,
        one.condition.to_owned(),
        status.to_owned(),
        rank,
    ]
}

/// The place of figures: dataset, rule, kind of group, and group.
type Place<'a> = [&'a str; 4];

fn figures(one: &SubmissionResult) -> Vec<(Place<'_>, &Figures)> {
    let mut all: Vec<(Place<'_>, &Figures)> = Vec::new();
    all.extend(one.rules.iter().map(|rule| (["", &*rule.rule, "all", ""], &rule.figures)));
    let official = one.rules.first().map_or("", |rule| &*rule.rule);
    all.extend(one.languages.iter().map(|group| (["", official, "language", &*group.name], &group.figures)));
    for dataset in &one.datasets {
        let name = &*dataset.dataset;
        all.extend(dataset.rules.iter().map(|rule| ([name, &*rule.rule, "all", ""], &rule.figures)));
        let genres = dataset.genres.iter();
        all.extend(genres.map(|group| ([name, official, "genre", &*group.name], &group.figures)));
    }
    all
}

fn push(table: &mut Table, about: &[String; 7], place: Place<'_>, figures: &Figures, digits: Digits) {
    let shown = |value: Option<f64>| value.map_or_else(String::new, |value| percent(value, digits));
    for figure in &figures.0 {
        let scores = [shown(figure.recall), shown(figure.precision), shown(figure.f)];
        let place = place.iter().map(|text| (*text).to_owned());
        table.push(about.iter().cloned().chain(place).chain([figure.name.to_owned()]).chain(scores));
    }
}
