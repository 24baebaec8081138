//! Documents of a key and of several responses, paired by name as they arrive, in any order.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::renamed::Spellings;
use super::{DocumentPair, Origin};
use crate::document::{Document, Name, share_tokens};

/// Documents that still wait for their counterparts.
#[derive(Debug)]
pub(super) struct Gathering {
    systems: usize,
    key_count: usize,
    keys: FxHashMap<Name, Waiting>,
    responses: Vec<Responses>,
    pairs: Vec<DocumentPair>,
}

#[derive(Debug)]
struct Waiting {
    place: usize,
    source: usize,
    document: Arc<Document>,
    done: Vec<bool>,
}

/// Documents of one response.
#[derive(Debug, Default)]
struct Responses {
    waiting: FxHashMap<Name, Response>,
    count: usize,
    /// Whether any of them was paired with its key document.
    met: bool,
}

#[derive(Debug)]
struct Response {
    order: usize,
    source: usize,
    document: Document,
}

/// What was left when everything had been read.
#[derive(Debug, Default)]
pub(super) struct Leftovers {
    /// Pairs of documents whose names are different spellings of the same name.
    pub(super) renamed: Vec<DocumentPair>,
    /// Systems whose documents were paired with the key's in order, because one side has no names; the pairs
    /// are in `renamed`.
    pub(super) in_order: Vec<InOrder>,
    /// Key documents that a system lacks: system, place, source, document; in key order for each system.
    pub(super) missing: Vec<(usize, usize, usize, Arc<Document>)>,
    /// Response documents that the key lacks: system, source and name, in file order.
    pub(super) extra: Vec<(usize, usize, Name)>,
}

/// How many documents without names there are, and how many on the other side that are still unpaired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct InOrder {
    /// The number of the system.
    pub(super) system: usize,
    /// How many key documents were left.
    pub(super) key: usize,
    /// How many response documents were left; they are paired only if the numbers are equal.
    pub(super) response: usize,
}

impl Gathering {
    /// An empty gathering for this many systems.
    pub(super) fn new(systems: usize) -> Self {
        let responses = (0..systems).map(|_| Responses::default()).collect();
        Self { systems, key_count: 0, keys: FxHashMap::default(), responses, pairs: Vec::new() }
    }

    /// Adds a document.
    pub(super) fn arrive(&mut self, origin: Origin, source: usize, document: Document) {
        match origin {
            Origin::Key => self.key(source, document),
            Origin::Response(system) => self.response(system, source, document),
        }
    }

    fn key(&mut self, source: usize, document: Document) {
        let place = self.key_count;
        self.key_count += 1;
        let done = vec![false; self.systems];
        let mut waiting = Waiting { place, source, document: Arc::new(document), done };
        for (system, responses) in self.responses.iter_mut().enumerate() {
            if let Some(response) = responses.waiting.remove(&waiting.document.name) {
                responses.met = true;
                self.pairs.push(waiting.pair(system, response));
            }
        }
        if !waiting.is_done() {
            self.keys.insert(waiting.document.name.clone(), waiting);
        }
    }

    fn response(&mut self, system: usize, source: usize, document: Document) {
        let responses = &mut self.responses[system];
        let response = Response { order: responses.count, source, document };
        responses.count += 1;
        let name = response.document.name.clone();
        match self.keys.get_mut(&name).filter(|waiting| !waiting.done[system]) {
            Some(waiting) => {
                responses.met = true;
                self.pairs.push(waiting.pair(system, response));
                if waiting.is_done() {
                    self.keys.remove(&name);
                }
            }
            None => {
                responses.waiting.insert(name, response);
            }
        }
    }

    /// The pairs that can be processed now.
    pub(super) fn ready(&mut self) -> Vec<DocumentPair> {
        std::mem::take(&mut self.pairs)
    }

    /// How many key documents have arrived.
    pub(super) fn key_count(&self) -> usize {
        self.key_count
    }

    /// Whether a document of a system was paired with its key document by name.
    pub(super) fn met(&self, system: usize) -> bool {
        self.responses[system].met
    }

    /// Ends the gathering: pairs documents whose names differ only in how parts are written, and returns the
    /// rest.
    pub(super) fn finish(&mut self) -> Leftovers {
        let mut keys: Vec<Waiting> = std::mem::take(&mut self.keys).into_values().collect();
        keys.sort_by_key(|waiting| waiting.place);
        let names: Vec<Name> = keys.iter().map(|waiting| waiting.document.name.clone()).collect();
        let spellings = Spellings::new(names.iter());
        let mut leftovers = Leftovers::default();
        for (system, responses) in self.responses.iter_mut().enumerate() {
            let alone = self.key_count == 1 && responses.count == 1;
            let mut waiting: Vec<Response> = std::mem::take(&mut responses.waiting).into_values().collect();
            waiting.sort_by_key(|response| response.order);
            let mut unpaired = Vec::new();
            for response in waiting {
                let is_free = |number: usize| !keys[number].done[system];
                let same = spellings.find(&response.document.name, is_free);
                let found = same.or_else(|| (alone && !keys.is_empty() && is_free(0)).then_some(0));
                match found {
                    Some(number) => leftovers.renamed.push(keys[number].pair(system, response)),
                    None => unpaired.push(response),
                }
            }
            leftovers.pair_in_order(system, &mut keys, unpaired);
        }
        for system in 0..self.systems {
            let lacking = keys.iter().filter(|waiting| !waiting.done[system]);
            leftovers.missing.extend(
                lacking.map(|waiting| (system, waiting.place, waiting.source, Arc::clone(&waiting.document))),
            );
        }
        leftovers
    }
}

