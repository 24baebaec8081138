//! A key and a response document, aligned and ready to be counted.

use super::alignment::align;
use super::annotation::{Annotation, Extras};
use super::relations;
use super::splits::SplitSides;
use super::{Options, minimum};
use crate::dropin::anaphora::mention::Mention;
use crate::dropin::anaphora::sides::{Equality, Side, Sides};
use crate::dropin::anaphora::{Metric, aligned_overlap};
use crate::dropin::evaluator::Comparison;
use crate::metric::Tally;
use crate::metric::split::{Count, Counted};

/// A key and a response document.
pub(super) struct Document {
    /// The clusters of both.
    pub(super) sides: Sides,
    /// Whether it is enough that mentions contain the minimum, with other boundaries, as in version 1.
    pub(super) minimum: bool,
    extras: [Extras; 2],
    comparison: Comparison,
}

impl Document {
    /// Aligns two documents.
    pub(super) fn new(key: Annotation, response: Annotation, options: &Options) -> Self {
        let mut sides = Sides::new(key.side, response.side, Equality::Words);
        if options.keep.splits {
            sides.key.collapse();
            sides.response.collapse();
        }
        align(&mut sides, options.matching, options.version);
        let mut comparison = sides.comparison();
        if options.minimum {
            comparison.held = minimum::lookups(&sides, &sides.key.clusters, &sides.response.clusters).into();
        }
        Self { sides, minimum: options.minimum, extras: [key.extras, response.extras], comparison }
    }

    /// Applies a function to the key and to the response.
    pub(super) fn both<T>(&self, of: impl Fn(&Side, &Extras) -> T) -> [T; 2] {
        [of(&self.sides.key, &self.extras[0]), of(&self.sides.response, &self.extras[1])]
    }

    /// The non-referring markables of both.
    pub(super) fn non_referring(&self) -> [Vec<&Mention>; 2] {
        let [key, response] = &self.extras;
        let key = key.non_referring.iter().map(|&place| &self.sides.key.mentions[place]).collect();
        let response =
            response.non_referring.iter().map(|&place| &self.sides.response.mentions[place]).collect();
        [key, response]
    }

    /// What the document contributes to a metric, or why the metric is undefined for it.
    pub(super) fn tallies(&self, metric: Metric, options: &Options) -> Result<Vec<Tally>, String> {
        let counts: &[Count] = match metric {
            Metric::Muc => &[Count::Muc],
            Metric::BCubed => &[Count::BCubed],
            Metric::CeafE => &[Count::CeafE],
            Metric::CeafM => &[Count::CeafM],
            Metric::Lea => &[Count::Lea],
            Metric::Blanc => &[Count::Links, Count::NonLinks],
            Metric::Overlap => return Ok(vec![aligned_overlap::tally(&self.sides)]),
            Metric::Zero => {
                self.check(metric)?;
                return Ok(metric.tallies(&self.sides, &self.comparison));
            }
            Metric::NonReferring | Metric::Bridging if options.leaves_relations_out() => {
                return Ok(Vec::new());
            }
            Metric::NonReferring => return Ok(vec![relations::non_referring(self)]),
            Metric::Bridging => return Ok(relations::bridging(self).to_vec()),
        };
        self.check(metric)?;
        let counted: Vec<Counted> = counts.iter().map(|&count| self.count(count)).collect();
        let all = counted.iter().map(|counted| counted.all);
        let splits = counted.iter().map(|counted| counted.alone);
        Ok(match (options.only_splits, metric) {
            (false, _) => all.collect(),
            (true, Metric::Blanc) => splits.chain(all).collect(),
            (true, _) => splits.collect(),
        })
    }

    fn count(&self, count: Count) -> Counted {
        let splits = [&self.extras[0].splits[..], &self.extras[1].splits[..]];
        if splits.iter().all(|splits| splits.is_empty()) {
            return Counted { all: count.tally(&self.comparison), alone: Tally::default() };
        }
        SplitSides::new(&self.sides, splits, self.minimum).count(count)
    }

    /// Refuses metrics that are undefined for empty clusters, which occur if zeros do not count.
    fn check(&self, metric: Metric) -> Result<(), String> {
        let [key, response] = self.both(|side, extras| {
            let plural = |number: usize| extras.splits.iter().any(|split| split.cluster == number);
            side.clusters.iter().enumerate().any(|(number, cluster)| cluster.is_empty() && !plural(number))
        });
        let undefined = match metric {
            Metric::BCubed | Metric::Lea => key || response,
            Metric::CeafE => key && response,
            // which reads the first mention of each cluster
            Metric::Zero => response,
            _ => false,
        };
        let message = || {
            format!(
                "{} is undefined: an entity has only zeros, which do not count (-z keeps them)",
                metric.name()
            )
        };
        if undefined { Err(message()) } else { Ok(()) }
    }
}
