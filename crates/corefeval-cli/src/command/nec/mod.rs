//! `corefeval nec`: are mentions linked to the right name?

mod tables;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail};
use corefeval::evaluation::{DocumentPair, Plan, evaluation_of};
use corefeval::metric::by_name;
use corefeval::nec::{
    self, ByKind, Conjuncts, Counts, Filter, Heads, KeySingletons, Letters, Material, Options, Pairing,
    Possessive, Pronouns, Splitting, Variants,
};

use super::comparison::{Comparison, ComparisonArguments};
use super::protocol::{ABOUT_MENTIONS, Accepts, ProtocolArguments};
use crate::{choices, output};

/// Score named-entity coreference: is each named entity found by its name, with all its mentions?
///
/// Follows Agarwal et al. 2019. Names and syntax are those of the key: column 11 of CoNLL-2012, with dependencies or trees
/// to tell the heads of mentions. Three tables: entities not found, NEC F1 and the CoNLL score of named entities (as Table
/// 3 of the paper); NEC F1 by kind of mention (as Table 4); micro figures, and what became of names. No scorer was
/// released with the paper: where it leaves something open, an option chooses; docs/measures.md explains each.
///
/// `corefeval score --metric nec` prints NEC F1 beside other metrics, with the defaults.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The annotation taken to be right, with named entities.
    key: PathBuf,
    /// The annotations to score.
    #[arg(required = true)]
    responses: Vec<PathBuf>,
    /// Types of names, with commas between.
    #[arg(long, value_delimiter = ',', value_name = "TYPES", default_value = "PERSON,ORG,GPE")]
    name_types: Vec<String>,
    /// Only documents of these genres, with commas between: nw,bn,mz in the paper.
    #[arg(long, value_delimiter = ',', value_name = "GENRES")]
    genres: Vec<String>,
    /// Which names make a response entity a candidate: any, full.
    #[arg(long, value_name = "WHICH", default_value = "any", help_heading = "Decisions")]
    variants: Variants,
    /// Whether capital letters matter in names: exact, fold.
    #[arg(long, value_name = "HOW", default_value = "exact", help_heading = "Decisions")]
    letters: Letters,
    /// Whether a response entity may serve several key entities: best (yes), one-to-one.
    #[arg(long, value_name = "HOW", default_value = "best", help_heading = "Decisions")]
    pairing: Pairing,
    /// Which tokens are pronouns: personal (PRP, PRP$), wide (WP, WP$ and DT as well).
    #[arg(long, value_name = "WHICH", default_value = "personal", help_heading = "Decisions")]
    pronouns: Pronouns,
    /// Whether kinds of mentions keep the pair that all mentions chose: same-pair, reselect.
    #[arg(long, value_name = "HOW", default_value = "same-pair", help_heading = "Decisions")]
    by_kind: ByKind,
    /// Whether `Ann and Bob` is a mention by name: no-name, first (the first conjunct heads it).
    #[arg(long, value_name = "HOW", default_value = "no-name", help_heading = "Decisions")]
    conjuncts: Conjuncts,
    /// What tells the head of a mention: auto (dependencies, else trees, else the last proper noun), dep, const, last-nnp.
    #[arg(long, value_name = "WHAT", default_value = "auto", help_heading = "Decisions")]
    heads: Heads,
    /// Whether a possessive 's is part of a name: drop, keep.
    #[arg(long, value_name = "HOW", default_value = "drop", help_heading = "Decisions")]
    possessive: Possessive,
    /// Which response entities may be candidates: requested (with a name of any of --name-types), same-type.
    #[arg(long, value_name = "WHICH", default_value = "requested", help_heading = "Decisions")]
    filter: Filter,
    /// Whether key entities with one mention are scored: keep, drop.
    #[arg(long, value_name = "POLICY", default_value = "keep", help_heading = "Decisions")]
    key_singletons: KeySingletons,
    /// When an entity is split: strict (its mentions by name are in several response entities), loose (its names are).
    #[arg(long, value_name = "HOW", default_value = "strict", help_heading = "Decisions")]
    splitting: Splitting,
    /// How the result is laid out.
    #[arg(short, long, value_name = "LAYOUT", default_value = "text", value_parser = choices::layouts(), help_heading = "Output")]
    output: String,
    /// Print 1 for a precision out of nothing, as the paper does; JSON has null otherwise.
    #[arg(long, help_heading = "Output")]
    compat: bool,
    #[command(flatten)]
    protocol: ProtocolArguments<Named>,
    #[command(flatten)]
    comparison: ComparisonArguments,
}

