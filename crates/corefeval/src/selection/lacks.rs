//! The annotation that a selection needs, and messages if a key lacks it.

use super::{Phrases, Selection, Stages, lack_of_tags};
use crate::document::{Column, Document, Layer};

/// What a key lacks for a selection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lack {
    /// The choice that needs it.
    pub choice: &'static str,
    /// What is missing, described for users.
    pub what: &'static str,
    /// How to get it.
    pub hint: &'static str,
}

impl Selection {
    /// What a key document lacks for a choice; without it, the choice has no effect.
    #[must_use]
    pub fn lacks(&self, key: &Document) -> Option<Lack> {
        if key.mentions.is_empty() {
            return None;
        }
        let lack = |choice, what, hint| Some(Lack { choice, what, hint });
        let has = |layer, is_one: fn(&str) -> bool| {
            key.layers.get(layer).is_some_and(|column| Column::iter(column).any(is_one))
        };
        if let Some(what) = lack_of_tags(key).filter(|_| !self.mention_kinds.is_empty()) {
            return lack("kinds", what, "give a key that has them");
        }
        if self.phrases != Phrases::All && !has(Layer::Parse, |bits| bits.contains('(')) {
            return lack("phrases", "no trees in its parse column", "give trees with `--trees FILE`");
        }
        if self.stages == Stages::DiscourseDeixis && key.entity_details.is_empty() {
            let what = "no distinction between discourse deixis and identity";
            return lack("relation", what, "give a key in a format that has both, such as `ua`");
        }
        None
    }
}
