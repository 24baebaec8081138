//! What documents have that a format cannot hold, said when they are written.

use super::Problem;
use crate::document::{Detail, Document, EntityDetail, Layer, Mention, Span, Stage};

/// What mentions and entities have besides spans and labels, in files that have only these.
pub(crate) fn of_mentions(document: &Document) -> Vec<Problem> {
    let losses = [
        gaps(document),
        zeros(document),
        relations(document),
        stages(document),
        split(document),
        details(document, &[]),
    ];
    losses.into_iter().flatten().collect()
}

/// Mentions of one entity that overlap without one being inside the other: brackets cannot tell which ends where.
pub(super) fn crossing(document: &Document) -> Option<Problem> {
    let mut parts: Vec<(u32, u32, u32)> = Vec::new();
    for mention in &document.mentions {
        for part in document.parts(mention) {
            parts.push((mention.entity, part.start, u32::MAX - part.end));
        }
    }
    parts.sort_unstable();
    let mut crossing = 0;
    let mut open: Vec<(u32, u32)> = Vec::new();
    for (entity, start, reversed_end) in parts {
        let end = u32::MAX - reversed_end;
        while open.last().is_some_and(|&(other, open_end)| other != entity || open_end <= start) {
            open.pop();
        }
        crossing += usize::from(open.last().is_some_and(|&(_, open_end)| open_end < end));
        open.push((entity, end));
    }
    let what = "mentions cross another of the same entity; brackets will be paired differently";
    lost(document, crossing, "lost-crossing", what)
}

/// Mentions of one entity whose parts interleave, so that it is unclear to which mention the next part belongs.
pub(super) fn interleaving(document: &Document) -> Option<Problem> {
    let gapped = |mention: &&Mention| document.parts(mention).len() > 1;
    let mut mentions: Vec<&Mention> = document.mentions.iter().filter(gapped).collect();
    mentions.sort_by_key(|mention| (mention.entity, mention.span.start, u32::MAX - mention.span.end));
    let mut interleaving = 0;
    let mut open: Vec<&Mention> = Vec::new();
    for mention in mentions {
        let over = |other: &&Mention| other.entity != mention.entity || other.span.end <= mention.span.start;
        while open.last().is_some_and(over) {
            open.pop();
        }
        let in_gap = |other: &&Mention| {
            let gaps = document.parts(other).windows(2);
            gaps.map(|pair| Span::new(pair[0].end, pair[1].start)).any(|gap| gap.contains(mention.span))
        };
        interleaving += usize::from(open.last().is_some_and(|other| !in_gap(other)));
        open.push(mention);
    }
    lost(document, interleaving, "lost-crossing", "mentions with gaps overlap another of the same entity")
}

/// Mentions on another stage than identity.
pub(super) fn stages(document: &Document) -> Option<Problem> {
    let elsewhere = |detail: &&EntityDetail| detail.stage != Stage::Identity || detail.non_referring;
    let count = document.entity_details.iter().filter(elsewhere).count();
    lost(
        document,
        count,
        "lost-stage",
        "discourse deixis or non-referring entities are written like any other entity",
    )
}

/// Mentions of discourse deixis.
pub(super) fn deixis(document: &Document) -> Option<Problem> {
    let count = document.entity_details.iter().filter(|detail| detail.stage != Stage::Identity).count();
    lost(document, count, "lost-stage", "discourse deixis entities are written like any other entity")
}

/// The name, in formats whose files have none.
pub(super) fn name(document: &Document) -> Option<Problem> {
    let message =
        || format!("{}: the name is not written; documents are named after their file", document.name);
    (!document.unnamed).then(|| Problem::warning("lost-name", 0, message()))
}

/// Empty nodes.
pub(super) fn zeros(document: &Document) -> Option<Problem> {
    lost(document, document.zeros.len(), "lost-zeros", "zeros are written as tokens")
}

