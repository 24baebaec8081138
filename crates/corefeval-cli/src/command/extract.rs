//! `corefeval extract`: writes one layer of a corpus as text.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use corefeval::corpus::{TextLayer, extract};

use super::arguments::InputArguments;
use super::reading::{read, settle};
use crate::{choices, output, paths};

/// Write one layer of a corpus as plain text.
///
/// Layers are trees, names, coreference, speakers, senses and propositions.
///
/// Trees are written one per line. The other layers have one line for each annotation: the sentence, the first and the last
/// token in it, the value, and the words, which are for the reader only. `corefeval assemble --layer-file` inserts a layer
/// into files.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Corpus files or folders, or - for standard input.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The layer.
    #[arg(short, long, value_name = "LAYER", value_parser = choices::one_of::<TextLayer>(TextLayer::VALUES))]
    layer: TextLayer,
    /// The file to write; standard output by default.
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    input: InputArguments,
}

/// Writes a layer.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    paths::check(arguments.files.iter().map(PathBuf::as_path), arguments.out.as_deref())?;
    let mut problems = arguments.input.problems();
    let documents = read(&arguments.input, &arguments.files, &mut problems)?;
    settle(&problems)?;
    let text = extract(&documents, arguments.layer)?;
    match &arguments.out {
        Some(path) => output::write_file(path, text.as_bytes())?,
        None => output::write_data(text.as_bytes())?,
    }
    Ok(ExitCode::SUCCESS)
}
