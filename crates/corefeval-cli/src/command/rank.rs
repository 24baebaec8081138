//! `corefeval rank`: which rank would a score have in a published table?

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow, bail};
use corefeval::choice::unknown;
use corefeval::document::Wanted;
use corefeval::evaluation::{Aids, CHOICES, DocumentPair, Evaluation, Plan, evaluation_of};
use corefeval::leaderboard::{self, Board, Column, PUBLISHED, Part, Protocol, Published};
use corefeval::matching::Matching;
use corefeval::nec::{self, Counts, Heads, Material};
use corefeval::report::Readers;
use corefeval::report::leaderboard::{Entrant, Ranking, list, records};
use serde_json::{Map, Value, json};

use super::arguments::{ComparisonArguments, Layout, OutputArguments};
use super::comparison::Comparison;
use super::response::{Response, inputs};
use crate::paths;

/// Show the rank of a score among published results.
///
/// Without --table, lists the published tables that are known: CoNLL-2011 as first published (Pradhan et al. 2011, Tables 12
/// to 21), CoNLL-2011 and 2012 as rescored (Pradhan et al. 2014, Table 1), minimum spans (Moosavi et al. 2019, Tables 4 to 6)
/// and named entities (Agarwal et al. 2019, Tables 3 and 4). A key and responses are scored under the protocol of the table;
/// use --score for a score that you already have. Only scores on the table's own test set are comparable.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The key of the table's test set.
    #[arg(requires = "responses", requires = "table")]
    key: Option<PathBuf>,
    /// Responses to place among the systems; NAME=FILE names a system otherwise than its file.
    #[arg(value_hint = clap::ValueHint::AnyPath)]
    responses: Vec<Response>,
    /// The published table; without it, the tables are listed.
    #[arg(long, value_name = "NAME")]
    table: Option<String>,
    /// The genre or type, for a table that has several.
    #[arg(long, value_name = "NAME", requires = "table")]
    slice: Option<String>,
    /// A score in percent to place among the systems; may be given several times.
    #[arg(long, value_name = "PERCENT", requires = "table")]
    score: Vec<f64>,
    /// The column to rank by, such as conll, muc or conll@mina-coval.
    #[arg(short, long, value_name = "METRIC", requires = "table")]
    metric: Option<String>,
    /// The signature of the given score, or the one to score responses by; differences from the table's are printed.
    #[arg(long, value_name = "TEXT", requires = "table")]
    signature: Option<String>,
    #[command(flatten)]
    input: ComparisonArguments,
    #[command(flatten)]
    output: OutputArguments,
}

/// No files besides key and responses.
const NONE: &Aids = &Aids { trees: None, topics: None, entity_maps: Vec::new() };

/// Ranks.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let inputs = arguments.key.iter().flat_map(|key| inputs(key, &arguments.responses));
    paths::check(inputs, arguments.output.file())?;
    if arguments.key.is_none() && arguments.input.has_format() {
        bail!("--format is for files: name a key and responses, or leave it out");
    }
    let Some(name) = &arguments.table else {
        write_list(&arguments.output)?;
        return Ok(ExitCode::SUCCESS);
    };
    let place = Place::new(arguments, table(name)?)?;
    let mut entrants = Vec::new();
    for percent in &arguments.score {
        entrants.push(place.known(*percent)?);
    }
    if let Some(key) = &arguments.key {
        entrants.extend(place.scored(key)?);
    }
    let ranking = Ranking {
        published: place.published,
        board: &place.board,
        column: place.column.name,
        entrants: &entrants,
    };
    let remarks = place.remarks()?;
    let mut shown = ranking.table();
    shown.notes.extend(remarks.iter().cloned());
    arguments.output.write_tables(&[shown.titled(place.title())], || as_json(&ranking, &place, &remarks))?;
    Ok(ExitCode::SUCCESS)
}

/// Writes the list of tables; CSV, TSV and JSON have all their figures.
fn write_list(output: &OutputArguments) -> Result<()> {
    match output.layout() {
        Layout::Table(layout) if layout.readers == Readers::Programs => {
            output.write_table(&records(), list_json)
        }
        _ => output.write_tables(&[list().titled("Published tables")], list_json),
    }
}

