//! Statistics of spans: their lengths, the agreement of minimum spans and heads with annotated minimums, and
//! the numbers of mentions that share a minimum or head.

use std::collections::HashMap;
use std::hash::Hash;

use super::{MentionSpans, length};
use crate::document::Span;
use crate::matching::{HeadBy, MinimumBy};

/// Lengths of spans: Table 1 and Figure 8 of Moosavi et al. 2019.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lengths {
    /// How many spans.
    pub spans: u64,
    /// How many tokens they have together.
    pub tokens: u64,
    /// How many have one token, two, three, more.
    pub counts: [u64; 4],
}

impl Lengths {
    fn add(&mut self, length: u32) {
        self.spans += 1;
        self.tokens += u64::from(length);
        self.counts[(length.clamp(1, 4) - 1) as usize] += 1;
    }
}

/// How spans agree with annotated minimums: Tables 2 and 3 of Moosavi et al. 2019.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Agreement {
    /// How many mentions have both.
    pub annotated: u64,
    /// How many spans hold every token of the annotated minimum.
    pub contain: u64,
    /// How many spans have no token outside the annotated minimum.
    pub lie_in: u64,
    /// How many spans are the annotated minimum.
    pub same: u64,
    /// How many spans share no token with it.
    pub apart: u64,
}

impl Agreement {
    fn add(&mut self, spans: &[Span], annotated: Span) {
        let inside =
            |span: &Span| Span::new(span.start.max(annotated.start), span.end.min(annotated.end)).len();
        let shared: u32 = spans.iter().map(inside).sum();
        let (contains, lies_in) = (shared == annotated.len(), shared == length(spans));
        self.annotated += 1;
        self.contain += u64::from(contains);
        self.lie_in += u64::from(lies_in);
        self.same += u64::from(contains && lies_in);
        self.apart += u64::from(shared == 0);
    }
}

/// Numbers of mentions with different tokens but the same minimum or head: section 5 of Moosavi et al. 2019.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shared {
    /// Mentions whose minimum or head is also that of another mention with other tokens.
    pub mentions: u64,
    /// Such mentions that share it with a mention of another entity.
    pub across_entities: u64,
}

/// The statistics of documents; the counts of several documents are added.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Maximum spans.
    pub maximum: Lengths,
    /// Minimum spans.
    pub minimum: Lengths,
    /// Annotated minimums.
    pub annotated: Lengths,
    /// Minimums by how they were found, in the order of [`MinimumBy::ALL`]: all, and those of mentions of one
    /// token.
    pub minimum_by: [[u64; 2]; MinimumBy::ALL.len()],
    /// Heads by how they were found, in the order of [`HeadBy::ALL`].
    pub head_by: [u64; HeadBy::ALL.len()],
    /// Minimum spans against annotated minimums.
    pub minimum_agreement: Agreement,
    /// Heads against annotated minimums.
    pub head_agreement: Agreement,
    /// Mentions that overlap another one.
    pub overlapping: u64,
    /// Mentions that share a minimum span.
    pub shared_minimum: Shared,
    /// Mentions that share a head.
    pub shared_head: Shared,
}

impl Summary {
    /// Adds the mentions of a document.
    pub fn add(&mut self, mentions: &[MentionSpans]) {
        self.add_where(mentions, |_| true);
    }

    /// Adds the mentions of a document for whose places `counts` is true; the other mentions are still used
    /// to find out what they share.
    pub fn add_where(&mut self, mentions: &[MentionSpans], counts: impl Fn(usize) -> bool) {
        for (_, spans) in mentions.iter().enumerate().filter(|(place, _)| counts(*place)) {
            self.add_mention(spans);
        }
        let overlapping =
            overlapping(mentions).enumerate().filter(|(place, overlaps)| *overlaps && counts(*place));
        self.overlapping += overlapping.count() as u64;
        self.shared_minimum.add(mentions, &counts, |spans| Some(spans.minimum.clone()));
        self.shared_head.add(mentions, &counts, |spans| spans.head);
    }

    fn add_mention(&mut self, spans: &MentionSpans) {
        let maximum = length(&spans.maximum);
        self.maximum.add(maximum);
        self.minimum.add(length(&spans.minimum));
        let by = &mut self.minimum_by[spans.minimum_by as usize];
        by[0] += 1;
        by[1] += u64::from(maximum == 1);
        self.head_by[spans.head_by as usize] += 1;
        let Some(annotated) = spans.annotated else { return };
        self.annotated.add(annotated.len());
        self.minimum_agreement.add(&spans.minimum, annotated);
        if let Some(head) = spans.head {
            self.head_agreement.add(&[Span::new(head, head + 1)], annotated);
        }
    }
}

impl Shared {
    fn add<K: Eq + Hash>(
        &mut self,
        mentions: &[MentionSpans],
        counts: &impl Fn(usize) -> bool,
        mark: impl Fn(&MentionSpans) -> Option<K>,
    ) {
        let mut groups: HashMap<K, Vec<(usize, &MentionSpans)>> = HashMap::new();
        for (place, spans) in mentions.iter().enumerate() {
            if let Some(mark) = mark(spans) {
                groups.entry(mark).or_default().push((place, spans));
            }
        }
        // sums do not depend on the order of a hash map
        for group in groups.into_values().filter(|group| group.len() > 1) {
            self.add_group(&group, counts);
        }
    }

    /// Adds mentions that have the same minimum or head.
    fn add_group(&mut self, group: &[(usize, &MentionSpans)], counts: &impl Fn(usize) -> bool) {
        if group.iter().all(|(_, one)| one.maximum == group[0].1.maximum) {
            return;
        }
        let entity = |(_, one): &(usize, &MentionSpans)| one.mention.entity;
        let tokens = |(_, one): &(usize, &MentionSpans)| one.maximum.clone();
        let of_entity = tally(group, entity);
        let of_tokens = tally(group, tokens);
        let of_both = tally(group, |one| (entity(one), tokens(one)));
        for one in group.iter().filter(|(place, _)| counts(*place)) {
            self.mentions += 1;
            // mentions with another entity and other tokens
            let alike =
                of_entity[&entity(one)] + of_tokens[&tokens(one)] - of_both[&(entity(one), tokens(one))];
            self.across_entities += u64::from(group.len() > alike);
        }
    }
}

/// How many have each mark.
fn tally<T: Copy, K: Eq + Hash>(all: &[T], mark: impl Fn(&T) -> K) -> HashMap<K, usize> {
    let mut counts = HashMap::new();
    for one in all {
        *counts.entry(mark(one)).or_insert(0) += 1;
    }
    counts
}

/// Whether each mention overlaps another one, ignoring gaps; mentions must be in the order in which they
/// begin.
fn overlapping(mentions: &[MentionSpans]) -> impl Iterator<Item = bool> {
    let mut reach = 0;
    let starts = mentions.iter().skip(1).map(|next| next.mention.span.start).chain([u32::MAX]);
    mentions.iter().zip(starts).map(move |(one, next)| {
        let span = one.mention.span;
        let overlaps = span.start < reach || next < span.end;
        reach = reach.max(span.end);
        overlaps
    })
}
