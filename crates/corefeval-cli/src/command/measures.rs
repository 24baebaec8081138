//! `corefeval measures`: measures that are not recall and precision.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, anyhow, bail};
use corefeval::document::{Layer, Wanted};
use corefeval::evaluation::{DocumentPair, Evaluation, Plan};
use corefeval::kind_weights::{self, Tallies, Weights};
use corefeval::metric::clustering::{Counts, MentionSet};
use corefeval::metric::{METRICS, Tally, mela};
use corefeval::report::{Alignment, Rounding, Table, UNDEFINED, f_name, percent};
use serde_json::{Map, Value, json};

use super::comparison::{Comparison, ComparisonArguments};
use super::protocol::{Accepts, ProtocolArguments, one_rule};
use crate::{choices, output};

/// Measure a response as a clustering: Rand, V, information, purity, edits; weighted MELA; weighted links.
///
/// Measures of clustering need one set of mentions. Two are shown: `union`, where a mention that one side lacks is a
/// singleton there, and `common`, of the mentions that both have. Pairs and entropies are taken within documents.
///
/// Experimental, since they follow descriptions of papers and not the papers: the edit distance (Menestrina et al. 2010, at
/// unit cost), and MUC, B³ and CEAF in which links to names weigh more than links to nouns and pronouns (after the idea of
/// Chen and Ng 2013). The latter need parts of speech in the key.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The annotation taken to be right.
    key: PathBuf,
    /// The annotation to measure.
    response: PathBuf,
    #[command(flatten)]
    protocol: ProtocolArguments<Measured>,
    #[command(flatten)]
    input: ComparisonArguments,
    /// Weights of MELA: metrics and numbers, with commas between; muc=1,b-cubed=1,ceaf-e=1 unless given.
    #[arg(long, value_name = "METRIC=WEIGHT,…")]
    weights: Option<String>,
    /// Weights of kinds of mentions (experimental): name, nominal, pronoun, and singleton, an entity of one mention in MUC;
    /// name=1,nominal=0.75,pronoun=0.5,singleton=0 unless given.
    #[arg(long, value_name = "KIND=WEIGHT,…")]
    kind_weights: Option<String>,
    /// How the result is laid out.
    #[arg(short, long, value_name = "LAYOUT", default_value = "text", value_parser = choices::layouts())]
    output: String,
}

/// What `measures` can honour: its metrics are fixed, and its measures are of all documents together.
#[derive(Clone, Debug)]
pub(crate) struct Measured;

impl Accepts for Measured {
    const REFUSED: &'static [&'static str] = &["metrics", "average", "round", "decimals"];
    const OWN: &'static [&'static str] = &[WEIGHTS, KIND_WEIGHTS];
}

const WEIGHTS: &str = "weights";
const KIND_WEIGHTS: &str = "kind-weights";
const USUAL_WEIGHTS: &str = "muc=1,b-cubed=1,ceaf-e=1";
const USUAL_KIND_WEIGHTS: &str = "name=1,nominal=0.75,pronoun=0.5,singleton=0";

/// Measures a response.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let own = arguments.protocol.own_fields()?;
    let given = |name: &str, option: &Option<String>, usual: &str| {
        let signed = own.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone());
        option.clone().or(signed).unwrap_or_else(|| usual.to_owned())
    };
    let weights_text = given(WEIGHTS, &arguments.weights, USUAL_WEIGHTS);
    let kinds_text = given(KIND_WEIGHTS, &arguments.kind_weights, USUAL_KIND_WEIGHTS);
    let weights = weights(&weights_text)?;
    let kind_weights = kind_weights(&kinds_text)?;
    let (plan, aids) = arguments.protocol.plan(1)?;
    one_rule(&plan)?;
    let plan = plan.with_metrics(METRICS);
    let comparison = Comparison {
        key: &arguments.key,
        responses: std::slice::from_ref(&arguments.response),
        plan: &plan,
        aids: &aids,
        also: wanted_kinds(),
        input: &arguments.input,
        fingerprints: false,
    };
    let (rules, met) = comparison.scored(|pair| pair)?;
    let Some(evaluation) = rules.first().and_then(|rule| rule.systems.first()) else {
        bail!("nothing was scored")
    };
    let pairs = met.systems.first().map_or(&[][..], |pairs| &pairs[..]);
    let signature =
        plan.signature_with(&[(WEIGHTS, weights_text.clone()), (KIND_WEIGHTS, kinds_text.clone())]);
    let columns = MentionSet::ALL.iter().map(|set| clustering(&plan, pairs, *set)).collect::<Vec<_>>();
    let linked = has_kinds(pairs).then(|| linked(&plan, pairs, kind_weights));
    let mela = mela(evaluation, &weights)?;
    let beta = plan.protocol().beta;
    if arguments.output == "json" {
        let mut value = as_json(&columns, mela, &signature);
        value["experimental"] = json!({"kind_weighted": linked.map(|tallies| linked_json(&tallies, beta))});
        output::write(&output::json(&value)?, None)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut table = as_table(&columns);
    table.notes.push(format!("MELA with {weights_text}: {}", percent(mela, Rounding::Nearest)));
    table.notes.push("edit-distance, splits and merges are experimental".to_owned());
    let tables = match linked {
        Some(tallies) => {
            let note = format!("experimental, with {kinds_text}");
            let mut weighted = linked_table(&tallies, beta);
            weighted.notes.extend([note, signature]);
            vec![table, weighted]
        }
        None => {
            let note = "the key has no parts of speech: links cannot be weighted".to_owned();
            table.notes.extend([note, signature]);
            vec![table]
        }
    };
    output::write(&choices::rendered_all(&arguments.output, &tables)?, None)?;
    Ok(ExitCode::SUCCESS)
}

