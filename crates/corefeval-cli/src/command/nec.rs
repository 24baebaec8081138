//! `corefeval nec`: are mentions linked to the right name?

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail};
use corefeval::evaluation::{Evaluation, Plan, Protocol};
use corefeval::metric::{Ratio, by_name};
use corefeval::nec::{self, ByKind, Conjuncts, Counts, Letters, Options, Pairing, Pronouns, Variants};
use corefeval::report::{Alignment, Table};
use serde_json::{Map, Value, json};

use crate::pairs::{self, DocumentPair, Request};
use crate::problems::Problems;
use crate::{choices, names, output};

/// Score named-entity coreference: is each named entity found by its name, with all its mentions?
///
/// Follows Agarwal et al. 2019. Names and syntax are those of the key: column 11 of CoNLL-2012 and its trees, or
/// dependencies; without syntax the last proper noun is the head. Three tables: entities not found, NEC F1 and the CoNLL
/// score of named entities; NEC F1 by kind of mention; what became of names. Where the paper leaves something open, an
/// option chooses; docs/measures.md explains each.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The annotation taken to be right, with named entities.
    key: PathBuf,
    /// The annotations to score.
    #[arg(required = true)]
    responses: Vec<PathBuf>,
    /// Types of names, with commas between.
    #[arg(long, value_delimiter = ',', value_name = "TYPES", default_value = "PERSON,ORG,GPE")]
    types: Vec<String>,
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
    /// How the result is laid out: text, json, tsv, csv, markdown, latex.
    #[arg(short, long, value_name = "LAYOUT", default_value = "text", help_heading = "Output")]
    output: String,
    /// Print 1 for a precision out of nothing, as the paper does; JSON has null otherwise.
    #[arg(long, help_heading = "Output")]
    compat: bool,
    /// The format of all files; told by looking at them unless given.
    #[arg(short, long, value_name = "NAME", help_heading = "Input")]
    format: Option<String>,
    /// Do not show warnings.
    #[arg(short, long, help_heading = "Input")]
    quiet: bool,
}

/// A system, its counts for each type and for all of them, and its CoNLL score on all entities.
struct System {
    name: String,
    counts: Vec<Counts>,
    conll: f64,
}

/// Scores named-entity coreference.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let format = arguments.format.as_deref().map(choices::format).transpose()?;
    let wanted = nec::wanted_key();
    let request = Request { key: &arguments.key, responses: &arguments.responses, format, wanted };
    let mut systems = pairs::read(&request, &mut Problems::new(false, arguments.quiet))?;
    for pairs in &mut systems {
        pairs.retain(|pair| arguments.has_genre(pair));
    }
    check(arguments, systems.first().map_or(&[], |pairs| &pairs[..]))?;
    let options = arguments.options();
    let names = names::distinct(&arguments.responses);
    let systems: Vec<System> =
        names.into_iter().zip(&systems).map(|(name, pairs)| system(name, pairs, &options)).collect();
    output::write(&rendered(arguments, &systems)?, None)?;
    Ok(ExitCode::SUCCESS)
}

impl Arguments {
    fn has_genre(&self, pair: &DocumentPair) -> bool {
        let genre = pair.key.name.genre().unwrap_or("");
        self.genres.is_empty() || self.genres.iter().any(|wanted| wanted == genre)
    }

    fn options(&self) -> Options {
        Options {
            types: self.types.clone(),
            variants: self.variants,
            letters: self.letters,
            pairing: self.pairing,
            pronouns: self.pronouns,
            by_kind: self.by_kind,
            conjuncts: self.conjuncts,
        }
    }

    /// The types, and a name for all of them together.
    fn groups(&self) -> impl Iterator<Item = &str> {
        self.types.iter().map(String::as_str).chain(["all"])
    }
}

fn check(arguments: &Arguments, pairs: &[DocumentPair]) -> Result<()> {
    if pairs.is_empty() {
        bail!("no document of the key is of the genres {}", arguments.genres.join(", "));
    }
    let keys: Vec<_> = pairs.iter().map(|pair| &*pair.key).collect();
    match nec::lacks(&keys) {
        Some(what) => bail!("{}: the key has no {what}; NEC needs them", arguments.key.display()),
        None => Ok(()),
    }
}

fn system(name: String, pairs: &[DocumentPair], options: &Options) -> System {
    let mut counts = vec![Counts::default(); options.types.len() + 1];
    for pair in pairs {
        let found = nec::count(&pair.key, &pair.response, options);
        counts.iter_mut().zip(found).for_each(|(sum, more)| *sum = *sum + more);
    }
    let metrics: Vec<_> = ["muc", "b-cubed", "ceaf-e"].into_iter().filter_map(by_name).collect();
    let plan = Plan::new(Protocol::default(), &metrics);
    let documents = pairs.iter().map(|pair| plan.tally(&pair.key, &pair.response)).collect();
    let evaluation = Evaluation { metrics: plan.metrics, beta: 1.0, documents };
    let scores: Vec<_> = (0..3).map(|place| evaluation.score(place)).collect();
    let conll = scores.iter().map(|score| score.f1).sum::<f64>() / 3.0;
    System { name, counts, conll }
}

