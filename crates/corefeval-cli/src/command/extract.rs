//! `corefeval extract`: one layer of a corpus as a text of its own.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use corefeval::corpus::{TextLayer, extract};

use super::reading::{InputArguments, settle};
use crate::{output, paths};

/// Write one layer of a corpus as a plain text: trees, names, coreference, speakers, senses or propositions.
///
/// Trees are written whole, one on a line. The other layers have a line for each thing they say: the sentence, the first and
/// the last token in it, the value, and the words for the reader's sake. `corefeval assemble --layer-file` puts a layer back.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Corpus files or folders, or - for standard input.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The layer: parse, name, coref, speaker, sense, prop.
    #[arg(short, long, value_name = "LAYER")]
    layer: TextLayer,
    /// Where to write: a file; standard output unless given.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    input: InputArguments,
}

/// Writes a layer.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    paths::check(arguments.files.iter().map(PathBuf::as_path), arguments.output.as_deref())?;
    let mut problems = arguments.input.problems();
    let documents = arguments.input.read_together(&arguments.files, &mut problems)?;
    settle(&problems)?;
    let text = extract(&documents, arguments.layer)?;
    match &arguments.output {
        Some(path) => output::write_file(path, text.as_bytes())?,
        None => output::write_data(text.as_bytes())?,
    }
    Ok(ExitCode::SUCCESS)
}
