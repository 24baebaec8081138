//! `corefeval arcs`: is each mention led to the right antecedent?

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail};
use corefeval::arcs::{self, Anchors, Antecedent, Counts};
use corefeval::document::{Layer, Wanted};
use corefeval::evaluation::DocumentPair;
use corefeval::metric::Tally;
use corefeval::report::{Alignment, Rounding, Table, percent};
use corefeval::selection::{MentionKind, Selection};
use serde_json::{Value, json};

use super::comparison::{Comparison, ComparisonArguments};
use super::protocol::{ABOUT_MENTIONS, Accepts, ProtocolArguments};
use crate::{choices, output};

/// Score antecedents: ARCS, immediate, inferred and by anchors (experimental).
///
/// For every mention that refers back: was it led to the right mention (immediate), or to a name or noun of the right entity
/// (inferred)? And for every entity: was its anchor found, the first name or noun, and were its mentions put with it?
/// Follows descriptions of Tuggener 2014. Kinds of mentions are told by the key's parts of speech and syntax.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The annotation taken to be right.
    key: PathBuf,
    /// The annotation to score.
    response: PathBuf,
    /// How the result is laid out.
    #[arg(short, long, value_name = "LAYOUT", default_value = "text", value_parser = choices::layouts())]
    output: String,
    #[command(flatten)]
    protocol: ProtocolArguments<Led>,
    #[command(flatten)]
    input: ComparisonArguments,
}

type Line = (Antecedent, &'static str, Counts);

/// What `arcs` can honour: it matches mentions exactly and counts in its own way.
#[derive(Clone, Debug)]
pub(crate) struct Led;

impl Accepts for Led {
    const REFUSED: &'static [&'static str] = ABOUT_MENTIONS;
}

/// Scores antecedents.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
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
    let text = if arguments.output == "json" {
        let lines: Vec<Value> = lines.iter().map(as_json).collect();
        let value =
            json!({"schema": 1, "experimental": true, "arcs": lines, "anchors": anchors_json(&anchors)});
        output::json(&value)?
    } else {
        choices::rendered_all(&arguments.output, &[as_table(&lines), anchors_table(&anchors)])?
    };
    output::write(&text, None)?;
    Ok(ExitCode::SUCCESS)
}

/// Kinds of mentions are known by parts of speech; without any, all would count as nominal.
fn check(arguments: &Arguments, pairs: &[DocumentPair]) -> Result<()> {
    let kinds = Selection { mention_kinds: MentionKind::ALL.to_vec(), ..Selection::default() };
    match pairs.iter().find_map(|pair| kinds.lacks(pair.key())) {
        Some(lack) => {
            bail!("{}: the key has {}, which tell kinds of mentions", arguments.key.display(), lack.what)
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
        Table::new(&[("Anchors", Alignment::Left), ("Recall", right), ("Precision", right), ("F1", right)]);
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
    let heads = ["Recall", "Precision", "F1", "Accuracy", "Right", "Astray", "Missed", "Spurious"];
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
