//! Counting one pair of documents: selecting and matching mentions, and tallying them by every metric.

use serde::{Deserialize, Serialize};

use super::scope::topic;
use super::{Plan, Repeat, Repeats, Singletons, SplitAntecedents, lookup, repeats};
use crate::document::{Document, Name};
use crate::matching::{Matching, Side};
use crate::metric::repeated::Matched;
use crate::metric::{LookedUp, Metric, Tally};
use crate::pair::Pair;
use crate::selection::{self, Nested};

/// What one document contributed to every metric.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DocumentTallies {
    /// The document.
    pub name: Name,
    /// What it can be grouped by.
    pub labels: Labels,
    /// For each metric, a tally for each of its parts.
    pub tallies: Vec<Vec<Tally>>,
}

/// What a document can be grouped by.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Labels {
    /// Its genre, if its name has one.
    pub genre: Option<String>,
    /// Its topic, from its name.
    pub topic: String,
    /// How many tokens the key has there, zeros included.
    pub tokens: usize,
    /// How many mentions the key has there, before any are left out.
    pub key_mentions: usize,
    /// How many mentions the response has there, before any are left out.
    pub response_mentions: usize,
}

impl Labels {
    pub(crate) fn new(key: &Document, response: &Document) -> Self {
        Self {
            genre: key.name.genre().map(str::to_owned),
            topic: topic(&key.name).to_owned(),
            tokens: key.tokens as usize,
            key_mentions: key.mentions.len(),
            response_mentions: response.mentions.len(),
        }
    }
}

/// What was found when a pair was counted.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Counted {
    /// What it contributed to every metric.
    pub document: DocumentTallies,
    /// How many mentions of the key count.
    pub(super) selected: usize,
    /// Spans that the key mentions more than once.
    pub key_repeats: Vec<Repeat>,
    /// Spans that the response mentions more than once.
    pub response_repeats: Vec<Repeat>,
}

impl Plan {
    /// Counts one pair of documents.
    pub(crate) fn count(&self, key: &Document, response: &Document) -> Counted {
        let (mut key_side, mut response_side) = (Side::all(key), Side::all(response));
        self.select(&mut key_side, key);
        self.select(&mut response_side, key);
        let (key_repeats, response_repeats) = (repeats::found(&key_side), repeats::found(&response_side));
        // selecting only singletons is not an error
        let with_singletons = self.singletons_left() == self.protocol.singletons;
        let selected = if with_singletons { key_side.mentions.len() } else { key.mentions.len() };
        let mut tallies = Vec::new();
        let repeats = !key_repeats.is_empty() || !response_repeats.is_empty();
        if repeats || self.protocol.matching.has_sets() {
            let before = (key_side.clone(), response_side.clone());
            let as_reference = repeats::settle(&self.protocol, &mut key_side, &mut response_side);
            tallies = self.tallies(key_side.clone(), response_side.clone());
            let as_reference = as_reference && !self.counts_splits(key, response);
            if as_reference && self.protocol.matching == Matching::EXACT {
                self.count_as_reference(before, (key_side, response_side), &mut tallies);
            }
        } else {
            tallies.extend(self.tallies(key_side, response_side));
        }
        let document =
            DocumentTallies { name: key.name.clone(), labels: Labels::new(key, response), tallies };
        Counted { document, selected, key_repeats, response_repeats }
    }

    /// Removes the mentions that do not count.
    fn select(&self, side: &mut Side<'_>, key: &Document) {
        let without_singletons = self.protocol.singletons == Singletons::Drop;
        self.protocol.selection.apply(side, key, without_singletons);
    }

    /// What happens to the singletons that are left after selection, which already drops them if nested
    /// mentions are handled as in CoVal.
    fn singletons_left(&self) -> Singletons {
        match self.protocol.singletons {
            Singletons::Drop if self.protocol.selection.nested == Nested::DropAsCoval => Singletons::Keep,
            policy => policy,
        }
    }

    /// Whether split antecedents count and either document may have some; the CoNLL scorer does not support
    /// them.
    fn counts_splits(&self, key: &Document, response: &Document) -> bool {
        let has_splits =
            |document: &Document| document.entity_details.iter().any(|detail| !detail.elements.is_empty());
        self.protocol.split_antecedents == SplitAntecedents::Count
            && (has_splits(key) || has_splits(response))
    }