fn table(name: &str) -> Result<&'static Published> {
    let names = PUBLISHED.iter().map(|table| table.name);
    leaderboard::by_name(name)
        .ok_or_else(|| anyhow!("--table: {}", unknown(name, "a published table", names, [])))
}

/// The table, or the slice of it, in which scores are ranked by one of its columns.
struct Place<'a> {
    arguments: &'a Arguments,
    published: &'static Published,
    board: Board,
    column: Column,
    slice: Option<&'static str>,
}

impl<'a> Place<'a> {
    fn new(arguments: &'a Arguments, published: &'static Published) -> Result<Self> {
        let whole = published.board();
        let slice = slice(&whole, arguments.slice.as_deref())?;
        let board = slice.map_or_else(|| whole.clone(), |slice| whole.of_slice(slice));
        let name = arguments.metric.as_deref().unwrap_or(published.main);
        let Some(column) = whole.main_columns().find(|column| column.name == name).copied() else {
            let names: Vec<&str> = whole.main_columns().map(|column| column.name).collect();
            bail!("`{name}` is not a column of {}; choose from {}", published.name, names.join(", "));
        };
        Ok(Self { arguments, published, board, column, slice })
    }

    fn title(&self) -> String {
        let slice = self.slice.map_or(String::new(), |slice| format!(", {slice}"));
        format!("{}{slice}, ranked by {}", self.published.title, self.column.name)
    }

    /// An entrant with a single known figure.
    fn known(&self, percent: f64) -> Result<Entrant> {
        if !(0.0..=100.0).contains(&percent) {
            bail!("--score {percent}: a percentage is from 0 to 100");
        }
        if percent > 0.0 && percent <= 1.0 {
            let meant = (percent * 1e8).round() / 1e6;
            bail!("--score {percent}: scores are percentages: did you mean {meant}?");
        }
        let value = |column: &Column| (column.name == self.column.name).then_some(percent);
        Ok(Entrant { name: "(given)".to_owned(), values: self.board.main_columns().map(value).collect() })
    }

    /// The plan of the table, with the rule of the ranking column if the table compares several rules.
    fn plan_of_table(&self) -> Result<Option<Plan>> {
        match self.published.protocol {
            Protocol::Signature(signature) => Ok(Some(signature.parse()?)),
            Protocol::Names => Ok(None),
        }
    }

    /// The plan given for the scores.
    fn plan_given(&self) -> Result<Option<Plan>> {
        Ok(self.arguments.signature.as_deref().map(str::parse).transpose()?)
    }

    /// The notes about protocols.
    fn remarks(&self) -> Result<Vec<String>> {
        let asked = !self.arguments.score.is_empty() || self.arguments.key.is_some();
        match (self.plan_of_table()?, self.plan_given()?) {
            (None, Some(_)) => {
                Ok(vec!["protocols cannot be compared: no signature describes the table's".to_owned()])
            }
            (Some(published), Some(given)) => Ok(differences(&ranked_by(&published, self.column), &given)),
            (Some(published), None) if asked => {
                Ok(vec![format!("the table's protocol: {}", ranked_by(&published, self.column))])
            }
            _ => Ok(Vec::new()),
        }
    }

    /// Responses scored under the protocol of the table, or under the given one.
    fn scored(&self, key: &Path) -> Result<Vec<Entrant>> {
        match self.plan_of_table()? {
            Some(plan) => {
                let given = self.plan_given()?.map(|given| given.with_aids(NONE)).transpose();
                let given = given.context("--signature: `rank` reads key and responses only")?;
                self.scored_by(key, &given.unwrap_or(plan))
            }
            None if self.arguments.signature.is_some() => {
                bail!(
                    "--signature: named entities are scored in one way only; leave it out, or see `corefeval nec`"
                )
            }
            None => self.scored_names(key),
        }
    }

