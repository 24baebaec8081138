//! Reports what a format cannot hold when documents are written.

use super::Problem;
use crate::document::{Detail, Document, EntityDetail, Layer, Mention, Span, Stage};
use crate::problem::counted;

/// Reports what mentions and entities have besides spans and labels, for files that have only these.
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

/// Reports mentions of one entity that overlap without one being inside the other: brackets do not show which
/// ends where.
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
    let what = [
        "mention crosses another of the same entity; brackets will be paired differently",
        "mentions cross another of the same entity; brackets will be paired differently",
    ];
    lost(document, crossing, "lost-crossing", what)
}

/// Reports mentions of one entity whose parts interleave, so that it is unclear to which mention the next
/// part belongs.
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
    let what = [
        "mention with gaps overlaps another of the same entity",
        "mentions with gaps overlap another of the same entity",
    ];
    lost(document, interleaving, "lost-crossing", what)
}

/// Reports mentions in a layer of anaphora other than identity.
pub(super) fn stages(document: &Document) -> Option<Problem> {
    let elsewhere = |detail: &&EntityDetail| detail.stage != Stage::Identity || detail.non_referring;
    let count = document.entity_details.iter().filter(elsewhere).count();
    let what = [
        "discourse deixis or non-referring entity is written like any other entity",
        "discourse deixis or non-referring entities are written like any other entity",
    ];
    lost(document, count, "lost-stage", what)
}

/// Reports mentions of discourse deixis.
pub(super) fn deixis(document: &Document) -> Option<Problem> {
    let count = document.entity_details.iter().filter(|detail| detail.stage != Stage::Identity).count();
    let what = [
        "discourse deixis entity is written like any other entity",
        "discourse deixis entities are written like any other entity",
    ];
    lost(document, count, "lost-stage", what)
}

/// Reports the name, for formats whose files have none.
pub(super) fn name(document: &Document) -> Option<Problem> {
    let message =
        || format!("{}: the name is not written; documents are named after their file", document.name);
    (!document.unnamed).then(|| Problem::warning("lost-name", 0, message()))
}

/// Reports zeros.
pub(super) fn zeros(document: &Document) -> Option<Problem> {
    lost(
        document,
        document.zeros.len(),
        "lost-zeros",
        ["zero is written as a token", "zeros are written as tokens"],
    )
}

/// Reports gaps in mentions.
pub(super) fn gaps(document: &Document) -> Option<Problem> {
    let gaps = document.details.iter().filter(|detail| !detail.parts.is_empty()).count();
    let what = [
        "mention has gaps; it is written as one span over them",
        "mentions have gaps; each is written as one span over them",
    ];
    lost(document, gaps, "lost-gaps", what)
}

/// Reports missing words, for formats that consist of text.
pub(super) fn words(document: &Document) -> Option<Problem> {
    let overt = document.tokens as usize - document.zeros.len().min(document.tokens as usize);
    let missing = if document.layers.get(Layer::Word).is_some() { 0 } else { overt };
    let what = ["word is missing; `_` is written for it", "words are missing; `_` is written for each"];
    lost(document, missing, "lost-words", what)
}

/// What mentions and entities may have besides their tokens and their label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Has {
    Heads,
    Minima,
    Types,
    /// Ids and other attributes of mentions.
    Attributes,
}

/// Reports heads, minima, types and the like, unless the format keeps them.
pub(super) fn details(document: &Document, kept: &[Has]) -> Option<Problem> {
    let mentions = |has: fn(&Detail) -> bool| document.details.iter().filter(|detail| has(detail)).count();
    let types = document.entity_details.iter().filter(|detail| !detail.kind.is_empty()).count();
    let counts = [
        (Has::Heads, mentions(|detail| detail.head.is_some()), ["head of a mention", "heads of mentions"]),
        (Has::Minima, mentions(|detail| detail.minimum.is_some()), ["minimum", "minima"]),
        (Has::Types, types, ["type of an entity", "types of entities"]),
        (
            Has::Attributes,
            mentions(|detail| !detail.id.is_empty() || !detail.attributes.is_empty()),
            ["mention with attributes", "mentions with attributes"],
        ),
    ];
    let lost = counts.iter().filter(|(has, count, _)| *count > 0 && !kept.contains(has));
    let lost: Vec<String> = lost.map(|(_, count, what)| counted(*count, *what)).collect();
    let message = || format!("{}: the format cannot hold {}", document.name, lost.join(", "));
    (!lost.is_empty()).then(|| Problem::warning("lost-details", 0, message()))
}

