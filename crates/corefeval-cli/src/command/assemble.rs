//! `corefeval assemble`: inserts words and layers into the files of a corpus.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use corefeval::corpus::{fill, merge, texts};
use corefeval::document::Wanted;
use corefeval::format::{Block, conll::CONLL};
use corefeval::ontonotes::Edited;
use corefeval_files::paths::{Links, walk};

use crate::output;
use crate::paths;
use crate::problems::Problems;
use crate::release;
use crate::treebank::Treebank;

/// Make CoNLL files from an OntoNotes release or from skeletons.
///
/// Inserts the words of a treebank into skeleton files, makes CoNLL files from the files of an OntoNotes release, and inserts
/// extracted layers into any CoNLL file.
///
/// A release has files for each text: trees (.parse) and, where they exist, .coref, .name, .speaker, .sense and .prop beside
/// them. Give a .parse file, or a folder with such files; `corefeval extract --native` writes such files. An .onf file has all
/// layers of a text and is read alone; in a folder, it is read if there is no .parse file beside it.
///
/// A skeleton is a CoNLL file with [WORD] in place of every word; OntoNotes coreference is distributed this way. The words
/// come from bracketed trees (.parse, .mrg) or from files with one word per line and an empty line after each sentence.
/// Traces and speakers' corrections (EDITED) are left out, as in the shared tasks. For the OntoNotes release, --words is
/// its top folder: the file for `bc/cctv/00/cctv_0001` is found anywhere below it.
///
/// Only the words change. Everything is checked before anything is written: a sentence with too few or too many words is
/// reported with its line.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Texts of a release (.parse or .onf), skeleton files, folders with either (names that end in `.parse`, `.onf` or `skel`),
    /// or CoNLL files to insert layers into.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Where the words are: a file, or a folder that is searched for the file of each text.
    #[arg(long, value_name = "PATH")]
    words: Option<PathBuf>,
    /// Keep the words that speakers corrected (EDITED).
    #[arg(long)]
    keep_edited: bool,
    /// A layer written by `corefeval extract`, which replaces that layer of the files; may be given several times.
    #[arg(long, value_name = "FILE")]
    layer_file: Vec<PathBuf>,
    /// Where to write: a file, or a folder for several files; standard output by default.
    #[arg(short, long, value_name = "PATH")]
    out: Option<PathBuf>,
    /// Treat warnings as errors.
    #[arg(long, help_heading = "Input")]
    strict: bool,
    /// Show no warnings.
    #[arg(short, long, help_heading = "Input")]
    quiet: bool,
}

/// A file to write: its path below the output folder, and its contents.
type Made = (PathBuf, String);

/// Inserts words and layers.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let sources = arguments.sources()?;
    let is_complete = sources.iter().all(Source::is_release);
    if let Some(missing) = sources.iter().find(|source| is_absent(source)) {
        // returns the system's error for this file
        corefeval_files::text(&missing.file)?;
    }
    if !is_complete && arguments.words.is_none() && arguments.layer_file.is_empty() {
        bail!("nothing to insert: give --words or --layer-file");
    }
    if is_complete && arguments.words.is_some() {
        bail!("--words is for skeletons: the texts of a release have words of their own");
    }
    let treebank = arguments.words.as_deref().map(Treebank::open).transpose()?;
    let mut made: Vec<Made> = Vec::new();
    for source in sources {
        let text = match (&source.from, &treebank) {
            (From::Release(root), _) => arguments.released(&source.file, root.as_deref())?,
            (From::File, Some(treebank)) => {
                arguments.with_words(&source.file, &corefeval_files::text(&source.file)?, treebank)?
            }
            (From::File, None) => corefeval_files::text(&source.file)?,
        };
        made.push((source.place, arguments.with_layers(&source.file, text)?));
    }
    let several = made.len() > 1 || arguments.files.iter().any(|path| path.is_dir());
    write(&made, several, arguments.out.as_deref())?;
    Ok(ExitCode::SUCCESS)
}

impl Arguments {
    /// The files to read with their paths in the output, after all checks that are possible before reading.
    fn sources(&self) -> Result<Vec<Source>> {
        let mut sources = Vec::new();
        for path in &self.files {
            sources.extend(found(path)?);
        }
        paths::check_distinct(sources.iter().map(|source| source.place.as_path()))?;
        let out = |source: &Source| match self.out.as_deref() {
            Some(folder) if folder.is_dir() => Some(folder.join(&source.place)),
            target => target.map(Path::to_owned),
        };
        let outputs: Vec<PathBuf> = sources.iter().filter_map(out).collect();
        let read = sources.iter().map(|source| &source.file).chain(&self.layer_file);
        paths::check(read.map(PathBuf::as_path), outputs.iter().map(PathBuf::as_path))?;
        Ok(sources)
    }

