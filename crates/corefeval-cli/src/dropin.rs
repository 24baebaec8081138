//! What the commands that act as older scorers share: whole files in, their printout out.

use std::ffi::OsStr;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use corefeval::dropin::evaluator::Printout;
use corefeval::dropin::{Outcome, Source};

use crate::output::{say, write_bytes};

/// The contents of a file, unpacked; `-` is standard input.
pub(crate) fn contents(path: &Path) -> Result<Vec<u8>> {
    read_all(path).with_context(|| path.display().to_string())
}

/// The same, with the error as the system gives it.
pub(crate) fn read_all(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if path == Path::new("-") {
        std::io::stdin().read_to_end(&mut bytes)?;
        return Ok(bytes);
    }
    let mut file = std::fs::File::open(path)?;
    match path.extension().and_then(OsStr::to_str) {
        Some("gz") => flate2::read::MultiGzDecoder::new(file).read_to_end(&mut bytes)?,
        Some("zst") => zstd::Decoder::new(file)?.read_to_end(&mut bytes)?,
        _ => file.read_to_end(&mut bytes)?,
    };
    Ok(bytes)
}

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
        say(&format!("corefeval: {}: {warning}", path(*source)));
    }
    write_bytes(outcome.stdout.as_bytes())?;
    match &outcome.problem {
        Some((source, problem)) => Err(anyhow::anyhow!("{}: {problem}", path(*source))),
        None => Ok(ExitCode::SUCCESS),
    }
}
