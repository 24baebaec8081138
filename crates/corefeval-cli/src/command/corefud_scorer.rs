//! `corefeval corefud-scorer`: what the CorefUD scorer prints.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, ValueEnum};
use corefeval::dropin::Metric;
use corefeval::dropin::corefud::{Matching, Options, Zeros, score};
use corefeval_files::contents;

use crate::dropin::report;

/// Print what the CorefUD scorer 1.2 prints for two CorefUD files.
#[derive(Debug, clap::Args)]
#[command(infer_long_args = true, args_override_self = true)]
pub(crate) struct Arguments {
    /// The annotation taken to be right (gold).
    key: PathBuf,
    /// The annotation to score (predicted).
    system: PathBuf,
    /// The metrics to print, in this order; put -- before the files if they follow directly.
    #[arg(short, long, num_args = 0.., action = ArgAction::Set, value_parser = metrics(), default_value = ALL)]
    metrics: Vec<String>,
    /// Count entities with one mention (singletons).
    #[arg(short = 's', long)]
    keep_singletons: bool,
    /// When a response mention matches a key mention.
    #[arg(short = 'a', long = "match", value_enum, default_value = "head")]
    matching: Match,
    /// The same as --match exact, and overrides it.
    #[arg(short = 'x', long)]
    exact_match: bool,
    /// Match zeros by their positions or by their dependencies.
    #[arg(short, long, value_enum, default_value = "dependent")]
    zero_match_method: ZeroMatch,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Match {
    Exact,
    Partial,
    Head,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ZeroMatch {
    Linear,
    Dependent,
}

const ALL: &str = "all";

fn metrics() -> impl TypedValueParser<Value = String> {
    let names: Vec<&str> = Metric::COREFUD.iter().map(|metric| metric.name()).chain([ALL]).collect();
    PossibleValuesParser::new(names)
}

impl Arguments {
    /// Acts as the CorefUD scorer.
    pub(crate) fn run(&self) -> anyhow::Result<ExitCode> {
        let (key, response) = (contents(&self.key)?, contents(&self.system)?);
        report(&score(&key, &response, &self.options()), [&self.key, &self.system])
    }

    fn options(&self) -> Options {
        let matching = match self.matching {
            Match::Exact => Matching::Exact,
            _ if self.exact_match => Matching::Exact,
            Match::Partial => Matching::Partial,
            Match::Head => Matching::Head,
        };
        let zeros = match self.zero_match_method {
            ZeroMatch::Linear => Zeros::Linear,
            ZeroMatch::Dependent => Zeros::Dependent,
        };
        Options { metrics: self.metrics(), singletons: self.keep_singletons, matching, zeros }
    }

    fn metrics(&self) -> Vec<Metric> {
        if self.metrics.iter().any(|name| name == ALL) {
            return Metric::COREFUD.to_vec();
        }
        let by_name = |name: &String| Metric::COREFUD.into_iter().find(|metric| metric.name() == name);
        self.metrics.iter().filter_map(by_name).collect()
    }
}
