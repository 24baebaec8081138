//! `--fix`: makes repairs in the files themselves, or shows them.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use corefeval::format::Format;
use corefeval::format::fix::{Fixed, fix};
use corefeval_files::{Input, Options, contents, paths};

use super::diff;
use crate::output;
use crate::paths::name;

/// What to do with repairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// Write them to the files.
    Make,
    /// List them without changing any file.
    List,
    /// Show them line by line without changing any file.
    Diff,
}

/// A file with its repairs.
pub(super) struct Repaired {
    pub(super) file: PathBuf,
    pub(super) fixed: Fixed,
}

/// The number of repairs of a file that the text output lists.
const MOST_LISTED: usize = 20;

impl Repaired {
    /// The repairs made or proposed, and what was not repaired, as text.
    pub(super) fn lines(&self, mode: Mode) -> String {
        let file = name(&self.file);
        let before = if mode == Mode::Make { "" } else { "would be repaired: " };
        let repairs = self.fixed.repairs.iter().take(MOST_LISTED);
        let mut lines =
            repairs.fold(String::new(), |lines, repair| lines + &format!("{file}: {before}{repair}\n"));
        let unlisted = self.fixed.repairs.len().saturating_sub(MOST_LISTED);
        if unlisted > 0 {
            lines +=
                &format!("{file}: … and {unlisted} more; --dry-run --json lists all, --diff shows them\n");
        }
        self.fixed.left.iter().fold(lines, |lines, left| lines + &format!("{file}: not repaired: {left}\n"))
    }
}

/// Repairs the files that a path names, each completely or not at all.
pub(super) fn repair(path: &Path, format: Option<&'static Format>, mode: Mode) -> Result<Vec<Repaired>> {
    let mut repaired = Vec::new();
    for file in paths::expand(path)? {
        let bytes = plain(&file)?;
        let format = Input::open(&file, &Options::new().format(format))?.format();
        let mut fixed = fix(format, &bytes);
        if fixed.bytes != bytes {
            match mode {
                Mode::Make => output::write_file(&file, &fixed.bytes)?,
                Mode::List => {}
                Mode::Diff => output::write_data(&diff::unified(&name(&file), &bytes, &fixed))?,
            }
        }
        // from here on, only the messages are needed
        fixed.bytes = Vec::new();
        repaired.push(Repaired { file, fixed });
    }
    Ok(repaired)
}

/// The bytes of a file that can be written back.
fn plain(file: &Path) -> Result<Vec<u8>> {
    let about = std::fs::metadata(file).with_context(|| file.display().to_string())?;
    let about = Some(about).filter(std::fs::Metadata::is_file);
    let bytes = if about.is_some() { contents(file)? } else { Vec::new() };
    match about {
        // a compressed file has another size
        Some(about) if about.len() == bytes.len() as u64 => Ok(bytes),
        _ => bail!("{}: only plain files are repaired", file.display()),
    }
}
