//! `corefeval probe`: shows how each metric reacts as a response is damaged more and more.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, anyhow, bail};
use clap::builder::{PossibleValue, PossibleValuesParser};
use corefeval::document::Wanted;
use corefeval::probe::{Curves, DAMAGES, Damage, Options, Probed};
use corefeval::report::probe::{Probe, json, records, tables};
use corefeval::report::{Output, Readers};

use super::arguments::{ComparisonArguments, Layout, OutputArguments};
use super::comparison::Comparison;
use super::protocol::{Accepts, ProtocolArguments, one_rule};
use super::response::{Response, inputs};

/// Show what each metric does when a response gets worse.
///
/// Mentions of the key itself, or of a response, are dropped, invented or moved, and entities split or merged, at rising rates; the result
/// is scored against the key. Damage at a higher rate includes that at a lower
/// one, so a metric that rises on the way rises although the response gets worse; the second table says where. Which mentions and
/// entities are damaged is drawn at random; --seed draws others.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The annotation taken to be right (gold).
    key: PathBuf,
    /// The annotation to damage (predicted); the key itself unless given.
    #[arg(value_hint = clap::ValueHint::AnyPath)]
    response: Option<Response>,
    #[command(flatten)]
    protocol: ProtocolArguments<Damageable>,
    #[command(flatten)]
    input: ComparisonArguments,
    /// Only these damages, with commas between.
    #[arg(long, value_name = "NAME,…", help_heading = "Damage", value_delimiter = ',', value_parser = damages())]
    damage: Vec<String>,
    /// The rates in percent, with commas between [default: 0, 10 … 100].
    #[arg(long, value_name = "PERCENT,…", help_heading = "Damage", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(0..=100))]
    rates: Vec<u32>,
    /// The seed of the random numbers [default: 1].
    #[arg(long, value_name = "N", help_heading = "Damage")]
    seed: Option<String>,
    /// All rates, not only 10, 20, 50 and 100 %.
    #[arg(short, long, help_heading = "Output")]
    wide: bool,
    #[command(flatten)]
    output: OutputArguments,
}

/// The choices that `probe` supports: entities that are split or merged have no elements of plural entities.
#[derive(Clone, Debug)]
pub(crate) struct Damageable;

impl Accepts for Damageable {
    const REFUSED: &'static [&'static str] = &["splits"];
    const OWN: &'static [&'static str] = Options::FIELDS;
}

fn damages() -> PossibleValuesParser {
    PossibleValuesParser::new(
        DAMAGES.iter().map(|damage| PossibleValue::new(damage.name).help(damage.summary)),
    )
}

/// Damages a key or a response.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let inputs = inputs(&arguments.key, &arguments.response).chain(arguments.protocol.files());
    crate::paths::check(inputs, arguments.output.file())?;
    let (plan, aids) = arguments.protocol.plan(1)?;
    one_rule(&plan)?;
    let options = arguments.options()?;
    let damaged = arguments.response.clone().unwrap_or_else(|| arguments.key.clone().into());
    let comparison = Comparison {
        key: &arguments.key,
        responses: std::slice::from_ref(&damaged),
        plan: &plan,
        aids: &aids,
        also: Wanted::MENTIONS,
        input: &arguments.input,
        fingerprints: false,
    };
    let (rules, met) = comparison.scored(|pair| Probed::new(&plan, &pair, &options))?;
    let start = rules.into_iter().flat_map(|rule| rule.systems).next();
    let Some(start) = start else { bail!("nothing was scored") };
    let probed: Vec<Probed> = met.systems.into_iter().flatten().collect();
    let signature = plan.signature_with(&options.fields());
    let curves = Curves::new(start, &probed, options);
    let name = met.names.first().map_or("the key", String::as_str);
    let name = if arguments.response.is_some() { name } else { "the key" };
    let probe = Probe { curves: &curves, name, wide: arguments.wide, signature: &signature };
    let as_json = || json(&probe);
    match arguments.output.layout() {
        Layout::Table(Output { readers: Readers::Programs, .. }) => {
            arguments.output.write_table(&records(&probe), as_json)?;
        }
        _ => arguments.output.write_tables(&tables(&probe), as_json)?,
    }
    Ok(ExitCode::SUCCESS)
}

impl Arguments {
    fn options(&self) -> Result<Options> {
        let mut options = Options::default();
        let signed = self.protocol.own_fields()?;
        let signed = signed.iter().find(|(name, _)| name == "seed").map(|(_, value)| value);
        if let Some(seed) = self.seed.as_ref().or(signed) {
            options.seed = seed.parse().map_err(|_| anyhow!("--seed {seed}: not a whole number"))?;
        }
        if !self.rates.is_empty() {
            options.rates.clone_from(&self.rates);
            options.rates.sort_unstable();
            options.rates.dedup();
        }
        let wanted = |damage: &&'static Damage| self.damage.iter().any(|name| name == damage.name);
        if !self.damage.is_empty() {
            options.damages.retain(wanted);
        }
        Ok(options)
    }
}
