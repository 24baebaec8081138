//! What a system decides about each mention, and what changes from one system to another (after Tuggener 2017).
//!
//! A key mention is *right* if the response has it and either both start an entity with it, or its nearest antecedent in the
//! response is of the same key entity. Everything else is wrong in one of four ways.

mod changes;

pub use changes::{
    Change, ChangeCounts, Changed, Changes, Shared, changed_mentions, changes_by_kind, shared,
};

use super::{DocumentPair, Plan};
use crate::choice::choice;
use crate::document::{CommonTokens, Document, Layer, Mention, Name, Span, Wanted};
use crate::matching::HeadsOf;
use crate::pair::Pair;
use crate::selection::{MentionKind, Tags, kind_of, tags_of};

choice! {
    /// How a response resolves a key mention.
    Outcome {
        /// It starts an entity on both sides, or has an antecedent of its own entity.
        Right = "right",
        /// Linked to an antecedent of another entity, or to one that is not a key mention.
        WrongAntecedent = "wrong-antecedent",
        /// It starts an entity, although it has an antecedent.
        NoAntecedent = "no-antecedent",
        /// Linked to an antecedent, although it should start an entity.
        NotNew = "not-new",
        /// Not a mention in the response.
        Missed = "missed",
    }
}

/// How a response resolves one key mention, with details.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Its tokens, from the first to the last.
    pub span: Span,
    /// Its entity in the key.
    pub entity: u32,
    /// What kind of mention it is, where the key has parts of speech.
    pub kind: Option<MentionKind>,
    /// Its outcome in the response.
    pub outcome: Outcome,
    /// The entity that its twin has in the response.
    pub answer: Option<u32>,
    /// Its words, if they were requested.
    pub text: Option<String>,
}

/// A response mention that the key does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spurious {
    /// Its tokens, from the first to the last, as the key counts them; empty at its place if it has only zeros that the key lacks.
    pub span: Span,
    /// What kind of mention it is, where the key has parts of speech.
    pub kind: Option<MentionKind>,
    /// Its entity in the response.
    pub answer: u32,
}

/// How a response resolves the mentions of a document, in the order of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decisions {
    /// The document.
    pub document: Name,
    /// The mentions of the key.
    pub mentions: Vec<Decision>,
    /// The spurious mentions of the response.
    pub spurious: Vec<Spurious>,
}

/// What must be read to know the kinds of mentions.
#[must_use]
pub fn wanted_kinds() -> Wanted {
    let tags = Wanted::MENTIONS.and(Layer::PartOfSpeech).and(Layer::UniversalPartOfSpeech);
    tags.and(Layer::Parse).and(Layer::Head)
}

impl Decisions {
    /// How a response resolves the mentions of a document under a plan; with their words if `texts`.
    #[must_use]
    pub fn new(plan: &Plan, documents: &DocumentPair, texts: bool) -> Self {
        let key = documents.key();
        let pair = documents.matched(plan);
        let mut heads = (tags_of(key) == Tags::Known).then(|| HeadsOf::new(key));
        let mut kind = |document: &Document, mention: &Mention| {
            heads.as_mut().map(|heads| kind_of(document, mention, heads))
        };
        let response = documents.response();
        let tokens = CommonTokens::new(key, response);
        // sentences, tags and trees come from the key; its tokens have other numbers if the response has
        // other zeros
        let on_key = |mention: &Mention| tokens.span_in(key, tokens.span_of(response, mention.span));
        let outcomes = Outcomes::new(&pair);
        let mention = |place: usize| {
            let mention = &pair.key.mentions[place];
            Decision {
                span: mention.span,
                entity: mention.entity,
                kind: kind(key, mention),
                outcome: outcomes.of(place),
                answer: outcomes.answer(place),
                text: texts.then(|| key.text(mention.span)).flatten(),
            }
        };
        let mentions = pair.key.in_text_order().into_iter().map(mention).collect();
        let twinless =
            (0..pair.response.mentions.len()).filter(|place| pair.alignment.of_response(*place).is_none());
        let spurious = twinless.map(|place| {
            let mention = &pair.response.mentions[place];
            let span = on_key(mention);
            let kind = if key.zeros == response.zeros || response.is_zero_mention(mention) || span.is_empty()
            {
                kind(response, mention)
            } else {
                kind(key, &Mention::new(span, mention.entity))
            };
            Spurious { span, kind, answer: mention.entity }
        });
        let mut spurious: Vec<Spurious> = spurious.collect();
        spurious.sort_by_key(|one| (one.span, one.answer));
        Self { document: key.name.clone(), mentions, spurious }
    }
}

