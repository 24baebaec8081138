//! `corefeval measures`: measures that are not recall and precision.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, anyhow, bail};
use corefeval::evaluation::{Evaluation, Plan};
use corefeval::metric::clustering::{Counts, MentionSet};
use corefeval::metric::{METRICS, mela};
use corefeval::report::{Alignment, Table};
use serde_json::{Map, Value, json};

use super::protocol::ProtocolArguments;
use crate::pairs::{self, DocumentPair, Request};
use crate::problems::Problems;
use crate::{choices, output};

/// Measure a response as a clustering: Rand, V, information, purity, edits; and weighted MELA.
///
/// Measures of clustering need one set of mentions. Two are shown: `union`, where a mention that one side lacks is a
/// singleton there, and `common`, of the mentions that both have. Pairs and entropies are taken within documents.
/// The edit distance follows descriptions of Menestrina et al. 2010 at unit cost and is experimental.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The annotation taken to be right.
    key: PathBuf,
    /// The annotation to measure.
    response: PathBuf,
    #[command(flatten)]
    protocol: ProtocolArguments,
    /// Weights of MELA: metrics and numbers, with commas between.
    #[arg(
        long,
        value_name = "METRIC=WEIGHT",
        value_delimiter = ',',
        default_value = "muc=1,b-cubed=1,ceaf-e=1"
    )]
    weights: Vec<String>,
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

/// Measures a response.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let weights = weights(&arguments.weights)?;
    let plan = arguments.protocol.plan()?;
    let plan = Plan::new(plan.protocol, METRICS);
    let format = arguments.format.as_deref().map(choices::format).transpose()?;
    let wanted = plan.wanted_key().union(plan.wanted_response());
    let responses = std::slice::from_ref(&arguments.response);
    let request = Request { key: &arguments.key, responses, format, wanted };
    let pairs = pairs::read(&request, &mut Problems::new(false, arguments.quiet))?.remove(0);
    let signature = plan.protocol.to_string();
    let columns = MentionSet::ALL.iter().map(|set| clustering(&plan, &pairs, *set)).collect::<Vec<_>>();
    let mela = mela(plan, &pairs, &weights)?;
    if arguments.output == "json" {
        let value = as_json(&columns, mela, &signature);
        output::write(&(serde_json::to_string_pretty(&value)? + "\n"), None)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut table = as_table(&columns);
    table.notes.push(format!("MELA with {}: {:.2}", arguments.weights.join(", "), mela * 100.0));
    table.notes.push(signature);
    output::write(&(choices::output(&arguments.output)?.render)(&table), None)?;
    Ok(ExitCode::SUCCESS)
}

type Column = [(&'static str, f64); 10];

fn clustering(plan: &Plan, pairs: &[DocumentPair], set: MentionSet) -> Column {
    let counts = pairs.iter().map(|pair| Counts::new(&plan.matched(&pair.key, &pair.response).overlap, set));
    counts.sum::<Counts>().measures().named()
}

fn weights(texts: &[String]) -> Result<Vec<(usize, f64)>> {
    let read = |text: &String| {
        let (name, weight) =
            text.split_once('=').ok_or_else(|| anyhow!("--weights {text}: expected METRIC=WEIGHT"))?;
        let place = METRICS.iter().position(|metric| metric.name == name);
        let place = place.ok_or_else(|| anyhow!("--weights {text}: `{name}` is not a metric"))?;
        match weight.parse::<f64>() {
            Ok(weight) if weight >= 0.0 && weight.is_finite() => Ok((place, weight)),
            _ => bail!("--weights {text}: `{weight}` is not a weight"),
        }
    };
    texts.iter().map(read).collect()
}

fn mela(plan: Plan, pairs: &[DocumentPair], weights: &[(usize, f64)]) -> Result<f64> {
    let documents = pairs.iter().map(|pair| plan.tally(&pair.key, &pair.response)).collect();
    let evaluation = Evaluation { metrics: plan.metrics, beta: plan.protocol.beta, documents };
    let scores: Vec<_> = weights.iter().map(|(place, weight)| (evaluation.score(*place), *weight)).collect();
    mela::weighted(&scores).ok_or_else(|| anyhow!("the weights add up to nothing"))
}

fn as_table(columns: &[Column]) -> Table {
    let mut heads = vec![("Measure", Alignment::Left)];
    heads.extend(MentionSet::ALL.iter().map(|set| (set.name(), Alignment::Right)));
    let mut table = Table::new(&heads);
    let rows = columns.first().map_or(0, |column| column.len());
    for row in 0..rows {
        let shown = columns.iter().map(|column| match column[row].1 {
            value if is_count(column[row].0) => format!("{value}"),
            value => format!("{value:.4}"),
        });
        table.push(std::iter::once(columns[0][row].0.to_owned()).chain(shown));
    }
    table
}

fn is_count(name: &str) -> bool {
    matches!(name, "edit-distance" | "splits" | "merges")
}

fn as_json(columns: &[Column], mela: f64, signature: &str) -> Value {
    let sets: Map<String, Value> = MentionSet::ALL
        .iter()
        .zip(columns)
        .map(|(set, column)| {
            let values = column.iter().map(|(name, value)| ((*name).to_owned(), json!(value)));
            (set.name().to_owned(), Value::Object(values.collect()))
        })
        .collect();
    json!({"schema": 1, "protocol": signature, "clustering": sets, "mela": mela})
}
