//! Options for every choice that can change a score, generated from the library's table of choices.

use std::ffi::OsStr;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use clap::{Arg, ArgAction, ArgMatches, Command};
use corefeval::choice::Value;
use corefeval::evaluation::resample::Resampling;
use corefeval::evaluation::{
    Aids, CHOICES, Choice, EntityMap, OwnFields, PRESETS, Plan, Scope, Shape, Topics, Trees, choice,
    other_version,
};
use corefeval::matching::Matching;
use corefeval::{analysis, probe};

use super::{measures, nec};
use crate::output::{self, Label};

/// Which choices a command has options for. A preset or signature that sets any other choice is refused.
pub(crate) trait Accepts: Clone + Send + Sync + 'static {
    /// The choices that the command does not support.
    const REFUSED: &'static [&'static str];
    /// Choices that the command always sets itself; a preset or signature may also set them.
    const MADE: &'static [(&'static str, &'static str)] = &[];
    /// Signature fields that only this command has.
    const OWN: &'static [&'static str] = &[];
    /// Whether several matching rules can be compared.
    const COMPARES_RULES: bool = false;
}

/// The choices about mentions and scores, as opposed to those about which documents are compared: commands that match
/// mentions in their own way do not support them.
pub(crate) const ABOUT_MENTIONS: &[&str] = &[
    "metrics",
    "match",
    "singletons",
    "repeats",
    "blanc",
    "beta",
    "undefined",
    "relation",
    "non-referring",
    "zeros",
    "zero-match",
    "types",
    "kinds",
    "phrases",
    "nested",
    "splits",
    "average",
    "round",
    "decimals",
];

/// Every choice.
#[derive(Clone, Debug)]
pub(crate) struct Everything;

impl Accepts for Everything {
    const REFUSED: &'static [&'static str] = &[];
}

/// Every choice, and the options of resampling.
#[derive(Clone, Debug)]
pub(crate) struct Resampled;

impl Accepts for Resampled {
    const REFUSED: &'static [&'static str] = &[];
    const OWN: &'static [&'static str] = Resampling::FIELDS;
}

/// The fields that signatures of some commands have in addition to the choices.
const OF_COMMANDS: [&[&str]; 5] =
    [Resampling::FIELDS, analysis::Options::FIELDS, probe::Options::FIELDS, nec::FIELDS, measures::FIELDS];

/// The choices given on the command line.
#[derive(Clone, Debug)]
pub(crate) struct ProtocolArguments<A> {
    made: Vec<(&'static Choice, String)>,
    preset: Option<String>,
    signature: Option<String>,
    trees: Option<PathBuf>,
    topics: Option<PathBuf>,
    entity_maps: Vec<PathBuf>,
    quiet: bool,
    accepts: PhantomData<A>,
}

/// Choices whose option is a flag: the choice, the flag, the value it sets.
const FLAGS: &[(&str, &str, &str, &str)] = &[
    (
        "tokens",
        "align",
        "aligned",
        "Align a response whose tokens or words differ from the key's with the key's tokens.",
    ),
    (
        "average",
        "macro",
        "macro",
        "Print the mean of the documents' scores instead of the score over all documents.",
    ),
];

/// The choices that change how figures are computed and printed, but not which mentions and links are right.
const ABOUT_FIGURES: [&str; 7] = ["metrics", "beta", "average", "undefined", "blanc", "round", "decimals"];

/// The name of a choice's option.
fn option(choice: &Choice) -> &'static str {
    if choice.name == "metrics" { "metric" } else { choice.name }
}

fn accepted<A: Accepts>() -> impl Iterator<Item = &'static Choice> {
    CHOICES.iter().filter(|choice| !A::REFUSED.contains(&choice.name) && !is_made::<A>(choice))
}

fn is_made<A: Accepts>(choice: &Choice) -> bool {
    A::MADE.iter().any(|(name, _)| *name == choice.name)
}

