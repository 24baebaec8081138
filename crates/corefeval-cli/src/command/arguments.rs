//! Options that commands share: how files are read, and where results go. A command only has the options that it supports.

use std::ffi::OsStr;
use std::fmt;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::error::ErrorKind;
use clap::{ArgMatches, Command, FromArgMatches};
use corefeval::format::Format;
use corefeval::report::{OUTPUTS, Output, Readers, Table};
use corefeval_files::MOST_THREADS;
use serde::Serialize;

use crate::problems::Problems;
use crate::{choices, output};

/// How files are read.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Input")]
pub(crate) struct InputArguments {
    /// The format of the files; recognised from their contents unless given. See `corefeval formats`.
    #[arg(short, long, value_name = "FORMAT", value_parser = choices::formats(), hide_possible_values = true)]
    format: Option<String>,
    /// Treat warnings as errors.
    #[arg(long)]
    pub(crate) strict: bool,
    /// Show no warnings.
    #[arg(short, long)]
    pub(crate) quiet: bool,
    /// Print which files are read, and in which format.
    #[arg(short, long, conflicts_with = "quiet")]
    pub(crate) verbose: bool,
    /// The number of threads; one for each core by default. The result does not depend on it.
    #[arg(long, value_name = "N", hide_short_help = true, value_parser = clap::value_parser!(u16).range(1..=MOST_THREADS as i64))]
    threads: Option<u16>,
}

impl InputArguments {
    /// A collector of problems with the settings of these options.
    pub(crate) fn problems(&self) -> Problems {
        Problems::new(self.strict, self.quiet)
    }

    /// The format of all files, if it was given.
    pub(crate) fn format(&self) -> Result<Option<&'static Format>> {
        self.format.as_deref().map(choices::format).transpose()
    }

    /// The number of threads to use.
    pub(crate) fn threads(&self) -> Option<usize> {
        self.threads.map(usize::from)
    }
}

/// How a key and responses are read.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Input")]
pub(crate) struct ComparisonArguments {
    #[command(flatten)]
    pub(crate) all: InputArguments,
    /// The format of the key, if it differs from the responses'.
    #[arg(long, value_name = "FORMAT", value_parser = choices::formats(), hide_possible_values = true, hide_short_help = true)]
    key_format: Option<String>,
    /// The format of the responses, if it differs from the key's.
    #[arg(long, value_name = "FORMAT", value_parser = choices::formats(), hide_possible_values = true, hide_short_help = true)]
    response_format: Option<String>,
}

impl ComparisonArguments {
    /// Whether the format of any file was given.
    pub(crate) fn has_format(&self) -> bool {
        self.key_format.is_some() || self.response_format.is_some() || self.all.format.is_some()
    }

    /// The format of the key, if it was given.
    pub(crate) fn key_format(&self) -> Result<Option<&'static Format>> {
        self.key_format.as_deref().map_or_else(|| self.all.format(), |name| choices::format(name).map(Some))
    }

    /// The format of the responses, if it was given.
    pub(crate) fn response_format(&self) -> Result<Option<&'static Format>> {
        let own = self.response_format.as_deref();
        own.map_or_else(|| self.all.format(), |name| choices::format(name).map(Some))
    }
}

/// How a result is laid out.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Layout {
    /// Everything, for programs.
    Json,
    /// A table.
    Table(&'static Output),
}

/// Which layouts a command supports.
pub(crate) trait Kind: Clone + Send + Sync + 'static {
    /// Whether its results are tables, which have every layout; other results are text or JSON.
    const TABLES: bool;
}

/// Results that are tables.
#[derive(Clone, Debug)]
pub(crate) struct Tables;

impl Kind for Tables {
    const TABLES: bool = true;
}

/// Results that are text for people or JSON for programs.
#[derive(Clone, Debug)]
pub(crate) struct Prose;

impl Kind for Prose {
    const TABLES: bool = false;
}

/// Where a result goes, and how it is laid out.
#[derive(Clone)]
pub(crate) struct OutputArguments<K = Tables> {
    file: Option<PathBuf>,
    layout: Layout,
    kind: PhantomData<K>,
}

impl<K> OutputArguments<K> {
    /// Where the result goes, if that is a file.
    pub(crate) fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// How it is laid out.
    pub(crate) fn layout(&self) -> Layout {
        self.layout
    }

    /// Whether the layout is JSON.
    pub(crate) fn is_json(&self) -> bool {
        matches!(self.layout, Layout::Json)
    }

    /// Whether what is written is read by programs: JSON, or tables with a row for each figure.
    pub(crate) fn is_for_programs(&self) -> bool {
        matches!(self.layout, Layout::Json | Layout::Table(Output { readers: Readers::Programs, .. }))
    }

    /// Writes finished text.
    pub(crate) fn write_text(&self, text: &str) -> Result<()> {
        output::write(text, self.file())
    }