    /// A text of a release as a CoNLL file.
    fn released(&self, file: &Path, root: Option<&Path>) -> Result<String> {
        let mut problems = Problems::new(self.strict, self.quiet);
        let edited = if self.keep_edited { Edited::Keep } else { Edited::Drop };
        let documents = release::read(file, root, edited, &mut problems)?;
        let mut bytes = Vec::new();
        for loss in CONLL.write(&documents, &mut bytes).unwrap_or_default() {
            problems.add(file, loss);
        }
        super::reading::settle(&problems)?;
        Ok(String::from_utf8(bytes)?)
    }

    fn with_words(&self, file: &Path, text: &str, treebank: &Treebank) -> Result<String> {
        let words = treebank.words(&texts(text), self.keep_edited)?;
        let filled = fill(text, &words).with_context(|| file.display().to_string())?;
        let mut problems = Problems::new(self.strict, self.quiet);
        filled.warnings.iter().for_each(|warning| problems.warn(file, "words-left-over", warning.clone()));
        super::reading::settle(&problems)?;
        Ok(filled.text)
    }

    fn with_layers(&self, file: &Path, text: String) -> Result<String> {
        if self.layer_file.is_empty() {
            return Ok(text);
        }
        let mut reading = CONLL.read(&Block::whole(text.as_bytes()), Wanted::ALL);
        let mut problems = Problems::new(self.strict, self.quiet);
        reading.problems.drain(..).for_each(|problem| problems.add(file, problem));
        super::reading::settle(&problems)?;
        for path in &self.layer_file {
            let layer = corefeval_files::text(path)?;
            merge(&mut reading.documents, &layer).with_context(|| path.display().to_string())?;
        }
        let mut bytes = Vec::new();
        // a column that the file does not have cannot be added
        let _ = CONLL.write(&reading.documents, &mut bytes);
        Ok(String::from_utf8(bytes)?)
    }
}

/// A file to read, and its path in the output.
struct Source {
    file: PathBuf,
    place: PathBuf,
    from: From,
}

/// The kind of a file to read.
enum From {
    /// A skeleton or a CoNLL file.
    File,
    /// A text of a release, and the folder that was searched for it.
    Release(Option<PathBuf>),
}

impl Source {
    fn is_release(&self) -> bool {
        matches!(self.from, From::Release(_))
    }
}

/// Whether a skeleton or CoNLL file does not exist.
fn is_absent(source: &Source) -> bool {
    !source.is_release() && !paths::is_standard_input(&source.file) && !source.file.exists()
}

/// The files that a path names.
fn found(path: &Path) -> Result<Vec<Source>> {
    if !path.is_dir() {
        let place = path.file_name().map(PathBuf::from).unwrap_or_default();
        let source = if release::is_text(path) {
            Source { file: path.to_owned(), place: place.with_extension("conll"), from: From::Release(None) }
        } else {
            Source { file: path.to_owned(), place: assembled(&place), from: From::File }
        };
        return Ok(vec![source]);
    }
    let below = |file: &Path| file.strip_prefix(path).map(Path::to_owned).unwrap_or_default();
    let skeletons = walk(path, Links::Follow, |file| file.to_string_lossy().ends_with("skel"))?;
    if !skeletons.is_empty() {
        let source = |file: PathBuf| Source { place: assembled(&below(&file)), file, from: From::File };
        return Ok(skeletons.into_iter().map(source).collect());
    }
    let texts = release::texts(walk(path, Links::Follow, release::is_text)?);
    if texts.is_empty() {
        bail!("{}: no file in this folder ends in `skel`, `.parse` or `.onf`", path.display());
    }
    let source = |file: PathBuf| Source {
        place: below(&file).with_extension("conll"),
        file,
        from: From::Release(Some(path.to_owned())),
    };
    Ok(texts.into_iter().map(source).collect())
}

/// `x.v4_gold_skel` becomes `x.v4_gold_conll`.
fn assembled(name: &Path) -> PathBuf {
    let text = name.to_string_lossy();
    text.strip_suffix("skel").map_or_else(|| name.to_owned(), |stem| PathBuf::from(format!("{stem}conll")))
}

/// Writes the results: one file, or several into a folder.
fn write(made: &[Made], several: bool, target: Option<&Path>) -> Result<()> {
    match (made, target) {
        ([(_, text)], None) => output::write_data(text.as_bytes()),
        (_, None) => bail!("{} files were made; give a folder with --out", made.len()),
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
