//! `corefeval ua-scorer`: what the Universal Anaphora scorers print.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, ValueEnum};
use corefeval::dropin::ua::{Format, Keep, Options, Request, Task, Version, score};
use corefeval_files::contents;

use crate::dropin::{report, stopped};

/// Print what the Universal Anaphora scorer prints for two files.
#[derive(Debug, clap::Args)]
#[command(infer_long_args = true, args_override_self = true)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the scorer")]
pub(crate) struct Arguments {
    /// The annotation taken to be right (gold).
    key: PathBuf,
    /// The annotation to score (predicted).
    system: PathBuf,
    /// Words for version 1: lea, muc, bcub, ceafe, ceafm, blanc or all; `remove_singletons`,
    /// `remove_split_antecedents`, `keep_non_referring`, `keep_bridging`, `only_split_antecedent`,
    /// `evaluate_discourse_deixis`, `min_spans`; other words are ignored.
    words: Vec<String>,
    /// The version to emulate; the fork is the engine of the CorefUD scorer.
    #[arg(long, value_enum, default_value = "2")]
    ua_version: UaVersion,
    /// Print 0 for non-referring markables and bridging, as version 2 always does.
    #[arg(long)]
    compat: bool,
    /// The format of the files.
    #[arg(short, long, value_enum)]
    format: Option<FileFormat>,
    /// The metrics to print, in this order; put -- before the files if they follow directly.
    #[arg(short, long, num_args = 0.., action = ArgAction::Set, value_parser = metrics())]
    metrics: Option<Vec<String>>,
    /// Count entities with one mention (singletons).
    #[arg(short = 's', long)]
    keep_singletons: bool,
    /// Count split antecedents, and with them entities with one mention (singletons).
    #[arg(short = 'l', long)]
    keep_split_antecedents: bool,
    /// Count zeros.
    #[arg(short = 'z', long)]
    keep_zeros: bool,
    /// Match zeros by their positions or by their dependencies.
    #[arg(long, value_enum, default_value = "linear")]
    zero_match_method: ZeroMatch,
    /// Score discourse deixis instead of identity.
    #[arg(short = 'd', long)]
    evaluate_discourse_deixis: bool,
    /// Match mentions partially.
    #[arg(short = 'p', long, overrides_with = "no_partial_match")]
    partial_match: bool,
    /// Match mentions exactly.
    #[arg(long, overrides_with = "partial_match")]
    no_partial_match: bool,
    /// How mentions are matched partially.
    #[arg(long, value_enum)]
    partial_match_method: Option<PartialMatch>,
    /// How the fork matches mentions.
    #[arg(short = 'a', long = "match", value_enum)]
    matching: Option<Match>,
    /// Score split antecedents only.
    #[arg(long)]
    only_split_antecedent: bool,
    /// Allow crossing markables, whose closing brackets have ids.
    #[arg(long)]
    allow_boundary_crossing: bool,
    /// Count noun phrases only.
    #[arg(long)]
    np_only: bool,
    /// Ignore mentions nested in others.
    #[arg(long)]
    remove_nested_mentions: bool,
    /// Use the settings of a shared task for options that are not given.
    #[arg(short = 't', long, value_enum)]
    shared_task: Option<SharedTask>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum UaVersion {
    #[value(name = "1")]
    One,
    #[value(name = "2")]
    Two,
    #[value(name = "2-fork")]
    Fork,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum FileFormat {
    Ua,
    Corefud,
    Conll,
}

#[derive(Clone, Copy, Debug, ValueEnum, PartialEq)]
enum ZeroMatch {
    Linear,
    Dependent,
}

#[derive(Clone, Copy, Debug, ValueEnum, PartialEq)]
enum PartialMatch {
    Default,
    Craft,
}

#[derive(Clone, Copy, Debug, ValueEnum, PartialEq)]
enum Match {
    Exact,
    PartialCorefud,
    PartialCraft,
    Head,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum SharedTask {
    Conll12,
    Crac18,
    Craft19,
    Crac22,
    Codicrac22ar,
    Codicrac22br,
    Codicrac22dd,
}

fn metrics() -> impl TypedValueParser<Value = String> {
    PossibleValuesParser::new([
        "all",
        "conll",
        "muc",
        "bcub",
        "ceafe",
        "ceafm",
        "blanc",
        "lea",
        "mention",
        "mor",
        "zero",
        "non-referring",
        "bridging",
    ])
}

impl Arguments {
    /// Acts as a Universal Anaphora scorer.
    pub(crate) fn run(&self) -> anyhow::Result<ExitCode> {
        let options = match self.ua_version {
            UaVersion::One => Ok(Options::of_words(&self.words)),
            _ if !self.words.is_empty() => {
                anyhow::bail!("more than two files; options without dashes need --ua-version 1")
            }
            UaVersion::Two => self.options(Version::Two),
            UaVersion::Fork => self.options(Version::Fork),
        };
        // the scorers exit with status 1 for options that they do not support
        let options = match options {
            Ok(options) => options,
            Err(refusal) => return Ok(stopped(&refusal)),
        };
        let (key, response) = (contents(&self.key)?, contents(&self.system)?);
        report(&score(&key, &response, &options), [&self.key, &self.system])
    }

    fn options(&self, version: Version) -> Result<Options, String> {
        let request = Request {
            version,
            format: self.format.map(format),
            metrics: self.metrics.clone(),
            keep: Keep {
                singletons: self.keep_singletons,
                splits: self.keep_split_antecedents,
                zeros: self.keep_zeros,
            },
            dependent_zeros: self.zero_match_method == ZeroMatch::Dependent,
            partial: self.partial(),
            craft: self.craft(),
            head: self.matching == Some(Match::Head),
            deixis: self.evaluate_discourse_deixis,
            only_splits: self.only_split_antecedent,
            crossing: self.allow_boundary_crossing,
            np_only: self.np_only,
            remove_nested: self.remove_nested_mentions,
            task: self.shared_task.map(task),
            no_relations: self.compat,
        };
        request.options().map_err(|refusal| refusal.to_string())
    }

    fn partial(&self) -> Option<bool> {
        match self.matching {
            Some(matching) => Some(matches!(matching, Match::PartialCorefud | Match::PartialCraft)),
            None if self.partial_match => Some(true),
            None if self.no_partial_match => Some(false),
            None => None,
        }
    }

    fn craft(&self) -> Option<bool> {
        let by_method = self.partial_match_method.map(|method| method == PartialMatch::Craft);
        self.matching.map(|matching| matching == Match::PartialCraft).or(by_method)
    }
}

fn format(format: FileFormat) -> Format {
    match format {
        FileFormat::Ua => Format::Ua,
        FileFormat::Corefud => Format::CorefUd,
        FileFormat::Conll => Format::Conll,
    }
}

fn task(task: SharedTask) -> Task {
    match task {
        SharedTask::Conll12 => Task::Conll12,
        SharedTask::Crac18 => Task::Crac18,
        SharedTask::Craft19 => Task::Craft19,
        SharedTask::Crac22 => Task::Crac22,
        SharedTask::Codicrac22ar => Task::CodiCrac22Ar,
        SharedTask::Codicrac22br => Task::CodiCrac22Br,
        SharedTask::Codicrac22dd => Task::CodiCrac22Dd,
    }
}
