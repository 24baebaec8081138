//! Arguments that commands share: how files are read, and where tables go.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use corefeval::document::{Document, Wanted};
use corefeval::report::sheet::{self, Sheet};
use corefeval_files::{Files, Options};
use serde_json::Value;

use crate::pipeline;
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
        let format = self.format.as_deref().map(choices::format).transpose()?;
        pipeline::read_all(&mut Files::open(path, &Options::new().format(format))?, Wanted::ALL, problems)
    }
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
    /// How the result is laid out: text, json, tsv, csv, markdown, latex.
    #[arg(short, long, value_name = "LAYOUT", default_value = "text")]
    output: String,
    /// Write the result to a file, whole or not at all.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl OutputArguments {
    /// Writes tables, or for other programs the value that has everything in it.
    pub(crate) fn write(&self, sheets: &[Sheet], json: impl FnOnce() -> Value) -> Result<()> {
        let text = if self.output == "json" {
            serde_json::to_string_pretty(&json())? + "\n"
        } else {
            sheet::render(sheets, choices::output(&self.output)?)
        };
        output::write(&text, self.out.as_deref())
    }
}
