//! Repeated mentions: spans that a document mentions more than once. Under a rule that reduces mentions to
//! their minimum spans or heads, these are compared.

use super::Protocol;
use crate::choice::choice;
use crate::document::{Document, Mention};
use crate::matching::{Alignment, Matching, Side, exact};

choice! {
    /// How to treat repeated mentions, which have the same span.
    Repeats {
        /// As in the CoNLL scorer: of response mentions with the span of a key mention, only the first counts;
        /// all other mentions of key and response count.
        Reference = "reference",
        /// The first counts, in key and response: that of the entity that comes first in the file.
        First = "first",
        /// The last counts.
        Last = "last",
        /// As in CoVal: all count, and a mention is looked up in the last entity that has it (the one whose first mention
        /// ends last).
        CoVal = "coval",
        /// As in the CorefUD scorer: within an entity a span counts once, otherwise all count, and a mention is looked up in
        /// the last entity that has it (the one that begins last).
        CorefUd = "corefud",
        /// As in evaluators inside training code: all count, and a mention is looked up in the last entity that has it (the
        /// one that is listed last).
        Listed = "listed",
        /// They are an error: nothing is scored.
        Error = "error",
    }
}

/// Mentions of one document that have the same tokens.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Repeat {
    /// The mentions; the one of the first entity comes first.
    pub mentions: Vec<Mention>,
}

/// Which mentions are the same mention.
#[derive(Clone, Copy)]
struct Same<'a> {
    matching: Matching,
    /// The key, whose syntax decides.
    syntax: &'a Document,
}

impl Same<'_> {
    /// The groups of mentions of a side that are the same, as places in it; the one of the first entity comes
    /// first.
    fn groups(self, side: &Side<'_>) -> Vec<Vec<u32>> {
        let sets = self.matching.has_sets();
        let groups = if sets { self.matching.repeated(side, self.syntax) } else { exact::same_tokens(side) };
        by_entity(side, groups)
    }

    /// Which mentions of a response are in the key.
    fn align(self, key: &Side<'_>, response: &Side<'_>) -> Alignment {
        let matching = if self.matching.has_sets() { self.matching } else { Matching::EXACT };
        matching.align(key, response)
    }
}

fn by_entity(side: &Side<'_>, mut groups: Vec<Vec<u32>>) -> Vec<Vec<u32>> {
    for group in &mut groups {
        group.sort_by_key(|&place| (side.mentions[place as usize].entity, place));
    }
    groups
}

/// The mentions of a side that have the same tokens, for messages.
pub(super) fn found(side: &Side<'_>) -> Vec<Repeat> {
    let mention = |place: &u32| side.mentions[*place as usize];
    let groups = by_entity(side, exact::same_tokens(side));
    groups.iter().map(|group| Repeat { mentions: group.iter().map(mention).collect() }).collect()
}

/// Removes repeated mentions as the protocol says; returns true if some are left that must be counted as in
/// the CoNLL scorer.
pub(super) fn settle(protocol: &Protocol, key: &mut Side<'_>, response: &mut Side<'_>) -> bool {
    let same = Same { matching: protocol.matching, syntax: key.document };
    if same.matching.has_sets() {
        keep_one_for_each_entity(key, same);
        keep_one_for_each_entity(response, same);
    }
    match protocol.repeats {
        Repeats::First => {
            keep_one(key, same, |group| group[0]);
            keep_one(response, same, |group| group[0]);
            false
        }
        Repeats::Last => {
            keep_one(key, same, |group| group[group.len() - 1]);
            keep_one(response, same, |group| group[group.len() - 1]);
            false
        }
        Repeats::CorefUd => {
            keep_one_for_each_entity(key, same);
            keep_one_for_each_entity(response, same);
            false
        }
        Repeats::CoVal | Repeats::Listed => false,
        Repeats::Reference | Repeats::Error => settle_as_reference(key, response, same),
    }
}

