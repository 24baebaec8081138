//! Which mentions count. Each choice uses only one document, except for trees, which always come from the
//! key.

mod kind;
mod lacks;
mod nested;
mod nested_as_coval;
mod phrases;
mod phrases_as_coval;
mod tag_sets;

pub use kind::{MentionKind, kind_of};
pub use lacks::Lack;
pub use nested::Nested;
pub use phrases::Phrases;
pub(crate) use tag_sets::{
    Tags, WordClass, is_penn, lack_of_tags, names as tag_set_names, tags_of, word_class,
};

use crate::choice::choice;
use crate::document::{Document, Layer, Stage, Wanted};
use crate::matching::Side;

choice! {
    /// How to treat mentions that are zeros (empty nodes).
    Zeros {
        /// They are scored like any other mention.
        Keep = "keep",
        /// They are removed from key and response.
        Drop = "drop",
    }
}

choice! {
    /// How to treat non-referring expressions, such as expletives.
    NonReferring {
        /// They are scored like any other mention.
        Keep = "keep",
        /// They are removed from key and response.
        Drop = "drop",
    }
}

choice! {
    /// Which relation is scored.
    Stages {
        /// Everything in the file.
        All = "all",
        /// Reference to entities introduced by nominals.
        Identity = "identity",
        /// Reference to what a passage of discourse says (discourse deixis).
        DiscourseDeixis = "deixis",
    }
}

/// All choices about which mentions are scored, except singletons and repeated mentions, which are handled
/// later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    /// Which relation is scored.
    pub stages: Stages,
    /// How to treat non-referring expressions.
    pub non_referring: NonReferring,
    /// How to treat zeros.
    pub zeros: Zeros,
    /// The types of entities that count; all if empty.
    pub entity_types: Vec<String>,
    /// The kinds of mentions that count; all if empty.
    pub mention_kinds: Vec<MentionKind>,
    /// Which phrases count.
    pub phrases: Phrases,
    /// How to treat mentions nested in others of their entity.
    pub nested: Nested,
}

impl Default for Selection {
    fn default() -> Self {
        Self {
            stages: Stages::All,
            non_referring: NonReferring::Keep,
            zeros: Zeros::Keep,
            entity_types: Vec::new(),
            mention_kinds: Vec::new(),
            phrases: Phrases::All,
            nested: Nested::Keep,
        }
    }
}

impl Selection {
    /// Removes the mentions that do not count; `syntax` is the key, whose trees are also used for the
    /// response. `without_singletons` is used only by [`Nested::DropAsCoval`], which then drops singletons
    /// itself.
    pub fn apply(&self, side: &mut Side<'_>, syntax: &Document, without_singletons: bool) {
        self.by_entity(side);
        if self.zeros == Zeros::Drop {
            drop_zeros(side);
        }
        if !self.mention_kinds.is_empty() {
            kind::keep(side, syntax, &self.mention_kinds);
        }
        match self.phrases {
            Phrases::All => {}
            Phrases::NounPhrases => phrases::drop_verb_phrases(side, syntax),
            Phrases::NounPhrasesAsCoval => phrases_as_coval::drop_verb_phrases_as_coval(side, syntax),
        }
        match self.nested {
            Nested::Keep => {}
            Nested::Drop => nested::drop_nested(side),
            Nested::DropAsCoval => nested_as_coval::drop_nested_as_coval(side, without_singletons),
        }
    }

    fn by_entity(&self, side: &mut Side<'_>) {
        let document = side.document;
        if document.entity_details.is_empty() {
            return;
        }
        side.retain(|_, mention| {
            let Some(detail) = document.entity_detail(mention.entity) else { return true };
            let right_type = self.entity_types.is_empty() || self.entity_types.contains(&detail.kind);
            let refers = self.non_referring == NonReferring::Keep || !detail.non_referring;
            right_type && refers && self.stages.has(detail.stage)
        });
    }

    /// What must be read of the key for this selection.
    #[must_use]
    pub fn wanted_key(&self) -> Wanted {
        let details =
            if *self == Self::default() { Wanted::MENTIONS } else { Wanted::MENTIONS.and_details() };
        let trees = Wanted::MENTIONS.and(Layer::PartOfSpeech).and(Layer::Parse);
        let kinds = trees.and(Layer::UniversalPartOfSpeech).and(Layer::Head).and(Layer::Word);
        match (self.mention_kinds.is_empty(), self.phrases) {
            (false, _) => details.union(kinds),
            (true, Phrases::NounPhrases | Phrases::NounPhrasesAsCoval) => {
                details.union(trees).and(Layer::Word)
            }
            (true, Phrases::All) => details,
        }
    }

    /// What must be read of the response for this selection.
    #[must_use]
    pub fn wanted_response(&self) -> Wanted {
        if *self == Self::default() { Wanted::MENTIONS } else { Wanted::MENTIONS.and_details() }
    }
}

impl Stages {
    fn has(self, stage: Stage) -> bool {
        match self {
            Self::All => true,
            Self::Identity => stage == Stage::Identity,
            Self::DiscourseDeixis => stage == Stage::DiscourseDeixis,
        }
    }
}

/// Removes mentions that are zeros.
pub fn drop_zeros(side: &mut Side<'_>) {
    let document = side.document;
    if !document.zeros.is_empty() {
        side.retain(|_, mention| !document.is_zero_mention(mention));
    }
}

/// Removes entities with one mention.
pub fn drop_singletons(side: &mut Side<'_>) {
    let sizes = side.entity_sizes();
    side.retain(|_, mention| sizes[mention.entity as usize] != 1);
}

#[cfg(test)]
mod tests {
    use super::{NonReferring, Selection, Stages, Zeros};
    use crate::document::{Document, EntityDetail, Mention, Span, Stage, Zero};
    use crate::matching::Side;

    /// Three mentions: a zero, a person, and an expletive on the stage of discourse deixis.
    fn document() -> Document {
        let detail = |kind: &str, stage, non_referring| EntityDetail {
            kind: kind.to_owned(),
            stage,
            non_referring,
            elements: Vec::new(),
        };
        Document {
            tokens: 3,
            zeros: vec![Zero { token: 0, rank: 1 }],
            mentions: (0..3).map(|token| Mention::new(Span::new(token, token + 1), token)).collect(),
            entity_labels: ["a", "b", "c"].iter().collect(),
            entity_details: vec![
                detail("object", Stage::Identity, false),
                detail("person", Stage::Identity, false),
                detail("object", Stage::DiscourseDeixis, true),
            ],
            ..Document::default()
        }
    }

    fn kept(selection: &Selection) -> Vec<u32> {
        let document = document();
        let mut side = Side::all(&document);
        selection.apply(&mut side, &document, false);
        side.mentions.iter().map(|mention| mention.span.start).collect()
    }

    #[test]
    fn nothing_is_taken_away_unless_asked_for() {
        assert_eq!(kept(&Selection::default()), [0, 1, 2]);
    }

    #[test]
    fn each_choice_takes_away_its_own() {
        let all = Selection::default;
        assert_eq!(kept(&Selection { zeros: Zeros::Drop, ..all() }), [1, 2]);
        assert_eq!(kept(&Selection { non_referring: NonReferring::Drop, ..all() }), [0, 1]);
        assert_eq!(kept(&Selection { stages: Stages::DiscourseDeixis, ..all() }), [2]);
        assert_eq!(kept(&Selection { stages: Stages::Identity, ..all() }), [0, 1]);
        assert_eq!(kept(&Selection { entity_types: vec!["person".to_owned()], ..all() }), [1]);
    }
}
