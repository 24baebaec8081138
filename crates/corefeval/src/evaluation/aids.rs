//! Files that a run takes besides key and responses: trees, topics of documents, maps of entities; already
//! read, each with a digest that names it in signatures.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use super::scope;
use crate::document::{BracketedTree, Name, read_bracketed};

/// What a run takes besides key and responses.
#[derive(Clone, Debug, Default)]
pub struct Aids {
    /// Trees for the key's sentences, in the order of the key.
    pub trees: Option<Trees>,
    /// Which topic each document is of.
    pub topics: Option<Topics>,
    /// Maps of entities that are the same across documents: none, one for key and responses, or one for each,
    /// the key's first.
    pub entity_maps: Vec<EntityMap>,
}

impl Aids {
    /// The digests of all files that are present.
    #[must_use]
    pub fn digests(&self) -> AidDigests {
        AidDigests {
            trees: self.trees.iter().map(|trees| trees.digest).collect(),
            topics: self.topics.iter().map(|topics| topics.digest).collect(),
            entity_maps: self.entity_maps.iter().map(|map| map.digest).collect(),
        }
    }
}

/// The digests of what a run takes besides key and responses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct AidDigests {
    /// The digest of the trees.
    pub trees: Vec<Digest>,
    /// The digest of the topics.
    pub topics: Vec<Digest>,
    /// The digests of the maps of entities.
    pub entity_maps: Vec<Digest>,
}

/// The first eight bytes of the BLAKE3 hash of a file, as `b3sum` prints it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest(u64);

impl Digest {
    /// The digest of some bytes.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        let hash = blake3::hash(bytes);
        Self(hash.as_bytes().iter().take(8).fold(0, |sum, byte| sum << 8 | u64::from(*byte)))
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:016x}", self.0)
    }
}

impl FromStr for Digest {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is not a digest of 16 hexadecimal digits");
        if text.len() != 16 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(wrong());
        }
        u64::from_str_radix(text, 16).map(Self).map_err(|_| wrong())
    }
}

/// A file of this kind that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AidError {
    /// The line, counted from 1.
    pub line: u64,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for AidError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.line, self.message)
    }
}

impl std::error::Error for AidError {}

/// Trees for the sentences of a key, in brackets as in treebanks.
#[derive(Clone, Debug)]
pub struct Trees {
    pub(super) trees: Vec<BracketedTree>,
    digest: Digest,
}

impl Trees {
    /// Reads trees, one after the other.
    pub fn read(text: &str) -> Result<Self, AidError> {
        let trees = read_bracketed(text)
            .map_err(|error| AidError { line: error.line, message: error.message.to_owned() })?;
        Ok(Self { trees, digest: Digest::of(text.as_bytes()) })
    }
}

/// Which topic each document is of: document id, tab, topic.
#[derive(Clone, Debug)]
pub struct Topics {
    by_document: BTreeMap<String, String>,
    digest: Digest,
}

impl Topics {
    /// Reads a line for each document; blank lines and lines that begin with `#` are passed over.
    pub fn read(text: &str) -> Result<Self, AidError> {
        let mut by_document = BTreeMap::new();
        for (line, content) in lines(text) {
            let cells = content.split_once('\t').filter(|(_, topic)| !topic.trim_end().contains('\t'));
            let Some((document, topic)) = cells else {
                let message = format!("expected a document id, a tab, a topic and nothing else: `{content}`");
                return Err(AidError { line, message });
            };
            let (document, topic) = (Name::parse(document).to_string(), topic.trim().to_owned());
            let before = by_document.insert(document.clone(), topic.clone());
            if let Some(before) = before.filter(|before| *before != topic) {
                let message = format!("document {document} has two topics, `{before}` and `{topic}`");
                return Err(AidError { line, message });
            }
        }
        Ok(Self { by_document, digest: Digest::of(text.as_bytes()) })
    }

    /// The topic of a document, listed under its whole name or only its id.
    #[must_use]
    pub fn of(&self, name: &Name) -> Option<&str> {
        let found = self.by_document.get(&name.to_string()).or_else(|| self.by_document.get(&name.id));
        found.map(String::as_str)
    }
}