fn argument<A: Accepts>(choice: &'static Choice) -> Arg {
    let arg = Arg::new(choice.name).help_heading("Protocol").hide_short_help(!COMMON.contains(&choice.name));
    if let Some((_, flag, _, about)) = FLAGS.iter().find(|(name, ..)| *name == choice.name) {
        return arg.long(*flag).action(ArgAction::SetTrue).help(plain(about));
    }
    let about = with_usual::<A>(choice);
    let arg = arg.long(option(choice)).help(about.clone());
    let arg = if choice.name == "metrics" { arg.short('m') } else { arg };
    let arg = if choice.name == "entity-map" { arg.action(ArgAction::Append) } else { arg };
    match choice.shape {
        Shape::OneOf(values) => {
            let values = values();
            let value = |value: &Value| PossibleValue::new(value.name).help(value.about.trim());
            arg.value_name("VALUE").value_parser(PossibleValuesParser::new(values.iter().map(value)))
        }
        Shape::SomeOf(_) if is_rule(choice) && !A::COMPARES_RULES => {
            let long = format!("{about}.\n\n{}", lines(&single_rules()));
            arg.value_name("VALUE")
                .long_help(long)
                .value_parser(Listed(single_rules))
                .hide_possible_values(true)
        }
        Shape::SomeOf(values) => {
            let long = format!("{about}. Separate several with commas.\n\n{}", lines(&values()));
            arg.value_name("VALUE,…").long_help(long).value_parser(Listed(values)).hide_possible_values(true)
        }
        Shape::Texts => arg.value_name("TEXT,…"),
        Shape::Number => arg.value_name("NUMBER"),
        Shape::Files => {
            arg.value_name("FILE").help(files_help(choice)).value_parser(clap::value_parser!(PathBuf))
        }
    }
}

fn is_rule(choice: &Choice) -> bool {
    choice.name == "match"
}

/// The matching rules, without the value `all`.
fn single_rules() -> Vec<Value> {
    let rule = |rule: &Matching| Value { name: rule.name(), about: rule.summary() };
    Matching::ALL.iter().map(rule).collect()
}

/// A line for each value with its meaning.
fn lines(values: &[Value]) -> String {
    let lines = values.iter().map(|value| format!("- {}: {}", value.name, value.about.trim()));
    lines.collect::<Vec<_>>().join("\n")
}

/// The most used choices; the others are in the long help only.
const COMMON: &[&str] = &["metrics", "match", "singletons", "average", "decimals"];

/// What a choice is about, and its default.
fn with_usual<A: Accepts>(choice: &Choice) -> String {
    let mut about = plain(choice.about);
    if is_rule(choice) && A::COMPARES_RULES {
        about.push_str("; several rules are compared with each other");
    }
    match choice.get(&Plan::default()).join(",") {
        usual if usual.is_empty() || usual.len() > LONGEST_USUAL => about,
        usual => format!("{about} [default: {usual}]"),
    }
}

/// A sentence in clap's style: without the final period.
fn plain(about: &str) -> String {
    about.trim_end_matches('.').to_owned()
}

/// Longer default values are not repeated in help.
const LONGEST_USUAL: usize = 40;

/// Values separated by commas, which shells complete from a table; the choice itself checks them.
#[derive(Clone)]
pub(crate) struct Listed(pub(crate) fn() -> Vec<Value>);

impl TypedValueParser for Listed {
    type Value = String;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, text: &OsStr) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, arg, text)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let value = |value: Value| PossibleValue::new(value.name).help(value.about.trim());
        Some(Box::new((self.0)().into_iter().map(value)))
    }
}

fn files_help(choice: &Choice) -> &'static str {
    match choice.name {
        "trees" => "Trees for the key, one for each sentence, in bracket notation as in treebanks.",
        "topics" => "A file with the topic of each document: document id, tab, topic.",
        _ => {
            "A file that says which entities of different documents are the same: document id, tab, entity, tab, shared id. \
             Entities that it does not name belong to their document only. Give it once for all files, or once for each file, \
             the key's first."
        }
    }
}

