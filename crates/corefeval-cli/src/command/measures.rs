//! `corefeval measures`: measures other than recall and precision.

use std::collections::HashSet;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, anyhow, bail};
use corefeval::document::{Layer, Wanted};
use corefeval::evaluation::{DocumentPair, Evaluation, Plan, unknown_metric};
use corefeval::measures::clustering::{Counts, MentionSet};
use corefeval::measures::kind_weights::{self, Tallies, Weights};
use corefeval::metric::{METRICS, Tally, mela};
use corefeval::report::{Alignment, Rounding, Table, UNDEFINED, f_name, percent};
use serde_json::{Map, Value, json};

use super::arguments::{ComparisonArguments, OutputArguments};
use super::comparison::Comparison;
use super::protocol::{Accepts, ProtocolArguments, one_rule};
use super::response::{Response, inputs};

/// Measure a response as a clustering: Rand, V, purity; MELA.
///
/// Rand, V-measure, variation of information, purity and edits; weighted MELA; weighted links.
///
/// Clustering measures need the same mentions on both sides. Two such sets are shown: `union`, where a mention that is
/// missing on one side is added there as a singleton, and `common`, the mentions that both sides have. Pairs and entropies
/// are computed within documents.
///
/// Two are experimental, since they follow descriptions of the papers and not the papers themselves: the edit distance
/// (Menestrina et al. 2010, at unit cost), and MUC, B³ and CEAF with more weight for links to names than for links to nouns
/// and pronouns (after an idea of Chen and Ng 2013). The latter need parts of speech in the key.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The annotation taken to be right (gold).
    key: PathBuf,
    /// The annotation to measure (predicted).
    #[arg(value_hint = clap::ValueHint::AnyPath)]
    response: Response,
    #[command(flatten)]
    protocol: ProtocolArguments<Measured>,
    #[command(flatten)]
    input: ComparisonArguments,
    /// Weights of MELA: metrics and numbers, separated by commas; the default is muc=1,b-cubed=1,ceaf-e=1.
    #[arg(long, value_name = "METRIC=WEIGHT,…")]
    weights: Option<String>,
    /// Weights of kinds of mentions (experimental): name, nominal, pronoun, and singleton (an entity with one mention, in MUC);
    /// the default is name=1,nominal=0.75,pronoun=0.5,singleton=0.
    #[arg(long, value_name = "KIND=WEIGHT,…")]
    kind_weights: Option<String>,
    #[command(flatten)]
    output: OutputArguments,
}

/// The choices that `measures` supports: its metrics are fixed, and it measures all documents together.
#[derive(Clone, Debug)]
pub(crate) struct Measured;

impl Accepts for Measured {
    const REFUSED: &'static [&'static str] = &["metrics", "average", "round", "decimals"];
    const OWN: &'static [&'static str] = FIELDS;
}

/// The fields that only signatures of `measures` have.
pub(super) const FIELDS: &[&str] = &[WEIGHTS, KIND_WEIGHTS];
const WEIGHTS: &str = "weights";
const KIND_WEIGHTS: &str = "kind-weights";
const USUAL_WEIGHTS: &str = "muc=1,b-cubed=1,ceaf-e=1";
const USUAL_KIND_WEIGHTS: &str = "name=1,nominal=0.75,pronoun=0.5,singleton=0";

/// Measures a response.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let inputs = inputs(&arguments.key, [&arguments.response]).chain(arguments.protocol.files());
    crate::paths::check(inputs, arguments.output.file())?;
    let own = arguments.protocol.own_fields()?;
    let given = |name: &str, option: &Option<String>, usual: &str| {
        let signed = own.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone());
        option.clone().or(signed).unwrap_or_else(|| usual.to_owned())
    };
    let weights_text = given(WEIGHTS, &arguments.weights, USUAL_WEIGHTS);
    let kinds_text = given(KIND_WEIGHTS, &arguments.kind_weights, USUAL_KIND_WEIGHTS);
    let weights = weights(&weights_text)?;
    let weights_text = written(&weights);
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
    if arguments.output.is_json() {
        let mut value = as_json(&columns, mela, &signature);
        value["experimental"] = json!({"kind_weighted": linked.map(|tallies| linked_json(&tallies, beta))});
        arguments.output.write_json(&value)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut table = as_table(&columns);
    let mela = percent(mela, Rounding::Nearest);
    table.notes.push(format!("MELA with {weights_text}: {mela}"));
    table.facts.push(["mela".to_owned(), "value".to_owned(), mela]);
    table.signature.clone_from(&signature);
    table.notes.push("edit-distance, splits and merges are experimental".to_owned());
    let tables = match linked {
        Some(tallies) => {
            let note = format!("experimental, with {kinds_text}");
            let mut weighted = linked_table(&tallies, beta);
            weighted.notes.push(note);
            weighted.signature = std::mem::take(&mut table.signature);
            vec![table.titled("Clusterings compared"), weighted.titled("Links weighted by kind of mention")]
        }
        None => {
            let note = "the key has no parts of speech: links cannot be weighted".to_owned();
            table.notes.push(note);
            vec![table.titled("Clusterings compared")]
        }
    };
    arguments.output.write_tables(&tables, || Value::Null)?;
    Ok(ExitCode::SUCCESS)
}

/// The layers that determine the kind of a mention.
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
    let heads = [("Metric", Alignment::Left), ("Recall", right), ("Precision", right), (&*f, right)];
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
    let mut given = HashSet::new();
    for text in text.split(',') {
        let (kind, weight) = weight(text, "--kind-weights")?;
        if !given.insert(kind) {
            bail!("--kind-weights {text}: `{kind}` has a weight already");
        }
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

/// A name and its weight, separated by =.
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
    let counts = pairs.iter().map(|pair| Counts::new(pair.matched(plan).overlap(), set));
    counts.sum::<Counts>().named()
}

fn weights(text: &str) -> Result<Vec<(usize, f64)>> {
    let read = |text: &str| {
        let (name, weight) = weight(text, "--weights")?;
        let place = METRICS.iter().position(|metric| metric.is_called(name));
        Ok((place.ok_or_else(|| anyhow!("--weights {text}: {}", unknown_metric(name)))?, weight))
    };
    let weights = text.split(',').map(read).collect::<Result<Vec<(usize, f64)>>>()?;
    let mut given = HashSet::new();
    match weights.iter().find(|(place, _)| !given.insert(*place)) {
        Some((place, _)) => bail!("--weights {text}: `{}` has a weight already", METRICS[*place].name),
        None => Ok(weights),
    }
}

/// The weights as written in a signature, with the names of metrics used in signatures.
fn written(weights: &[(usize, f64)]) -> String {
    let written: Vec<String> =
        weights.iter().map(|(place, weight)| format!("{}={weight}", METRICS[*place].name)).collect();
    written.join(",")
}

fn mela(evaluation: &Evaluation, weights: &[(usize, f64)]) -> Result<Option<f64>> {
    if weights.iter().map(|(_, weight)| weight).sum::<f64>() <= 0.0 {
        bail!("the weights add up to 0");
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
