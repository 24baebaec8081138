//! Makes the documents that participants are given from a key, for `convert --given` and `task given`.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use corefeval::document::{Document, Name, Wanted};
use corefeval::format::{Problem, Role};
use corefeval::task::{Condition, given, keep_text, take_layers};
use corefeval_files::{Files, Options};

use crate::paths::name;
use crate::problems::Problems;

/// The source of the layers that participants get.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LayersFrom {
    /// The key.
    Key,
    /// Nowhere: participants get only the text.
    Nowhere,
    /// A file with the same text.
    File(PathBuf),
}

/// Makes the documents that participants are given under a condition.
pub(crate) fn prepare(
    documents: &[Document],
    condition: Condition,
    layers: &LayersFrom,
    problems: &mut Problems,
) -> Result<Vec<Document>> {
    let mut made = Vec::new();
    for document in documents {
        made.push(given(document, condition)?);
    }
    match layers {
        LayersFrom::Key => {}
        LayersFrom::Nowhere => made.iter_mut().for_each(keep_text),
        LayersFrom::File(path) => {
            let automatic = by_name(path, problems)?;
            for document in &mut made {
                let other = automatic
                    .get(document.name())
                    .ok_or_else(|| anyhow!("{}: there is no document {}", name(path), document.name()))?;
                take_layers(document, other).with_context(|| name(path))?;
            }
        }
    }
    Ok(made)
}

/// Whether a loss is intended because participants are not given the information: heads of mentions.
pub(crate) fn is_withheld(loss: &Problem) -> bool {
    loss.code == "no-heads"
}

fn by_name(path: &Path, problems: &mut Problems) -> Result<HashMap<Name, Document>> {
    let documents = read(path, &Options::new(), problems)?.0;
    Ok(documents.into_iter().map(|document| (document.name().clone(), document)).collect())
}

/// The documents of a path, and the format of its first file.
pub(crate) fn read(
    path: &Path,
    options: &Options,
    problems: &mut Problems,
) -> Result<(Vec<Document>, &'static corefeval::format::Format)> {
    let mut files = Files::open(path, &options.role(Role::Key))?;
    let mut documents = Vec::new();
    for part in files.read_all(Wanted::ALL)? {
        part.reading.problems.into_iter().for_each(|problem| problems.add(&part.path, problem));
        documents.extend(part.reading.documents);
    }
    let format = files.inputs().first().map(corefeval_files::Input::format);
    Ok((documents, format.ok_or_else(|| anyhow!("{}: there is no file to read", name(path)))?))
}
