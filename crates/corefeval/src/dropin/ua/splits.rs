//! Metrics over clusters of which some have a split antecedent.
//!
//! The split antecedents of the key are first paired with those of the response: each pair is scored by the same
//! metric, as if its parts were all there is, and the assignment with the highest F1 is kept (Yu et al. 2021).
//! In the clusters such a member then counts for as much as its pair scored.

use rustc_hash::{FxHashMap, FxHashSet};

use super::annotation::Split;
use super::count::Count;
use super::minimum;
use crate::assignment::{Table, best_as_reference};
use crate::dropin::anaphora::sides::{Clusters, Sides};
use crate::dropin::evaluator::{self, Comparison, Degrees, Found, Lookups, Mention};
use crate::metric::{Score, Tally};

/// A document with its split antecedents.
pub(super) struct SplitSides<'a> {
    sides: &'a Sides,
    splits: [&'a [Split]; 2],
    /// The parts of each split antecedent, on both sides.
    parts: [Vec<Clusters>; 2],
    /// Whether minimum spans are enough where it is asked which mentions a cluster holds.
    minimum: bool,
}

/// What a document contributes to a metric.
pub(super) struct Counted {
    /// All mentions, split antecedents among them.
    pub(super) all: Tally,
    /// The split antecedents alone.
    pub(super) splits: Tally,
}

/// The partners of the split antecedents of both sides, and what they score together.
struct Pairs {
    partners: [Vec<Option<usize>>; 2],
    tallies: Vec<Tally>,
}

