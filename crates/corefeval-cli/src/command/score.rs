//! `corefeval score`: how good are responses?

use std::path::PathBuf;
use std::process::ExitCode;

/// Score responses against a key.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The annotation taken to be right: a file, a folder, or - for standard input.
    key: PathBuf,
    /// The annotations to score.
    #[arg(required = true)]
    responses: Vec<PathBuf>,
}

/// Scores responses.
#[expect(clippy::unnecessary_wraps, reason = "every command may fail")]
pub(crate) fn run(arguments: Arguments) -> anyhow::Result<ExitCode> {
    drop((arguments.key, arguments.responses));
    Ok(ExitCode::SUCCESS)
}
