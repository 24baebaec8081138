//! `corefeval stats`: counts what a corpus contains.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::ValueEnum;
use corefeval::corpus::{Statistics, by_genre};
use corefeval::document::{Document, Names};
use corefeval::report::corpus::{self, EVERYTHING, Group};

use super::arguments::{InputArguments, OutputArguments};
use super::reading::{read, settle};
use crate::problems::Problems;
use crate::{names, paths};

/// Count words, mentions, entities (chains) and links of a corpus.
///
/// Prints Tables 2 to 4, 6 and 9 of the CoNLL-2011 overview for any corpus: documents and their parts, sentences, words,
/// entities, links (the number of mentions of an entity minus one), mentions, singletons; mentions by syntactic category, if
/// there are trees or tags; entities by size; mentions by distance from the previous mention of their entity; lemmas by
/// number of senses and framesets, if these are annotated.
///
/// `corefeval stats --by file train.conll dev.conll test.conll` shows the parts of a corpus side by side.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The files or folders to count, or - for standard input.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// What each row counts.
    #[arg(long, value_name = "WHAT", default_value = "genre")]
    by: By,
    #[command(flatten)]
    input: InputArguments,
    #[command(flatten)]
    output: OutputArguments,
}

/// What each row counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum By {
    /// A genre, known from the names of documents.
    Genre,
    /// A file or folder that was given.
    File,
}

/// Counts.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    paths::check(arguments.files.iter().map(PathBuf::as_path), arguments.output.file())?;
    let mut problems = arguments.input.problems();
    let mut files = Vec::new();
    for path in &arguments.files {
        files.push(read(&arguments.input, std::slice::from_ref(path), &mut problems)?);
    }
    warn_of_repeats(&arguments.files, &files, &mut problems);
    settle(&problems)?;
    let mut groups = match arguments.by {
        By::Genre => by_genre(&files.concat()),
        By::File => by_file(&arguments.files, &files),
    };
    let all = counted(files.iter().flatten());
    match &mut groups[..] {
        // a single row is the whole corpus, whatever its name
        [(name, _)] if name.is_empty() => EVERYTHING.clone_into(name),
        [_] => {}
        _ => groups.push((EVERYTHING.to_owned(), all)),
    }
    arguments.output.write_tables(&corpus::tables(&groups), || corpus::json(&groups))?;
    Ok(ExitCode::SUCCESS)
}

/// Warns about documents that are in several files, since they are counted several times.
fn warn_of_repeats(paths: &[PathBuf], files: &[Vec<Document>], problems: &mut Problems) {
    let mut taken = Names::default();
    for (path, documents) in paths.iter().zip(files) {
        for document in documents.iter().filter(|document| !document.is_unnamed()) {
            if !taken.take(document.name()) {
                let message =
                    format!("document {} is in an earlier file too; it is counted again", document.name());
                problems.warn(path, "same-name", message);
            }
        }
    }
}

fn by_file(paths: &[PathBuf], files: &[Vec<Document>]) -> Vec<Group> {
    let named = names::distinct(paths).into_iter().zip(files);
    named.map(|(name, documents)| (name, counted(documents.iter()))).collect()
}

fn counted<'a>(documents: impl Iterator<Item = &'a Document>) -> Statistics {
    documents.fold(Statistics::default(), |mut sum, document| {
        sum.add(document);
        sum
    })
}
