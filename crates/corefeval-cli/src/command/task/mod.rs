//! `corefeval task`: a whole shared task in a folder.

mod cache;
mod check;
mod codabench;
mod given;
mod init;
mod run;
mod score_bundle;
mod scorer;
mod site;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::Subcommand;
use corefeval::problem::Strictness;
use corefeval_files::MOST_THREADS;

/// Run a shared task from a folder.
///
/// Submissions are checked, scored and ranked, and the results laid out. The folder has a task.toml, keys, and submissions/TEAM/RUN/ with a response to each dataset. docs/task.md describes all
/// of it; examples/task is one to try.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: TaskCommand,
}

#[derive(Debug, Subcommand)]
enum TaskCommand {
    Init(init::Arguments),
    Given(given::Arguments),
    Check(check::Arguments),
    Run(run::Arguments),
    Codabench(codabench::Arguments),
    ScoreBundle(score_bundle::Arguments),
}

impl Arguments {
    pub(crate) fn run(&self) -> Result<ExitCode> {
        match &self.command {
            TaskCommand::Init(arguments) => init::run(arguments),
            TaskCommand::Given(arguments) => given::run(arguments),
            TaskCommand::Check(arguments) => check::run(arguments),
            TaskCommand::Run(arguments) => run::run(arguments),
            TaskCommand::Codabench(arguments) => codabench::run(arguments),
            TaskCommand::ScoreBundle(arguments) => score_bundle::run(arguments),
        }
    }
}

/// How submissions are read; the task defines their formats.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Input")]
struct ReadingArguments {
    /// Treat warnings as errors.
    #[arg(long)]
    strict: bool,
    /// Show no warnings.
    #[arg(short, long)]
    quiet: bool,
    /// The number of threads [default: one for each core]. The result is the same for any number.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MOST_THREADS as i64))]
    threads: Option<u16>,
}

impl ReadingArguments {
    fn strictness(&self) -> Strictness {
        if self.strict { Strictness::Strict } else { Strictness::Lenient }
    }

    /// How many submissions are worked on at once.
    fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get);
        self.threads.map_or_else(cores, usize::from)
    }
}

/// The folder of a task.
#[derive(Debug, clap::Args)]
struct TaskArgument {
    /// The folder of the task, which has a task.toml.
    #[arg(default_value = ".", value_name = "TASK")]
    task: PathBuf,
}
