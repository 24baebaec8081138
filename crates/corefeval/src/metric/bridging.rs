//! Bridging: which mentions are anaphors with an anchor in another entity, and what the anchor is.
//!
//! A bridging anaphor is found if the response has one with the same tokens. It is resolved if one of its
//! anchors has the tokens of one of the response's anchors (score of mentions), or if the response's anchor
//! is a mention of the entity of a key anchor (score of entities). Recall = such anaphors / key anaphors,
//! precision = such anaphors / response anaphors. All mentions of the documents count and are matched
//! exactly, independently of the protocol.

use std::collections::BTreeMap;

use super::{Metric, Part, Tally};
use crate::document::{Document, RelationKind, Wanted};
use crate::matching::{Alignment, Matching, Side};
use crate::pair::Pair;

/// How well bridging anaphors were found.
pub const BRIDGING_ANAPHORS: Metric = Metric {
    name: "bridging-anaphors",
    title: "Bridging anaphors",
    aliases: &[],
    summary: "how many bridging anaphors were found, whatever their anchor",
    formula: "recall = bridging anaphors with the same tokens / those of the key; precision = the same / those of the response",
    parts: &[Part::Mentions(|pair| tally(pair, |_, _, _| true))],
    ..BRIDGING_MENTIONS
};

/// How well the anchors of bridging anaphors were found.
#[expect(
    clippy::redundant_closure_for_method_calls,
    reason = "the method alone is not general enough over lifetimes"
)]
pub const BRIDGING_MENTIONS: Metric = Metric {
    name: "bridging-mentions",
    title: "Bridging (mentions)",
    aliases: &[],
    summary: "how many bridging anaphors were found together with their anchor mention",
    formula: "recall = bridging anaphors with the same tokens and an anchor with the same tokens / those of the key; precision = the same / those of the response",
    citation: "Yu et al. 2022",
    setting: "Universal Anaphora scorer 1 and fork of 2",
    parts: &[Part::Mentions(|pair| {
        tally(pair, |anchors, key, response| anchors.same_mention(key, response))
    })],
    wanted_key: Wanted::MENTIONS.and_details(),
    wanted_response: Wanted::MENTIONS.and_details(),
    ..Metric::PLAIN
};

/// How well the entities of the anchors of bridging anaphors were found.
#[expect(
    clippy::redundant_closure_for_method_calls,
    reason = "the method alone is not general enough over lifetimes"
)]
pub const BRIDGING_ENTITIES: Metric = Metric {
    name: "bridging-entities",
    title: "Bridging (entities)",
    aliases: &[],
    summary: "how many bridging anaphors were found together with their anchor entity",
    formula: "recall = bridging anaphors with the same tokens and an anchor in the same entity / those of the key; precision = the same / those of the response",
    parts: &[Part::Mentions(|pair| tally(pair, |anchors, key, response| anchors.same_entity(key, response)))],
    ..BRIDGING_MENTIONS
};

/// Whether a key and a response anchor, given as places among all mentions, count as the same.
type Same = fn(&Anchors<'_>, usize, usize) -> bool;

fn tally(pair: &Pair<'_>, same: Same) -> Tally {
    let (key, response) = (pair.key.document, pair.response.document);
    let alignment = Matching::EXACT.align(&Side::all(key), &Side::all(response));
    let anchors = Anchors { key, alignment: &alignment };
    let (asked, given) = (anchors_of(key), anchors_of(response));
    let found = asked.iter().filter(|(anaphor, expected)| {
        let found = alignment.of_key(**anaphor).and_then(|twin| given.get(&twin));
        found.is_some_and(|found| expected.iter().any(|a| found.iter().any(|b| same(&anchors, *a, *b))))
    });
    Tally::shared(found.count() as f64, asked.len() as f64, given.len() as f64)
}

/// The anchors of every bridging anaphor.
fn anchors_of(document: &Document) -> BTreeMap<usize, Vec<usize>> {
    let mut anchors: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for relation in document.relations.iter().filter(|relation| relation.kind == RelationKind::Bridging) {
        anchors.entry(relation.from as usize).or_default().push(relation.to as usize);
    }
    anchors
}

struct Anchors<'a> {
    key: &'a Document,
    alignment: &'a Alignment,
}

impl Anchors<'_> {
    fn same_mention(&self, key: usize, response: usize) -> bool {
        self.alignment.of_response(response) == Some(key)
    }

    fn same_entity(&self, key: usize, response: usize) -> bool {
        let entity = |place: usize| self.key.mentions.get(place).map(|mention| mention.entity);
        let twin = self.alignment.of_response(response);
        twin.is_some_and(|twin| entity(twin).is_some() && entity(twin) == entity(key))
    }
}

#[cfg(test)]
mod tests {
    use super::{BRIDGING_ANAPHORS, BRIDGING_ENTITIES, BRIDGING_MENTIONS};
    use crate::document::{Document, Relation, RelationKind};
    use crate::matching::{Matching, Side};
    use crate::metric::{Metric, Tally};
    use crate::pair::{Pair, notation};

    /// Mentions a b of one entity, c, d and e of others, with bridging from one place to another.
    fn document(relations: &[(u32, u32)]) -> Document {
        let bridging = |&(from, to): &(u32, u32)| Relation {
            kind: RelationKind::Bridging,
            from,
            to,
            label: String::new(),
        };
        let (document, _) = notation::documents("a b | c | d | e", "");
        Document { relations: relations.iter().map(bridging).collect(), ..document }
    }

    fn tally(metric: &Metric, key: &Document, response: &Document) -> Tally {
        let (key, response) = (Side::all(key), Side::all(response));
        let alignment = Matching::EXACT.align(&key, &response);
        metric.parts[0].tally(&Pair::new(key, response, alignment))
    }

    #[test]
    fn an_anchor_can_be_wrong_but_its_entity_right() {
        // the anchor of d is a, that of e is c; in the response that of d is b, and that of c is a
        let (key, response) = (document(&[(3, 0), (4, 2)]), document(&[(3, 1), (2, 0)]));
        assert_eq!(tally(&BRIDGING_ANAPHORS, &key, &response), Tally::shared(1.0, 2.0, 2.0));
        assert_eq!(tally(&BRIDGING_MENTIONS, &key, &response), Tally::shared(0.0, 2.0, 2.0));
        assert_eq!(tally(&BRIDGING_ENTITIES, &key, &response), Tally::shared(1.0, 2.0, 2.0));
    }

    #[test]
    fn one_of_several_anchors_is_enough() {
        let (key, response) = (document(&[(3, 0), (3, 2)]), document(&[(3, 2)]));
        assert_eq!(tally(&BRIDGING_MENTIONS, &key, &response), Tally::shared(1.0, 1.0, 1.0));
    }
}
