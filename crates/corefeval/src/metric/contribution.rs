//! What each entity contributes to a tally, so that a score can be followed from the entities to the last digit.
//!
//! A key entity contributes to recall, a response entity to precision. In CEAF, both entities of an aligned
//! pair get its similarity. In BLANC, a link between two entities is shared: each of the two gets half.

use super::ceaf::partners;
use super::variant::{self, twinless};
use super::{Metric, Ratio, Tally};
use crate::pair::{Cell, Overlap, Pair};

/// What one entity contributes.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Contribution {
    /// The number of the entity.
    pub entity: u32,
    /// How many mentions it has.
    pub size: u32,
    /// The entities of the other side that share mentions with it, and how many mentions they share.
    pub shares: Vec<Cell>,
    /// The entity it is aligned with, in metrics that align entities.
    pub partner: Option<u32>,
    /// What it adds to the numerator and to the denominator.
    pub ratio: Ratio,
}

/// A key entity with a name, and the response entity that represents it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NamedPair {
    /// The key entity.
    pub key: u32,
    /// The response entity, if a candidate exists.
    pub response: Option<u32>,
    /// How many candidates there are.
    pub candidates: usize,
    /// How many mentions the key entity has.
    pub key_size: u32,
    /// How many mentions the response entity has.
    pub response_size: u32,
    /// How many they share.
    pub shared: u32,
}

impl NamedPair {
    /// 2|K∩R| / (|K|+|R|).
    #[must_use]
    pub fn f1(&self) -> f64 {
        let sizes = u64::from(self.key_size) + u64::from(self.response_size);
        Ratio::of(2 * u64::from(self.shared), sizes).or_zero()
    }

    /// |K∩R| / |K| and |K∩R| / |R|, each with denominator 1.
    #[must_use]
    pub fn means(&self) -> Tally {
        let of = |size: u32| Ratio::of(u64::from(self.shared), u64::from(size)).or_zero();
        Tally {
            recall: Ratio::new(of(self.key_size), 1.0),
            precision: Ratio::new(of(self.response_size), 1.0),
        }
    }
}

/// One part of a metric, entity by entity.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Walk {
    /// What key entities contribute to recall.
    pub recall: Vec<Contribution>,
    /// What response entities contribute to precision.
    pub precision: Vec<Contribution>,
}

impl Walk {
    /// The sum of all contributions.
    #[must_use]
    pub fn total(&self) -> Tally {
        let sum = |side: &[Contribution]| side.iter().map(|one| one.ratio).sum();
        Tally { recall: sum(&self.recall), precision: sum(&self.precision) }
    }

    /// Whether the contributions add up to a tally, up to rounding errors.
    #[must_use]
    pub fn adds_up_to(&self, tally: Tally) -> bool {
        let close = |one: f64, other: f64| (one - other).abs() <= 1e-9 * (1.0 + other.abs());
        let same = |one: Ratio, other: Ratio| {
            close(one.numerator, other.numerator) && close(one.denominator, other.denominator)
        };
        let total = self.total();
        same(total.recall, tally.recall) && same(total.precision, tally.precision)
    }
}

