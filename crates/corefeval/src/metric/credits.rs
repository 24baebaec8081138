//! What each mention contributes to a tally, so that a score can be split by any property of mentions.
//!
//! A key mention contributes to recall, a response mention to precision. Contributions add up to the tally.
//! The numerator of a contribution is never larger than its denominator, so any group of mentions has a
//! recall and a precision from 0 to 1.
//!
//! | metric | a mention gets | out of |
//! |---|---|---|
//! | mentions | 1 if it has a twin, ½ if the twin is one in part | 1 |
//! | MUC | 1 if an earlier mention of its entity is with it on the other side | 1; a first mention: 0 of 0 |
//! | B³ | the share of its entity that is with it on the other side | 1 |
//! | CEAFm | 1 if its twin is in the entity that its own is aligned with | 1 |
//! | CEAFe | its part, 1 / \|K\|, of the similarity of its entity and the aligned one | 1 / \|K\| |
//! | LEA | the share of its links that the other side has | 1 |
//! | pairwise | half of each of its links that the other side has | half of each of its links |

use std::collections::BTreeSet;

use super::{Ratio, Tally};
use crate::pair::{Overlap, Pair};

/// What each mention contributes to a tally, in the order of the mentions of each side.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Credits {
    /// What key mentions contribute to recall.
    pub key: Vec<Ratio>,
    /// What response mentions contribute to precision.
    pub response: Vec<Ratio>,
}

impl Credits {
    /// The sum of all contributions.
    #[must_use]
    pub fn total(&self) -> Tally {
        let sum = |side: &[Ratio]| side.iter().copied().sum();
        Tally { recall: sum(&self.key), precision: sum(&self.response) }
    }

    /// Counts each mention of the key, and with the same rule each mention of the response.
    pub(super) fn both_ways(pair: &Pair<'_>, credit: impl Fn(&Held) -> Ratio) -> Self {
        Self::of_sides(pair, &credit, &credit)
    }

    /// Counts each mention of the key by one rule, each of the response by another.
    pub(super) fn of_sides(
        pair: &Pair<'_>,
        of_key: impl Fn(&Held) -> Ratio,
        of_response: impl Fn(&Held) -> Ratio,
    ) -> Self {
        let [key, response] = held(pair);
        Self { key: key.iter().map(of_key).collect(), response: response.iter().map(of_response).collect() }
    }
}

/// The information on a mention from which its credit is computed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Held {
    /// The number of its entity.
    pub(super) entity: u32,
    /// How many mentions its entity has.
    pub(super) size: u32,
    /// The entity of its twin.
    pub(super) twin: Option<Twin>,
    /// Whether its entity has no earlier mention.
    pub(super) is_first: bool,
    /// Whether its entity has no earlier mention that is in the same entity on the other side.
    pub(super) is_first_of_part: bool,
}

/// The entity of a mention's twin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Twin {
    /// Its number.
    pub(super) entity: u32,
    /// How many mentions it has.
    pub(super) size: u32,
    /// How many mentions the two entities share, this one included.
    pub(super) shared: u32,
    /// Whether the two mentions are twins in part.
    pub(super) in_part: bool,
}

impl Held {
    /// How many mentions of its entity are with it on the other side, itself included.
    pub(super) fn shared(&self) -> u32 {
        self.twin.map_or(0, |twin| twin.shared)
    }
}

/// The mentions of key and response.
fn held(pair: &Pair<'_>) -> [Vec<Held>; 2] {
    let mut partial = vec![false; pair.key.mentions.len()];
    for &key in pair.alignment.partial() {
        partial[key as usize] = true;
    }
    let (sizes, other_sizes) = (pair.overlap.row_sizes(), pair.overlap.column_sizes());
    let of_key = |place: usize| {
        let twin = pair.alignment.of_key(place)?;
        let (own, other) = (pair.key.mentions[place].entity, pair.response.mentions[twin].entity);
        let (size, shared) = (other_sizes[other as usize], shared(&pair.overlap, own, other));
        Some(Twin { entity: other, size, shared, in_part: partial[place] })
    };
    let of_response = |place: usize| {
        let twin = pair.alignment.of_response(place)?;
        let (own, other) = (pair.response.mentions[place].entity, pair.key.mentions[twin].entity);
        let (size, shared) = (sizes[other as usize], shared(&pair.overlap, other, own));
        Some(Twin { entity: other, size, shared, in_part: partial[twin] })
    };
    let key = side(&pair.key.in_text_order(), |place| pair.key.mentions[place].entity, sizes, of_key);
    let order = pair.response.in_text_order();
    let response = side(&order, |place| pair.response.mentions[place].entity, other_sizes, of_response);
    [key, response]
}