    fn scored_by(&self, key: &Path, plan: &Plan) -> Result<Vec<Entrant>> {
        let comparison = self.comparison(key, plan, Wanted::MENTIONS);
        let (rules, met) = comparison.scored(|pair| pair)?;
        let mut entrants = Vec::new();
        for (system, (name, mut pairs)) in met.names.into_iter().zip(met.systems).enumerate() {
            pairs.retain(|pair| self.has_slice(pair));
            if pairs.is_empty() {
                bail!("{}: no document of the genre {}", key.display(), self.slice.unwrap_or(""));
            }
            let evaluations: Vec<Evaluation> = match self.slice {
                Some(_) => plan.each_rule().iter().map(|plan| evaluation_of(plan, &pairs)).collect(),
                None => rules.iter().map(|rule| rule.systems[system].clone()).collect(),
            };
            let values = self.board.main_columns().map(|column| figure(&evaluations, *column)).collect();
            entrants.push(Entrant { name, values });
        }
        Ok(entrants)
    }

    fn scored_names(&self, key: &Path) -> Result<Vec<Entrant>> {
        let plan = Plan::default();
        let comparison = self.comparison(key, &plan, nec::wanted_key());
        let met = comparison.each_pair(|pair, _| pair)?;
        let pairs = met.systems.first().into_iter().flatten();
        let material = pairs.fold(Material::default(), |seen, pair| seen.or(Material::of(pair.key())));
        if let Some(lack) = material.lacks(Heads::Auto) {
            bail!("{}: the key has {lack}; NEC needs them", key.display());
        }
        if let Some(makeshift) = material.makeshift(Heads::Auto) {
            self.arguments.input.warn(key, "missing-layer", makeshift)?;
        }
        let kind = self.slice.unwrap_or("PERSON").to_owned();
        let options = nec::Options { types: vec![kind], ..nec::Options::default() };
        let counts = |pairs: &[DocumentPair]| {
            let of_type =
                |pair: &DocumentPair| nec::count(pair.key(), pair.response(), &options).swap_remove(0);
            pairs.iter().map(of_type).fold(Counts::default(), |sum, more| sum + more)
        };
        let named = met.names.into_iter().zip(&met.systems);
        let entrant = |(name, pairs): (String, &Vec<DocumentPair>)| {
            let counts = counts(pairs);
            Entrant {
                name,
                values: self.board.main_columns().map(|column| named_figure(&counts, *column)).collect(),
            }
        };
        Ok(named.map(entrant).collect())
    }

    fn has_slice(&self, pair: &DocumentPair) -> bool {
        let genre = pair.key().name().genre().unwrap_or("");
        self.slice.is_none_or(|slice| slice.eq_ignore_ascii_case(genre))
    }

    fn comparison(&'a self, key: &'a Path, plan: &'a Plan, also: Wanted) -> Comparison<'a> {
        let Arguments { responses, input, .. } = self.arguments;
        Comparison { key, responses, plan, aids: NONE, also, input, fingerprints: false }
    }
}

/// The requested slice; a table with slices needs one.
fn slice(board: &Board, asked: Option<&str>) -> Result<Option<&'static str>> {
    let slices = board.slices();
    match (asked, board.sliced_by) {
        (None, None) => Ok(None),
        (Some(asked), None) => bail!("--slice {asked}: the table has neither genres nor types"),
        (asked, Some(what)) => {
            let found =
                slices.iter().find(|slice| asked.is_some_and(|asked| slice.eq_ignore_ascii_case(asked)));
            let found =
                found.ok_or_else(|| anyhow!("choose a {what} with --slice: {}", slices.join(", ")))?;
            Ok(Some(found))
        }
    }
}

/// The plan under the rule of a column, if the table compares several.
fn ranked_by(plan: &Plan, column: Column) -> Plan {
    let rules = plan.each_rule();
    let rule = rules.iter().find(|plan| Some(plan.protocol().matching.name()) == column.rule());
    rule.unwrap_or(plan).clone()
}

/// How the protocol of a score differs from that of the table.
fn differences(published: &Plan, given: &Plan) -> Vec<String> {
    let of_figures = |name: &str| !matches!(name, "metrics" | "decimals" | "round");
    let mut differ = Vec::new();
    for choice in CHOICES.iter().filter(|choice| of_figures(choice.name)) {
        let [there, here] = [published, given].map(|plan| choice.get(plan).join("+"));
        if there != here {
            let shown = |value: String| if value.is_empty() { "none".to_owned() } else { value };
            differ.push(format!(
                "protocols differ: {} is {}, the table's is {}",
                choice.name,
                shown(here),
                shown(there)
            ));
        }
    }
    if differ.is_empty() { vec!["the protocols are the same".to_owned()] } else { differ }
}

