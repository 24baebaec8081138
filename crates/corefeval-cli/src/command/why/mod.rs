//! `corefeval why`: how a score comes about, entity by entity.

mod json;
mod text;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail};
use corefeval::document::{Document, Layer, Mention, Name, Wanted};
use corefeval::evaluation::{DocumentPair, Evaluation, Plan, Protocol, Singletons};
use corefeval::matching::Side;
use corefeval::metric::contribution::{Contribution, Explanation, explanation};
use corefeval::metric::{Metric, Tally};
use corefeval::pair::Pair;
use serde_json::json;

use super::comparison::{Comparison, ComparisonArguments};
use super::protocol::{Everything, ProtocolArguments, one_rule};
use crate::output;

/// Walk through a score: what each entity adds to numerator and denominator.
///
/// Shows the entities of key and response, which of them share mentions, how CEAF aligns them and which response entity
/// stands for each named one in NEC, and what each contributes, document by document, until the score that `corefeval
/// score` prints is reached. Mentions that a variant adds are shown as added. Metrics that look at single mentions are told
/// by document only.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The annotation taken to be right.
    key: PathBuf,
    /// The annotation being scored.
    response: PathBuf,
    #[command(flatten)]
    protocol: ProtocolArguments<Everything>,
    #[command(flatten)]
    input: ComparisonArguments,
    /// Only the document with this name, or whose name contains this; the score is then that of these documents.
    #[arg(long, value_name = "NAME", help_heading = "Output")]
    document: Option<String>,
    /// Only entities with this label, of key or response, with their mentions.
    #[arg(long, value_name = "LABEL", help_heading = "Output")]
    entity: Option<String>,
    /// Print JSON.
    #[arg(long, help_heading = "Output")]
    json: bool,
}

/// Walks through scores.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let (plan, aids) = arguments.protocol.plan(1)?;
    one_rule(&plan)?;
    let comparison = Comparison {
        key: &arguments.key,
        responses: std::slice::from_ref(&arguments.response),
        plan: &plan,
        aids: &aids,
        also: Wanted::MENTIONS.and(Layer::Word),
        input: &arguments.input,
        fingerprints: false,
    };
    let (rules, met) = comparison.scored(|pair| pair)?;
    let evaluation = rules.into_iter().flat_map(|rule| rule.systems).next();
    let pairs = met.systems.into_iter().next().unwrap_or_default();
    let Some(mut evaluation) = evaluation else { bail!("nothing was scored") };
    let mut pairs: Vec<DocumentPair> = pairs.into_iter().filter(|pair| arguments.is_wanted(pair)).collect();
    if pairs.is_empty() {
        bail!("no document is called `{}`", arguments.document.as_deref().unwrap_or(""));
    }
    if arguments.document.is_some() {
        evaluation = evaluation.only(|document| arguments.has_name(&document.name));
    }
    pairs.iter_mut().for_each(DocumentPair::lend_words);
    let scenes: Vec<Scene<'_>> = pairs.iter().map(|pair| Scene::new(&plan, pair)).collect();
    let story = Story { arguments, scenes: &scenes, evaluation: &evaluation };
    let text = if arguments.json {
        let value = json!({
            "schema": 2, "signature": plan.to_string(), "metrics": story.as_json(),
            "averages": story.averages_json(),
        });
        output::json(&value)?
    } else {
        format!("{}{plan}\n", story.as_text())
    };
    output::write(&text, None)?;
    Ok(ExitCode::SUCCESS)
}

impl Arguments {
    fn is_wanted(&self, pair: &DocumentPair) -> bool {
        self.has_name(pair.key().name())
    }

    fn has_name(&self, name: &Name) -> bool {
        self.document.as_deref().is_none_or(|wanted| name.id == wanted || name.to_string().contains(wanted))
    }
}

/// Everything that is told.
struct Story<'a> {
    arguments: &'a Arguments,
    scenes: &'a [Scene<'a>],
    evaluation: &'a Evaluation,
}