impl<A: Accepts> clap::Args for ProtocolArguments<A> {
    fn augment_args(command: Command) -> Command {
        let names = PRESETS.iter().map(|preset| PossibleValue::new(preset.name).help(preset.title));
        let preset = Arg::new("preset")
            .long("preset")
            .value_name("NAME")
            .help("The protocol of a shared task or an older scorer; other options change it. See `corefeval presets`")
            .value_parser(PossibleValuesParser::new(names))
            .hide_possible_values(true)
            .help_heading("Protocol");
        let signature = Arg::new("signature")
            .long("signature")
            .value_name("TEXT")
            .help("Repeat a run: take every choice from a printed signature")
            .conflicts_with("preset")
            .help_heading("Protocol");
        command.arg(preset).arg(signature).args(accepted::<A>().map(argument::<A>))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<A: Accepts> clap::FromArgMatches for ProtocolArguments<A> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let path = |name: &str| {
            accepted::<A>()
                .any(|choice| choice.name == name)
                .then(|| matches.get_many::<PathBuf>(name))
                .flatten()
        };
        let one = |name: &str| path(name).and_then(|mut paths| paths.next().cloned());
        Ok(Self {
            made: accepted::<A>().filter_map(|choice| made(choice, matches)).collect(),
            preset: matches.get_one("preset").cloned(),
            signature: matches.get_one("signature").cloned(),
            trees: one("trees"),
            topics: one("topics"),
            entity_maps: path("entity-map").into_iter().flatten().cloned().collect(),
            quiet: matches.try_get_one("quiet").ok().flatten().copied().unwrap_or(false),
            accepts: PhantomData,
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

fn made(choice: &'static Choice, matches: &ArgMatches) -> Option<(&'static Choice, String)> {
    if let Some((_, _, value, _)) = FLAGS.iter().find(|(name, ..)| *name == choice.name) {
        return matches.get_flag(choice.name).then(|| (choice, (*value).to_owned()));
    }
    match choice.shape {
        Shape::Files => None,
        _ => matches.get_one::<String>(choice.name).map(|value| (choice, value.clone())),
    }
}

impl<A: Accepts> ProtocolArguments<A> {
    /// The requested plan, and the files it needs besides key and responses.
    pub(crate) fn plan(&self, responses: usize) -> Result<(Plan, Aids)> {
        self.note_version();
        self.plan_with(responses, None)
    }

    /// Says that the signature was written by another version, unless --quiet is given.
    pub(crate) fn note_version(&self) {
        let Some(version) = self.signature.as_deref().filter(|_| !self.quiet).and_then(other_version) else {
            return;
        };
        let ours = env!("CARGO_PKG_VERSION");
        let said = format!("the signature was written by version {version}; this is version {ours}");
        output::remark(Label::Note, &said);
    }

    /// The files it reads besides key and responses.
    pub(crate) fn files(&self) -> impl Iterator<Item = &Path> {
        self.trees.iter().chain(&self.topics).chain(&self.entity_maps).map(PathBuf::as_path)
    }

    /// Whether no preset, signature or choice was given.
    pub(crate) fn is_usual(&self) -> bool {
        self.made.is_empty() && self.preset.is_none() && self.signature.is_none()
    }

    /// The first given option that changes only how figures are computed and printed, not what is right or
    /// wrong.
    pub(crate) fn first_about_figures(&self) -> Option<&'static str> {
        let (choice, _) = self.made.iter().find(|(choice, _)| ABOUT_FIGURES.contains(&choice.name))?;
        let flag = FLAGS.iter().find(|(name, ..)| *name == choice.name);
        Some(flag.map_or_else(|| option(choice), |(_, flag, ..)| *flag))
    }

    /// Whether the option of a choice was given.
    pub(crate) fn has_option(&self, name: &str) -> bool {
        self.made.iter().any(|(choice, _)| choice.name == name)
    }

    /// The requested plan with a choice set by an option of the command, without messages.
    pub(crate) fn plan_with(&self, responses: usize, more: Option<(&str, &str)>) -> Result<(Plan, Aids)> {
        let mut plan = match (&self.preset, &self.signature) {
            (Some(name), _) => Self::with_own_figures(name.parse()?)?,
            (None, Some(signature)) => read_signature(signature, A::OWN)?.0,
            (None, None) => Plan::default(),
        };
        self.refuse(&plan)?;
        let more = more.and_then(|(name, value)| Some((choice(name)?, value)));
        let made = self.made.iter().map(|(choice, value)| (*choice, value.as_str()));
        let by_command = A::MADE.iter().filter_map(|(name, value)| Some((choice(name)?, *value)));
        for (choice, value) in made.chain(more).chain(by_command) {
            let set = choice.set_typed(&mut plan, value);
            set.map_err(|error| anyhow!("{}: {error}", format!("--{} {value}", option(choice)).trim_end()))?;
        }
        let aids = self.aids(responses)?;
        let plan = plan.with_aids(&aids)?;
        check_scope(&plan)?;
        Ok((plan, aids))
    }

    /// The plan of a preset for a command that computes other figures than `score`, or none: without the
    /// choices about figures.
    fn with_own_figures(mut plan: Plan) -> Result<Plan> {
        let usual = Plan::default();
        // split antecedents change only scores, which commands without decimals do not have
        let splits = A::REFUSED.contains(&"decimals").then_some("splits");
        let about_figures = ABOUT_FIGURES.into_iter().chain(splits);
        let others = about_figures.filter(|name| *name != "metrics" && A::REFUSED.contains(name));
        for choice in others.filter_map(choice) {
            let values = choice.get(&usual);
            let values: Vec<&str> = values.iter().map(String::as_str).collect();
            choice.set(&mut plan, &values).map_err(|error| anyhow!("{}: {error}", choice.name))?;
        }
        Ok(plan)
    }

    /// Refuses a preset or signature that sets a choice which the command does not support.
    fn refuse(&self, plan: &Plan) -> Result<()> {
        // a preset names metrics for `score`; a command with its own metrics ignores them
        let refused = |choice: &&Choice| {
            let other =
                A::MADE.iter().any(|(name, value)| *name == choice.name && choice.get(plan) != [*value]);
            other || A::REFUSED.contains(&choice.name) && choice.name != "metrics"
        };
        match CHOICES.iter().filter(refused).find(|choice| !choice.is_usual(plan)) {
            Some(choice) => {
                let value = choice.get(plan).join("+");
                let source = match &self.preset {
                    Some(name) => format!("--preset {name}"),
                    None => "--signature".to_owned(),
                };
                bail!(
                    "{source}: this command does not support the choice `{}:{value}`; use its own options for the other choices",
                    choice.name
                )
            }
            None => Ok(()),
        }
    }

    /// The values of the command's own fields in the given signature.
    pub(crate) fn own_fields(&self) -> Result<OwnFields> {
        match &self.signature {
            Some(signature) => Ok(read_signature(signature, A::OWN)?.1),
            None => Ok(Vec::new()),
        }
    }

    fn aids(&self, responses: usize) -> Result<Aids> {
        let maps = self.entity_maps.len();
        if maps > 1 && maps != responses + 1 {
            bail!("--entity-map: give one file for all, or one for each input file, the key's first");
        }
        Ok(Aids {
            trees: self.trees.as_deref().map(|path| read(path, Trees::read)).transpose()?,
            topics: self.topics.as_deref().map(|path| read(path, Topics::read)).transpose()?,
            entity_maps: self
                .entity_maps
                .iter()
                .map(|path| read(path, EntityMap::read))
                .collect::<Result<_>>()?,
        })
    }
}

fn check_scope(plan: &Plan) -> Result<()> {
    let given = !plan.aids().topics.is_empty() || !plan.aids().entity_maps.is_empty();
    if plan.protocol().scope == Scope::Document && given {
        bail!(
            "--topics and --entity-map say which documents and entities belong together: use them with --scope topic or corpus"
        );
    }
    if plan.protocol().scope == Scope::Corpus && !plan.aids().topics.is_empty() {
        bail!("--topics needs --scope topic: --scope corpus takes all documents as one");
    }
    Ok(())
}

fn read<T, E: std::fmt::Display>(path: &Path, parse: impl Fn(&str) -> Result<T, E>) -> Result<T> {
    let text = corefeval_files::text(path)?;
    parse(&text).map_err(|error| anyhow!("{}:{error}", path.display()))
}

fn read_signature(signature: &str, own: &[&str]) -> Result<(Plan, OwnFields)> {
    if PRESETS.iter().any(|preset| preset.name == signature) {
        bail!("--signature {signature}: this is a preset; use --preset {signature}");
    }
    let is_other = |name: &str| OF_COMMANDS.concat().contains(&name) && !own.contains(&name);
    let mut fields = signature.split('|').map(str::trim);
    if let Some(field) = fields.find(|field| field.split_once(':').is_some_and(|(name, _)| is_other(name))) {
        bail!("--signature: this command does not support `{field}`, which other commands print");
    }
    Plan::read_with(signature, own).context("--signature")
}

/// Refuses to compare matching rules, for commands that show one run in full.
pub(crate) fn one_rule(plan: &Plan) -> Result<()> {
    if plan.compares_rules() {
        bail!("only `corefeval score` by itself compares several matching rules: choose one with --match");
    }
    Ok(())
}
