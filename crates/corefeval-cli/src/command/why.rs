//! `corefeval why`: how a score comes about, entity by entity.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail};
use corefeval::document::Layer;
use corefeval::document::{Document, Mention, Wanted};
use corefeval::evaluation::Evaluation;
use corefeval::matching::Side;
use corefeval::metric::Metric;
use corefeval::metric::contribution::{Contribution, Walk, walks};
use corefeval::pair::Pair;
use corefeval::report::{Rounding, percent};
use serde_json::{Value, json};

use super::protocol::ProtocolArguments;
use crate::pairs::{self, DocumentPair, Request};
use crate::problems::Problems;
use crate::{choices, output};

/// Walk through a score: what each entity adds to numerator and denominator.
///
/// Shows the entities of key and response, which of them share mentions, how CEAF aligns them, and what each contributes,
/// document by document, until the score that `corefeval score` prints is reached.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The annotation taken to be right.
    key: PathBuf,
    /// The annotation being scored.
    response: PathBuf,
    #[command(flatten)]
    protocol: ProtocolArguments,
    /// Only the document with this name, or whose name contains this.
    #[arg(long, value_name = "NAME")]
    document: Option<String>,
    /// Only entities with this label, of key or response, with their mentions.
    #[arg(long, value_name = "LABEL")]
    entity: Option<String>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    /// The format of both files; told by looking at them unless given.
    #[arg(short, long, value_name = "NAME")]
    format: Option<String>,
    /// Do not show warnings.
    #[arg(short, long)]
    quiet: bool,
}

/// Walks through scores.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let plan = arguments.protocol.plan()?;
    let format = arguments.format.as_deref().map(choices::format).transpose()?;
    let wanted = plan.wanted_key().union(plan.wanted_response()).union(Wanted::MENTIONS.and(Layer::Word));
    let responses = std::slice::from_ref(&arguments.response);
    let request = Request { key: &arguments.key, responses, format, wanted };
    let mut pairs = pairs::read(&request, &mut Problems::new(false, arguments.quiet))?.remove(0);
    if let Some(name) = &arguments.document {
        pairs.retain(|pair| pair.key.name.to_string().contains(name) || pair.key.name.id == *name);
        if pairs.is_empty() {
            bail!("no document is called `{name}`");
        }
    }
    let documents = pairs.iter().map(|pair| plan.tally(&pair.key, &pair.response)).collect();
    let evaluation = Evaluation { metrics: plan.metrics.clone(), beta: plan.protocol.beta, documents };
    pairs.iter_mut().for_each(lend_words);
    let matched: Vec<Pair<'_>> = pairs.iter().map(|pair| plan.matched(&pair.key, &pair.response)).collect();
    let story = Story { arguments, pairs: &pairs, matched: &matched, evaluation: &evaluation };
    let text = if arguments.json {
        let value = json!({"schema": 1, "protocol": plan.protocol.to_string(), "metrics": story.as_json()});
        serde_json::to_string_pretty(&value)? + "\n"
    } else {
        format!("{}{}\n", story.as_text(), plan.protocol)
    };
    output::write(&text, None)?;
    Ok(ExitCode::SUCCESS)
}

/// A response without words gets those of the key, which has the same tokens.
fn lend_words(pair: &mut DocumentPair) {
    let lacking = pair.response.layers.get(Layer::Word).is_none();
    let words =
        pair.key.layers.get(Layer::Word).filter(|_| lacking && pair.key.tokens == pair.response.tokens);
    if let Some(words) = words.cloned() {
        pair.response.layers.set(Layer::Word, words);
    }
}

/// Everything that is told.
struct Story<'a> {
    arguments: &'a Arguments,
    pairs: &'a [DocumentPair],
    matched: &'a [Pair<'a>],
    evaluation: &'a Evaluation,
}

