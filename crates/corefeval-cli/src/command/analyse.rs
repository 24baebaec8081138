//! `corefeval analyse`: every error, by kind, and what repairing each kind would gain.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Result, anyhow, bail};
use clap::builder::{PossibleValue, PossibleValuesParser};
use corefeval::analysis::links::Antecedents;
use corefeval::analysis::{ANALYSES, Finding, Findings, Options, Summary, analyse_with, wanted};
use corefeval::choice::nearest;
use corefeval::document::Document;
use corefeval::evaluation::{DocumentPair, Plan, Scope};
use corefeval::report::analysis::{Analyses, json, list_records, list_table, records, tables};
use corefeval::report::{Digits, Output, Readers};

use super::antecedents::Given;
use super::arguments::{ComparisonArguments, Layout, OutputArguments};
use super::comparison::Comparison;
use super::protocol::{Accepts, ProtocolArguments, one_rule};
use super::response::{Response, inputs};
use crate::paths;

/// List errors by kind, with what repairing each kind would gain.
///
/// Errors are looked at in three ways (docs/analysis.md): as transformations that would make the response the key (Kummerfeld and Klein
/// 2013), as links that are missed or wrong (Martschat and Strube 2014), and as mentions that differ in their boundaries alone. Responses
/// are really repaired and scored again, so that gains are differences of scores.
///
/// Every finding has an id that stays the same when other errors disappear; --list shows them one by one, and `corefeval show --id` one in
/// its text.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The annotation taken to be right (gold).
    key: PathBuf,
    /// The annotations to analyse (predicted), each of a system; NAME=FILE names a system otherwise than its file.
    #[arg(required = true, value_name = "RESPONSE", value_hint = clap::ValueHint::AnyPath)]
    responses: Vec<Response>,
    #[command(flatten)]
    protocol: ProtocolArguments<Repairable>,
    /// Which antecedent a missed or wrong link leads to: accessible (a pronoun to the closest mention, any other to the closest name, else
    /// nominal), unless given, or closest. Or a file for each response, with the antecedents that it chose itself: document, anaphor and
    /// antecedent with tabs between, such as `(4, 6)` for three tokens counted from 0.
    #[arg(long, value_name = "VALUE|FILE", help_heading = "Protocol")]
    antecedents: Vec<String>,
    #[command(flatten)]
    input: ComparisonArguments,
    /// Only these analyses, with commas between.
    #[arg(long, value_name = "NAME,…", help_heading = "Findings", value_delimiter = ',', value_parser = analyses())]
    analysis: Vec<String>,
    /// List findings one by one.
    #[arg(long, help_heading = "Findings")]
    list: bool,
    /// List findings of these kinds only, with commas between.
    #[arg(long, value_name = "KIND,…", help_heading = "Findings", value_delimiter = ',', value_parser = kinds(), hide_possible_values = true)]
    kind: Vec<String>,
    /// List findings in the document with this name only, or in documents whose name contains it.
    #[arg(long, value_name = "NAME", help_heading = "Findings")]
    document: Option<String>,
    /// List findings only that concern a mention with these words; case is ignored.
    #[arg(long, value_name = "TEXT", help_heading = "Findings")]
    contains: Option<String>,
    /// List findings only that concern an entity (cluster) with this label, of key or response.
    #[arg(long, value_name = "LABEL", help_heading = "Findings")]
    entity: Option<String>,
    /// List the finding with this id only; the beginning of the id is enough.
    #[arg(long, value_name = "ID", help_heading = "Findings")]
    id: Option<String>,
    /// How many findings are listed as text; 0 for all, 20 unless given. Other layouts have all.
    #[arg(short = 'n', long, value_name = "N", help_heading = "Findings")]
    limit: Option<usize>,
    /// All metrics, not only those of the CoNLL score.
    #[arg(short, long, help_heading = "Output")]
    wide: bool,
    #[command(flatten)]
    output: OutputArguments,
}

/// The choices that `analyse` supports: repaired responses have no dependencies of zeros and no elements of
/// plural entities.
#[derive(Clone, Debug)]
pub(crate) struct Repairable;

impl Accepts for Repairable {
    const REFUSED: &'static [&'static str] = &["zero-match", "splits"];
    const OWN: &'static [&'static str] = Options::FIELDS;
}

/// Whether a value names a kind of antecedents, not a file with antecedents.
fn is_name(value: &str) -> bool {
    Antecedents::VALUES.iter().any(|known| known.name == value)
}

fn analyses() -> PossibleValuesParser {
    let value = |one: &corefeval::analysis::Analysis| PossibleValue::new(one.name).help(one.summary);
    PossibleValuesParser::new(ANALYSES.iter().map(value))
}

fn kinds() -> PossibleValuesParser {
    let kinds = ANALYSES.iter().flat_map(|analysis| analysis.kinds);
    PossibleValuesParser::new(kinds.map(|kind| PossibleValue::new(kind.name).help(kind.about.trim())))
}

/// How many findings are listed as text.
const LISTED: usize = 20;

