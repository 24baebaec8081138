//! One run of a team: its `system.toml`, and its response to each dataset.

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

use corefeval::problem::Problem;
use corefeval::task::{Card, Entry, Found, Task, responses};
use tempfile::TempDir;

use super::archive::{MOST_BYTES, is_zip, unpack};
use super::folder::{name, without_zip};
use crate::fingerprint::digest;
use crate::paths::{self, Links};
use crate::{Error, Result};

/// How many bytes a `task.toml` or `system.toml` may have.
const MOST: u64 = 1 << 20;
/// The name of the file in which participants describe a system.
const CARD: &str = "system.toml";

/// A run of a team: a folder, or a file if the task has only one dataset.
#[derive(Clone, Debug)]
pub struct Run {
    /// The team.
    pub team: String,
    /// The run; empty for a baseline, and for a team that is a file.
    pub run: String,
    /// Its path.
    pub path: PathBuf,
    /// Whether it is the baseline, with which others are compared.
    pub is_baseline: bool,
}

/// The contents of a run.
#[derive(Debug, Default)]
pub struct Looked {
    /// The participants' description of the system.
    pub card: Card,
    /// The response to each dataset.
    pub responses: Vec<Option<PathBuf>>,
    /// Problems, each with the name of a file in the run.
    pub problems: Vec<(String, Problem)>,
    /// The folder of the files: the run itself, or the folder into which it was unpacked.
    pub root: PathBuf,
    /// The folder into which a zip file was unpacked, which is removed when this value is dropped.
    pub unpacked: Option<TempDir>,
}

impl Run {
    pub(super) fn new(team: &str, path: PathBuf, is_baseline: bool) -> Self {
        let run = if is_zip(&path) { without_zip(&path) } else { name(&path) };
        let run = if is_baseline || run == team { String::new() } else { run };
        Self { team: team.to_owned(), run, path, is_baseline }
    }

    /// A run without a team, for a participant who checks a submission.
    #[must_use]
    pub fn of(path: &Path) -> Self {
        Self { team: name(path), run: String::new(), path: path.to_owned(), is_baseline: false }
    }

    /// Reads the folder. Problems are those of this run and do not stop others from being read.
    #[must_use]
    pub fn look(&self, task: &Task) -> Looked {
        let mut looked = Looked { responses: vec![None; task.datasets.len()], ..Looked::default() };
        if let Err(problem) = self.try_look(task, &mut looked) {
            looked.problems.push((String::new(), problem));
        }
        looked
    }

    fn try_look(&self, task: &Task, looked: &mut Looked) -> std::result::Result<(), Problem> {
        let is_text = |name: Option<&OsStr>| name.is_none_or(|name| name.to_str().is_some());
        let parent = self.path.parent().and_then(Path::file_name);
        if !is_text(self.path.file_name()) || (!self.is_baseline && !is_text(parent)) {
            return Err(Problem::error("file-name", 0, "the name of the team or run is not UTF-8")
                .hint("rename the folder"));
        }
        let unreadable = |error: Error| Problem::error("unreadable", 0, error.to_string());
        let mut root = self.path.canonicalize().map_err(|error| unreadable(Error::io(&self.path)(error)))?;
        if is_zip(&root) {
            let unpacked = unpack(&root, MOST_BYTES)?;
            root =
                unpacked.path().canonicalize().map_err(|error| unreadable(Error::io(&self.path)(error)))?;
            looked.unpacked = Some(unpacked);
        }
        looked.root.clone_from(&root);
        if !root.is_dir() {
            refuse_archive(&name(&self.path))?;
            return self.only_file(task, looked);
        }
        let folder = Self::inner(task, &root).map_err(unreadable)?;
        Self::card(&folder, looked);
        let entries = entries(&folder).map_err(unreadable)?;
        let found = responses(task, &entries);
        for place in &found.others {
            let message =
                format!("`{}` is the response to no dataset, and is not read", entries[*place].name);
            let names: Vec<&str> = task.datasets.iter().map(|dataset| dataset.name.as_str()).collect();
            let hint =
                format!("the datasets are {}; a response is called NAME.conll or the like", names.join(", "));
            let problem = Problem::warning("not-a-response", 0, message).hint(hint);
            looked.problems.push((entries[*place].name.clone(), problem));
        }
        for (dataset, response) in looked.responses.iter_mut().enumerate() {
            *response = one_response(task, dataset, &found, &entries, &folder)?;
            if let Some(response) = response {
                refuse_archive(&name(response))?;
                keep_inside(&root, response)?;
            }
        }
        Ok(())
    }

    fn only_file(&self, task: &Task, looked: &mut Looked) -> std::result::Result<(), Problem> {
        if let [only] = &mut looked.responses[..] {
            *only = Some(self.path.clone());
            return Ok(());
        }
        let message = format!("a file cannot be the response to {} datasets", task.datasets.len());
        Err(Problem::error("not-a-response", 0, message).hint("make a folder with a file for each dataset"))
    }

