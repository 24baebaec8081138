//! What an annotated text is: tokens, sentences, and mentions grouped into entities.

mod bracketed;
mod builder;
mod change;
mod check;
mod clusters;
mod column;
mod common_tokens;
mod error;
mod layers;
mod mention;
mod name;
mod named;
mod names;
mod token_lines;
mod tree;
mod words_hash;

pub use bracketed::{BracketError, BracketedTree, TreeMismatch, attach_trees, read_bracketed};
pub(crate) use bracketed::{TRACE, read_bracketed_with_traces};
pub use builder::DocumentBuilder;
pub use column::Column;
pub use error::DocumentError;
pub use layers::{Layer, Layers, Wanted};
pub use mention::{Detail, EntityDetail, Mention, Span, Stage};
pub use name::Name;
pub use named::share_tokens;
pub use names::Names;
pub use tree::{Child, Children, Phrase, Pieces, Tree, TreeFault};

pub(crate) use common_tokens::CommonTokens;
pub(crate) use token_lines::TokenLines;
pub(crate) use words_hash::WordsHash;

use std::borrow::Cow;

/// One document: its tokens, and its mentions grouped into entities.
///
/// A document is made by a reader, by [`Document::builder`], or from lists of clusters, and is always
/// consistent: spans hold tokens that exist, mentions name entities that exist, and layers have a string for
/// each token.
///
/// ```
/// use corefeval::document::Document;
///
/// let document = Document::builder("letter")
///     .words(["Mary", "saw", "her", "dog", "."])
///     .mention(0..1, "mary")
///     .mention(2..3, "mary")
///     .mention(2..4, "dog")
///     .build()?;
/// assert_eq!(document.entity_count(), 2);
/// assert_eq!(document.text(document.mentions()[2].span).as_deref(), Some("her dog"));
///
/// let wrong = Document::from_clusters("letter", 5, [[0..1, 2..9]]);
/// assert_eq!(wrong.unwrap_err().to_string(), "mention 1 spans 2 to 9, but there are 5 tokens");
/// # Ok::<(), corefeval::document::DocumentError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Document {
    /// What the file calls it.
    pub(crate) name: Name,
    /// Whether the file gave no name, so that this is only that of the file, perhaps with a number.
    pub(crate) unnamed: bool,
    /// How many tokens it has, zeros included.
    pub(crate) tokens: u32,
    /// Where each sentence lies, in order and without gaps; empty when not wanted.
    pub(crate) sentences: Vec<Span>,
    /// The tokens that are empty nodes, in order.
    pub(crate) zeros: Vec<Zero>,
    /// Every occurrence as read, in the order the file completes them; each names its entity.
    pub(crate) mentions: Vec<Mention>,
    /// What the rarer mentions have besides a span; see [`Document::detail`].
    pub(crate) details: Vec<Detail>,
    /// The label of each entity, in order of first appearance.
    pub(crate) entity_labels: Column,
    /// What entities have besides a label: empty, or one for each entity.
    pub(crate) entity_details: Vec<EntityDetail>,
    /// Bridging and the like: relations other than identity.
    pub(crate) relations: Vec<Relation>,
    /// Optional annotation, one column each: words, trees, speakers…
    pub(crate) layers: Layers,
    /// The lines of the file that tokens are on; empty when not wanted.
    pub(crate) lines: TokenLines,
}

/// A token without a word: an empty node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Zero {
    /// Its number among all tokens.
    pub token: u32,
    /// Its rank among the zeros after the same overt token, from 1; if a sentence has ended since that token,
    /// from [`Zero::BOUNDARY`] + 1, so that a zero that begins a sentence differs from one that ends the
    /// previous sentence.
    pub rank: u32,
}

impl Zero {
    /// The number that each sentence end since the last overt token adds to a rank.
    pub const BOUNDARY: u32 = 1 << 16;

    /// The rank of a zero after `ended` sentences have ended since the last overt token; `rank` is its rank
    /// in its sentence, after an overt token or the beginning.
    pub(crate) fn rank_behind(ended: u32, rank: u32) -> u32 {
        ended.saturating_mul(Self::BOUNDARY).saturating_add(rank)
    }
}

/// A directed relation between mentions that is not identity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    /// What the relation is.
    pub kind: RelationKind,
    /// The mention that needs the other: the bridging anaphor.
    pub from: u32,
    /// The anchor.
    pub to: u32,
    /// The annotator's name for the relation, often empty.
    pub label: String,
}

/// The kinds of relation besides identity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RelationKind {
    /// A bridging anaphor and its anchor.
    Bridging,
}

/// A place in the text that means the same in the key and in the response, whatever zeros either has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// How many overt tokens precede a zero; the number of an overt token counted from 1.
    pub overt: u32,
    /// 0 for an overt token, the rank of a zero.
    pub rank: u32,
}

impl Document {
    /// What the file calls it.
    #[must_use]
    pub fn name(&self) -> &Name {
        &self.name
    }