/// Gaps in mentions.
pub(super) fn gaps(document: &Document) -> Option<Problem> {
    let gaps = document.details.iter().filter(|detail| !detail.parts.is_empty()).count();
    lost(document, gaps, "lost-gaps", "mentions have gaps; each is written as one span over them")
}

/// Words, in formats that are text above all.
pub(super) fn words(document: &Document) -> Option<Problem> {
    let overt = document.tokens as usize - document.zeros.len().min(document.tokens as usize);
    let missing = if document.layers.get(Layer::Word).is_some() { 0 } else { overt };
    lost(document, missing, "lost-words", "words are missing; `_` is written for each")
}

/// What mentions and entities may have besides their tokens and their label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Has {
    Heads,
    Minima,
    Types,
    /// Ids of mentions, and what else files say of them.
    Attributes,
}

/// Heads, minima, types and the like, unless the format keeps them.
pub(super) fn details(document: &Document, kept: &[Has]) -> Option<Problem> {
    let mentions = |has: fn(&Detail) -> bool| document.details.iter().filter(|detail| has(detail)).count();
    let types = document.entity_details.iter().filter(|detail| !detail.kind.is_empty()).count();
    let counts = [
        (Has::Heads, mentions(|detail| detail.head.is_some()), "heads of mentions"),
        (Has::Minima, mentions(|detail| detail.minimum.is_some()), "minima"),
        (Has::Types, types, "types of entities"),
        (
            Has::Attributes,
            mentions(|detail| !detail.id.is_empty() || !detail.attributes.is_empty()),
            "mentions with attributes",
        ),
    ];
    let lost = counts.iter().filter(|(has, count, _)| *count > 0 && !kept.contains(has));
    let lost: Vec<String> = lost.map(|(_, count, what)| format!("{count} {what}")).collect();
    let message = || format!("{}: the format cannot hold {}", document.name, lost.join(", "));
    (!lost.is_empty()).then(|| Problem::warning("lost-details", 0, message()))
}

/// Ids of mentions, and attributes that the format has no place for.
pub(super) fn attributes(document: &Document, kept: impl Fn(&str) -> bool) -> Option<Problem> {
    let left_out = |detail: &&Detail| detail.attributes.iter().any(|(name, _)| !kept(name));
    let ids = document.details.iter().filter(|detail| !detail.id.is_empty()).count();
    let count = document.details.iter().filter(left_out).count();
    let counts = [(ids, "ids of mentions"), (count, "mentions with attributes of these names")];
    let lost: Vec<String> = counts
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
    let message = || format!("{}: the format cannot hold {}", document.name, lost.join(", "));
    (!lost.is_empty()).then(|| Problem::warning("lost-details", 0, message()))
}

/// Bridging and the like.
pub(super) fn relations(document: &Document) -> Option<Problem> {
    lost(document, document.relations.len(), "lost-relations", "relations other than identity are left out")
}

/// Entities made of others.
pub(super) fn split(document: &Document) -> Option<Problem> {
    let count = document.entity_details.iter().filter(|detail| !detail.elements.is_empty()).count();
    lost(document, count, "lost-elements", "entities are made of others, which is not written")
}

/// Layers other than those that the format has columns for.
pub(super) fn layers(document: &Document, kept: &[Layer]) -> Option<Problem> {
    let lost: Vec<&str> = document
        .layers
        .iter()
        .filter(|(layer, _)| !kept.contains(layer))
        .map(|(layer, _)| layer.name())
        .collect();
    let message = || format!("{}: no column for {}", document.name, lost.join(", "));
    (!lost.is_empty()).then(|| Problem::warning("lost-layers", 0, message()))
}

/// A warning that so many things of a document are lost, unless there are none.
pub(super) fn lost(document: &Document, count: usize, code: &'static str, what: &str) -> Option<Problem> {
    (count > 0).then(|| Problem::warning(code, 0, format!("{}: {count} {what}", document.name)))
}
