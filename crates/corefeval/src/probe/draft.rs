//! A response while it is damaged: mentions, each in a group that becomes an entity.

use rustc_hash::FxHashMap;

use crate::document::{Document, EntityDetail, Mention, Relation};
use crate::evaluation::resample::Random;

/// The mentions of a document, and the groups they are put in.
pub(super) struct Draft<'a> {
    pub(super) document: &'a Document,
    pub(super) mentions: Vec<Placed>,
    /// The number of the next group.
    next: u32,
}

/// A mention in a group.
#[derive(Clone, Copy)]
pub(super) struct Placed {
    pub(super) mention: Mention,
    pub(super) group: u32,
    /// Its number in the document; none if it was invented.
    origin: Option<u32>,
}

impl<'a> Draft<'a> {
    pub(super) fn new(document: &'a Document) -> Self {
        let placed = |(mention, number): (&Mention, u32)| Placed {
            mention: *mention,
            group: mention.entity,
            origin: Some(number),
        };
        let mentions = document.mentions.iter().zip(0..).map(placed).collect();
        Self { document, mentions, next: document.entity_count() as u32 }
    }

    /// The number of a new group.
    pub(super) fn new_group(&mut self) -> u32 {
        self.next += 1;
        self.next - 1
    }

    /// Adds a mention that was invented.
    pub(super) fn invent(&mut self, span: crate::document::Span, group: u32) {
        self.mentions.push(Placed { mention: Mention::new(span, 0), group, origin: None });
    }

    /// The groups that have mentions, in order.
    pub(super) fn groups(&self) -> Vec<u32> {
        let mut groups: Vec<u32> = self.mentions.iter().map(|placed| placed.group).collect();
        groups.sort_unstable();
        groups.dedup();
        groups
    }

    /// The mentions in a random order.
    pub(super) fn shuffled(&self, random: &mut Random) -> Vec<usize> {
        shuffled(self.mentions.len(), random)
    }

    /// Places of mentions in the order of the text.
    pub(super) fn in_text_order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.mentions.len()).collect();
        order.sort_by_key(|place| (self.mentions[*place].mention.span, *place));
        order
    }

    /// The document.
    pub(super) fn finish(self) -> Document {
        let groups = self.groups();
        let mut document = self.document.clone();
        let entity = |group: u32| groups.binary_search(&group).unwrap_or(0) as u32;
        let mention = |placed: &Placed| {
            let mut mention = placed.mention;
            mention.entity = entity(placed.group);
            mention
        };
        document.mentions = self.mentions.iter().map(mention).collect();
        document.entity_labels = groups.iter().map(u32::to_string).collect();
        if !document.entity_details.is_empty() {
            // a new group gets the properties of the entity of its first mention
            let mut first: FxHashMap<u32, u32> = FxHashMap::default();
            for placed in self.mentions.iter().filter(|placed| placed.origin.is_some()) {
                first.entry(placed.group).or_insert(placed.mention.entity);
            }
            let detail = |group: &u32| {
                let own = self.document.entity_detail(*first.get(group).unwrap_or(group)).cloned();
                EntityDetail { elements: Vec::new(), ..own.unwrap_or_default() }
            };
            document.entity_details = groups.iter().map(detail).collect();
        }
        document.relations = self.relations();
        document
    }

    /// The relations between the remaining mentions.
    fn relations(&self) -> Vec<Relation> {
        let places = self.mentions.iter().zip(0_u32..);
        let now: FxHashMap<u32, u32> =
            places.filter_map(|(placed, place)| Some((placed.origin?, place))).collect();
        let moved = |relation: &Relation| {
            Some(Relation {
                from: *now.get(&relation.from)?,
                to: *now.get(&relation.to)?,
                ..relation.clone()
            })
        };
        self.document.relations.iter().filter_map(moved).collect()
    }
}

/// Numbers from 0 in a random order (Fisher and Yates).
pub(super) fn shuffled(count: usize, random: &mut Random) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    for last in (1..count).rev() {
        order.swap(last, random.below(last + 1));
    }
    order
}
