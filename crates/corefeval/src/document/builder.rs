//! Documents built in code, which are checked when they are finished.

use std::collections::HashMap;
use std::fmt::Display;

use super::{
    Column, Detail, Document, DocumentError, EntityDetail, Layer, Mention, Name, Relation, RelationKind,
    Span, Stage, Zero,
};

/// Builds a document step by step; [`DocumentBuilder::build`] refuses parts that do not fit together.
///
/// Tokens are counted from 0, and a span is a range of them: `2..4` and `2..=3` hold tokens 2 and 3. An
/// entity is identified by its label and created when it is first named. Calls that describe a mention apply
/// to the one added last.
///
/// ```
/// use corefeval::document::{Document, Layer};
///
/// let mut builder = Document::builder("letter");
/// builder.words(["Mary", "saw", "her", "old", "dog", "."]).sentence(0..6);
/// builder.layer(Layer::Speaker, vec!["Ann"; 6]);
/// for mention in [0..1, 2..3] {
///     builder.mention(mention, "mary");
/// }
/// builder.mention(2..5, "dog").head(4).minimum(4..5).kind("dog", "animal");
/// let document = builder.build()?;
/// assert_eq!(document.entity_details()[1].kind, "animal");
/// # Ok::<(), corefeval::document::DocumentError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct DocumentBuilder {
    document: Document,
    entities: HashMap<String, u32>,
    tokens: usize,
    fault: Option<DocumentError>,
}

impl Document {
    /// The most tokens that a built document may have without words or any other layer.
    pub const MOST_TOKENS_WITHOUT_WORDS: u32 = 1 << 24;

    /// A builder for a document of this name.
    #[must_use]
    pub fn builder(name: impl Into<Name>) -> DocumentBuilder {
        let document = Self { name: name.into(), ..Self::default() };
        DocumentBuilder { document, ..DocumentBuilder::default() }
    }
}

impl DocumentBuilder {
    /// Sets how many tokens there are, zeros included, if there are no words.
    pub fn tokens(&mut self, tokens: usize) -> &mut Self {
        self.tokens = tokens;
        self
    }

    /// Adds words at the end; each is a token.
    pub fn words<S: AsRef<str>>(&mut self, words: impl IntoIterator<Item = S>) -> &mut Self {
        let column = self.document.layers.get_or_insert(Layer::Word);
        for word in words {
            column.push(word.as_ref());
        }
        self.tokens = column.len();
        self
    }

    /// Sets a layer: a string for each token (for [`Layer::SentenceComments`], for each sentence).
    pub fn layer<S: AsRef<str>>(&mut self, layer: Layer, values: impl IntoIterator<Item = S>) -> &mut Self {
        self.document.layers.set(layer, values.into_iter().collect::<Column>());
        self
    }

    /// Adds a sentence, which must begin where the one before ends.
    pub fn sentence(&mut self, span: impl Into<Span>) -> &mut Self {
        self.document.sentences.push(span.into());
        self
    }

    /// Marks a token as a zero: an empty node, without a word of its own.
    pub fn zero(&mut self, token: u32) -> &mut Self {
        self.document.zeros.push(Zero { token, rank: 0 });
        self
    }

    /// Names an entity, also one without mentions.
    pub fn entity(&mut self, label: impl Display) -> &mut Self {
        self.number(label);
        self
    }

    /// Adds a mention of the entity with that label.
    pub fn mention(&mut self, span: impl Into<Span>, entity: impl Display) -> &mut Self {
        let entity = self.number(entity);
        self.document.mentions.push(Mention::new(span.into(), entity));
        self
    }

    /// Adds mentions of the entity with that label, which is named even if it has none.
    pub fn cluster<S: Into<Span>>(
        &mut self,
        entity: impl Display,
        spans: impl IntoIterator<Item = S>,
    ) -> &mut Self {
        let entity = self.number(entity);
        self.document.mentions.extend(spans.into_iter().map(|span| Mention::new(span.into(), entity)));
        self
    }

    /// Adds a mention that has gaps; its parts are in order.
    pub fn mention_in_parts<S: Into<Span>>(
        &mut self,
        parts: impl IntoIterator<Item = S>,
        entity: impl Display,
    ) -> &mut Self {
        let parts: Vec<Span> = parts.into_iter().map(Into::into).collect();
        let start = parts.first().map_or(0, |part| part.start);
        let end = parts.last().map_or(0, |part| part.end);
        self.mention(Span::new(start, end), entity);
        if parts.len() > 1 {
            self.detail("parts", |detail| detail.parts = parts);
        }
        self
    }

    /// Names the head token of the last mention.
    pub fn head(&mut self, token: u32) -> &mut Self {
        self.detail("a head", |detail| detail.head = Some(token))
    }

    /// Sets the minimum span of the last mention.
    pub fn minimum(&mut self, span: impl Into<Span>) -> &mut Self {
        let span = span.into();
        self.detail("a minimum", |detail| detail.minimum = Some(span))
    }