impl Story<'_> {
    fn explained(&self, place: usize, number: usize) -> Explanation {
        let metric = self.evaluation.metrics()[place];
        explanation(metric, self.scenes[number].pair(metric), self.counted(place, number))
    }

    /// The rule by which a document was counted where its entities do not add up to what was scored.
    fn other_rule(&self, place: usize, number: usize) -> String {
        let scene = &self.scenes[number];
        let protocol = self.evaluation.plan().protocol();
        if scene.pair(self.evaluation.metrics()[place]).alignment.partial_count() > 0 {
            "twins found in part count half".to_owned()
        } else if scene.has_splits {
            format!("split antecedents count like mentions (splits:{})", protocol.split_antecedents)
        } else {
            format!("repeated mentions are counted as repeats:{} says", protocol.repeats)
        }
    }

    /// What a document was scored with.
    fn counted(&self, place: usize, number: usize) -> &[Tally] {
        &self.evaluation.documents()[number].tallies[place]
    }

    fn is_wanted(&self, side: &Members<'_>, one: &Contribution) -> bool {
        self.arguments.entity.as_deref().is_none_or(|label| side.label(one.entity) == label)
    }
}

/// A document as metrics see it.
struct Scene<'a> {
    name: String,
    matched: Pair<'a>,
    /// The same before singletons are dropped, for metrics that count them first.
    before: Option<Pair<'a>>,
    /// Whether it has plural entities made of others, which may count by rules of their own.
    has_splits: bool,
}

impl<'a> Scene<'a> {
    fn new(plan: &Plan, pair: &'a DocumentPair) -> Self {
        let before = (plan.protocol().singletons == Singletons::DropAfterDetection).then(|| {
            let singletons = Singletons::Keep;
            pair.matched(&plan.with_protocol(Protocol { singletons, ..plan.protocol().clone() }))
        });
        let has_splits = [pair.key(), pair.response()].into_iter().any(has_splits);
        Self { name: pair.key().name().to_string(), matched: pair.matched(plan), before, has_splits }
    }

    fn pair(&self, metric: &Metric) -> &Pair<'a> {
        let before = self.before.as_ref().filter(|_| metric.counts_singletons_first);
        before.unwrap_or(&self.matched)
    }
}

fn has_splits(document: &Document) -> bool {
    let is_plural = |entity: usize| {
        document.entity_detail(entity as u32).is_some_and(|detail| !detail.elements.is_empty())
    };
    (0..document.entity_count()).any(is_plural)
}

/// A side with its mentions by entity.
struct Members<'a> {
    side: &'a Side<'a>,
    by_entity: Vec<Vec<usize>>,
}

impl<'a> Members<'a> {
    fn new(side: &'a Side<'a>) -> Self {
        let mut by_entity = vec![Vec::new(); side.document.entity_count()];
        for (place, mention) in side.mentions.iter().enumerate() {
            by_entity[mention.entity as usize].push(place);
        }
        Self { side, by_entity }
    }

    /// Whether a variant added an entity to this side.
    fn is_added(&self, entity: u32) -> bool {
        entity as usize >= self.by_entity.len()
    }

    fn label(&self, entity: u32) -> &'a str {
        let added = if self.is_added(entity) { "(added)" } else { "?" };
        self.side.document.entity_labels().get(entity as usize).unwrap_or(added)
    }

    /// The mentions of an entity as people read them: words where there are any, tokens otherwise.
    fn mentions(&self, entity: u32) -> Vec<String> {
        let places = self.by_entity.get(entity as usize).into_iter().flatten();
        places.map(|&place| mention_text(self.side.document, &self.side.mentions[place])).collect()
    }
}

fn mention_text(document: &Document, mention: &Mention) -> String {
    let place = format!("{}–{}", mention.span.start, mention.span.end.saturating_sub(1));
    match document.text(mention.span) {
        Some(words) if !words.is_empty() => format!("{words} [{place}]"),
        _ => format!("[{place}]"),
    }
}
