//! A file that says which entities of different documents are one: document, entity and shared id, with tabs between.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use corefeval::document::{Document, Name};

use crate::problems::Problems;

/// Shared ids by document and entity.
pub(crate) struct EntityMap {
    path: PathBuf,
    shared: BTreeMap<(String, String), String>,
}

impl EntityMap {
    /// Reads a file; blank lines and lines that begin with `#` are passed over.
    pub(crate) fn read(path: &Path) -> Result<Self> {
        let text = corefeval_files::text(path)?;
        let mut shared = BTreeMap::new();
        for (number, line) in (1..).zip(text.lines()) {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let cells: Vec<&str> = line.split('\t').map(str::trim).collect();
            let [document, entity, id] = cells[..] else {
                bail!(
                    "{}:{number}: expected a document, an entity and a shared id with tabs between: `{line}`",
                    path.display()
                );
            };
            let key = (Name::parse(document).to_string(), entity.to_owned());
            let before = shared.insert(key, id.to_owned());
            if let Some(before) = before.filter(|before| before != id) {
                bail!(
                    "{}:{number}: entity {entity} of {document} is `{before}` and again `{id}`",
                    path.display()
                );
            }
        }
        Ok(Self { path: path.to_owned(), shared })
    }

    /// Gives entities their shared ids; all others are of their document alone.
    pub(crate) fn relabel(&self, documents: &mut [Document], problems: &mut Problems) {
        let mut used = BTreeSet::new();
        for document in documents {
            let name = document.name().clone();
            document.relabel_entities(|label| match self.find(&name, label) {
                Some((key, shared)) => {
                    used.insert(key);
                    shared.clone()
                }
                // no shared id has a tab in it
                None => format!("{name}\t{label}"),
            });
        }
        for (document, entity) in self.shared.keys().filter(|key| !used.contains(key)) {
            let message = format!("document {document} has no entity {entity}, or is not there");
            problems.warn(&self.path, "unknown-entity", message);
        }
    }

    /// The entry of an entity, under the document's whole name or its id alone.
    fn find(&self, name: &Name, label: &str) -> Option<(&(String, String), &String)> {
        let under = |document: &str| self.shared.get_key_value(&(document.to_owned(), label.to_owned()));
        under(&name.to_string()).or_else(|| under(&name.id))
    }
}