impl Story<'_> {
    fn as_text(&self) -> String {
        let mut out = String::new();
        for (place, metric) in self.evaluation.metrics.iter().enumerate() {
            out.push_str(&format!("{}: {}\n", metric.title, metric.summary));
            for number in 0..self.pairs.len() {
                self.tell_document(&mut out, place, number);
            }
            self.tell_score(&mut out, place);
        }
        out
    }

    fn tell_document(&self, out: &mut String, place: usize, number: usize) {
        let (metric, pair) = (self.evaluation.metrics[place], &self.matched[number]);
        out.push_str(&format!("\n  {}\n", self.pairs[number].key.name));
        let Some(walks) = walks(metric, &pair.overlap) else {
            out.push_str("    this metric cannot be taken apart by entities\n");
            return;
        };
        for (part, walk) in walks.iter().enumerate() {
            let halves = [
                ("recall", "key", &walk.recall, &pair.key, &pair.response),
                ("precision", "response", &walk.precision, &pair.response, &pair.key),
            ];
            for (what, owner, side, own, other) in halves {
                let title = part_title(metric, part);
                out.push_str(&format!("    {what}{title}, by {owner} entity\n"));
                let shown = side.iter().filter(|one| self.is_wanted(own, one));
                shown.for_each(|one| self.tell_entity(out, one, own, other));
                let sum = side.iter().map(|one| one.ratio).sum::<corefeval::metric::Ratio>();
                let (above, below) = (number_text(sum.numerator), number_text(sum.denominator));
                out.push_str(&format!("      sum of {} entities: {above} / {below}\n", side.len()));
            }
            self.note_repeats(out, (place, part, number), walk);
        }
    }

    /// Repeated mentions are counted by a rule of their own, which no entity can be blamed for.
    fn note_repeats(&self, out: &mut String, (place, part, number): (usize, usize, usize), walk: &Walk) {
        let counted = self.evaluation.documents[number].tallies[place].get(part).copied().unwrap_or_default();
        let total = walk.total();
        let differs = |one: f64, other: f64| (one - other).abs() > 1e-6;
        let recall = differs(counted.recall.numerator, total.recall.numerator);
        if recall || differs(counted.precision.numerator, total.precision.numerator) {
            out.push_str(&format!(
                "      repeated or half-found mentions count by rules of their own: {} / {} and {} / {} are scored\n",
                number_text(counted.recall.numerator),
                number_text(counted.recall.denominator),
                number_text(counted.precision.numerator),
                number_text(counted.precision.denominator),
            ));
        }
    }

    fn is_wanted(&self, side: &Side<'_>, one: &Contribution) -> bool {
        self.arguments.entity.as_deref().is_none_or(|label| label == self::label(side, one.entity))
    }

    fn tell_entity(&self, out: &mut String, one: &Contribution, own: &Side<'_>, other: &Side<'_>) {
        let (above, below) = (number_text(one.ratio.numerator), number_text(one.ratio.denominator));
        let shares: Vec<String> = one
            .shares
            .iter()
            .map(|cell| {
                let aligned = if one.partner == Some(cell.column) { ", aligned" } else { "" };
                format!("{} in {}{aligned}", cell.count, label(other, cell.column))
            })
            .collect();
        let twins: u32 = one.shares.iter().map(|cell| cell.count).sum();
        let alone = one.size.saturating_sub(twins);
        let alone = if alone > 0 { vec![format!("{alone} in none")] } else { Vec::new() };
        let spread = shares.into_iter().chain(alone).collect::<Vec<_>>().join("; ");
        let name = label(own, one.entity);
        out.push_str(&format!("      {above:>8} / {below:<6} {name} ({} mentions: {spread})\n", one.size));
        if self.arguments.entity.is_some() || own.mentions.len() <= SHORT {
            out.push_str(&format!("{:25}{}\n", "", mentions(own, one.entity).join(" · ")));
        }
    }

    fn tell_score(&self, out: &mut String, place: usize) {
        let total = self.evaluation.total(place, self.evaluation.documents.iter());
        let score = self.evaluation.score(place);
        out.push('\n');
        for (part, tally) in total.iter().enumerate() {
            let title = part_title(self.evaluation.metrics[place], part);
            for (what, ratio) in [("recall", tally.recall), ("precision", tally.precision)] {
                let (above, below) = (number_text(ratio.numerator), number_text(ratio.denominator));
                let value = percent(ratio.value(), Rounding::Nearest);
                out.push_str(&format!("  {what}{title} = {above} / {below} = {value}\n"));
            }
        }
        let shown = |value: f64| percent(value, Rounding::Nearest);
        let (recall, precision, f1) = (shown(score.recall), shown(score.precision), shown(score.f1));
        out.push_str(&format!("  recall {recall}  precision {precision}  F1 {f1}\n\n"));
    }

    fn as_json(&self) -> Value {
        let metric = |(place, metric): (usize, &&Metric)| {
            let score = self.evaluation.score(place);
            let documents: Vec<Value> =
                (0..self.pairs.len()).map(|number| self.document_json(metric, number)).collect();
            json!({
                "metric": metric.name, "documents": documents,
                "recall": score.recall, "precision": score.precision, "f1": score.f1,
            })
        };
        self.evaluation.metrics.iter().enumerate().map(metric).collect()
    }

    fn document_json(&self, metric: &Metric, number: usize) -> Value {
        let pair = &self.matched[number];
        let half = |side: &[Contribution], own: &Side<'_>, other: &Side<'_>| -> Vec<Value> {
            let wanted = side.iter().filter(|one| self.is_wanted(own, one));
            wanted.map(|one| entity_json(one, own, other)).collect()
        };
        let part = |walk: &Walk| {
            json!({
                "recall": half(&walk.recall, &pair.key, &pair.response),
                "precision": half(&walk.precision, &pair.response, &pair.key),
            })
        };
        let parts: Option<Vec<Value>> =
            walks(metric, &pair.overlap).map(|walks| walks.iter().map(part).collect());
        json!({"document": self.pairs[number].key.name.to_string(), "parts": parts})
    }
}

