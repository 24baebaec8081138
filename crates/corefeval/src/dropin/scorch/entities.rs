//! scorch's JSON: entities with their mentions, or a graph of links.
//!
//! ```json
//! {"type": "clusters", "clusters": {"1": ["0.0-1", "0.4-4"], "2": ["0.6-6"]}}
//! {"type": "graph", "mentions": ["a", "b", "c"], "links": [["a", "b"]]}
//! ```

use rustc_hash::FxHashMap;
use serde_json::Value;

/// A key and a response document; equal mentions have equal numbers.
#[derive(Debug, Default)]
pub(super) struct Documents {
    /// The key, to which response mentions that it lacks have been added as singletons.
    pub(super) key: Entities,
    pub(super) response: Entities,
    /// One more than the highest number of a mention.
    pub(super) mentions: usize,
}

/// Entities, in the order of the file; no mention comes twice in one.
pub(super) type Entities = Vec<Vec<u32>>;

impl Documents {
    /// Reads both documents and adds to the key what it lacks.
    pub(super) fn read(key: &[u8], response: &[u8]) -> Result<Self, String> {
        let mut numbers = Numbers::default();
        let mut key = numbers.entities(key).map_err(|problem| format!("key: {problem}"))?;
        let in_key = numbers.numbers.len();
        let response = numbers.entities(response).map_err(|problem| format!("response: {problem}"))?;
        let mentions = numbers.numbers.len();
        key.extend((in_key..mentions).map(|number| vec![number as u32]));
        Ok(Self { key, response, mentions })
    }
}

/// What a mention is called.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Name {
    Text(String),
    Number(String),
    Null,
}

#[derive(Default)]
struct Numbers {
    numbers: FxHashMap<Name, u32>,
}

impl Numbers {
    fn entities(&mut self, json: &[u8]) -> Result<Entities, String> {
        let document: Value = serde_json::from_slice(json).map_err(|error| error.to_string())?;
        match document["type"].as_str() {
            Some("clusters") => self.clusters(&document["clusters"]),
            Some("graph") => self.graph(&document["mentions"], &document["links"]),
            _ => Err("`type` must be \"clusters\" or \"graph\"".to_owned()),
        }
    }

    fn clusters(&mut self, clusters: &Value) -> Result<Entities, String> {
        let clusters = clusters.as_object().ok_or("`clusters` must be an object of lists of mentions")?;
        clusters
            .iter()
            .map(|(name, mentions)| {
                let mut entity =
                    self.mentions(mentions).map_err(|problem| format!("entity `{name}`: {problem}"))?;
                entity.sort_unstable();
                entity.dedup();
                Ok(entity)
            })
            .collect()
    }

    fn mentions(&mut self, mentions: &Value) -> Result<Vec<u32>, String> {
        let mentions = mentions.as_array().ok_or("a list of mentions is wanted")?;
        mentions.iter().map(|mention| self.number(mention)).collect()
    }

    /// The connected parts of a graph, then the mentions without links; one that is listed twice makes two entities.
    fn graph(&mut self, mentions: &Value, links: &Value) -> Result<Entities, String> {
        let mentions = self.mentions(mentions).map_err(|problem| format!("`mentions`: {problem}"))?;
        let links = links.as_array().ok_or("`links` must be a list of pairs of mentions")?;
        let mut parts = Parts::default();
        for link in links {
            let ends = self.mentions(link).map_err(|problem| format!("link {link}: {problem}"))?;
            match ends[..] {
                [one, other] => parts.join(one, other),
                _ => return Err(format!("link {link}: two mentions are wanted")),
            }
        }
        let alone: Vec<u32> = mentions.into_iter().filter(|&mention| !parts.has(mention)).collect();
        let mut entities = parts.entities();
        entities.extend(alone.into_iter().map(|mention| vec![mention]));
        Ok(entities)
    }

    fn number(&mut self, mention: &Value) -> Result<u32, String> {
        let name = match mention {
            Value::String(text) => Name::Text(text.clone()),
            Value::Number(number) => Name::Number(canonical(number)),
            // as in Python, where true equals 1
            Value::Bool(truth) => Name::Number(u8::from(*truth).to_string()),
            Value::Null => Name::Null,
            Value::Array(_) | Value::Object(_) => {
                return Err(format!("{mention}: a mention must be a string or a number"));
            }
        };
        let next = self.numbers.len() as u32;
        Ok(*self.numbers.entry(name).or_insert(next))
    }
}

/// A number in one spelling, whether it was written as 2 or 2.0.
fn canonical(number: &serde_json::Number) -> String {
    let text = number.to_string();
    if number.is_f64() { number.as_f64().map_or(text, |value| value.to_string()) } else { text }
}

/// Connected parts of a graph: a forest in which each mention points towards the first of its part.
#[derive(Default)]
struct Parts {
    places: FxHashMap<u32, usize>,
    members: Vec<u32>,
    above: Vec<usize>,
}

impl Parts {
    fn has(&self, mention: u32) -> bool {
        self.places.contains_key(&mention)
    }

    fn join(&mut self, one: u32, other: u32) {
        let (one, other) = (self.root_of(one), self.root_of(other));
        self.above[one.max(other)] = one.min(other);
    }

    fn root_of(&mut self, mention: u32) -> usize {
        let next = self.members.len();
        let place = *self.places.entry(mention).or_insert(next);
        if place == next {
            self.members.push(mention);
            self.above.push(next);
        }
        self.root(place)
    }

    fn root(&mut self, mut place: usize) -> usize {
        while self.above[place] != place {
            self.above[place] = self.above[self.above[place]];
            place = self.above[place];
        }
        place
    }

    fn entities(mut self) -> Entities {
        let mut by_root: Vec<Vec<u32>> = vec![Vec::new(); self.members.len()];
        for place in 0..self.members.len() {
            let root = self.root(place);
            by_root[root].push(self.members[place]);
        }
        by_root.retain(|members| !members.is_empty());
        by_root
    }
}