/// Analyses responses.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let files = arguments.antecedent_files();
    let inputs = inputs(&arguments.key, &arguments.responses).chain(arguments.protocol.files());
    let inputs = inputs.chain(files.iter().map(PathBuf::as_path));
    paths::check(inputs, arguments.output.file())?;
    let (plan, aids) = arguments.protocol.plan(arguments.responses.len())?;
    one_rule(&plan)?;
    arguments.check_kinds()?;
    arguments.check_list()?;
    let options = arguments.options()?;
    let given = arguments.given(&plan, &files)?;
    let comparison = Comparison {
        key: &arguments.key,
        responses: &arguments.responses,
        plan: &plan,
        aids: &aids,
        also: wanted(),
        input: &arguments.input,
        fingerprints: false,
    };
    let has_entity = AtomicBool::new(false);
    let look = |mut pair: DocumentPair| {
        pair.lend_words();
        has_entity.fetch_or(arguments.is_entity_in(&pair), Ordering::Relaxed);
        analyse_with(&plan, &pair, &options, given.of(pair.system()))
    };
    let (rules, met) = comparison.scored(look)?;
    given.warn(&met.systems, &arguments.input)?;
    arguments.check_entity(has_entity.into_inner())?;
    let Some(rule) = rules.into_iter().next() else { bail!("nothing was scored") };
    let summaries = rule.systems.into_iter().zip(met.systems);
    let summaries: Vec<Summary> =
        summaries.map(|(before, found)| Summary::new(before, found, &options)).collect();
    let fields: Vec<_> = options.fields().into_iter().chain(given.field()).collect();
    let signature = plan.signature_with(&fields);
    arguments.write(&plan, &signature, &summaries, &met.names)?;
    Ok(ExitCode::SUCCESS)
}

impl Arguments {
    /// Refuses a kind of error that none of the requested analyses has.
    fn check_kinds(&self) -> Result<()> {
        let has = |name: &String, kind: &String| {
            let mut analyses = ANALYSES.iter().filter(|analysis| analysis.name == *name);
            analyses.any(|analysis| analysis.kinds.iter().any(|own| own.name == *kind))
        };
        let stray = |kind: &&String| !self.analysis.iter().any(|name| has(name, kind));
        match self.kind.iter().find(stray).filter(|_| !self.analysis.is_empty()) {
            Some(kind) => bail!("--kind {kind} is no kind of --analysis {}", self.analysis.join(",")),
            None => Ok(()),
        }
    }

    /// Refuses options about figures if findings are listed instead; JSON has both.
    fn check_list(&self) -> Result<()> {
        let about_figures = self.wide.then_some("wide").or_else(|| self.protocol.first_about_figures());
        match about_figures.filter(|_| self.lists() && !self.output.is_json()) {
            Some(name) => {
                bail!("--{name} is about figures, and a list of findings has none: leave it out")
            }
            None => Ok(()),
        }
    }

    /// Whether a document of a pair has the requested entity.
    fn is_entity_in(&self, pair: &DocumentPair) -> bool {
        let has =
            |document: &Document, label: &String| document.entity_labels().iter().any(|own| own == label);
        self.entity.as_ref().is_some_and(|label| has(pair.key(), label) || has(pair.response(), label))
    }

    /// Refuses a requested entity that does not exist.
    fn check_entity(&self, found: bool) -> Result<()> {
        match &self.entity {
            Some(label) if !found => bail!("--entity {label}: no entity of these documents has this label"),
            _ => Ok(()),
        }
    }

    fn options(&self) -> Result<Options> {
        let signed = self.signed("antecedents")?;
        let mut options = Options::default();
        let mut named = self.antecedents.iter().filter(|value| is_name(value));
        let value = named.next().or(signed.as_ref());
        if let (Some(value), Some(other)) = (value, named.next()) {
            bail!("--antecedents {value} and {other}: give one of them");
        }
        if let Some(value) = value {
            options.antecedents = value.parse().map_err(|error| anyhow!("--antecedents {value}: {error}"))?;
        }
        // a list has no figures; JSON and records have all
        options.repairs = !self.lists() || self.output.is_json();
        options.findings = self.findings();
        // output for programs has all metrics
        options.averaged_only = !self.wide && !self.output.is_for_programs();
        Ok(options)
    }

    /// How much of findings is kept: tables need their number and, for several systems, the number that all
    /// have in common.
    fn findings(&self) -> Findings {
        match self.lists() || self.output.is_json() {
            true => Findings::Shown,
            false if self.responses.len() > 1 => Findings::Distinguished,
            false => Findings::Counted,
        }
    }

    /// The value of a field of the given signature.
    fn signed(&self, name: &str) -> Result<Option<String>> {
        let fields = self.protocol.own_fields()?;
        Ok(fields.into_iter().find(|(field, _)| field == name).map(|(_, value)| value))
    }

    /// The given files of antecedents.
    fn antecedent_files(&self) -> Vec<PathBuf> {
        self.antecedents.iter().filter(|value| !is_name(value)).map(PathBuf::from).collect()
    }

