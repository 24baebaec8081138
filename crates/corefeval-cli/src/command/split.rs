//! `corefeval split`: divides texts into training, development and test.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use corefeval::corpus::{Part, Partitioned, partition};
use corefeval::report::shown;

use super::arguments::InputArguments;
use super::reading::{read, settle};
use crate::output::Label;
use crate::{output, paths};

/// Divide texts into train, dev and test as CoNLL-2011 did.
///
/// Follows Algorithm 1 of the CoNLL-2011 overview. The Wall Street Journal is divided by section: 02–21 training, 00, 01,
/// 22 and 24 development, 23 test. In any other source (the first two folders of an id, `bc/cctv` in
/// `bc/cctv/00/cctv_0001`) with at least ten texts, ids that end in 1–8 are for training, in 0 for development, in 9 for
/// test. In smaller sources, ids that end in 0 are for development, the one with the highest number is for test, the rest
/// are for training; a text that is both development and test stays in development, with a warning. The parts of a text
/// stay together.
///
/// Prints a line for each text, `train<TAB>id`; with --out, writes train.id, dev.id and test.id.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Corpus files or folders whose documents to divide.
    #[arg(required_unless_present = "ids")]
    files: Vec<PathBuf>,
    /// A list of ids, one per line, instead of or in addition to files.
    #[arg(long, value_name = "FILE")]
    ids: Vec<PathBuf>,
    /// Write the three lists into this folder.
    #[arg(short, long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    #[command(flatten)]
    input: InputArguments,
}

/// Divides texts.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let lists = arguments.out.as_deref().map(lists_in).unwrap_or_default();
    let inputs = arguments.files.iter().chain(&arguments.ids);
    paths::check(inputs.map(PathBuf::as_path), lists.iter().map(PathBuf::as_path))?;
    let ids = ids(arguments)?;
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    if let Some(id) = ids.iter().find(|id| arguments.out.is_some() && id.contains(['\n', '\r'])) {
        bail!("`{}` contains a line break, which a list of ids cannot hold", shown(id));
    }
    let partitioned = partition(&ids)?;
    for source in &partitioned.without_test {
        output::remark(
            Label::Note,
            &format!(
                "{source} has no test text: the one with the highest number ends in 0 and is for development"
            ),
        );
    }
    match &arguments.out {
        Some(folder) => {
            std::fs::create_dir_all(folder).with_context(|| paths::name(folder))?;
            let texts: Vec<String> = Part::ALL.iter().map(|part| list(&partitioned, *part)).collect();
            let bytes = texts.iter().map(String::as_bytes);
            output::write_files(&lists.into_iter().zip(bytes).collect::<Vec<_>>())?;
        }
        None => output::write(&lines(&partitioned), None)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The files of the lists, in the order of the parts.
fn lists_in(folder: &Path) -> Vec<PathBuf> {
    Part::ALL.iter().map(|part| folder.join(format!("{part}.id"))).collect()
}

fn ids(arguments: &Arguments) -> Result<Vec<String>> {
    let mut problems = arguments.input.problems();
    let mut ids = Vec::new();
    for path in &arguments.files {
        let documents = read(&arguments.input, std::slice::from_ref(path), &mut problems)?;
        ids.extend(documents.into_iter().map(|document| document.name().id.clone()));
    }
    settle(&problems)?;
    for path in &arguments.ids {
        let text = corefeval_files::text(path)?;
        ids.extend(text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned));
    }
    Ok(ids)
}

/// The ids of a part, one per line.
fn list(partitioned: &Partitioned, part: Part) -> String {
    let placed = partitioned.placed.iter().filter(|placed| placed.part == part);
    placed.fold(String::new(), |list, placed| list + &placed.id + "\n")
}

/// The parts and ids of all texts, for the terminal.
fn lines(partitioned: &Partitioned) -> String {
    let of_part = |part| partitioned.placed.iter().filter(move |placed| placed.part == part);
    let placed = Part::ALL.iter().flat_map(|&part| of_part(part));
    placed.fold(String::new(), |lines, placed| lines + &format!("{}\t{}\n", placed.part, shown(&placed.id)))
}
