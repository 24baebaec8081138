//! `corefeval coval`: what CoVal prints for CoNLL files.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use corefeval::dropin::coval::{Options, score};
use corefeval_files::contents;

use crate::dropin::print;

/// Print what CoVal's scorer.py prints for two CoNLL files.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The annotation taken to be right (gold).
    key: PathBuf,
    /// The annotation to score (predicted).
    system: PathBuf,
    /// mentions, muc, bcub, ceafe, lea or all; `remove_singletons`, `NP_only`, `remove_nested`, `min_spans`; other
    /// words are ignored.
    #[arg(allow_hyphen_values = true)]
    words: Vec<OsString>,
}

impl Arguments {
    /// Acts as CoVal.
    pub(crate) fn run(&self) -> anyhow::Result<ExitCode> {
        let words: Vec<_> = self.words.iter().map(|word| word.to_string_lossy()).collect();
        let (key, response) = (contents(&self.key)?, contents(&self.system)?);
        print(&score(&key, &response, &Options::from_words(&words)))
    }
}
