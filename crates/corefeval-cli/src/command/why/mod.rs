//! `corefeval why`: how a score comes about, entity by entity.

mod json;
mod text;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail};
use corefeval::document::{Document, Layer, Mention, Wanted};
use corefeval::evaluation::{Evaluation, Plan, Protocol, Singletons};
use corefeval::matching::Side;
use corefeval::metric::contribution::{Contribution, Explanation, explanation};
use corefeval::metric::{Metric, Tally};
use corefeval::nec;
use corefeval::pair::Pair;
use serde_json::json;

use super::protocol::ProtocolArguments;
use crate::pairs::{self, DocumentPair, Request};
use crate::problems::Problems;
use crate::{choices, output};

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
    let mut pairs = read(arguments, &plan)?;
    let documents = pairs.iter().map(|pair| plan.tally(&pair.key, &pair.response)).collect();
    let evaluation = Evaluation { metrics: plan.metrics.clone(), beta: plan.protocol.beta, documents };
    pairs.iter_mut().for_each(lend_words);
    let scenes: Vec<Scene<'_>> = pairs.iter().map(|pair| Scene::new(&plan, pair)).collect();
    let story = Story { arguments, protocol: &plan.protocol, scenes: &scenes, evaluation: &evaluation };
    let text = if arguments.json {
        let value = json!({
            "schema": 2, "protocol": plan.protocol.to_string(), "metrics": story.as_json(),
            "averages": story.averages_json(),
        });
        serde_json::to_string_pretty(&value)? + "\n"
    } else {
        format!("{}{}\n", story.as_text(), plan.protocol)
    };
    output::write(&text, None)?;
    Ok(ExitCode::SUCCESS)
}

fn read(arguments: &Arguments, plan: &Plan) -> Result<Vec<DocumentPair>> {
    let format = arguments.format.as_deref().map(choices::format).transpose()?;
    let wanted = plan.wanted_key().union(plan.wanted_response()).union(Wanted::MENTIONS.and(Layer::Word));
    let responses = std::slice::from_ref(&arguments.response);
    let request = Request { key: &arguments.key, responses, format, wanted };
    let mut pairs = pairs::read(&request, &mut Problems::new(false, arguments.quiet))?.remove(0);
    if let Some(name) = &arguments.document {
        pairs.retain(|pair| pair.key.name().to_string().contains(name) || pair.key.name().id == *name);
        if pairs.is_empty() {
            bail!("no document is called `{name}`");
        }
    }
    let material =
        pairs.iter().fold(nec::Material::default(), |seen, pair| seen.or(nec::Material::of(&pair.key)));
    match plan.lacks(material) {
        Some(lack) => bail!("{}: {lack}", arguments.key.display()),
        None => Ok(pairs),
    }
}

/// A response without words gets those of the key, which has the same tokens.
fn lend_words(pair: &mut DocumentPair) {
    pair.response.borrow_words(&pair.key);
}

/// Everything that is told.
struct Story<'a> {
    arguments: &'a Arguments,
    protocol: &'a Protocol,
    scenes: &'a [Scene<'a>],
    evaluation: &'a Evaluation,
}

impl Story<'_> {
    fn explained(&self, place: usize, number: usize) -> Explanation {
        let metric = self.evaluation.metrics[place];
        explanation(metric, self.scenes[number].pair(metric), self.counted(place, number))
    }

    /// The rule by which a document was counted where its entities do not add up to what was scored.
    fn other_rule(&self, place: usize, number: usize) -> String {
        let document = &self.evaluation.documents[number];
        let pair = self.scenes[number].pair(self.evaluation.metrics[place]);
        if pair.alignment.partial_count() > 0 {
            "twins found in part count half".to_owned()
        } else if document.key_repeats.is_empty() && document.response_repeats.is_empty() {
            format!("split antecedents count like mentions (splits:{})", self.protocol.split_antecedents)
        } else {
            format!("repeated mentions are counted as repeats:{} says", self.protocol.repeats)
        }
    }

    /// What a document was scored with.
    fn counted(&self, place: usize, number: usize) -> &[Tally] {
        &self.evaluation.documents[number].tallies[place]
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
}

impl<'a> Scene<'a> {
    fn new(plan: &Plan, pair: &'a DocumentPair) -> Self {
        let before = (plan.protocol.singletons == Singletons::DropAfterDetection).then(|| {
            let mut plan = plan.clone();
            plan.protocol.singletons = Singletons::Keep;
            plan.matched(&pair.key, &pair.response)
        });
        Self { name: pair.key.name().to_string(), matched: plan.matched(&pair.key, &pair.response), before }
    }

    fn pair(&self, metric: &Metric) -> &Pair<'a> {
        let before = self.before.as_ref().filter(|_| metric.counts_singletons_first);
        before.unwrap_or(&self.matched)
    }
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
