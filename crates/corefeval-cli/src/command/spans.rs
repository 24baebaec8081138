//! `corefeval spans`: the minimum span and the head of every mention.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, anyhow, bail};
use clap::ValueEnum;
use corefeval::document::{Document, Layer, attach_trees, read_bracketed};
use corefeval::matching::minimum::Reading;
use corefeval::matching::{HeadsOf, Matching};
use corefeval::report::Readers;
use corefeval::report::corpus::EVERYTHING;
use corefeval::report::spans::{self, Group, Listed};
use corefeval::selection::kind_of;
use corefeval::spans::{MentionSpans, Summary, of_document};

use super::arguments::{InputArguments, Layout, OutputArguments};
use super::reading::{read, settle};
use crate::problems::Problems;
use crate::{names, paths};

/// Show mentions with their maximum and minimum spans and heads.
///
/// Where minimums are annotated, these are shown as well.
///
/// Minimum spans are those of MINA (Moosavi et al. 2019), found in trees, or in dependencies where there are no trees; heads
/// are those that the file names, or else found in dependencies, or else in trees by the rules of Collins. `--as tsv` and
/// `--as json` have all of it for annotation tools: places, words, and what gave each span. `corefeval convert --minimums`
/// writes minimum spans into formats that have a place for them.
///
/// `--summary` counts: lengths of spans (Table 1 and Figure 8 of the paper), agreement with annotated minimums (Tables 2 and
/// 3), and mentions that share a span (section 5).
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Annotated files or folders, or - for standard input.
    #[arg(required = true, value_name = "KEY")]
    files: Vec<PathBuf>,
    /// Count instead of listing mentions.
    #[arg(long)]
    summary: bool,
    /// A row of the summary for each of these.
    #[arg(long, value_name = "WHAT", default_value = "genre", requires = "summary")]
    by: By,
    /// Which runs of words cannot be a minimum: mina (determiners, conjunctions, punctuation), mina-literal (only
    /// determiners and conjunctions, the literal reading of the paper).
    #[arg(long, value_name = "READING", default_value_t = Reading::WithoutPunctuation)]
    minimums: Reading,
    /// Trees for the sentences of all files, one after the other, in brackets as treebanks have them.
    #[arg(long, value_name = "FILE")]
    trees: Option<PathBuf>,
    #[command(flatten)]
    input: InputArguments,
    #[command(flatten)]
    output: OutputArguments,
}

/// What each row of the summary is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum By {
    /// A genre, taken from the names of documents.
    Genre,
    /// A file or folder that was given.
    File,
    /// A type of entities.
    Type,
    /// A kind of mentions: name, nominal, pronoun, verb.
    Kind,
}

