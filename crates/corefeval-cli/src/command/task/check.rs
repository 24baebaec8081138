//! `corefeval task check`: checks a submission before participants send it.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use corefeval_files::pool;
use corefeval_files::task::{Run, TaskFolder, check};

use super::ReadingArguments;
use crate::output;
use crate::paths::name;
use crate::problems::{Problems, in_words, rendered};

/// Check a submission before it is sent: formats, documents, tokens, conditions.
///
/// Compares every response with what participants were given, and never looks at a key. Exits with 1 when there are errors.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  # a participant, before sending\n  corefeval task check my-run --task my-task\n  # warnings are errors\n  corefeval task check my-run --task my-task --strict"
)]
pub(crate) struct Arguments {
    /// The submission: a folder with a response to each dataset.
    #[arg(required = true)]
    submissions: Vec<PathBuf>,
    /// The folder of the task: its task.toml and what participants were given.
    #[arg(short, long, default_value = ".", value_name = "FOLDER")]
    task: PathBuf,
    #[command(flatten)]
    reading: ReadingArguments,
}

/// Checks submissions.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let folder = TaskFolder::open(&arguments.task)?;
    let quiet = arguments.reading.quiet;
    let listener = move |path: &str, problem: &corefeval::problem::Problem| {
        if !quiet || problem.severity == corefeval::problem::Severity::Error {
            output::say(&rendered(path, problem));
        }
    };
    let mut problems = Problems::new(arguments.reading.strict, quiet).heard_by(Box::new(listener));
    let pool = pool(Some(arguments.reading.threads()))?;
    for path in &arguments.submissions {
        let before = problems.errors();
        let checked = pool.install(|| check(&folder, &Run::of(path), problems.collected()))?;
        for (response, given) in checked {
            let given = given.map(|given| format!(", checked against {}", name(&given))).unwrap_or_default();
            output::write(&format!("{}{given}\n", name(&response)), None)?;
        }
        let errors = match problems.errors() - before {
            0 => "no errors".to_owned(),
            errors => in_words(errors, "error"),
        };
        output::write(&format!("{}: {errors}\n", name(path)), None)?;
    }
    Ok(if problems.errors() > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
