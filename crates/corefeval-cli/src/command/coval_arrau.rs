//! `corefeval coval-arrau`: what CoVal prints for ARRAU in columns.

use std::collections::HashMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, bail};
use corefeval::dropin::coval_arrau::{Options, Source, score};
use corefeval_files::contents;
use corefeval_files::paths::{self, Links};

use crate::dropin::print;

/// Print what CoVal's arrau-scorer.py prints.
///
/// For two files or folders of *.CONLL files.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The annotation taken to be right: a file, or a folder that is searched with its subfolders.
    key: PathBuf,
    /// The annotation to score; documents are matched by file name.
    system: PathBuf,
    /// lea, muc, bcub, ceafe or all; `remove_singletons`, MIN, `keep_non_referring`; other words are ignored.
    #[arg(allow_hyphen_values = true)]
    words: Vec<OsString>,
}

impl Arguments {
    /// Acts as CoVal.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let words: Vec<_> = self.words.iter().map(|word| word.to_string_lossy()).collect();
        let (key, response) = (documents(&self.key)?, documents(&self.system)?);
        print(&score(&sources(&key), &sources(&response), &Options::from_words(&words)))
    }
}

/// A document's name and contents.
type Named = (String, Vec<u8>);

fn sources(documents: &[Named]) -> Vec<Source<'_>> {
    documents.iter().map(|(name, bytes)| Source { name, bytes }).collect()
}

/// The documents of a file or folder in the order of their paths; if two have the same name, the last is
/// used.
fn documents(path: &Path) -> Result<Vec<Named>> {
    let is_read = |path: &Path| path.as_os_str().as_encoded_bytes().ends_with(b".CONLL");
    let paths = if path.is_dir() {
        paths::walk(path, Links::Leave, is_read)?
    } else {
        Some(path.to_owned()).into_iter().filter(|path| is_read(path)).collect()
    };
    if paths.is_empty() && path.exists() {
        bail!("{}: CoVal reads only files whose names end in .CONLL", path.display());
    }
    if paths.is_empty() {
        bail!("{}: no such file or folder", path.display());
    }
    let mut by_name: HashMap<String, PathBuf> = HashMap::new();
    let names: Vec<String> = paths.iter().map(|path| name(path)).collect();
    by_name.extend(names.iter().cloned().zip(paths));
    // each path is used only for the first document of its name
    let taken = names.into_iter().filter_map(|name| by_name.remove(&name).map(|path| (name, path)));
    taken.map(|(name, path)| Ok((name, contents(&path)?))).collect()
}

fn name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}
