//! What each entity contributes to a tally, so that a score can be followed from the entities to the last digit.
//!
//! A key entity contributes to recall, a response entity to precision. In CEAF both halves of an aligned pair get its
//! similarity; of the links between entities that BLANC counts, each of the two entities gets half.

use super::ceaf::{CEAF_M, dice, partners};
use super::mention_detection::MENTION_DETECTION;
use super::variant::{self, twinless};
use super::{Metric, Part, Ratio, Tally};
use crate::pair::{Cell, Overlap};

/// What one entity contributes.
#[derive(Clone, Debug, PartialEq)]
pub struct Contribution {
    /// The number of the entity.
    pub entity: u32,
    /// How many mentions it has.
    pub size: u32,
    /// The entities of the other side that share mentions with it, and how many they share.
    pub shares: Vec<Cell>,
    /// The entity it is aligned with, in metrics that align entities.
    pub partner: Option<u32>,
    /// What it adds to the numerator and to the denominator.
    pub ratio: Ratio,
}

/// One part of a metric, entity by entity.
#[derive(Clone, Debug, PartialEq)]
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
}

/// Every part of a metric, entity by entity; `None` for a metric that cannot be taken apart so.
///
/// Of a variant that adds twinless mentions to the other side, the entities that were added have numbers after all others.
#[must_use]
pub fn walks(metric: &Metric, overlap: &Overlap) -> Option<Vec<Walk>> {
    let sets = variant::of(metric).and_then(|variant| Some((super::by_name(variant.of)?, variant.sets?)));
    let Some((plain, rule)) = sets else { return plain_walks(metric, overlap) };
    let [recall, precision] =
        [rule.recall, rule.precision].map(|steps| plain_walks(plain, &twinless::changed(overlap, steps)));
    let halves = recall?.into_iter().zip(precision?);
    Some(halves.map(|(one, other)| Walk { recall: one.recall, precision: other.precision }).collect())
}

/// Every part of a metric on a table as it is.
fn plain_walks(metric: &Metric, overlap: &Overlap) -> Option<Vec<Walk>> {
    let walk = |part: &Part| {
        let Part::Entities(count) = part else { return found_mentions(metric, overlap) };
        let tally = count(overlap);
        let ways: [&dyn Fn() -> Option<Walk>; 3] =
            [&|| Some(alone(overlap, *count)), &|| aligned(metric, overlap), &|| Some(apart(overlap))];
        ways.iter().filter_map(|way| way()).find(|walk| is_close(walk.total(), tally))
    };
    metric.parts.iter().map(walk).collect()
}

/// Each entity credited with its mentions that were found; half found counts as found here.
fn found_mentions(metric: &Metric, overlap: &Overlap) -> Option<Walk> {
    let found = |overlap: &Overlap| {
        each(overlap, |_, size, cells| {
            Ratio::of(cells.iter().map(|cell| u64::from(cell.count)).sum(), u64::from(size))
        })
    };
    let is_detection = metric.name == MENTION_DETECTION.name;
    is_detection.then(|| Walk { recall: found(overlap), precision: found(&overlap.transposed()) })
}

/// Whether contributions add up to a tally, but for the last bits.
fn is_close(found: Tally, tally: Tally) -> bool {
    let close = |one: f64, other: f64| (one - other).abs() <= 1e-9 * (1.0 + other.abs());
    let same = |one: Ratio, other: Ratio| {
        close(one.numerator, other.numerator) && close(one.denominator, other.denominator)
    };
    same(found.recall, tally.recall) && same(found.precision, tally.precision)
}

/// Each entity counted as if the others of its side were not there.
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

