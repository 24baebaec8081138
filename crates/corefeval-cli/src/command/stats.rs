//! `corefeval stats`: what does a corpus have of everything?

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::ValueEnum;
use corefeval::corpus::{Statistics, by_genre};
use corefeval::document::Document;
use corefeval::report::corpus::{self, EVERYTHING, Group};

use super::reading::{InputArguments, OutputArguments, settle};
use crate::{names, paths};

/// Count what a corpus has: words, mentions, entities, links, and how they are distributed.
///
/// These are Tables 2 to 4, 6 and 9 of the CoNLL-2011 overview for any corpus: documents and their parts, sentences, words,
/// entities, links (one less than an entity has mentions), mentions, singletons; mentions by syntactic category, where there
/// are trees or tags; entities by size; mentions by how far back the one before them of their entity is; lemmas by how many
/// senses and framesets they occur in, where these are annotated.
///
/// `corefeval stats --by file train.conll dev.conll test.conll` puts the parts of a corpus side by side.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// What to count: files, folders, or - for standard input.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// A row for each genre, told by the names of documents, or for each file.
    #[arg(long, value_name = "WHAT", default_value = "genre")]
    by: By,
    #[command(flatten)]
    input: InputArguments,
    #[command(flatten)]
    output: OutputArguments,
}

/// What a row stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum By {
    /// A genre.
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
        files.push(arguments.input.read(path, &mut problems)?);
    }
    settle(&problems)?;
    let mut groups = match arguments.by {
        By::Genre => by_genre(&files.concat()),
        By::File => by_file(&arguments.files, &files),
    };
    let all = counted(files.iter().flatten());
    match &mut groups[..] {
        // one row is everything, whatever its name
        [(name, _)] if name.is_empty() => EVERYTHING.clone_into(name),
        [_] => {}
        _ => groups.push((EVERYTHING.to_owned(), all)),
    }
    arguments.output.write(&corpus::sheets(&groups), || corpus::json(&groups))?;
    Ok(ExitCode::SUCCESS)
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
