//! `corefeval compare`: is the difference real, and where is it?

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, anyhow, bail};
use corefeval::choice;
use corefeval::document::Wanted;
use corefeval::evaluation::contrast::{Contrast, Pairs};
use corefeval::evaluation::decisions::{
    Change, Changed, Changes, Decisions, Shared, changed_mentions, changes_by_kind, shared, wanted_kinds,
};
use corefeval::evaluation::resample::{FigurePart, Resampling, Test};
use corefeval::evaluation::{Evaluation, Plan};
use corefeval::report::contrast::{self, ChangesOf, Compared};
use corefeval::report::{Digits, Output, Readers, Table};
use serde_json::Value;

use super::arguments::{ComparisonArguments, Layout, OutputArguments};
use super::comparison::Comparison;
use super::protocol::{ProtocolArguments, Resampled, one_rule};
use super::resampling::{ResamplingArguments, compared, values};
use super::response::{Response, inputs, names_of};
use crate::paths;

/// The ways in which changes can be grouped.
const BY: &[choice::Value] = &[
    choice::Value { name: "kind", about: "a name, a nominal, a pronoun or a verb" },
    choice::Value { name: "genre", about: "a genre, known from the names of documents" },
    choice::Value { name: "document", about: "a document" },
];

/// Compare systems: is the difference real, and where is it?
///
/// Differences are tested by swapping the systems' results at random, unit by unit, and get intervals from resampled units
/// (docs/significance.md). All metrics and averages are tested, from tallies that are summed before they are divided. Two
/// systems are compared in full; more are ranked, with p corrected for the number of pairs (Holm).
///
/// What changes from one system to the next is counted by mention and by link: gained, lost, or wrong in both.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The annotation taken to be right (gold).
    key: PathBuf,
    /// The systems: files or folders of responses. NAME=FILE,FILE,… is a system with several runs, from different seeds.
    #[arg(required = true, num_args = 2.., value_name = "SYSTEM", value_hint = clap::ValueHint::AnyPath)]
    systems: Vec<Response>,
    #[command(flatten)]
    protocol: ProtocolArguments<Resampled>,
    #[command(flatten)]
    chance: ResamplingArguments,
    /// How p is computed [default: randomisation, or bootstrap if systems have several runs].
    #[arg(long, value_name = "TEST", help_heading = "Intervals and tests", value_parser = values(Test::VALUES))]
    test: Option<String>,
    #[command(flatten)]
    input: ComparisonArguments,
    /// The metric or average for ranks and verdicts [default: the CoNLL score].
    #[arg(long, value_name = "METRIC", help_heading = "Output")]
    on: Option<String>,
    /// Recall and precision beside F.
    #[arg(short, long, help_heading = "Output")]
    wide: bool,
    /// Changes also by kind of mention, genre or document.
    #[arg(long, value_name = "WHAT", help_heading = "Output", value_parser = values(BY))]
    by: Option<String>,
    /// List mentions of two systems one by one instead: gained, lost, both-wrong, both-right, with commas between.
    #[arg(long, value_name = "CHANGE,…", help_heading = "Output", value_delimiter = ',', value_parser = values(Change::VALUES))]
    list: Vec<String>,
    #[command(flatten)]
    output: OutputArguments,
}

/// A system and the files of its runs.
struct SystemFiles {
    name: Option<String>,
    runs: Vec<PathBuf>,
}

/// Compares systems.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let systems: Vec<SystemFiles> = arguments.systems.iter().map(system).collect::<Result<_>>()?;
    let files: Vec<Response> =
        systems.iter().flat_map(|system| system.runs.iter().cloned().map(Response::from)).collect();
    let (plan, aids) = arguments.protocol.plan(files.len())?;
    one_rule(&plan)?;
    let options = arguments.options(&systems)?;
    let inputs = inputs(&arguments.key, &files).chain(arguments.protocol.files());
    paths::check(inputs, arguments.output.file())?;
    let run = Run { arguments, plan: &plan, options, names: names(&systems)?, systems };
    run.check()?;
    let comparison = Comparison {
        key: &arguments.key,
        responses: &files,
        plan: &plan,
        aids: &aids,
        also: run.also(),
        input: &arguments.input,
        fingerprints: false,
    };
    let first_runs = run.first_runs();
    let decide = |pair: corefeval::evaluation::DocumentPair| {
        first_runs.contains(&pair.system()).then(|| Decisions::new(&plan, &pair, run.lists()))
    };
    let (rules, met) = comparison.scored(decide)?;
    let Some(rule) = rules.into_iter().next() else { bail!("nothing was scored") };
    let mut decided = met.systems;
    let decided =
        first_runs.iter().map(|run| std::mem::take(&mut decided[*run]).into_iter().flatten().collect());
    let decided: Vec<Vec<Decisions>> = decided.collect();
    if run.lists() {
        run.list(&decided)?;
    } else {
        run.compare(&rule.systems, &decided)?;
    }
    Ok(ExitCode::SUCCESS)
}