/// Lists or counts spans.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let inputs = arguments.files.iter().chain(&arguments.trees);
    paths::check(inputs.map(PathBuf::as_path), arguments.output.file())?;
    let mut problems = arguments.input.problems();
    let mut files: Vec<Vec<Document>> = Vec::new();
    for path in &arguments.files {
        files.push(read(&arguments.input, std::slice::from_ref(path), &mut problems)?);
    }
    if let Some(path) = arguments.trees.as_ref().filter(|_| problems.errors() == 0) {
        hang(path, &mut files)?;
    }
    notice_lacks(arguments, &files, &mut problems);
    settle(&problems)?;
    let spans_of = |document| of_document(document, arguments.minimums);
    if arguments.summary {
        let groups = groups(arguments, &files);
        arguments.output.write_tables(&spans::summaries(&groups), || spans::summaries_json(&groups))?;
        return Ok(ExitCode::SUCCESS);
    }
    let listed: Vec<Listed<'_>> =
        files.iter().flatten().map(|document| (document, spans_of(document))).collect();
    match arguments.output.layout() {
        Layout::Table(layout) if layout.readers == Readers::Programs => {
            arguments.output.write_table(&spans::tidy(&listed), || spans::json(&listed))?;
        }
        _ => arguments.output.write_tables(&spans::readable(&listed), || spans::json(&listed))?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Warns about missing annotation without which spans or kinds of mentions are unreliable.
fn notice_lacks(arguments: &Arguments, files: &[Vec<Document>], problems: &mut Problems) {
    let by_minimums: Result<Matching, _> = arguments.minimums.name().parse();
    for (path, documents) in arguments.files.iter().zip(files).filter(|(_, documents)| !documents.is_empty())
    {
        let lacks =
            |document: &Document| by_minimums.as_ref().is_ok_and(|rule| rule.lacks(document).is_some());
        if documents.iter().all(lacks) {
            let message = "there are no trees and no dependencies: every minimum span is the whole mention";
            problems.warn(path, "missing-layer", message.to_owned());
        }
        let tags = [Layer::PartOfSpeech, Layer::UniversalPartOfSpeech];
        let untagged = |document: &Document| tags.iter().all(|layer| document.layers().get(*layer).is_none());
        if arguments.summary && arguments.by == By::Kind && documents.iter().all(untagged) {
            let message =
                "there are no parts of speech, which distinguish kinds of mentions: all count as nominal";
            problems.warn(path, "missing-layer", message.to_owned());
        }
    }
}

/// Attaches trees to the sentences of all documents.
fn hang(path: &Path, files: &mut [Vec<Document>]) -> Result<()> {
    let text = corefeval_files::text(path)?;
    let trees = read_bracketed(&text)
        .map_err(|error| anyhow!("{}:{}: {}", path.display(), error.line, error.message))?;
    let mut left = trees.iter();
    for document in files.iter_mut().flatten() {
        let hung = attach_trees(document, &mut left);
        hung.map_err(|mismatch| anyhow!("{}: {}: {mismatch}", path.display(), document.name()))?;
    }
    match left.count() {
        0 => Ok(()),
        left => bail!("{}: {left} more trees than the files have sentences", path.display()),
    }
}

/// The counts of each group, in the order of their names, or of the files; then those of everything.
fn groups(arguments: &Arguments, files: &[Vec<Document>]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let mut all = Summary::default();
    let file_names = names::distinct(&arguments.files);
    for (file, documents) in file_names.iter().zip(files) {
        for document in documents {
            let spans = of_document(document, arguments.minimums);
            all.add(&spans);
            add(&mut groups, &labelled(arguments.by, file, document, &spans), &spans);
        }
    }
    if arguments.by != By::File {
        groups.sort_by(|one, other| one.0.cmp(&other.0));
    }
    match &mut groups[..] {
        [(name, _)] if name.is_empty() => EVERYTHING.clone_into(name),
        [_] => {}
        _ => groups.push((EVERYTHING.to_owned(), all)),
    }
    groups
}

/// The group of each mention of a document.
fn labelled(by: By, file: &str, document: &Document, spans: &[MentionSpans]) -> Vec<String> {
    let mut heads = HeadsOf::new(document);
    let genre = document.name().genre().unwrap_or("");
    let mut label = |one: &MentionSpans| match by {
        By::Genre => genre.to_owned(),
        By::File => file.to_owned(),
        By::Type => {
            document.entity_detail(one.mention.entity).map_or(String::new(), |detail| detail.kind.clone())
        }
        By::Kind => kind_of(document, &one.mention, &mut heads).to_string(),
    };
    spans.iter().map(&mut label).collect()
}

/// Adds the mentions of a document to their groups.
fn add(groups: &mut Vec<Group>, labels: &[String], spans: &[MentionSpans]) {
    let mut here: Vec<&String> = labels.iter().collect();
    here.sort_unstable();
    here.dedup();
    for name in here {
        let place = groups.iter().position(|group| group.0 == *name);
        let place = place.unwrap_or_else(|| {
            groups.push((name.clone(), Summary::default()));
            groups.len() - 1
        });
        groups[place].1.add_where(spans, |number| labels[number] == *name);
    }
}