/// The mentions of one side; their order in the text determines which mention is the first.
fn side(
    order: &[usize],
    entity: impl Fn(usize) -> u32,
    sizes: &[u32],
    twin: impl Fn(usize) -> Option<Twin>,
) -> Vec<Held> {
    let mut parts: BTreeSet<(u32, u32)> = BTreeSet::new();
    let mut begun = vec![false; sizes.len()];
    let mut held: Vec<(usize, Held)> = Vec::with_capacity(order.len());
    for &place in order {
        let (entity, twin) = (entity(place), twin(place));
        let is_first = !std::mem::replace(&mut begun[entity as usize], true);
        let is_first_of_part = twin.is_none_or(|twin| parts.insert((entity, twin.entity)));
        let size = sizes[entity as usize];
        held.push((place, Held { entity, size, twin, is_first, is_first_of_part }));
    }
    held.sort_unstable_by_key(|(place, _)| *place);
    held.into_iter().map(|(_, held)| held).collect()
}

/// How many mentions a key entity and a response entity share.
fn shared(overlap: &Overlap, row: u32, column: u32) -> u32 {
    let (_, cells) = overlap.row(row);
    cells.binary_search_by_key(&column, |cell| cell.column).map_or(0, |place| cells[place].count)
}

#[cfg(test)]
mod tests {
    use crate::matching::{Matching, Side};
    use crate::metric::{METRICS, Ratio, by_name};
    use crate::pair::{Pair, notation};

    /// What the mentions a b c d e f g get, and a b c d f g h i, in the example of Pradhan et al. 2014.
    fn credited(name: &str) -> [Vec<Ratio>; 2] {
        let (key, response) = notation::documents("a b c | d e f g", "a b | c d | f g h i");
        let (key, response) = (Side::all(&key), Side::all(&response));
        let alignment = Matching::EXACT.align(&key, &response);
        let credits = by_name(name).unwrap().credits.unwrap()(&Pair::new(key, response, alignment));
        [credits.key, credits.response]
    }

    fn numerators(name: &str) -> [Vec<f64>; 2] {
        credited(name).map(|side| side.iter().map(|ratio| ratio.numerator).collect())
    }

    #[test]
    fn the_example_of_pradhan_et_al_2014_mention_by_mention() {
        let third = 1.0 / 3.0;
        let halves = [0.25, 0.0, 0.5, 0.5];
        assert_eq!(numerators("b-cubed")[0], [2.0 * third, 2.0 * third, third, 0.25, 0.0, 0.5, 0.5]);
        assert_eq!(numerators("b-cubed")[1], [1.0, 1.0, 0.5, 0.5, 0.5, 0.5, 0.0, 0.0]);
        assert_eq!(numerators("b-cubed")[0][3..], halves);
        assert_eq!(numerators("lea")[0], [0.5, 0.5, 0.0, 0.0, 0.0, third, third]);
        assert_eq!(numerators("pairwise")[0], [0.5, 0.5, 0.0, 0.0, 0.0, 0.5, 0.5]);
        assert_eq!(numerators("muc")[0], [0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0]);
        assert_eq!(numerators("muc")[1], [0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0]);
        assert_eq!(numerators("mentions")[0], [1.0, 1.0, 1.0, 1.0, 0.0, 1.0, 1.0]);
        assert_eq!(numerators("ceaf-m")[0], [1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0]);
        let similar = numerators("ceaf-e")[0].clone();
        assert!((similar[0] - 0.8 / 3.0).abs() < 1e-12 && (similar[6] - 0.5 / 4.0).abs() < 1e-12);
        let denominators: Vec<f64> = credited("muc")[0].iter().map(|ratio| ratio.denominator).collect();
        assert_eq!(denominators, [0.0, 1.0, 1.0, 0.0, 1.0, 1.0, 1.0]);
    }

    #[test]
    fn every_standard_metric_but_blanc_is_shared_out() {
        let whole: Vec<&str> =
            METRICS.iter().filter(|metric| metric.credits.is_none()).map(|metric| metric.name).collect();
        assert_eq!(whole, ["blanc"]);
    }
}