impl Arguments {
    /// The first given option that is about figures.
    fn first_of_tables(&self) -> Option<&'static str> {
        let given = [
            ("by", self.by.is_some()),
            ("wide", self.wide),
            ("on", self.on.is_some()),
            ("test", self.test.is_some()),
        ];
        let first = given.into_iter().find(|(_, is_given)| *is_given).map(|(name, _)| name);
        first.or_else(|| self.chance.first_given()).or_else(|| self.protocol.first_about_figures())
    }

    fn options(&self, systems: &[SystemFiles]) -> Result<Resampling> {
        let signed = self.protocol.own_fields()?;
        let mut options = self.chance.options(&signed)?;
        let several_runs = systems.iter().any(|system| system.runs.len() > 1);
        let said = self.test.is_some() || signed.iter().any(|(name, _)| name == "test");
        match &self.test {
            Some(test) => options.test = test.parse().map_err(|error| anyhow!("--test {test}: {error}"))?,
            None if several_runs && !said => options.test = Test::Bootstrap,
            None => {}
        }
        Ok(options)
    }
}

/// The runs of a system: `NAME=FILE,FILE,…`, or a single file.
fn system(given: &Response) -> Result<SystemFiles> {
    let Some(name) = given.name.clone() else {
        return Ok(SystemFiles { name: None, runs: vec![given.path.clone()] });
    };
    if given.path.exists() {
        return Ok(SystemFiles { name: Some(name), runs: vec![given.path.clone()] });
    }
    let files = given.path.to_string_lossy();
    let runs: Vec<PathBuf> = files.split(',').filter(|file| !file.is_empty()).map(PathBuf::from).collect();
    if runs.is_empty() {
        bail!("{name}={files}: expected a file, or NAME=FILE,FILE,… for a system with several runs");
    }
    Ok(SystemFiles { name: Some(name), runs })
}

/// The names of the systems, all different.
fn names(systems: &[SystemFiles]) -> Result<Vec<String>> {
    let first = |system: &SystemFiles| Response { name: system.name.clone(), path: system.runs[0].clone() };
    let names = names_of(&systems.iter().map(first).collect::<Vec<_>>())?;
    match names.iter().enumerate().find(|(place, name)| names[..*place].contains(name)) {
        Some((_, name)) => bail!("two systems are called {name}: give them names, as in A={name} B=…"),
        None => Ok(names),
    }
}

/// The requested comparison.
struct Run<'a> {
    arguments: &'a Arguments,
    plan: &'a Plan,
    options: Resampling,
    systems: Vec<SystemFiles>,
    names: Vec<String>,
}