/// How a metric's tallies are taken apart.
#[derive(Clone, Copy, Debug)]
pub enum Explain {
    /// Into what each entity contributes, by one rule for each part of the metric.
    Entities(&'static [Share]),
    /// Into the response entity that represents each key entity with a name.
    Names(fn(&Pair<'_>) -> Vec<NamedPair>),
    /// Not at all: what single mentions contribute is not shown.
    Sums,
}

/// Which part of a tally one entity contributes.
#[derive(Clone, Copy, Debug)]
pub enum Share {
    /// What would be counted if its side had no other entity.
    Alone(fn(&Overlap) -> Tally),
    /// Its similarity to the entity that it is aligned with.
    Aligned {
        /// How similar a key entity of some size and a response entity are.
        similarity: fn(&Overlap, u32, Cell) -> f64,
        /// What the sum is divided by.
        out_of: OutOf,
    },
    /// Half of the links from it to other entities.
    Apart,
    /// Its mentions that were found; mentions found in part count as found here.
    Found,
}

/// What the similarities of aligned entities are divided by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutOf {
    /// How many mentions there are.
    Mentions,
    /// How many entities there are.
    Entities,
}

/// The tallies of a metric taken apart.
#[derive(Clone, Debug, PartialEq)]
pub enum Explanation {
    /// What each entity contributes to each part.
    Entities(Vec<Walk>),
    /// Which response entity represents each named key entity.
    Names(Vec<NamedPair>),
    /// Nothing: the metric provides only sums.
    Sums,
    /// Nothing: the protocol counts mentions by a rule under which contributions of entities do not add up to
    /// the tally.
    OtherRule,
}

/// Splits the tallies of a metric as its record says, if the result adds up to what was scored.
#[must_use]
pub fn explanation(metric: &Metric, pair: &Pair<'_>, scored: &[Tally]) -> Explanation {
    match metric.explain {
        Explain::Entities(shares) => {
            let walks = walks(metric, shares, &pair.overlap);
            let add_up = walks.iter().zip(scored).all(|(walk, scored)| walk.adds_up_to(*scored));
            if add_up { Explanation::Entities(walks) } else { Explanation::OtherRule }
        }
        Explain::Names(pairs) => Explanation::Names(pairs(pair)),
        Explain::Sums => Explanation::Sums,
    }
}

/// Every part of a metric, entity by entity.
///
/// In a variant that adds twinless mentions to the other side, added entities have numbers after all others.
fn walks(metric: &Metric, shares: &[Share], overlap: &Overlap) -> Vec<Walk> {
    let Some(rule) = variant::of(metric).and_then(|variant| variant.sets) else {
        return shares.iter().map(|share| share.walk(overlap)).collect();
    };
    let [recall, precision] = [rule.recall, rule.precision].map(|steps| twinless::changed(overlap, steps));
    let walk = |share: &Share| Walk {
        recall: share.walk(&recall).recall,
        precision: share.walk(&precision).precision,
    };
    shares.iter().map(walk).collect()
}

impl Share {
    fn walk(&self, overlap: &Overlap) -> Walk {
        match self {
            Self::Alone(count) => alone(overlap, *count),
            Self::Aligned { similarity, out_of } => aligned(overlap, *similarity, *out_of),
            Self::Apart => apart(overlap),
            Self::Found => found(overlap),
        }
    }
}

/// Credits each entity with its mentions that were found.
fn found(overlap: &Overlap) -> Walk {
    let found = |overlap: &Overlap| {
        each(overlap, |_, size, cells| {
            Ratio::of(cells.iter().map(|cell| u64::from(cell.count)).sum(), u64::from(size))
        })
    };
    Walk { recall: found(overlap), precision: found(&overlap.transposed()) }
}

/// Counts each entity as if it were the only one of its side.
fn alone(overlap: &Overlap, count: fn(&Overlap) -> Tally) -> Walk {
    let recall = each(overlap, |overlap, size, cells| count(&single(overlap, size, cells)).recall);
    let precision = each(&overlap.transposed(), |overlap, size, cells| {
        count(&single(overlap, size, cells).transposed()).precision
    });
    Walk { recall, precision }
}

/// The table of one key entity and the response entities that share mentions with it.
fn single(overlap: &Overlap, size: u32, cells: &[Cell]) -> Overlap {
    let sizes = cells.iter().map(|cell| overlap.column_sizes()[cell.column as usize]).collect();
    let numbered = cells.iter().zip(0..);
    let twins = numbered.flat_map(|(cell, column)| std::iter::repeat_n((0, column), cell.count as usize));
    Overlap::new(vec![size], sizes, twins)
}

/// Credits each entity with its similarity to the one it is aligned with.
fn aligned(overlap: &Overlap, similarity: fn(&Overlap, u32, Cell) -> f64, out_of: OutOf) -> Walk {
    let partners = partners(overlap, |size, cell| similarity(overlap, size, *cell));
    let mut of_response: Vec<Option<u32>> = vec![None; overlap.column_sizes().len()];
    for (row, column) in filled(overlap.row_sizes()).zip(&partners) {
        if let Some(column) = column {
            of_response[*column as usize] = Some(row);
        }
    }
    let of_response = filled(overlap.column_sizes()).map(|column| of_response[column as usize]).collect();
    let credited = |overlap: &Overlap, partners: Vec<Option<u32>>| {
        let whole = |size: u32| if out_of == OutOf::Mentions { f64::from(size) } else { 1.0 };
        let mut found = each(overlap, |_, size, _| Ratio::new(0.0, whole(size)));
        for (one, partner) in found.iter_mut().zip(partners) {
            let cell = one.shares.iter().find(|cell| Some(cell.column) == partner);
            one.ratio.numerator = cell.map_or(0.0, |cell| similarity(overlap, one.size, *cell));
            one.partner = cell.map(|cell| cell.column);
        }
        found
    };
    Walk { recall: credited(overlap, partners), precision: credited(&overlap.transposed(), of_response) }
}

/// Credits each entity with half of the links from it to other entities.
fn apart(overlap: &Overlap) -> Walk {
    let half = |overlap: &Overlap| {
        let (twins, all) = (overlap.twins(), overlap.key_mentions());
        let mut columns = vec![0u64; overlap.column_sizes().len()];
        for cell in overlap.cells() {
            columns[cell.column as usize] += u64::from(cell.count);
        }
        each(overlap, |_, size, cells| {
            let own: u64 = cells.iter().map(|cell| u64::from(cell.count)).sum();
            // twins that share neither its key entity nor its response entity
            let others = |cell: &Cell| twins + u64::from(cell.count) - own - columns[cell.column as usize];
            let kept: u64 = cells.iter().map(|cell| u64::from(cell.count) * others(cell)).sum();
            let out_of = u64::from(size) * (all - u64::from(size));
            Ratio::new(kept as f64 / 2.0, out_of as f64 / 2.0)
        })
    };
    Walk { recall: half(overlap), precision: half(&overlap.transposed()) }
}

/// The numbers of the entities that have mentions.
fn filled(sizes: &[u32]) -> impl Iterator<Item = u32> {
    sizes.iter().zip(0..).filter(|(size, _)| **size > 0).map(|(_, entity)| entity)
}

fn each(overlap: &Overlap, ratio: impl Fn(&Overlap, u32, &[Cell]) -> Ratio) -> Vec<Contribution> {
    let entities = filled(overlap.row_sizes()).zip(overlap.rows());
    let contribution = |(entity, (size, cells)): (u32, (u32, &[Cell]))| Contribution {
        entity,
        size,
        shares: cells.to_vec(),
        partner: None,
        ratio: ratio(overlap, size, cells),
    };
    entities.map(contribution).collect()
}

#[cfg(test)]
mod tests {
    use super::{Explain, Walk};
    use crate::metric::variant::VARIANTS;
    use crate::metric::{METRICS, Metric, Part, by_name};
    use crate::pair::Overlap;
    use crate::pair::notation::overlap;

    fn walks(metric: &Metric, table: &Overlap) -> Vec<Walk> {
        match metric.explain {
            Explain::Entities(shares) => super::walks(metric, shares, table),
            _ => Vec::new(),
        }
    }

    const EXAMPLES: &[(&str, &str)] = &[
        ("a b c | d e f g", "a b | c d | f g h i"),
        ("1 2 3 4 5 | 6 7 | 8 9 A B C", "1 2 3 4 5 | 6 7 8 9 A B C"),
        ("a | b c", "a b c | x | y z"),
        ("a b", "c"),
    ];

    #[test]
    fn contributions_add_up_to_the_tally_of_every_metric_and_variant() {
        for metric in METRICS.iter().copied().chain(VARIANTS.iter().map(|variant| &variant.metric)) {
            for (key, response) in EXAMPLES {
                let table = overlap(key, response);
                let walks = walks(metric, &table);
                assert_eq!(walks.len(), metric.parts.len());
                for (walk, part) in walks.iter().zip(metric.parts) {
                    let Part::Entities(count) = part else { continue };
                    let tally = count(&table);
                    assert!(walk.adds_up_to(tally), "{} of {response}: {walk:?}, {tally:?}", metric.name);
                }
            }
        }
    }

    #[test]
    fn what_a_variant_adds_comes_last() {
        // e is added to the response; h and i to the key, where each brings recall 1
        let table = overlap("a b c | d e f g", "a b | c d | f g h i");
        let walks = walks(by_name("b-cubed-v4").expect("a variant"), &table);
        let added: Vec<_> = walks[0].recall.iter().filter(|one| one.entity >= 2).collect();
        assert_eq!(added.len(), 2);
        assert_eq!(walks[0].precision.last().map(|one| (one.entity, one.ratio.numerator)), Some((3, 1.0)));
    }

    #[test]
    fn aligned_entities_are_named() {
        let table = overlap("a b c | d e f g", "a b | c d | f g h i");
        let walks = walks(by_name("ceaf-e").unwrap(), &table);
        let partners: Vec<_> = walks[0].recall.iter().map(|one| one.partner).collect();
        assert_eq!(partners, [Some(0), Some(2)]);
        assert!((walks[0].recall[0].ratio.numerator - 0.8).abs() < 1e-12);
        let partners: Vec<_> = walks[0].precision.iter().map(|one| one.partner).collect();
        assert_eq!(partners, [Some(0), None, Some(1)]);
    }

    #[test]
    fn what_is_aligned_is_named_also_where_another_explanation_would_add_up_to_the_same() {
        // each entity counted alone gives the same sums here
        let table = overlap("a b | c", "a b | c d");
        let partners = |name: &str| -> Vec<_> {
            walks(by_name(name).unwrap(), &table)[0].recall.iter().map(|one| one.partner).collect()
        };
        for name in ["ceaf-m", "ceaf-e", "ceaf-phi2"] {
            assert_eq!(partners(name), [Some(0), Some(1)], "{name}");
        }
    }
}
