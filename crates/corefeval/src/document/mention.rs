//! Mentions: where they are, which entity they belong to, and the details that some have.

use std::ops::{Range, RangeInclusive};

use serde::Serialize;

/// Tokens from `start` up to but not including `end`.
///
/// ```
/// use corefeval::document::Span;
///
/// assert_eq!(Span::from(2..4), Span::new(2, 4));
/// assert_eq!(Span::from(2..=3), Span::new(2, 4));
/// assert_eq!(Span::new(2, 4).len(), 2);
/// assert!(Span::new(2, 4).holds(3) && !Span::new(2, 4).holds(4));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Span {
    /// The first token.
    pub start: u32,
    /// The token after the last.
    pub end: u32,
}

impl Span {
    /// The span from `start` up to `end`.
    #[must_use]
    pub fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    /// The span from `start` to `last`, which is part of it.
    #[must_use]
    pub fn inclusive(start: u32, last: u32) -> Self {
        Self { start, end: last.saturating_add(1) }
    }

    /// How many tokens it holds.
    #[must_use]
    pub fn len(self) -> u32 {
        self.end.saturating_sub(self.start)
    }

    /// Whether it holds no tokens.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.end <= self.start
    }

    /// Whether every token of `other` is in it.
    #[must_use]
    pub fn contains(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// Whether `token` is in it.
    #[must_use]
    pub fn holds(self, token: u32) -> bool {
        self.start <= token && token < self.end
    }
}

impl From<Range<u32>> for Span {
    fn from(range: Range<u32>) -> Self {
        Self::new(range.start, range.end)
    }
}

impl From<RangeInclusive<u32>> for Span {
    fn from(range: RangeInclusive<u32>) -> Self {
        Self::inclusive(*range.start(), *range.end())
    }
}

/// A span that refers, and the entity it refers to.
///
/// Further details, such as a head, are in its document: see [`Document::detail`](super::Document::detail).
///
/// ```
/// use corefeval::document::{Document, Span};
///
/// let document = Document::builder("letter").tokens(5).mention(2..4, "dog").head(3).build()?;
/// let mention = document.mentions()[0];
/// assert_eq!(mention.span, Span::new(2, 4));
/// assert_eq!(document.entity_labels().get(mention.entity as usize), Some("dog"));
/// assert_eq!(document.detail(&mention).and_then(|detail| detail.head), Some(3));
/// # Ok::<(), corefeval::document::DocumentError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mention {
    /// From its first token to its last, gaps included.
    pub span: Span,
    /// The number of its entity.
    pub entity: u32,
    detail: u32,
}

const NO_DETAIL: u32 = u32::MAX;

impl Mention {
    /// A mention without details.
    #[must_use]
    pub fn new(span: Span, entity: u32) -> Self {
        Self { span, entity, detail: NO_DETAIL }
    }

    /// The mention with `document.details[index]` as its details.
    #[must_use]
    pub(crate) fn with_detail(self, index: usize) -> Self {
        Self { detail: index as u32, ..self }
    }

    /// The index of its details in `document.details`, if it is more than a span.
    #[must_use]
    pub fn detail(&self) -> Option<usize> {
        (self.detail != NO_DETAIL).then_some(self.detail as usize)
    }
}

/// What a mention may have besides a span.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Detail {
    /// Its parts in order if it has gaps; empty otherwise.
    pub parts: Vec<Span>,
    /// Its head token, if the file names one.
    pub head: Option<u32>,
    /// The least span that must be found, if the file names one.
    pub minimum: Option<Span>,
    /// The name of the mention in its file, or empty.
    pub id: String,
    /// Anything else the file says, as names and values in file order.
    pub attributes: Vec<(String, String)>,
}

/// What an entity may have besides a label.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EntityDetail {
    /// Its type, such as `person` or `event`, or empty.
    pub kind: String,
    /// The layer of anaphora of its mentions: identity or discourse deixis.
    pub stage: Stage,
    /// Whether it is non-referring: an expletive or another expression that is annotated but refers to nothing.
    pub non_referring: bool,
    /// The entities it is made of, if it has a split antecedent.
    pub elements: Vec<u32>,
}

/// The layers of anaphora that are annotated and scored separately.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// Reference to entities introduced by nominals.
    #[default]
    Identity,
    /// Reference to what a stretch of discourse said.
    DiscourseDeixis,
}