/// Reports ids of mentions, and attributes that the format cannot hold.
pub(super) fn ids_and_attributes(document: &Document, kept: impl Fn(&str) -> bool) -> Option<Problem> {
    let ids = document.details.iter().filter(|detail| !detail.id.is_empty()).count();
    let counts = [
        (ids, ["id of a mention", "ids of mentions"]),
        (with_other_attributes(document, kept), OTHER_ATTRIBUTES),
    ];
    let lost: Vec<String> =
        counts.iter().filter(|(count, _)| *count > 0).map(|(count, what)| counted(*count, *what)).collect();
    let message = || format!("{}: the format cannot hold {}", document.name, lost.join(", "));
    (!lost.is_empty()).then(|| Problem::warning("lost-details", 0, message()))
}

/// Attributes that the format has no place for.
pub(super) fn attributes(document: &Document, kept: impl Fn(&str) -> bool) -> Option<Problem> {
    let count = with_other_attributes(document, kept);
    let message =
        || format!("{}: the format cannot hold {}", document.name, counted(count, OTHER_ATTRIBUTES));
    (count > 0).then(|| Problem::warning("lost-details", 0, message()))
}

const OTHER_ATTRIBUTES: [&str; 2] =
    ["mention with attributes of these names", "mentions with attributes of these names"];

fn with_other_attributes(document: &Document, kept: impl Fn(&str) -> bool) -> usize {
    let left_out = |detail: &&Detail| detail.attributes.iter().any(|(name, _)| !kept(name));
    document.details.iter().filter(left_out).count()
}

/// Reports bridging and other relations.
pub(super) fn relations(document: &Document) -> Option<Problem> {
    let what = ["relation other than identity is left out", "relations other than identity are left out"];
    lost(document, document.relations.len(), "lost-relations", what)
}

/// Reports split antecedents: entities made of others.
pub(super) fn split(document: &Document) -> Option<Problem> {
    let count = document.entity_details.iter().filter(|detail| !detail.elements.is_empty()).count();
    let what = [
        "entity is made of others, which is not written",
        "entities are made of others, which is not written",
    ];
    lost(document, count, "lost-elements", what)
}

/// Reports layers for which the format has no columns.
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

/// A warning with the number of things that a document loses, unless there are none, with one wording for one
/// thing and one for several.
pub(super) fn lost(
    document: &Document,
    count: usize,
    code: &'static str,
    what: [&str; 2],
) -> Option<Problem> {
    (count > 0).then(|| Problem::warning(code, 0, format!("{}: {}", document.name, counted(count, what))))
}

#[cfg(test)]
mod tests {
    use crate::document::{Document, Wanted};
    use crate::format::{Block, FORMATS, by_name};

    /// One mention of several words without a head, with a gap, one zero, one type, one relation, one split antecedent.
    const ONE_OF_EACH: &str = "# newdoc id = d\n# global.Entity = eid-etype-head-other\n\
        1\ta\t_\t_\t_\t_\t_\t_\t_\tEntity=(e1[1/2]-person-1-)\n\
        2\tb\t_\t_\t_\t_\t_\t_\t_\tEntity=(e2--1-)|Bridge=e1<e2\n\
        3\tc\t_\t_\t_\t_\t_\t_\t_\tEntity=(e1[2/2]-person-1-)\n\
        3.1\t_\t_\t_\t_\t_\t_\t_\t_\tEntity=(e3--1-)|SplitAnte=e1<e3,e2<e3\n\n";

    fn read(format: &str, text: &str) -> Vec<Document> {
        by_name(format).unwrap().read(&Block::whole(text.as_bytes()), Wanted::ALL).documents
    }

    #[test]
    fn what_is_lost_once_is_one() {
        let documents = read("corefud", ONE_OF_EACH);
        let mut headless = read("conll", "#begin document (d);\na\t(1\nb\t1)\n#end document\n");
        headless[0].layers.remove(crate::document::Layer::Word);
        let mut said = 0;
        for format in FORMATS.iter().filter(|format| format.is_writable()) {
            for documents in [&documents, &headless] {
                for problem in format.write(documents, &mut Vec::new()).unwrap_or_default() {
                    let (_, after) = problem.message.split_once(": 1 ").unwrap_or_default();
                    let thing = after.split(' ').next().unwrap_or_default();
                    assert!(!thing.ends_with('s') && thing != "entities", "{}", problem.message);
                    said += usize::from(!thing.is_empty());
                }
            }
        }
        assert!(said > 10, "{said}");
    }
}
