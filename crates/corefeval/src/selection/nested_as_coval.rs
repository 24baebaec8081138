//! Mentions inside other mentions of the same entity as CoVal removes them (`remove_nested`), including its defects.
//!
//! CoVal lists a nested mention once for each mention that contains it. If an entity has one mention more
//! than this list has entries, CoVal takes it to be left with one mention: the whole entity is removed if
//! singletons are dropped, and otherwise stays unchanged. Entities that are really left with one mention stay
//! even if singletons are dropped, because CoVal drops singletons before.

use super::drop_singletons;
use crate::document::Mention;
use crate::matching::Side;

/// Removes nested mentions and, if `without_singletons`, the entities that CoVal takes to be left with one
/// mention.
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

/// The mentions of an entity that are inside others, and the number of pairs of a mention inside another.
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

    /// `[a [b]]` of one entity, `[c [d [e]]]` of another. By CoVal's count, 2 − 1 = 1 mention of the first
    /// entity is left, and 3 − 3 = 0 of the second.
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
