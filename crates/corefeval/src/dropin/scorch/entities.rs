//! scorch's JSON: entities with their mentions, or a graph of links.
//!
//! ```json
//! {"type": "clusters", "clusters": {"1": ["0.0-1", "0.4-4"], "2": ["0.6-6"]}}
//! {"type": "graph", "mentions": ["a", "b", "c"], "links": [["a", "b"]]}
//! ```

use serde::de::IgnoredAny;

use crate::format::scorch::{NamedEntity, Names};

/// A key and a response document; equal mentions have equal numbers.
#[derive(Debug, Default)]
pub(super) struct Documents {
    /// The key, to which response mentions that it lacks have been added as singletons.
    pub(super) key: Entities,
    pub(super) response: Entities,
    /// One more than the highest number of a mention.
    pub(super) mentions: usize,
}

/// Entities, in the order of the file; no mention occurs twice in one.
pub(super) type Entities = Vec<Vec<u32>>;

impl Documents {
    /// Reads both documents and adds to the key the response mentions that it lacks.
    pub(super) fn read(key: &[u8], response: &[u8]) -> Result<Self, String> {
        let mut names = Names::default();
        let mut key = entities(&mut names, key).map_err(|problem| format!("key: {problem}"))?;
        let in_key = names.len();
        let response = entities(&mut names, response).map_err(|problem| format!("response: {problem}"))?;
        let mentions = names.len();
        key.extend((in_key..mentions).map(|number| vec![number as u32]));
        Ok(Self { key, response, mentions })
    }
}

/// Why a file cannot be read.
fn reason(json: &[u8], error: &serde_json::Error) -> String {
    let values = serde_json::Deserializer::from_slice(json).into_iter::<IgnoredAny>();
    if values.take_while(Result::is_ok).nth(1).is_some() {
        return "the file has several documents; scorch reads one document per file".to_owned();
    }
    error.to_string()
}

/// The entities of a document as sets of mentions.
fn entities(names: &mut Names, json: &[u8]) -> Result<Entities, String> {
    let document = serde_json::from_slice(json).map_err(|error| reason(json, &error))?;
    let set = |NamedEntity { mut mentions, .. }| {
        mentions.sort_unstable();
        mentions.dedup();
        mentions
    };
    Ok(names.entities(&document)?.into_iter().map(set).collect())
}
