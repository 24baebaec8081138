//! `corefeval layers`: how good are predicted tags, trees, names, senses and arguments?

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail};
use corefeval::document::{Document, Layer};
use corefeval::evaluation::Gathering;
use corefeval::layer_scores::by_genre;
use corefeval::report::layers;

use super::reading::{InputArguments, OutputArguments, settle};
use crate::checks;
use crate::problems::Problems;

/// Score the other layers of a file: parts of speech, trees, named entities, word senses, semantic roles.
///
/// Two annotations of the same text, such as the gold and the auto files of OntoNotes, are compared layer by layer, for each
/// genre and for all: accuracy of parts of speech; PARSEVAL over labelled phrases, for all sentences and for those of fewer
/// than 40 words; accuracy of word senses and framesets; arguments of predicates; named entities by type. These are Tables
/// 5, 7, 8 and 10 of the CoNLL-2011 overview. Layers that either file lacks are left out.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The annotation taken to be right.
    key: PathBuf,
    /// The annotation to score.
    response: PathBuf,
    #[command(flatten)]
    input: InputArguments,
    #[command(flatten)]
    output: OutputArguments,
}

/// Scores layers.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let mut problems = arguments.input.problems();
    let key = arguments.input.read(&arguments.key, &mut problems)?;
    let response = arguments.input.read(&arguments.response, &mut problems)?;
    checks::compare(&key, &response, &arguments.response, &mut problems);
    settle(&problems)?;
    let pairs = paired(key, response, arguments, &mut problems);
    let pairs: Vec<(&Document, &Document)> = pairs.iter().map(|(key, response)| (key, response)).collect();
    let (genres, all) = by_genre(&pairs);
    let sheets = layers::sheets(&genres, &all);
    if sheets.is_empty() {
        bail!("there is no layer that both files have: {}", lacking(&pairs));
    }
    arguments.output.write(&sheets, || layers::json(&genres, &all))?;
    Ok(ExitCode::SUCCESS)
}

/// Documents that meet by name, in the key's order.
fn paired(
    key: Vec<Document>,
    response: Vec<Document>,
    arguments: &Arguments,
    problems: &mut Problems,
) -> Vec<(Document, Document)> {
    let mut gathering = Gathering::new(1);
    for document in key {
        gathering.key(document);
    }
    for document in response {
        gathering.response(0, document);
    }
    let mut jobs = gathering.ready();
    let left = gathering.finish();
    jobs.extend(left.renamed);
    for (_, _, document) in left.missing {
        problems.warn(&arguments.response, "missing-document", format!("{} is left out", document.name()));
    }
    jobs.sort_by_key(|job| job.place);
    jobs.into_iter().map(|job| (Document::clone(&job.key), job.response)).collect()
}

/// Which layers each side has, in words.
fn lacking(pairs: &[(&Document, &Document)]) -> String {
    let layers = [Layer::PartOfSpeech, Layer::Parse, Layer::Sense, Layer::Frameset, Layer::Name];
    let has = |document: &Document| {
        let present = layers.iter().filter(|layer| document.layers().get(**layer).is_some()).count();
        format!("{present} of {} layers", layers.len())
    };
    match pairs.first() {
        Some((key, response)) => format!("the key has {}, the response {}", has(key), has(response)),
        None => "they have no document in common".to_owned(),
    }
}
