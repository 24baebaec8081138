//! `corefeval why`: explains a score, entity by entity.

mod items;
mod json;
mod text;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail};
use corefeval::analysis::{Concerned, Finding, Options, Role, analyse, wanted};
use corefeval::choice::nearest;
use corefeval::document::{Document, Mention, Name};
use corefeval::evaluation::{DocumentPair, Evaluation, Plan, Protocol, Singletons};
use corefeval::matching::Side;
use corefeval::metric::contribution::{Explanation, explanation};
use corefeval::metric::{Metric, Tally};
use corefeval::pair::Pair;
use serde_json::json;

use super::arguments::{ComparisonArguments, OutputArguments, Prose};
use super::comparison::Comparison;
use super::protocol::{Everything, ProtocolArguments, one_rule};
use super::response::{Response, inputs};

/// Show why a score is what it is, entity (cluster) by entity.
///
/// Each entity adds to a numerator and a denominator. The entities that cost most are shown first: which entities of the other
/// side share their mentions, how CEAF aligns them, and which response entity is paired with each named entity in NEC. Entities
/// that are not shown are summed up, so the totals always give the score that `corefeval score` prints. Metrics over single
/// mentions, and documents counted by other rules, are shown by document. `corefeval show --id` shows the errors that are named in their text.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The annotation taken to be right (gold).
    key: PathBuf,
    /// The annotation to score (predicted).
    #[arg(value_hint = clap::ValueHint::AnyPath)]
    response: Response,
    #[command(flatten)]
    protocol: ProtocolArguments<Everything>,
    #[command(flatten)]
    input: ComparisonArguments,
    /// Use only the document with this name, or documents whose name contains it; the score is that of these documents.
    #[arg(long, value_name = "NAME", help_heading = "Output")]
    document: Option<String>,
    /// Show only entities (clusters) with this label, of key or response, with all their mentions.
    #[arg(long, value_name = "LABEL", help_heading = "Output")]
    entity: Option<String>,
    /// Show only entities with a mention of these words, with all their mentions; case is ignored.
    #[arg(long, value_name = "TEXT", help_heading = "Output")]
    mention: Option<String>,
    /// The number of entities to show in each list, most costly first; 0 for all. By default, as many as fit a screen. JSON has
    /// all.
    #[arg(short = 'n', long, value_name = "N", help_heading = "Output")]
    limit: Option<usize>,
    #[command(flatten)]
    output: OutputArguments<Prose>,
}

/// Explains scores.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let inputs = inputs(&arguments.key, [&arguments.response]).chain(arguments.protocol.files());
    crate::paths::check(inputs, arguments.output.file())?;
    let (plan, aids) = arguments.protocol.plan(1)?;
    one_rule(&plan)?;
    let comparison = Comparison {
        key: &arguments.key,
        responses: std::slice::from_ref(&arguments.response),
        plan: &plan,
        aids: &aids,
        also: wanted(),
        input: &arguments.input,
        fingerprints: false,
    };
    let (rules, met) = comparison.scored(|pair| pair)?;
    let evaluation = rules.into_iter().flat_map(|rule| rule.systems).next();
    let pairs = met.systems.into_iter().next().unwrap_or_default();
    let Some(mut evaluation) = evaluation else { bail!("nothing was scored") };
    let names: Vec<String> = pairs.iter().map(|pair| pair.key().name().id.clone()).collect();
    let mut pairs: Vec<DocumentPair> = pairs.into_iter().filter(|pair| arguments.is_wanted(pair)).collect();
    if pairs.is_empty() {
        bail!("{}", no_document(arguments.document.as_deref().unwrap_or(""), &names));
    }
    if arguments.document.is_some() {
        evaluation = evaluation.only(|document| arguments.has_name(&document.name));
    }
    pairs.iter_mut().for_each(DocumentPair::lend_words);
    let scenes: Vec<Scene<'_>> = pairs.iter().map(|pair| Scene::new(&plan, pair)).collect();
    arguments.check_asked(&scenes)?;
    let limit = arguments.limit(evaluation.metrics());
    let story = Story { arguments, scenes: &scenes, evaluation: &evaluation, limit };
    if arguments.output.is_json() && arguments.limit.is_some() {
        bail!("--limit is for text output: JSON has every entity");
    }
    if arguments.output.is_json() {
        arguments.output.write_json(&json!({
            "schema": 2, "signature": plan.to_string(), "metrics": story.as_json(),
            "averages": story.averages_json(),
        }))?;
    } else {
        arguments.output.write_text(&format!("{}{plan}\n", story.as_text()))?;
    }
    Ok(ExitCode::SUCCESS)
}

