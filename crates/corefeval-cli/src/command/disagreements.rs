//! `corefeval disagreements`: what do annotators disagree about?

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use corefeval::disagreement::{Disagreement, DisagreementKind, disagreements, wanted};
use corefeval::evaluation::{DocumentPair, Plan};
use corefeval::report::disagreements::{Compared, counts, json, readable, tidy};
use corefeval::report::{Readers, Table};

use super::agree::ON_COMMON_DOCUMENTS;
use super::annotators::Annotations;
use super::arguments::{ComparisonArguments, Layout, OutputArguments};
use super::protocol::{Accepts, ProtocolArguments, one_rule};
use crate::{choices, names, paths};

/// List what annotators disagree about, by kind.
///
/// Every pair of annotators is compared on the documents that both have, and each with the adjudicated annotation if there
/// is one. A disagreement has one of
/// the kinds of Pradhan et al. 2011 that a rule can tell from tags, trees or dependencies: extent, verb, possessive,
/// appositive, copula, pre-modifier; what is left (entity, nested, unmarked) is for people to look at. `--as tsv` and
/// `--as json` have all of it, with places, words and an empty column for the judgement.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The annotations, two or more; or one, with --adjudicated.
    #[arg(required = true)]
    annotations: Vec<PathBuf>,
    /// The adjudicated annotation.
    #[arg(long, value_name = "FILE")]
    adjudicated: Option<PathBuf>,
    /// Only these kinds.
    #[arg(long, value_name = "KIND", value_delimiter = ',', value_parser = choices::one_of::<DisagreementKind>(DisagreementKind::VALUES))]
    kind: Vec<DisagreementKind>,
    /// How many to list for each pair in text; all in other layouts. 0 lists all.
    #[arg(short = 'n', long, value_name = "N", default_value_t = 20, help_heading = "Output")]
    limit: usize,
    #[command(flatten)]
    protocol: ProtocolArguments<Compares>,
    #[command(flatten)]
    input: ComparisonArguments,
    #[command(flatten)]
    output: OutputArguments,
}

/// The choices that `disagreements` supports: nothing is scored.
#[derive(Clone, Debug)]
pub(crate) struct Compares;

impl Accepts for Compares {
    const REFUSED: &'static [&'static str] =
        &["metrics", "blanc", "beta", "splits", "average", "undefined", "round", "decimals", "entity-map"];
    const MADE: &'static [(&'static str, &'static str)] = ON_COMMON_DOCUMENTS;
}

/// Lists disagreements.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let files: Vec<PathBuf> = arguments.annotations.iter().chain(&arguments.adjudicated).cloned().collect();
    if files.len() < 2 {
        anyhow::bail!("two annotations are needed: give two files, or one and --adjudicated");
    }
    let inputs = files.iter().map(PathBuf::as_path).chain(arguments.protocol.files());
    paths::check(inputs, arguments.output.file())?;
    let (plan, aids) = arguments.protocol.plan(files.len() - 1)?;
    one_rule(&plan)?;
    let titles = names::distinct(&files);
    let annotations = Annotations {
        files: &files,
        names: &titles,
        plan: &plan,
        aids: &aids,
        also: wanted(),
        input: &arguments.input,
    };
    let found = |mut pair: DocumentPair| {
        pair.lend_words();
        disagreements(&plan, &pair)
    };
    let kept = |one: &Disagreement| arguments.kind.is_empty() || arguments.kind.contains(&one.kind);
    let compared: Vec<Compared> = annotations
        .each_two(found)?
        .into_iter()
        .map(|two| Compared {
            one: titles[two.one].clone(),
            other: titles[two.other].clone(),
            found: two.pairs.into_iter().flatten().filter(kept).collect(),
        })
        .collect();
    write(arguments, &plan, &compared)?;
    Ok(ExitCode::SUCCESS)
}

fn write(arguments: &Arguments, plan: &Plan, compared: &[Compared]) -> Result<()> {
    let signature = plan.to_string();
    let as_json = || json(compared, &signature);
    match arguments.output.layout() {
        Layout::Table(layout) if layout.readers == Readers::Programs => {
            arguments.output.write_table(&tidy(compared, &signature), as_json)
        }
        _ => {
            let mut tables: Vec<Table> = readable(compared, arguments.limit);
            tables.insert(0, counts(compared, &signature));
            arguments.output.write_tables(&tables, as_json)
        }
    }
}
