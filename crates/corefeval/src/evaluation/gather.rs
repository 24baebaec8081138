//! Documents of a key and of several responses, brought together by name as they arrive in whatever order.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::document::{Document, Name, share_tokens};

/// A key document and the response document of one system, ready to be counted.
#[derive(Clone, Debug)]
pub struct Job {
    /// The place of the document in the key.
    pub place: usize,
    /// The number of the system.
    pub system: usize,
    /// The key document.
    pub key: Arc<Document>,
    /// The response document.
    pub response: Document,
}

/// Documents that still wait for their counterparts.
#[derive(Debug)]
pub struct Gathering {
    systems: usize,
    key_count: usize,
    keys: FxHashMap<Name, Waiting>,
    responses: Vec<FxHashMap<Name, (usize, Document)>>,
    response_counts: Vec<usize>,
    jobs: Vec<Job>,
}

#[derive(Debug)]
struct Waiting {
    place: usize,
    document: Arc<Document>,
    done: Vec<bool>,
}

/// What was left when everything had been read.
#[derive(Debug, Default)]
pub struct Leftovers {
    /// Jobs for documents whose names differ but plainly mean the same.
    pub renamed: Vec<Job>,
    /// Systems whose documents were paired with the key's in order, since one side names none; they are among the renamed.
    pub in_order: Vec<InOrder>,
    /// Key documents that a system lacks: system, place, document; in key order for each system.
    pub missing: Vec<(usize, usize, Arc<Document>)>,
    /// Response documents that the key lacks: system and name, in file order.
    pub extra: Vec<(usize, Name)>,
}

/// Documents without names, and those of the other side that no name has paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InOrder {
    /// The number of the system.
    pub system: usize,
    /// How many key documents were left.
    pub key: usize,
    /// How many response documents were left; they are paired only when there are as many.
    pub response: usize,
}

impl Gathering {
    /// Nothing has arrived yet.
    #[must_use]
    pub fn new(systems: usize) -> Self {
        let responses = (0..systems).map(|_| FxHashMap::default()).collect();
        let response_counts = vec![0; systems];
        Self {
            systems,
            key_count: 0,
            keys: FxHashMap::default(),
            responses,
            response_counts,
            jobs: Vec::new(),
        }
    }

    /// A key document arrives.
    pub fn key(&mut self, document: Document) {
        let place = self.key_count;
        self.key_count += 1;
        let mut waiting = Waiting { place, document: Arc::new(document), done: vec![false; self.systems] };
        for system in 0..self.systems {
            if let Some((_, response)) = self.responses[system].remove(&waiting.document.name) {
                self.jobs.push(waiting.job(system, response));
            }
        }
        if !waiting.is_done() {
            self.keys.insert(waiting.document.name.clone(), waiting);
        }
    }

    /// A response document of a system arrives.
    pub fn response(&mut self, system: usize, document: Document) {
        let order = self.response_counts[system];
        self.response_counts[system] += 1;
        match self.keys.get_mut(&document.name).filter(|waiting| !waiting.done[system]) {
            Some(waiting) => {
                let name = document.name.clone();
                self.jobs.push(waiting.job(system, document));
                if waiting.is_done() {
                    self.keys.remove(&name);
                }
            }
            None => {
                self.responses[system].insert(document.name.clone(), (order, document));
            }
        }
    }

    /// What can be counted now.
    pub fn ready(&mut self) -> Vec<Job> {
        std::mem::take(&mut self.jobs)
    }

    /// How many key documents have arrived.
    #[must_use]
    pub fn key_count(&self) -> usize {
        self.key_count
    }

    /// How many response documents of a system have arrived.
    #[must_use]
    pub fn response_count(&self, system: usize) -> usize {
        self.response_counts[system]
    }

    /// Everything has arrived: names that differ only in how parts are written are paired, the rest is left over.
    #[must_use]
    pub fn finish(self) -> Leftovers {
        let mut keys: Vec<Waiting> = self.keys.into_values().collect();
        keys.sort_by_key(|waiting| waiting.place);
        let mut leftovers = Leftovers::default();
        for (system, responses) in self.responses.into_iter().enumerate() {
            let mut responses: Vec<(usize, Document)> = responses.into_values().collect();
            responses.sort_by_key(|(order, _)| *order);
            let alone = self.key_count == 1 && self.response_counts[system] == 1;
            let mut unpaired = Vec::new();
            for (_, response) in responses {
                match keys.iter_mut().find(|waiting| waiting.may_be(system, &response.name, alone)) {
                    Some(waiting) => leftovers.renamed.push(waiting.job(system, response)),
                    None => unpaired.push(response),
                }
            }
            leftovers.pair_in_order(system, &mut keys, unpaired);
        }
        for system in 0..self.systems {
            let lacking = keys.iter().filter(|waiting| !waiting.done[system]);
            let lacking = lacking.map(|waiting| (system, waiting.place, Arc::clone(&waiting.document)));
            leftovers.missing.extend(lacking);
        }
        leftovers
    }
}

