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
mod treebank;

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use clap::Parser;
use command::conll_scorer;

/// Evaluate coreference resolution: how good is a response, why, and is the difference real?
#[derive(Debug, Parser)]
#[command(name = "corefeval", version, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: command::Command,
}

/// Runs the command that the arguments name; the first argument is the program's own name.
#[must_use]
pub fn run(mut arguments: Vec<OsString>) -> ExitCode {
    let result = if arguments.first().is_some_and(|program| called_as(program) == conll_scorer::PROGRAM) {
        conll_scorer::run_as_program(arguments.split_off(1))
    } else {
        match Arguments::try_parse_from(arguments) {
            Ok(arguments) => arguments.command.run(),
            Err(error) => return usage(&error),
        }
    };
    match result {
        Ok(code) => code,
        Err(error) => fail(&error),
    }
}

fn usage(error: &clap::Error) -> ExitCode {
    match error.print() {
        // an error that cannot be said is still one
        Err(unprinted) if !error.use_stderr() => fail(&output::Unprinted(unprinted).into()),
        _ => ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2)),
    }
}

/// Says what went wrong; a reader that went away (`| head`) is not wrong.
fn fail(error: &anyhow::Error) -> ExitCode {
    let broken_pipe = |cause: &std::io::Error| cause.kind() == std::io::ErrorKind::BrokenPipe;
    if error.chain().any(|cause| cause.downcast_ref().is_some_and(broken_pipe)) {
        return ExitCode::SUCCESS;
    }
    output::remark(&format!("{error:#}"));
    if error.is::<output::Unprinted>() { ExitCode::from(2) } else { ExitCode::FAILURE }
}

/// The name a program was called by, without its folder.
fn called_as(program: &OsString) -> String {
    Path::new(program).file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}