impl Arguments {
    fn is_wanted(&self, pair: &DocumentPair) -> bool {
        self.has_name(pair.key().name())
    }

    /// The default number of entities in each list: fewer if there are many lists.
    fn limit(&self, metrics: &[&Metric]) -> usize {
        let lists: usize = metrics.iter().map(|metric| 2 * metric.parts.len()).sum();
        match self.limit {
            Some(0) => usize::MAX,
            Some(limit) => limit,
            None if self.entity.is_some() || self.mention.is_some() => usize::MAX,
            None => (ON_A_SCREEN / lists.max(1)).max(LEAST_SHOWN),
        }
    }

    /// Whether an entity was requested.
    fn asks_for(&self, side: &Members<'_>, entity: u32) -> bool {
        let by_label = self.entity.as_deref().is_none_or(|label| side.label(entity) == label);
        by_label && self.mention.as_deref().is_none_or(|text| side.has_mention(entity, text))
    }

    /// Refuses a label or mention that does not occur.
    fn check_asked(&self, scenes: &[Scene<'_>]) -> Result<()> {
        let sides = || scenes.iter().flat_map(|scene| [scene.matched.key(), scene.matched.response()]);
        let all = |side: &Side<'_>| 0..side.document().entity_count() as u32;
        if sides().any(|side| {
            let members = Members::new(side);
            all(side).any(|entity| self.asks_for(&members, entity))
        }) {
            return Ok(());
        }
        match (&self.entity, &self.mention) {
            (Some(label), None) => {
                let labels: BTreeSet<&str> =
                    sides().flat_map(|side| side.document().entity_labels().iter()).collect();
                let near = nearest(label, labels.iter().copied());
                let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
                bail!("no entity is called `{label}`{near}")
            }
            (None, Some(text)) => bail!("no entity has the mention `{text}`"),
            (Some(label), Some(text)) => bail!("no entity called `{label}` has the mention `{text}`"),
            (None, None) => Ok(()),
        }
    }

    fn has_name(&self, name: &Name) -> bool {
        self.document.as_deref().is_none_or(|wanted| name.id == wanted || name.to_string().contains(wanted))
    }
}

/// The message for an unknown document name: a suggestion, or one of the existing names.
fn no_document(asked: &str, names: &[String]) -> String {
    let last = |name: &str| name.rsplit('/').next().unwrap_or_default().to_owned();
    let lasts: Vec<String> = names.iter().map(|name| last(name)).collect();
    let near = nearest(asked, names.iter().chain(&lasts).map(String::as_str));
    match (near, names.first()) {
        (Some(near), _) => format!("no document is called `{asked}`; did you mean `{near}`?"),
        (None, Some(first)) => {
            format!("no document is called `{asked}`; one of {} is `{first}`", names.len())
        }
        (None, None) => "there are no documents".to_owned(),
    }
}

/// The number of entities, each with a line for its mentions, that fit a screen.
const ON_A_SCREEN: usize = 10;

/// The minimum number of entities in each list.
const LEAST_SHOWN: usize = 2;

/// Everything that the explanation uses.
struct Story<'a> {
    arguments: &'a Arguments,
    scenes: &'a [Scene<'a>],
    evaluation: &'a Evaluation,
    /// The number of entities shown in each list.
    limit: usize,
}

impl Story<'_> {
    fn explained(&self, place: usize, number: usize) -> Explanation {
        let metric = self.evaluation.metrics()[place];
        explanation(metric, self.scenes[number].pair(metric), self.counted(place, number))
    }

    /// The rule for counting a document whose entities do not add up to its score.
    fn other_rule(&self, place: usize, number: usize) -> String {
        let scene = &self.scenes[number];
        let protocol = self.evaluation.plan().protocol();
        if scene.pair(self.evaluation.metrics()[place]).alignment().partial_count() > 0 {
            "partially matched twins count one half".to_owned()
        } else if scene.has_splits {
            format!("split antecedents count like mentions (splits:{})", protocol.split_antecedents)
        } else {
            format!("repeated mentions are counted under repeats:{}", protocol.repeats)
        }
    }

    /// The documents and matching that were scored.
    fn counted(&self, place: usize, number: usize) -> &[Tally] {
        &self.evaluation.documents()[number].tallies[place]
    }

    fn is_wanted(&self, side: &Members<'_>, entity: u32) -> bool {
        self.arguments.asks_for(side, entity)
    }

    /// Whether only some entities were requested.
    fn is_asked(&self) -> bool {
        self.arguments.entity.is_some() || self.arguments.mention.is_some()
    }
}

