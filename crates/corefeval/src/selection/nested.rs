//! Mentions inside other mentions of the same entity, as in `[the man who lost [his] hat]`.

use crate::choice::choice;
use crate::document::Mention;
use crate::matching::Side;

choice! {
    /// What becomes of mentions inside others of their entity.
    Nested {
        /// They count like any other.
        Keep = "keep",
        /// They are taken away from key and response; the outermost stays.
        Drop = "drop",
        /// As in CoVal: the outermost stays, unless its count says that just one mention would be left: then all stay.
        DropAsCoval = "drop-coval",
    }
}

/// Takes away mentions that lie inside a longer one of their entity.
pub(super) fn drop_nested(side: &mut Side<'_>) {
    let mut order: Vec<(usize, Mention)> = side.mentions.iter().copied().enumerate().collect();
    // an entity's mentions together, longer before shorter where they begin
    order.sort_by_key(|(_, mention)| (mention.entity, mention.span.start, u32::MAX - mention.span.end));
    let mut inner = vec![false; side.mentions.len()];
    let mut outer: Option<Mention> = None;
    for (place, mention) in order {
        match outer.filter(|outer| outer.entity == mention.entity && outer.span.contains(mention.span)) {
            Some(outer) => inner[place] = outer.span != mention.span,
            None => outer = Some(mention),
        }
    }
    side.retain(|place, _| !inner[place]);
}

/// The same as CoVal does it: a mention is listed once for each that it lies in, and an entity of which all but one
/// mention are listed is left as it is.
pub(super) fn drop_nested_as_coval(side: &mut Side<'_>) {
    let mut order: Vec<(usize, Mention)> = side.mentions.iter().copied().enumerate().collect();
    order.sort_by_key(|(_, mention)| (mention.entity, mention.span.start, u32::MAX - mention.span.end));
    let mut inner = vec![false; side.mentions.len()];
    for entity in order.chunk_by(|one, next| one.1.entity == next.1.entity) {
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
        if entity.len() == 1 || entity.len().checked_sub(listed) != Some(1) {
            for place in nested {
                inner[place] = true;
            }
        }
    }
    side.retain(|place, _| !inner[place]);
}

#[cfg(test)]
mod tests {
    use super::{drop_nested, drop_nested_as_coval};
    use crate::document::{Document, Mention, Span};
    use crate::matching::Side;

    /// `[a [b]]` of one entity, `[c [d [e]]]` of another, as CoVal counts them: 2 − 1 = 1 mention is left of the one, 3 − 3 of
    /// the other.
    #[test]
    fn coval_counts_a_mention_once_for_each_that_it_lies_in() {
        let mention = |start, end, entity| Mention::new(Span::new(start, end), entity);
        let mentions = [(0, 2, 0), (1, 2, 0), (2, 5, 1), (3, 5, 1), (4, 5, 1)]
            .map(|(start, end, entity)| mention(start, end, entity));
        let document = Document {
            mentions: mentions.to_vec(),
            entity_labels: ["a", "b"].iter().collect(),
            ..Document::default()
        };
        let mut side = Side::all(&document);
        drop_nested_as_coval(&mut side);
        assert_eq!(&side.mentions[..], &mentions[..3]);
    }

    #[test]
    fn of_mentions_of_one_entity_the_outermost_stays() {
        let mention = |start, end, entity| Mention::new(Span::new(start, end), entity);
        let document = Document {
            mentions: vec![
                mention(1, 2, 0),
                mention(3, 4, 0),
                mention(0, 5, 0),
                mention(2, 3, 1),
                mention(0, 5, 0),
            ],
            entity_labels: ["a", "b"].iter().collect(),
            ..Document::default()
        };
        let mut side = Side::all(&document);
        drop_nested(&mut side);
        let left: Vec<_> =
            side.mentions.iter().map(|mention| (mention.span.start, mention.span.end)).collect();
        assert_eq!(left, [(0, 5), (2, 3), (0, 5)]);
    }
}
