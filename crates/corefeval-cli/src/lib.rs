//! The command line of corefeval: arguments in, files read, text out.

mod choices;
mod command;
mod dropin;
mod hash;
mod mentions;
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
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use command::{alone, conll_scorer};
use corefeval::problem::Problem;
use corefeval_files::names;

/// Evaluate coreference resolution: how good is a response, why, and is the difference real?
#[derive(Debug, Parser)]
#[command(
    name = "corefeval",
    version,
    max_term_width = 100,
    after_help = "Key = gold annotation, response = predicted, entity = cluster or chain of mentions.\n\
        `corefeval COMMAND -h` is short, `--help` explains every value.\n\
        Exit status: 0 done; 1 a threshold was missed (score --min), files or a submission\n\
        are not valid (validate, task check), or a cross-check found a difference that\n\
        nothing explains (score --cross-check); 2 bad usage or bad input."
)]
struct Arguments<C: Subcommand = command::Command> {
    #[command(subcommand)]
    command: C,
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
    /// The choice among some arguments, found before they are read: help and messages about other arguments follow it too.
    fn named(arguments: &[OsString]) -> Option<Self> {
        let mut texts = arguments.iter().filter_map(|argument| argument.to_str());
        let value = loop {
            match texts.next()? {
                "--" => return None,
                "--color" => break texts.next()?,
                text => {
                    if let Some(value) = text.strip_prefix("--color=") {
                        break value;
                    }
                }
            }
        };
        Self::from_str(value, false).ok()
    }

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
pub fn run(arguments: Vec<OsString>) -> ExitCode {
    match outcome(arguments) {
        Ok(code) => code,
        Err(Failure::Usage(error)) => usage(&error),
        Err(Failure::Run(error)) => fail(&error),
    }
}

/// The result of a command that a program called: its output, and the problems it found.
#[derive(Debug)]
#[non_exhaustive]
pub struct Called {
    /// The exit status.
    pub status: u8,
    /// What it wrote to standard output.
    pub out: Vec<u8>,
    /// Remarks for people, which it would have written to standard error.
    pub remarks: String,
    /// Why the command failed, if it did.
    pub error: Option<String>,
    /// Problems in files, each with the path of its file.
    pub problems: Vec<(String, Problem)>,
}

/// Runs a command for a program: what it prints is returned.
#[must_use]
pub fn call(arguments: Vec<OsString>) -> Called {
    let (result, captured) = output::capture(|| outcome(arguments));
    let output::Captured { mut out, remarks, problems } = captured;
    let (status, error) = match result {
        Ok(code) => (number(code), None),
        Err(Failure::Usage(error)) if !error.use_stderr() => {
            out.extend_from_slice(error.to_string().as_bytes());
            (0, None)
        }
        Err(Failure::Usage(error)) => (BAD_USE, Some(error.to_string())),
        Err(Failure::Run(error)) => (BAD_USE, Some(format!("{error:#}"))),
    };
    Called { status, out, remarks, error, problems }
}

/// The number of an exit status. An `ExitCode` can be compared but not read.
#[must_use]
pub fn number(code: ExitCode) -> u8 {
    (0..=u8::MAX).find(|number| ExitCode::from(*number) == code).unwrap_or(BAD_USE)
}

/// Why a command failed.
enum Failure {
    /// The arguments are wrong, or only help was asked for.
    Usage(clap::Error),
    /// Something else is wrong.
    Run(anyhow::Error),
}

fn outcome(mut arguments: Vec<OsString>) -> Result<ExitCode, Failure> {
    if arguments.first().is_some_and(|program| called_as(program) == conll_scorer::PROGRAM) {
        return conll_scorer::run_as_program(arguments.split_off(1)).map_err(Failure::Run);
    }
    let first = arguments.get(1).and_then(|argument| argument.to_str());
    if !output::is_captured() {
        Colour::named(&arguments).unwrap_or(Colour::Auto).apply();
    }
    let program = match first.and_then(alone::command) {
        Some(command) => Arguments::<alone::Nothing>::command().subcommand(command),
        None => <Arguments>::command(),
    };
    let parsed = command::table::called(program, first).try_get_matches_from(arguments);
    let parsed =
        parsed.and_then(|matches| <Arguments>::from_arg_matches(&matches)).map_err(Failure::Usage)?;
    if !output::is_captured() {
        parsed.color.apply();
    }
    parsed.command.run().map_err(Failure::Run)
}

/// The program with everything that help, completions and manuals describe.
fn program() -> clap::Command {
    command::table::described(<Arguments>::command())
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
    output::remark(output::Label::Error, &format!("{error:#}"));
    ExitCode::from(BAD_USE)
}

/// The name by which the program was called, without its folder.
fn called_as(program: &OsString) -> String {
    Path::new(program).file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}