    /// A pair as metrics other than mention detection count it: mentions are selected, repeats are handled,
    /// and singletons are dropped if the plan says so.
    pub(crate) fn matched<'a>(&self, key: &'a Document, response: &'a Document) -> Pair<'a> {
        self.matched_as(self.singletons_left(), key, response)
    }

    /// A pair with its singletons, as mention detection counts it if they are dropped later.
    pub(crate) fn matched_with_singletons<'a>(&self, key: &'a Document, response: &'a Document) -> Pair<'a> {
        self.matched_as(Singletons::Keep, key, response)
    }

    fn matched_as<'a>(&self, singletons: Singletons, key: &'a Document, response: &'a Document) -> Pair<'a> {
        let (mut key_side, mut response_side) = (Side::all(key), Side::all(response));
        self.select(&mut key_side, key);
        self.select(&mut response_side, key);
        let _ = repeats::settle(&self.protocol, &mut key_side, &mut response_side);
        match singletons {
            Singletons::Keep => self.pair(key_side, response_side),
            _ => self.pair(without_singletons(key_side), without_singletons(response_side)),
        }
    }

    /// Whether a metric counts mentions before singletons are dropped.
    pub(crate) fn counts_before_singletons_go(&self, metric: &Metric) -> bool {
        metric.counts_singletons_first && self.singletons_left() == Singletons::DropAfterDetection
    }

    fn tallies(&self, key: Side<'_>, response: Side<'_>) -> Vec<Vec<Tally>> {
        match self.singletons_left() {
            Singletons::Keep => self.counted(&self.pair(key, response)),
            Singletons::Drop => {
                self.counted(&self.pair(without_singletons(key), without_singletons(response)))
            }
            Singletons::DropAfterDetection => {
                let before = self.pair(key, response);
                let (key, response) = (before.key.clone(), before.response.clone());
                let after = self.pair(without_singletons(key), without_singletons(response));
                let first = self.counted_if(&before, |metric| metric.counts_singletons_first);
                let rest = self.counted_if(&after, |metric| !metric.counts_singletons_first);
                // a metric is counted only once: the other list has no tallies for it
                first.into_iter().zip(rest).map(|(first, rest)| [first, rest].concat()).collect()
            }
        }
    }

    /// Counts repeated mentions as the CoNLL scorer does, which no table of twins can express. It settles
    /// repeats itself; singletons are dropped after that, as for all metrics.
    fn count_as_reference(
        &self,
        (key, response): (Side<'_>, Side<'_>),
        settled: (Side<'_>, Side<'_>),
        tallies: &mut [Vec<Tally>],
    ) {
        let before = matched(&key, &response);
        let after = match self.singletons_left() {
            Singletons::Keep => None,
            _ => Some(matched(&without_singletons(settled.0), &without_singletons(settled.1))),
        };
        for (metric, tally) in self.metrics().iter().zip(tallies) {
            let first =
                metric.counts_singletons_first && self.protocol.singletons == Singletons::DropAfterDetection;
            let counted = after.as_ref().filter(|_| !first).unwrap_or(&before);
            if let Some(count) = metric.changes.repeated {
                *tally = metric.of_parts(count(counted));
            }
        }
    }

    fn pair<'a>(&self, key: Side<'a>, response: Side<'a>) -> Pair<'a> {
        let alignment = self.protocol.matching.align_with(self.protocol.zero_matching, &key, &response);
        Pair::new(key, response, alignment)
    }

    fn counted(&self, pair: &Pair<'_>) -> Vec<Vec<Tally>> {
        self.counted_if(pair, |_| true)
    }

