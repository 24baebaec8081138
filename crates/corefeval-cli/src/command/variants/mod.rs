//! `corefeval variants`: one pair of files under every published rule.

mod explain;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use corefeval::document::Wanted;
use corefeval::evaluation::{Evaluation, Plan, Protocol, Singletons};
use corefeval::metric::variant::VARIANTS;
use corefeval::metric::{Average, METRICS, Metric, Score};
use corefeval::report::{Alignment, Rounding, Table, percent};
use serde_json::{Value, json};

use crate::pairs::{self, DocumentPair, Request};
use crate::problems::Problems;
use crate::{choices, output};
use explain::Figure;

/// Score a response under every rule that figures have been published with.
///
/// Twenty-five years of papers printed B³ and CEAF under incompatible rules for mentions that only one side has. One
/// row is one rule; the last column says which papers, scorer versions and shared tasks used it. Rows marked
/// `experimental` follow descriptions that could not be checked against the original program.
///
/// --explain-figure searches all rules, singleton policies, matching rules and ways of cutting decimals for those that
/// give a printed figure: `--explain-figure bcub=68.31`.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The annotation taken to be right.
    key: PathBuf,
    /// The annotation to score.
    response: PathBuf,
    /// Search for the settings that give a figure: METRIC=FIGURE, or = and a figure for any metric.
    #[arg(long, value_name = "METRIC=FIGURE")]
    explain_figure: Option<String>,
    /// What becomes of entities with one mention: keep, drop, drop-after-detection.
    #[arg(long, value_name = "POLICY", default_value = "keep")]
    singletons: Singletons,
    /// How percentages are cut to two decimals: nearest, truncate.
    #[arg(long, value_name = "HOW", default_value = "nearest")]
    round: Rounding,
    /// How the result is laid out: text, json, tsv, csv, markdown, latex.
    #[arg(short, long, value_name = "LAYOUT", default_value = "text")]
    output: String,
    /// The format of both files; told by looking at them unless given.
    #[arg(short, long, value_name = "NAME")]
    format: Option<String>,
    /// Do not show warnings.
    #[arg(short, long)]
    quiet: bool,
}

/// Scores under every rule.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let figure = arguments.explain_figure.as_deref().map(Figure::parse).transpose()?;
    let format = arguments.format.as_deref().map(choices::format).transpose()?;
    let wanted = if figure.is_some() { Wanted::ALL } else { Wanted::MENTIONS };
    let responses = std::slice::from_ref(&arguments.response);
    let request = Request { key: &arguments.key, responses, format, wanted };
    let mut problems = Problems::new(false, arguments.quiet);
    let pairs = pairs::read(&request, &mut problems)?.remove(0);
    match figure {
        Some(figure) => explain::explain(arguments, &figure, &pairs),
        None => show(arguments, &pairs),
    }
}

/// Every metric, each followed by its variants.
fn every_metric() -> Vec<&'static Metric> {
    let family = |metric: &&'static Metric| {
        let variants = VARIANTS.iter().filter(|variant| variant.of == metric.name);
        std::iter::once(*metric).chain(variants.map(|variant| &variant.metric)).collect::<Vec<_>>()
    };
    METRICS.iter().flat_map(family).collect()
}

fn evaluated(pairs: &[DocumentPair], protocol: Protocol) -> Evaluation {
    let plan = Plan::new(protocol, &every_metric());
    let documents = pairs.iter().map(|pair| plan.tally(&pair.key, &pair.response)).collect();
    Evaluation { metrics: plan.metrics, beta: plan.protocol.beta, documents }
}

/// The rule of a metric, and where figures of it were published.
fn provenance(metric: &Metric) -> (&'static str, String) {
    match VARIANTS.iter().find(|variant| variant.metric.name == metric.name) {
        Some(variant) if variant.confirmed => (variant.rule, variant.setting.to_owned()),
        Some(variant) => (variant.rule, format!("experimental: {}", variant.setting)),
        None => ("no mention is added or dropped", default_setting(metric.name).to_owned()),
    }
}

fn default_setting(name: &str) -> &'static str {
    match name {
        "mentions" | "muc" => "every CoNLL scorer, CoVal",
        "b-cubed" | "ceaf-e" => "CoNLL scorer v6–v8, CoVal, CorefUD scorer",
        "ceaf-m" => "CoNLL scorer v6–v8, CorefUD scorer",
        "blanc" => "CoNLL scorer v8; CorefUD scorer with --blanc luo-2014",
        "lea" => "CoVal, CorefUD scorer",
        "pairwise" => "papers that print pairwise or link F1; the coreference half of BLANC",
        _ => "",
    }
}

/// Where figures of an average were published.
fn average_setting(average: &Average) -> &'static str {
    match average.name {
        "conll-v4" => "CoNLL scorer v4–v5: CoNLL-2011 and 2012 as first published",
        _ => "CoNLL scorer v6–v8: CoNLL-2011 and 2012 as rescored in 2014; most papers since",
    }
}

/// The score of every metric, over all documents.
fn scores(evaluation: &Evaluation) -> Vec<Score> {
    (0..evaluation.metrics.len()).map(|place| evaluation.score(place)).collect()
}

fn show(arguments: &Arguments, pairs: &[DocumentPair]) -> Result<ExitCode> {
    let protocol = Protocol { singletons: arguments.singletons, ..Protocol::default() };
    let signature = protocol.to_string();
    let evaluation = evaluated(pairs, protocol);
    if arguments.output == "json" {
        let averages: Vec<Value> = evaluation
            .averages(&scores(&evaluation))
            .into_iter()
            .map(|(average, f1)| {
                json!({"average": average.name, "of": average.of, "f1": f1, "setting": average_setting(average)})
            })
            .collect();
        let rows = as_json(&evaluation);
        let value = json!({"schema": 1, "protocol": signature, "rows": rows, "averages": averages});
        output::write(&(serde_json::to_string_pretty(&value)? + "\n"), None)?;
        return Ok(ExitCode::SUCCESS);
    }
    let table = as_table(&evaluation, &signature, arguments.round);
    output::write(&(choices::output(&arguments.output)?.render)(&table), None)?;
    Ok(ExitCode::SUCCESS)
}

fn as_json(evaluation: &Evaluation) -> Value {
    let row = |(place, metric): (usize, &&Metric)| {
        let (score, (rule, setting)) = (evaluation.score(place), provenance(metric));
        json!({
            "metric": metric.name, "recall": score.recall, "precision": score.precision, "f1": score.f,
            "rule": rule, "setting": setting, "citation": metric.citation,
        })
    };
    evaluation.metrics.iter().enumerate().map(row).collect()
}

fn as_table(evaluation: &Evaluation, signature: &str, rounding: Rounding) -> Table {
    let (left, right) = (Alignment::Left, Alignment::Right);
    let columns =
        [("Name", left), ("Recall", right), ("Precision", right), ("F1", right), ("Published in", left)];
    let mut table = Table::new(&columns);
    for (place, metric) in evaluation.metrics.iter().enumerate() {
        let score = evaluation.score(place);
        let shown = |value: Option<f64>| percent(value, rounding);
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
    for (number, (average, value)) in evaluation.averages(&scores(evaluation)).into_iter().enumerate() {
        let value = percent(value, rounding);
        table.push([average.name, "", "", &value, average_setting(average)]);
        if let Some(row) = table.rows.last_mut() {
            row.ruled = number == 0;
        }
    }
    table.notes.push(signature.to_owned());
    table
}
