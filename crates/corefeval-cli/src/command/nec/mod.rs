//! `corefeval nec`: are mentions linked to the right name?

mod decisions;
mod tables;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail};
use corefeval::evaluation::{DocumentPair, Plan, evaluation_of};
use corefeval::metric::by_name;
use corefeval::nec::{self, Counts, Material, Options};
use corefeval::problem::Problem;

use super::arguments::{ComparisonArguments, OutputArguments};
pub(super) use decisions::FIELDS;
use decisions::{COMPAT, Decisions};

use super::comparison::Comparison;
use super::genres;
use super::protocol::{ABOUT_MENTIONS, Accepts, ProtocolArguments};
use super::reading::settle;
use super::response::{Response, inputs};

/// Score named-entity coreference: is each name found?
///
/// Follows Agarwal et al. 2019. Names and syntax are taken from the key: column 11 of CoNLL-2012, with dependencies or
/// trees to find the heads of mentions. Prints three tables: entities not found, NEC F1 and the CoNLL score of named
/// entities (as Table 3 of the paper); NEC F1 by kind of mention (as Table 4); micro-averaged figures, and how names were
/// resolved. No scorer was released with the paper: where the paper leaves something open, there is an option, explained
/// in docs/measures.md.
///
/// `corefeval score --metric nec` prints NEC F1 beside other metrics, with the defaults.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The annotation taken to be right, with named entities.
    key: PathBuf,
    /// The annotations to score (predicted); NAME=FILE names a system otherwise than its file.
    #[arg(required = true, value_hint = clap::ValueHint::AnyPath)]
    responses: Vec<Response>,
    #[command(flatten)]
    decisions: Decisions,
    /// Print 1 for a precision of 0/0, as the paper does; without it, JSON has null.
    #[arg(long, help_heading = "Output")]
    compat: bool,
    #[command(flatten)]
    protocol: ProtocolArguments<Named>,
    #[command(flatten)]
    comparison: ComparisonArguments,
    #[command(flatten)]
    output: OutputArguments,
}

/// A system, its counts for each type and for all of them, and its CoNLL score on all entities.
struct System {
    name: String,
    counts: Vec<Counts>,
    conll: Option<f64>,
}

/// The choices that `nec` supports: it matches mentions exactly and counts in its own way, with its own options.
#[derive(Clone, Debug)]
pub(crate) struct Named;

impl Accepts for Named {
    const REFUSED: &'static [&'static str] = ABOUT_MENTIONS;
    const OWN: &'static [&'static str] = FIELDS;
}

/// Scores named-entity coreference.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let arguments = &arguments.settled()?;
    let inputs = inputs(&arguments.key, &arguments.responses).chain(arguments.protocol.files());
    crate::paths::check(inputs, arguments.output.file())?;
    let (plan, aids) = arguments.protocol.plan(arguments.responses.len())?;
    let plan =
        plan.with_metrics(&["muc", "b-cubed", "ceaf-e"].into_iter().filter_map(by_name).collect::<Vec<_>>());
    let comparison = Comparison {
        key: &arguments.key,
        responses: &arguments.responses,
        plan: &plan,
        aids: &aids,
        also: nec::wanted_key(),
        input: &arguments.comparison,
        fingerprints: false,
    };
    let met = comparison.each_pair(|pair, _| pair)?;
    check_genres(arguments, met.systems.first().map_or(&[], |pairs| &pairs[..]))?;
    let of_genre = |pairs: Vec<DocumentPair>| -> Vec<DocumentPair> {
        pairs.into_iter().filter(|pair| arguments.has_genre(pair)).collect()
    };
    let systems: Vec<Vec<DocumentPair>> = met.systems.into_iter().map(of_genre).collect();
    check(arguments, systems.first().map_or(&[], |pairs| &pairs[..]))?;
    let options = arguments.decisions.options();
    check_types(arguments, systems.first().map_or(&[], |pairs| &pairs[..]), &options)?;
    let systems: Vec<System> = met
        .names
        .into_iter()
        .zip(&systems)
        .map(|(name, pairs)| system(name, pairs, &plan, &options))
        .collect();
    tables::write(arguments, &systems, &arguments.signature(&plan))?;
    Ok(ExitCode::SUCCESS)
}

