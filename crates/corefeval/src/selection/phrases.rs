//! Mentions that are verb phrases: `[leaving] was hard. [It] …`. Corpora differ in whether they are annotated.

use crate::choice::choice;
use crate::document::{Document, Layer, Span, Tree};
use crate::matching::Side;

choice! {
    /// Which phrases to score.
    Phrases {
        /// All mentions.
        All = "all",
        /// All except verb phrases, by the key's trees.
        NounPhrases = "np-only",
        /// As in CoVal: all except those that CoVal's own tree shows as VP; an entity that is left with one mention is removed.
        NounPhrasesAsCoval = "np-only-coval",
    }
}

/// Removes mentions that are verb phrases: the highest phrase over exactly their tokens is a VP.
pub(super) fn drop_verb_phrases(side: &mut Side<'_>, syntax: &Document) {
    let Some(bits) = syntax.layers.get(Layer::Parse) else { return };
    let mut tree = Tree::default();
    let verbal: Vec<bool> = side
        .mentions
        .iter()
        .map(|mention| {
            if tree.is_empty() || !tree.sentence().holds(mention.span.start) {
                let number = syntax.sentence_of(mention.span.start);
                tree.read(
                    bits,
                    number.map_or(Span::new(0, syntax.tokens), |number| syntax.sentences[number]),
                );
            }
            tree.highest(mention.span).is_some_and(|place| tree.phrase(place).category() == "VP")
        })
        .collect();
    side.retain(|place, _| !verbal[place]);
}

#[cfg(test)]
mod tests {
    use super::drop_verb_phrases;
    use crate::document::{Document, Layer, Mention, Span};
    use crate::matching::Side;

    #[test]
    fn verb_phrases_go_and_everything_else_stays() {
        let mention = |start, end| Mention::new(Span::new(start, end), 0);
        let mut document = Document {
            tokens: 3,
            sentences: vec![Span::new(0, 3)],
            mentions: vec![mention(0, 1), mention(1, 3), mention(0, 2), mention(2, 3)],
            entity_labels: ["a"].iter().collect(),
            ..Document::default()
        };
        document.layers.set(Layer::Parse, ["(S(NP*)", "(VP*", "(NP*)))"].iter().collect());
        let mut side = Side::all(&document);
        drop_verb_phrases(&mut side, &document);
        let left: Vec<_> = side.mentions.iter().map(|mention| mention.span).collect();
        assert_eq!(left, [Span::new(0, 1), Span::new(0, 2), Span::new(2, 3)]);
    }
}
