//! What is in a folder.

use std::path::{Path, PathBuf};

use corefeval::format::FORMATS;

use crate::{Error, Result};

/// The files that a path stands for: itself, or all files of known formats in a folder, sorted.
pub fn expand(path: &Path) -> Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut found = walk(path)?;
    found.retain(|file| has_known_ending(file));
    if found.is_empty() {
        return Err(Error::NothingToRead { folder: path.to_owned() });
    }
    let companions: Vec<bool> = found.iter().map(|path| is_companion(path, &found)).collect();
    let mut companions = companions.into_iter();
    found.retain(|_| !companions.next().unwrap_or(false));
    Ok(found)
}

/// All files in a folder and the folders in it, sorted.
pub fn walk(folder: &Path) -> Result<Vec<PathBuf>> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        for path in entries(&folder)? {
            if path.is_dir() { folders.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    Ok(found)
}

/// The same without following links to folders: such a link counts as a file.
pub fn walk_unlinked(folder: &Path) -> Result<Vec<PathBuf>> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        for path in entries(&folder)? {
            let is_folder = path.symlink_metadata().is_ok_and(|about| about.is_dir());
            if is_folder { folders.push(path) } else { found.push(path) }
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