    /// Writes a value as JSON.
    pub(crate) fn write_json(&self, value: &impl Serialize) -> Result<()> {
        self.write_text(&output::json(value)?)
    }
}

impl OutputArguments {
    /// Writes tables, or the complete value as JSON. CSV and TSV get one tidy table with a row for each figure.
    pub(crate) fn write_tables<J: Serialize>(
        &self,
        tables: &[Table],
        json: impl FnOnce() -> J,
    ) -> Result<()> {
        match self.layout {
            Layout::Json => self.write_json(&json()),
            Layout::Table(layout) => self.write_text(&layout.render_all(tables, output::page(self.file()))),
        }
    }

    /// Writes tables with the signature of what they show: below the last for people, in every row for programs.
    pub(crate) fn write_signed<J: Serialize>(
        &self,
        mut tables: Vec<Table>,
        signature: &str,
        json: impl FnOnce() -> J,
    ) -> Result<()> {
        let first = if self.is_for_programs() { 0 } else { tables.len().saturating_sub(1) };
        for table in &mut tables[first..] {
            signature.clone_into(&mut table.signature);
        }
        self.write_tables(&tables, json)
    }

    /// Writes a table without changes, or the complete value as JSON.
    pub(crate) fn write_table<J: Serialize>(&self, table: &Table, json: impl FnOnce() -> J) -> Result<()> {
        match self.layout {
            Layout::Json => self.write_json(&json()),
            Layout::Table(layout) => self.write_text(&layout.render(table, output::page(self.file()))),
        }
    }
}

impl<K> fmt::Debug for OutputArguments<K> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("OutputArguments")
            .field("file", &self.file)
            .field("layout", &self.layout)
            .finish()
    }
}

const OUT: &str = "out";
const AS: &str = "as";
const JSON: &str = "json";

/// The table layouts that a command supports.
fn tables<K: Kind>() -> impl Iterator<Item = &'static Output> {
    OUTPUTS.iter().take(if K::TABLES { OUTPUTS.len() } else { 1 }).copied()
}

/// Every file extension that sets a layout.
fn endings<K: Kind>() -> String {
    let tables = tables::<K>().flat_map(|layout| layout.endings);
    let endings: Vec<String> = tables.chain([&JSON]).map(|ending| format!(".{ending}")).collect();
    endings.join(" ")
}

impl<K: Kind> clap::Args for OutputArguments<K> {
    fn augment_args(command: Command) -> Command {
        let out = clap::Arg::new(OUT)
            .short('o')
            .long(OUT)
            .value_name("FILE")
            .value_parser(clap::value_parser!(PathBuf))
            .value_hint(clap::ValueHint::FilePath)
            .help("Write the result to a file, completely or not at all; its extension sets the layout")
            .long_help(format!(
                "Write the result to a file, completely or not at all; its extension sets the layout: {}",
                endings::<K>()
            ))
            .help_heading("Output");
        let json = PossibleValue::new(JSON).help("everything, for programs");
        let layouts = tables::<K>().map(|layout| PossibleValue::new(layout.name).help(layout.title));
        let layout = clap::Arg::new(AS)
            .long(AS)
            .value_name("LAYOUT")
            .value_parser(PossibleValuesParser::new(layouts.chain([json])))
            .help("The layout of the result; text by default, or set by the extension of --out")
            .help_heading("Output");
        command.arg(out).arg(layout)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<K: Kind> FromArgMatches for OutputArguments<K> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let file: Option<PathBuf> = matches.get_one(OUT).cloned();
        let named = |name: &String| tables::<K>().find(|layout| layout.name == name);
        let asked = matches.get_one(AS).map(|name| named(name).map_or(Layout::Json, Layout::Table));
        let layout = match (asked, &file) {
            (Some(layout), _) => layout,
            (None, Some(file)) => by_ending::<K>(file)?,
            (None, None) => Layout::Table(OUTPUTS[0]),
        };
        Ok(Self { file, layout, kind: PhantomData })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The layout for a file's extension; anything that is not a file, such as a pipe, gets text.
fn by_ending<K: Kind>(file: &Path) -> Result<Layout, clap::Error> {
    let is_special = file == Path::new("-") || file.metadata().is_ok_and(|about| !about.is_file());
    let ending = file.extension().and_then(OsStr::to_str).map(str::to_ascii_lowercase);
    let ending = ending.as_deref().unwrap_or("");
    if ending == JSON {
        return Ok(Layout::Json);
    }
    let known = tables::<K>().find(|layout| layout.endings.contains(&ending));
    match known {
        Some(layout) => Ok(Layout::Table(layout)),
        None if is_special => Ok(Layout::Table(OUTPUTS[0])),
        None => Err(clap::Error::raw(
            ErrorKind::ValueValidation,
            format!(
                "--out {}: this ending does not name a layout; use one of {}, or choose the layout with --as\n",
                crate::paths::name(file),
                endings::<K>()
            ),
        )),
    }
}
