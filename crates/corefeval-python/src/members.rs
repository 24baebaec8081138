//! The mentions of clusters before they belong to a text: spans of tokens, which are packed as long as there
//! is nothing else, or any objects.

use corefeval::document::{Document, Mention, Span};
use rustc_hash::FxHashMap;

/// The mentions of one side.
pub(crate) enum Members {
    /// All are spans of tokens so far.
    Spans(Vec<Packed>),
    Any(Vec<Member>),
}

/// A span of tokens and the number of its cluster, packed into one number, which is fastest to read and to
/// sort. The order is that in which files complete mentions: by end, then inner before outer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Packed(u64);

/// A mention, as read.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Member {
    /// A pair of numbers.
    Pair(i64, i64),
    /// The number of any other object.
    Other(u32),
}

/// The number of bits of a packed number for each token; the rest is for the cluster.
const TOKEN_BITS: u32 = Document::MOST_TOKENS_WITHOUT_WORDS.ilog2();
const CLUSTER_BITS: u32 = u64::BITS - 2 * TOKEN_BITS;
const LAST_TOKEN: u64 = (1 << TOKEN_BITS) - 1;

impl Packed {
    /// Packs a span; `None` if the pair is not a span of tokens, or if there are too many clusters.
    #[inline]
    pub(crate) fn new((start, last): (i64, i64), cluster: usize) -> Option<Self> {
        let fits =
            0 <= start && start <= last && last <= LAST_TOKEN.cast_signed() && cluster < 1 << CLUSTER_BITS;
        let (start, last) = (start.cast_unsigned(), last.cast_unsigned());
        fits.then(|| Self((last << TOKEN_BITS | (LAST_TOKEN - start)) << CLUSTER_BITS | cluster as u64))
    }

    /// Only the span, as a number.
    pub(crate) fn span(self) -> u64 {
        self.0 >> CLUSTER_BITS
    }

    fn start(self) -> u32 {
        (LAST_TOKEN - (self.span() & LAST_TOKEN)) as u32
    }

    fn last(self) -> u32 {
        (self.span() >> TOKEN_BITS) as u32
    }

    pub(crate) fn mention(self) -> Mention {
        let cluster = self.0 & ((1 << CLUSTER_BITS) - 1);
        Mention::new(Span::inclusive(self.start(), self.last()), cluster as u32)
    }

    fn member(self) -> Member {
        Member::Pair(self.start().into(), self.last().into())
    }
}

impl Member {
    /// How many tokens there must be for this span; nothing if it is none.
    pub(crate) fn tokens(self) -> Option<usize> {
        let most = i64::from(Document::MOST_TOKENS_WITHOUT_WORDS);
        match self {
            Self::Pair(start, last) if 0 <= start && start <= last && last < most => {
                Some(token(last) as usize + 1)
            }
            _ => None,
        }
    }
}

impl Members {
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Spans(spans) => spans.len(),
            Self::Any(members) => members.len(),
        }
    }

    /// Reserves memory for this number of additional mentions.
    pub(crate) fn reserve(&mut self, count: usize) {
        match self {
            Self::Spans(spans) => spans.reserve(count),
            Self::Any(members) => members.reserve(count),
        }
    }

    /// The members in the form for any objects, to which packed spans are converted.
    pub(crate) fn any(&mut self) -> &mut Vec<Member> {
        if let Self::Spans(spans) = self {
            *self = Self::Any(spans.iter().map(|span| span.member()).collect());
        }
        match self {
            Self::Any(members) => members,
            Self::Spans(_) => unreachable!("spans were just made members"),
        }
    }

    /// How many tokens there must be, if all are spans.
    pub(crate) fn tokens(&self) -> Option<usize> {
        match self {
            Self::Spans(spans) => Some(spans.iter().max().map_or(0, |span| span.last() as usize + 1)),
            Self::Any(members) => {
                members.iter().try_fold(0, |before, member| Some(before.max(member.tokens()?)))
            }
        }
    }

    pub(crate) fn each(&self) -> impl Iterator<Item = Member> + '_ {
        let (spans, members) = match self {
            Self::Spans(spans) => (&spans[..], &[][..]),
            Self::Any(members) => (&[][..], &members[..]),
        };
        spans.iter().map(|span| span.member()).chain(members.iter().copied())
    }
}

/// The places of mentions in their text: their spans or, if some mentions have none, a separate token for
/// each mention.
pub(crate) enum Places {
    Spans { tokens: usize },
    Tokens(FxHashMap<Member, u32>),
}

impl Places {
    /// Places for the mentions of all sides of a text.
    pub(crate) fn new<'a>(mut sides: impl Iterator<Item = &'a Members> + Clone) -> Self {
        let all = sides.clone();
        let tokens = sides.try_fold(0, |before, side| side.tokens().map(|tokens| before.max(tokens)));
        if let Some(tokens) = tokens {
            return Self::Spans { tokens };
        }
        let mut numbers = FxHashMap::default();
        for member in all.flat_map(Members::each) {
            let next = numbers.len() as u32;
            numbers.entry(member).or_insert(next);
        }
        Self::Tokens(numbers)
    }

    /// Whether mentions are at spans of the text.
    pub(crate) fn are_spans(&self) -> bool {
        matches!(self, Self::Spans { .. })
    }

    /// The smallest number of tokens for all mentions.
    pub(crate) fn tokens(&self) -> usize {
        match self {
            Self::Spans { tokens } => *tokens,
            Self::Tokens(numbers) => numbers.len(),
        }
    }

    pub(crate) fn span(&self, member: Member) -> Span {
        match (self, member) {
            // both numbers fit, otherwise the places would not be spans
            (Self::Spans { .. }, Member::Pair(start, last)) => Span::inclusive(token(start), token(last)),
            (Self::Spans { .. }, Member::Other(number)) => Span::inclusive(number, number),
            (Self::Tokens(numbers), member) => {
                let number = numbers.get(&member).copied().unwrap_or_default();
                Span::inclusive(number, number)
            }
        }
    }
}

/// Converts a number that is known to be a token.
fn token(number: i64) -> u32 {
    u32::try_from(number).unwrap_or_default()
}
