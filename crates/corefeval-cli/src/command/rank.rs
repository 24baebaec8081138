//! `corefeval rank`: where would a score stand in a shared task?

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, anyhow, bail};
use corefeval::document::Wanted;
use corefeval::evaluation::{Aids, Evaluation, Plan};
use corefeval::leaderboard::{self, COLUMNS, TASKS, Task};
use corefeval::report::leaderboard::{Entrant, table};
use corefeval::report::sheet::Sheet;
use serde_json::json;

use super::comparison::{Comparison, ComparisonArguments};
use super::reading::OutputArguments;
use crate::paths;

/// Show where a score would stand among the systems of a shared task.
///
/// The systems of CoNLL-2011 and CoNLL-2012 as they were rescored in 2014 (Pradhan et al. 2014, Table 1), with the official
/// scorer, on the official test sets. A key and responses are scored by that protocol; a score known already is given
/// with --score. Only scores on the task's own test set can be compared.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The task's key.
    #[arg(requires = "responses")]
    key: Option<PathBuf>,
    /// Responses to place among the systems.
    responses: Vec<PathBuf>,
    /// The task: conll-2011, conll-2012-en, conll-2012-zh, conll-2012-ar.
    #[arg(long, value_name = "TASK")]
    task: String,
    /// A score in percent to place among the systems; may be given several times.
    #[arg(long, value_name = "PERCENT")]
    score: Vec<f64>,
    /// What to rank by: conll (the average), mentions, muc, b-cubed, ceaf-m, ceaf-e, blanc.
    #[arg(long, value_name = "METRIC", default_value = "conll")]
    metric: String,
    #[command(flatten)]
    input: ComparisonArguments,
    #[command(flatten)]
    output: OutputArguments,
}

/// Ranks.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let task = task(&arguments.task)?;
    let metric = arguments.metric.as_str();
    if metric != "conll" && !COLUMNS.contains(&metric) {
        bail!("`{metric}` is not in the table; choose from conll, {}", COLUMNS.join(", "));
    }
    let mut entrants: Vec<Entrant> = Vec::new();
    for percent in &arguments.score {
        entrants.push(known(metric, *percent)?);
    }
    let inputs = arguments.key.iter().chain(&arguments.responses);
    paths::check(inputs.map(PathBuf::as_path), arguments.output.file())?;
    if let Some(key) = &arguments.key {
        entrants.extend(scored(arguments, key)?);
    }
    let sheets = [Sheet::new(format!("{} ranked by {metric}", task.title), table(task, metric, &entrants))];
    arguments.output.write(&sheets, || as_json(task, metric, &entrants))?;
    Ok(ExitCode::SUCCESS)
}

fn task(name: &str) -> Result<&'static Task> {
    leaderboard::by_name(name).ok_or_else(|| {
        let names: Vec<&str> = TASKS.iter().map(|task| task.name).collect();
        anyhow!("`{name}` is not a task; choose from {}", names.join(", "))
    })
}

/// An entrant of whom only one figure is known.
fn known(metric: &str, percent: f64) -> Result<Entrant> {
    if !(0.0..=100.0).contains(&percent) {
        bail!("--score {percent}: a percentage is from 0 to 100");
    }
    let values = COLUMNS.map(|column| (column == metric).then_some(percent));
    Ok(Entrant { name: "(given)".to_owned(), values, average: (metric == "conll").then_some(percent) })
}

/// Responses scored as the systems of the table were: under the preset `conll-2012`.
fn scored(arguments: &Arguments, key: &Path) -> Result<Vec<Entrant>> {
    let plan: Plan = "conll-2012".parse()?;
    let comparison = Comparison {
        key,
        responses: &arguments.responses,
        plan: &plan,
        aids: &Aids::default(),
        also: Wanted::MENTIONS,
        input: &arguments.input,
        fingerprints: false,
    };
    let (rules, met) = comparison.scored(|_| ())?;
    let systems = rules.into_iter().flat_map(|rule| rule.systems);
    Ok(met.names.into_iter().zip(systems).map(entrant).collect())
}

fn entrant((name, evaluation): (String, Evaluation)) -> Entrant {
    let scores = evaluation.scores();
    let value = |column: &str| {
        let place = evaluation.metrics().iter().position(|metric| metric.name == column)?;
        Some(scores[place].f? * 100.0)
    };
    let average = evaluation.averages(&scores).first().and_then(|(_, value)| Some((*value)? * 100.0));
    Entrant { name, values: COLUMNS.map(value), average }
}

fn as_json(task: &Task, metric: &str, entrants: &[Entrant]) -> serde_json::Value {
    let columns = |values: Vec<Option<f64>>| -> serde_json::Map<String, serde_json::Value> {
        COLUMNS.iter().zip(values).map(|(column, value)| ((*column).to_owned(), json!(value))).collect()
    };
    let systems: Vec<_> = task.ranked(metric).into_iter().map(|standing| {
        let values = COLUMNS.map(|column| standing.value(column)).to_vec();
        json!({"system": standing.system, "f1": columns(values), "conll": standing.value("conll"), "adds_up": standing.adds_up()})
    }).collect();
    let place = |entrant: &Entrant| {
        let column = COLUMNS.iter().position(|column| *column == metric);
        let value = column.map_or(entrant.average, |column| entrant.values[column]);
        value.map(|value| task.place(metric, value))
    };
    let entrants: Vec<_> = entrants.iter().map(|entrant| {
        json!({"name": entrant.name, "place": place(entrant), "f1": columns(entrant.values.to_vec()), "conll": entrant.average})
    }).collect();
    json!({"schema": 1, "task": task.name, "source": task.source, "ranked_by": metric, "systems": systems, "entrants": entrants})
}
