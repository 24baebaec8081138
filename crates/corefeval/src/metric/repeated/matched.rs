//! Matches response mentions with key mentions by span, with repeated mentions treated as in the reference
//! scorer.
//!
//! Each mention gets a number; twins share one. A repeated key mention stays in its entity, and all its
//! copies get the number of the last. A repeated response mention with a twin is removed, except for the
//! first copy. All copies of a spurious mention stay.

use rustc_hash::FxHashMap;

use crate::metric::Tally;

/// The first and the last token of a mention, counted from 0.
pub type Span = (u32, u32);

/// A key and a response document as lists of numbers, one list per entity.
#[derive(Debug, Default)]
pub struct Matched {
    /// Key entities. An entity without mentions comes from an id that was never closed.
    pub(crate) key: Vec<Vec<u32>>,
    /// Response entities; all have mentions.
    pub(crate) response: Vec<Vec<u32>>,
    /// The key entities that contain each number.
    pub(crate) holders: Membership,
    /// Repeated mentions, in the order in which they were found.
    pub(crate) repeats: Vec<Repeat>,
    /// How many numbers were assigned.
    pub(crate) numbers: usize,
    /// How many spans have been matched.
    pub(crate) twins: usize,
    /// How many spans the key has.
    pub(crate) key_spans: usize,
    /// How many spans the response has.
    pub(crate) response_spans: usize,
}

/// A mention whose span occurred before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Repeat {
    pub(crate) side: Side,
    pub(crate) span: Span,
    /// The number it had.
    pub(crate) old: u32,
    /// The number it gets; in the response it keeps the old one.
    pub(crate) new: u32,
}

/// Key or response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Key,
    Response,
}

/// The number of every span.
type Numbers = FxHashMap<Span, u32>;

impl Matched {
    /// Matches the mentions of two documents, given as the spans of their entities in the order they were read.
    #[must_use]
    pub fn new(key: &[Vec<Span>], response: &[Vec<Span>]) -> Self {
        let mut matched = Self::default();
        let numbers = matched.number_key(key);
        matched.number_response(response, &numbers);
        matched.holders = Membership::new(&matched.key, matched.numbers);
        matched
    }

    /// The number of spans found, out of the spans of each side.
    #[must_use]
    pub fn mentions(&self) -> Tally {
        Tally::shared(self.twins as f64, self.key_spans as f64, self.response_spans as f64)
    }

    fn number_key(&mut self, key: &[Vec<Span>]) -> Numbers {
        let mut numbers = Numbers::default();
        for &span in key.iter().flatten() {
            let new = self.next_number();
            if let Some(old) = numbers.insert(span, new) {
                let side = Side::Key;
                self.repeats.push(Repeat { side, span, old, new });
            }
        }
        let renumber = |entity: &Vec<Span>| entity.iter().map(|span| numbers[span]).collect();
        self.key = key.iter().map(renumber).collect();
        self.key_spans = numbers.len();
        numbers
    }

    fn number_response(&mut self, response: &[Vec<Span>], key: &Numbers) {
        let mut taken = vec![false; self.numbers];
        let mut spurious = Numbers::default();
        for entity in response {
            let mut numbers = Vec::with_capacity(entity.len());
            for &span in entity {
                match key.get(&span) {
                    Some(&number) if taken[number as usize] => self.repeat(span, number),
                    Some(&number) => {
                        taken[number as usize] = true;
                        self.twins += 1;
                        numbers.push(number);
                    }
                    None => {
                        let number = spurious.entry(span).or_insert_with(|| self.next_number());
                        numbers.push(*number);
                    }
                }
            }
            if !numbers.is_empty() {
                self.response.push(numbers);
            }
        }
        self.response_spans = self.twins + spurious.len();
    }

    fn repeat(&mut self, span: Span, number: u32) {
        let (old, new) = (number, number);
        let side = Side::Response;
        self.repeats.push(Repeat { side, span, old, new });
    }

    fn next_number(&mut self) -> u32 {
        let number = self.numbers as u32;
        self.numbers += 1;
        number
    }
}

/// The entities that contain each number: each entity once, in order.
#[derive(Debug, Default)]
pub(crate) struct Membership {
    /// Where the entities of each number begin in `entities`, and one past the last.
    starts: Vec<usize>,
    entities: Vec<u32>,
}

impl Membership {
    /// Looks up the entities of all numbers below `numbers`.
    pub(crate) fn new(entities: &[Vec<u32>], numbers: usize) -> Self {
        let mut pairs: Vec<(u32, u32)> = Vec::new();
        for (index, entity) in entities.iter().enumerate() {
            pairs.extend(entity.iter().map(|&number| (number, index as u32)));
        }
        pairs.sort_unstable();
        pairs.dedup();
        let mut starts = vec![0; numbers + 1];
        for &(number, _) in &pairs {
            starts[number as usize + 1] += 1;
        }
        for number in 0..numbers {
            starts[number + 1] += starts[number];
        }
        let entities = pairs.into_iter().map(|(_, entity)| entity).collect();
        Self { starts, entities }
    }

    /// The entities that contain this number.
    pub(crate) fn of(&self, number: u32) -> &[u32] {
        let number = number as usize;
        &self.entities[self.starts[number]..self.starts[number + 1]]
    }

    /// The last entity that contains this number.
    pub(crate) fn last_of(&self, number: u32) -> Option<usize> {
        self.of(number).last().map(|&entity| entity as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::{Matched, Membership, Side};

    #[test]
    fn twins_share_a_number() {
        let matched = Matched::new(&[vec![(0, 0), (1, 1)], vec![(2, 2)]], &[vec![(2, 2), (5, 5)]]);
        assert_eq!(matched.key, [vec![0, 1], vec![2]]);
        assert_eq!(matched.response, [[2, 3]]);
        assert_eq!((matched.twins, matched.key_spans, matched.response_spans), (1, 3, 2));
    }

    #[test]
    fn a_repeated_key_mention_takes_the_last_number_everywhere() {
        let matched = Matched::new(&[vec![(0, 0), (1, 1)], vec![(0, 0)]], &[vec![(0, 0)]]);
        assert_eq!(matched.key, [vec![2, 1], vec![2]]);
        assert_eq!(matched.response, [[2]]);
        assert_eq!(matched.key_spans, 2);
        let repeat = matched.repeats[0];
        assert_eq!((repeat.side, repeat.old, repeat.new), (Side::Key, 0, 2));
    }

    #[test]
    fn of_repeated_response_mentions_the_first_stays() {
        let key = [vec![(0, 0), (1, 1)]];
        let matched = Matched::new(&key, &[vec![(0, 0)], vec![(0, 0)], vec![(1, 1), (0, 0)]]);
        assert_eq!(matched.response, [[0], [1]]);
        assert_eq!(matched.repeats.len(), 2);
    }

    #[test]
    fn repeated_spurious_mentions_all_stay() {
        let matched = Matched::new(&[], &[vec![(0, 0), (0, 0)], vec![(0, 0)]]);
        assert_eq!(matched.response, [vec![0, 0], vec![0]]);
        assert_eq!(matched.response_spans, 1);
        assert!(matched.repeats.is_empty());
    }

    #[test]
    fn a_number_knows_its_entities() {
        let membership = Membership::new(&[vec![0, 0, 1], vec![], vec![0]], 3);
        assert_eq!(membership.of(0), [0, 2]);
        assert_eq!(membership.last_of(1), Some(0));
        assert_eq!(membership.last_of(2), None);
    }
}
