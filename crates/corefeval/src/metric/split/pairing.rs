//! Pairs the split antecedents of key and response, and computes what the pairs score.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Count;
use crate::assignment::{Table, best_as_reference};
use crate::metric::Tally;
use crate::metric::weighted::{self, Comparison, Degrees, Mention};

/// The largest number of pairs of split antecedents that are compared in a document, if that is at least
/// `LEAST_TRIED` for each of them.
const MOST_PAIRS: usize = 1 << 21;
const LEAST_TRIED: usize = 64;

/// Entities as lists of mentions.
pub type Entities = Vec<Vec<Mention>>;

/// A split antecedent: an additional member of an entity, which represents several entities.
#[derive(Clone, Debug)]
pub struct Split {
    /// The entity that it is a member of, as a place in the list.
    pub entity: usize,
    /// The entities it is made of.
    pub parts: Entities,
}

/// A key and a response document of which some entities have a split antecedent; the key comes first.
#[derive(Clone, Debug, Default)]
pub struct Splits {
    entities: [Entities; 2],
    antecedents: [Vec<Split>; 2],
    /// A number larger than those of all mentions.
    next: u32,
}

/// The tallies of a document.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Counted {
    /// All mentions, split antecedents among them.
    pub all: Tally,
    /// Only the split antecedents.
    pub alone: Tally,
}

/// The partners of the split antecedents of both sides, and what they score together.
#[derive(Clone, Debug)]
pub struct Pairs {
    /// The partner of each split antecedent of the key, and of the response.
    pub partners: [Vec<Option<usize>>; 2],
    /// What each split antecedent of the key scores together with its partner.
    pub tallies: Vec<Tally>,
}

/// A way of finding mentions in addition to looking them up.
pub trait Finder {
    /// Whether split antecedents that have no mention in common may have something in common.
    fn finds_more(&self) -> bool {
        false
    }

    /// Changes how the parts of two split antecedents, given by their numbers, are compared.
    fn change_parts(&self, _numbers: (usize, usize), _comparison: &mut Comparison) {}

    /// Changes how all entities are compared; the weights are those of the split antecedents of the key.
    fn change_all(&self, _pairs: &Pairs, _weights: &[f64], _comparison: &mut Comparison) {}
}

/// Mentions are found only by looking them up.
#[derive(Clone, Copy, Debug)]
pub struct ByLookup;

impl Finder for ByLookup {}

impl Splits {
    /// Takes the entities of both sides without split antecedents, and the split antecedents, at most one for
    /// each entity.
    #[must_use]
    pub fn new(entities: [Entities; 2], splits: [Vec<Split>; 2]) -> Self {
        let parts = splits.iter().flatten().flat_map(|split| &split.parts);
        let mentions = entities.iter().flatten().chain(parts).flatten();
        let next = mentions.map(|mention| mention.identity.max(mention.counterpart) + 1).max().unwrap_or(0);
        Self { entities, antecedents: splits, next }
    }

    /// Counts a document.
    pub fn count(&self, count: Count, finder: &impl Finder) -> Counted {
        let pairs = self.pairs(count, finder);
        let (key, response) = self.entities_with_splits(&pairs);
        let degrees = self.degrees(&pairs, count);
        let mut comparison = Comparison::by_degrees(&key, &response, &degrees);
        let weights: Vec<f64> =
            pairs.tallies.iter().map(|tally| weighted::score(*tally).or_zero()[2]).collect();
        finder.change_all(&pairs, &weights, &mut comparison);
        Counted { all: count.tally(&comparison), alone: self.alone(&pairs, count) }
    }

    /// The best pairs of split antecedents that share anything.
    fn pairs(&self, count: Count, finder: &impl Finder) -> Pairs {
        let [key, response] = &self.antecedents;
        let holders = holders(response);
        let most = (MOST_PAIRS / key.len().max(1)).max(LEAST_TRIED);
        let mut table = Table::new();
        let mut scored: FxHashMap<(usize, usize), Tally> = FxHashMap::default();
        for (row, split) in key.iter().enumerate() {
            let all = || (0..response.len()).collect();
            let columns = if finder.finds_more() { all() } else { sharing(split, &holders, most) };
            let mut cells = Vec::new();
            for column in columns {
                let mut comparison = Comparison::new(&split.parts, &response[column].parts);
                finder.change_parts((row, column), &mut comparison);
                let tally = count.tally_parts(&comparison);
                cells.push((column as u32, weighted::score(tally).or_zero()[2]));
                scored.insert((row, column), tally);
            }
            table.add_row(cells);
        }
        let partners = best_as_reference(&table, response.len());
        let partners = partners.into_iter().map(|column| column.map(|column| column as usize)).collect();
        Pairs::new(partners, response.len(), |row, column| scored.get(&(row, column)).copied())
    }

