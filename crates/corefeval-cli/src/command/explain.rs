//! `corefeval explain`: prints the page of a metric, rule, choice, preset, format, measure or problem.

use std::process::ExitCode;

use anyhow::{Result, anyhow};
use corefeval::pages::{Page, Topic, find, topics};
use serde_json::{Value, json};

use super::arguments::{OutputArguments, Prose};
use super::terminal::wrapped;

/// Explain any metric, rule, choice, preset, format or problem.
///
/// What it is, its formula or rule, a worked example, who proposed it and when to use it. Without a name, everything that has a
/// page is listed by kind. The usual spellings work: b3, bcub and B³ are b-cubed.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// What to explain: a metric (b3), a matching rule (head), a choice (singletons) or one of its values (singletons:drop), a
    /// preset (crac25), a format (corefud), a measure (purity) or a problem code (token-count).
    name: Option<String>,
    #[command(flatten)]
    output: OutputArguments<Prose>,
}

/// Explains a name, or lists what can be explained.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    match &arguments.name {
        None => list(arguments)?,
        Some(name) => {
            let found = find(name).map_err(|said| anyhow!("{said} (`corefeval explain` lists all)"))?;
            show(arguments, &found)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn show(arguments: &Arguments, topics: &[Topic]) -> Result<()> {
    if arguments.output.is_json() {
        let pages: Vec<Value> = topics.iter().map(as_json).collect();
        return arguments.output.write_json(&json!({"schema": 1, "pages": pages}));
    }
    let pages: Vec<String> = topics.iter().map(|topic| as_text(&topic.page())).collect();
    arguments.output.write_text(&pages.join("\n"))
}

fn as_json(topic: &Topic) -> Value {
    let page = topic.page();
    let sections: serde_json::Map<String, Value> =
        page.sections.into_iter().map(|(heading, text)| (heading.to_owned(), json!(text))).collect();
    json!({"kind": topic.kind.name(), "name": topic.name, "title": page.title, "sections": sections})
}

/// A page as text: headings are highlighted, and lines fit the terminal.
fn as_text(page: &Page) -> String {
    let bold = anstyle::Style::new().bold();
    let mut text = format!("{bold}{}{bold:#}\n", wrapped(&page.title, 0, ""));
    for (heading, body) in &page.sections {
        text += &format!("\n{bold}{heading}{bold:#}\n");
        for line in body.lines() {
            text += &format!("  {}\n", wrapped(line, 2, &hanging(line)));
        }
    }
    text
}

/// The indent of continuation lines: below the second column, if the line has columns.
fn hanging(line: &str) -> String {
    let column = line
        .find("  ")
        .map_or(0, |end| line[end..].find(|letter| letter != ' ').map_or(0, |more| end + more));
    " ".repeat(column + 2)
}

fn list(arguments: &Arguments) -> Result<()> {
    let topics = topics();
    if arguments.output.is_json() {
        let line =
            |topic: &Topic| json!({"kind": topic.kind.name(), "name": topic.name, "about": topic.about});
        let lines: Vec<Value> = topics.iter().map(line).collect();
        return arguments.output.write_json(&json!({"schema": 1, "topics": lines}));
    }
    let bold = anstyle::Style::new().bold();
    let mut text = String::new();
    let mut kind = None;
    for topic in &topics {
        if kind != Some(topic.kind) {
            let gap = if kind.is_some() { "\n" } else { "" };
            text += &format!("{gap}{bold}{}{bold:#}\n", topic.kind.plural());
            kind = Some(topic.kind);
        }
        let about = format!("{:<26} {}", topic.name, topic.about);
        text += &format!("  {}\n", wrapped(&about, 2, &" ".repeat(29)));
    }
    arguments.output.write_text(&text)
}
