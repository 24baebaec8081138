//! Pairs documents of a key with those of responses, which happens nowhere else.
//!
//! Documents arrive in any order and leave as pairs as soon as both are there, so that memory is bounded by
//! the documents that still wait. Processing a pair (aligning tokens, checking words, counting) changes
//! nothing here and can be done on any thread; the results are collected afterwards.

mod absent;
mod check;
mod document_pair;
mod gather;
mod renamed;
mod units;

pub use document_pair::{DocumentPair, Look};

use std::sync::Arc;

use self::absent::Sides;
use self::document_pair::Aligned;
use self::gather::{Gathering, InOrder, Leftovers};
use self::units::Units;
use super::{Aids, Missing, Plan, Scope};
use crate::document::{Document, Layer, Name, Names, Wanted, attach_trees};
use crate::problem::{Problem, Severity, counted, in_words};

/// Where a document comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Origin {
    /// The key.
    Key,
    /// The response of the system with this number.
    Response(usize),
}

impl Origin {
    /// The number of the side: 0 for the key, then the systems.
    #[must_use]
    pub fn side(self) -> usize {
        match self {
            Self::Key => 0,
            Self::Response(system) => system.saturating_add(1),
        }
    }
}

/// Something odd or wrong about a document, a pair, or a run.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Noticed {
    /// Where it was noticed, as the caller numbers its sources.
    pub source: usize,
    /// What was noticed.
    pub problem: Problem,
}

impl Noticed {
    /// A problem noticed in a source, as the caller numbers sources.
    #[must_use]
    pub fn new(source: usize, problem: Problem) -> Self {
        Self { source, problem }
    }

    /// Whether nothing can be scored because of it.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.problem.severity == Severity::Error
    }
}

/// Documents that are being paired, and the results for the pairs that were processed.
#[derive(Debug)]
pub struct Pairing<'a, T> {
    plan: &'a Plan,
    aids: &'a Aids,
    sides: Sides,
    gathering: Gathering,
    names: Vec<Names>,
    trees: usize,
    units: Units<'a>,
    /// The first source of each side, for problems of the side as a whole.
    sources: Vec<usize>,
    ready: Vec<DocumentPair>,
    aligned: Vec<Aligned>,
    results: Vec<Vec<Option<T>>>,
    mentions: Vec<usize>,
    noticed: Vec<Noticed>,
}

impl<'a, T> Pairing<'a, T> {
    /// A pairing of a key with the documents of this many systems; nothing has arrived yet.
    #[must_use]
    pub fn new(plan: &'a Plan, aids: &'a Aids, systems: usize) -> Self {
        Self {
            plan,
            aids,
            sides: Sides::default(),
            gathering: Gathering::new(systems),
            names: (0..=systems).map(|_| Names::default()).collect(),
            trees: 0,
            units: Units::new(plan, aids, systems),
            sources: (0..=systems).collect(),
            ready: Vec::new(),
            aligned: (0..systems).map(|_| Aligned::default()).collect(),
            results: (0..systems).map(|_| Vec::new()).collect(),
            mentions: vec![0; systems + 1],
            noticed: Vec::new(),
        }
    }

    /// The same pairing between annotators with these names, of whom none is the key: documents that only one
    /// of two has are left out, whatever the plan says about missing documents, and messages name the
    /// annotators.
    #[must_use]
    pub fn between(self, annotators: &[String]) -> Self {
        Self { sides: Sides::annotators(annotators), ..self }
    }

    /// What must be read of a side for its documents to be paired and counted.
    #[must_use]
    pub fn wanted(&self, origin: Origin) -> Wanted {
        wanted(self.plan, self.aids, origin)
    }

    /// Adds a document from a source that messages about it name. A document of an unknown system is an
    /// error.
    pub fn arrive(&mut self, origin: Origin, source: usize, mut document: Document) {
        let side = origin.side();
        if !self.is_there(side, source) {
            return;
        }
        if self.names[side].count() == 0 {
            self.sources[side] = source;
        }
        self.names[side].number_unnamed(&mut document);
        let line = document.line_of(0).unwrap_or(0);
        if !self.take_name(origin, source, &document.name, line) {
            return;
        }
        self.mentions[side] += document.mentions.len();
        if origin == Origin::Key {
            self.hang_trees(source, &mut document);
        }
        self.units.relabel(side, &mut document);
        self.units.look_at_names(source, &document, &mut self.noticed);
        self.gathering.arrive(origin, source, document);
    }

