//! `corefeval task score-bundle`: the scoring program of a competition.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use corefeval::report::task_page;
use corefeval::task::{columns, score_lines};
use corefeval_files::task::{Run, TaskFolder};

use super::ReadingArguments;
use super::cache::Cache;
use super::scorer::Scorer;
use crate::output::{self, Label, write_files};
use crate::paths::name;
use crate::problems::Problems;

/// Score one submission when called by a competition platform (Codabench, CodaLab).
///
/// Reads the task in INPUT/ref and the submission in INPUT/res, and writes scores.json, scores.txt and
/// `detailed_results.html` into OUTPUT. A submission that cannot be scored gets the page only, and the exit status is 1.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  # what the platform runs\n  corefeval task score-bundle input output\n  # without warnings\n  corefeval task score-bundle input output --quiet"
)]
pub(crate) struct Arguments {
    /// The folder with `ref` and `res`.
    input: PathBuf,
    /// The folder for the scores.
    output: PathBuf,
    #[command(flatten)]
    reading: ReadingArguments,
}

/// Scores a submission.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let folder = TaskFolder::open(&arguments.input.join("ref"))?;
    let reading = &arguments.reading;
    let problems = Problems::new(reading.strict, reading.quiet);
    let scorer = Scorer::open(&folder, Cache::new(None), reading.strictness(), problems)?;
    let run = Run { team: "submission".to_owned(), ..Run::of(&arguments.input.join("res")) };
    let result = scorer.one(&run);
    let page = task_page::page(folder.task(), &result);
    let mut texts = vec![("detailed_results.html", page)];
    if result.is_ranked() {
        let values = result.in_columns(&columns(folder.task()));
        texts.push(("scores.txt", score_lines(&values)));
        texts.push(("scores.json", output::json(&values)?));
    }
    let out = &arguments.output;
    std::fs::create_dir_all(out).with_context(|| format!("cannot make {}", name(out)))?;
    let files: Vec<(PathBuf, &[u8])> =
        texts.iter().map(|(name, text)| (out.join(name), text.as_bytes())).collect();
    write_files(&files)?;
    let all = result.problems.iter().chain(result.datasets.iter().flat_map(|dataset| &dataset.problems));
    for trouble in all.filter(|trouble| trouble.is_error() || !reading.quiet) {
        let place = match (trouble.path.as_str(), trouble.line) {
            ("", _) => String::new(),
            (path, 0) => format!("{path}: "),
            (path, line) => format!("{path}:{line}: "),
        };
        let label = if trouble.is_error() { Label::Error } else { Label::Warning };
        output::remark(label, &format!("{place}{} [{}]", trouble.message, trouble.code));
    }
    if !result.is_ranked() {
        output::remark(Label::Error, "the submission was not scored");
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}
