//! A pair as analyses see it: every mention of key or response once, in the order of the text.

use super::finding::{Concerned, Context, Finding, Ids, In, Role};
use super::heads::Heads;
use super::kind::kind_of;
use super::summary::Findings;
use crate::document::{CommonTokens, Document, Layer, Mention, Span};
use crate::matching::Side;
use crate::pair::Pair;
use crate::selection::MentionKind;

/// A pair, with what analyses need to know about its mentions.
pub struct View<'a> {
    pub(super) pair: &'a Pair<'a>,
    pub(super) tokens: CommonTokens,
    /// Every mention that counts; twins are one.
    pub(super) seen: Vec<Seen>,
    /// How much is kept of each finding.
    pub(super) findings: Findings,
    ids: Ids,
}

/// A mention of key, response, or both.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    /// Its common tokens; as the key has it, if it does.
    pub(super) span: Span,
    pub(super) key: Option<Own>,
    pub(super) response: Option<Own>,
    /// The head, a common token.
    pub(super) head: u32,
    pub(super) kind: MentionKind,
    pub(super) sentence: usize,
}

/// A mention of one side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Own {
    /// Its place among those that count.
    pub(super) place: u32,
    pub(super) entity: u32,
}

impl Seen {
    pub(super) fn is_missed(&self) -> bool {
        self.response.is_none()
    }

    pub(super) fn is_spurious(&self) -> bool {
        self.key.is_none()
    }

    pub(super) fn side(&self) -> In {
        match (self.key, self.response) {
            (Some(_), Some(_)) => In::Both,
            (Some(_), None) => In::Key,
            _ => In::Response,
        }
    }
}

impl<'a> View<'a> {
    /// The view of a pair whose documents have been matched.
    #[must_use]
    pub fn new(pair: &'a Pair<'a>) -> Self {
        let tokens = CommonTokens::new(pair.key.document, pair.response.document);
        let ids = Ids::new(&pair.key.document.name);
        let mut view = Self { pair, tokens, seen: Vec::new(), findings: Findings::Shown, ids };
        let key = pair.key.mentions.iter().enumerate().map(|(place, _)| {
            let twin = pair.alignment.of_key(place).map(|twin| own(&pair.response, twin));
            (Some(own(&pair.key, place)), twin)
        });
        let twinless = |place: &usize| pair.alignment.of_response(*place).is_none();
        let spurious = (0..pair.response.mentions.len()).filter(twinless);
        let found: Vec<Found> = key
            .chain(spurious.map(|place| (None, Some(own(&pair.response, place)))))
            .map(|(key, response)| (view.common_span(key, response), key, response))
            .collect();
        let mut heads = Heads::new(pair.key.document);
        let seen = |place: u32| {
            let (span, key, response) = found[place as usize];
            view.see(&mut heads, span, key, response)
        };
        view.seen = in_order_of_text(&found).into_iter().map(seen).collect();
        view
    }

    /// Whether findings are made, not only counted.
    pub(super) fn has_findings(&self) -> bool {
        self.findings > Findings::Counted
    }

    /// Whether findings have the details that they are shown with.
    pub(super) fn has_details(&self) -> bool {
        self.findings == Findings::Shown
    }

    /// The document that a mention is in, the key if both have it, and the mention.
    pub(super) fn mention(
        &self,
        key: Option<Own>,
        response: Option<Own>,
    ) -> Option<(&'a Document, &'a Mention)> {
        let side = if key.is_some() { &self.pair.key } else { &self.pair.response };
        let own = key.or(response)?;
        Some((side.document, side.mentions.get(own.place as usize)?))
    }

    fn common_span(&self, key: Option<Own>, response: Option<Own>) -> Span {
        let mention = self.mention(key, response);
        mention.map_or(Span::default(), |(document, mention)| self.tokens.span_of(document, mention.span))
    }

    fn see(&self, heads: &mut Heads<'a>, span: Span, key: Option<Own>, response: Option<Own>) -> Seen {
        let document = self.pair.key.document;
        let in_key = self.tokens.span_in(document, span);
        let mut seen = Seen {
            span,
            key,
            response,
            head: span.end.saturating_sub(1),
            kind: MentionKind::Pronoun,
            sentence: document.sentence_of(in_key.start).unwrap_or(0),
        };
        // a mention of zeros that the key lacks has no tokens in the key
        if let Some((own, mention)) = self.mention(key, response).filter(|_| !in_key.is_empty()) {
            let head = heads.head(own, mention, in_key);
            seen.kind = kind_of(document, in_key, head);
            seen.head = self.tokens.of(document, head);
        }
        seen
    }

