//! `corefeval show`: a document in the terminal, with the mentions of key and responses in brackets and errors below each sentence.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail};
use corefeval::analysis::{Options, wanted};
use corefeval::choice::nearest;
use corefeval::document::{Layer, Name};
use corefeval::evaluation::{DocumentPair, Evaluation, Plan};
use corefeval::report::json::scores_of;
use corefeval::report::show::{self, Scene, json, text};
use corefeval::report::{Page, percent};
use serde_json::json as value;

use super::arguments::{ComparisonArguments, OutputArguments, Prose};
use super::comparison::Comparison;
use super::protocol::{Accepts, ProtocolArguments, one_rule};
use super::response::{Response, inputs};

/// Show texts with mentions in brackets, and errors below them.
///
/// Each sentence is shown as the key has it and below that as each response has it; once if they agree. Entities (clusters) are numbered by
/// size; a response entity has the number of the key entity that CEAFe aligns it with, or letters. Below a response are its errors, each
/// with a sign (− missed, + spurious, ↔ boundary, ≠ wrong-antecedent, ∅ no-antecedent, ← not-new, · other findings) and the ids of
/// the findings of `corefeval analyse`. Numbers at the left are those of tokens, from 0. See docs/analysis.md.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The annotation taken to be right (gold).
    key: PathBuf,
    /// The annotations to show below it (predicted), each of a system; NAME=FILE names a system otherwise than its file.
    #[arg(value_name = "RESPONSE", value_hint = clap::ValueHint::AnyPath)]
    responses: Vec<Response>,
    #[command(flatten)]
    protocol: ProtocolArguments<Shown>,
    #[command(flatten)]
    input: ComparisonArguments,
    /// Show only the document with this name, or documents whose name contains it.
    #[arg(long, value_name = "NAME", help_heading = "Selection")]
    document: Option<String>,
    /// Show only entities (clusters) with this label, of key or response, and what is aligned or shared with them.
    #[arg(long, value_name = "LABEL", help_heading = "Selection")]
    entity: Option<String>,
    /// Show only the finding of `corefeval analyse` with this id; the beginning of the id is enough.
    #[arg(long, value_name = "ID", help_heading = "Selection", conflicts_with = "entity")]
    id: Option<String>,
    /// Show only sentences with errors, and the sentences around them.
    #[arg(short, long, help_heading = "Selection")]
    errors_only: bool,
    /// How many sentences are shown before and after each that is selected; 1 unless given, 0 with --entity.
    #[arg(short = 'C', long, value_name = "N", help_heading = "Selection")]
    context: Option<usize>,
    #[command(flatten)]
    output: OutputArguments<Prose>,
}

/// Every choice, and signatures of `analyse`.
#[derive(Clone, Debug)]
pub(crate) struct Shown;

impl Accepts for Shown {
    const REFUSED: &'static [&'static str] = &["average"];
    const OWN: &'static [&'static str] = Options::FIELDS;
}

/// Shows documents.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let inputs = inputs(&arguments.key, &arguments.responses).chain(arguments.protocol.files());
    crate::paths::check(inputs, arguments.output.file())?;
    let alone = [arguments.key.clone().into()];
    let is_alone = arguments.responses.is_empty();
    if is_alone && (arguments.errors_only || arguments.id.is_some()) {
        bail!("--errors-only and --id are about the errors of a response: name a response after the key");
    }
    if arguments.context.is_some() && !arguments.selects_sentences() {
        bail!("--context is about sentences around others: use it with --entity, --id or --errors-only");
    }
    let (plan, aids) = arguments.protocol.plan(arguments.responses.len().max(1))?;
    one_rule(&plan)?;
    let comparison = Comparison {
        key: &arguments.key,
        responses: if is_alone { &alone } else { &arguments.responses },
        plan: &plan,
        aids: &aids,
        also: wanted().and(Layer::Word),
        input: &arguments.input,
        fingerprints: false,
    };
    let (rules, met) = comparison.scored(|mut pair| {
        pair.lend_words();
        pair
    })?;
    let Some(rule) = rules.into_iter().next() else { bail!("nothing was scored") };
    let shown = Documents {
        arguments,
        plan: &plan,
        systems: &rule.systems,
        names: &met.names,
        pairs: &met.systems,
        is_alone,
    };
    shown.write()?;
    Ok(ExitCode::SUCCESS)
}

impl Arguments {
    fn selects_sentences(&self) -> bool {
        self.entity.is_some() || self.id.is_some() || self.errors_only
    }
}

/// The documents of all systems.
struct Documents<'a> {
    arguments: &'a Arguments,
    plan: &'a Plan,
    systems: &'a [Evaluation],
    names: &'a [String],
    pairs: &'a [Vec<DocumentPair>],
    is_alone: bool,
}

