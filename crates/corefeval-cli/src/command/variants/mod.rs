//! `corefeval variants`: one pair of files under every published rule.

mod explain;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail};
use corefeval::document::Wanted;
use corefeval::evaluation::{Evaluation, Plan, choice};
use corefeval::metric::variant::{every_metric, provenance};
use corefeval::metric::{METRICS, Metric};
use corefeval::report::{Alignment, Digits, Table, f_name, percent};
use serde_json::{Value, json};

use super::arguments::{ComparisonArguments, OutputArguments};
use super::comparison::Comparison;
use super::protocol::{Accepts, ProtocolArguments, one_rule};
use super::response::{Response, inputs};
use explain::Figure;

/// Score a response under every rule used in publications.
///
/// For twenty-five years, papers have reported B³ and CEAF under incompatible rules for mentions that only one side has.
/// Each row is one rule; the last column names papers, scorer versions and shared tasks that used it. Rows marked
/// `experimental` follow descriptions that could not be checked against the original program.
///
/// --explain-figure searches all rules, singleton policies, matching rules and roundings for those that give a published
/// figure: `--explain-figure bcub=68.31`.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The annotation taken to be right (gold).
    key: PathBuf,
    /// The annotation to score (predicted).
    #[arg(value_hint = clap::ValueHint::AnyPath)]
    response: Response,
    /// Search for the settings that give a figure: METRIC=FIGURE, or = and a figure for any metric.
    #[arg(long, value_name = "METRIC=FIGURE")]
    explain_figure: Option<String>,
    #[command(flatten)]
    protocol: ProtocolArguments<Varied>,
    #[command(flatten)]
    input: ComparisonArguments,
    #[command(flatten)]
    output: OutputArguments,
}

/// The choices that `variants` supports: its metrics are fixed.
#[derive(Clone, Debug)]
pub(crate) struct Varied;

impl Accepts for Varied {
    const REFUSED: &'static [&'static str] = &["metrics"];
}

/// Scores under every rule.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let inputs = inputs(&arguments.key, [&arguments.response]).chain(arguments.protocol.files());
    crate::paths::check(inputs, arguments.output.file())?;
    let figure = arguments.explain_figure.as_deref().map(Figure::parse).transpose()?;
    let (plan, aids) = arguments.protocol.plan(1)?;
    one_rule(&plan)?;
    let plan = plan.with_metrics(&every_metric());
    if figure.is_some() {
        refuse_searched(&plan)?;
    }
    let comparison = Comparison {
        key: &arguments.key,
        responses: std::slice::from_ref(&arguments.response),
        plan: &plan,
        aids: &aids,
        also: if figure.is_some() { Wanted::ALL } else { Wanted::MENTIONS },
        input: &arguments.input,
        fingerprints: false,
    };
    let (rules, met) = comparison.scored(|pair| pair)?;
    let pairs = met.systems.into_iter().next().unwrap_or_default();
    let Some(evaluation) = rules.first().and_then(|rule| rule.systems.first()) else {
        bail!("nothing was scored")
    };
    match figure {
        Some(figure) => explain::explain(arguments, &figure, &plan, &pairs),
        None => show(arguments, evaluation),
    }
}

/// Choices that the search tries cannot be set on the command line.
fn refuse_searched(plan: &Plan) -> Result<()> {
    let searched = ["match", "singletons", "average", "round", "decimals"].into_iter().filter_map(choice);
    match searched.into_iter().find(|choice| !choice.is_usual(plan)) {
        Some(choice) => bail!("--explain-figure tries every value of `{}`: leave it out", choice.name),
        None => Ok(()),
    }
}

fn show(arguments: &Arguments, evaluation: &Evaluation) -> Result<ExitCode> {
    let signature = evaluation.plan().to_string();
    arguments.output.write_tables(&[as_table(evaluation, &signature)], || {
        let averages: Vec<Value> = evaluation
            .averages(&evaluation.scores())
            .into_iter()
            .map(|(average, f1)| {
                json!({"average": average.name, "of": average.of, "f": f1, "setting": average.setting})
            })
            .collect();
        json!({"schema": 1, "signature": signature, "rows": as_json(evaluation), "averages": averages})
    })?;
    Ok(ExitCode::SUCCESS)
}

fn as_json(evaluation: &Evaluation) -> Value {
    let row = |(place, metric): (usize, &&Metric)| {
        let (score, (rule, setting)) = (evaluation.score(place), provenance(metric));
        json!({
            "metric": metric.name, "recall": score.recall, "precision": score.precision, "f": score.f,
            "rule": rule, "setting": setting, "citation": metric.citation,
        })
    };
    evaluation.metrics().iter().enumerate().map(row).collect()
}

fn as_table(evaluation: &Evaluation, signature: &str) -> Table {
    let digits = Digits::from(evaluation.plan());
    let (left, right, f) = (Alignment::Left, Alignment::Right, f_name(evaluation.beta()));
    let columns =
        [("Name", left), ("Recall", right), ("Precision", right), (&*f, right), ("Published in", left)];
    let mut table = Table::new(&columns);
    for (place, metric) in evaluation.metrics().iter().enumerate() {
        let score = evaluation.score(place);
        let shown = |value: Option<f64>| percent(value, digits);
        let setting = provenance(metric).1;
        table.push([
            metric.name.to_owned(),
            shown(score.recall),
            shown(score.precision),
            shown(score.f),
            setting,
        ]);
        let starts_family = METRICS.iter().any(|known| known.name == metric.name);
        if let Some(row) = table.rows.last_mut() {
            row.ruled = starts_family && place > 0;
        }
    }
    for (number, (average, value)) in evaluation.averages(&evaluation.scores()).into_iter().enumerate() {
        let value = percent(value, digits);
        table.push([average.name, "", "", &value, average.setting]);
        if let Some(row) = table.rows.last_mut() {
            row.ruled = number == 0;
        }
    }
    signature.clone_into(&mut table.signature);
    table
}