/// The topic of a document: from the file of topics, or without such a file from the beginning of its id.
pub(super) fn topic<'a>(topics: Option<&'a Topics>, name: &'a Name) -> Option<&'a str> {
    match topics {
        Some(topics) => topics.of(name),
        None => Some(scope::topic(name)),
    }
}

/// Which entities of different documents are the same: document, entity and shared id, separated by tabs.
#[derive(Clone, Debug)]
pub struct EntityMap {
    shared: BTreeMap<(String, String), String>,
    digest: Digest,
    /// Where it comes from, as the caller numbers its sources.
    pub(super) source: usize,
}

impl EntityMap {
    /// Reads a line for each entity; blank lines and lines that begin with `#` are passed over.
    pub fn read(text: &str) -> Result<Self, AidError> {
        let mut shared = BTreeMap::new();
        for (line, content) in lines(text) {
            let cells: Vec<&str> = content.split('\t').map(str::trim).collect();
            let [document, entity, id] = cells[..] else {
                let message =
                    format!("expected a document, an entity and a shared id, separated by tabs: `{content}`");
                return Err(AidError { line, message });
            };
            let key = (Name::parse(document).to_string(), entity.to_owned());
            let before = shared.insert(key, id.to_owned());
            if let Some(before) = before.filter(|before| before != id) {
                let message = format!("entity {entity} of {document} is `{before}` and again `{id}`");
                return Err(AidError { line, message });
            }
        }
        Ok(Self { shared, digest: Digest::of(text.as_bytes()), source: 0 })
    }

    /// The map with the source that messages about it name.
    #[must_use]
    pub fn from_source(self, source: usize) -> Self {
        Self { source, ..self }
    }

    /// The entry of an entity, under the document's whole name or only its id.
    pub(super) fn find(&self, name: &Name, label: &str) -> Option<(&(String, String), &str)> {
        let under = |document: &str| self.shared.get_key_value(&(document.to_owned(), label.to_owned()));
        let found = under(&name.to_string()).or_else(|| under(&name.id));
        found.map(|(key, shared)| (key, shared.as_str()))
    }

    /// Documents and entities that have a shared id.
    pub(super) fn entries(&self) -> impl Iterator<Item = &(String, String)> {
        self.shared.keys()
    }
}

fn lines(text: &str) -> impl Iterator<Item = (u64, &str)> {
    let numbered = (1..).zip(text.lines());
    numbered.filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
}

#[cfg(test)]
mod tests {
    use super::{Digest, EntityMap, Topics};
    use crate::document::Name;

    #[test]
    fn topics_are_found_by_whole_name_or_id() {
        let topics = Topics::read("a\tone\n# remark\n(b); part 001\ttwo\n").unwrap();
        assert_eq!(topics.of(&Name::parse("(a); part 003")), Some("one"));
        assert_eq!(topics.of(&Name::parse("(b); part 001")), Some("two"));
        assert_eq!(topics.of(&Name::parse("(b); part 002")), None);
        assert_eq!(Topics::read("a\tone\nno tab\n").unwrap_err().line, 2);
        assert!(Topics::read("a\tone\na\ttwo\n").is_err());
    }

    #[test]
    fn an_entity_has_one_shared_id() {
        assert!(EntityMap::read("a\t1\tx\na\t1\tx\n").is_ok());
        assert_eq!(EntityMap::read("a\t1\tx\na\t1\ty\n").unwrap_err().line, 2);
        assert_eq!(EntityMap::read("a\t1\n").unwrap_err().line, 1);
    }

    #[test]
    fn a_digest_is_the_front_of_blake3() {
        // the BLAKE3 of no bytes begins af1349b9 f5f9a1a6
        assert_eq!(Digest::of(b"").to_string(), "af1349b9f5f9a1a6");
        assert_eq!("af1349b9f5f9a1a6".parse(), Ok(Digest::of(b"")));
        assert!("af13".parse::<Digest>().is_err());
    }
}