/// A system, its counts for each type and for all of them, and its CoNLL score on all entities.
struct System {
    name: String,
    counts: Vec<Counts>,
    conll: Option<f64>,
}

/// What `nec` can honour: it matches mentions exactly and counts in its own way, with options of its own.
#[derive(Clone, Debug)]
pub(crate) struct Named;

impl Accepts for Named {
    const REFUSED: &'static [&'static str] = ABOUT_MENTIONS;
}

/// Scores named-entity coreference.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
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
    let of_genre = |pairs: Vec<DocumentPair>| -> Vec<DocumentPair> {
        pairs.into_iter().filter(|pair| arguments.has_genre(pair)).collect()
    };
    let systems: Vec<Vec<DocumentPair>> = met.systems.into_iter().map(of_genre).collect();
    check(arguments, systems.first().map_or(&[], |pairs| &pairs[..]))?;
    let options = arguments.options();
    let systems: Vec<System> = met
        .names
        .into_iter()
        .zip(&systems)
        .map(|(name, pairs)| system(name, pairs, &plan, &options))
        .collect();
    output::write(&tables::rendered(arguments, &systems)?, None)?;
    Ok(ExitCode::SUCCESS)
}

impl Arguments {
    fn has_genre(&self, pair: &DocumentPair) -> bool {
        let genre = pair.key().name().genre().unwrap_or("");
        self.genres.is_empty() || self.genres.iter().any(|wanted| wanted == genre)
    }

    fn options(&self) -> Options {
        Options {
            types: self.name_types.clone(),
            variants: self.variants,
            letters: self.letters,
            pairing: self.pairing,
            pronouns: self.pronouns,
            by_kind: self.by_kind,
            conjuncts: self.conjuncts,
            heads: self.heads,
            possessive: self.possessive,
            filter: self.filter,
            key_singletons: self.key_singletons,
            splitting: self.splitting,
        }
    }

    /// The types, and a name for all of them together if there are several.
    fn groups(&self) -> impl Iterator<Item = &str> {
        let all = (self.name_types.len() > 1).then_some("all");
        self.name_types.iter().map(String::as_str).chain(all)
    }
}

fn check(arguments: &Arguments, pairs: &[DocumentPair]) -> Result<()> {
    if pairs.is_empty() {
        bail!("no document of the key is of the genres {}", arguments.genres.join(", "));
    }
    let material = pairs.iter().fold(Material::default(), |seen, pair| seen.or(Material::of(pair.key())));
    if let Some(lack) = material.lacks(arguments.heads) {
        bail!("{}: the key has {lack}; NEC cannot do without", arguments.key.display());
    }
    if let Some(makeshift) = material.makeshift(arguments.heads) {
        arguments.comparison.warn(&arguments.key, "missing-layer", makeshift)?;
    }
    Ok(())
}

fn system(name: String, pairs: &[DocumentPair], plan: &Plan, options: &Options) -> System {
    let mut counts = vec![Counts::default(); options.types.len() + 1];
    for pair in pairs {
        let found = nec::count(pair.key(), pair.response(), options);
        counts.iter_mut().zip(found).for_each(|(sum, more)| *sum = *sum + more);
    }
    // all of one type are that type
    counts.truncate(if options.types.len() == 1 { 1 } else { counts.len() });
    let evaluation = evaluation_of(plan, pairs);
    let averages = evaluation.averages(&evaluation.scores());
    let conll = averages.first().and_then(|(_, value)| *value);
    System { name, counts, conll }
}
