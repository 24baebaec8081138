//! Which of two mentions of the same tokens comes first. This decides what is counted, so a file with another
//! order gives other figures.

use std::collections::BTreeMap;

use super::marks::has_repeats;
use super::{Block, Format, Problem};
use crate::document::{Document, Span, Wanted};

/// Warns of every document with repeated mentions in which another mention comes first when it is read again.
pub(super) fn losses(format: &Format, documents: &[Document], written: &[u8]) -> Vec<Problem> {
    if !documents.iter().any(has_repeats) {
        return Vec::new();
    }
    let again = format.read(&Block::whole(written), Wanted::ALL).documents;
    documents.iter().zip(&again).filter_map(|(before, after)| loss(before, after)).collect()
}

fn loss(before: &Document, after: &Document) -> Option<Problem> {
    let (old, new) = (mentions(before), mentions(after));
    let classes = classes(&old);
    // mentions that are lost or changed are reported as such
    if classes != self::classes(&new) {
        return None;
    }
    let of = |entities: &[Vec<Tokens>]| -> Vec<usize> {
        entities.iter().map(|mentions| classes.partition_point(|class| **class < *mentions)).collect()
    };
    let (old, new) = (repeated(before, &of(&old)), repeated(after, &of(&new)));
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

/// The orders in which scorers sort entities: by their first appearance, by their first end, by their first
/// beginning. Entities with
/// the same mentions are the same, and have one number.
type Orders = [Vec<usize>; 3];

/// The mentions of each entity, sorted.
fn mentions(document: &Document) -> Vec<Vec<Tokens>> {
    let mut mentions = vec![Vec::new(); document.entity_count()];
    for mention in &document.mentions {
        if let Some(entity) = mentions.get_mut(mention.entity as usize) {
            entity.push(document.parts(mention).to_vec());
        }
    }
    for entity in &mut mentions {
        entity.sort_unstable();
    }
    mentions
}

/// The entities that have mentions, in an order that only these decide.
fn classes(entities: &[Vec<Tokens>]) -> Vec<&Vec<Tokens>> {
    let mut classes: Vec<_> = entities.iter().filter(|mentions| !mentions.is_empty()).collect();
    classes.sort_unstable();
    classes
}

/// For each span that is mentioned more than once, its entities in every order.
fn repeated(document: &Document, classes: &[usize]) -> BTreeMap<Tokens, Orders> {
    let ranks = [by_number(document), by_end(document), by_beginning(document)];
    let mut spans: BTreeMap<Tokens, Vec<usize>> = BTreeMap::new();
    let known = document.mentions.iter().filter(|mention| (mention.entity as usize) < classes.len());
    for mention in known {
        spans.entry(document.parts(mention).to_vec()).or_default().push(mention.entity as usize);
    }
    spans.retain(|_, entities| entities.len() > 1);
    let orders = |entities: Vec<usize>| {
        ranks.each_ref().map(|rank| {
            let mut sorted = entities.clone();
            sorted.sort_by_key(|&entity| rank.get(entity));
            sorted.into_iter().map(|entity| classes[entity]).collect()
        })
    };
    spans.into_iter().map(|(span, entities)| (span, orders(entities))).collect()
}

/// The sort key of an entity.
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

/// The smallest rank of any mention of each entity; mentions of equal rank are compared by their order.
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

#[cfg(test)]
mod tests {
    use super::loss;
    use crate::document::{Document, Mention, Span};

    /// Two entities with the same mentions of one word each, and a third with the first of them.
    fn repeating(tokens: u32, first: [u32; 3]) -> Document {
        let mut document = Document { tokens, ..Document::default() };
        document.entity_labels = ["a", "b", "c"].iter().collect();
        let mention = |token: u32, entity: u32| Mention::new(Span::new(token, token + 1), entity);
        document.mentions = first.map(|entity| mention(0, entity)).to_vec();
        for token in 1..tokens {
            document.mentions.extend([mention(token, 0), mention(token, 1)]);
        }
        document
    }

    #[test]
    fn entities_with_the_same_mentions_are_the_same() {
        let document = repeating(5, [0, 1, 2]);
        assert!(loss(&document, &document).is_none());
        let mut swapped = document.clone();
        for mention in &mut swapped.mentions {
            mention.entity = [2, 1, 0][mention.entity as usize];
        }
        let problem = loss(&document, &swapped).unwrap();
        assert!(problem.message.starts_with(": 1 spans are in several entities"), "{problem}");
    }

    #[test]
    fn many_spans_in_two_entities_take_no_time() {
        let document = repeating(30_000, [0, 1, 2]);
        let started = std::time::Instant::now();
        assert!(loss(&document, &document).is_none());
        assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
    }
}
