//! Why a document cannot be made.

use std::fmt;

use super::{Layer, Span};

/// What is wrong with the parts of a document; mentions, entities, sentences and relations are counted from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DocumentError {
    /// There are more tokens than a document may have, or than it may have without words.
    TooManyTokens {
        /// How many there are.
        tokens: u64,
        /// How many there may be.
        most: u32,
    },
    /// The strings of a layer, or the labels of the entities, are longer than 4 GiB altogether.
    TooMuchText,
    /// There are more mentions, entities or the like than fit a number of 32 bits.
    TooMany(&'static str),
    /// A sentence does not begin where the one before it ends, or it ends before it begins.
    SentenceOutOfPlace {
        /// Which sentence.
        sentence: usize,
    },
    /// The sentences do not end where the tokens end.
    SentencesEnd {
        /// The token after the last sentence.
        end: u32,
        /// How many tokens there are.
        tokens: u32,
    },
    /// A zero is not a token, or the zeros are not in order.
    ZerosOutOfPlace,
    /// A span is empty.
    EmptySpan {
        /// Of which mention.
        mention: usize,
        /// From where to where it goes; the end is not part of it.
        span: Span,
    },
    /// A span goes beyond the tokens.
    SpanOutside {
        /// Of which mention.
        mention: usize,
        /// From where to where it goes; the end is not part of it.
        span: Span,
        /// How many tokens there are.
        tokens: u32,
    },
    /// The parts of a mention are not in order, or they do not begin and end where the mention does.
    PartsOutOfPlace {
        /// Of which mention.
        mention: usize,
    },
    /// A head is not a token of the document.
    HeadOutside {
        /// Of which mention.
        mention: usize,
        /// The token that it names.
        head: u32,
        /// How many tokens there are.
        tokens: u32,
    },
    /// A mention belongs to an entity that does not exist.
    UnknownEntity {
        /// Which mention.
        mention: usize,
        /// The entity that it names.
        entity: u32,
    },
    /// A mention has details that do not exist.
    UnknownDetail {
        /// Which mention.
        mention: usize,
    },
    /// A relation is between mentions of which one does not exist.
    UnknownMention {
        /// Which relation.
        relation: usize,
    },
    /// An entity is made of entities of which one does not exist.
    UnknownElement {
        /// Which entity.
        entity: usize,
    },
    /// Only some entities have details.
    EntityDetails {
        /// How many have them.
        details: usize,
        /// How many entities there are.
        entities: usize,
    },
    /// A layer does not have one string for each token, or for each sentence.
    LayerLength {
        /// Which layer.
        layer: Layer,
        /// How many strings it has.
        values: usize,
        /// How many it should have.
        expected: usize,
    },
    /// Mentions are identified by names, but one of them is not one token without gaps, or there are zeros.
    NamesNeedTokens,
    /// The last mention was described before there was one.
    NoMentionYet(&'static str),
}

impl fmt::Display for DocumentError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyTokens { tokens, most } => {
                write!(formatter, "{tokens} tokens are too many: the limit is {most}")
            }
            Self::TooMuchText => write!(formatter, "a layer or the labels are longer than 4 GiB"),
            Self::TooMany(what) => write!(formatter, "there are more than {} {what}", u32::MAX - 1),
            Self::SentenceOutOfPlace { sentence } => {
                write!(formatter, "sentence {sentence} does not begin where the previous one ends")
            }
            Self::SentencesEnd { end, tokens } => {
                write!(formatter, "the sentences end at token {end}, but there are {tokens}")
            }
            Self::ZerosOutOfPlace => write!(formatter, "the zeros are not tokens in order"),
            Self::EmptySpan { mention, span } => {
                write!(formatter, "mention {mention} has an empty span, from {} to {}", span.start, span.end)
            }
            Self::SpanOutside { mention, span, tokens } => {
                let Span { start, end } = span;
                write!(formatter, "mention {mention} spans {start} to {end}, but there are {tokens} tokens")
            }
            Self::PartsOutOfPlace { mention } => {
                write!(formatter, "the parts of mention {mention} are not in order or do not fit its span")
            }
            Self::HeadOutside { mention, head, tokens } => {
                write!(
                    formatter,
                    "the head of mention {mention} is token {head}, but there are {tokens} tokens"
                )
            }
            Self::UnknownEntity { mention, entity } => {
                write!(formatter, "mention {mention} names entity {entity}, which does not exist")
            }
            Self::UnknownDetail { mention } => {
                write!(formatter, "mention {mention} names details that do not exist")
            }
            Self::UnknownMention { relation } => {
                write!(formatter, "relation {relation} names a mention that does not exist")
            }
            Self::UnknownElement { entity } => {
                write!(formatter, "entity {entity} is made of an entity that does not exist")
            }
            Self::EntityDetails { details, entities } => {
                write!(
                    formatter,
                    "{details} of {entities} entities have details; all must have them, or none"
                )
            }
            Self::LayerLength { layer, values, expected } => {
                write!(formatter, "layer {} has {values} values instead of {expected}", layer.name())
            }
            Self::NamesNeedTokens => {
                write!(formatter, "if mentions are identified by name, each must be one token and not a zero")
            }
            Self::NoMentionYet(what) => write!(formatter, "{what} was given before any mention"),
        }
    }
}

impl std::error::Error for DocumentError {}