/// A pair of documents in the form in which metrics use it.
struct Scene<'a> {
    name: String,
    matched: Pair<'a>,
    /// The pair before singletons are dropped, for metrics that count them first.
    before: Option<Pair<'a>>,
    /// Whether it has split antecedents, which may be counted by other rules.
    has_splits: bool,
    /// What `corefeval analyse` finds in it.
    findings: Vec<Finding>,
    /// The places of the findings about each entity, by its label: of the key, and of the response.
    about: [Places; 2],
}

/// Places in a list, by name.
type Places = BTreeMap<String, Vec<usize>>;

impl<'a> Scene<'a> {
    fn new(plan: &Plan, pair: &'a DocumentPair) -> Self {
        let before = (plan.protocol().singletons == Singletons::DropAfterDetection).then(|| {
            let singletons = Singletons::Keep;
            pair.matched(&plan.with_protocol(Protocol { singletons, ..plan.protocol().clone() }))
        });
        let has_splits = [pair.key(), pair.response()].into_iter().any(has_splits);
        let mut options = Options::default();
        options.repairs = false;
        let findings = analyse(plan, pair, &options).findings;
        Self {
            name: pair.key().name().to_string(),
            matched: pair.matched(plan),
            before,
            has_splits,
            about: [
                about(&findings, |one| one.key_entity.as_ref()),
                about(&findings, |one| one.response_entity.as_ref()),
            ],
            findings,
        }
    }

    /// The findings about mentions of an entity with this label, of the key or of the response.
    fn findings_about(&self, in_key: bool, label: &str) -> impl Iterator<Item = &Finding> {
        let places = self.about[usize::from(!in_key)].get(label);
        places.into_iter().flatten().map(|place| &self.findings[*place])
    }

    fn pair(&self, metric: &Metric) -> &Pair<'a> {
        let before = self.before.as_ref().filter(|_| metric.counts_singletons_first);
        before.unwrap_or(&self.matched)
    }
}

/// The places of the findings about mentions of each entity.
fn about(findings: &[Finding], entity: fn(&Concerned) -> Option<&String>) -> Places {
    let mut about = Places::new();
    for (place, finding) in findings.iter().enumerate() {
        let own = finding.mentions.iter().filter(|one| matches!(one.role, Role::Wrong | Role::Anaphor));
        for label in own.filter_map(entity) {
            let places = about.entry(label.clone()).or_default();
            // several mentions of a finding may belong to one entity
            if places.last() != Some(&place) {
                places.push(place);
            }
        }
    }
    about
}

fn has_splits(document: &Document) -> bool {
    let is_plural = |entity: usize| {
        document.entity_detail(entity as u32).is_some_and(|detail| !detail.elements.is_empty())
    };
    (0..document.entity_count()).any(is_plural)
}

/// One side, with its mentions by entity.
struct Members<'a> {
    side: &'a Side<'a>,
    by_entity: Vec<Vec<usize>>,
}

impl<'a> Members<'a> {
    fn new(side: &'a Side<'a>) -> Self {
        let mut by_entity = vec![Vec::new(); side.document().entity_count()];
        for (place, mention) in side.mentions().iter().enumerate() {
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
        self.side.document().entity_labels().get(entity as usize).unwrap_or(added)
    }

    /// Whether an entity has a mention of these words.
    fn has_mention(&self, entity: u32, text: &str) -> bool {
        let wanted = text.to_lowercase();
        let words = |place: &usize| self.side.document().text(self.side.mentions()[*place].span);
        let mut texts = self.by_entity.get(entity as usize).into_iter().flatten().filter_map(words);
        texts.any(|words| words.to_lowercase() == wanted)
    }

    /// The mentions of an entity as text: words if there are any, token numbers otherwise.
    fn mentions(&self, entity: u32) -> Vec<String> {
        let places = self.by_entity.get(entity as usize).into_iter().flatten();
        places.map(|&place| mention_text(self.side.document(), &self.side.mentions()[place])).collect()
    }
}

fn mention_text(document: &Document, mention: &Mention) -> String {
    let place = format!("{}–{}", mention.span.start, mention.span.end.saturating_sub(1));
    match document.text(mention.span) {
        Some(words) if !words.is_empty() => format!("{words} [{place}]"),
        _ => format!("[{place}]"),
    }
}
