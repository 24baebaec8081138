//! `corefeval validate`: what is wrong or odd in files?

mod diff;
mod repair;
mod stream;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Result;
use corefeval::document::Document;
use corefeval::evaluation::{Aids, Plan, each_pair};
use corefeval::format::{Format, Role};
use corefeval_files::Options;
use repair::{Mode, Repaired, repair};
use stream::JsonStream;

use super::reading::{Together, read_together};
use crate::choices;
use crate::mentions::{self, Request};
use crate::output;
use crate::paths::{check, name};
use crate::problems::{Problems, in_words};

/// Check files and say what is wrong with them, line by line.
///
/// Exits with 1 when there are errors; with --strict, also when there are warnings. Every code is explained in
/// docs/problems.md.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// What to check: files, folders, or - for standard input.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Check also that documents, tokens and sentences are those of this key.
    #[arg(long, value_name = "KEY")]
    against: Option<PathBuf>,
    /// Check also that the mentions are the key's (the gold-mention condition): `all` of them, or at least those that are
    /// `linked`, which may leave out mentions that are alone in their entity.
    #[arg(long, value_name = "WHICH", value_parser = ["all", "linked"], requires = "against")]
    key_mentions: Option<String>,
    /// Repair what leaves no doubt (line ends, missing ends, brackets whose other half can stand in one place only,
    /// repeated mentions) in the files themselves.
    #[arg(long)]
    fix: bool,
    /// With --fix: say what would be repaired, and change no file.
    #[arg(long, requires = "fix")]
    dry_run: bool,
    /// With --fix: show what would be repaired as a unified diff on standard output, and change no file.
    #[arg(long, requires = "fix", conflicts_with = "json")]
    diff: bool,
    /// The format of the files; told by looking at them unless given.
    #[arg(short, long, value_name = "NAME")]
    format: Option<String>,
    /// Print every problem as JSON on standard output.
    #[arg(long)]
    json: bool,
    /// Turn warnings into errors.
    #[arg(long)]
    strict: bool,
}

impl Arguments {
    /// Tells people something on standard output, unless a diff has that for itself.
    fn tell(&self, text: &str) -> Result<()> {
        if self.diff {
            output::complain(text);
            return Ok(());
        }
        output::write(text, None)
    }
}

/// Checks files.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let format = arguments.format.as_deref().map(choices::format).transpose()?;
    check(arguments.files.iter().chain(&arguments.against).map(PathBuf::as_path), None)?;
    let repaired = repaired(arguments, format)?;
    let json = arguments.json.then(|| JsonStream::new(arguments.fix.then_some(&repaired[..])));
    let listener = json.as_ref().map_or_else(stream::to_people, JsonStream::listener);
    let mut problems = Problems::new(arguments.strict, false).heard_by(listener);
    let options = Options::new().format(format);
    let key = match &arguments.against {
        Some(path) => {
            Some(read_together(std::slice::from_ref(path), &options.role(Role::Key), &mut problems)?)
        }
        None => None,
    };
    let options = if key.is_some() { options.role(Role::Response) } else { options };
    let mut counts = Vec::new();
    for path in &arguments.files {
        let Together { documents, failed } =
            read_together(std::slice::from_ref(path), &options, &mut problems)?;
        // what could not be read would seem to be missing
        if let Some(Together { documents: key, .. }) = key.as_ref().filter(|key| !key.failed && !failed) {
            compare(arguments, key, &documents, path, &mut problems);
        }
        counts.push((path, summary(&documents)));
    }
    if let Some(json) = json {
        json.finish(problems.errors()).map_err(output::Unprinted)?;
    } else {
        problems.found.counts().for_each(|count| stream::say_rest(&count));
        for (path, summary) in counts {
            arguments.tell(&format!("{}: {summary}\n", name(path)))?;
        }
        arguments.tell(&format!("{}\n", problems.summary()))?;
    }
    Ok(if problems.errors() > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Repairs the files, if that is wanted, and says what was done; in JSON that is said later.
fn repaired(arguments: &Arguments, format: Option<&'static Format>) -> Result<Vec<Repaired>> {
    let mode = match (arguments.diff, arguments.dry_run) {
        (true, _) => Mode::Diff,
        (_, true) => Mode::List,
        _ => Mode::Make,
    };
    let mut all = Vec::new();
    for path in arguments.files.iter().filter(|_| arguments.fix) {
        let repaired = repair(path, format, mode)?;
        for repaired in repaired.iter().filter(|_| !arguments.json) {
            arguments.tell(&repaired.lines(mode))?;
        }
        all.extend(repaired);
    }
    Ok(all)
}

/// Compares a response with the key: documents, tokens, words, sentences and, if that was asked for, mentions.
fn compare(
    arguments: &Arguments,
    key: &[Document],
    response: &[Document],
    path: &Path,
    problems: &mut Problems,
) {
    let against = arguments.against.as_deref().unwrap_or(Path::new(""));
    let (plan, aids) = (Plan::default(), Aids::default());
    let met = each_pair(key.to_vec(), [response.to_vec()], &plan, &aids, |pair, _| pair);
    let (pairs, noticed) = met.unwrap_or_else(|refusal| (Vec::new(), refusal.noticed));
    for one in noticed {
        problems.add(if one.source == 0 { against } else { path }, one.problem);
    }
    if let Some(which) = &arguments.key_mentions {
        let request = Request { path, linked: which == "linked" };
        pairs.iter().flatten().for_each(|pair| mentions::compare(pair, &request, problems));
    }
}

fn summary(documents: &[Document]) -> String {
    let tokens: usize = documents.iter().map(|document| document.tokens() as usize).sum();
    let mentions: usize = documents.iter().map(|document| document.mentions().len()).sum();
    let entities: usize = documents.iter().map(Document::entity_count).sum();
    let counts = [(documents.len(), "document"), (tokens, "token"), (mentions, "mention")];
    let counts = counts.map(|(number, thing)| in_words(number, thing)).join(", ");
    let entities = if entities == 1 { "1 entity".to_owned() } else { format!("{entities} entities") };
    format!("{counts}, {entities}")
}
