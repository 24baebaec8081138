//! Scoring across documents: those of a topic, or all, are put together before they are counted.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use corefeval::document::{Document, Name, Wanted};
use corefeval::evaluation::{Scope, scope};

use crate::checks;
use crate::pipeline::{self, Files};
use crate::problems::Problems;

/// Which documents belong together.
pub(crate) struct Across {
    pub(crate) scope: Scope,
    /// Topics given in a file: document id and topic, with a tab between.
    topics: BTreeMap<String, String>,
}

impl Across {
    /// The scope, with the topics of documents if a file gives them.
    pub(crate) fn new(scope: Scope, file: Option<&PathBuf>) -> Result<Self> {
        let mut topics = BTreeMap::new();
        if let Some(path) = file {
            let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
            for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
                let Some((document, topic)) = line.split_once('\t') else {
                    bail!(
                        "{}:{}: expected a document id, a tab and a topic: `{line}`",
                        path.display(),
                        number + 1
                    );
                };
                topics.insert(document.trim().to_owned(), topic.trim().to_owned());
            }
        }
        Ok(Self { scope, topics })
    }

    fn unit(&self, name: &Name) -> String {
        match self.scope {
            Scope::Document => name.to_string(),
            Scope::Corpus => "corpus".to_owned(),
            Scope::Topic => match self.topics.get(&name.id) {
                Some(topic) => topic.clone(),
                None => scope::topic(name).to_owned(),
            },
        }
    }

    /// Reads key and responses whole and puts together what belongs together: the key's units first, then each system's.
    pub(crate) fn read(
        &self,
        files: &mut [Files],
        wanted: Wanted,
        problems: &mut Problems,
    ) -> Result<Vec<Vec<Document>>> {
        let mut sides = Vec::new();
        for files in files.iter_mut() {
            let documents = pipeline::read_all(files, wanted, problems)?;
            if documents.iter().any(checks::has_names) {
                let message = "mentions have names instead of a text".to_owned();
                problems.refuse(files.path(), "names-alone", message, "score such documents each for itself");
            }
            sides.push(documents);
        }
        let (key, responses) = sides.split_at(1);
        let mut units: BTreeMap<String, Vec<&Document>> = BTreeMap::new();
        for document in &key[0] {
            units.entry(self.unit(&document.name)).or_default().push(document);
        }
        let whole = |(unit, documents): (&String, &Vec<&Document>)| {
            scope::merged(Name::plain(unit), documents.iter().copied())
        };
        let mut merged = vec![units.iter().map(whole).collect::<Vec<Document>>()];
        for (number, response) in responses.iter().enumerate() {
            let path = files[number + 1].path();
            merged.push(
                units.iter().map(|(unit, key)| counterpart(unit, key, response, path, problems)).collect(),
            );
        }
        Ok(merged)
    }
}

/// The response's documents in the order of the key's; one that is not there counts as empty, with a warning.
fn counterpart(
    unit: &str,
    key: &[&Document],
    response: &[Document],
    path: &Path,
    problems: &mut Problems,
) -> Document {
    let mut found = Vec::new();
    for document in key {
        let same = response.iter().find(|other| other.name == document.name);
        let same = same.cloned().unwrap_or_else(|| {
            let message = format!("document {} is not in the response; it counts as empty", document.name);
            problems.warn(path, "missing-document", message);
            Document { name: document.name.clone(), tokens: document.tokens, ..Document::default() }
        });
        if same.tokens != document.tokens {
            let (name, one, other) = (&document.name, document.tokens, same.tokens);
            let message = format!("document {name}: the key has {one} tokens, the response {other}");
            problems.refuse(path, "token-count", message, "key and response must be the same text");
        }
        found.push(same);
    }
    scope::merged(Name::plain(unit), found.iter())
}
