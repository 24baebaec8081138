//! `corefeval gap`: scores GAP, which of two names a pronoun refers to.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Result;
use corefeval::measures::gap::{self, Counts, Example};
use corefeval::metric::Score;
use corefeval::report::{Alignment, Rounding, Table, percent};
use serde_json::{Map, Value, json};

use super::arguments::OutputArguments;
use super::reading::settle;
use crate::paths;
use crate::problems::{Problems, in_words};

/// Score GAP: which of two names does a pronoun refer to?
///
/// The key is a GAP file with 11 columns; the response has an id, TRUE or FALSE for A, and TRUE or FALSE for B. Bias is the
/// F1 of feminine pronouns divided by that of masculine ones. Examples that are not in the response count as missed.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The key, a file of the GAP release.
    key: PathBuf,
    /// The response: id, A-coref, B-coref.
    response: PathBuf,
    /// Treat every warning as an error.
    #[arg(long, help_heading = "Input")]
    strict: bool,
    /// Show no warnings.
    #[arg(short, long, help_heading = "Input")]
    quiet: bool,
    #[command(flatten)]
    output: OutputArguments,
}

/// Scores GAP.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let inputs = [&arguments.key, &arguments.response].map(PathBuf::as_path);
    paths::check(inputs, arguments.output.file())?;
    let mut problems = Problems::new(arguments.strict, arguments.quiet);
    let (key, _) = read(&arguments.key, &mut problems)?;
    let (response, text) = read(&arguments.response, &mut problems)?;
    for problem in gap::strangers(&key, &text) {
        problems.add(&arguments.response, problem);
    }
    settle(&problems)?;
    let counts = gap::count(&key, &response);
    arguments.output.write_tables(&[as_table(&counts)], || as_json(&counts))?;
    Ok(ExitCode::SUCCESS)
}

fn as_json(counts: &Counts) -> Value {
    let score = |(name, score): (&str, Score)| {
        let value = json!({"recall": score.recall, "precision": score.precision, "f1": score.f});
        (name.to_owned(), value)
    };
    let scores: Map<String, Value> = counts.named().map(score).into_iter().collect();
    json!({"schema": 1, "scores": scores, "bias": counts.bias(), "missing": counts.missing})
}

fn as_table(counts: &Counts) -> Table {
    let right = Alignment::Right;
    let mut table =
        Table::new(&[("", Alignment::Left), ("Recall", right), ("Precision", right), ("F1", right)]);
    for (name, score) in counts.named() {
        let shown = |value: Option<f64>| percent(value, Rounding::Nearest);
        table.push([name.to_owned(), shown(score.recall), shown(score.precision), shown(score.f)]);
    }
    let bias = counts.bias().map_or_else(String::new, |bias| format!("{bias:.2}"));
    table.facts.push(["all".to_owned(), "bias".to_owned(), bias]);
    table.facts.push(["all".to_owned(), "missing".to_owned(), counts.missing.to_string()]);
    table.notes.push(match counts.bias() {
        Some(bias) => format!("bias (feminine / masculine F1): {bias:.2}"),
        None => "bias is not defined: no masculine pronoun is right".to_owned(),
    });
    if counts.missing > 0 {
        let missing = in_words(counts.missing as usize, "example");
        table.notes.push(format!("not in the response, and counted as missed: {missing}"));
    }
    table
}

/// The examples of a file, and its text.
fn read(path: &Path, problems: &mut Problems) -> Result<(Vec<Example>, String)> {
    let text = corefeval_files::text(path)?;
    let (examples, found) = gap::read(&text);
    for problem in found {
        problems.add(path, problem);
    }
    Ok((examples, text))
}
