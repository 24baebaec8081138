//! Reads documents from paths, for commands that process each file separately.

use std::path::PathBuf;

use anyhow::{Result, bail};
use corefeval::document::{Document, Name, Names, Wanted};
use corefeval::problem::Problem;
use corefeval_files::{Files, Options, pool};

use super::arguments::InputArguments;
use super::comparison::describe;
use crate::problems::{Problems, in_words};
use crate::progress::Progress;

/// All documents of some paths with all their layers; names must be unique across the files.
pub(crate) fn read(
    input: &InputArguments,
    paths: &[PathBuf],
    problems: &mut Problems,
) -> Result<Vec<Document>> {
    Ok(read_together(input, paths, &Options::new().format(input.format()?), problems)?.documents)
}

/// The documents of some paths.
#[derive(Default)]
pub(crate) struct Together {
    pub(crate) documents: Vec<Document>,
    /// Whether some documents could not be read.
    pub(crate) failed: bool,
    /// Returned with the documents, since the work on them may take long as well.
    pub(crate) progress: Option<Progress>,
}

/// All documents of some paths; names must be unique across the files.
pub(crate) fn read_together(
    input: &InputArguments,
    paths: &[PathBuf],
    options: &Options,
    problems: &mut Problems,
) -> Result<Together> {
    let pool = pool(input.threads())?;
    let mut names = Names::default();
    let mut together = Together::default();
    let mut sides = paths.iter().map(|path| Files::open(path, options)).collect::<Result<Vec<_>, _>>()?;
    let progress = Progress::over(sides.iter().flat_map(Files::inputs));
    for files in &mut sides {
        if input.verbose {
            files.inputs().iter().try_for_each(describe)?;
        }
        for part in pool.install(|| files.read_all_telling(Wanted::ALL, &|step| progress.step(step)))? {
            together.failed |= part.reading.failed();
            if !part.reading.problems.is_empty() {
                // some commands show problems as they are found
                progress.finish();
            }
            part.reading.problems.into_iter().for_each(|problem| problems.add(&part.path, problem));
            let mut refuse = |name: &Name, line: u64| {
                let message = format!("two documents are called {name}");
                let hint = "give every document or part a unique name";
                problems.add(&part.path, Problem::error("same-name", line, message).hint(hint));
            };
            for name in part.reading.refused.into_iter().filter(|name| !names.take(name)) {
                refuse(&name, 0);
            }
            for mut document in part.reading.documents {
                names.number_unnamed(&mut document);
                if names.take(document.name()) {
                    together.documents.push(document);
                } else {
                    refuse(document.name(), document.line_of(0).unwrap_or(0));
                }
            }
        }
    }
    progress.then("processing");
    together.progress = Some(progress);
    Ok(together)
}

/// Shows the problems found; returns an error if any of them is one.
pub(crate) fn settle(problems: &Problems) -> Result<()> {
    problems.show();
    match problems.errors() {
        0 => Ok(()),
        errors => bail!("nothing was done: {}", in_words(errors, "error")),
    }
}
