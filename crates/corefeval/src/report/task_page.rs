//! A self-contained page for one submission: its figures and its problems.

use super::{Digits, percent, shown};
use crate::task::{Figures, Status, SubmissionResult, Task, Trouble};

/// The page of a submission as HTML that loads nothing from elsewhere.
#[must_use]
pub fn page(task: &Task, one: &SubmissionResult) -> String {
    let style = "body{font:16px/1.5 sans-serif;margin:2em auto;max-width:60em;padding:0 1em}table{border-collapse:collapse}\
                 th,td{padding:.2em .8em;text-align:right;border-bottom:1px solid #ccc}th:first-child,td:first-child{text-align:left}\
                 .error{color:#b00}";
    let title = format!("{}: {}", escaped(&task.name), escaped(&one.name));
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n<style>{style}</style>\n</head>\n\
         <body>\n<h1>{title}</h1>\n{}{}{}</body>\n</html>\n",
        summary(task, one),
        figures(task, one),
        problems(one),
    )
}

fn summary(task: &Task, one: &SubmissionResult) -> String {
    let score = percent(one.score, task.plan());
    let signature = task.plan().each_rule().first().map(ToString::to_string).unwrap_or_default();
    let status = match one.status {
        Status::Scored => format!("{} <strong>{score}</strong>", escaped(task.primary_title())),
        Status::Incomplete => "Not ranked: some datasets are missing.".to_owned(),
        Status::Refused | Status::Missing => "Nothing was scored; see below.".to_owned(),
    };
    format!("<p>{status}</p>\n<p><code>{}</code></p>\n", escaped(&signature))
}

fn figures(task: &Task, one: &SubmissionResult) -> String {
    let datasets =
        one.datasets.iter().filter_map(|dataset| Some((&*dataset.dataset, &dataset.rules.first()?.figures)));
    let mut columns: Vec<(&str, &Figures)> = datasets.collect();
    if columns.is_empty() {
        return String::new();
    }
    if one.datasets.len() > 1 {
        columns.insert(0, ("mean", &one.mean));
    }
    let head: Vec<String> = columns.iter().map(|(name, _)| format!("<th>{}</th>", escaped(name))).collect();
    let digits = Digits::from(task.plan());
    let row = |figure: &crate::task::Figure| {
        let cells = columns
            .iter()
            .map(|(_, figures)| format!("<td>{}</td>", percent(figures.f(figure.name), digits)));
        format!("<tr><td>{}</td>{}</tr>\n", escaped(figure.title), cells.collect::<String>())
    };
    let rows: String = columns[0].1.0.iter().map(row).collect();
    format!("<table>\n<tr><th>F</th>{}</tr>\n{rows}</table>\n", head.concat())
}

fn problems(one: &SubmissionResult) -> String {
    let all = one.problems.iter().chain(one.datasets.iter().flat_map(|dataset| &dataset.problems));
    let item = |trouble: &Trouble| {
        let place = if trouble.line > 0 {
            format!("{}:{}", trouble.path, trouble.line)
        } else {
            trouble.path.clone()
        };
        let hint = if trouble.hint.is_empty() { String::new() } else { format!(" ({})", trouble.hint) };
        let text = format!("{place}: {}{hint} [{}]", trouble.message, trouble.code);
        format!(
            "<li class=\"{}\">{}: {}</li>\n",
            escaped(&trouble.severity),
            escaped(&trouble.severity),
            escaped(&text)
        )
    };
    let items: String = all.map(item).collect();
    if items.is_empty() { String::new() } else { format!("<h2>Problems</h2>\n<ul>\n{items}</ul>\n") }
}

/// Text escaped for HTML.
fn escaped(text: &str) -> String {
    let text = shown(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;").replace('\'', "&#39;")
}