fn keep_one(side: &mut Side<'_>, same: Same<'_>, chosen: impl Fn(&[u32]) -> u32) {
    let mut dropped: Vec<u32> = Vec::new();
    for group in same.groups(side) {
        let kept = chosen(&group);
        dropped.extend(group.into_iter().filter(|&place| place != kept));
    }
    drop_places(side, dropped);
}

fn keep_one_for_each_entity(side: &mut Side<'_>, same: Same<'_>) {
    let entity = |place: u32| side.mentions[place as usize].entity;
    let repeated = |group: &Vec<u32>| {
        let again = group.windows(2).filter(|pair| entity(pair[0]) == entity(pair[1]));
        again.map(|pair| pair[1]).collect::<Vec<u32>>()
    };
    let dropped = same.groups(side).iter().flat_map(repeated).collect();
    drop_places(side, dropped);
}

fn settle_as_reference(key: &Side<'_>, response: &mut Side<'_>, same: Same<'_>) -> bool {
    let repeated = same.groups(response);
    let key_repeats = !same.groups(key).is_empty();
    if repeated.is_empty() {
        return key_repeats;
    }
    let alignment = same.align(key, response);
    let in_key = |group: &[u32]| group.iter().any(|&place| alignment.of_response(place as usize).is_some());
    let (shared, spurious): (Vec<_>, Vec<_>) = repeated.into_iter().partition(|group| in_key(group));
    drop_places(response, shared.into_iter().flat_map(|group| group.into_iter().skip(1)).collect());
    key_repeats || !spurious.is_empty()
}

fn drop_places(side: &mut Side<'_>, mut places: Vec<u32>) {
    places.sort_unstable();
    if !places.is_empty() {
        side.retain(|place, _| places.binary_search(&(place as u32)).is_err());
    }
}

#[cfg(test)]
mod tests {
    use crate::document::{Document, Layer, Mention, Span};
    use crate::evaluation::Plan;
    use crate::metric::{Tally, by_name};

    /// `a page from the diary` with mentions given as first token, end and entity.
    fn page(mentions: &[(u32, u32, u32)]) -> Document {
        let mut document = Document {
            tokens: 5,
            sentences: vec![Span::new(0, 5)],
            entity_labels: ["a", "b"].iter().collect(),
            ..Document::default()
        };
        document.layers.set(Layer::PartOfSpeech, "DT NN IN DT NN".split(' ').collect());
        document.layers.set(Layer::Parse, "(NP(NP* *) (PP* (NP* *)))".split(' ').collect());
        document.mentions = mentions
            .iter()
            .map(|&(start, end, entity)| Mention::new(Span::new(start, end), entity))
            .collect();
        document
    }

    fn mentions(choices: &str, key: &Document, response: &Document) -> Tally {
        let plan: Plan = choices.parse().unwrap();
        plan.with_metrics(&[by_name("ceaf-m").unwrap()]).count(key, response).document.tallies[0][0]
    }

    #[test]
    fn mentions_of_an_entity_with_one_minimum_count_once_by_sets() {
        let key = page(&[(0, 2, 0), (0, 5, 0), (3, 5, 0)]);
        let response = page(&[(0, 5, 0), (3, 5, 0)]);
        assert_eq!(mentions("match:mina", &key, &response), Tally::shared(2.0, 3.0, 2.0));
        for repeats in ["reference", "first", "last", "coval", "corefud"] {
            let choices = format!("match:mina-set|repeats:{repeats}");
            assert_eq!(mentions(&choices, &key, &response), Tally::shared(2.0, 2.0, 2.0), "{repeats}");
        }
    }

    #[test]
    fn a_minimum_of_two_entities_is_a_repeated_mention_by_sets() {
        let key = page(&[(0, 2, 0), (0, 5, 1), (3, 5, 1)]);
        assert_eq!(mentions("match:mina-set|repeats:first", &key, &key), Tally::shared(2.0, 2.0, 2.0));
        assert_eq!(mentions("match:mina-set|repeats:corefud", &key, &key), Tally::shared(3.0, 3.0, 3.0));
    }
}