    /// The entities with an additional member for each split antecedent, which is searched for under its
    /// partner's number.
    fn entities_with_splits(&self, pairs: &Pairs) -> (Entities, Entities) {
        let with_splits = |side: usize| {
            let mut entities = self.entities[side].clone();
            for (number, split) in self.antecedents[side].iter().enumerate() {
                let identity = self.identity(side, number);
                let partner = pairs.partners[side][number];
                let counterpart = partner.map_or(identity, |partner| self.identity(1 - side, partner));
                entities[split.entity].push(Mention { identity, counterpart });
            }
            entities
        };
        (with_splits(0), with_splits(1))
    }

    /// A number for a split antecedent that no mention has.
    fn identity(&self, side: usize, number: usize) -> u32 {
        let before = if side == 1 { self.antecedents[0].len() } else { 0 };
        self.next + (before + number) as u32
    }

    fn degrees(&self, pairs: &Pairs, count: Count) -> Degrees {
        let mut degrees = Degrees::default();
        for (number, (partner, tally)) in pairs.partners[0].iter().zip(&pairs.tallies).enumerate() {
            let Some(partner) = *partner else { continue };
            let [recall, precision, f] = weighted::score(*tally).or_zero();
            // BLANC counts its links once for both directions
            let (recall, precision) = if count.is_blanc() { (f, f) } else { (recall, precision) };
            degrees.key.insert(self.identity(0, number), recall);
            degrees.response.insert(self.identity(1, partner), precision);
            degrees.held.insert(self.identity(0, number), f);
        }
        degrees
    }

    /// The sum of the pairs' scores, out of the number of all split antecedents.
    fn alone(&self, pairs: &Pairs, count: Count) -> Tally {
        let mut sum = Tally::default();
        for tally in &pairs.tallies {
            sum.recall.numerator += tally.recall.numerator;
            sum.precision.numerator += tally.precision.numerator;
        }
        for split in &self.antecedents[0] {
            let comparison = Comparison::new(&split.parts, &[]);
            sum.recall.denominator += count.tally_parts(&comparison).recall.denominator;
        }
        for split in &self.antecedents[1] {
            let comparison = Comparison::new(&[], &split.parts);
            sum.precision.denominator += count.tally_parts(&comparison).precision.denominator;
        }
        sum
    }
}

impl Pairs {
    fn new(
        of_key: Vec<Option<usize>>,
        responses: usize,
        tally: impl Fn(usize, usize) -> Option<Tally>,
    ) -> Self {
        let mut of_response = vec![None; responses];
        let mut tallies = Vec::with_capacity(of_key.len());
        for (row, column) in of_key.iter().enumerate() {
            tallies.push(column.and_then(|column| tally(row, column)).unwrap_or_default());
            if let Some(column) = column {
                of_response[*column] = Some(row);
            }
        }
        Self { partners: [of_key, of_response], tallies }
    }
}

/// The split antecedents that contain each mention.
fn holders(splits: &[Split]) -> FxHashMap<u32, Vec<usize>> {
    let mut holders: FxHashMap<u32, Vec<usize>> = FxHashMap::default();
    for (number, split) in splits.iter().enumerate() {
        for mention in split.parts.iter().flatten() {
            holders.entry(mention.identity).or_default().push(number);
        }
    }
    holders
}

/// The split antecedents that share a mention with this one, in order: not many more than `most`. Those that
/// share a mention that few split antecedents have come first.
fn sharing(split: &Split, holders: &FxHashMap<u32, Vec<usize>>, most: usize) -> Vec<usize> {
    let mentions = split.parts.iter().flatten();
    let mut held: Vec<&Vec<usize>> =
        mentions.filter_map(|mention| holders.get(&mention.counterpart)).collect();
    held.sort_by_key(|holders| holders.len());
    let mut found: FxHashSet<usize> = FxHashSet::default();
    for holders in held {
        let room = most.saturating_sub(found.len());
        found.extend(holders.iter().take(room));
    }
    let mut sorted: Vec<usize> = found.into_iter().collect();
    sorted.sort_unstable();
    sorted
}