/// What tells kinds of mentions.
fn wanted_kinds() -> Wanted {
    let tags = Wanted::MENTIONS.and(Layer::PartOfSpeech).and(Layer::UniversalPartOfSpeech);
    tags.and(Layer::Parse).and(Layer::Head)
}

fn has_kinds(pairs: &[DocumentPair]) -> bool {
    let tags = [Layer::PartOfSpeech, Layer::UniversalPartOfSpeech];
    let has = |pair: &DocumentPair, layer: Layer| {
        let tags = pair.key().layers().get(layer);
        tags.is_some_and(|tags| tags.iter().any(|tag| !matches!(tag, "" | "-" | "_")))
    };
    pairs.iter().any(|pair| tags.iter().any(|layer| has(pair, *layer)))
}

fn linked(plan: &Plan, pairs: &[DocumentPair], weights: Weights) -> Tallies {
    pairs.iter().fold(Tallies::default(), |mut sum, pair| {
        sum += kind_weights::tally(&pair.matched(plan), weights);
        sum
    })
}

fn linked_table(tallies: &Tallies, beta: f64) -> Table {
    let (right, f) = (Alignment::Right, f_name(beta));
    let heads = [("Links weighted", Alignment::Left), ("Recall", right), ("Precision", right), (&*f, right)];
    let mut table = Table::new(&heads);
    for (name, tally) in tallies.named() {
        let score = tally.score(beta);
        let figures = [score.recall, score.precision, score.f];
        let figures = figures.map(|value| percent(value, Rounding::Nearest));
        table.push(std::iter::once(name.to_owned()).chain(figures));
    }
    table
}

fn linked_json(tallies: &Tallies, beta: f64) -> Value {
    let score = |(name, tally): (&str, Tally)| {
        let score = tally.score(beta);
        let value = json!({"recall": score.recall, "precision": score.precision, "f": score.f});
        (name.to_owned(), value)
    };
    Value::Object(tallies.named().map(score).into_iter().collect())
}

fn kind_weights(text: &str) -> Result<Weights> {
    let mut weights = Weights::default();
    for text in text.split(',') {
        let (kind, weight) = weight(text, "--kind-weights")?;
        let place = match kind {
            "name" => &mut weights.name,
            "nominal" => &mut weights.nominal,
            "pronoun" => &mut weights.pronoun,
            "singleton" => &mut weights.singleton,
            _ => bail!("--kind-weights {text}: expected name, nominal, pronoun or singleton"),
        };
        *place = weight;
    }
    Ok(weights)
}

/// A name and its weight, written with = between.
fn weight<'t>(text: &'t str, option: &str) -> Result<(&'t str, f64)> {
    let (name, weight) =
        text.split_once('=').ok_or_else(|| anyhow!("{option} {text}: expected NAME=WEIGHT"))?;
    match weight.parse::<f64>() {
        Ok(weight) if weight >= 0.0 && weight.is_finite() => Ok((name, weight)),
        _ => bail!("{option} {text}: `{weight}` is not a weight"),
    }
}

type Column = [(&'static str, Option<f64>); 10];

fn clustering(plan: &Plan, pairs: &[DocumentPair], set: MentionSet) -> Column {
    let counts = pairs.iter().map(|pair| Counts::new(&pair.matched(plan).overlap, set));
    counts.sum::<Counts>().named()
}

fn weights(text: &str) -> Result<Vec<(usize, f64)>> {
    let read = |text: &str| {
        let (name, weight) = weight(text, "--weights")?;
        let place = METRICS.iter().position(|metric| metric.name == name);
        Ok((place.ok_or_else(|| anyhow!("--weights {text}: `{name}` is not a metric"))?, weight))
    };
    text.split(',').map(read).collect()
}

fn mela(evaluation: &Evaluation, weights: &[(usize, f64)]) -> Result<Option<f64>> {
    if weights.iter().map(|(_, weight)| weight).sum::<f64>() <= 0.0 {
        bail!("the weights add up to nothing");
    }
    let scores: Vec<_> = weights.iter().map(|(place, weight)| (evaluation.score(*place), *weight)).collect();
    Ok(mela::weighted(&scores, evaluation.undefined()))
}

fn as_table(columns: &[Column]) -> Table {
    let mut heads = vec![("Measure", Alignment::Left)];
    heads.extend(MentionSet::ALL.iter().map(|set| (set.name(), Alignment::Right)));
    let mut table = Table::new(&heads);
    let rows = columns.first().map_or(0, |column| column.len());
    for row in 0..rows {
        let shown = columns.iter().map(|column| match column[row].1 {
            Some(value) if is_count(column[row].0) => format!("{value}"),
            Some(value) => format!("{value:.4}"),
            None => UNDEFINED.to_owned(),
        });
        table.push(std::iter::once(columns[0][row].0.to_owned()).chain(shown));
    }
    table
}

fn is_count(name: &str) -> bool {
    matches!(name, "edit-distance" | "splits" | "merges")
}

fn as_json(columns: &[Column], mela: Option<f64>, signature: &str) -> Value {
    let sets: Map<String, Value> = MentionSet::ALL
        .iter()
        .zip(columns)
        .map(|(set, column)| {
            let values = column.iter().map(|(name, value)| ((*name).to_owned(), json!(value)));
            (set.name().to_owned(), Value::Object(values.collect()))
        })
        .collect();
    json!({"schema": 1, "signature": signature, "clustering": sets, "mela": mela})
}