impl Documents<'_> {
    fn write(&self) -> Result<()> {
        let output = &self.arguments.output;
        let mut texts = Vec::new();
        let mut values = Vec::new();
        let page = Page { width: crate::output::page(output.file()).width, ..crate::output::page(None) };
        let mut found = false;
        for place in self.places()? {
            let figures = self.figures(place);
            let Some(mut scene) = self.scene(place, &figures) else { continue };
            found |= self.reduce(&mut scene);
            if scene.is_empty() {
                continue;
            }
            if output.is_json() { values.push(json(&scene)) } else { texts.push(text(&scene, page)) }
        }
        self.check(found)?;
        if output.is_json() {
            let systems = self.systems.iter().zip(self.names).filter(|_| !self.is_alone);
            let systems = systems.map(|(one, name)| value!({"name": name, "metrics": scores_of(one)}));
            return output.write_json(&value!({
                "schema": 1, "signature": self.plan.to_string(), "systems": systems.collect::<Vec<_>>(),
                "documents": values,
            }));
        }
        if texts.is_empty() {
            texts.push("no sentence has an error\n".to_owned());
        }
        output.write_text(&format!("{}\n{}\n", texts.join("\n"), self.plan))
    }

    /// The places of the requested documents, in the order of the key.
    fn places(&self) -> Result<Vec<usize>> {
        let mut documents: Vec<(usize, &Name)> =
            self.pairs.iter().flatten().map(|pair| (pair.place(), pair.key().name())).collect();
        documents.sort_by_key(|(place, _)| *place);
        documents.dedup_by_key(|(place, _)| *place);
        let Some(wanted) = &self.arguments.document else {
            return Ok(documents.into_iter().map(|(place, _)| place).collect());
        };
        let is_exact = |name: &Name| name.id == *wanted || name.to_string() == *wanted;
        let exact = documents.iter().any(|(_, name)| is_exact(name));
        let is_wanted =
            |name: &Name| if exact { is_exact(name) } else { name.to_string().contains(wanted.as_str()) };
        let places: Vec<usize> =
            documents.iter().filter(|(_, name)| is_wanted(name)).map(|(place, _)| *place).collect();
        if places.is_empty() {
            let near = nearest(wanted, documents.iter().map(|(_, name)| name.id.as_str()));
            let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
            bail!("--document {wanted}: no document has this name{near}");
        }
        Ok(places)
    }

    fn scene<'a>(&'a self, place: usize, figures: &'a [String]) -> Option<Scene<'a>> {
        let own = |pairs: &'a Vec<DocumentPair>| pairs.iter().find(|pair| pair.place() == place);
        if self.is_alone {
            return Some(Scene::of_key(self.plan, own(self.pairs.first()?)?));
        }
        let systems = self.pairs.iter().zip(self.names).zip(figures);
        let responses = systems.filter_map(|((pairs, system), figures)| {
            Some(show::Response { system, pair: own(pairs)?, figures })
        });
        Scene::new(self.plan, &responses.collect::<Vec<_>>())
    }

    /// The scores of a document for each system.
    fn figures(&self, place: usize) -> Vec<String> {
        let of = |(system, pairs): (&Evaluation, &Vec<DocumentPair>)| {
            let number = pairs.iter().position(|pair| pair.place() == place);
            let document = number.and_then(|number| system.documents().get(number));
            let Some(document) = document else { return "no document".to_owned() };
            let scores: Vec<_> =
                (0..system.metrics().len()).map(|metric| system.averaged(metric, &[document])).collect();
            let of_metrics =
                system.metrics().iter().zip(&scores).map(|(metric, score)| (metric.title, score.f));
            let averages =
                system.averages(&scores).into_iter().map(|(average, value)| (average.title, value));
            let figure = |(title, value)| format!("{title} {}", percent(value, self.plan));
            of_metrics.chain(averages).map(figure).collect::<Vec<_>>().join(", ")
        };
        self.systems.iter().zip(self.pairs).map(of).collect()
    }

    /// Reduces a scene to the requested parts. Returns whether there are any.
    fn reduce(&self, scene: &mut Scene<'_>) -> bool {
        let Arguments { entity, id, errors_only, context, .. } = self.arguments;
        let mut found = true;
        if let Some(label) = entity {
            found = scene.only_entity(label);
        }
        if let Some(id) = id {
            found = scene.only_finding(id);
        }
        if *errors_only {
            scene.only_errors();
        }
        if !found {
            scene.hide();
        } else if self.arguments.selects_sentences() {
            let usual = usize::from(entity.is_none());
            scene.with_context(context.unwrap_or(usual));
        }
        found
    }

    /// Refuses a requested entity or id that does not exist.
    fn check(&self, found: bool) -> Result<()> {
        match (&self.arguments.entity, &self.arguments.id) {
            _ if found => Ok(()),
            (Some(label), _) => bail!("--entity {label}: no entity of these documents has this label"),
            (_, Some(id)) => {
                bail!("--id {id}: no finding has this id, under these choices and in these documents")
            }
            _ => Ok(()),
        }
    }
}
