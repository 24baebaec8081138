//! A task as a competition on Codabench (or the older CodaLab): the columns of its leaderboard, and the files that describe it.

use std::fmt::Write;

use serde_json::{Map, Value};

use super::{Dataset, Status, SubmissionResult, Task};
use crate::metric::AVERAGES;

/// A column of the leaderboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name in the scoring program.
    pub key: String,
    /// Its title on the leaderboard.
    pub title: String,
    /// The name of the metric or average.
    pub figure: &'static str,
    /// The index of its dataset; none for means over all datasets.
    pub dataset: Option<usize>,
    /// Whether the leaderboard hides it by default.
    pub hidden: bool,
}

/// The columns of a task: the mean of the primary score and its value for each dataset, then the same for
/// every other figure.
#[must_use]
pub fn columns(task: &Task) -> Vec<Column> {
    let metrics = task.plan().metrics().iter().map(|metric| (metric.name, metric.title));
    let metrics: Vec<(&'static str, &'static str)> = metrics.collect();
    let has = |name: &str| metrics.iter().any(|(metric, _)| *metric == name);
    let averages = AVERAGES.iter().filter(|average| average.of.iter().all(|name| has(name)));
    let mut figures: Vec<(&'static str, &'static str)> =
        averages.map(|average| (average.name, average.title)).chain(metrics.iter().copied()).collect();
    // stable, so that the others keep their order
    figures.sort_by_key(|(name, _)| *name != task.primary);
    figures.into_iter().flat_map(|figure| columns_of(task, figure)).collect()
}

fn columns_of(task: &Task, (figure, title): (&'static str, &'static str)) -> Vec<Column> {
    let is_primary = figure == task.primary;
    let mean = Column { key: key(figure), title: title.to_owned(), figure, dataset: None, hidden: false };
    let of_dataset = |(place, dataset): (usize, &Dataset)| Column {
        key: format!("{}_{}", key(&dataset.name), key(figure)),
        title: format!("{title} {}", dataset.name),
        figure,
        dataset: Some(place),
        hidden: !is_primary,
    };
    // with one dataset, the mean equals its figure
    let datasets = task.datasets.iter().enumerate().filter(|_| task.datasets.len() > 1);
    std::iter::once(mean).chain(datasets.map(of_dataset)).collect()
}

/// A name with only letters, digits and `_`.
fn key(name: &str) -> String {
    name.chars().map(|letter| if letter.is_alphanumeric() { letter } else { '_' }).collect()
}

impl SubmissionResult {
    /// The percentage in each column; undefined figures and missing datasets count as 0, as the task says.
    #[must_use]
    pub fn in_columns(&self, columns: &[Column]) -> Map<String, Value> {
        let value = |column: &Column| {
            let figures = match column.dataset {
                None => Some(&self.mean),
                Some(place) => self
                    .datasets
                    .get(place)
                    .and_then(|dataset| dataset.rules.first())
                    .map(|rule| &rule.figures),
            };
            let f = figures.and_then(|figures| figures.f(column.figure)).unwrap_or(0.0);
            (column.key.clone(), Value::from(f * 100.0))
        };
        columns.iter().map(value).collect()
    }

    /// Whether there is a score to send to a leaderboard.
    #[must_use]
    pub fn is_ranked(&self) -> bool {
        self.status == Status::Scored && self.score.is_some()
    }
}

/// The `competition.yaml` of a task.
#[must_use]
pub fn competition(task: &Task) -> String {
    let quoted = |text: &str| Value::from(text).to_string();
    let mut text = format!(
        "version: 2\ntitle: {}\ndescription: {}\nimage: logo.png\nterms: pages/terms.md\nenable_detailed_results: True\npages:\n",
        quoted(&task.name),
        quoted(&task.about),
    );
    for (name, title, _) in pages(task).iter().filter(|(name, ..)| *name != "terms") {
        text += &format!("  - title: {title}\n    file: pages/{name}.md\n");
    }
    text += "# A start is required; without an end, the phase never ends.\nphases:\n  - index: 0\n    name: Submissions\n    \
             start: 2020-01-01 00:00:00\n    accepts_only_result_submissions: True\n    public_data: public_data\n    \
             tasks:\n      - 0\n";
    text += &format!(
        "tasks:\n  - index: 0\n    name: {}\n    reference_data: reference_data\n    scoring_program: scoring_program\n",
        quoted(&task.name),
    );
    text += "leaderboards:\n  - title: Results\n    key: results\n    submission_rule: \"Force_Best\"\n    columns:\n";
    for (index, column) in columns(task).iter().enumerate() {
        // writing to a string cannot fail
        let _ = writeln!(
            text,
            "      - title: {}\n        key: {}\n        index: {index}\n        sorting: desc\n        precision: {}\n        hidden: {}",
            quoted(&column.title),
            quoted(&column.key),
            task.plan().decimals(),
            if column.hidden { "True" } else { "False" },
        );
    }
    text
}

