//! A response with some of its errors repaired, as a document that can be scored like any other.

use rustc_hash::{FxHashMap, FxHashSet};

use super::view::{Own, View};
use crate::document::{Detail, Document, EntityDetail, Mention, Relation, Span};

/// A response that is put together anew, on the tokens that key and response share.
pub(super) struct Rebuilt<'v, 'a> {
    view: &'v View<'a>,
    document: Document,
    /// Places in the response's document of the mentions that count, and of the others.
    selected: Vec<u32>,
    unselected: Vec<u32>,
    /// Where each mention is in the response's document, if it is from there.
    origins: Vec<Option<u32>>,
    /// The groups that mentions were put in; they are numbered anew at the end, in the same order.
    groups: Vec<u32>,
    /// Where mentions of the key were put.
    taken: FxHashSet<Span>,
}

impl<'v, 'a> Rebuilt<'v, 'a> {
    pub(super) fn new(view: &'v View<'a>) -> Self {
        let response = view.pair.response.document;
        let (selected, unselected) = parted(response, &view.pair.response.mentions);
        let mut document = response.blank();
        document.tokens = view.tokens.count();
        document.zeros = view.tokens.zeros();
        let (origins, groups) = (Vec::new(), Vec::new());
        Self { view, document, selected, unselected, origins, groups, taken: FxHashSet::default() }
    }

    /// Adds a mention as the response has it.
    pub(super) fn add_response(&mut self, own: Own, group: u32) {
        let side = &self.view.pair.response;
        let origin = self.selected[own.place as usize];
        self.add(side.document, &side.mentions[own.place as usize], Some(origin), group);
    }

    /// Adds a mention as the key has it.
    pub(super) fn add_key(&mut self, own: Own, group: u32) {
        let side = &self.view.pair.key;
        let mention = &side.mentions[own.place as usize];
        self.taken.insert(self.view.tokens.span_of(side.document, mention.span));
        self.add(side.document, mention, None, group);
    }

    fn add(&mut self, document: &Document, mention: &Mention, origin: Option<u32>, group: u32) {
        let span = self.view.tokens.span_of(document, mention.span);
        let mut added = Mention::new(span, 0);
        if let Some(detail) = document.detail(mention) {
            added = added.with_detail(self.document.details.len());
            self.document.details.push(self.moved(document, detail));
        }
        self.document.mentions.push(added);
        self.origins.push(origin);
        self.groups.push(group);
    }

    /// Relations of the response's mentions that are still there.
    fn relate(&mut self, relations: &[Relation]) {
        if relations.is_empty() {
            return;
        }
        let places = self.origins.iter().enumerate();
        let now: FxHashMap<u32, u32> =
            places.filter_map(|(place, origin)| Some(((*origin)?, place as u32))).collect();
        let moved = |relation: &Relation| {
            let (from, to) = (*now.get(&relation.from)?, *now.get(&relation.to)?);
            Some(Relation { from, to, ..relation.clone() })
        };
        self.document.relations = relations.iter().filter_map(moved).collect();
    }

    /// What a mention has besides a span, on common tokens.
    fn moved(&self, document: &Document, detail: &Detail) -> Detail {
        let tokens = &self.view.tokens;
        Detail {
            parts: detail.parts.iter().map(|part| tokens.span_of(document, *part)).collect(),
            head: detail.head.map(|head| tokens.of(document, head)),
            minimum: detail.minimum.map(|minimum| tokens.span_of(document, minimum)),
            id: String::new(),
            attributes: Vec::new(),
        }
    }

    /// The document, with the mentions of the response that do not count where nothing took their place. `detail` says which entity
    /// a group is like.
    pub(super) fn finish(
        mut self,
        group_of: impl Fn(u32) -> u32,
        detail: impl Fn(u32) -> EntityDetail,
    ) -> Document {
        let response = self.view.pair.response.document;
        for place in std::mem::take(&mut self.unselected) {
            let mention = &response.mentions[place as usize];
            if !self.taken.contains(&self.view.tokens.span_of(response, mention.span)) {
                self.add(response, mention, Some(place), group_of(mention.entity));
            }
        }
        self.relate(&response.relations);
        let mut numbers = self.groups.clone();
        numbers.sort_unstable();
        numbers.dedup();
        for (mention, group) in self.document.mentions.iter_mut().zip(&self.groups) {
            mention.entity = numbers.binary_search(group).unwrap_or(0) as u32;
        }
        self.document.entity_labels = numbers.iter().map(|_| "").collect();
        let documents = [self.view.pair.key.document, response];
        if documents.iter().any(|document| !document.entity_details.is_empty()) {
            self.document.entity_details = numbers.iter().map(|group| detail(*group)).collect();
        }
        self.document
    }
}

/// The places of the mentions that count, which are in the order of the document, and of the others.
fn parted(document: &Document, counting: &[Mention]) -> (Vec<u32>, Vec<u32>) {
    let mut counting = counting.iter().peekable();
    let counts =
        |place: &u32| counting.next_if(|next| **next == document.mentions[*place as usize]).is_some();
    (0..document.mentions.len() as u32).partition(counts)
}