/// Each entity credited with its similarity to the one it is aligned with.
fn aligned(metric: &Metric, overlap: &Overlap) -> Option<Walk> {
    let similar = similarity(metric.name)?;
    let by_mentions = metric.name == CEAF_M.name;
    let similarity = |overlap: &Overlap, size: u32, cell: &Cell| similar(overlap, size, *cell);
    let partners = partners(overlap, |size, cell| similarity(overlap, size, cell));
    let mut of_response: Vec<Option<u32>> = vec![None; overlap.column_sizes().len()];
    for (row, column) in filled(overlap.row_sizes()).zip(&partners) {
        if let Some(column) = column {
            of_response[*column as usize] = Some(row);
        }
    }
    let of_response = filled(overlap.column_sizes()).map(|column| of_response[column as usize]).collect();
    let credited = |overlap: &Overlap, partners: Vec<Option<u32>>| {
        let out_of = |size: u32| if by_mentions { f64::from(size) } else { 1.0 };
        let mut found = each(overlap, |_, size, _| Ratio::new(0.0, out_of(size)));
        for (one, partner) in found.iter_mut().zip(partners) {
            let cell = one.shares.iter().find(|cell| Some(cell.column) == partner);
            one.ratio.numerator = cell.map_or(0.0, |cell| similarity(overlap, one.size, cell));
            one.partner = cell.map(|cell| cell.column);
        }
        found
    };
    Some(Walk {
        recall: credited(overlap, partners),
        precision: credited(&overlap.transposed(), of_response),
    })
}

/// How similar a key entity of some size and a response entity are.
type Similarity = fn(&Overlap, u32, Cell) -> f64;

/// The similarity that a metric aligns entities by.
fn similarity(name: &str) -> Option<Similarity> {
    match name {
        "ceaf-m" => Some(|_, _, cell| f64::from(cell.count)),
        "ceaf-e" => Some(dice),
        "ceaf-phi1" => Some(|overlap, size, cell| {
            let other = overlap.column_sizes()[cell.column as usize];
            f64::from(u8::from(cell.count == size && cell.count == other))
        }),
        "ceaf-phi2" => Some(|_, _, _| 1.0),
        _ => None,
    }
}

/// Each entity credited with half of the links that lead from it to other entities.
fn apart(overlap: &Overlap) -> Walk {
    let half = |overlap: &Overlap| {
        let (twins, all) = (overlap.twins(), overlap.key_mentions());
        let mut columns = vec![0u64; overlap.column_sizes().len()];
        for cell in overlap.cells() {
            columns[cell.column as usize] += u64::from(cell.count);
        }
        each(overlap, |_, size, cells| {
            let own: u64 = cells.iter().map(|cell| u64::from(cell.count)).sum();
            // twins that are neither with it in the key nor with it in the response
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
    use super::{is_close, walks};
    use crate::metric::variant::VARIANTS;
    use crate::metric::{METRICS, Part, by_name};
    use crate::pair::notation::overlap;

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
                let walks = walks(metric, &table).expect(metric.name);
                assert_eq!(walks.len(), metric.parts.len());
                for (walk, part) in walks.iter().zip(metric.parts) {
                    let Part::Entities(count) = part else { continue };
                    let (found, tally) = (walk.total(), count(&table));
                    assert!(is_close(found, tally), "{} of {response}: {found:?}, {tally:?}", metric.name);
                }
            }
        }
    }

    #[test]
    fn what_a_variant_adds_comes_last() {
        // e is added to the response; h and i to the key, where each brings recall 1
        let table = overlap("a b c | d e f g", "a b | c d | f g h i");
        let walks = walks(by_name("b-cubed-v4").expect("a variant"), &table).expect("a walk");
        let added: Vec<_> = walks[0].recall.iter().filter(|one| one.entity >= 2).collect();
        assert_eq!(added.len(), 2);
        assert_eq!(walks[0].precision.last().map(|one| (one.entity, one.ratio.numerator)), Some((3, 1.0)));
    }

    #[test]
    fn aligned_entities_are_named() {
        let table = overlap("a b c | d e f g", "a b | c d | f g h i");
        let walks = walks(by_name("ceaf-e").unwrap(), &table).unwrap();
        let partners: Vec<_> = walks[0].recall.iter().map(|one| one.partner).collect();
        assert_eq!(partners, [Some(0), Some(2)]);
        assert!((walks[0].recall[0].ratio.numerator - 0.8).abs() < 1e-12);
        let partners: Vec<_> = walks[0].precision.iter().map(|one| one.partner).collect();
        assert_eq!(partners, [Some(0), None, Some(1)]);
    }
}
