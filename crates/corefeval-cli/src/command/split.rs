//! `corefeval split`: which texts are for training, development and test?

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use corefeval::corpus::{Part, Partitioned, partition};
use corefeval::report::shown;

use super::reading::{InputArguments, settle};
use crate::{output, paths};

/// Divide texts into training, development and test as the CoNLL shared tasks did.
///
/// Algorithm 1 of the CoNLL-2011 overview. The Wall Street Journal keeps its sections: 02–21 train, 00, 01, 22 and 24
/// development, 23 test. In any other source (the first two folders of an id, `bc/cctv` of `bc/cctv/00/cctv_0001`) with ten
/// texts or more, ids that end in 1–8 are for training, in 0 for development, in 9 for test. In smaller sources those that
/// end in 0 are for development, the one with the highest number for test, the rest for training; a text that is both
/// stays in development, with a warning. The parts of a text stay together.
///
/// Prints a line for each text, `train<TAB>id`; with --to, writes train.id, dev.id and test.id.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Corpus files or folders whose documents are to be divided.
    #[arg(required_unless_present = "ids")]
    files: Vec<PathBuf>,
    /// A list of ids, one on a line, in place of or besides files.
    #[arg(long, value_name = "FILE")]
    ids: Vec<PathBuf>,
    /// Write the three lists into this folder.
    #[arg(long, value_name = "FOLDER")]
    to: Option<PathBuf>,
    #[command(flatten)]
    input: InputArguments,
}

/// Divides texts.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let lists = arguments.to.as_deref().map(lists_in).unwrap_or_default();
    let inputs = arguments.files.iter().chain(&arguments.ids);
    paths::check(inputs.map(PathBuf::as_path), lists.iter().map(PathBuf::as_path))?;
    let ids = ids(arguments)?;
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    if let Some(id) = ids.iter().find(|id| arguments.to.is_some() && id.contains(['\n', '\r'])) {
        bail!("`{}` has a line break in it, so that no list of ids can hold it", shown(id));
    }
    let partitioned = partition(&ids)?;
    for source in &partitioned.without_test {
        output::remark(&format!(
            "{source} has no test text: the one with the highest number ends in 0 and is for development"
        ));
    }
    match &arguments.to {
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
        let documents = arguments.input.read(path, &mut problems)?;
        ids.extend(documents.into_iter().map(|document| document.name().id.clone()));
    }
    settle(&problems)?;
    for path in &arguments.ids {
        let text = corefeval_files::text(path)?;
        ids.extend(text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned));
    }
    Ok(ids)
}

/// The ids of a part, a line for each.
fn list(partitioned: &Partitioned, part: Part) -> String {
    let placed = partitioned.placed.iter().filter(|placed| placed.part == part);
    placed.fold(String::new(), |list, placed| list + &placed.id + "\n")
}

/// The parts and ids of all texts, to be looked at.
fn lines(partitioned: &Partitioned) -> String {
    let of_part = |part| partitioned.placed.iter().filter(move |placed| placed.part == part);
    let placed = Part::ALL.iter().flat_map(|&part| of_part(part));
    placed.fold(String::new(), |lines, placed| lines + &format!("{}\t{}\n", placed.part, shown(&placed.id)))
}