    /// Records that a document with this name exists but could not be read.
    pub fn could_not_read(&mut self, origin: Origin, source: usize, name: &Name) {
        if self.is_there(origin.side(), source) {
            self.take_name(origin, source, name, 0);
        }
    }

    /// Whether a side exists; reports an error if not.
    fn is_there(&mut self, side: usize, source: usize) -> bool {
        let is_there = side < self.names.len();
        if !is_there {
            let message = format!("a document of system {side}, but there are {}", self.names.len() - 1);
            let hint = "give the number of systems when the pairing begins";
            self.notice(source, Problem::error("no-such-system", 0, message).hint(hint));
        }
        is_there
    }

    /// Takes a name on a side. If another document has it, returns false and reports an error, at the line of
    /// the document if that is known.
    fn take_name(&mut self, origin: Origin, source: usize, name: &Name, line: u64) -> bool {
        let is_new = self.names[origin.side()].take(name);
        if !is_new {
            let message = format!("two documents are called {name}");
            let hint = "give every document or part a unique name";
            self.notice(source, Problem::error("same-name", line, message).hint(hint));
        }
        is_new
    }

    fn hang_trees(&mut self, source: usize, document: &mut Document) {
        let Some(trees) = &self.aids.trees else { return };
        let mut left = trees.trees[self.trees..].iter();
        if let Err(mismatch) = attach_trees(document, &mut left) {
            let message = format!("document {}: {mismatch}", document.name);
            let hint = "the file of trees must have one tree for each sentence of the key, in the same order";
            self.notice(source, Problem::error("trees-differ", 0, message).hint(hint));
        }
        self.trees = trees.trees.len() - left.len();
    }

    /// The pairs that can be processed now.
    pub fn ready(&mut self) -> Vec<DocumentPair> {
        let mut ready = std::mem::take(&mut self.ready);
        ready.append(&mut self.gathering.ready());
        for pair in &mut ready {
            pair.called = self.sides.called(pair.system);
        }
        ready
    }

    /// Takes the results of processed pairs, in any order.
    pub fn settle(&mut self, looks: impl IntoIterator<Item = Look<T>>) {
        for look in looks {
            self.noticed.extend(look.noticed);
            let aligned = self.aligned.get_mut(look.system);
            if let Some((report, aligned)) = look.aligned.as_ref().zip(aligned) {
                self.noticed.extend(aligned.add(report, &look.name, look.source));
            }
            if let Some(pair) = look.held {
                self.units.hold(pair);
            }
            if let Some((result, results)) = look.result.zip(self.results.get_mut(look.system)) {
                let length = results.len().max(look.place + 1);
                results.resize_with(length, || None);
                results[look.place] = Some(result);
            }
        }
    }

    /// Call this when everything has arrived: it pairs documents whose names differ but mean the same, and
    /// handles missing ones.
    pub fn all_arrived(&mut self) {
        let left = self.gathering.finish();
        if self.gathering.key_count() == 0 {
            let message = "no documents were found in the key";
            let hint = "is it the right file?";
            self.notice(self.sources[0], Problem::error("no-documents", 0, message).hint(hint));
        }
        self.note_empty_sides();
        self.note_unused_trees();
        self.note_order(&left.in_order);
        self.see_to(left);
    }

    /// Merges pairs of documents into units; they were held back until all were processed.
    pub fn form_units(&mut self) {
        self.ready.extend(self.units.form(&mut self.noticed));
    }

    /// What was noticed since the last call.
    pub fn noticed(&mut self) -> Vec<Noticed> {
        std::mem::take(&mut self.noticed)
    }

    /// How many key documents have arrived.
    #[must_use]
    pub fn key_count(&self) -> usize {
        self.gathering.key_count()
    }

    /// The results for each system's pairs, in the order of the key, and what was noticed at the end.
    #[must_use]
    pub fn finish(mut self) -> (Vec<Vec<T>>, Vec<Noticed>) {
        for (system, aligned) in self.aligned.iter().enumerate() {
            let problem = aligned.summary();
            self.noticed.extend(problem.map(|problem| Noticed { source: self.sources[system + 1], problem }));
        }
        let results = self.results.into_iter().map(|results| results.into_iter().flatten().collect());
        (results.collect(), self.noticed)
    }

    fn notice(&mut self, source: usize, problem: Problem) {
        self.noticed.push(Noticed { source, problem });
    }

