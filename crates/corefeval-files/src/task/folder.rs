//! The folder of a task: its definition, keys, given files and runs.

use std::path::{Path, PathBuf};

use corefeval::task::{Dataset, Task};

use super::Run;
use super::archive::is_zip;
use super::run::short_text;
use crate::{Error, Result, paths};

/// A task and its folder.
#[derive(Clone, Debug)]
pub struct TaskFolder {
    root: PathBuf,
    task: Task,
}

impl TaskFolder {
    /// Opens a folder that has a `task.toml`, or the file itself.
    pub fn open(path: &Path) -> Result<Self> {
        let file = if path.is_dir() { path.join("task.toml") } else { path.to_owned() };
        let task = Task::read(&short_text(&file)?);
        let task = task.map_err(|error| Error::Task { path: file.clone(), message: error.to_string() })?;
        let root = file.parent().filter(|root| !root.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Ok(Self { root: root.to_owned(), task })
    }

    /// The task.
    #[must_use]
    pub fn task(&self) -> &Task {
        &self.task
    }

    /// The folder.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The path of a file that `task.toml` names.
    #[must_use]
    pub fn path(&self, named: &str) -> PathBuf {
        self.root.join(named)
    }

    /// The files and folders of a task besides submissions: its definition, the keys, and the given files.
    #[must_use]
    pub fn sources(&self) -> Vec<PathBuf> {
        let of_dataset = |dataset: &Dataset| -> Vec<PathBuf> {
            std::iter::once(&dataset.key).chain(dataset.given.values()).map(|path| self.path(path)).collect()
        };
        let datasets = self.task.datasets.iter().flat_map(of_dataset);
        std::iter::once(self.root.join("task.toml")).chain(datasets).collect()
    }

    /// Every run of every team, sorted by name; the baseline, if there is one, is first.
    pub fn runs(&self) -> Result<Vec<Run>> {
        let folder = self.path(&self.task.submissions);
        let mut runs = Vec::new();
        // a new task may have no submissions yet
        if folder.exists() {
            for team in sorted(&folder)? {
                let name = if is_zip(&team) { without_zip(&team) } else { name(&team) };
                for run in if team.is_dir() { sorted(&team)? } else { vec![team.clone()] } {
                    runs.push(Run::new(&name, run, false));
                }
            }
        }
        let baseline = self.task.baseline.as_ref().map(|path| Run::new("baseline", self.path(path), true));
        Ok(baseline.into_iter().chain(runs).collect())
    }
}

/// The entries of a folder, without hidden files and README files.
fn sorted(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut entries = paths::entries(folder)?;
    let is_text = |name: &str| name.to_lowercase().starts_with("readme");
    entries.retain(|path| !(name(path).starts_with('.') || is_text(&name(path)) && path.is_file()));
    entries.sort();
    Ok(entries)
}

/// The name of a zip file without its extension, unless another entry has that name.
pub(super) fn without_zip(path: &Path) -> String {
    let bare = path.with_extension("");
    name(if bare.exists() { path } else { &bare })
}

pub(super) fn name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}