    /// The tallies of the metrics that are wanted, and none for the others. If repeated mentions are kept and
    /// looked up, metrics count the results of the look-up.
    fn counted_if(&self, pair: &Pair<'_>, wanted: impl Fn(&Metric) -> bool) -> Vec<Vec<Tally>> {
        let looked_up = self.looked_up(pair);
        let count = |metric: &&'static Metric| match looked_up.as_ref().zip(metric.changes.looked_up) {
            _ if !wanted(metric) => Vec::new(),
            Some((looked_up, count)) => metric.of_parts(count(looked_up)),
            None => counts(metric, pair),
        };
        self.metrics().iter().map(count).collect()
    }

    fn looked_up(&self, pair: &Pair<'_>) -> Option<LookedUp> {
        let by_lookup = matches!(self.protocol.repeats, Repeats::CoVal | Repeats::CorefUd | Repeats::Listed);
        let by_lookup = by_lookup && !self.counts_splits(pair.key.document, pair.response.document);
        by_lookup.then(|| lookup::looked_up(&self.protocol, &pair.key, &pair.response)).flatten()
    }

    /// Whether the pair must not be scored because of repeated mentions.
    pub(super) fn refuses(&self, counted: &Counted) -> bool {
        let repeated = !counted.key_repeats.is_empty() || !counted.response_repeats.is_empty();
        self.protocol.repeats == Repeats::Error && repeated
    }
}

fn matched(key: &Side<'_>, response: &Side<'_>) -> Matched {
    Matched::new(&entities(key), &entities(response))
}

/// First and last token of each mention of each entity that has any, in file order.
fn entities(side: &Side<'_>) -> Vec<Vec<(u32, u32)>> {
    let mut entities = vec![Vec::new(); side.document.entity_count()];
    for mention in side.mentions.iter() {
        entities[mention.entity as usize].push((mention.span.start, mention.span.end.saturating_sub(1)));
    }
    entities.retain(|mentions| !mentions.is_empty());
    entities
}

fn counts(metric: &Metric, pair: &Pair<'_>) -> Vec<Tally> {
    metric.parts.iter().map(|part| part.tally(pair)).collect()
}

fn without_singletons(mut side: Side<'_>) -> Side<'_> {
    selection::drop_singletons(&mut side);
    side
}

#[cfg(test)]
mod tests {
    use super::Plan;
    use crate::document::{Document, Mention, Span};
    use crate::metric::{Tally, by_name};

    fn document(mentions: &[(u32, u32, u32)]) -> Document {
        let mention = |&(start, end, entity): &(u32, u32, u32)| Mention::new(Span::new(start, end), entity);
        Document {
            tokens: 9,
            mentions: mentions.iter().map(mention).collect(),
            entity_labels: ["a", "b"].iter().collect(),
            ..Document::default()
        }
    }

    fn counted(choices: &str, metric: &str, key: &Document, response: &Document) -> Tally {
        let plan: Plan = choices.parse().unwrap();
        plan.with_metrics(&[by_name(metric).unwrap()]).count(key, response).document.tallies[0][0]
    }

    #[test]
    fn coval_takes_entities_away_that_seem_to_be_left_with_one_mention_if_singletons_go() {
        let key = document(&[(0, 2, 0), (1, 2, 0)]);
        let response = document(&[(0, 2, 0), (1, 2, 0), (0, 1, 0)]);
        let kept = "nested:drop-coval|singletons:keep|repeats:coval";
        assert_eq!(counted(kept, "ceaf-m", &key, &response), Tally::shared(2.0, 2.0, 3.0));
        let dropped = "nested:drop-coval|singletons:drop|repeats:coval";
        assert_eq!(counted(dropped, "ceaf-m", &key, &response), Tally::default());
        // three in each other are counted as less than nothing, and one is left
        let deep = document(&[(2, 5, 1), (3, 5, 1), (4, 5, 1)]);
        assert_eq!(counted(dropped, "ceaf-m", &deep, &deep), Tally::shared(1.0, 1.0, 1.0));
    }

    #[test]
    fn one_mention_is_all_or_nothing_to_blanc_as_published() {
        let one = document(&[(0, 1, 0)]);
        for (rule, score) in [("luo-2014", 1.0), ("corefud", 0.0), ("reference", 0.0)] {
            let plan: Plan = format!("metrics:blanc|blanc:{rule}").parse().unwrap();
            let tallies = &plan.count(&one, &one).document.tallies[0];
            let [.., f] = (plan.metrics()[0].score)(tallies, 1.0).or_zero();
            assert!((f - score).abs() < 1e-12, "{rule}: {f}");
        }
    }
}
