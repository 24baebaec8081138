//! Lists the files of folders.

use std::collections::BTreeSet;
use std::fs::FileType;
use std::path::{Path, PathBuf};

use corefeval::format::FORMATS;

use crate::{Error, Result};

/// Whether links to folders are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Links {
    /// They are followed, but every folder is read only once, even if several links lead to it.
    Follow,
    /// They count as files.
    Leave,
}

/// The files of a path: the file itself, or all files of known formats in a folder, sorted.
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

/// The files of a folder and its subfolders for which `keep` is true, sorted. If one of them is a pipe, a
/// socket or a device, this is an error, because reading it might never end.
pub fn walk(folder: &Path, links: Links, keep: impl Fn(&Path) -> bool) -> Result<Vec<PathBuf>> {
    let (mut found, mut seen) = (Vec::new(), BTreeSet::new());
    // folders before links to folders, so that a file gets its path without links
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

/// The entries of one folder, in the order given by the system.
pub fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(folder).map_err(Error::io(folder))?;
    entries.map(|entry| Ok(entry.map_err(Error::io(folder))?.path())).collect()
}

/// Refuses pipes, sockets and devices. If the kind of a file cannot be determined, the error is left to
/// opening it.
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

/// Whether a file is the text of a standoff file that was found beside it; `found` must be sorted.
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
