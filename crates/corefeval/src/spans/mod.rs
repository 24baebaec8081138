//! The spans of mentions: for every mention its maximum span, its minimum span, its head, and its annotated
//! minimum.
//!
//! ```text
//! a page from the diary        minimum: a page    head: page
//! ```

mod summary;

pub use summary::{Agreement, Lengths, Shared, Summary};

use crate::document::{Document, Mention, Span};
use crate::matching::minimum::Reading;
use crate::matching::{HeadBy, HeadsOf, MinimumBy, MinimumsOf};

/// The spans of a mention.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MentionSpans {
    /// The mention.
    pub mention: Mention,
    /// Its maximum span: one span, or several if it has gaps.
    pub maximum: Vec<Span>,
    /// Its minimum span: spans in order that do not touch.
    pub minimum: Vec<Span>,
    /// How the minimum was found.
    pub minimum_by: MinimumBy,
    /// Its head.
    pub head: Option<u32>,
    /// How the head was found.
    pub head_by: HeadBy,
    /// The minimum that the file gives.
    pub annotated: Option<Span>,
}

/// The spans of all mentions of a document, in the order in which they begin, longer ones first.
#[must_use]
pub fn of_document(document: &Document, reading: Reading) -> Vec<MentionSpans> {
    let mut mentions = document.mentions.clone();
    mentions.sort_by_key(|mention| (mention.span.start, u32::MAX - mention.span.end));
    let mut minimums = MinimumsOf::new(document, reading);
    let mut heads = HeadsOf::new(document);
    let spans = |mention: Mention| {
        let (minimum, minimum_by) = minimums.minimum(&mention);
        let (head, head_by) = heads.head_by(document, &mention);
        let annotated = document.detail(&mention).and_then(|detail| detail.minimum);
        let maximum = document.parts(&mention).to_vec();
        MentionSpans { mention, maximum, minimum, minimum_by, head, head_by, annotated }
    };
    mentions.into_iter().map(spans).collect()
}

/// How many tokens spans hold that do not overlap.
#[must_use]
pub fn length(spans: &[Span]) -> u32 {
    spans.iter().map(|span| span.len()).sum()
}

#[cfg(test)]
mod tests;
