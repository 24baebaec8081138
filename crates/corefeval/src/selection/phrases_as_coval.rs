//! Removes mentions that are verb phrases as CoVal does (`NP_only`), by the trees that it builds for
//! mentions.

use crate::document::Document;
use crate::matching::{Side, verbal_as_coval};

/// Removes verb phrases; an entity that loses a mention and is left with one is removed.
pub(super) fn drop_verb_phrases_as_coval(side: &mut Side<'_>, syntax: &Document) {
    let verbal = verbal_as_coval(side, syntax);
    let before = side.entity_sizes();
    side.retain(|place, _| !verbal[place]);
    let after = side.entity_sizes();
    side.retain(|_, mention| {
        let (before, after) = (before[mention.entity as usize], after[mention.entity as usize]);
        before == after || after > 1
    });
}

#[cfg(test)]
mod tests {
    use super::drop_verb_phrases_as_coval;
    use crate::document::{Document, Layer, Mention, Span};
    use crate::matching::Side;

    /// Two entities with a verb phrase each, one of which has two other mentions. CoVal's tree for the last mention is
    /// `(VP (NP …))`, because the bracket of the VP is opened on the first token of the mention.
    #[test]
    fn coval_drops_what_verb_phrases_leave_alone() {
        let mention = |start, end, entity| Mention::new(Span::new(start, end), entity);
        let mut document = Document {
            tokens: 4,
            sentences: vec![Span::new(0, 4)],
            mentions: vec![
                mention(0, 1, 0),
                mention(1, 3, 0),
                mention(0, 1, 1),
                mention(2, 3, 1),
                mention(1, 2, 1),
            ],
            entity_labels: ["a", "b"].iter().collect(),
            ..Document::default()
        };
        document.layers.set(Layer::Parse, ["(S(NP*)", "(VP*", "(NP*))", "*)"].iter().collect());
        let mut side = Side::all(&document);
        drop_verb_phrases_as_coval(&mut side, &document);
        let left: Vec<_> = side.mentions.iter().map(|mention| (mention.span.start, mention.entity)).collect();
        assert_eq!(left, [(0, 1), (2, 1)]);
    }
}