impl Leftovers {
    /// Pairs what no name has paired, if one side has no names and there are as many documents on both.
    fn pair_in_order(&mut self, system: usize, keys: &mut [Waiting], responses: Vec<Document>) {
        let mut keys: Vec<&mut Waiting> = keys.iter_mut().filter(|waiting| !waiting.done[system]).collect();
        let nameless = responses.iter().all(|response| response.unnamed)
            || keys.iter().all(|waiting| waiting.document.unnamed);
        if !nameless || keys.is_empty() || responses.is_empty() {
            self.extra.extend(responses.into_iter().map(|response| (system, response.name)));
            return;
        }
        self.in_order.push(InOrder { system, key: keys.len(), response: responses.len() });
        if keys.len() == responses.len() {
            let pairs = keys.iter_mut().zip(responses);
            self.renamed.extend(pairs.map(|(waiting, response)| waiting.job(system, response)));
        }
    }
}

impl Waiting {
    fn job(&mut self, system: usize, response: Document) -> Job {
        self.done[system] = true;
        let (key, response) = match share_tokens(&self.document, &response) {
            Some((key, response)) => (Arc::new(key), response),
            None => (Arc::clone(&self.document), response),
        };
        Job { place: self.place, system, key, response }
    }

    fn is_done(&self) -> bool {
        self.done.iter().all(|done| *done)
    }

    fn may_be(&self, system: usize, name: &Name, alone: bool) -> bool {
        !self.done[system] && (alone || same_document(&self.document.name, name))
    }
}

/// Whether two names differ only in how the part is written: `(x); part 000`, `x`, `x_0` and `x-000` are one document.
fn same_document(one: &Name, other: &Name) -> bool {
    let with_part = |name: &Name| format!("{}_{}", name.id, name.part.unwrap_or(0));
    let with_dash = |name: &Name| format!("{}-{:03}", name.id, name.part.unwrap_or(0));
    let bare = |name: &Name, written: &Name| {
        name.part.is_none() && (name.id == with_part(written) || name.id == with_dash(written))
    };
    with_part(one) == with_part(other) || bare(one, other) || bare(other, one)
}

#[cfg(test)]
mod tests {
    use super::{Gathering, InOrder};
    use crate::document::{Document, Name};

    fn named(name: &str) -> Document {
        Document { name: Name::parse(name), ..Document::default() }
    }

    #[test]
    fn documents_meet_in_any_order() {
        let mut gathering = Gathering::new(1);
        gathering.key(named("a"));
        gathering.response(0, named("b"));
        assert!(gathering.ready().is_empty());
        gathering.key(named("b"));
        gathering.response(0, named("a"));
        let places: Vec<usize> = gathering.ready().iter().map(|job| job.place).collect();
        assert_eq!(places, [1, 0]);
    }

    #[test]
    fn what_is_missing_or_extra_is_named() {
        let mut gathering = Gathering::new(1);
        gathering.key(named("a"));
        gathering.key(named("b"));
        gathering.response(0, named("c"));
        let left = gathering.finish();
        assert_eq!(left.missing.len(), 2);
        assert_eq!(left.extra, [(0, Name::plain("c"))]);
    }

    #[test]
    fn documents_without_names_are_paired_in_order() {
        let pair = |responses: usize| {
            let mut gathering = Gathering::new(1);
            gathering.key(named("a"));
            gathering.key(named("b"));
            for part in 0..responses {
                let name = Name { id: "system".to_owned(), part: Some(part as u32) };
                gathering.response(0, Document { name, unnamed: true, ..Document::default() });
            }
            gathering.finish()
        };
        let left = pair(2);
        let pairs: Vec<_> = left.renamed.iter().map(|job| (job.place, job.response.name.part)).collect();
        assert_eq!(pairs, [(0, Some(0)), (1, Some(1))]);
        assert_eq!(left.in_order, [InOrder { system: 0, key: 2, response: 2 }]);
        let uneven = pair(3);
        assert_eq!(uneven.in_order, [InOrder { system: 0, key: 2, response: 3 }]);
        assert!(uneven.renamed.is_empty() && uneven.extra.is_empty());
    }

    #[test]
    fn parts_may_be_written_in_several_ways() {
        let mut gathering = Gathering::new(1);
        gathering.key(named("(bc/x); part 001"));
        gathering.key(named("(bc/y); part 000"));
        gathering.response(0, named("bc/x_1"));
        gathering.response(0, named("bc/y"));
        gathering.key(named("(bc/z); part 002"));
        gathering.response(0, named("bc/z-002"));
        assert_eq!(gathering.finish().renamed.len(), 3);
    }
}
