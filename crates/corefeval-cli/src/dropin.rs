//! Output shared by the commands that act as older scorers.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use corefeval::dropin::evaluator::Printout;
use corefeval::dropin::{Outcome, Source, conll_scorer};

use crate::output::{Label, Unprinted, complain, remark, write_bytes};

/// Prints a scorer's output; if the scorer stopped, an error follows.
pub(crate) fn print(printout: &Printout) -> Result<ExitCode> {
    finish(&printout.stdout, printout.failure.as_ref().map(ToString::to_string))
}

/// Prints the reference scorer's output, with its error message and exit status.
pub(crate) fn print_reference(outcome: &conll_scorer::Outcome) -> Result<ExitCode> {
    write_bytes(&outcome.stdout)?;
    complain(&outcome.stderr);
    Ok(ExitCode::from(outcome.code))
}

fn finish(stdout: &str, failure: Option<String>) -> Result<ExitCode> {
    write_bytes(stdout.as_bytes())?;
    Ok(failure.map_or(ExitCode::SUCCESS, |failure| stopped(&failure)))
}

/// Prints a scorer's output, and the problems of the key and the response.
pub(crate) fn report(outcome: &Outcome, [key, response]: [&PathBuf; 2]) -> Result<ExitCode> {
    let path = |source: Source| match source {
        Source::Key => key.display(),
        Source::Response => response.display(),
    };
    for (source, warning) in &outcome.warnings {
        remark(Label::Warning, &format!("{}: {warning}", path(*source)));
    }
    let failure = outcome.problem.as_ref().map(|(source, problem)| format!("{}: {problem}", path(*source)));
    finish(&outcome.stdout, failure)
}

/// Exits with status 1 on any failure, as the older scorers do; output that cannot be printed is our own
/// error.
pub(crate) fn exit_as_original(result: Result<ExitCode>) -> Result<ExitCode> {
    match result {
        Err(error) if !error.is::<Unprinted>() => Ok(stopped(&format!("{error:#}"))),
        result => result,
    }
}

/// Prints why a scorer stopped; the exit status is 1 for any reason.
pub(crate) fn stopped(why: &str) -> ExitCode {
    remark(Label::Error, why);
    ExitCode::FAILURE
}
