//! What is in a folder.

use std::collections::BTreeSet;
use std::fs::FileType;
use std::path::{Path, PathBuf};

use corefeval::format::FORMATS;

use crate::{Error, Result};

/// Whether links to folders are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Links {
    /// They are, but every folder is looked into only once, whatever leads to it.
    Follow,
    /// They count as files.
    Leave,
}

/// The files that a path stands for: itself, or all files of known formats in a folder, sorted.
pub fn expand(path: &Path) -> Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut found = walk(path, Links::Follow, has_known_ending)?;
    if found.is_empty() {
        return Err(Error::NothingToRead { folder: path.to_owned() });
    }
    let companions: Vec<bool> = found.iter().map(|path| is_companion(path, &found)).collect();
    let mut companions = companions.into_iter();
    found.retain(|_| !companions.next().unwrap_or(false));
    Ok(found)
}

/// The files to keep of a folder and all folders in it, sorted. One that is to be kept but is a pipe, a socket or a device
/// is an error: it might never end.
pub fn walk(folder: &Path, links: Links, keep: impl Fn(&Path) -> bool) -> Result<Vec<PathBuf>> {
    let (mut found, mut seen) = (Vec::new(), BTreeSet::new());
    // folders before links to folders, so that a file is called by the shorter way to it
    let (mut folders, mut linked) = (vec![folder.to_owned()], BTreeSet::new());
    while let Some(folder) = folders.pop().or_else(|| linked.pop_first()) {
        if !seen.insert(folder.canonicalize().map_err(Error::io(&folder))?) {
            continue;
        }
        for path in entries(&folder)? {
            let is_link = path.is_symlink();
            if path.is_dir() && !(is_link && links == Links::Leave) {
                if is_link {
                    linked.insert(path)
                } else {
                    folders.push(path);
                    true
                };
            } else if keep(&path) {
                refuse_special(&path)?;
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// What is in one folder, in the order of the system.
pub fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(folder).map_err(Error::io(folder))?;
    entries.map(|entry| Ok(entry.map_err(Error::io(folder))?.path())).collect()
}

/// What cannot be looked at is left to whoever opens it.
fn refuse_special(path: &Path) -> Result<()> {
    match path.metadata().ok().and_then(|about| special(about.file_type())) {
        Some(what) => Err(Error::NotAFile { path: path.to_owned(), what }),
        None => Ok(()),
    }
}

#[cfg(unix)]
fn special(kind: FileType) -> Option<&'static str> {
    use std::os::unix::fs::FileTypeExt;
    let kinds = [
        (kind.is_fifo(), "a named pipe"),
        (kind.is_socket(), "a socket"),
        (kind.is_block_device() || kind.is_char_device(), "a device"),
    ];
    kinds.into_iter().find_map(|(is, what)| is.then_some(what))
}

#[cfg(not(unix))]
fn special(_: FileType) -> Option<&'static str> {
    None
}

/// Whether a file is the text of a standoff file that was found beside it; `found` is in order.
fn is_companion(path: &Path, found: &[PathBuf]) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or("");
    let standoff = FORMATS.iter().filter(|format| format.companion == Some(ending));
    let mut annotations =
        standoff.flat_map(|format| format.extensions).map(|ending| path.with_extension(ending));
    annotations.any(|annotation| found.binary_search(&annotation).is_ok())
}

fn has_known_ending(path: &Path) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    FORMATS.iter().any(|format| format.has_ending(&name))
}