    /// Sets the name of the last mention in its file.
    pub fn id(&mut self, id: impl Into<String>) -> &mut Self {
        let id = id.into();
        self.detail("an id", |detail| detail.id = id)
    }

    /// Adds any other attribute to the last mention.
    pub fn attribute(&mut self, name: impl Into<String>, value: impl Into<String>) -> &mut Self {
        let attribute = (name.into(), value.into());
        self.detail("an attribute", |detail| detail.attributes.push(attribute))
    }

    /// Sets the type of an entity.
    pub fn kind(&mut self, entity: impl Display, kind: impl Into<String>) -> &mut Self {
        let kind = kind.into();
        self.entity_detail(entity, |detail| detail.kind = kind)
    }

    /// Sets the layer of anaphora of an entity: identity or discourse deixis.
    pub fn stage(&mut self, entity: impl Display, stage: Stage) -> &mut Self {
        self.entity_detail(entity, |detail| detail.stage = stage)
    }

    /// Marks an entity as non-referring, such as an expletive.
    pub fn non_referring(&mut self, entity: impl Display) -> &mut Self {
        self.entity_detail(entity, |detail| detail.non_referring = true)
    }

    /// Sets the entities of which an entity is made: its split antecedent.
    pub fn made_of<E: Display>(
        &mut self,
        entity: impl Display,
        elements: impl IntoIterator<Item = E>,
    ) -> &mut Self {
        let elements = elements.into_iter().map(|element| self.number(element)).collect();
        self.entity_detail(entity, |detail| detail.elements = elements)
    }

    /// Relates a bridging anaphor to its anchor: mentions, counted from 0 in the order in which they were added.
    pub fn bridging(&mut self, from: u32, to: u32, label: impl Into<String>) -> &mut Self {
        let relation = Relation { kind: RelationKind::Bridging, from, to, label: label.into() };
        self.document.relations.push(relation);
        self
    }

    /// The document, if its parts fit together; the builder is empty afterwards.
    pub fn build(&mut self) -> Result<Document, DocumentError> {
        let Self { mut document, tokens, fault, .. } = std::mem::take(self);
        if let Some(fault) = fault {
            return Err(fault);
        }
        let on_tokens = |layer| !matches!(layer, Layer::Text | Layer::SentenceComments);
        let has_layer = document.layers.iter().any(|(layer, _)| on_tokens(layer));
        let most = if has_layer { Document::MOST_TOKENS } else { Document::MOST_TOKENS_WITHOUT_WORDS };
        document.tokens = u32::try_from(tokens)
            .ok()
            .filter(|tokens| *tokens <= most)
            .ok_or(DocumentError::TooManyTokens { tokens: tokens as u64, most })?;
        if !document.entity_details.is_empty() {
            document.entity_details.resize(document.entity_count(), EntityDetail::default());
        }
        rank(&mut document.zeros);
        document.check()?;
        Ok(document)
    }

    fn number(&mut self, label: impl Display) -> u32 {
        let label = label.to_string();
        if let Some(number) = self.entities.get(&label) {
            return *number;
        }
        let number = u32::try_from(self.entities.len()).unwrap_or(u32::MAX);
        self.document.entity_labels.push(&label);
        self.entities.insert(label, number);
        number
    }

    /// Changes what the last mention has besides its span.
    fn detail(&mut self, what: &'static str, change: impl FnOnce(&mut Detail)) -> &mut Self {
        let Some(mention) = self.document.mentions.last_mut() else {
            self.fault.get_or_insert(DocumentError::NoMentionYet(what));
            return self;
        };
        let details = &mut self.document.details;
        if mention.detail().is_none() {
            *mention = mention.with_detail(details.len());
            details.push(Detail::default());
        }
        if let Some(detail) = details.last_mut() {
            change(detail);
        }
        self
    }

    fn entity_detail(&mut self, entity: impl Display, change: impl FnOnce(&mut EntityDetail)) -> &mut Self {
        let number = self.number(entity) as usize;
        let details = &mut self.document.entity_details;
        details.resize(details.len().max(number + 1), EntityDetail::default());
        change(&mut details[number]);
        self
    }
}