    /// Whether the file gave no name, so that [`Document::name`] is only that of the file, perhaps with a number.
    #[must_use]
    pub fn is_unnamed(&self) -> bool {
        self.unnamed
    }

    /// How many tokens it has, zeros included.
    #[must_use]
    pub fn tokens(&self) -> u32 {
        self.tokens
    }

    /// Where each sentence lies, in order and without gaps; empty when sentences were not read.
    #[must_use]
    pub fn sentences(&self) -> &[Span] {
        &self.sentences
    }

    /// The tokens that are empty nodes, in order.
    #[must_use]
    pub fn zeros(&self) -> &[Zero] {
        &self.zeros
    }

    /// Every occurrence as read, in the order the file completes them; each names its entity.
    #[must_use]
    pub fn mentions(&self) -> &[Mention] {
        &self.mentions
    }

    /// What the rarer mentions have besides a span; see [`Document::detail`].
    #[must_use]
    pub fn details(&self) -> &[Detail] {
        &self.details
    }

    /// The label of each entity, in order of first appearance.
    #[must_use]
    pub fn entity_labels(&self) -> &Column {
        &self.entity_labels
    }

    /// What entities have besides a label: empty, or one for each entity.
    #[must_use]
    pub fn entity_details(&self) -> &[EntityDetail] {
        &self.entity_details
    }

    /// Bridging and the like: relations other than identity.
    #[must_use]
    pub fn relations(&self) -> &[Relation] {
        &self.relations
    }

    /// Optional annotation, one column each: words, trees, speakers…
    #[must_use]
    pub fn layers(&self) -> &Layers {
        &self.layers
    }

    /// How many entities have been named, singletons included.
    #[must_use]
    pub fn entity_count(&self) -> usize {
        self.entity_labels.len()
    }

    /// What a mention has besides its span, if anything.
    #[must_use]
    pub fn detail(&self, mention: &Mention) -> Option<&Detail> {
        mention.detail().and_then(|index| self.details.get(index))
    }

    /// The parts of a mention: its span, unless it has gaps.
    #[must_use]
    pub fn parts<'a>(&'a self, mention: &'a Mention) -> &'a [Span] {
        match self.detail(mention) {
            Some(detail) if !detail.parts.is_empty() => &detail.parts,
            _ => std::slice::from_ref(&mention.span),
        }
    }

    /// The tokens of a mention, in order, gaps left out.
    pub fn mention_tokens<'a>(&'a self, mention: &'a Mention) -> impl Iterator<Item = u32> + 'a {
        self.parts(mention).iter().flat_map(|part| part.start..part.end)
    }

    /// Whether a token is an empty node.
    #[must_use]
    pub fn is_zero(&self, token: u32) -> bool {
        self.zeros.binary_search_by_key(&token, |zero| zero.token).is_ok()
    }

    /// Whether a mention is a zero: whether its head is one, or its first token if the file names no head.
    #[must_use]
    pub fn is_zero_mention(&self, mention: &Mention) -> bool {
        let head = self.detail(mention).and_then(|detail| detail.head);
        self.is_zero(head.unwrap_or(mention.span.start))
    }

    /// The position of a token, which is the same in key and response whatever zeros they have.
    #[must_use]
    pub fn position(&self, token: u32) -> Position {
        let zeros_before = self.zeros.partition_point(|zero| zero.token < token);
        match self.zeros.get(zeros_before) {
            Some(zero) if zero.token == token => {
                Position { overt: token - zeros_before as u32, rank: zero.rank }
            }
            _ => Position { overt: (token - zeros_before as u32).saturating_add(1), rank: 0 },
        }
    }

    /// What an entity has besides a label, if anything.
    #[must_use]
    pub fn entity_detail(&self, entity: u32) -> Option<&EntityDetail> {
        self.entity_details.get(entity as usize)
    }

    /// The words of a span, separated by blanks, if words were read.
    #[must_use]
    pub fn text(&self, span: Span) -> Option<String> {
        let words = self.layers.get(Layer::Word)?;
        let parts: Vec<&str> =
            (span.start..span.end.min(self.tokens)).filter_map(|token| words.get(token as usize)).collect();
        Some(parts.join(" "))
    }

    /// The sentences; all tokens as one sentence if sentences were not read, none if there are no tokens.
    #[must_use]
    pub fn sentences_or_whole(&self) -> Cow<'_, [Span]> {
        if self.sentences.is_empty() && self.tokens > 0 {
            Cow::Owned(vec![Span::new(0, self.tokens)])
        } else {
            Cow::Borrowed(&self.sentences)
        }
    }

    /// The number of the sentence a token is in, if sentences were read.
    #[must_use]
    pub fn sentence_of(&self, token: u32) -> Option<usize> {
        let after = self.sentences.partition_point(|sentence| sentence.end <= token);
        (after < self.sentences.len()).then_some(after)
    }
}