    /// The folder itself, or the only folder in it, since archives often contain a single folder.
    fn inner(task: &Task, root: &Path) -> Result<PathBuf> {
        let entries = entries(root)?;
        let found = responses(task, &entries);
        let folders: Vec<&usize> = found.others.iter().filter(|place| entries[**place].is_folder).collect();
        match (&folders[..], found.responses.iter().all(Vec::is_empty)) {
            ([only], true) => Ok(root.join(&entries[**only].name)),
            _ => Ok(root.to_owned()),
        }
    }

    fn card(folder: &Path, looked: &mut Looked) {
        let path = folder.join(CARD);
        if !path.exists() && !path.is_symlink() {
            return;
        }
        let text = keep_inside(folder, &path).and_then(|()| {
            short_text(&path).map_err(|error| Problem::error("system-card", 0, error.to_string()))
        });
        let problems = match text.and_then(|text| Card::read(&text)) {
            Ok((card, problems)) => {
                looked.card = card;
                problems
            }
            Err(problem) => vec![problem],
        };
        looked.problems.extend(problems.into_iter().map(|problem| (CARD.to_owned(), problem)));
    }

    /// A digest of the bytes of all its files, except for the system card.
    pub fn fingerprint(&self) -> Result<String> {
        let mut files = if self.path.is_dir() {
            paths::walk(&self.path, Links::Follow, |_| true)?
        } else {
            vec![self.path.clone()]
        };
        files.retain(|file| name(file) != CARD);
        let mut text = Vec::new();
        for file in files {
            let inside = file.strip_prefix(&self.path).unwrap_or(&file);
            text.extend(inside.as_os_str().as_encoded_bytes());
            text.extend(format!("\n{}\n", crate::fingerprint::of_file(&file)?).bytes());
        }
        Ok(digest(&text))
    }
}

/// The text of a file that must be short.
pub(super) fn short_text(path: &Path) -> Result<String> {
    let about = std::fs::metadata(path).map_err(Error::io(path))?;
    if !about.is_file() || about.len() > MOST {
        let why = if about.is_file() { "it is too long for such a file" } else { "it is not a file" };
        return Err(Error::io(path)(io::Error::other(why)));
    }
    crate::text(path)
}

fn entries(folder: &Path) -> Result<Vec<Entry>> {
    let mut paths = paths::entries(folder)?;
    paths.sort();
    Ok(paths.iter().map(|path| Entry { name: name(path), is_folder: path.is_dir() }).collect())
}

fn one_response(
    task: &Task,
    dataset: usize,
    found: &Found,
    entries: &[Entry],
    folder: &Path,
) -> std::result::Result<Option<PathBuf>, Problem> {
    match &found.responses[dataset][..] {
        [] => Ok(None),
        _ if found.whole => Ok(Some(folder.to_owned())),
        [only] => Ok(Some(folder.join(&entries[*only].name))),
        several => {
            let names: Vec<&str> = several.iter().map(|place| entries[*place].name.as_str()).collect();
            let dataset = &task.datasets[dataset].name;
            let message = format!("several files are the response to {dataset}: {}", names.join(", "));
            Err(Problem::error("several-responses", 0, message)
                .hint("keep one, or put them into a folder of that name"))
        }
    }
}

/// Refuses archives: only the user can know whether they can be trusted.
fn refuse_archive(name: &str) -> std::result::Result<(), Problem> {
    let endings = [".zip", ".tar", ".tgz", ".tar.gz", ".7z", ".rar"];
    match endings.iter().find(|ending| name.to_lowercase().ends_with(*ending)) {
        Some(ending) => {
            let message = format!("`{name}` is an archive ({ending}), which is not read");
            Err(Problem::error("archive", 0, message).hint("unpack it into a folder in its place"))
        }
        None => Ok(()),
    }
}

/// Refuses a response that is a link to a file outside of the submission, such as the key.
fn keep_inside(root: &Path, response: &Path) -> std::result::Result<(), Problem> {
    let unreadable = |error: Error| Problem::error("unreadable", 0, error.to_string());
    let files = if response.is_dir() {
        paths::walk(response, Links::Follow, |_| true).map_err(unreadable)?
    } else {
        vec![response.to_owned()]
    };
    for file in files {
        let real = file.canonicalize().map_err(|error| unreadable(Error::io(&file)(error)))?;
        if !real.is_file() {
            let message = format!("`{}` is not a file", name(&file));
            return Err(Problem::error("unreadable", 0, message));
        }
        if !real.starts_with(root) {
            let message = format!("`{}` is a link that leads out of the submission", name(&file));
            return Err(Problem::error("link-outside", 0, message).hint("put the file itself there"));
        }
    }
    Ok(())
}
