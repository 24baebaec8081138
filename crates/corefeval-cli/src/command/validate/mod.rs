//! `corefeval validate`: what is wrong or odd in files?

mod stream;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, bail};
use corefeval::document::Document;
use corefeval::format::{self, Format};
use corefeval_files::{Input, Options, contents, paths};
use stream::JsonStream;

use super::reading::read_together;
use crate::checks;
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

/// Checks files.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let format = arguments.format.as_deref().map(choices::format).transpose()?;
    check(arguments.files.iter().chain(&arguments.against).map(PathBuf::as_path), None)?;
    if arguments.fix {
        for path in &arguments.files {
            fix(path, format)?;
        }
    }
    let json = arguments.json.then(JsonStream::new);
    let listener = json.as_ref().map_or_else(stream::to_people, JsonStream::listener);
    let mut problems = Problems::new(arguments.strict, false).heard_by(listener);
    let key = match &arguments.against {
        Some(path) => Some(read_together(std::slice::from_ref(path), format, &mut problems)?),
        None => None,
    };
    let mut counts = Vec::new();
    for path in &arguments.files {
        let documents = read_together(std::slice::from_ref(path), format, &mut problems)?;
        if let Some(key) = &key {
            checks::compare(key, &documents, path, &mut problems);
            if let Some(which) = &arguments.key_mentions {
                mentions::compare(
                    key,
                    &documents,
                    &Request { path, linked: which == "linked" },
                    &mut problems,
                );
            }
        }
        counts.push((path, summary(&documents)));
    }
    if let Some(json) = json {
        json.finish(problems.errors()).map_err(output::Unprinted)?;
    } else {
        problems.found.counts().for_each(|count| stream::say_rest(&count));
        for (path, summary) in counts {
            output::write(&format!("{}: {summary}\n", name(path)), None)?;
        }
        output::write(&format!("{}\n", problems.summary()), None)?;
    }
    Ok(if problems.errors() > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Repairs files in place, each whole or not at all, and says what was done.
fn fix(path: &Path, format: Option<&'static Format>) -> Result<()> {
    for file in paths::expand(path)? {
        if file.extension().is_some_and(|ending| ending == "gz" || ending == "zst") || file == Path::new("-")
        {
            bail!("{}: only plain files are repaired", file.display());
        }
        let format = Input::open(&file, &Options::new().format(format))?.format();
        let bytes = contents(&file)?;
        let fixed = format::fix::fix(format, &bytes);
        if fixed.bytes != bytes {
            output::write_file(&file, &fixed.bytes)?;
        }
        for repair in fixed.repairs {
            output::write(&format!("{}: {repair}\n", name(&file)), None)?;
        }
    }
    Ok(())
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
