//! Arguments that commands share: how files are read, and where tables go.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use corefeval::document::{Document, Name, Names, Wanted};
use corefeval::report::Style;
use corefeval::report::sheet::{self, Sheet};
use corefeval_files::{Files, Options};
use serde_json::Value;

use crate::problems::{Problems, in_words};
use crate::{choices, output};

/// How files are read.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Input")]
pub(crate) struct InputArguments {
    /// The format of all files; told by looking at them unless given.
    #[arg(short, long, value_name = "NAME")]
    format: Option<String>,
    /// Turn warnings into errors.
    #[arg(long)]
    strict: bool,
    /// Do not show warnings.
    #[arg(short, long)]
    quiet: bool,
}

impl InputArguments {
    /// Where problems are to be kept.
    pub(crate) fn problems(&self) -> Problems {
        Problems::new(self.strict, self.quiet)
    }

    /// All documents of a path with all they have.
    pub(crate) fn read(&self, path: &Path, problems: &mut Problems) -> Result<Vec<Document>> {
        self.read_together(&[path.to_owned()], problems)
    }

    /// All documents of some paths, which need names of their own as if they were in one file.
    pub(crate) fn read_together(&self, paths: &[PathBuf], problems: &mut Problems) -> Result<Vec<Document>> {
        let format = self.format.as_deref().map(choices::format).transpose()?;
        Ok(read_together(paths, &Options::new().format(format), problems)?.documents)
    }
}

/// The documents of some paths.
#[derive(Default)]
pub(crate) struct Together {
    pub(crate) documents: Vec<Document>,
    /// Whether there are others, which could not be read.
    pub(crate) failed: bool,
}

/// All documents of some paths, which need names of their own as if they were in one file.
pub(crate) fn read_together(
    paths: &[PathBuf],
    options: &Options,
    problems: &mut Problems,
) -> Result<Together> {
    let mut names = Names::default();
    let mut together = Together::default();
    for path in paths {
        for part in Files::open(path, options)?.read_all(Wanted::ALL)? {
            together.failed |= part.reading.failed();
            part.reading.problems.into_iter().for_each(|problem| problems.add(&part.path, problem));
            let mut refuse = |name: &Name| {
                let hint = "give every document, or part, a name of its own";
                problems.refuse(&part.path, "same-name", format!("two documents are called {name}"), hint);
            };
            for name in part.reading.refused.into_iter().filter(|name| !names.take(name)) {
                refuse(&name);
            }
            for mut document in part.reading.documents {
                names.number_unnamed(&mut document);
                if names.take(document.name()) {
                    together.documents.push(document);
                } else {
                    refuse(document.name());
                }
            }
        }
    }
    Ok(together)
}

/// Shows what was found; that there are errors is one.
pub(crate) fn settle(problems: &Problems) -> Result<()> {
    problems.show();
    match problems.errors() {
        0 => Ok(()),
        errors => bail!("nothing was done: {}", in_words(errors, "error")),
    }
}

/// Where tables go.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct OutputArguments {
    /// How the result is laid out.
    #[arg(short, long, value_name = "LAYOUT", default_value = "text", value_parser = choices::layouts())]
    output: String,
    /// Write the result to a file, whole or not at all.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl OutputArguments {
    /// Where the result goes, if that is a file.
    pub(crate) fn file(&self) -> Option<&Path> {
        self.out.as_deref()
    }

    /// Writes tables, or for other programs the value that has everything in it.
    pub(crate) fn write(&self, sheets: &[Sheet], json: impl FnOnce() -> Value) -> Result<()> {
        let text = if self.output == "json" {
            output::json(&json())?
        } else {
            sheet::render(sheets, choices::output(&self.output)?, Style::Ansi)
        };
        output::write(&text, self.out.as_deref())
    }
}
