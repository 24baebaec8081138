//! Finds the words of a text: in a file, or anywhere in the folders of a treebank.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use corefeval::corpus::Words;
use corefeval_files::paths::{self, Links};

/// The source of words.
pub(crate) enum Treebank {
    /// One file, which has the words of one text.
    File(PathBuf),
    /// Files by their names without folder and ending.
    Folder(PathBuf, BTreeMap<String, Vec<PathBuf>>),
}

/// Extensions of files with words, in order of preference.
const ENDINGS: [&str; 4] = ["parse", "mrg", "words", "txt"];

impl Treebank {
    /// Examines a path; a folder is searched once.
    pub(crate) fn open(path: &Path) -> Result<Self> {
        if !path.is_dir() {
            return Ok(Self::File(path.to_owned()));
        }
        let mut files: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
        let has_words =
            |file: &Path| ENDINGS.iter().any(|ending| file.extension().is_some_and(|own| own == *ending));
        for file in paths::walk(path, Links::Follow, has_words)? {
            let stem = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
            files.entry(stem).or_default().push(file);
        }
        Ok(Self::Folder(path.to_owned(), files))
    }

    /// The words of each of these texts.
    pub(crate) fn words(&self, ids: &[String], keep_edited: bool) -> Result<BTreeMap<String, Words>> {
        let mut words = BTreeMap::new();
        for id in ids {
            let path = self.path(id, ids.len())?;
            let text = corefeval_files::text(path)?;
            let read = Words::read(&text, keep_edited).with_context(|| path.display().to_string())?;
            words.insert(id.clone(), read);
        }
        Ok(words)
    }

    fn path(&self, id: &str, texts: usize) -> Result<&Path> {
        match self {
            Self::File(_) if texts > 1 => {
                bail!(
                    "--words is one file, but there are {texts} texts; give the folder that holds a file for each"
                )
            }
            Self::File(path) => Ok(path),
            Self::Folder(folder, files) => {
                let found = files.get(id.rsplit('/').next().unwrap_or(id));
                let found = found.and_then(|files| best(files, id));
                found.ok_or_else(|| anyhow!("{}: no file for `{id}`, such as {id}.parse", folder.display()))
            }
        }
    }
}

/// Among files with the right name, the one whose folders match the id, with the preferred extension.
fn best<'a>(files: &'a [PathBuf], id: &str) -> Option<&'a Path> {
    let fits = |file: &&PathBuf| file.with_extension("").ends_with(id);
    let rank = |file: &&PathBuf| {
        ENDINGS.iter().position(|ending| file.extension().is_some_and(|own| own == *ending))
    };
    files.iter().filter(fits).min_by_key(rank).map(PathBuf::as_path)
}
