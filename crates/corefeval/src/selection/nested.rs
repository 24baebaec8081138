//! Mentions inside other mentions of the same entity, as in `[the man who lost [his] hat]`.

use crate::choice::choice;
use crate::document::Mention;
use crate::matching::Side;

choice! {
    /// How to treat mentions nested in others of their entity.
    Nested {
        /// They are scored like any other mention.
        Keep = "keep",
        /// They are removed from key and response; the outermost stays.
        Drop = "drop",
        /// As in CoVal: the outermost stays, unless by CoVal's count only one mention would be left: then all stay, or all are
        /// removed if singletons are dropped.
        DropAsCoval = "drop-coval",
    }
}

/// Removes mentions that are nested in a longer one of their entity.
pub(super) fn drop_nested(side: &mut Side<'_>) {
    let mut order: Vec<(usize, Mention)> = side.mentions.iter().copied().enumerate().collect();
    // the mentions of an entity together, by start, longer before shorter
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

#[cfg(test)]
mod tests {
    use super::drop_nested;
    use crate::document::{Document, Mention, Span};
    use crate::matching::Side;

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
