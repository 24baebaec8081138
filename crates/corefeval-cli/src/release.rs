//! The files of a text in an OntoNotes release: found beside its trees, and read.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use corefeval::corpus::TextLayer;
use corefeval::document::Document;
use corefeval::ontonotes::{Edited, ReleaseText, build};

use crate::problems::Problems;

/// How files of trees end.
pub(crate) const TREES: &str = "parse";

/// The documents of the text whose trees are in a file; the other layers are beside it.
pub(crate) fn read(
    trees: &Path,
    root: Option<&Path>,
    edited: Edited,
    problems: &mut Problems,
) -> Result<Vec<Document>> {
    let beside = |layer: TextLayer| trees.with_extension(layer.name());
    let file = |layer: TextLayer| -> Result<Option<String>> {
        let path = beside(layer);
        path.is_file().then(|| corefeval_files::text(&path)).transpose().map_err(Into::into)
    };
    let (name, coref) = (file(TextLayer::Name)?, file(TextLayer::Coreference)?);
    let id =
        named_in(coref.as_deref()).or_else(|| named_in(name.as_deref())).or_else(|| named_by(trees, root));
    let text = ReleaseText {
        id: id.ok_or_else(|| anyhow!("{}: no name can be made of this path", trees.display()))?,
        parse: corefeval_files::text(trees)?,
        name,
        coref,
        speaker: file(TextLayer::Speaker)?,
        sense: file(TextLayer::Sense)?,
        prop: file(TextLayer::Proposition)?,
    };
    let built = build(&text, edited).with_context(|| trees.with_extension("").display().to_string())?;
    for (layer, problem) in built.problems {
        problems.add(&beside(layer), problem);
    }
    Ok(built.documents)
}

/// The name that a file says its text has, without what follows `@`.
fn named_in(text: Option<&str>) -> Option<String> {
    let (_, rest) = text?.split_once("DOCNO=\"")?;
    let id = rest.split(['"', '@']).next()?.trim();
    (!id.is_empty()).then(|| id.to_owned())
}

/// The name that the path of a file tells: what follows `annotations/`, or the folder that was given.
fn named_by(trees: &Path, root: Option<&Path>) -> Option<String> {
    let path = trees.with_extension("");
    let pieces: Vec<String> =
        path.components().map(|piece| piece.as_os_str().to_string_lossy().into_owned()).collect();
    let after = pieces.iter().rposition(|piece| piece == "annotations").map(|place| place + 1);
    let below = || path.strip_prefix(root?).ok().map(|below| below.to_string_lossy().into_owned());
    let last = || pieces.last().cloned();
    after.map(|after| pieces[after..].join("/")).or_else(below).or_else(last).filter(|name| !name.is_empty())
}

/// Where the file of a text goes below a folder.
pub(crate) fn place(id: &str, ending: &str) -> PathBuf {
    let safe: Vec<String> = id.split('/').map(safe).collect();
    PathBuf::from(format!("{}.{ending}", safe.join("/")))
}

/// A name that stays in its folder.
fn safe(piece: &str) -> String {
    let plain = piece.replace(['\\', '\0', ':'], "_");
    if matches!(plain.as_str(), "" | "." | "..") { "_".to_owned() } else { plain }
}
