//! Finds the text that belongs to a standoff file.

use std::path::{Path, PathBuf};

use corefeval::format::Format;

use crate::{Error, Result, contents};

/// The text beside a file, for the formats that have one.
pub(crate) fn companion(path: &Path, format: &Format) -> Result<Option<Vec<u8>>> {
    let Some(ending) = format.companion else { return Ok(None) };
    let places =
        if ending.starts_with('_') { level_companions(path, ending) } else { companions(path, ending) };
    let text = places.iter().find(|place| place.exists()).unwrap_or(&places[0]).clone();
    let bytes = contents(&text);
    bytes.map(Some).map_err(|text| Error::Companion { path: path.to_owned(), text: Box::new(text) })
}

/// The possible paths of the text; for `letter.apf.xml` it is in `letter.sgm`.
fn companions(path: &Path, ending: &str) -> [PathBuf; 2] {
    [path.with_extension(ending), path.with_extension("").with_extension(ending)]
}

/// The possible paths of the words for a file of one level, `letter_coref_level.xml`: beside it, or in
/// MMAX2's folder for words.
fn level_companions(path: &Path, ending: &str) -> [PathBuf; 2] {
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let text =
        stem.strip_suffix("_level").and_then(|rest| rest.rsplit_once('_')).map_or(&*stem, |(text, _)| text);
    let words = format!("{text}{ending}");
    let folder = path.parent().unwrap_or(Path::new(""));
    [folder.join(&words), folder.join("../Basedata").join(&words)]
}
