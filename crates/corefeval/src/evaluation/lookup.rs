//! Repeated mentions as CoVal, the CorefUD scorer and evaluators inside training code count them: all are
//! kept, and each is found in one entity of the other side, the last that has it.

use std::cmp::Reverse;

use super::{Protocol, Repeats};
use crate::document::{Mention, Span};
use crate::matching::Side;
use crate::metric::weighted::{self, Comparison};
use crate::metric::{LookedUp, Tally};

/// Where these scorers find each mention; `None` if no mention is repeated.
pub(super) fn looked_up(protocol: &Protocol, key: &Side<'_>, response: &Side<'_>) -> Option<LookedUp> {
    let syntax = key.document;
    let groups = [key, response].map(|side| protocol.matching.repeated(side, syntax));
    if groups.iter().flatten().all(|group| group.len() < 2) {
        return None;
    }
    let [of_key, of_response] = groups;
    let (key, response) = (Numbered::new(key, of_key), Numbered::new(response, of_response));
    let shared = key.find_in(&response.first_of_each(), protocol);
    let numbers =
        |place: usize| shared.1[response.numbers[place]].unwrap_or(key.distinct + response.numbers[place]);
    let entities = Comparison::new(
        &key.entities(protocol, |place| key.numbers[place]),
        &response.entities(protocol, numbers),
    );
    let mentions = Tally::shared(shared.0 as f64, key.distinct as f64, response.distinct as f64);
    Some(LookedUp { entities, mentions })
}

/// A side whose mentions are numbered in file order; the same mentions have the same number.
struct Numbered<'s, 'a> {
    side: &'s Side<'a>,
    numbers: Vec<usize>,
    /// How many mentions it has if the same ones count once.
    distinct: usize,
}

impl<'s, 'a> Numbered<'s, 'a> {
    /// The side with groups of mentions that are the same.
    fn new(side: &'s Side<'a>, groups: Vec<Vec<u32>>) -> Self {
        let mut first: Vec<usize> = (0..side.mentions.len()).collect();
        for group in groups {
            let start = group.iter().min().copied().unwrap_or(0) as usize;
            for place in group {
                first[place as usize] = start;
            }
        }
        let mut numbers = vec![0; first.len()];
        let mut distinct = 0;
        for (place, &start) in first.iter().enumerate() {
            numbers[place] = if start == place { distinct } else { numbers[start] };
            distinct += usize::from(start == place);
        }
        Self { side, numbers, distinct }
    }

    /// The side with only the first of each group of the same mentions.
    fn first_of_each(&self) -> Side<'a> {
        let mut side = self.side.clone();
        let mut next = 0;
        let first: Vec<bool> = self
            .numbers
            .iter()
            .map(|&number| {
                let first = number == next;
                next += usize::from(first);
                first
            })
            .collect();
        side.retain(|place, _| first[place]);
        side
    }

    /// How many mentions of a response are found, and the number of each in this key.
    fn find_in(&self, response: &Side<'_>, protocol: &Protocol) -> (usize, Vec<Option<usize>>) {
        let key = self.first_of_each();
        let alignment = protocol.matching.align_with(protocol.zero_matching, &key, response);
        let found = (0..response.mentions.len()).map(|place| alignment.of_response(place)).collect();
        (alignment.count(), found)
    }

    /// The entities that have mentions, in the order of the scorer.
    fn entities(&self, protocol: &Protocol, number: impl Fn(usize) -> usize) -> Vec<Vec<weighted::Mention>> {
        let mut entities = vec![(NOWHERE, Vec::new()); self.side.document.entity_count()];
        for (place, mention) in self.side.mentions.iter().enumerate() {
            let (order, mentions) = &mut entities[mention.entity as usize];
            *order = (*order).min(sort_key(protocol.repeats, mention, place));
            mentions.push(weighted::Mention::exact(number(place) as u32));
        }
        entities.retain(|(_, mentions)| !mentions.is_empty());
        entities.sort_by_key(|(order, _)| *order);
        entities.into_iter().map(|(_, mentions)| mentions).collect()
    }
}

/// The sort key of an entity.
type Order = (u32, Reverse<u32>, usize);

const NOWHERE: Order = (u32::MAX, Reverse(0), usize::MAX);

/// CoVal adds a mention where it ends, on one token before others; the CorefUD scorer sorts by beginning, longer ones first;
/// evaluators take entities as they are given.
fn sort_key(repeats: Repeats, mention: &Mention, place: usize) -> Order {
    let Span { start, end } = mention.span;
    match repeats {
        Repeats::CorefUd => (start, Reverse(end), place),
        Repeats::Listed => (mention.entity, Reverse(0), 0),
        _ => (end, Reverse(u32::from(mention.span.len() == 1)), place),
    }
}

#[cfg(test)]
mod tests {
    use crate::evaluation::Plan;
    use crate::metric::{Tally, by_name};
    use crate::pair::notation;

    fn tally(repeats: &str, metric: &str, (key, response): (&str, &str)) -> Tally {
        let (key, response) = notation::documents(key, response);
        let plan: Plan = format!("repeats:{repeats}").parse().unwrap();
        plan.with_metrics(&[by_name(metric).unwrap()]).count(&key, &response).document.tallies[0][0]
    }

    #[test]
    fn a_mention_of_two_entities_counts_in_both_and_is_found_in_the_last() {
        let texts = ("a b c | d e f", "a b c | c d e f");
        for repeats in ["coval", "corefud", "listed"] {
            assert_eq!(
                tally(repeats, "muc", texts),
                Tally { recall: crate::metric::Ratio::of(3, 4), precision: crate::metric::Ratio::of(4, 5) }
            );
            assert_eq!(tally(repeats, "mentions", texts), Tally::shared(6.0, 6.0, 6.0));
        }
    }

    #[test]
    fn the_last_entity_is_the_one_whose_first_mention_ends_last_or_the_one_that_is_listed_last() {
        // c is in both entities of the response: b c comes first in the text, and is listed last
        let texts = ("b c | d e", "d e c | b c");
        let recall = |repeats| tally(repeats, "muc", texts).recall;
        assert_eq!(recall("listed"), crate::metric::Ratio::of(2, 2));
        assert_eq!(recall("coval"), crate::metric::Ratio::of(1, 2));
    }

    #[test]
    fn a_hundred_thousand_entities_on_one_span_need_no_table_of_all_pairs() {
        let mut key = notation::documents("a", "a").0;
        let mention = key.mentions[0];
        key.mentions =
            (0..100_000).map(|entity| crate::document::Mention::new(mention.span, entity)).collect();
        key.entity_labels = (0..100_000).map(|entity: u32| entity.to_string()).collect();
        for repeats in ["coval", "corefud"] {
            let plan: Plan = format!("repeats:{repeats}").parse().unwrap();
            let counted = plan.with_metrics(&[by_name("ceaf-e").unwrap()]).count(&key, &key);
            assert_eq!(counted.document.tallies[0][0], Tally::shared(1e5, 1e5, 1e5), "{repeats}");
        }
    }

    #[test]
    fn a_mention_twice_in_an_entity_counts_twice_in_coval_alone() {
        let texts = ("a b c", "a b b c");
        assert_eq!(tally("coval", "ceaf-m", texts).precision.denominator.to_bits(), 4f64.to_bits());
        assert_eq!(tally("corefud", "ceaf-m", texts), Tally::shared(3.0, 3.0, 3.0));
    }
}