    /// The antecedents that responses chose themselves, if files with them are given.
    fn given(&self, plan: &Plan, files: &[PathBuf]) -> Result<Given> {
        let scope = plan.protocol().scope;
        if let Some(first) = files.first().filter(|_| scope != Scope::Document) {
            let first = paths::name(first);
            bail!("--antecedents {first}: spans are those of single documents; leave out --scope {scope}");
        }
        let given = Given::read(files, self.responses.len(), &self.input)?;
        given.check(self.signed("antecedent-files")?.as_deref())?;
        Ok(given)
    }

    fn write(&self, plan: &Plan, signature: &str, summaries: &[Summary], names: &[String]) -> Result<()> {
        let shown = self.shown();
        let analyses = Analyses {
            summaries,
            names,
            shown: &shown,
            digits: Digits::from(plan),
            wide: self.wide,
            signature,
        };
        self.check_asked(summaries)?;
        let as_json = || json(&analyses, &|finding| self.is_wanted(finding));
        match self.output.layout() {
            Layout::Table(layout) if self.lists() => self.write_list(&analyses, layout),
            Layout::Table(Output { readers: Readers::Programs, .. }) => {
                self.output.write_table(&records(&analyses), as_json)
            }
            _ => self.output.write_tables(&tables(&analyses), as_json),
        }
    }

    fn write_list(&self, analyses: &Analyses<'_>, layout: &Output) -> Result<()> {
        let systems = analyses.names.iter().zip(analyses.summaries);
        let findings =
            systems.flat_map(|(name, summary)| summary.findings.iter().map(|one| (name.as_str(), one)));
        let mut findings: Vec<(&str, &Finding)> = findings.filter(|(_, one)| self.is_wanted(one)).collect();
        if layout.readers == Readers::Programs {
            return self.output.write_text(&layout.render(
                &list_records(&findings, analyses.signature),
                crate::output::page(self.output.file()),
            ));
        }
        let all = findings.len();
        let limit = self.limit.unwrap_or(LISTED);
        findings.truncate(if limit == 0 { all } else { limit });
        let mut table = list_table(&findings, analyses.names.len() > 1);
        if findings.len() < all {
            table.notes.push(format!("{} of {all} findings; --limit 0 lists all", findings.len()));
        }
        if findings.is_empty() {
            table.notes.push("nothing found".to_owned());
        } else {
            table
                .notes
                .push("`corefeval show --id ID` with the same files shows a finding in its text".to_owned());
        }
        analyses.signature.clone_into(&mut table.signature);
        self.output.write_text(&layout.render(&table, crate::output::page(self.output.file())))
    }

    /// The names of the requested analyses; all by default.
    fn shown(&self) -> Vec<String> {
        let all = ANALYSES.iter().map(|analysis| analysis.name.to_owned());
        if self.analysis.is_empty() { all.collect() } else { self.analysis.clone() }
    }

    /// Whether findings are listed: by --list, or because an option selects some of them.
    fn lists(&self) -> bool {
        let asked = [&self.document, &self.contains, &self.entity, &self.id];
        self.list || !self.kind.is_empty() || asked.iter().any(|one| one.is_some()) || self.limit.is_some()
    }

    fn is_wanted(&self, finding: &Finding) -> bool {
        let named = |name: &String| {
            let document = &finding.document;
            document.id == *name || document.to_string() == *name || document.id.contains(name.as_str())
        };
        let contains = |text: &String| {
            let text = text.to_lowercase();
            let mut texts = finding.mentions.iter().filter_map(|one| one.text.as_ref());
            texts.any(|own| own.to_lowercase().contains(&text))
        };
        (self.analysis.is_empty() || self.analysis.iter().any(|name| name == finding.analysis))
            && (self.kind.is_empty() || self.kind.iter().any(|kind| kind == finding.kind))
            && self.document.as_ref().is_none_or(named)
            && self.contains.as_ref().is_none_or(contains)
            && self.entity.as_ref().is_none_or(|label| finding.entities().any(|own| own == label))
            && self.id.as_ref().is_none_or(|id| finding.id.starts_with(id.as_str()))
    }

    /// Refuses a requested document or id that does not exist.
    fn check_asked(&self, summaries: &[Summary]) -> Result<()> {
        let documents = || summaries.iter().flat_map(|summary| summary.before.documents());
        if let Some(name) = &self.document {
            let known =
                |own: &corefeval::document::Name| own.id.contains(name.as_str()) || own.to_string() == *name;
            if !documents().any(|document| known(&document.name)) {
                let near = nearest(name, documents().map(|document| document.name.id.as_str()));
                let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
                bail!("--document {name}: no document has this name{near}");
            }
        }
        let mut findings = summaries.iter().flat_map(|summary| &summary.findings);
        match &self.id {
            Some(id) if !findings.any(|finding| finding.id.starts_with(id.as_str())) => {
                bail!("--id {id}: no finding has this id, under these choices and in these files")
            }
            _ => Ok(()),
        }
    }
}
