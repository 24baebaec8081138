//! The content of scorch's JSON: entities of mentions that are identified by names, or a graph of links
//! between such mentions.

use rustc_hash::FxHashMap;
use serde_json::Value;

use super::super::links::Links;

/// The name of a mention.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum MentionName {
    Text(String),
    Number(String),
    Null,
}

/// Names of mentions, numbered in order of appearance; documents that share the numbers can be compared.
#[derive(Debug, Default)]
pub(crate) struct Names {
    numbers: FxHashMap<MentionName, u32>,
    /// Each name as text, by its number.
    written: Vec<String>,
}

/// An entity: its label, and its mentions in the order of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NamedEntity {
    pub(crate) label: String,
    pub(crate) mentions: Vec<u32>,
}

impl Names {
    /// How many names there are.
    pub(crate) fn len(&self) -> usize {
        self.written.len()
    }

    /// The names as text, by number.
    pub(super) fn written(&self) -> &[String] {
        &self.written
    }

    /// The entities of a document.
    pub(crate) fn entities(&mut self, document: &Value) -> Result<Vec<NamedEntity>, String> {
        match document["type"].as_str() {
            Some("clusters") => self.clusters(&document["clusters"]),
            Some("graph") => self.graph(&document["mentions"], &document["links"]),
            _ => Err("`type` must be \"clusters\" or \"graph\"".to_owned()),
        }
    }

    fn clusters(&mut self, clusters: &Value) -> Result<Vec<NamedEntity>, String> {
        let clusters = clusters.as_object().ok_or("`clusters` must be an object of lists of mentions")?;
        let entity = |(label, mentions): (&String, &Value)| {
            let mentions =
                self.mentions(mentions).map_err(|problem| format!("entity `{label}`: {problem}"))?;
            Ok(NamedEntity { label: label.clone(), mentions })
        };
        clusters.iter().map(entity).collect()
    }

    fn mentions(&mut self, mentions: &Value) -> Result<Vec<u32>, String> {
        let mentions = mentions.as_array().ok_or("a list of mentions is expected")?;
        mentions.iter().map(|mention| self.number(mention)).collect()
    }

    /// The connected parts of a graph, then the mentions without links; a mention that is listed twice makes
    /// two entities.
    fn graph(&mut self, mentions: &Value, links: &Value) -> Result<Vec<NamedEntity>, String> {
        let mentions = self.mentions(mentions).map_err(|problem| format!("`mentions`: {problem}"))?;
        let links = links.as_array().ok_or("`links` must be a list of pairs of mentions")?;
        let mut parts = Parts::default();
        for link in links {
            let ends = self.mentions(link).map_err(|problem| format!("link {link}: {problem}"))?;
            match ends[..] {
                [one, other] => parts.join(one, other),
                _ => return Err(format!("link {link}: two mentions are expected")),
            }
        }
        let alone = mentions.into_iter().filter(|&mention| !parts.has(mention)).map(|mention| vec![mention]);
        let alone: Vec<Vec<u32>> = alone.collect();
        let entities = parts.entities().into_iter().chain(alone).enumerate();
        Ok(entities.map(|(label, mentions)| NamedEntity { label: label.to_string(), mentions }).collect())
    }

    fn number(&mut self, mention: &Value) -> Result<u32, String> {
        let name = match mention {
            Value::String(text) => MentionName::Text(text.clone()),
            Value::Number(number) => MentionName::Number(canonical(number)),
            // as in Python, where true equals 1
            Value::Bool(truth) => MentionName::Number(u8::from(*truth).to_string()),
            Value::Null => MentionName::Null,
            Value::Array(_) | Value::Object(_) => {
                return Err(format!("{mention}: a mention must be a string or a number"));
            }
        };
        let next = self.written.len() as u32;
        let number = *self.numbers.entry(name).or_insert(next);
        if number == next {
            self.written.push(mention.as_str().map_or_else(|| mention.to_string(), str::to_owned));
        }
        Ok(number)
    }
}

/// A number in one spelling, whether it was written as 2 or 2.0.
fn canonical(number: &serde_json::Number) -> String {
    let text = number.to_string();
    if number.is_f64() { number.as_f64().map_or(text, |value| value.to_string()) } else { text }
}

/// Connected parts of a graph, in the order in which links name them first.
#[derive(Default)]
struct Parts {
    places: FxHashMap<u32, usize>,
    members: Vec<u32>,
    links: Links,
}

impl Parts {
    fn has(&self, mention: u32) -> bool {
        self.places.contains_key(&mention)
    }

    fn join(&mut self, one: u32, other: u32) {
        let (one, other) = (self.place(one), self.place(other));
        self.links.join(one, other);
    }

    fn place(&mut self, mention: u32) -> usize {
        let next = self.members.len();
        let place = *self.places.entry(mention).or_insert(next);
        if place == next {
            self.members.push(mention);
            self.links.add();
        }
        place
    }

    fn entities(mut self) -> Vec<Vec<u32>> {
        let mut by_first: Vec<Vec<u32>> = vec![Vec::new(); self.members.len()];
        for place in 0..self.members.len() {
            let first = self.links.first(place);
            by_first[first].push(self.members[place]);
        }
        by_first.retain(|members| !members.is_empty());
        by_first
    }
}
