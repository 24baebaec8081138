//! Finds and reads the files of a text in an OntoNotes release, which are beside its trees.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use corefeval::corpus::TextLayer;
use corefeval::document::Document;
use corefeval::ontonotes::{Built, Edited, ReleaseText, build, build_onf};

use crate::problems::Problems;

/// The extension of files with trees.
const TREES: &str = "parse";
/// The extension of files with all layers.
pub(crate) const ALL_LAYERS: &str = "onf";

/// Whether a text can be read from this file: its trees, with the other layers beside them, or all layers in one file.
pub(crate) fn is_text(path: &Path) -> bool {
    is(path, TREES) || is(path, ALL_LAYERS)
}

fn is(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|own| own == ending)
}

/// Leaves out files with all layers if the trees of the same text are beside them.
pub(crate) fn texts(files: Vec<PathBuf>) -> Vec<PathBuf> {
    let trees: BTreeSet<PathBuf> = files.iter().filter(|file| is(file, TREES)).cloned().collect();
    let is_double = |file: &PathBuf| is(file, ALL_LAYERS) && trees.contains(&file.with_extension(TREES));
    files.into_iter().filter(|file| !is_double(file)).collect()
}

/// Reads the documents of a text: from its trees and the layers beside them, or from a file with all layers.
pub(crate) fn read(
    file: &Path,
    root: Option<&Path>,
    edited: Edited,
    problems: &mut Problems,
) -> Result<Vec<Document>> {
    let built = if is(file, ALL_LAYERS) {
        let id = named(None, file, root)?;
        build_onf(&id, &corefeval_files::text(file)?, edited).map_err(Into::into)
    } else {
        layers(file, root, edited)
    };
    let Built { documents, problems: odd, .. } =
        built.with_context(|| file.with_extension("").display().to_string())?;
    for (ending, problem) in odd {
        problems.add(&file.with_extension(ending), problem);
    }
    Ok(documents)
}

/// Builds the documents of a text from its trees and the layers beside them.
fn layers(trees: &Path, root: Option<&Path>, edited: Edited) -> Result<Built> {
    let file = |layer: TextLayer| -> Result<Option<String>> {
        let path = trees.with_extension(layer.name());
        path.is_file().then(|| corefeval_files::text(&path)).transpose().map_err(Into::into)
    };
    let (name, coref) = (file(TextLayer::Name)?, file(TextLayer::Coreference)?);
    let written = named_in(coref.as_deref()).or_else(|| named_in(name.as_deref()));
    let text = ReleaseText {
        id: named(written, trees, root)?,
        parse: corefeval_files::text(trees)?,
        name,
        coref,
        speaker: file(TextLayer::Speaker)?,
        sense: file(TextLayer::Sense)?,
        prop: file(TextLayer::Proposition)?,
    };
    Ok(build(&text, edited)?)
}

fn named(written: Option<String>, file: &Path, root: Option<&Path>) -> Result<String> {
    let name = written.or_else(|| named_by(file, root));
    name.ok_or_else(|| anyhow!("{}: no name can be made of this path", file.display()))
}

/// The name of the text given in a file, without the part after `@`.
fn named_in(text: Option<&str>) -> Option<String> {
    let (_, rest) = text?.split_once("DOCNO=\"")?;
    let id = rest.split(['"', '@']).next()?.trim();
    (!id.is_empty()).then(|| id.to_owned())
}

/// The name of the text by the path of its file: the part after `annotations/`, or after the given folder.
fn named_by(trees: &Path, root: Option<&Path>) -> Option<String> {
    let path = trees.with_extension("");
    let pieces: Vec<String> =
        path.components().map(|piece| piece.as_os_str().to_string_lossy().into_owned()).collect();
    let after = pieces.iter().rposition(|piece| piece == "annotations").map(|place| place + 1);
    let below = || path.strip_prefix(root?).ok().map(|below| below.to_string_lossy().into_owned());
    let last = || pieces.last().cloned();
    after.map(|after| pieces[after..].join("/")).or_else(below).or_else(last).filter(|name| !name.is_empty())
}

/// The path of the file of a text below a folder.
pub(crate) fn place(id: &str, ending: &str) -> PathBuf {
    let safe: Vec<String> = id.split('/').map(safe).collect();
    PathBuf::from(format!("{}.{ending}", safe.join("/")))
}

/// A piece of a path that cannot lead out of its folder.
fn safe(piece: &str) -> String {
    let plain = piece.replace(['\\', '\0', ':'], "_");
    if matches!(plain.as_str(), "" | "." | "..") { "_".to_owned() } else { plain }
}
