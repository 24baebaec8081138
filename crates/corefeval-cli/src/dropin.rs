//! What the commands that act as older scorers share: their printout.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use corefeval::dropin::evaluator::Printout;
use corefeval::dropin::{Outcome, Source};

use crate::output::{remark, write_bytes};

/// Prints what the scorer prints; if it stopped, that is an error after it.
pub(crate) fn print(printout: &Printout) -> Result<ExitCode> {
    write_bytes(printout.stdout.as_bytes())?;
    match &printout.failure {
        Some(failure) => Err(anyhow::anyhow!("{failure}")),
        None => Ok(ExitCode::SUCCESS),
    }
}

/// Prints what a scorer prints, and what is odd or wrong with the key and the response.
pub(crate) fn report(outcome: &Outcome, [key, response]: [&PathBuf; 2]) -> Result<ExitCode> {
    let path = |source: Source| match source {
        Source::Key => key.display(),
        Source::Response => response.display(),
    };
    for (source, warning) in &outcome.warnings {
        remark(&format!("{}: {warning}", path(*source)));
    }
    write_bytes(outcome.stdout.as_bytes())?;
    match &outcome.problem {
        Some((source, problem)) => Err(anyhow::anyhow!("{}: {problem}", path(*source))),
        None => Ok(ExitCode::SUCCESS),
    }
}