impl Run<'_> {
    fn check(&self) -> Result<()> {
        if !self.lists() {
            return self.check_width();
        }
        if self.systems.len() > 2 {
            bail!("--list compares two systems: give two, not more");
        }
        match self.arguments.first_of_tables() {
            Some(name) => bail!("--{name} is about tables of figures, which --list replaces: leave it out"),
            None => Ok(()),
        }
    }

    /// More than two systems are ranked by one figure; tables for programs have every figure in any case.
    fn check_width(&self) -> Result<()> {
        if self.arguments.wide && self.systems.len() > 2 {
            bail!("--wide is for two systems: more are ranked by one figure, which --on chooses");
        }
        Ok(())
    }

    fn lists(&self) -> bool {
        !self.arguments.list.is_empty()
    }

    fn also(&self) -> Wanted {
        let kinds = self.arguments.by.as_deref() == Some("kind");
        match (self.lists(), kinds) {
            (true, _) => wanted_kinds().and_words(),
            (false, true) => wanted_kinds(),
            (false, false) => Wanted::MENTIONS,
        }
    }

    /// The places of each system's first run among all runs.
    fn first_runs(&self) -> Vec<usize> {
        let mut place = 0;
        let first = self.systems.iter().map(|system| {
            let first = place;
            place += system.runs.len();
            first
        });
        first.collect()
    }

    fn signature(&self) -> String {
        let fields = self.options.fields();
        self.plan.signature_with(&fields)
    }

    fn list(&self, decided: &[Vec<Decisions>]) -> Result<()> {
        let [one, other] = decided else { bail!("--list compares two systems") };
        let wanted = |changed: &Changed| self.arguments.list.iter().any(|name| name == changed.change.name());
        let changed = one.iter().zip(other).flat_map(|(one, other)| changed_mentions(one, other));
        let changed: Vec<Changed> = changed.filter(wanted).collect();
        let names = [&*self.names[0], &*self.names[1]];
        let signature = self.plan.to_string();
        let table = if self.arguments.output.is_for_programs() {
            contrast::changed_records(names, &changed, &signature)
        } else {
            Table { signature, ..contrast::changed_table(names, &changed) }
        };
        self.arguments.output.write_table(&table, || {
            serde_json::json!({
                "schema": 1, "signature": self.plan.to_string(), "systems": self.names,
                "mentions": contrast::changed_json(&changed),
            })
        })
    }

    fn compare(&self, evaluations: &[Evaluation], decided: &[Vec<Decisions>]) -> Result<()> {
        let mut left = evaluations;
        let runs: Vec<&[Evaluation]> = self
            .systems
            .iter()
            .map(|system| {
                let (own, rest) = left.split_at(system.runs.len());
                left = rest;
                own
            })
            .collect();
        let threads = self.arguments.input.all.threads();
        let contrast = compared(&runs, &self.options, Pairs::All, threads);
        let contrast = contrast.map_err(|failure| failure.named(&self.names))?;
        let signature = self.signature();
        let compared = Compared {
            contrast: &contrast,
            names: &self.names,
            figure: self.figure(&contrast)?,
            digits: Digits::from(self.plan),
            wide: self.arguments.wide,
            signature: &signature,
        };
        let output = &self.arguments.output;
        if let (Some(by), Layout::Table(Output { readers: Readers::Programs, .. })) =
            (&self.arguments.by, output.layout())
        {
            bail!(
                "--by {by}: CSV and TSV have the figures of all documents; use text or `--as json` for groups"
            );
        }
        match output.layout() {
            Layout::Json => output.write_json(&self.json(&compared, decided)),
            Layout::Table(Output { readers: Readers::Programs, .. }) => {
                output.write_table(&contrast::records(&compared), || Value::Null)
            }
            Layout::Table(_) => output.write_tables(&self.tables(&compared, decided), || Value::Null),
        }
    }

    /// The index of the figure by which systems are ranked.
    fn figure(&self, contrast: &Contrast) -> Result<usize> {
        let Some(name) = &self.arguments.on else { return Ok(contrast.main_figure()) };
        let mut figures = contrast.figures.iter();
        let place = figures.position(|figure| figure.name == name && figure.part == FigurePart::F);
        place.ok_or_else(|| {
            let mut names: Vec<&str> = contrast.figures.iter().map(|figure| figure.name).collect();
            names.dedup();
            anyhow!("--on {name}: it is not scored here; choose from {}", names.join(", "))
        })
    }

    fn json(&self, compared: &Compared<'_>, decided: &[Vec<Decisions>]) -> Value {
        let mut value = contrast::json(compared);
        value["changes"] = self
            .pairs()
            .map(|(one, other)| {
                contrast::changes_json(
                    [&self.names[one], &self.names[other]],
                    &self.changes(&decided[one], &decided[other]),
                )
            })
            .collect();
        value["shared"] = contrast::shared_json(&all_shared(decided), &self.names);
        value
    }

    /// Each pair of systems.
    fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let systems = self.names.len();
        (0..systems).flat_map(move |one| (one + 1..systems).map(move |other| (one, other)))
    }

    fn tables(&self, compared: &Compared<'_>, decided: &[Vec<Decisions>]) -> Vec<Table> {
        let mut tables = contrast::tables(compared);
        let digits = compared.digits;
        for (one, other) in self.pairs() {
            let names = [self.names[one].as_str(), self.names[other].as_str()];
            let table = contrast::changes_table(names, &self.changes(&decided[one], &decided[other]), digits);
            // if there are many pairs, people get tables of changes only on request
            if self.names.len() == 2 || self.arguments.by.is_some() {
                tables.push(table.titled(format!("What changes from {} to {}", names[0], names[1])));
            }
        }
        if let Some(last) = tables.last_mut() {
            compared.signature.clone_into(&mut last.signature);
            let notes = &mut last.notes;
            notes.splice(0..0, contrast::verdicts(compared));
            if self.systems.iter().any(|system| system.runs.len() > 1) {
                notes.push("changes are those of the first run of each system".to_owned());
            }
            if self.names.len() > 2 {
                notes.push(contrast::shared_note(&all_shared(decided), digits));
            }
        }
        tables
    }

    /// All changes from one system to another, then those of each group.
    fn changes(&self, one: &[Decisions], other: &[Decisions]) -> Vec<ChangesOf> {
        let mut all = Changes::default();
        let mut groups: BTreeMap<String, Changes> = BTreeMap::new();
        for (one, other) in one.iter().zip(other) {
            for (kind, changes) in changes_by_kind(one, other) {
                all += changes;
                let group = match self.arguments.by.as_deref() {
                    Some("kind") => kind.map_or("(no part of speech)".to_owned(), |kind| kind.to_string()),
                    Some("genre") => one.document.genre().unwrap_or("(no genre)").to_owned(),
                    Some(_) => one.document.to_string(),
                    None => continue,
                };
                *groups.entry(group).or_default() += changes;
            }
        }
        let all = ChangesOf { group: String::new(), changes: all };
        let groups = groups.into_iter().map(|(group, changes)| ChangesOf { group, changes });
        std::iter::once(all).chain(groups).collect()
    }
}

/// What all systems have in common.
fn all_shared(decided: &[Vec<Decisions>]) -> Shared {
    let documents = decided.first().map_or(0, Vec::len);
    (0..documents).fold(Shared::default(), |mut sum, document| {
        let of_systems: Vec<&Decisions> = decided.iter().filter_map(|system| system.get(document)).collect();
        sum += shared(&of_systems);
        sum
    })
}