/// The outcomes of the mentions of the key, by their places.
#[must_use]
pub(crate) fn outcomes(pair: &Pair<'_>) -> Vec<Outcome> {
    let outcomes = Outcomes::new(pair);
    (0..pair.key.mentions.len()).map(|place| outcomes.of(place)).collect()
}

/// A pair with the antecedents of its mentions.
struct Outcomes<'a> {
    pair: &'a Pair<'a>,
    key_before: Vec<Option<usize>>,
    response_before: Vec<Option<usize>>,
}

impl<'a> Outcomes<'a> {
    fn new(pair: &'a Pair<'a>) -> Self {
        Self { pair, key_before: pair.key.antecedents(), response_before: pair.response.antecedents() }
    }

    fn of(&self, place: usize) -> Outcome {
        let Some(twin) = self.pair.alignment.of_key(place) else { return Outcome::Missed };
        match (self.key_before[place], self.response_before[twin]) {
            (None, None) => Outcome::Right,
            (None, Some(_)) => Outcome::NotNew,
            (Some(_), None) => Outcome::NoAntecedent,
            (Some(_), Some(antecedent)) => {
                let entity = |place: usize| self.pair.key.mentions[place].entity;
                let led_to = self.pair.alignment.of_response(antecedent).map(entity);
                if led_to == Some(entity(place)) { Outcome::Right } else { Outcome::WrongAntecedent }
            }
        }
    }

    fn answer(&self, place: usize) -> Option<u32> {
        let twin = self.pair.alignment.of_key(place)?;
        Some(self.pair.response.mentions[twin].entity)
    }
}

#[cfg(test)]
mod tests {
    use super::Outcome::{Missed, NoAntecedent, NotNew, Right, WrongAntecedent};
    use super::{Decisions, Outcome};
    use crate::document::{Document, Layer, Span};
    use crate::evaluation::{DocumentPair, Plan};
    use crate::selection::MentionKind;

    fn decisions(response: &[&[(u32, u32)]]) -> Decisions {
        let key = Document::from_clusters("d", 9, [vec![0..1, 2..3, 4..5], vec![1..2, 3..4]]).unwrap();
        let spans =
            |entity: &&[(u32, u32)]| entity.iter().map(|&(start, end)| start..end).collect::<Vec<_>>();
        let response = Document::from_clusters("d", 9, response.iter().map(spans)).unwrap();
        Decisions::new(&Plan::default(), &DocumentPair::unchecked(key, response), false)
    }

    #[test]
    fn mentions_are_wrong_in_four_ways() {
        // a0 b1 a2 b3 a4 in the key; the response puts b1 to a0, a2 nowhere, b3 to a spurious mention, and has no a4
        let found = decisions(&[&[(0, 1), (1, 2)], &[(2, 3)], &[(6, 7)], &[(3, 4), (2, 4)]]);
        let outcomes: Vec<Outcome> = found.mentions.iter().map(|decision| decision.outcome).collect();
        assert_eq!(outcomes, [Right, NotNew, NoAntecedent, WrongAntecedent, Missed]);
        let spurious: Vec<u32> = found.spurious.iter().map(|one| one.span.start).collect();
        assert_eq!(spurious, [2, 6]);
    }

    #[test]
    fn what_is_spurious_is_looked_up_on_the_tokens_of_the_key() {
        // the response has a zero before the first word, so that `Ann` is token 3 there and token 2 in the key
        let mut key = Document::builder("d");
        key.words(["the", "man", "Ann", "saw"]).layer(Layer::PartOfSpeech, ["DT", "NN", "NNP", "VBD"]);
        let key = key.mention(0..2, "x").build().unwrap();
        let mut response = Document::builder("d");
        response.words(["_", "the", "man", "Ann", "saw"]).zero(0);
        let response = response.mention(0..1, "y").mention(3..4, "y").mention(1..3, "x").build().unwrap();
        let found = Decisions::new(&Plan::default(), &DocumentPair::unchecked(key, response), false);
        assert_eq!(found.mentions[0].outcome, Right);
        let spurious: Vec<_> = found.spurious.iter().map(|one| (one.span, one.kind)).collect();
        let (zero, ann) = (Span::new(0, 0), Span::new(2, 3));
        assert_eq!(spurious, [(zero, Some(MentionKind::Pronoun)), (ann, Some(MentionKind::Name))]);
    }

    #[test]
    fn the_key_itself_is_right() {
        let found = decisions(&[&[(0, 1), (2, 3), (4, 5)], &[(1, 2), (3, 4)]]);
        assert!(found.mentions.iter().all(|decision| decision.outcome == Outcome::Right));
        assert!(found.spurious.is_empty());
    }
}
