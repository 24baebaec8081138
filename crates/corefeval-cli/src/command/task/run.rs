//! `corefeval task run`: checks, scores and ranks every submission, and writes the results.

use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow};
use corefeval::evaluation::resample::Resampling;
use corefeval::problem::Severity;
use corefeval::report::{self, Style, Table, by_name, task_records};
use corefeval::task::{Results, SubmissionResult, Task};
use corefeval_files::task::TaskFolder;
use indicatif::{ProgressBar, ProgressStyle};

use super::cache::Cache;
use super::scorer::Scorer;
use super::site::Site;
use super::{ReadingArguments, TaskArgument};
use crate::output::{self, Label, write_files};
use crate::paths::{self, name};
use crate::problems::{Problems, in_words};

/// Check and score every submission, rank them, and write the results.
///
/// Prints the rankings, and writes results.md, results.tex, results.csv and results.json, which has everything, into a
/// folder. An invalid submission is listed with its first error, and the others are scored. Scores are kept in a cache, so that
/// only new submissions are scored again.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  # check, score and rank every submission\n  corefeval task run my-task\n  # without rank intervals\n  corefeval task run my-task --resamples 0"
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    task: TaskArgument,
    #[command(flatten)]
    reading: ReadingArguments,
    /// The folder for the results [default: `results` in the task's folder].
    #[arg(short, long, value_name = "FOLDER", help_heading = "Output")]
    out: Option<PathBuf>,
    /// The folder for cached scores [default: `cache` in the task's folder].
    #[arg(long, value_name = "FOLDER", help_heading = "Output")]
    cache: Option<PathBuf>,
    /// The number of resamples for rank intervals; 0 for no intervals.
    #[arg(long, value_name = "N", default_value_t = 1000, help_heading = "Output")]
    resamples: u64,
    /// The seed of the random numbers.
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Output")]
    seed: u64,
    /// Write a site for the task into this folder: rankings, datasets, systems with their cards, and a report of each dataset.
    /// The files need no server. Reports have the texts and the keys: leave them out with --no-reports if keys are secret.
    #[arg(long, value_name = "FOLDER", help_heading = "Output")]
    site: Option<PathBuf>,
    /// Leave the reports of the datasets, with texts and keys, out of the site.
    #[arg(long, requires = "site", help_heading = "Output")]
    no_reports: bool,
    /// Score everything anew, and keep nothing for the next run.
    #[arg(long, conflicts_with = "cache", help_heading = "Output")]
    no_cache: bool,
}

/// Runs a task.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let folder = TaskFolder::open(&arguments.task.task)?;
    let kept = arguments.cache.clone().unwrap_or_else(|| folder.root().join("cache"));
    let cache = Cache::new(Some(kept).filter(|_| !arguments.no_cache));
    let reading = &arguments.reading;
    let problems = Problems::new(reading.strict, reading.quiet);
    let scorer = Scorer::open(&folder, cache, reading.strictness(), problems)?;
    let runs = folder.runs()?;
    let progress = progress(runs.len());
    let submissions = scorer.all(&runs, reading.threads(), &|_| progress.inc(1))?;
    progress.finish_and_clear();
    let results = Results::new(folder.task(), scorer.about(), submissions);
    let results = match arguments.resampling()? {
        Some(resampling) => results.with_chance(folder.task(), &resampling),
        None => results,
    };
    let out = arguments.out.clone().unwrap_or_else(|| folder.root().join("results"));
    let files = laid_out(folder.task(), &results)?;
    let places: Vec<PathBuf> = files.iter().map(|(name, _)| out.join(name)).collect();
    paths::check(folder.sources().iter().map(PathBuf::as_path), places.iter().map(PathBuf::as_path))?;
    write(&files, &out)?;
    if let Some(out) = &arguments.site {
        let (runs, results, threads) = (&runs[..], &results, reading.threads());
        let site = Site { folder: &folder, runs, results, reports: !arguments.no_reports, threads };
        site.write(out, &files)?;
    }
    print(folder.task(), &results, arguments)?;
    output::write(&format!("\nresults.md, .tex, .csv and .json are in {}\n", name(&out)), None)?;
    if let Some(site) = &arguments.site {
        let texts = if arguments.no_reports { "" } else { "; its reports have the texts and the keys" };
        output::write(&format!("the site is {}{texts}\n", name(&site.join("index.html"))), None)?;
    }
    Ok(ExitCode::SUCCESS)
}

impl Arguments {
    fn resampling(&self) -> Result<Option<Resampling>> {
        let resampling = Resampling { resamples: self.resamples, seed: self.seed, ..Resampling::default() };
        match self.resamples {
            0 => Ok(None),
            _ => {
                resampling.check().map(|()| Some(resampling)).map_err(|error| anyhow!("--resamples: {error}"))
            }
        }
    }
}

/// A progress bar, on terminals.
fn progress(runs: usize) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} submissions");
    ProgressBar::new(runs as u64).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// The results in all layouts, each with the name of its file.
fn laid_out(task: &Task, results: &Results) -> Result<Vec<(&'static str, String)>> {
    let tables = report::task::tables(task, results);
    let laid_out = |layout: &str| {
        by_name(layout).map(|layout| layout.render_all(&tables, Style::Plain)).unwrap_or_default()
    };
    let records = task_records::table(task, results);
    Ok(vec![
        ("results.md", laid_out("markdown")),
        ("results.tex", laid_out("latex")),
        (
            "results.csv",
            by_name("csv").map(|layout| layout.render(&records, Style::Plain)).unwrap_or_default(),
        ),
        ("results.json", output::json(&serde_json::to_value(results)?)?),
    ])
}

/// Writes all files, or none of them.
fn write(files: &[(&'static str, String)], out: &std::path::Path) -> Result<()> {
    std::fs::create_dir_all(out).with_context(|| format!("cannot make {}", name(out)))?;
    let files: Vec<(PathBuf, &[u8])> =
        files.iter().map(|(name, text)| (out.join(name), text.as_bytes())).collect();
    write_files(&files)
}

fn print(task: &Task, results: &Results, arguments: &Arguments) -> Result<()> {
    let mut tables: Vec<Table> = report::task::rankings(task, results);
    tables.extend(report::task::not_ranked(results));
    let text = by_name("text").map(|layout| layout.render_all(&tables, output::page(None)));
    output::write(&text.unwrap_or_default(), None)?;
    if results.submissions.is_empty() {
        output::remark(
            Label::Note,
            &format!("there is no submission in {}", name(&arguments.task.task.join(&task.submissions))),
        );
    }
    let warned = |one: &&SubmissionResult| {
        let own = one.problems.iter().any(|problem| problem.severity == Severity::Warning.name());
        own || one.datasets.iter().any(|dataset| dataset.warnings > 0)
    };
    let warned = results.submissions.iter().filter(warned).count();
    if warned > 0 && !arguments.reading.quiet {
        output::remark(
            Label::Note,
            &format!("{} with warnings; results.json has them", in_words(warned, "submission")),
        );
    }
    Ok(())
}
