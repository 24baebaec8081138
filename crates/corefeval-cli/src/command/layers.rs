//! `corefeval layers`: how good are predicted tags, trees, names, senses and arguments?

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail};
use corefeval::document::{Document, Layer, Wanted};
use corefeval::layer_scores::by_genre;
use corefeval::report::layers;

use super::arguments::{ComparisonArguments, OutputArguments};
use super::comparison::Comparison;
use super::protocol::{Accepts, ProtocolArguments};
use super::response::{Response, inputs};

/// Score other layers: tags, trees, names, senses, roles.
///
/// Parts of speech, constituency trees, named entities, word senses and semantic roles.
///
/// Compares two annotations of the same text, such as the gold and the auto files of OntoNotes, layer by layer, for each
/// genre and for all documents: accuracy of parts of speech; PARSEVAL over labelled phrases, for all sentences and for
/// sentences with fewer than 40 words; accuracy of word senses and framesets; arguments of predicates; named entities by
/// type. These are Tables 5, 7, 8 and 10 of the CoNLL-2011 overview. Layers that are missing from either file are left out.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The annotation taken to be right (gold).
    key: PathBuf,
    /// The annotation to score (predicted).
    #[arg(value_hint = clap::ValueHint::AnyPath)]
    response: Response,
    #[command(flatten)]
    protocol: ProtocolArguments<Layered>,
    #[command(flatten)]
    input: ComparisonArguments,
    #[command(flatten)]
    output: OutputArguments,
}

/// The choices that `layers` supports: it does not use mentions, and compares documents one by one.
#[derive(Clone, Debug)]
pub(crate) struct Layered;

impl Accepts for Layered {
    const REFUSED: &'static [&'static str] = &[
        "metrics",
        "match",
        "singletons",
        "repeats",
        "blanc",
        "beta",
        "undefined",
        "scope",
        "topics",
        "entity-map",
        "tokens",
        "trees",
        "relation",
        "non-referring",
        "zeros",
        "zero-match",
        "types",
        "kinds",
        "phrases",
        "nested",
        "splits",
        "average",
        "round",
        "decimals",
    ];
}

/// Scores layers.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let inputs = inputs(&arguments.key, [&arguments.response]).chain(arguments.protocol.files());
    crate::paths::check(inputs, arguments.output.file())?;
    let (plan, aids) = arguments.protocol.plan(1)?;
    let comparison = Comparison {
        key: &arguments.key,
        responses: std::slice::from_ref(&arguments.response),
        plan: &plan,
        aids: &aids,
        also: Wanted::ALL,
        input: &arguments.input,
        fingerprints: false,
    };
    let pairs = comparison.each_pair(|pair, _| pair)?.systems.into_iter().next().unwrap_or_default();
    let pairs: Vec<(&Document, &Document)> = pairs.iter().map(|pair| (pair.key(), pair.response())).collect();
    let (genres, all) = by_genre(&pairs);
    let tables = layers::tables(&genres, &all);
    if tables.is_empty() {
        bail!("the files have no layer in common: {}", lacking(&pairs));
    }
    let signature = plan.to_string();
    arguments.output.write_signed(tables, &signature, || {
        let mut value = layers::json(&genres, &all);
        value["signature"] = signature.as_str().into();
        value
    })?;
    Ok(ExitCode::SUCCESS)
}

/// A description of the layers on each side.
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
