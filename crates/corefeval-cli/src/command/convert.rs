//! `corefeval convert`: from one format to another.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, bail};
use corefeval::matching::name_heads;
use corefeval_files::Options;

use super::reading::read_together;
use crate::choices;
use crate::output;
use crate::paths;
use crate::problems::{Problems, in_words};

/// Convert files to another format.
///
/// Says exactly what the target cannot hold, and how much of it there was. Files are written whole or not at all.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// What to convert: files, folders, or - for standard input.
    #[arg(required = true)]
    inputs: Vec<PathBuf>,
    /// Where to write: a file; standard output unless given.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The format to write.
    #[arg(short, long, value_name = "FORMAT")]
    to: String,
    /// The format to read; told by looking at the files unless given.
    #[arg(short, long, value_name = "FORMAT")]
    from: Option<String>,
    /// Write nothing if anything would be lost, or if anything is odd.
    #[arg(long)]
    strict: bool,
    /// Do not show warnings.
    #[arg(short, long)]
    quiet: bool,
}

/// Converts files.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let target = choices::format(&arguments.to)?;
    if !target.is_writable() {
        bail!("`{}` can be read but not written", target.name);
    }
    paths::check(arguments.inputs.iter().map(PathBuf::as_path), arguments.output.as_deref())?;
    let mut problems = Problems::new(arguments.strict, arguments.quiet);
    let format = arguments.from.as_deref().map(choices::format).transpose()?;
    let mut documents =
        read_together(&arguments.inputs, &Options::new().format(format), &mut problems)?.documents;
    if problems.errors() > 0 {
        return refuse(&problems);
    }
    if target.keeps_heads() {
        documents.iter_mut().for_each(name_heads);
    }
    let mut bytes = Vec::new();
    let target_path = arguments.output.as_deref().unwrap_or(Path::new("-"));
    for loss in target.write(&documents, &mut bytes).unwrap_or_default() {
        problems.add(target_path, loss);
    }
    if problems.errors() > 0 {
        return refuse(&problems);
    }
    problems.show();
    match &arguments.output {
        Some(path) => output::write_file(path, &bytes)?,
        None => output::write_data(&bytes)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Documents that were read with errors are not even offered to a writer, which counts on their being whole.
fn refuse(problems: &Problems) -> Result<ExitCode> {
    problems.show();
    bail!("nothing was written: {}", in_words(problems.errors(), "error"))
}
