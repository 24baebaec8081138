//! Which of two mentions of the same tokens comes first: it decides what is counted, so that a file in which it is another
//! gives other figures.

use std::collections::BTreeMap;

use super::marks::has_repeats;
use super::{Block, Format, Problem};
use crate::document::{Document, Span, Wanted};

/// A warning for every document with repeated mentions in which another comes first when it is read again.
pub(super) fn losses(format: &Format, documents: &[Document], written: &[u8]) -> Vec<Problem> {
    if !documents.iter().any(has_repeats) {
        return Vec::new();
    }
    let again = format.read(&Block::whole(written), Wanted::ALL).documents;
    documents.iter().zip(&again).filter_map(|(before, after)| loss(before, after)).collect()
}

fn loss(before: &Document, after: &Document) -> Option<Problem> {
    let (old, new) = (Entities::of(before), Entities::of(after));
    // mentions that are lost or changed are reported as such
    if old.sorted() != new.sorted() {
        return None;
    }
    let (old, new) = (old.repeated(before), new.repeated(after));
    let count =
        old.iter().filter(|(span, orders)| new.get(*span).is_some_and(|other| other != *orders)).count();
    let message = format!(
        "{}: {count} spans are in several entities, which will be in another order when the file is read again; scores may change under `--repeats`",
        before.name
    );
    (count > 0).then(|| {
        Problem::warning("lost-order", 0, message)
            .hint("convert to `corefeval-json`, or keep one mention of each span before converting")
    })
}

/// The tokens of a mention.
type Tokens = Vec<Span>;

/// The orders that scorers put entities in: by their first appearance, by their first end, by their first beginning.
type Orders<'a> = [Vec<&'a [Tokens]>; 3];

/// The mentions of each entity, sorted.
struct Entities {
    mentions: Vec<Vec<Tokens>>,
}

impl Entities {
    fn of(document: &Document) -> Self {
        let mut mentions = vec![Vec::new(); document.entity_count()];
        for mention in &document.mentions {
            if let Some(entity) = mentions.get_mut(mention.entity as usize) {
                entity.push(document.parts(mention).to_vec());
            }
        }
        for entity in &mut mentions {
            entity.sort_unstable();
        }
        Self { mentions }
    }

    fn sorted(&self) -> Vec<&Vec<Tokens>> {
        let mut sorted: Vec<_> = self.mentions.iter().filter(|mentions| !mentions.is_empty()).collect();
        sorted.sort_unstable();
        sorted
    }

    /// For each span that is mentioned more than once, its entities in every order.
    fn repeated(&self, document: &Document) -> BTreeMap<Tokens, Orders<'_>> {
        let ranks = [by_number(document), by_end(document), by_beginning(document)];
        let mut spans: BTreeMap<Tokens, Vec<usize>> = BTreeMap::new();
        let known =
            document.mentions.iter().filter(|mention| (mention.entity as usize) < self.mentions.len());
        for mention in known {
            spans.entry(document.parts(mention).to_vec()).or_default().push(mention.entity as usize);
        }
        spans.retain(|_, entities| entities.len() > 1);
        let orders = |entities: Vec<usize>| {
            ranks.each_ref().map(|rank| {
                let mut sorted = entities.clone();
                sorted.sort_by_key(|&entity| rank.get(entity));
                sorted.into_iter().map(|entity| self.mentions[entity].as_slice()).collect()
            })
        };
        spans.into_iter().map(|(span, entities)| (span, orders(entities))).collect()
    }
}

/// What an entity is sorted by.
type Rank = (u32, u32, usize);

fn by_number(document: &Document) -> Vec<Rank> {
    (0..document.entity_count()).map(|entity| (0, 0, entity)).collect()
}

fn by_end(document: &Document) -> Vec<Rank> {
    earliest(document, |span| (span.end, u32::from(span.len() > 1)))
}

fn by_beginning(document: &Document) -> Vec<Rank> {
    earliest(document, |span| (span.start, u32::MAX - span.end))
}

/// The smallest rank that a mention of each entity has, mentions that rank alike in their order.
fn earliest(document: &Document, rank: impl Fn(Span) -> (u32, u32)) -> Vec<Rank> {
    let mut ranks = vec![(u32::MAX, u32::MAX, usize::MAX); document.entity_count()];
    for (place, mention) in document.mentions.iter().enumerate() {
        let (first, second) = rank(mention.span);
        if let Some(best) = ranks.get_mut(mention.entity as usize) {
            *best = (*best).min((first, second, place));
        }
    }
    ranks
}
