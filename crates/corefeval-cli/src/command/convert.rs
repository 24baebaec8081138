//! `corefeval convert`: from one format to another.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, bail};
use corefeval::document::{Document, Wanted};
use corefeval_files::{Files, Options};

use crate::choices;
use crate::output;
use crate::pipeline;
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
    let mut problems = Problems::new(arguments.strict, arguments.quiet);
    let documents = read(arguments, &mut problems)?;
    let mut bytes = Vec::new();
    let target_path = arguments.output.as_deref().unwrap_or(Path::new("-"));
    for loss in target.write(&documents, &mut bytes).unwrap_or_default() {
        problems.add(target_path, loss);
    }
    problems.show();
    if problems.errors() > 0 {
        bail!("nothing was written: {}", in_words(problems.errors(), "error"));
    }
    match &arguments.output {
        Some(path) => output::write_file(path, &bytes)?,
        None => output::write_bytes(&bytes)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn read(arguments: &Arguments, problems: &mut Problems) -> Result<Vec<Document>> {
    let format = arguments.from.as_deref().map(choices::format).transpose()?;
    let mut documents = Vec::new();
    for path in &arguments.inputs {
        let mut files = Files::open(path, &Options::new().format(format))?;
        documents.extend(pipeline::read_all(&mut files, Wanted::ALL, problems)?);
    }
    Ok(documents)
}