    /// Reports sides without any mention, which are almost always mistakes: a file in another layout, or a
    /// system that failed.
    fn note_empty_sides(&mut self) {
        for side in 0..self.mentions.len() {
            if self.mentions[side] == 0 && self.names[side].count() > 0 {
                self.notice(self.sources[side], self.sides.without_mentions(side));
            }
        }
    }

    fn note_unused_trees(&mut self) {
        let trees = self.aids.trees.as_ref().map_or(0, |trees| trees.trees.len());
        if trees > self.trees {
            let (trees, sentences) = (in_words(trees, "tree"), in_words(self.trees, "sentence"));
            let message = format!("the file of trees has {trees}, the key has {sentences}");
            let hint = "the file of trees must have one tree for each sentence of the key, in the same order";
            self.notice(self.sources[0], Problem::error("trees-differ", 0, message).hint(hint));
        }
    }

    /// Reports that documents were paired in order because one side has no names, which needs the same number
    /// on both sides.
    fn note_order(&mut self, in_order: &[InOrder]) {
        for &InOrder { system, key, response } in in_order {
            let source = self.sources[system + 1];
            let problem = if key == response {
                let what =
                    ["document is paired with the key's", "documents are paired with the key's in order"];
                let message = format!("{}, because one side has no names", counted(response, what));
                Problem::warning("paired-in-order", 0, message)
            } else {
                let message =
                    format!("documents without names: {key} in the key, {response} in the response");
                let hint = "they are paired in order, so both sides must have the same number";
                Problem::error("document-count", 0, message).hint(hint)
            };
            self.notice(source, problem);
        }
    }

    /// Handles documents that are renamed, extra or missing after everything was read.
    fn see_to(&mut self, left: Leftovers) {
        self.refuse_strangers(&left);
        for pair in &left.renamed {
            self.noticed.extend(pair.name_noticed());
        }
        self.ready.extend(left.renamed);
        for (system, source, name) in left.extra {
            self.notice(source, self.sides.extra(system, &name));
        }
        let unpaired = |system: usize| left.in_order.iter().any(|left| left.system == system);
        for (system, place, source, key) in left.missing {
            if !unpaired(system) {
                self.see_to_missing(system, place, source, key);
            }
        }
    }

    fn see_to_missing(&mut self, system: usize, place: usize, key_source: usize, key: Arc<Document>) {
        if let Some(problem) = self.sides.only_in_first(system, &key.name) {
            return self.notice(key_source, problem);
        }
        let source = self.sources[system + 1];
        let missing = self.plan.protocol.missing;
        self.notice(source, absent::missing(&key.name, missing));
        if missing == Missing::Empty {
            let response = key.blank();
            let sources = (key_source, source);
            self.ready.push(DocumentPair {
                place,
                system,
                key,
                response,
                sources,
                is_unit: false,
                called: None,
            });
        }
    }

    /// Refuses a response none of whose documents is in the key: it is another text, or has other names, and
    /// does not get a score of zero.
    fn refuse_strangers(&mut self, left: &Leftovers) {
        for system in 0..self.results.len() {
            let stranger = left.extra.iter().find(|(of, ..)| *of == system);
            let missed = left.missing.iter().find(|(of, ..)| *of == system);
            let met = self.gathering.met(system) || left.renamed.iter().any(|pair| pair.system == system);
            if let (Some((_, source, name)), Some((_, _, _, key)), false) = (stranger, missed, met) {
                let problem = self.sides.strangers(system, name, &key.name);
                self.noticed.push(Noticed { source: *source, problem });
            }
        }
    }
}

/// What must be read of a side under a plan.
#[must_use]
pub fn wanted(plan: &Plan, aids: &Aids, origin: Origin) -> Wanted {
    let plans = plan.each_rule();
    let wants = |plan: &Plan| match origin {
        Origin::Key => plan.wanted_key(),
        Origin::Response(_) => plan.wanted_response(),
    };
    let mut wanted = plans.iter().map(wants).fold(Wanted::MENTIONS, Wanted::union);
    if origin == Origin::Key && aids.trees.is_some() {
        wanted = wanted.and(Layer::Word);
    }
    // documents that are merged must have the same layers on both sides
    if plan.protocol.scope != Scope::Document {
        for plan in &plans {
            wanted = wanted.union(plan.wanted_key()).union(plan.wanted_response());
        }
    }
    wanted
}