impl Arguments {
    /// The options as given, completed from the signature.
    fn settled(&self) -> Result<Self> {
        let own = self.protocol.own_fields()?;
        let compat = self.compat || own.iter().any(|(name, value)| name == COMPAT && value == "yes");
        Ok(Self { decisions: self.decisions.settled(&own)?, compat, ..self.clone() })
    }

    fn signature(&self, plan: &Plan) -> String {
        let mut fields = self.decisions.fields();
        fields.push((COMPAT, if self.compat { "yes" } else { "no" }.to_owned()));
        plan.signature_with(&fields)
    }

    fn has_genre(&self, pair: &DocumentPair) -> bool {
        let genre = pair.key().name().genre().unwrap_or("");
        let genres = self.decisions.genres();
        genres.is_empty() || genres.iter().any(|wanted| wanted == genre)
    }

    /// The types, and a name for all of them together if there are several.
    fn groups(&self) -> impl Iterator<Item = &str> {
        let types = self.decisions.types();
        let all = (types.len() > 1).then_some("all");
        types.iter().map(String::as_str).chain(all)
    }
}

fn check(arguments: &Arguments, pairs: &[DocumentPair]) -> Result<()> {
    if pairs.is_empty() {
        bail!("no document of the key has one of the genres {}", arguments.decisions.genres().join(", "));
    }
    let material = pairs.iter().fold(Material::default(), |seen, pair| seen.or(Material::of(pair.key())));
    if let Some(lack) = material.lacks(arguments.decisions.options().heads) {
        bail!("{}: the key has {lack}; NEC needs them", arguments.key.display());
    }
    if let Some(makeshift) = material.makeshift(arguments.decisions.options().heads) {
        arguments.comparison.warn(&arguments.key, "missing-layer", makeshift)?;
    }
    Ok(())
}

/// Warns about genres for which the key has no document.
fn check_genres(arguments: &Arguments, pairs: &[DocumentPair]) -> Result<()> {
    let names = pairs.iter().map(|pair| pair.key().name());
    let mut problems = arguments.comparison.all.problems();
    if let Some(problem) = genres::absent(arguments.decisions.genres(), names) {
        problems.add(&arguments.key, problem);
    }
    settle(&problems)
}

/// Refuses types of names that the key does not have; warns if it has some of them.
fn check_types(arguments: &Arguments, pairs: &[DocumentPair], options: &Options) -> Result<()> {
    let names = pairs.iter().flat_map(|pair| nec::names(pair.key(), options.possessive));
    let known: BTreeSet<String> = names.map(|name| name.kind).collect();
    let absent: Vec<&String> = options.types.iter().filter(|kind| !known.contains(*kind)).collect();
    if known.is_empty() || absent.is_empty() {
        return Ok(());
    }
    let has: Vec<&str> = known.iter().map(String::as_str).collect();
    let absent: Vec<&str> = absent.into_iter().map(String::as_str).collect();
    let message = format!("no name of the key has the type {}", absent.join(", "));
    let hint = format!("its names have the types {}", has.join(", "));
    let mut problems = arguments.comparison.all.problems();
    if absent.len() == options.types.len() {
        problems.refuse(&arguments.key, "nothing-selected", message, &hint);
    } else if options.types != Options::default().types {
        problems.add(&arguments.key, Problem::warning("nothing-selected", 0, message).hint(hint));
    }
    settle(&problems)
}

fn system(name: String, pairs: &[DocumentPair], plan: &Plan, options: &Options) -> System {
    let mut counts = vec![Counts::default(); options.types.len() + 1];
    for pair in pairs {
        let found = nec::count(pair.key(), pair.response(), options);
        counts.iter_mut().zip(found).for_each(|(sum, more)| *sum = *sum + more);
    }
    // with a single type there is no row for all types
    counts.truncate(if options.types.len() == 1 { 1 } else { counts.len() });
    let evaluation = evaluation_of(plan, pairs);
    let averages = evaluation.averages(&evaluation.scores());
    let conll = averages.first().and_then(|(_, value)| *value);
    System { name, counts, conll }
}
