//! The distance of a mention from its antecedent: the nearest earlier mention of its entity, on the same
//! side.

use super::{Label, Strata, View, range_of, value};
use crate::choice::Value;
use crate::document::Wanted;

const NEW: &str = "first";
const NEW_VALUE: Value = value(NEW, "the first mention of its entity, which has no antecedent");

/// Distance in sentences.
pub(super) const DISTANCE: Strata = Strata {
    name: "distance",
    title: "Sentences back",
    about: "The number of sentences from the mention back to its antecedent, the nearest mention of its entity before it.",
    values: &[
        NEW_VALUE,
        value("0", "the antecedent is in the same sentence"),
        value("1", "in the sentence before"),
        value("2", "two sentences before"),
        value("3-5", "three to five sentences before"),
        value("6-10", "six to ten sentences before"),
        value("11+", "farther away"),
    ],
    needs: "sentences in the key",
    wanted: Wanted::MENTIONS.and_sentences(),
    lacks: |key| (key.sentences.is_empty() && key.tokens > 0).then_some("no sentences"),
    labels: in_sentences,
    ..Strata::PLAIN
};

const SENTENCES: &[(u32, &str)] =
    &[(0, "0"), (1, "1"), (2, "2"), (5, "3-5"), (10, "6-10"), (u32::MAX, "11+")];

/// Distance in mentions.
pub(super) const MENTION_DISTANCE: Strata = Strata {
    name: "mention-distance",
    title: "Mentions back",
    about: "The number of mentions from the mention back to its antecedent; 1 if no other mention is between them.",
    values: &[
        NEW_VALUE,
        value("1", "the antecedent is the mention before"),
        value("2", "one mention is between them"),
        value("3-5", "two to four mentions are between them"),
        value("6-10", "five to nine mentions are between them"),
        value("11-20", "ten to nineteen mentions are between them"),
        value("21+", "farther away"),
    ],
    labels: in_mentions,
    ..Strata::PLAIN
};

const MENTIONS: &[(u32, &str)] =
    &[(1, "1"), (2, "2"), (5, "3-5"), (10, "6-10"), (20, "11-20"), (u32::MAX, "21+")];

/// First mentions and later ones.
pub(super) const FIRST: Strata = Strata {
    name: "first",
    title: "Mention",
    about: "Whether the mention is the first of its entity, on its own side.",
    values: &[NEW_VALUE, value("later", "its entity has a mention before it")],
    labels: |view| with_antecedents(view, |_, _| "later".into()),
    ..Strata::PLAIN
};

/// The stratum of each mention, by its place and the place of its antecedent; first mentions have a separate
/// stratum.
pub(super) fn with_antecedents(view: &View<'_>, label: impl Fn(usize, usize) -> Label) -> Vec<Label> {
    let antecedents = view.side().antecedents().into_iter().enumerate();
    antecedents.map(|(place, before)| before.map_or(NEW.into(), |before| label(place, before))).collect()
}

fn in_sentences(view: &View<'_>) -> Vec<Label> {
    let sentences: Vec<usize> = view.side().mentions.iter().map(|mention| view.sentence(mention)).collect();
    with_antecedents(view, |place, before| {
        range_of(sentences[place].saturating_sub(sentences[before]) as u32, SENTENCES)
    })
}

fn in_mentions(view: &View<'_>) -> Vec<Label> {
    let order = view.side().in_text_order();
    let mut ranks = vec![0u32; order.len()];
    for (rank, place) in (0..).zip(order) {
        ranks[place] = rank;
    }
    with_antecedents(view, |place, before| range_of(ranks[place] - ranks[before], MENTIONS))
}