/// In documents with so few mentions, all of them are shown.
const SHORT: usize = 40;

fn part_title(metric: &Metric, part: usize) -> &'static str {
    match (metric.parts.len(), part) {
        (1, _) => "",
        (_, 0) => " of coreference links",
        _ => " of non-coreference links",
    }
}

fn entity_json(one: &Contribution, own: &Side<'_>, other: &Side<'_>) -> Value {
    let shares =
        one.shares.iter().map(|cell| json!({"entity": label(other, cell.column), "mentions": cell.count}));
    json!({
        "entity": label(own, one.entity), "size": one.size, "mentions": mentions(own, one.entity),
        "shares": shares.collect::<Vec<_>>(),
        "aligned_with": one.partner.map(|partner| label(other, partner)),
        "numerator": one.ratio.numerator, "denominator": one.ratio.denominator,
    })
}

fn label<'a>(side: &Side<'a>, entity: u32) -> &'a str {
    side.document.entity_labels.get(entity as usize).unwrap_or("?")
}

/// The mentions of an entity as people read them: words where there are any, tokens otherwise.
fn mentions(side: &Side<'_>, entity: u32) -> Vec<String> {
    let own = side.mentions.iter().filter(|mention| mention.entity == entity);
    own.map(|mention| mention_text(side.document, mention)).collect()
}

fn mention_text(document: &Document, mention: &Mention) -> String {
    let place = format!("{}–{}", mention.span.start, mention.span.end.saturating_sub(1));
    match document.text(mention.span) {
        Some(words) if !words.is_empty() => format!("{words} [{place}]"),
        _ => format!("[{place}]"),
    }
}

fn number_text(value: f64) -> String {
    if value.fract() == 0.0 { format!("{value}") } else { format!("{value:.4}") }
}
