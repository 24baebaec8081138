//! What can be typed after `corefeval`: one file for each command.

use std::process::ExitCode;

use clap::Subcommand;

mod score;

/// A command, with its arguments.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Score(score::Arguments),
}

impl Command {
    /// Carries the command out.
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        match self {
            Self::Score(arguments) => score::run(arguments),
        }
    }
}
