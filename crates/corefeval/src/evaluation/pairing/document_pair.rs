//! A key document and a response document that belong together, and the result of processing them.

use std::sync::Arc;

use super::super::{Counted, Plan, Scope, Tokens};
use super::renamed::same_document;
use super::{Noticed, check};
use crate::document::{Document, Layer, Name, share_tokens};
use crate::pair::Pair;
use crate::problem::Problem;
use crate::retokenise::{Fared, Report, retokenise};

/// A key document and the response to it, or the merged documents of a unit: the same text, once it was
/// checked.
#[derive(Clone, Debug)]
pub struct DocumentPair {
    pub(super) place: usize,
    pub(super) system: usize,
    pub(super) key: Arc<Document>,
    pub(super) response: Document,
    /// Where the two come from.
    pub(super) sources: (usize, usize),
    /// Whether it was merged from documents that were already checked.
    pub(super) is_unit: bool,
    /// The names of the two in messages, if they are not key and response.
    pub(super) called: Option<Arc<[String; 2]>>,
}

/// The result of processing a pair.
#[derive(Debug)]
pub struct Look<T> {
    pub(super) system: usize,
    pub(super) place: usize,
    pub(super) name: Name,
    pub(super) source: usize,
    pub(super) noticed: Vec<Noticed>,
    pub(super) aligned: Option<Report>,
    /// The pair itself, if it will become a part of a unit.
    pub(super) held: Option<DocumentPair>,
    pub(super) result: Option<T>,
}

impl DocumentPair {
    /// Two documents that the caller knows to belong together. Nothing about them is checked, neither names nor tokens: use
    /// [`each_pair`](crate::evaluation::each_pair) wherever that might go wrong.
    #[must_use]
    pub fn unchecked(key: Document, response: Document) -> Self {
        let (key, response) = share_tokens(&key, &response).unwrap_or((key, response));
        Self {
            place: 0,
            system: 0,
            key: Arc::new(key),
            response,
            sources: (0, 1),
            is_unit: false,
            called: None,
        }
    }

    /// The key document.
    #[must_use]
    pub fn key(&self) -> &Document {
        &self.key
    }

    /// The response document, on the key's tokens.
    #[must_use]
    pub fn response(&self) -> &Document {
        &self.response
    }

    /// The place of the document in the key.
    #[must_use]
    pub fn place(&self) -> usize {
        self.place
    }

    /// The number of the system.
    #[must_use]
    pub fn system(&self) -> usize {
        self.system
    }

    /// Gives a side without words the words of the other, which has the same tokens.
    pub fn lend_words(&mut self) {
        self.response.borrow_words(&self.key);
        if self.key.layers().get(Layer::Word).is_none() {
            Arc::make_mut(&mut self.key).borrow_words(&self.response);
        }
    }

    /// Counts the pair under a plan.
    #[must_use]
    pub fn count(&self, plan: &Plan) -> Counted {
        plan.count(&self.key, &self.response)
    }

    /// The pair as metrics other than mention detection count it under a plan.
    #[must_use]
    pub fn matched(&self, plan: &Plan) -> Pair<'_> {
        plan.matched(&self.key, &self.response)
    }

    /// The pair as mention detection counts it if singletons are dropped later.
    #[must_use]
    pub(crate) fn matched_with_singletons(&self, plan: &Plan) -> Pair<'_> {
        plan.matched_with_singletons(&self.key, &self.response)
    }

    /// Processes the pair: maps the response onto the key's tokens if the plan says so, checks that the two
    /// are the same text, and if they are, calls `work` with them. It has no side effects and can run on any
    /// thread.
    pub fn look<T>(mut self, plan: &Plan, work: impl FnOnce(Self, &mut dyn FnMut(Noticed)) -> T) -> Look<T> {
        let mut look = Look {
            system: self.system,
            place: self.place,
            name: self.key.name.clone(),
            source: self.sources.1,
            noticed: Vec::new(),
            aligned: None,
            held: None,
            result: None,
        };
        if !self.is_unit {
            self.align(plan, &mut look);
            let called =
                self.called.as_deref().map_or(["the key", "the response"], |[one, other]| [one, other]);
            look.notice(self.sources.1, check::tokens(&self.key, &self.response, called));
            look.notice(self.sources.1, check::sentences(&self.key, &self.response, called));
        }
        if look.noticed.iter().any(Noticed::is_error) {
            return look;
        }
        if self.is_unit || plan.protocol.scope == Scope::Document {
            let mut noticed = Vec::new();
            look.result = Some(work(self, &mut |one| noticed.push(one)));
            look.noticed.append(&mut noticed);
        } else {
            look.held = Some(self);
        }
        look
    }

    fn align<T>(&mut self, plan: &Plan, look: &mut Look<T>) {
        if plan.protocol.tokens == Tokens::Same {
            return;
        }
        match retokenise(&self.key, &self.response) {
            Ok(done) => {
                self.response = done.document;
                look.aligned = Some(done.report);
            }
            Err(error) => {
                let hint = "texts are aligned by their words: use files with words";
                let problem = Problem::error("no-words", 0, error.to_string()).hint(hint);
                look.notice(self.sources.1, Some(problem));
            }
        }
    }

    /// A note that the two were paired although their names differ, unless they differ only in how the part
    /// is written.
    pub(super) fn name_noticed(&self) -> Option<Noticed> {
        let (key, response) = (&self.key, &self.response);
        if key.unnamed || response.unnamed || same_document(&key.name, &response.name) {
            return None;
        }
        let message = format!("{} in the response is paired with {} of the key", response.name, key.name);
        Some(Noticed { source: self.sources.1, problem: Problem::warning("other-name", 0, message) })
    }

    /// Where the key document and the response document come from.
    #[must_use]
    pub fn sources(&self) -> (usize, usize) {
        self.sources
    }
}

impl<T> Look<T> {
    fn notice(&mut self, source: usize, problem: Option<Problem>) {
        self.noticed.extend(problem.map(|problem| Noticed { source, problem }));
    }
}

/// How the tokens and mentions of a system were mapped onto the key's tokens so far.
#[derive(Debug, Default)]
pub(super) struct Aligned {
    tokens: Fared,
    mentions: Fared,
    documents: usize,
}

impl Aligned {
    /// Adds a document; the mentions that have no place in the key's text are noticed one by one.
    pub(super) fn add(&mut self, report: &Report, name: &Name, source: usize) -> Vec<Noticed> {
        add(&mut self.tokens, report.tokens);
        add(&mut self.mentions, report.mentions);
        self.documents += 1;
        let lost = report.lost.iter().map(|lost| {
            let (text, entity) = (&lost.text, &lost.entity);
            let message = format!(
                "document {name}: mention `{text}` of entity {entity} has no counterpart in the key's text"
            );
            Noticed { source, problem: Problem::warning("lost-mention", 0, message) }
        });
        lost.collect()
    }

    /// How many tokens and mentions were aligned exactly, by edit, or not at all.
    pub(super) fn summary(&self) -> Option<Problem> {
        let told = |fared: Fared| {
            format!("{} exactly, {} by edit, {} not at all", fared.exact, fared.edited, fared.lost)
        };
        let (tokens, mentions) = (told(self.tokens), told(self.mentions));
        let message = format!("aligned with the key: tokens {tokens}; mentions {mentions}");
        (self.documents > 0).then(|| Problem::note("aligned", 0, message))
    }
}

fn add(sum: &mut Fared, more: Fared) {
    sum.exact += more.exact;
    sum.edited += more.edited;
    sum.lost += more.lost;
}
