//! The commands of `corefeval`: one file for each.

use std::process::ExitCode;

use clap::Subcommand;

use crate::dropin;

mod agree;
pub(crate) mod alone;
mod analyse;
mod annotators;
mod antecedents;
mod arcs;
mod arguments;
mod assemble;
mod compare;
mod comparison;
mod completions;
pub(crate) mod conll_scorer;
mod convert;
mod corefud_scorer;
mod coval;
mod coval_arrau;
mod cross_check;
mod disagreements;
mod explain;
mod extract;
mod formats;
mod gap;
mod genres;
mod given;
mod layers;
mod measures;
mod minimum;
mod names;
mod nec;
mod presets;
mod probe;
mod protocol;
mod rank;
mod reading;
mod report;
mod resampling;
mod response;
mod scorch;
mod score;
mod score_by;
mod show;
mod spans;
mod split;
mod stats;
pub(crate) mod table;
mod task;
mod terminal;
mod tip;
mod ua_scorer;
mod validate;
mod variants;
mod why;

/// A command, with its arguments.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Score(Box<score::Arguments>),
    Compare(Box<compare::Arguments>),
    Report(Box<report::Arguments>),
    Analyse(Box<analyse::Arguments>),
    Show(Box<show::Arguments>),
    Probe(Box<probe::Arguments>),
    ConllScorer(conll_scorer::Arguments),
    CorefudScorer(corefud_scorer::Arguments),
    UaScorer(Box<ua_scorer::Arguments>),
    Convert(convert::Arguments),
    Validate(validate::Arguments),
    Variants(variants::Arguments),
    Why(Box<why::Arguments>),
    Agree(agree::Arguments),
    Disagreements(disagreements::Arguments),
    Gap(gap::Arguments),
    Measures(Box<measures::Arguments>),
    Arcs(arcs::Arguments),
    Names(names::Arguments),
    Nec(nec::Arguments),
    Explain(explain::Arguments),
    Formats(formats::Arguments),
    Presets(presets::Arguments),
    Completions(completions::Arguments),
    Man(completions::ManArguments),
    Coval(coval::Arguments),
    CovalArrau(coval_arrau::Arguments),
    Scorch(scorch::Arguments),
    ScorchConll(scorch::ConverterArguments),
    Stats(stats::Arguments),
    Spans(spans::Arguments),
    Split(split::Arguments),
    Extract(extract::Arguments),
    Assemble(assemble::Arguments),
    Layers(layers::Arguments),
    Rank(rank::Arguments),
    Task(task::Arguments),
}

impl Command {
    /// Runs the command.
    pub(crate) fn run(&self) -> anyhow::Result<ExitCode> {
        match self {
            Self::Score(arguments) => score::run(arguments),
            Self::Compare(arguments) => compare::run(arguments),
            Self::Report(arguments) => report::run(arguments),
            Self::Analyse(arguments) => analyse::run(arguments),
            Self::Show(arguments) => show::run(arguments),
            Self::Probe(arguments) => probe::run(arguments),
            Self::ConllScorer(arguments) => arguments.run(),
            Self::CorefudScorer(arguments) => dropin::exit_as_original(arguments.run()),
            Self::UaScorer(arguments) => dropin::exit_as_original(arguments.run()),
            Self::Convert(arguments) => convert::run(arguments),
            Self::Validate(arguments) => validate::run(arguments),
            Self::Variants(arguments) => variants::run(arguments),
            Self::Why(arguments) => why::run(arguments),
            Self::Agree(arguments) => agree::run(arguments),
            Self::Disagreements(arguments) => disagreements::run(arguments),
            Self::Gap(arguments) => gap::run(arguments),
            Self::Measures(arguments) => measures::run(arguments),
            Self::Arcs(arguments) => arcs::run(arguments),
            Self::Names(arguments) => names::run(arguments),
            Self::Nec(arguments) => nec::run(arguments),
            Self::Explain(arguments) => explain::run(arguments),
            Self::Formats(arguments) => formats::run(arguments),
            Self::Presets(arguments) => presets::run(arguments),
            Self::Completions(arguments) => completions::run(arguments),
            Self::Man(arguments) => completions::run_man(arguments),
            Self::Coval(arguments) => dropin::exit_as_original(arguments.run()),
            Self::CovalArrau(arguments) => dropin::exit_as_original(arguments.run()),
            Self::Scorch(arguments) => dropin::exit_as_original(arguments.run()),
            Self::ScorchConll(arguments) => dropin::exit_as_original(arguments.run()),
            Self::Stats(arguments) => stats::run(arguments),
            Self::Spans(arguments) => spans::run(arguments),
            Self::Split(arguments) => split::run(arguments),
            Self::Extract(arguments) => extract::run(arguments),
            Self::Assemble(arguments) => assemble::run(arguments),
            Self::Layers(arguments) => layers::run(arguments),
            Self::Rank(arguments) => rank::run(arguments),
            Self::Task(arguments) => arguments.run(),
        }
    }
}
