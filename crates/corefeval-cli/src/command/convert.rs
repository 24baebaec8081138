//! `corefeval convert`: from one format to another.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::builder::ArgPredicate;
use corefeval::document::Document;
use corefeval::format::{FORMATS, Format};
use corefeval::matching::minimum::Reading;
use corefeval::matching::{name_heads, name_minimums};
use corefeval::problem::counted;
use corefeval::task::Condition;
use corefeval_files::Options;

use super::arguments::InputArguments;
use super::given::{LayersFrom, is_withheld, prepare};
use super::reading::{Together, read_together};
use crate::choices;
use crate::output;
use crate::paths;
use crate::problems::{Problems, in_words};

/// Convert files to another format.
///
/// Reports exactly what the target format cannot hold, and how much of it there is; with --strict nothing is written if
/// anything would be lost. Files are written completely or not at all.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The files or folders to convert, or - for standard input.
    #[arg(required = true)]
    inputs: Vec<PathBuf>,
    /// The file to write; standard output by default.
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The format to write. See `corefeval formats`.
    #[arg(short, long, value_name = "FORMAT", value_parser = choices::formats(), hide_possible_values = true)]
    to: String,
    /// Add the minimum spans of mentions that have none, as `corefeval spans` finds them: mina, mina-literal. For formats
    /// that have a place for them.
    #[arg(long, value_name = "READING", conflicts_with = "given")]
    minimums: Option<Reading>,
    /// Write what participants of a task get under a condition: the text alone, the noun phrases of the trees, or the
    /// mentions without their entities.
    #[arg(long, value_name = "CONDITION", value_parser = choices::one_of::<Condition>(Condition::VALUES))]
    given: Option<Condition>,
    /// With --given, which layers they get besides the words: `gold` (those of the file), `text` (none), or the path of a
    /// file with the same text and automatic layers.
    #[arg(
        long,
        value_name = "WHICH",
        requires = "given",
        default_value_if("given", ArgPredicate::IsPresent, "gold")
    )]
    layers: Option<String>,
    #[command(flatten)]
    input: InputArguments,
}

/// Converts files.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let target = choices::format(&arguments.to)?;
    if !target.is_writable() {
        bail!("`{}` can be read but not written", target.name);
    }
    if arguments.minimums.is_some() {
        check_minimums(target)?;
    }
    paths::check(arguments.inputs.iter().map(PathBuf::as_path), arguments.out.as_deref())?;
    let mut problems = arguments.input.problems();
    let options = Options::new().format(arguments.input.format()?);
    let together = read_together(&arguments.input, &arguments.inputs, &options, &mut problems)?;
    let Together { mut documents, progress, .. } = together;
    if problems.errors() > 0 {
        drop(progress);
        return refuse(&problems);
    }
    if let Some(condition) = arguments.given {
        documents = prepare(&documents, condition, &arguments.layers_from(), &mut problems)?;
    } else if target.keeps_heads() {
        documents.iter_mut().for_each(name_heads);
    }
    let mut bytes = Vec::new();
    let target_path = arguments.out.as_deref().unwrap_or(Path::new("-"));
    if let Some(reading) = arguments.minimums {
        add_minimums(reading, &mut documents, target_path, &mut problems);
    }
    for loss in target.write(&documents, &mut bytes).unwrap_or_default() {
        if arguments.given.is_none() || !is_withheld(&loss) {
            problems.add(target_path, loss);
        }
    }
    drop(progress);
    if problems.errors() > 0 {
        return refuse(&problems);
    }
    problems.show();
    match &arguments.out {
        Some(path) => output::write_file(path, &bytes)?,
        None => output::write_data(&bytes)?,
    }
    Ok(ExitCode::SUCCESS)
}

impl Arguments {
    fn layers_from(&self) -> LayersFrom {
        match self.layers.as_deref() {
            None | Some("gold") => LayersFrom::Key,
            Some("text") => LayersFrom::Nowhere,
            Some(path) => LayersFrom::File(path.into()),
        }
    }
}

/// Refuses to write documents that were read with errors, since writers need complete documents.
fn refuse(problems: &Problems) -> Result<ExitCode> {
    problems.show();
    bail!("nothing was written: {}", in_words(problems.errors(), "error"))
}

fn check_minimums(target: &Format) -> Result<()> {
    if !target.keeps_minimums() {
        let keep = FORMATS.iter().filter(|format| format.keeps_minimums()).map(|format| format.name);
        let keep: Vec<&str> = keep.collect();
        bail!("--minimums: `{}` has no place for minimum spans; {} have one", target.name, keep.join(", "));
    }
    Ok(())
}

/// Names minimum spans, and warns about those that cannot be written exactly.
fn add_minimums(reading: Reading, documents: &mut [Document], target: &Path, problems: &mut Problems) {
    let counts: Vec<_> = documents.iter_mut().map(|document| name_minimums(document, reading)).collect();
    let with_gaps: usize = counts.iter().map(|counts| counts.with_gaps).sum();
    if with_gaps > 0 {
        let what = [
            "minimum span has gaps; it is written from its first word to its last",
            "minimum spans have gaps; each is written from its first word to its last",
        ];
        problems.warn(target, "minimum-gaps", counted(with_gaps, what));
    }
    let without: usize = counts.iter().map(|counts| counts.without).sum();
    if without > 0 {
        let what = [
            "mention gets no minimum span: there are no trees and no dependencies",
            "mentions get no minimum span: there are no trees and no dependencies",
        ];
        problems.warn(target, "no-minimums", counted(without, what));
    }
}