impl Leftovers {
    /// Pairs the remaining documents in order, if one side has no names and both have the same number of
    /// documents.
    fn pair_in_order(&mut self, system: usize, keys: &mut [Waiting], responses: Vec<Response>) {
        let mut keys: Vec<&mut Waiting> = keys.iter_mut().filter(|waiting| !waiting.done[system]).collect();
        let nameless = responses.iter().all(|response| response.document.unnamed)
            || keys.iter().all(|waiting| waiting.document.unnamed);
        if !nameless || keys.is_empty() || responses.is_empty() {
            let extra = responses.into_iter();
            self.extra.extend(extra.map(|response| (system, response.source, response.document.name)));
            return;
        }
        self.in_order.push(InOrder { system, key: keys.len(), response: responses.len() });
        if keys.len() == responses.len() {
            let pairs = keys.iter_mut().zip(responses);
            self.renamed.extend(pairs.map(|(waiting, response)| waiting.pair(system, response)));
        }
    }
}

impl Waiting {
    fn pair(&mut self, system: usize, response: Response) -> DocumentPair {
        self.done[system] = true;
        let sources = (self.source, response.source);
        let (key, response) = match share_tokens(&self.document, &response.document) {
            Some((key, response)) => (Arc::new(key), response),
            None => (Arc::clone(&self.document), response.document),
        };
        DocumentPair { place: self.place, system, key, response, sources, is_unit: false, called: None }
    }

    fn is_done(&self) -> bool {
        self.done.iter().all(|done| *done)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Origin;
    use super::{Gathering, InOrder};
    use crate::document::{Document, Name};

    fn named(name: &str) -> Document {
        Document { name: Name::parse(name), ..Document::default() }
    }

    /// Documents of a key and of one response, all of which have arrived.
    fn gathered(key: &[&str], response: &[&str]) -> Gathering {
        let mut gathering = Gathering::new(1);
        for name in key {
            gathering.arrive(Origin::Key, 0, named(name));
        }
        for name in response {
            gathering.arrive(Origin::Response(0), 1, named(name));
        }
        gathering
    }

    #[test]
    fn documents_meet_in_any_order() {
        let mut gathering = gathered(&["a"], &["b"]);
        assert!(gathering.ready().is_empty());
        gathering.arrive(Origin::Key, 0, named("b"));
        gathering.arrive(Origin::Response(0), 1, named("a"));
        let places: Vec<usize> = gathering.ready().iter().map(|pair| pair.place).collect();
        assert_eq!(places, [1, 0]);
    }

    #[test]
    fn what_is_missing_or_extra_is_named() {
        let left = gathered(&["a", "b"], &["c"]).finish();
        assert_eq!(left.missing.len(), 2);
        assert_eq!(left.extra, [(0, 1, Name::plain("c"))]);
    }

    #[test]
    fn documents_without_names_are_paired_in_order() {
        let pair = |responses: u32| {
            let mut gathering = gathered(&["a", "b"], &[]);
            for part in 0..responses {
                let name = Name { id: "system".to_owned(), part: Some(part) };
                let document = Document { name, unnamed: true, ..Document::default() };
                gathering.arrive(Origin::Response(0), 1, document);
            }
            gathering.finish()
        };
        let left = pair(2);
        let pairs: Vec<_> = left.renamed.iter().map(|pair| (pair.place, pair.response.name.part)).collect();
        assert_eq!(pairs, [(0, Some(0)), (1, Some(1))]);
        assert_eq!(left.in_order, [InOrder { system: 0, key: 2, response: 2 }]);
        let uneven = pair(3);
        assert_eq!(uneven.in_order, [InOrder { system: 0, key: 2, response: 3 }]);
        assert!(uneven.renamed.is_empty() && uneven.extra.is_empty());
    }

    #[test]
    fn parts_may_be_written_in_several_ways() {
        let key = ["(bc/x); part 001", "(bc/y); part 000", "(bc/z); part 002"];
        let left = gathered(&key, &["bc/x_1", "bc/y", "bc/z-002"]).finish();
        assert_eq!(left.renamed.len(), 3);
    }

    #[test]
    fn many_documents_with_other_names_are_paired_in_time() {
        // searching all key documents for each of these would take too long
        let mut gathering = Gathering::new(1);
        for number in 0..100_000 {
            gathering.arrive(Origin::Key, 0, named(&format!("(x{number}); part 000")));
            gathering.arrive(Origin::Response(0), 1, named(&format!("x{number}_0")));
        }
        let left = gathering.finish();
        assert_eq!((left.renamed.len(), left.missing.len()), (100_000, 0));
    }
}
