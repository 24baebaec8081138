//! `corefeval scorch` and `corefeval scorch-conll`: print what scorch prints, and write what its converter writes.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow, bail};
use corefeval::dropin::evaluator::Printout;
use corefeval::dropin::scorch::{Converted, Pair, convert, score, score_folders};
use corefeval_files::{contents, paths::entries};

use crate::dropin::print;
use crate::output::{write_file, write_files};
use crate::paths;

/// Print what scorch prints for two JSON files or folders.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The annotation taken to be right: a file, a folder, or - for standard input.
    gold: PathBuf,
    /// The annotation to score: a file, a folder, or - for standard input.
    system: PathBuf,
    /// The file for the scores, or - for standard output.
    #[arg(default_value = "-")]
    out: PathBuf,
    /// Use the first gold file in the folder whose name begins with the system file's name, even if another has exactly that
    /// name.
    #[arg(long)]
    compat: bool,
}

impl Arguments {
    /// Acts as scorch.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        paths::check([self.gold.as_path(), self.system.as_path()], [self.out.as_path()])?;
        let printout = if self.gold.is_dir() && self.system.is_dir() {
            self.score_folders()?
        } else {
            let printout = score(&contents(&self.gold)?, &contents(&self.system)?);
            Printout { failure: printout.failure.map(|why| self.with_file(&why)), ..printout }
        };
        if self.out == Path::new("-") {
            return print(&printout);
        }
        write_file(&self.out, printout.stdout.as_bytes())?;
        print(&Printout { stdout: String::new(), ..printout })
    }

    /// The message with which scorch stops, with the name of the file instead of its role.
    fn with_file(&self, why: &str) -> String {
        let of =
            |part: &str, path: &Path| Some(format!("{}: {}", paths::name(path), why.strip_prefix(part)?));
        of("key: ", &self.gold).or_else(|| of("response: ", &self.system)).unwrap_or_else(|| why.to_owned())
    }

    fn score_folders(&self) -> Result<Printout> {
        let gold = entries(&self.gold)?;
        let mut system = entries(&self.system)?;
        system.sort();
        let mut documents = Vec::new();
        for path in system {
            let name = stem(&path);
            let Some(gold) = self.gold_file(&gold, &name) else {
                bail!("{}: no gold file begins with `{name}`", path.display());
            };
            documents.push((contents(gold)?, contents(&path)?, name));
        }
        let pairs = documents.iter().map(|(key, response, name)| Pair { name, key, response });
        Ok(score_folders(&pairs.collect::<Vec<_>>()))
    }

    /// The gold file for a document: the one with that name, else the first whose name begins with it.
    fn gold_file<'a>(&self, gold: &'a [PathBuf], name: &str) -> Option<&'a PathBuf> {
        let mut named = gold.iter().filter(|path| !self.compat && stem(path) == name);
        let begins = |path: &&PathBuf| file_name(path).starts_with(name);
        named.next().or_else(|| {
            let mut candidates = gold.iter().filter(begins);
            if self.compat { candidates.next() } else { candidates.min() }
        })
    }
}

fn file_name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

fn stem(path: &Path) -> String {
    path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}

/// Write what `python -m scorch.conll` writes.
///
/// A JSON file for each document of a CoNLL file.
#[derive(Debug, clap::Args)]
pub(crate) struct ConverterArguments {
    /// A CoNLL file, - for standard input.
    file: PathBuf,
    /// The folder to write to; without it, the folder of the file.
    folder: Option<PathBuf>,
}

impl ConverterArguments {
    /// Acts as scorch's converter.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let beside = if self.file == Path::new("-") { None } else { self.file.parent() };
        let folder = self.folder.as_deref().or(beside).unwrap_or(Path::new(""));
        let converted = convert(&contents(&self.file)?);
        let converted = converted.map_err(|problem| anyhow!("{}: {problem}", paths::name(&self.file)))?;
        let place = |document: &Converted| folder.join(&document.file);
        let files: Vec<_> =
            converted.iter().map(|document| (place(document), document.json.as_bytes())).collect();
        let places = || files.iter().map(|(place, _)| place.as_path());
        paths::check_distinct(places())?;
        paths::check([self.file.as_path()], places())?;
        if folder != Path::new("") {
            std::fs::create_dir_all(folder).with_context(|| paths::name(folder))?;
        }
        write_files(&files)?;
        Ok(ExitCode::SUCCESS)
    }
}