/// A figure of the table for an evaluation under the rule of its column, in percent.
fn figure(evaluations: &[Evaluation], column: Column) -> Option<f64> {
    let has_rule = |evaluation: &&Evaluation| {
        let matching: Option<Matching> = column.rule().and_then(|rule| rule.parse().ok());
        matching.is_none_or(|matching| evaluation.plan().protocol().matching == matching)
    };
    let evaluation = evaluations.iter().find(has_rule)?;
    let scores = evaluation.scores();
    let place = evaluation.metrics().iter().position(|metric| metric.name == column.metric());
    let average = || {
        let averages = evaluation.averages(&scores);
        averages.iter().find(|(average, _)| average.name == column.metric()).and_then(|(_, value)| *value)
    };
    place.map_or_else(average, |place| scores[place].f).map(|value| value * 100.0)
}

/// Computes a figure from counts of named entities.
type OfNames = fn(&Counts) -> Option<f64>;

/// The columns of the tables of named entities.
const NAMED: &[(&str, OfNames)] = &[
    ("not-found", Counts::share_not_found),
    ("nec", Counts::nec_f1),
    ("conll", Counts::filtered_conll),
    ("name", |counts| counts.kinds[0].f1.value()),
    ("pronoun", |counts| counts.kinds[1].f1.value()),
    ("nominal", |counts| counts.kinds[2].f1.value()),
];

/// A figure of the tables of named entities, in percent.
fn named_figure(counts: &Counts, column: Column) -> Option<f64> {
    let (_, value) = NAMED.iter().find(|(name, _)| *name == column.metric())?;
    value(counts).map(|value| value * 100.0)
}

fn list_json() -> Value {
    let tables: Vec<Value> = PUBLISHED.iter().map(about).collect();
    json!({"schema": 1, "tables": tables})
}

/// The description of a table as JSON.
fn about(published: &Published) -> Value {
    let board = published.board();
    let protocol = match published.protocol {
        Protocol::Signature(signature) => Some(signature),
        Protocol::Names => None,
    };
    let columns: Vec<&str> = board.main_columns().map(|column| column.name).collect();
    json!({
        "name": published.name, "title": published.title, "source": published.source,
        "test_set": published.test_set, "track": published.track, "condition": published.condition,
        "scorer": published.scorer, "protocol": protocol, "main": published.main, "columns": columns,
        "slices": board.slices(), "remarks": published.remarks,
    })
}

fn as_json(ranking: &Ranking<'_>, place: &Place<'_>, remarks: &[String]) -> Value {
    let board = ranking.board;
    let column = board.column(ranking.column).unwrap_or(0);
    let systems: Vec<Value> = board
        .ranked(column)
        .into_iter()
        .map(|standing| {
            let figures: Map<String, Value> =
                board.columns.iter().zip(&standing.figures).map(|(column, figure)| (key(*column), json!(figure.value))).collect();
            let place = standing.value(column).map(|value| board.place(column, value));
            json!({"system": standing.system, "place": place, "figures": figures, "mean_of_columns": board.other_mean(standing)})
        })
        .collect();
    let entrants: Vec<Value> = ranking
        .entrants
        .iter()
        .map(|entrant| {
            let names = board.main_columns().map(|column| key(*column));
            let figures: Map<String, Value> =
                names.zip(entrant.values.iter().map(|value| json!(value))).collect();
            json!({"name": entrant.name, "place": ranking.place(entrant), "figures": figures})
        })
        .collect();
    json!({
        "schema": 2, "table": about(ranking.published), "slice": place.slice, "ranked_by": ranking.column,
        "systems": systems, "entrants": entrants, "remarks": remarks,
    })
}

/// The name of a column in JSON: `muc`, `muc.recall`, `muc.precision`, `conll@exact.rank`.
fn key(column: Column) -> String {
    match column.part {
        Part::Main => column.name.to_owned(),
        part => format!("{}.{part}", column.name),
    }
}