    /// The word of a common token, from the key if it has the token.
    pub(super) fn word(&self, token: u32) -> &'a str {
        self.layer(Layer::Word, token).unwrap_or("")
    }

    /// The value of a common token in a layer of the key; words are also taken from the response.
    pub(super) fn layer(&self, layer: Layer, token: u32) -> Option<&'a str> {
        let (key, response) = (self.pair.key.document, self.pair.response.document);
        let at = |document: &'a Document| {
            let span = self.tokens.span_in(document, Span::new(token, token + 1));
            (!span.is_empty()).then(|| document.layers.at(layer, span.start)).flatten()
        };
        at(key).or_else(|| (layer == Layer::Word).then(|| at(response)).flatten())
    }

    /// The words of common tokens, separated by blanks; `None` if there are no words.
    pub(super) fn text(&self, span: Span) -> Option<String> {
        let has_words = |side: &Side<'_>| side.document.layers.get(Layer::Word).is_some();
        if !has_words(&self.pair.key) && !has_words(&self.pair.response) {
            return None;
        }
        let words: Vec<&str> = (span.start..span.end).map(|token| self.word(token)).collect();
        Some(words.join(" "))
    }

    /// The tokens of a seen mention, as its own document counts them.
    fn own_span(&self, seen: &Seen) -> Span {
        self.mention(seen.key, seen.response).map_or(seen.span, |(_, mention)| mention.span)
    }

    /// A seen mention as one that an error concerns, in this role.
    pub(super) fn concerned(&self, role: Role, seen: &Seen) -> Concerned {
        let (key, response) = (self.pair.key.document, self.pair.response.document);
        let label = |document: &Document, own: Option<Own>| {
            own.and_then(|own| document.entity_labels.get(own.entity as usize)).map(str::to_owned)
        };
        Concerned {
            role,
            side: seen.side(),
            span: self.own_span(seen),
            text: self.text(seen.span),
            kind: seen.kind,
            key_entity: label(key, seen.key),
            response_entity: label(response, seen.response),
        }
    }

    /// The finding for an error that concerns these mentions, the most important first.
    pub(super) fn finding(&self, about: About, mentions: &[(Role, &Seen)]) -> Finding {
        let document = self.pair.key.document;
        let first = mentions.first().map_or(Span::default(), |(_, seen)| seen.span);
        let span = self.tokens.span_in(document, first);
        // the other mentions concerned may change when other errors disappear
        let is_own = |(role, _): &&(Role, &Seen)| matches!(role, Role::Wrong | Role::Anaphor);
        let known_by = mentions.iter().filter(is_own).map(|(_, seen)| (seen.side(), self.own_span(seen)));
        let id = self.ids.id(about.kind, known_by);
        let shown = if self.has_details() { mentions } else { &[] };
        Finding {
            id,
            analysis: about.analysis,
            kind: about.kind,
            rule: about.rule,
            document: document.name.clone(),
            span,
            sentence: document.sentence_of(span.start),
            context: if self.has_details() { self.context(first) } else { None },
            mentions: shown.iter().map(|(role, seen)| self.concerned(*role, seen)).collect(),
            properties: Vec::new(),
        }
    }

    fn context(&self, span: Span) -> Option<Context> {
        let sentence = self.sentence_around(span);
        let before = Span::new(sentence.start.max(span.start.saturating_sub(AROUND)), span.start);
        let after = Span::new(span.end, sentence.end.min(span.end.saturating_add(AROUND)));
        Some(Context { before: self.text(before)?, text: self.text(span)?, after: self.text(after)? })
    }

    /// The sentence in which a span begins, extended to the end of the span, as common tokens.
    fn sentence_around(&self, span: Span) -> Span {
        let document = self.pair.key.document;
        let in_key = self.tokens.span_in(document, span);
        let number = document.sentence_of(in_key.start.min(document.tokens.saturating_sub(1)));
        let sentence = number.map_or(Span::new(0, document.tokens), |number| document.sentences[number]);
        let sentence = self.tokens.span_of(document, sentence);
        Span::new(sentence.start.min(span.start), sentence.end.max(span.end))
    }
}

/// How many words of context there are on each side.
const AROUND: u32 = 12;

/// What an error is, without its mentions.
#[derive(Clone, Copy)]
pub(super) struct About {
    pub(super) analysis: &'static str,
    pub(super) kind: &'static str,
    pub(super) rule: &'static str,
}

/// The tokens of a mention, and what it is in key and response.
type Found = (Span, Option<Own>, Option<Own>);

/// Places in the order of the text; of mentions with the same tokens, those of the key come first, as they do in the list.
fn in_order_of_text(found: &[Found]) -> Vec<u32> {
    let key = |(place, (span, ..)): (usize, &Found)| {
        (u64::from(span.start) << 32 | u64::from(span.end), place as u32)
    };
    let mut order: Vec<(u64, u32)> = found.iter().enumerate().map(key).collect();
    order.sort_unstable();
    order.into_iter().map(|(_, place)| place).collect()
}

fn own(side: &Side<'_>, place: usize) -> Own {
    Own { place: place as u32, entity: side.mentions[place].entity }
}
