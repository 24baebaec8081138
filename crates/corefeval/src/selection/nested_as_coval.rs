//! Mentions inside other mentions of the same entity as CoVal removes them (`remove_nested`), including its defects.
//!
//! A mention is listed once for each mention that it lies in. If an entity has one mention more than its list is long, it seems to
//! be left with one: it then goes as a whole where singletons are dropped, and otherwise stays as it was. Entities that
//! are left with one mention by another way stay, also where singletons are dropped, because CoVal drops these first.

use super::drop_singletons;
use crate::document::Mention;
use crate::matching::Side;

/// Takes nested mentions away, and with them, if so wanted, the entities that seem to be left with one mention.
pub(super) fn drop_nested_as_coval(side: &mut Side<'_>, without_singletons: bool) {
    if without_singletons {
        drop_singletons(side);
    }
    let mut order: Vec<(usize, Mention)> = side.mentions.iter().copied().enumerate().collect();
    order.sort_by_key(|(_, mention)| (mention.entity, mention.span.start, u32::MAX - mention.span.end));
    let mut gone = vec![false; side.mentions.len()];
    for entity in order.chunk_by(|one, next| one.1.entity == next.1.entity) {
        let (nested, listed) = nested(entity);
        if entity.len() > 1 && entity.len().checked_sub(listed) == Some(1) {
            for (place, _) in entity {
                gone[*place] = without_singletons;
            }
        } else {
            for place in nested {
                gone[place] = true;
            }
        }
    }
    side.retain(|place, _| !gone[place]);
}

/// The mentions of an entity that lie in others, and how many times they do.
fn nested(entity: &[(usize, Mention)]) -> (Vec<usize>, usize) {
    let mut listed = 0;
    let mut open: Vec<Mention> = Vec::new();
    let mut nested = Vec::new();
    for (place, mention) in entity {
        open.retain(|outer| outer.span.end > mention.span.start);
        let outer = |outer: &&Mention| outer.span.contains(mention.span) && outer.span != mention.span;
        let count = open.iter().filter(outer).count();
        if count > 0 {
            nested.push(*place);
        }
        listed += count;
        open.push(*mention);
    }
    (nested, listed)
}

#[cfg(test)]
mod tests {
    use super::drop_nested_as_coval;
    use crate::document::{Document, Mention, Span};
    use crate::matching::Side;

    fn left(mentions: &[(u32, u32, u32)], without_singletons: bool) -> Vec<(u32, u32, u32)> {
        let mention = |&(start, end, entity): &(u32, u32, u32)| Mention::new(Span::new(start, end), entity);
        let document = Document {
            mentions: mentions.iter().map(mention).collect(),
            entity_labels: ["a", "b", "c"].iter().collect(),
            ..Document::default()
        };
        let mut side = Side::all(&document);
        drop_nested_as_coval(&mut side, without_singletons);
        side.mentions.iter().map(|mention| (mention.span.start, mention.span.end, mention.entity)).collect()
    }

    /// `[a [b]]` of one entity, `[c [d [e]]]` of another, as CoVal counts them: 2 − 1 = 1 mention is left of the one, 3 − 3 of
    /// the other.
    const MENTIONS: [(u32, u32, u32); 6] = [(0, 2, 0), (1, 2, 0), (2, 5, 1), (3, 5, 1), (4, 5, 1), (5, 6, 2)];

    #[test]
    fn coval_counts_a_mention_once_for_each_that_it_lies_in() {
        assert_eq!(left(&MENTIONS, false), [(0, 2, 0), (1, 2, 0), (2, 5, 1), (5, 6, 2)]);
    }

    #[test]
    fn an_entity_that_seems_to_be_left_with_one_mention_goes_with_the_singletons() {
        assert_eq!(left(&MENTIONS, true), [(2, 5, 1)]);
        assert_eq!(left(&[(0, 2, 0), (1, 2, 0), (0, 1, 0)], true), []);
    }
}
