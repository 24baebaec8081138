//! `corefeval validate`: what is wrong or odd in files?

mod diff;
mod repair;
mod stream;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Result;
use clap::builder::{PossibleValue, PossibleValuesParser};
use corefeval::document::Document;
use corefeval::evaluation::{Aids, Plan, each_pair};
use corefeval::format::{Format, Role};
use corefeval::problem::Listener;
use corefeval_files::Options;
use repair::{Mode, Repaired, repair};
use stream::{JsonStream, Kept};

use super::arguments::{ComparisonArguments, OutputArguments, Prose};
use super::reading::{Together, read_together};
use crate::mentions::{self, Needed, Request};
use crate::output;
use crate::paths::{check, name};
use crate::problems::{Problems, in_words};

/// Check files and report problems line by line.
///
/// The exit status is 1 if there are errors; with --strict, also if there are warnings. `corefeval explain CODE` explains a
/// problem code, and docs/problems.md lists them all.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The files or folders to check, or - for standard input.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Also check that documents, tokens and sentences agree with this key.
    #[arg(long, value_name = "KEY")]
    against: Option<PathBuf>,
    /// Check also that the mentions are the key's (the gold-mention condition).
    #[arg(long, value_name = "WHICH", value_parser = key_mentions(), requires = "against")]
    key_mentions: Option<String>,
    /// Repair unambiguous problems in the files themselves: line ends, missing end lines, brackets whose partner has only one
    /// possible position, repeated mentions.
    #[arg(long)]
    fix: bool,
    /// With --fix: list the repairs without changing any file.
    #[arg(long, requires = "fix")]
    dry_run: bool,
    /// With --fix: show the repairs as a unified diff on standard output without changing any file.
    #[arg(long, requires = "fix", conflicts_with_all = ["out", "as"])]
    diff: bool,
    #[command(flatten)]
    input: ComparisonArguments,
    #[command(flatten)]
    output: OutputArguments<Prose>,
}

impl Arguments {
    /// Prints text on standard output, unless that is reserved for a diff or the result goes to a file.
    fn tell(&self, text: &str, kept: &Kept) -> Result<()> {
        match (self.output.file(), self.diff) {
            (Some(_), _) => kept.add(text),
            (None, true) => output::complain(text),
            (None, false) => output::write(text, None)?,
        }
        Ok(())
    }

    /// The listener that gets problems as they are found.
    fn listener(&self, kept: &Kept) -> Listener {
        let kept = self.output.file().is_some().then(|| kept.clone());
        stream::to_people(self.input.all.quiet, kept)
    }
}

/// The value parser of `--key-mentions`.
fn key_mentions() -> PossibleValuesParser {
    PossibleValuesParser::new([
        PossibleValue::new("all").help("All mentions of the key"),
        PossibleValue::new("linked").help("Mentions that are alone in their entity may be left out"),
        PossibleValue::new("within")
            .help("Any mention may be left out, and none added (the gold-boundary condition)"),
    ])
}

/// Checks files.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let format = arguments.input.response_format()?;
    let inputs = arguments.files.iter().chain(&arguments.against);
    check(inputs.map(PathBuf::as_path), arguments.output.file())?;
    let kept = Kept::default();
    let repaired = repaired(arguments, format, &kept)?;
    let to_file = arguments.output.file().is_some().then(|| kept.clone());
    let json = arguments.output.is_json();
    let json = json.then(|| JsonStream::new(arguments.fix.then_some(&repaired[..]), to_file));
    let listener = json.as_ref().map_or_else(|| arguments.listener(&kept), JsonStream::listener);
    let mut problems = arguments.input.all.problems().heard_by(listener);
    let key = key(arguments, &mut problems)?;
    let options = Options::new().format(format);
    let options = if key.is_some() { options.role(Role::Response) } else { options };
    let mut counts = Vec::new();
    for path in &arguments.files {
        let read = read_together(&arguments.input.all, std::slice::from_ref(path), &options, &mut problems);
        let Together { documents, failed, .. } = match read {
            Ok(read) => read,
            // of several files, the others are checked all the same
            Err(error) if arguments.files.len() > 1 && is_no_annotation(&error) => {
                problems.refuse(
                    path,
                    "unreadable",
                    unprefixed(path, &error),
                    "give annotated text, or leave it out",
                );
                continue;
            }
            Err(error) => return Err(error),
        };
        // documents that could not be read would be reported as missing
        if let Some(Together { documents: key, .. }) = key.as_ref().filter(|key| !key.failed && !failed) {
            compare(arguments, key, &documents, path, &mut problems);
        }
        counts.push((path, summary(&documents)));
    }
    if let Some(json) = json {
        json.finish(problems.errors()).map_err(output::Unprinted)?;
    } else {
        for rest in problems.found.counts().filter_map(|count| stream::rest(&count)) {
            if arguments.output.file().is_some() { kept.add(&rest) } else { output::complain(&rest) }
        }
        for (path, summary) in counts {
            arguments.tell(&format!("{}: {summary}\n", name(path)), &kept)?;
        }
        arguments.tell(&format!("{}\n", problems.summary()), &kept)?;
    }
    if arguments.output.file().is_some() {
        arguments.output.write_text(&kept.text())?;
    }
    Ok(if problems.errors() > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Whether a file is there and is no annotated text.
fn is_no_annotation(error: &anyhow::Error) -> bool {
    use corefeval_files::Error;
    let error = error.downcast_ref::<Error>();
    matches!(error, Some(Error::UnknownFormat { .. } | Error::Empty { .. } | Error::NotText { .. }))
}

/// What is wrong with a file, without its path.
fn unprefixed(path: &Path, error: &anyhow::Error) -> String {
    let text = error.to_string();
    text.strip_prefix(&format!("{}: ", path.display())).unwrap_or(&text).to_owned()
}

/// The key against which files are checked.
fn key(arguments: &Arguments, problems: &mut Problems) -> Result<Option<Together>> {
    let Some(path) = &arguments.against else { return Ok(None) };
    let options = Options::new().format(arguments.input.key_format()?).role(Role::Key);
    read_together(&arguments.input.all, std::slice::from_ref(path), &options, problems).map(Some)
}

/// Repairs the files, if requested, and prints what was done; JSON has it later.
fn repaired(arguments: &Arguments, format: Option<&'static Format>, kept: &Kept) -> Result<Vec<Repaired>> {
    let mode = match (arguments.diff, arguments.dry_run) {
        (true, _) => Mode::Diff,
        (_, true) => Mode::List,
        _ => Mode::Make,
    };
    let mut all = Vec::new();
    for path in arguments.files.iter().filter(|_| arguments.fix) {
        let repaired = repair(path, format, mode)?;
        for repaired in repaired.iter().filter(|_| !arguments.output.is_json()) {
            arguments.tell(&repaired.lines(mode), kept)?;
        }
        all.extend(repaired);
    }
    Ok(all)
}

/// Compares a response with the key: documents, tokens, words, sentences and, if requested, mentions.
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
        let request = Request { path, needed: Needed::named(which) };
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