fn rendered(arguments: &Arguments, systems: &[System]) -> Result<String> {
    if arguments.output == "json" {
        let systems: Vec<Value> = systems.iter().map(|system| as_json(arguments, system)).collect();
        let value = json!({"schema": 1, "systems": systems});
        return Ok(serde_json::to_string_pretty(&value)? + "\n");
    }
    let render = choices::output(&arguments.output)?.render;
    let tables =
        [found_table(arguments, systems), kinds_table(arguments, systems), names_table(arguments, systems)];
    Ok(tables.iter().map(render).collect::<Vec<_>>().join("\n"))
}

/// A table with the same columns for each type.
fn table(arguments: &Arguments, columns: &[&'static str]) -> Table {
    let mut heads = vec![("System", Alignment::Left)];
    let mut groups = vec![(String::new(), 1)];
    for group in arguments.groups() {
        heads.extend(columns.iter().map(|column| (*column, Alignment::Right)));
        groups.push((group.to_owned(), columns.len()));
    }
    Table { groups, ..Table::new(&heads) }
}

fn percent(value: f64) -> String {
    format!("{:.1}%", value * 100.0)
}

fn fraction(value: f64) -> String {
    format!("{value:.2}")
}

/// A mean, or a dash where there is nothing to take one of.
fn of_kind(f1: Ratio) -> String {
    if f1.denominator == 0.0 { "–".to_owned() } else { fraction(f1.value()) }
}

/// As Table 3 of the paper.
fn found_table(arguments: &Arguments, systems: &[System]) -> Table {
    let mut table = table(arguments, &["Entities", "Not found", "NEC F1", "Coref F1"]);
    for system in systems {
        let cells = system.counts.iter().flat_map(|counts| {
            let entities = counts.f1.denominator.to_string();
            [
                entities,
                percent(counts.share_not_found()),
                fraction(counts.nec_f1()),
                fraction(counts.filtered_conll()),
            ]
        });
        table.push(std::iter::once(system.name.clone()).chain(cells));
    }
    table
        .notes
        .push("Coref F1: mean of MUC, B³ and CEAFe of the entities with a name of the type".to_owned());
    for system in systems {
        table.notes.push(format!("{}: Coref F1 of all entities {:.2}", system.name, system.conll));
    }
    table
}

/// As Table 4 of the paper.
fn kinds_table(arguments: &Arguments, systems: &[System]) -> Table {
    let mut table = table(arguments, &["Name", "Pronoun", "Nominal"]);
    for system in systems {
        let cells = system.counts.iter().flat_map(|counts| counts.kinds.map(|kind| of_kind(kind.f1)));
        table.push(std::iter::once(system.name.clone()).chain(cells));
    }
    table.notes.push("NEC F1 over the entities that have mentions of the kind".to_owned());
    table
}

fn names_table(arguments: &Arguments, systems: &[System]) -> Table {
    let mut table = table(arguments, &["Micro R", "P", "F1", "Split", "Pieces", "Merged"]);
    for system in systems {
        let cells = system.counts.iter().flat_map(|counts| {
            let micro = counts.micro.score(1.0);
            let precision = if nothing_paired(counts) && arguments.compat { 1.0 } else { micro.precision };
            [
                fraction(micro.recall),
                fraction(precision),
                fraction(micro.f1),
                percent(counts.share_split()),
                fraction(counts.mean_pieces()),
                percent(counts.share_merged()),
            ]
        });
        table.push(std::iter::once(system.name.clone()).chain(cells));
    }
    for system in systems {
        if let Some(counts) = system.counts.last() {
            let (share, nameless) = (percent(counts.nameless.value()), counts.nameless);
            table.notes.push(format!(
                "{}: {share} of response entities with he, she and the like have no name ({} of {})",
                system.name, nameless.numerator, nameless.denominator
            ));
        }
    }
    table
}

fn nothing_paired(counts: &Counts) -> bool {
    counts.micro.precision.denominator == 0.0
}

fn as_json(arguments: &Arguments, system: &System) -> Value {
    let groups: Map<String, Value> = arguments
        .groups()
        .zip(&system.counts)
        .map(|(group, counts)| (group.to_owned(), counts_json(arguments, counts)))
        .collect();
    json!({"name": system.name, "coref_f1_all_entities": system.conll, "types": groups})
}

fn counts_json(arguments: &Arguments, counts: &Counts) -> Value {
    let micro = counts.micro.score(1.0);
    let precision = match (nothing_paired(counts), arguments.compat) {
        (false, _) => json!(micro.precision),
        (true, true) => json!(1.0),
        (true, false) => Value::Null,
    };
    let kinds: Map<String, Value> = ["name", "pronoun", "nominal"]
        .into_iter()
        .zip(counts.kinds)
        .map(|(name, kind)| {
            (name.to_owned(), json!({"f1": kind.f1.value(), "entities": kind.f1.denominator}))
        })
        .collect();
    json!({
        "entities": counts.f1.denominator,
        "nec_f1": counts.nec_f1(),
        "nec_micro": {"recall": micro.recall, "precision": precision, "f1": micro.f1},
        "not_found": counts.not_found,
        "found_without_overlap": counts.empty_handed,
        "with_ambiguous_candidates": counts.ambiguous,
        "by_kind": kinds,
        "split": counts.split,
        "mean_pieces": counts.mean_pieces(),
        "response_entities_with_name": counts.kept,
        "merged": counts.merged,
        "nameless": {"entities": counts.nameless.numerator, "out_of": counts.nameless.denominator},
        "coref_f1": counts.filtered_conll(),
    })
}
