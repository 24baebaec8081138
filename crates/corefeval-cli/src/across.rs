//! Scoring across documents: those of a topic, or all, are put together before they are counted.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use corefeval::document::{Document, Name, Wanted};
use corefeval::evaluation::{Protocol, Scope, Tokens, scope};
use corefeval_files::Files;

use crate::checks;
use crate::entity_map::EntityMap;
use crate::pipeline;
use crate::problems::Problems;

/// Which documents belong together.
pub(crate) struct Across {
    pub(crate) scope: Scope,
    /// Topics given in a file: document id and topic, with a tab between.
    topics: BTreeMap<String, String>,
    /// Which entities of different documents are one: for all files, or for each file, the key first.
    maps: Vec<EntityMap>,
    /// Whether the documents must have the same tokens.
    tokens: Tokens,
}

impl Across {
    /// The scope, with the topics of documents if a file gives them, and maps of entities.
    pub(crate) fn new(protocol: &Protocol, file: Option<&PathBuf>, maps: &[PathBuf]) -> Result<Self> {
        let mut topics = BTreeMap::new();
        if let Some(path) = file {
            let text = corefeval_files::text(path)?;
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
        let maps = maps.iter().map(|path| EntityMap::read(path)).collect::<Result<_>>()?;
        Ok(Self { scope: protocol.scope, topics, maps, tokens: protocol.tokens })
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
        for (number, files) in files.iter_mut().enumerate() {
            let documents = pipeline::read_all(files, wanted, problems)?;
            if documents.iter().any(checks::has_names) {
                let message = "mentions have names instead of a text".to_owned();
                problems.refuse(files.path(), "names-alone", message, "score such documents each for itself");
            }
            sides.push((files.path().to_owned(), self.relabelled(number, documents, problems)));
        }
        let Some(((_, key), responses)) = sides.split_first() else { return Ok(Vec::new()) };
        let mut units: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (place, document) in key.iter().enumerate() {
            units.entry(self.unit(document.name())).or_default().push(place);
        }
        let together = |documents: &[Document]| -> Result<Vec<Document>> {
            let unit = |(unit, places): (&String, &Vec<usize>)| {
                Ok(scope::merged(Name::plain(unit), places.iter().map(|&place| &documents[place]))?)
            };
            units.iter().map(unit).collect()
        };
        let mut merged = vec![together(key)?];
        for (path, response) in responses {
            merged.push(together(&self.counterparts(key, response, path, problems))?);
        }
        Ok(merged)
    }

    /// The documents of a file with the entities that a map gives them.
    fn relabelled(
        &self,
        file: usize,
        mut documents: Vec<Document>,
        problems: &mut Problems,
    ) -> Vec<Document> {
        if let Some(map) = self.maps.get(file).or(self.maps.first()) {
            map.relabel(&mut documents, problems);
        }
        documents
    }

    /// The response's documents in the order of the key's; one that is not there counts as empty, with a warning.
    fn counterparts(
        &self,
        key: &[Document],
        response: &[Document],
        path: &Path,
        problems: &mut Problems,
    ) -> Vec<Document> {
        let (jobs, left) = checks::meet(key, response);
        checks::note_order(&left.in_order, &[path.to_owned()], problems);
        for (_, name) in left.extra {
            let message = format!("document {name} is not in the key; it is left out");
            problems.warn(path, "extra-document", message);
        }
        for (_, _, document) in &left.missing {
            let message = format!("document {} is not in the response; it counts as empty", document.name());
            problems.warn(path, "missing-document", message);
        }
        let mut found: Vec<Document> = key.iter().map(Document::without_mentions).collect();
        for job in jobs {
            if self.tokens == Tokens::Same {
                checks::check_tokens(&job, path, problems);
            }
            found[job.place] = job.response;
        }
        found
    }
}
