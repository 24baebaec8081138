//! `corefeval arcs`: does each mention have the right antecedent?

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail};
use corefeval::document::{Layer, Wanted};
use corefeval::evaluation::DocumentPair;
use corefeval::measures::arcs::{self, Anchors, Antecedent, Counts};
use corefeval::metric::Tally;
use corefeval::report::{Alignment, Rounding, Table, percent};
use corefeval::selection::{MentionKind, Selection};
use serde_json::{Value, json};

use super::arguments::{ComparisonArguments, OutputArguments};
use super::comparison::Comparison;
use super::protocol::{ABOUT_MENTIONS, Accepts, ProtocolArguments};
use super::response::{Response, inputs};

/// Score antecedents: ARCS, immediate and inferred (experimental).
///
/// For every anaphoric mention: does the response link it to the right mention (immediate), or to a name or noun of the
/// right entity (inferred)? For every entity: is its anchor, the first name or noun, found, and are its mentions linked to
/// it? Follows descriptions of Tuggener 2014. The key's parts of speech and syntax decide which mentions are names, nouns
/// or pronouns.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The annotation taken to be right (gold).
    key: PathBuf,
    /// The annotation to score (predicted).
    #[arg(value_hint = clap::ValueHint::AnyPath)]
    response: Response,
    #[command(flatten)]
    protocol: ProtocolArguments<Led>,
    #[command(flatten)]
    input: ComparisonArguments,
    #[command(flatten)]
    output: OutputArguments,
}

type Line = (Antecedent, &'static str, Counts);

/// The choices that `arcs` supports: it matches mentions exactly and counts in its own way.
#[derive(Clone, Debug)]
pub(crate) struct Led;

impl Accepts for Led {
    const REFUSED: &'static [&'static str] = ABOUT_MENTIONS;
}

/// Scores antecedents.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let inputs = inputs(&arguments.key, [&arguments.response]).chain(arguments.protocol.files());
    crate::paths::check(inputs, arguments.output.file())?;
    let (plan, aids) = arguments.protocol.plan(1)?;
    let syntax = Wanted::MENTIONS.and(Layer::PartOfSpeech).and(Layer::UniversalPartOfSpeech);
    let comparison = Comparison {
        key: &arguments.key,
        responses: std::slice::from_ref(&arguments.response),
        plan: &plan,
        aids: &aids,
        also: syntax.and(Layer::Parse).and(Layer::Head),
        input: &arguments.input,
        fingerprints: false,
    };
    let pairs = comparison.each_pair(|pair, _| pair)?.systems.into_iter().next().unwrap_or_default();
    check(arguments, &pairs)?;
    let lines: Vec<Line> = Antecedent::ALL.iter().flat_map(|&antecedent| lines(&pairs, antecedent)).collect();
    let anchors = anchors(&pairs);
    let signature = plan.to_string();
    let tables = vec![as_table(&lines).titled("Antecedents"), anchors_table(&anchors).titled("Anchors")];
    arguments.output.write_signed(tables, &signature, || {
        let lines: Vec<Value> = lines.iter().map(as_json).collect();
        json!({
            "schema": 1, "signature": signature, "experimental": true, "arcs": lines,
            "anchors": anchors_json(&anchors),
        })
    })?;
    Ok(ExitCode::SUCCESS)
}

/// Kinds of mentions are decided by parts of speech; without these, all mentions would count as nominal.
fn check(arguments: &Arguments, pairs: &[DocumentPair]) -> Result<()> {
    let kinds = Selection { mention_kinds: MentionKind::ALL.to_vec(), ..Selection::default() };
    match pairs.iter().find_map(|pair| kinds.lacks(pair.key())) {
        Some(lack) => {
            bail!(
                "{}: the key has {}, which arcs needs to tell names, nouns and pronouns apart",
                arguments.key.display(),
                lack.what
            )
        }
        None => Ok(()),
    }
}

fn lines(pairs: &[DocumentPair], antecedent: Antecedent) -> Vec<Line> {
    let mut sums = vec![Counts::default(); MentionKind::ALL.len() + 1];
    for pair in pairs {
        for (place, (_, counts)) in
            arcs::count(pair.key(), pair.response(), antecedent).into_iter().enumerate()
        {
            sums[place] += counts;
            sums[MentionKind::ALL.len()] += counts;
        }
    }
    let names = MentionKind::ALL.iter().map(|kind| kind.name()).chain(["all"]);
    names.zip(sums).map(|(name, counts)| (antecedent, name, counts)).collect()
}

fn anchors(pairs: &[DocumentPair]) -> Anchors {
    pairs.iter().fold(Anchors::default(), |mut sum, pair| {
        sum += arcs::count_anchors(pair.key(), pair.response());
        sum
    })
}

fn anchors_table(anchors: &Anchors) -> Table {
    let right = Alignment::Right;
    let mut table =
        Table::new(&[("", Alignment::Left), ("Recall", right), ("Precision", right), ("F1", right)]);
    let shown = |value: Option<f64>| percent(value, Rounding::Nearest);
    for (name, tally) in [("entities detected", anchors.detection), ("mentions in them", anchors.mentions)] {
        let score = tally.score(1.0);
        table.push([name.to_owned(), shown(score.recall), shown(score.precision), shown(score.f)]);
    }
    table.push(["harmonic mean".to_owned(), String::new(), String::new(), shown(anchors.harmonic())]);
    table.notes.push("ARCS follows descriptions of its paper: experimental".to_owned());
    table
}

fn anchors_json(anchors: &Anchors) -> Value {
    let score = |tally: Tally| {
        let score = tally.score(1.0);
        json!({"recall": score.recall, "precision": score.precision, "f1": score.f})
    };
    json!({
        "detection": score(anchors.detection), "mentions": score(anchors.mentions),
        "harmonic": anchors.harmonic(),
    })
}

fn as_table(lines: &[Line]) -> Table {
    let (left, right) = (Alignment::Left, Alignment::Right);
    let heads = ["Recall", "Precision", "F1", "Accuracy", "Right", "Wrong", "Missed", "Spurious"];
    let heads = heads.map(|head| (head, right));
    let mut table = Table::new(&[&[("Antecedent", left), ("Kind", left)][..], &heads[..]].concat());
    for (antecedent, kind, counts) in lines {
        let (score, shown) =
            (counts.tally().score(1.0), |value: Option<f64>| percent(value, Rounding::Nearest));
        let figures = [score.recall, score.precision, score.f, counts.accuracy()].map(shown);
        let numbers =
            [counts.right, counts.astray, counts.missed, counts.spurious].map(|count| count.to_string());
        let names = [antecedent.name().to_owned(), (*kind).to_owned()];
        table.push(names.into_iter().chain(figures).chain(numbers));
    }
    table
}

fn as_json((antecedent, kind, counts): &Line) -> Value {
    let score = counts.tally().score(1.0);
    json!({
        "antecedent": antecedent.name(), "kind": kind,
        "recall": score.recall, "precision": score.precision, "f1": score.f, "accuracy": counts.accuracy(),
        "right": counts.right, "astray": counts.astray, "missed": counts.missed, "spurious": counts.spurious,
    })
}
