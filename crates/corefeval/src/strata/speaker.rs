//! Strata by whether the speaker of a mention differs from the speaker of its antecedent.

use super::distance::with_antecedents;
use super::{Label, Strata, View, value};
use crate::document::{Column, Document, Layer, Wanted};

/// Changes of speaker.
pub(super) const SPEAKER: Strata = Strata {
    name: "speaker",
    title: "Speaker",
    about: "Whether the speaker has changed since the antecedent, the nearest mention of the entity before.",
    values: &[
        value("first", "the first mention of its entity, which has no antecedent"),
        value("same", "the same speaker as at the antecedent"),
        value("other", "another speaker than at the antecedent"),
        value("(none)", "no speaker is named at the mention or its antecedent"),
    ],
    needs: "speakers in the key",
    wanted: Wanted::MENTIONS.and(Layer::Speaker),
    lacks: no_speakers,
    labels: changes,
    ..Strata::PLAIN
};

fn is_named(speaker: &str) -> bool {
    !matches!(speaker, "" | "-" | "_")
}

fn no_speakers(key: &Document) -> Option<&'static str> {
    let speakers = key.layers.get(Layer::Speaker);
    let named = speakers.is_some_and(|speakers| Column::iter(speakers).any(is_named));
    (!named).then_some("no speakers")
}

fn changes(view: &View<'_>) -> Vec<Label> {
    let speaker = |place: usize| {
        let token = view.key_token(view.side().mentions[place].span.start);
        view.key().layers.at(Layer::Speaker, token).filter(|speaker| is_named(speaker))
    };
    with_antecedents(view, |place, before| match (speaker(place), speaker(before)) {
        (Some(one), Some(other)) if one == other => "same".into(),
        (Some(_), Some(_)) => "other".into(),
        _ => "(none)".into(),
    })
}
