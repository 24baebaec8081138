//! `corefeval extract`: writes one layer of a corpus as text.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use corefeval::corpus::{TextLayer, extract};
use corefeval::document::Document;
use corefeval::ontonotes::{Released, onf_file, release_file};

use super::arguments::InputArguments;
use super::reading::{read, settle};
use crate::problems::Problems;
use crate::{choices, output, paths, release};

/// Write one layer of a corpus as plain text.
///
/// Layers are trees, names, coreference, speakers, senses and propositions.
///
/// Trees are written one per line. The other layers have one line for each annotation: the sentence, the first and the last
/// token in it, the value, and the words, which are for the reader only. `corefeval assemble --layer-file` inserts a layer
/// into files.
///
/// With --native, the layers are written as an OntoNotes release has them: files ID.parse, ID.coref, ID.name, ID.speaker,
/// ID.sense and ID.prop for each text, from which `corefeval assemble` makes CoNLL files again. With --onf, a file ID.onf has
/// all layers of a text, for people to read.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Corpus files or folders, or - for standard input.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The layer; with --native several, or all unless given.
    #[arg(short, long, value_name = "LAYER", value_delimiter = ',', required_unless_present = "native", value_parser = choices::one_of::<TextLayer>(TextLayer::VALUES))]
    layer: Vec<TextLayer>,
    /// Write the files of an OntoNotes release.
    #[arg(long)]
    native: bool,
    /// With --native, one file with all layers for each text (.onf).
    #[arg(long, requires = "native", conflicts_with = "layer")]
    onf: bool,
    /// With --native, the language in the names of texts, such as en, ch or ar.
    #[arg(long, value_name = "CODE", default_value = "en", requires = "native")]
    language: String,
    /// The file to write, or with --native the folder; standard output by default.
    #[arg(short, long, value_name = "PATH")]
    out: Option<PathBuf>,
    #[command(flatten)]
    input: InputArguments,
}

/// Writes a layer.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let inputs = arguments.files.iter().map(PathBuf::as_path);
    paths::check(inputs, arguments.out.as_deref().filter(|_| !arguments.native))?;
    let mut problems = arguments.input.problems();
    let documents = read(&arguments.input, &arguments.files, &mut problems)?;
    refuse_absent(arguments, &documents, &mut problems);
    if arguments.native {
        return native(arguments, &documents, problems);
    }
    settle(&problems)?;
    let [layer] = arguments.layer[..] else { bail!("--layer: give one layer, or --native for several") };
    let text = extract(&documents, layer)?;
    match &arguments.out {
        Some(path) => output::write_file(path, text.as_bytes())?,
        None => output::write_data(text.as_bytes())?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Refuses requested layers that none of the documents has.
fn refuse_absent(arguments: &Arguments, documents: &[Document], problems: &mut Problems) {
    for layer in &arguments.layer {
        if !documents.is_empty() && !documents.iter().any(|document| layer.is_in(document)) {
            let message = format!("no document has the layer `{layer}`");
            let hint = "use files that have it, or choose another layer";
            problems.refuse(&arguments.files[0], "missing-layer", message, hint);
        }
    }
}

/// Writes the files of a release, all of them or none.
fn native(arguments: &Arguments, documents: &[Document], mut problems: Problems) -> Result<ExitCode> {
    let mut made: Vec<(PathBuf, String)> = Vec::new();
    for parts in documents.chunk_by(|one, next| one.name().id == next.name().id) {
        for (ending, file) in released(arguments, parts) {
            let place = release::place(&parts[0].name().id, ending);
            file.losses.into_iter().for_each(|loss| problems.add(&place, loss));
            made.push((place, file.text));
        }
    }
    settle(&problems)?;
    paths::check_distinct(made.iter().map(|(place, _)| place.as_path()))?;
    match (&arguments.out, &made[..]) {
        (None, [(_, text)]) => output::write_data(text.as_bytes())?,
        (None, _) => bail!("{} files would be written; give a folder with --out", made.len()),
        (Some(folder), _) => {
            let mut files = Vec::new();
            for (place, text) in &made {
                let path = folder.join(place);
                let above = path.parent().unwrap_or(folder);
                std::fs::create_dir_all(above).with_context(|| paths::name(above))?;
                files.push((path, text.as_bytes()));
            }
            output::write_files(&files)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The files of a text, each with its ending.
fn released(arguments: &Arguments, parts: &[Document]) -> Vec<(&'static str, Released)> {
    if arguments.onf {
        return vec![(release::ALL_LAYERS, onf_file(parts))];
    }
    let layers = if arguments.layer.is_empty() { TextLayer::ALL } else { &arguments.layer };
    layers.iter().map(|layer| (layer.name(), release_file(parts, *layer, &arguments.language))).collect()
}
