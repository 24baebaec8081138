//! `corefeval assemble`: words and layers put into the files of a corpus.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use corefeval::corpus::{fill, merge, texts};
use corefeval::document::Wanted;
use corefeval::format::{Block, conll::CONLL};
use corefeval_files::paths::{Links, walk};

use crate::output;
use crate::paths;
use crate::problems::Problems;
use crate::treebank::Treebank;

/// Put the words of a treebank into skeleton files, and layers that were extracted into any CoNLL file.
///
/// A skeleton is a CoNLL file with [WORD] for every word, as OntoNotes coreference is passed on. The words come from bracketed
/// trees (.parse, .mrg) or from files with a word on each line and an empty line after each sentence. Traces are left out, and
/// so is what speakers took back (EDITED), as the shared tasks did. For the OntoNotes release, --words is its
/// top folder: the file for `bc/cctv/00/cctv_0001` is found wherever it is in there.
///
/// Nothing but the words is changed. Everything is checked before anything is written: a sentence whose words are too few or
/// too many is told with its line.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Skeleton files, folders with such files (names that end in `skel`), or CoNLL files to put layers into.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Where the words are: a file, or a folder that is searched for the file of each text.
    #[arg(short, long, value_name = "PATH")]
    words: Option<PathBuf>,
    /// Keep the words that speakers took back.
    #[arg(long)]
    keep_edited: bool,
    /// A layer written by `corefeval extract`, to be put in the place of what the files have; may be given several times.
    #[arg(long, value_name = "FILE")]
    layer_file: Vec<PathBuf>,
    /// Where to write: a file, or for several files a folder; standard output unless given.
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,
}

/// A file to make: where it goes below the output folder, and what is in it.
type Made = (PathBuf, String);

/// Puts words and layers in.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    if arguments.words.is_none() && arguments.layer_file.is_empty() {
        bail!("nothing to put in: give --words or --layer-file");
    }
    let treebank = arguments.words.as_deref().map(Treebank::open).transpose()?;
    let mut made: Vec<Made> = Vec::new();
    for (file, name) in arguments.sources()? {
        let text = corefeval_files::text(&file)?;
        let text = match &treebank {
            Some(treebank) => arguments.with_words(&file, &text, treebank)?,
            None => text,
        };
        made.push((name, arguments.with_layers(&file, text)?));
    }
    let several = made.len() > 1 || arguments.files.iter().any(|path| path.is_dir());
    write(&made, several, arguments.output.as_deref())?;
    Ok(ExitCode::SUCCESS)
}

impl Arguments {
    /// The files to read with their places in the output, after everything has been checked that can be before reading.
    fn sources(&self) -> Result<Vec<Source>> {
        let mut sources = Vec::new();
        for path in &self.files {
            sources.extend(skeletons(path)?);
        }
        paths::check_distinct(sources.iter().map(|(_, place)| place.as_path()))?;
        let out = |(_, place): &Source| match self.output.as_deref() {
            Some(folder) if folder.is_dir() => Some(folder.join(place)),
            target => target.map(Path::to_owned),
        };
        let outputs: Vec<PathBuf> = sources.iter().filter_map(out).collect();
        let read = sources.iter().map(|(file, _)| file).chain(&self.layer_file);
        paths::check(read.map(PathBuf::as_path), outputs.iter().map(PathBuf::as_path))?;
        Ok(sources)
    }

    fn with_words(&self, file: &Path, text: &str, treebank: &Treebank) -> Result<String> {
        let words = treebank.words(&texts(text), self.keep_edited)?;
        let filled = fill(text, &words).with_context(|| file.display().to_string())?;
        for warning in &filled.warnings {
            output::remark(&format!("{}: {warning}", file.display()));
        }
        Ok(filled.text)
    }

    fn with_layers(&self, file: &Path, text: String) -> Result<String> {
        if self.layer_file.is_empty() {
            return Ok(text);
        }
        let mut reading = CONLL.read(&Block::whole(text.as_bytes()), Wanted::ALL);
        let mut problems = Problems::new(false, false);
        reading.problems.drain(..).for_each(|problem| problems.add(file, problem));
        super::reading::settle(&problems)?;
        for path in &self.layer_file {
            let layer = corefeval_files::text(path)?;
            merge(&mut reading.documents, &layer).with_context(|| path.display().to_string())?;
        }
        let mut bytes = Vec::new();
        // no place for what the file did not have
        let _ = CONLL.write(&reading.documents, &mut bytes);
        Ok(String::from_utf8(bytes)?)
    }
}

/// The files that a path stands for, each with its place in the output.
fn skeletons(path: &Path) -> Result<Vec<Source>> {
    if !path.is_dir() {
        let name = path.file_name().map(PathBuf::from).unwrap_or_default();
        return Ok(vec![(path.to_owned(), assembled(&name))]);
    }
    let is_skeleton = |file: &Path| file.to_string_lossy().ends_with("skel");
    let files = walk(path, Links::Follow, is_skeleton)?;
    if files.is_empty() {
        bail!("{}: no file in this folder ends in `skel`", path.display());
    }
    let place = |file: PathBuf| {
        let below = file.strip_prefix(path).map(Path::to_owned).unwrap_or_default();
        (file, assembled(&below))
    };
    Ok(files.into_iter().map(place).collect())
}

/// A file to read, and its place in the output.
type Source = (PathBuf, PathBuf);

/// `x.v4_gold_skel` becomes `x.v4_gold_conll`.
fn assembled(name: &Path) -> PathBuf {
    let text = name.to_string_lossy();
    text.strip_suffix("skel").map_or_else(|| name.to_owned(), |stem| PathBuf::from(format!("{stem}conll")))
}

/// Writes what was made: one file, or several into a folder.
fn write(made: &[Made], several: bool, target: Option<&Path>) -> Result<()> {
    match (made, target) {
        ([(_, text)], None) => output::write_data(text.as_bytes()),
        (_, None) => bail!("{} files were made; give a folder with --output", made.len()),
        ([(_, text)], Some(path)) if !several && !path.is_dir() => output::write_file(path, text.as_bytes()),
        (_, Some(folder)) => {
            let mut files = Vec::new();
            for (place, text) in made {
                let path = folder.join(place);
                let above = path.parent().unwrap_or(folder);
                std::fs::create_dir_all(above).with_context(|| paths::name(above))?;
                files.push((path, text.as_bytes()));
            }
            output::write_files(&files)
        }
    }
}