impl<'a> SplitSides<'a> {
    /// A document of which some clusters have a split antecedent.
    pub(super) fn new(sides: &'a Sides, splits: [&'a [Split]; 2], minimum: bool) -> Self {
        let key = splits[0].iter().map(|split| sides.key.sought(&split.parts, &sides.aligned));
        let response = splits[1].iter().map(|split| sides.response.sought(&split.parts, &sides.aligned));
        Self { sides, splits, parts: [key.collect(), response.collect()], minimum }
    }

    /// Counts a document.
    pub(super) fn count(&self, count: Count) -> Counted {
        let pairs = self.pairs(count);
        let (key, response) = self.clusters(&pairs);
        let degrees = self.degrees(&pairs, count);
        let mut comparison = Comparison::by_degrees(&key, &response, &degrees);
        if self.minimum {
            comparison.held = self.held(&pairs, &degrees);
        }
        Counted { all: count.tally(&comparison), splits: self.alone(&pairs, count) }
    }

    /// In which response clusters the members of key clusters are held when minimum spans are enough.
    fn held(&self, pairs: &Pairs, degrees: &Degrees) -> Lookups {
        let clusters = &self.sides.key.clusters;
        let mut found = minimum::held(self.sides, clusters, &self.sides.response.clusters);
        let mut sizes: Vec<usize> = clusters.iter().map(Vec::len).collect();
        for (number, split) in self.splits[0].iter().enumerate() {
            sizes[split.cluster] += 1;
            let weight = degrees.held.get(&self.identity(0, number));
            if let (Some(partner), Some(&weight)) = (pairs.partners[0][number], weight) {
                let entity = self.splits[1][partner].cluster as u32;
                found[split.cluster].push(Found { entity, weight });
            }
        }
        let mut lookups = Lookups::default();
        sizes.into_iter().zip(found).for_each(|(size, found)| lookups.add(size, found));
        lookups
    }

    /// Scores two split antecedents by their parts.
    fn tally_parts(&self, count: Count, key: usize, response: usize) -> Tally {
        let mut comparison = Comparison::new(&self.parts[0][key], &self.parts[1][response]);
        if self.minimum {
            let (key, response) = (&self.splits[0][key].parts, &self.splits[1][response].parts);
            comparison.held = minimum::lookups(self.sides, key, response);
        }
        count.tally_parts(&comparison)
    }

    /// The best pairs of split antecedents that share anything.
    fn pairs(&self, count: Count) -> Pairs {
        let [key, response] = &self.parts;
        let holders = holders(response);
        let mut table = Table::new();
        let mut scored: FxHashMap<(usize, usize), Tally> = FxHashMap::default();
        for (row, parts) in key.iter().enumerate() {
            // those found by their minimum spans share no mention that could be looked up
            let columns = if self.minimum { (0..response.len()).collect() } else { sharing(parts, &holders) };
            let mut cells = Vec::new();
            for column in columns {
                let tally = self.tally_parts(count, row, column);
                cells.push((column as u32, evaluator::score(tally).f1));
                scored.insert((row, column), tally);
            }
            table.add_row(cells);
        }
        let partners = best_as_reference(&table, response.len());
        let mut pairs =
            Pairs { partners: [vec![None; key.len()], vec![None; response.len()]], tallies: Vec::new() };
        for (row, column) in partners.into_iter().enumerate() {
            let column = column.map(|column| column as usize);
            pairs.partners[0][row] = column;
            pairs
                .tallies
                .push(column.and_then(|column| scored.get(&(row, column)).copied()).unwrap_or_default());
            if let Some(column) = column {
                pairs.partners[1][column] = Some(row);
            }
        }
        pairs
    }

    /// The clusters with a member more for each split antecedent, which is sought as its partner.
    fn clusters(&self, pairs: &Pairs) -> (Clusters, Clusters) {
        let (mut key, mut response) = self.sides.sought();
        for (side, clusters) in [&mut key, &mut response].into_iter().enumerate() {
            for (number, split) in self.splits[side].iter().enumerate() {
                let identity = self.identity(side, number);
                let partner = pairs.partners[side][number];
                let counterpart = partner.map_or(identity, |partner| self.identity(1 - side, partner));
                clusters[split.cluster].push(Mention { identity, counterpart });
            }
        }
        (key, response)
    }

    /// A number for a split antecedent that no mention has.
    fn identity(&self, side: usize, number: usize) -> u32 {
        let mentions = self.sides.key.mentions.len() + self.sides.response.mentions.len();
        let before = if side == 1 { self.splits[0].len() } else { 0 };
        (mentions + before + number) as u32
    }

    fn degrees(&self, pairs: &Pairs, count: Count) -> Degrees {
        let mut degrees = Degrees::default();
        for (number, (partner, tally)) in pairs.partners[0].iter().zip(&pairs.tallies).enumerate() {
            let Some(partner) = *partner else { continue };
            let Score { recall, precision, f1 } = evaluator::score(*tally);
            // BLANC counts its links once for both directions
            let (recall, precision) = if count.is_blanc() { (f1, f1) } else { (recall, precision) };
            degrees.key.insert(self.identity(0, number), recall);
            degrees.response.insert(self.identity(1, partner), precision);
            degrees.held.insert(self.identity(0, number), f1);
        }
        degrees
    }

    /// What the pairs score, out of all split antecedents.
    fn alone(&self, pairs: &Pairs, count: Count) -> Tally {
        let mut sum = Tally::default();
        for tally in &pairs.tallies {
            sum.recall.numerator += tally.recall.numerator;
            sum.precision.numerator += tally.precision.numerator;
        }
        for parts in &self.parts[0] {
            sum.recall.denominator += count.tally_parts(&Comparison::new(parts, &[])).recall.denominator;
        }
        for parts in &self.parts[1] {
            sum.precision.denominator +=
                count.tally_parts(&Comparison::new(&[], parts)).precision.denominator;
        }
        sum
    }
}

/// In which split antecedents each mention is.
fn holders(all: &[Clusters]) -> FxHashMap<u32, Vec<usize>> {
    let mut holders: FxHashMap<u32, Vec<usize>> = FxHashMap::default();
    for (number, parts) in all.iter().enumerate() {
        for mention in parts.iter().flatten() {
            holders.entry(mention.identity).or_default().push(number);
        }
    }
    holders
}

/// The split antecedents that have a mention in common with these parts, in order.
fn sharing(parts: &Clusters, holders: &FxHashMap<u32, Vec<usize>>) -> Vec<usize> {
    let found = parts.iter().flatten().filter_map(|mention| holders.get(&mention.counterpart)).flatten();
    let mut sorted: Vec<usize> = found.copied().collect::<FxHashSet<usize>>().into_iter().collect();
    sorted.sort_unstable();
    sorted
}