/// The pages of a competition: name, title and Markdown.
#[must_use]
pub fn pages(task: &Task) -> Vec<(&'static str, &'static str, String)> {
    vec![
        ("overview", "Overview", overview(task)),
        ("data", "Data", data(task)),
        ("evaluation", "Evaluation", evaluation(task)),
        ("terms", "Terms", "The terms of this task are those of its organisers.\n".to_owned()),
    ]
}

fn overview(task: &Task) -> String {
    let url = task.url.as_ref().map(|url| format!("\n<{url}>\n")).unwrap_or_default();
    format!("# {}\n\n{}\n{url}", task.name, task.about)
}

fn data(task: &Task) -> String {
    let mut text = "A submission is a zip file with one file, or folder, for each dataset:\n\n".to_owned();
    for Dataset { name, language, genre, .. } in &task.datasets {
        let about: Vec<&str> = [language, genre].into_iter().flatten().map(String::as_str).collect();
        let about = if about.is_empty() { String::new() } else { format!(" ({})", about.join(", ")) };
        text += &format!("- `{name}`{about}: `{name}.conll`, `{name}.conllu`, `{name}.jsonlines` …\n");
    }
    text += "\nAn optional `system.toml` names the system, its track and condition. `corefeval task check` finds problems \
             before a submission is sent.\n";
    text
}

fn evaluation(task: &Task) -> String {
    let signature = task.plan().each_rule().first().map(ToString::to_string).unwrap_or_default();
    let datasets = if task.datasets.len() > 1 { ", the mean over all datasets" } else { "" };
    format!(
        "Submissions are ranked by the {} score{datasets}. Scores are percentages, as `corefeval score` prints them under this \
         protocol:\n\n```text\n{signature}\n```\n",
        task.primary_title(),
    )
}

/// The script that the platform runs; it is needed because programs are unpacked without permission to
/// execute.
#[must_use]
pub fn score_script() -> &'static str {
    "\
#!/bin/sh
# usage: score.sh INPUT OUTPUT; INPUT has ref and res
set -eu
program=$(dirname \"$0\")/corefeval
if ! chmod +x \"$program\" 2>/dev/null; then
    copy=$(mktemp)
    cp \"$program\" \"$copy\"
    chmod +x \"$copy\"
    program=$copy
fi
exec \"$program\" task score-bundle \"$1\" \"$2\"
"
}

/// Scores as lines `key: value`, for older platforms.
#[must_use]
pub fn score_lines(values: &Map<String, Value>) -> String {
    let lines: Vec<String> = values.iter().map(|(key, value)| format!("{key}: {value}\n")).collect();
    lines.concat()
}

#[cfg(test)]
mod tests {
    use super::{columns, competition};
    use crate::task::Task;

    fn task(datasets: &[&str]) -> Task {
        let dataset = |name: &&str| format!("[[dataset]]\nname = '{name}'\nkey = 'k'\n");
        let datasets = datasets.iter().map(dataset).collect::<Vec<_>>().concat();
        Task::read(&format!("name = 'T: \"x\"'\nprotocol = 'metrics:muc+b-cubed+ceaf-e|match:exact|singletons:keep'\n{datasets}")).unwrap()
    }

    #[test]
    fn the_primary_score_is_the_first_column_and_keys_are_plain() {
        let keys: Vec<String> =
            columns(&task(&["en", "hu-x"])).into_iter().map(|column| column.key).collect();
        assert_eq!(keys[..4], ["conll", "en_conll", "hu_x_conll", "muc"]);
        assert_eq!(keys.len(), 12);
        assert_eq!(columns(&task(&["en"])).len(), 4);
    }

    #[test]
    fn every_column_is_in_the_competition() {
        let task = task(&["en", "hu"]);
        let text = competition(&task);
        assert!(text.starts_with("version: 2\ntitle: \"T: \\\"x\\\"\"\n"), "{text}");
        for column in columns(&task) {
            assert_eq!(text.matches(&format!("key: \"{}\"\n", column.key)).count(), 1, "{}", column.key);
        }
    }
}
