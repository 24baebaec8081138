//! A response with some of its errors repaired, as a document that can be scored like any other.

use rustc_hash::{FxHashMap, FxHashSet};

use super::view::{Own, View};
use crate::document::{Detail, Document, EntityDetail, Mention, Relation, Span};
use crate::matching::exact::span_key;

/// The places of mentions in the response's document: those that count, and the others, both in order.
pub(super) struct Parted {
    selected: Vec<u32>,
    unselected: Vec<u32>,
}

impl Parted {
    pub(super) fn new(view: &View<'_>) -> Self {
        let response = &view.pair.response;
        let all = &response.document.mentions;
        let mut counting = response.mentions.iter().peekable();
        let counts = |place: &u32| counting.next_if(|next| **next == all[*place as usize]).is_some();
        let (selected, unselected) = (0..all.len() as u32).partition(counts);
        Self { selected, unselected }
    }
}

/// A response that is built again, on the tokens that key and response share. Its mentions are sorted by
/// span, as in most files, so that it is matched as fast as a document that was read.
pub(super) struct Rebuilt<'v, 'a> {
    view: &'v View<'a>,
    parted: &'v Parted,
    document: Document,
    /// Mentions in order of span, and those that were added after one that follows them.
    added: Vec<Added>,
    late: Vec<Added>,
    /// The spans of added mentions of the key, if they matter.
    taken: FxHashSet<Span>,
}

/// A mention of the new document.
#[derive(Clone, Copy)]
struct Added {
    mention: Mention,
    /// Its place in the response's document, if it is from there.
    origin: Option<u32>,
    /// Its group; groups are renumbered at the end, in the same order.
    group: u32,
}

impl<'v, 'a> Rebuilt<'v, 'a> {
    pub(super) fn new(view: &'v View<'a>, parted: &'v Parted) -> Self {
        let mut document = view.pair.response.document.blank();
        document.tokens = view.tokens.count();
        document.zeros = view.tokens.zeros();
        let added = Vec::with_capacity(parted.selected.len() + parted.unselected.len());
        Self { view, parted, document, added, late: Vec::new(), taken: FxHashSet::default() }
    }

    /// Adds a mention as the response has it.
    pub(super) fn add_response(&mut self, own: Own, group: u32) {
        let side = &self.view.pair.response;
        let origin = self.parted.selected[own.place as usize];
        self.add(side.document, &side.mentions[own.place as usize], Some(origin), group);
    }

    /// Adds a mention as the key has it.
    pub(super) fn add_key(&mut self, own: Own, group: u32) {
        let side = &self.view.pair.key;
        let mention = &side.mentions[own.place as usize];
        if !self.parted.unselected.is_empty() {
            self.taken.insert(self.view.tokens.span_of(side.document, mention.span));
        }
        self.add(side.document, mention, None, group);
    }

    fn add(&mut self, document: &Document, mention: &Mention, origin: Option<u32>, group: u32) {
        let span = self.view.tokens.span_of(document, mention.span);
        let mut added = Mention::new(span, 0);
        if let Some(detail) = document.detail(mention) {
            added = added.with_detail(self.document.details.len());
            self.document.details.push(self.moved(document, detail));
        }
        let added = Added { mention: added, origin, group };
        let follows = |last: &Added| span_key(&last.mention) > span_key(&added.mention);
        let is_late = self.added.last().is_some_and(follows);
        if is_late { self.late.push(added) } else { self.added.push(added) }
    }

    /// All mentions in the order of their spans; mentions of the same span stay in the order in which they
    /// were added.
    fn in_order(&mut self) -> Vec<Added> {
        let added = std::mem::take(&mut self.added);
        let mut late = std::mem::take(&mut self.late);
        if late.is_empty() {
            return added;
        }
        late.sort_by_key(|one| span_key(&one.mention));
        let mut all = Vec::with_capacity(added.len() + late.len());
        let mut late = late.into_iter().peekable();
        for one in added {
            let own = span_key(&one.mention);
            while let Some(before) = late.next_if(|before| span_key(&before.mention) < own) {
                all.push(before);
            }
            all.push(one);
        }
        all.extend(late);
        all
    }

    /// Relations of the response's mentions that are still there.
    fn relate(&mut self, relations: &[Relation], added: &[Added]) {
        if relations.is_empty() {
            return;
        }
        let places = added.iter().enumerate();
        let now: FxHashMap<u32, u32> =
            places.filter_map(|(place, one)| Some((one.origin?, place as u32))).collect();
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

    /// The finished document, including mentions of the response that do not count, unless one of the key has
    /// their span. `detail` gives the details of a group's entity.
    pub(super) fn finish(
        mut self,
        group_of: impl Fn(u32) -> u32,
        detail: impl Fn(u32) -> EntityDetail,
    ) -> Document {
        let response = self.view.pair.response.document;
        for &place in &self.parted.unselected {
            let mention = &response.mentions[place as usize];
            if !self.taken.contains(&self.view.tokens.span_of(response, mention.span)) {
                self.add(response, mention, Some(place), group_of(mention.entity));
            }
        }
        let added = self.in_order();
        self.relate(&response.relations, &added);
        let (groups, numbers) = numbered(&added);
        let renamed = |one: Added| {
            let mut mention = one.mention;
            mention.entity = numbers[one.group as usize];
            mention
        };
        self.document.mentions = added.into_iter().map(renamed).collect();
        self.document.entity_labels = groups.iter().map(|_| "").collect();
        let documents = [self.view.pair.key.document, response];
        if documents.iter().any(|document| !document.entity_details.is_empty()) {
            self.document.entity_details = groups.iter().map(|group| detail(*group)).collect();
        }
        self.document
    }
}

/// The groups that have mentions, in order, and the number of each group among them.
fn numbered(added: &[Added]) -> (Vec<u32>, Vec<u32>) {
    let most = added.iter().map(|one| one.group as usize + 1).max().unwrap_or(0);
    let mut numbers = vec![0; most];
    for one in added {
        numbers[one.group as usize] = 1;
    }
    let mut groups = Vec::new();
    for (group, number) in numbers.iter_mut().enumerate().filter(|(_, number)| **number > 0) {
        *number = groups.len() as u32;
        groups.push(group as u32);
    }
    (groups, numbers)
}
