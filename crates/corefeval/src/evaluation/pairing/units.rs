//! Entities that span documents: the pairs of a topic, or of the corpus, are merged before they are counted.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::check::has_names;
use super::{DocumentPair, Noticed};
use crate::document::{Document, DocumentError, Name};
use crate::evaluation::aids::{self, EntityMap};
use crate::evaluation::{Aids, Plan, Scope, scope};
use crate::problem::Problem;

/// Pairs that wait to be merged.
#[derive(Debug)]
pub(super) struct Units<'a> {
    scope: Scope,
    aids: &'a Aids,
    /// For each system, its pairs in the order of the key.
    held: Vec<BTreeMap<usize, DocumentPair>>,
    /// The entries of each map for which an entity was found.
    used: Vec<BTreeSet<(String, String)>>,
}

impl<'a> Units<'a> {
    pub(super) fn new(plan: &Plan, aids: &'a Aids, systems: usize) -> Self {
        let used = aids.entity_maps.iter().map(|_| BTreeSet::new()).collect();
        Self { scope: plan.protocol.scope, aids, held: vec![BTreeMap::new(); systems], used }
    }

    /// Gives the entities of a document the ids that a map says they share with other documents; all others
    /// belong only to their document.
    pub(super) fn relabel(&mut self, side: usize, document: &mut Document) {
        let maps = &self.aids.entity_maps;
        let number = if side < maps.len() { side } else { 0 };
        let Some(map) = maps.get(number) else { return };
        let used = &mut self.used[number];
        let name = &document.name;
        let labels = document.entity_labels.iter().map(|label| match map.find(name, label) {
            Some((entry, shared)) => {
                used.insert(entry.clone());
                shared.to_owned()
            }
            // no shared id has a tab in it
            None => format!("{name}\t{label}"),
        });
        document.entity_labels = labels.collect();
    }

    /// Reports documents whose mentions are only names: they have no text and cannot be merged.
    pub(super) fn look_at_names(&self, source: usize, document: &Document, noticed: &mut Vec<Noticed>) {
        if self.scope != Scope::Document && has_names(document) {
            let message = format!("document {}: there is no text; mentions are only names", document.name);
            let hint = "score such documents one by one";
            noticed.push(Noticed { source, problem: Problem::error("names-alone", 0, message).hint(hint) });
        }
    }

    pub(super) fn hold(&mut self, pair: DocumentPair) {
        if let Some(held) = self.held.get_mut(pair.system) {
            held.insert(pair.place, pair);
        }
    }

    /// The units of every system.
    pub(super) fn form(&mut self, noticed: &mut Vec<Noticed>) -> Vec<DocumentPair> {
        self.note_unused_entries(noticed);
        let mut formed = Vec::new();
        for (system, held) in std::mem::take(&mut self.held).into_iter().enumerate() {
            let mut units: BTreeMap<String, Vec<DocumentPair>> = BTreeMap::new();
            for pair in held.into_values() {
                if let Some(unit) = self.unit(&pair, noticed) {
                    units.entry(unit).or_default().push(pair);
                }
            }
            self.note_lone(system, &units, noticed);
            for (place, (unit, pairs)) in units.into_iter().enumerate() {
                note_merged(&unit, &pairs, system, noticed);
                match together(place, &unit, &pairs) {
                    Ok(pair) => formed.push(pair),
                    Err(error) => {
                        let source = pairs.first().map_or(0, |pair| pair.sources.1);
                        let problem = Problem::error("too-long", 0, format!("{unit}: {error}"))
                            .hint("score fewer documents together");
                        noticed.push(Noticed { source, problem });
                    }
                }
            }
        }
        formed
    }

    /// The unit that a pair belongs to.
    fn unit(&self, pair: &DocumentPair, noticed: &mut Vec<Noticed>) -> Option<String> {
        match self.scope {
            Scope::Document => Some(pair.key.name.to_string()),
            Scope::Corpus => Some("corpus".to_owned()),
            Scope::Topic => {
                let topic = aids::topic(self.aids.topics.as_ref(), &pair.key.name);
                if topic.is_none() && pair.system == 0 {
                    let message = format!("document {} has no topic", pair.key.name);
                    let hint = "the file of topics must have a line for every document of the key";
                    let problem = Problem::error("no-topic", 0, message).hint(hint);
                    noticed.push(Noticed { source: pair.sources.0, problem });
                }
                topic.map(str::to_owned)
            }
        }
    }

    /// Warns if topics taken from names put every document into a separate unit.
    fn note_lone(
        &self,
        system: usize,
        units: &BTreeMap<String, Vec<DocumentPair>>,
        noticed: &mut Vec<Noticed>,
    ) {
        let lone = units.len() > 1 && units.values().all(|pairs| pairs.len() == 1);
        let Some(pair) = units.values().next().and_then(|pairs| pairs.first()) else { return };
        if self.scope == Scope::Topic && lone && system == 0 {
            let message = "every document has its own topic, so each is scored separately";
            let hint = "without a file of topics, the topic is the part of the document's id before the first `/` or `_`";
            let problem = Problem::warning("lone-topics", 0, message).hint(hint);
            noticed.push(Noticed { source: pair.sources.0, problem });
        }
    }

    fn note_unused_entries(&self, noticed: &mut Vec<Noticed>) {
        for (map, used) in self.aids.entity_maps.iter().zip(&self.used) {
            let unused = |entry: &&(String, String)| !used.contains(*entry);
            for (document, entity) in EntityMap::entries(map).filter(unused) {
                let message = format!(
                    "the map of entities names entity {entity} of document {document}, which is not there"
                );
                noticed.push(Noticed {
                    source: map.source,
                    problem: Problem::warning("unknown-entity", 0, message),
                });
            }
        }
    }
}

/// Reports how many entities were merged, because ids that are valid only within a document would be merged
/// by mistake.
fn note_merged(unit: &str, pairs: &[DocumentPair], system: usize, noticed: &mut Vec<Noticed>) {
    if pairs.len() < 2 {
        return;
    }
    let mut note = |what: &str, source: usize, documents: &[&Document]| {
        let before: usize = documents.iter().map(|document| document.entity_count()).sum();
        let labels = documents.iter().flat_map(|document| document.entity_labels.iter());
        let after = labels.collect::<BTreeSet<&str>>().len();
        if after < before {
            let message = format!(
                "{unit}: {before} entities of {} documents of the {what} are {after}, because an id means the same entity in all of them",
                pairs.len()
            );
            noticed.push(Noticed { source, problem: Problem::note("joined-entities", 0, message) });
        }
    };
    let sources = pairs[0].sources;
    if system == 0 {
        note("key", sources.0, &pairs.iter().map(|pair| &*pair.key).collect::<Vec<_>>());
    }
    note("response", sources.1, &pairs.iter().map(|pair| &pair.response).collect::<Vec<_>>());
}

/// Concatenates pairs into one.
fn together(place: usize, unit: &str, pairs: &[DocumentPair]) -> Result<DocumentPair, DocumentError> {
    let name = Name::plain(unit);
    let key = scope::merged(name.clone(), pairs.iter().map(|pair| &*pair.key))?;
    let response = scope::merged(name, pairs.iter().map(|pair| &pair.response))?;
    let (system, sources) = pairs.first().map_or((0, (0, 0)), |pair| (pair.system, pair.sources));
    Ok(DocumentPair { place, system, key: Arc::new(key), response, sources, is_unit: true, called: None })
}
