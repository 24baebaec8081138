//! Metrics over clusters of which some have a split antecedent; version 1 accepts minimum spans here.

use super::annotation::Split;
use super::minimum;
use crate::dropin::anaphora::sides::Sides;
use crate::dropin::evaluator::{Comparison, Found, Lookups};
use crate::metric::split::{self, ByLookup, Count, Counted, Finder, Pairs, Splits};

/// A document with its split antecedents.
pub(super) struct SplitSides<'a> {
    sides: &'a Sides,
    splits: [&'a [Split]; 2],
    /// Whether minimum spans are enough to decide which mentions a cluster contains.
    minimum: bool,
}

impl<'a> SplitSides<'a> {
    /// A document of which some clusters have a split antecedent.
    pub(super) fn new(sides: &'a Sides, splits: [&'a [Split]; 2], minimum: bool) -> Self {
        Self { sides, splits, minimum }
    }

    /// Counts a document.
    pub(super) fn count(&self, count: Count) -> Counted {
        let Sides { key, response, aligned } = self.sides;
        let sought = |place: usize, split: &Split| split::Split {
            entity: split.cluster,
            parts: [key, response][place].sought(&split.parts, aligned),
        };
        let [of_key, of_response] = self.splits;
        let of_key = of_key.iter().map(|split| sought(0, split)).collect();
        let of_response = of_response.iter().map(|split| sought(1, split)).collect();
        let splits = Splits::new(self.sides.sought().into(), [of_key, of_response]);
        if self.minimum { splits.count(count, self) } else { splits.count(count, &ByLookup) }
    }
}

/// Looks up which clusters contain mentions, on request by their minimum spans.
impl Finder for SplitSides<'_> {
    fn finds_more(&self) -> bool {
        true
    }

    fn change_parts(&self, (key, response): (usize, usize), comparison: &mut Comparison) {
        let (key, response) = (&self.splits[0][key].parts, &self.splits[1][response].parts);
        comparison.held = minimum::lookups(self.sides, key, response).into();
    }

    fn change_all(&self, pairs: &Pairs, weights: &[f64], comparison: &mut Comparison) {
        let clusters = &self.sides.key.clusters;
        let mut found = minimum::held(self.sides, clusters, &self.sides.response.clusters);
        let mut sizes: Vec<usize> = clusters.iter().map(Vec::len).collect();
        for (number, split) in self.splits[0].iter().enumerate() {
            sizes[split.cluster] += 1;
            if let Some(partner) = pairs.partners[0][number] {
                let entity = self.splits[1][partner].cluster as u32;
                found[split.cluster].push(Found { entity, weight: weights[number] });
            }
        }
        let mut held = Lookups::default();
        sizes.into_iter().zip(found).for_each(|(size, found)| held.add(size, found));
        comparison.held = held.into();
    }
}
