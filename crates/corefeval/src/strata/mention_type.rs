//! Strata by the kind of mention, and by the form of pronouns.

use std::borrow::Cow;

use super::{Label, Strata, View};
use crate::document::{Layer, Wanted};
use crate::selection::{MentionKind, lack_of_tags};

/// Names, nominals, pronouns, verbs.
pub(super) const TYPE: Strata = Strata {
    name: "type",
    title: "Type",
    about: "The type of the mention: name, nominal, pronoun or verb, by the part of speech of its head.",
    values: MentionKind::VALUES,
    needs: "parts of speech in the key; heads come from the file, dependencies or trees, else the last word is the head",
    wanted: TAGS,
    lacks: lack_of_tags,
    labels: types,
    ..Strata::PLAIN
};

/// The form of pronouns.
pub(super) const PRONOUN: Strata = Strata {
    name: "pronoun",
    title: "Pronoun",
    about: "The form of a pronoun, such as he or which; zeros are one form, and all that is no pronoun is another.",
    needs: "words and parts of speech in the key",
    wanted: TAGS.and(Layer::Word),
    lacks: |key| lack_of_tags(key).or_else(|| key.layers.get(Layer::Word).is_none().then_some("no words")),
    labels: forms,
    ..Strata::PLAIN
};

const TAGS: Wanted = Wanted::MENTIONS
    .and(Layer::PartOfSpeech)
    .and(Layer::UniversalPartOfSpeech)
    .and(Layer::Parse)
    .and(Layer::Head)
    .and(Layer::Word);

fn types(view: &View<'_>) -> Vec<Label> {
    view.kinds().into_iter().map(|(kind, _)| Cow::Borrowed(kind.name())).collect()
}

fn forms(view: &View<'_>) -> Vec<Label> {
    let words = view.key().layers.get(Layer::Word);
    let form = |(kind, head): (MentionKind, Option<u32>)| -> Label {
        match (kind, head) {
            (MentionKind::Pronoun, None) => "(zero)".into(),
            (MentionKind::Pronoun, Some(head)) => {
                words.and_then(|words| words.get(head as usize)).unwrap_or_default().to_lowercase().into()
            }
            _ => "(no pronoun)".into(),
        }
    };
    view.kinds().into_iter().map(form).collect()
}
