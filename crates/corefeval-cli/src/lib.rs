//! The command line of corefeval: arguments in, files read, text out.

mod choices;
mod command;
mod dropin;
mod hash;
mod mentions;
mod names;
mod output;
mod paths;
mod problems;
mod progress;
mod release;
mod treebank;

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use anstream::ColorChoice;
use clap::{CommandFactory, FromArgMatches, Parser, ValueEnum};
use command::conll_scorer;

/// Evaluate coreference resolution: how good is a response, why, and is the difference real?
#[derive(Debug, Parser)]
#[command(
    name = "corefeval",
    version,
    max_term_width = 100,
    after_help = "Key = gold annotation, response = predicted, entity = cluster or chain of mentions.\n\
        `corefeval COMMAND -h` is short, `--help` explains every value.\n\
        Exit status: 0 done; 1 a threshold was missed (score --min) or files are not\n\
        valid (validate); 2 bad usage or bad input."
)]
struct Arguments {
    #[command(subcommand)]
    command: command::Command,
    /// When to use colours.
    #[arg(long, value_name = "WHEN", default_value = "auto", global = true, help_heading = "Global options")]
    color: Colour,
}

/// When colours are used.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Colour {
    /// On a terminal, unless `NO_COLOR` is set.
    Auto,
    /// Also in files and pipes.
    Always,
    /// Nowhere.
    Never,
}

impl Colour {
    /// Applies the choice to all output.
    fn apply(self) {
        let choice = match self {
            Self::Auto => ColorChoice::Auto,
            Self::Always => ColorChoice::Always,
            Self::Never => ColorChoice::Never,
        };
        choice.write_global();
    }
}

/// Runs the command that the arguments name; the first argument is the program's own name.
#[must_use]
pub fn run(mut arguments: Vec<OsString>) -> ExitCode {
    let result = if arguments.first().is_some_and(|program| called_as(program) == conll_scorer::PROGRAM) {
        conll_scorer::run_as_program(arguments.split_off(1))
    } else {
        let parsed = program().try_get_matches_from(arguments);
        match parsed.and_then(|matches| Arguments::from_arg_matches(&matches)) {
            Ok(arguments) => {
                arguments.color.apply();
                arguments.command.run()
            }
            Err(error) => return usage(&error),
        }
    };
    match result {
        Ok(code) => code,
        Err(error) => fail(&error),
    }
}

/// The program as help, completions and manuals describe it.
fn program() -> clap::Command {
    command::table::described(Arguments::command())
}

fn usage(error: &clap::Error) -> ExitCode {
    match error.print() {
        // an error that cannot be printed still sets the exit status
        Err(unprinted) if !error.use_stderr() => fail(&output::Unprinted(unprinted).into()),
        _ => ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2)),
    }
}

/// The exit status of bad usage and bad input; 1 is that of a missed threshold, or of files that are not valid.
const BAD_USE: u8 = 2;

/// Prints the error; a closed pipe (`| head`) is not an error.
fn fail(error: &anyhow::Error) -> ExitCode {
    let broken_pipe = |cause: &std::io::Error| cause.kind() == std::io::ErrorKind::BrokenPipe;
    if error.chain().any(|cause| cause.downcast_ref().is_some_and(broken_pipe)) {
        return ExitCode::SUCCESS;
    }
    output::remark(&format!("{error:#}"));
    ExitCode::from(BAD_USE)
}

/// The name a program was called by, without its folder.
fn called_as(program: &OsString) -> String {
    Path::new(program).file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}