/// Puts zeros in order and counts those that follow one another.
fn rank(zeros: &mut [Zero]) {
    zeros.sort_unstable();
    let mut before: Option<Zero> = None;
    for zero in zeros {
        let follows = before.filter(|before| before.token.checked_add(1) == Some(zero.token));
        zero.rank = follows.map_or(1, |before| before.rank + 1);
        before = Some(*zero);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{Document, DocumentBuilder, Layer, Span, Stage, Zero};

    #[test]
    fn everything_that_is_said_is_kept() {
        let document = Document::builder("d")
            .tokens(6)
            .zero(4)
            .zero(3)
            .mention_in_parts([0..1, 2..3], "a")
            .id("m0")
            .attribute("gram", "np")
            .mention(5..=5, 7)
            .made_of(7, ["a", "b"])
            .stage("b", Stage::DiscourseDeixis)
            .non_referring("a")
            .bridging(1, 0, "part")
            .build()
            .unwrap();
        assert_eq!(document.entity_labels.iter().collect::<Vec<_>>(), ["a", "7", "b"]);
        assert_eq!(document.parts(&document.mentions[0]), [Span::new(0, 1), Span::new(2, 3)]);
        assert_eq!(document.details[0].attributes, [("gram".to_owned(), "np".to_owned())]);
        assert_eq!(document.entity_details[1].elements, [0, 2]);
        assert_eq!(document.zeros, [Zero { token: 3, rank: 1 }, Zero { token: 4, rank: 2 }]);
        assert!(document.entity_details[0].non_referring);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let refused = |builder: &mut super::DocumentBuilder| builder.build().unwrap_err().to_string();
        let three = || Document::builder("d").tokens(3).clone();
        assert_eq!(refused(three().mention(1..1, "a")), "mention 0 has an empty span, from 1 to 1");
        assert_eq!(refused(three().mention(1..4, "a")), "mention 0 spans 1 to 4, but there are 3 tokens");
        assert_eq!(
            refused(three().mention_in_parts([2..3, 0..1], "a")),
            "mention 0 has an empty span, from 2 to 1"
        );
        assert_eq!(
            refused(three().mention_in_parts([0..2, 1..3], "a")),
            "the parts of mention 0 are not in order or do not fit its span"
        );
        assert_eq!(refused(three().head(1)), "a head was given before any mention");
        assert_eq!(
            refused(three().mention(0..1, "a").head(3)),
            "the head of mention 0 is token 3, but there are 3 tokens"
        );
        assert_eq!(refused(three().bridging(0, 1, "")), "relation 0 names a mention that does not exist");
        assert_eq!(refused(three().sentence(0..2)), "the sentences end at token 2, but there are 3");
        assert_eq!(refused(three().sentence(1..3)), "sentence 0 does not begin where the previous one ends");
        assert_eq!(refused(three().zero(1).zero(1)), "the zeros are not tokens in order");
        assert_eq!(refused(three().zero(u32::MAX)), "the zeros are not tokens in order");
        assert_eq!(refused(three().layer(Layer::Lemma, ["a"])), "layer lemma has 1 values instead of 3");
        assert_eq!(
            refused(Document::builder("d").tokens(usize::MAX).mention(0..1, "a")),
            "18446744073709551615 tokens are too many: the limit is 16777216"
        );
    }

    #[test]
    fn a_builder_is_empty_after_it_has_built() {
        let mut builder = Document::builder("d");
        assert!(builder.tokens(3).head(1).build().is_err());
        assert_eq!(builder.build(), Ok(Document::default()));
    }

    /// A call of a builder: which method, and two numbers.
    type Call = (u8, u32, u32);

    fn number() -> impl Strategy<Value = u32> {
        prop_oneof![6 => 0..8_u32, 1 => Just(u32::MAX), 1 => any::<u32>()]
    }

    fn say(builder: &mut DocumentBuilder, (what, one, two): Call) {
        let (layer, _) = Layer::NAMES[one as usize % Layer::NAMES.len()];
        match what % 16 {
            0 => builder.tokens(one as usize),
            1 => builder.words(vec!["w"; (one % 9) as usize]),
            2 => builder.layer(layer, vec!["x"; (two % 9) as usize]),
            3 => builder.sentence(one..two),
            4 => builder.zero(one),
            5 => builder.entity(one),
            6 | 7 => builder.mention(one..two, one),
            8 => builder.mention(one..=two, two),
            9 => builder.mention_in_parts([0..one, one..two, two..7], two),
            10 => builder.head(one),
            11 => builder.minimum(one..two),
            12 => builder.id("m").attribute("a", "b"),
            13 => builder.kind(one, "k").stage(two, Stage::DiscourseDeixis).non_referring(one),
            14 => builder.made_of(one, [one, two]),
            _ => builder.bridging(one, two, "r"),
        };
    }

    proptest! {
        #[test]
        fn whatever_builds_fits_together(calls in prop::collection::vec((any::<u8>(), number(), number()), 0..12)) {
            let mut builder = Document::builder("d");
            builder.tokens(7);
            for call in calls {
                say(&mut builder, call);
            }
            if let Ok(document) = builder.build() {
                prop_assert_eq!(document.check(), Ok(()));
                for changed in [document.blank(), document.without_mentions()] {
                    prop_assert_eq!(changed.check(), Ok(()));
                }
                for mention in document.mentions() {
                    let _ = (document.text(mention.span), document.is_zero_mention(mention));
                    prop_assert!(document.mention_tokens(mention).all(|token| token < document.tokens()));
                }
                for token in [0, 7, u32::MAX] {
                    let _ = (document.position(token), document.sentence_of(token), document.entity_detail(token));
                }
            }
        }
    }
}
