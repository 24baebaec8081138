//! What is counted, and how: a protocol, the metrics, and how figures are computed from tallies.

use std::error::Error;
use std::fmt;

use super::{AidDigests, Aids, Averaging, Protocol, Rounding, SplitAntecedents, Tokens};
use crate::document::{Layer, Wanted};
use crate::matching::{Matching, ZeroMatching};
use crate::metric::{Group, METRICS, Metric, Rules, Undefined, possible_averages};
use crate::nec::{Heads, Material};

/// Everything that can change a printed figure, except the files themselves. `Display` is the signature to publish, and
/// `FromStr` reads it back, or the name of a preset.
///
/// ```
/// use corefeval::evaluation::Plan;
///
/// let plan: Plan = "conll-2012".parse()?;
/// assert_eq!(plan.to_string().parse::<Plan>()?, plan);
/// # Ok::<(), corefeval::evaluation::SignatureError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Plan {
    pub(super) protocol: Protocol,
    /// The metrics as they were requested.
    pub(super) asked: Vec<&'static Metric>,
    /// The metrics as they are counted under the protocol, in the order of their tallies.
    metrics: Vec<&'static Metric>,
    /// The matching rules to compare; empty if there is only the rule of the protocol.
    pub(super) rules: Vec<Matching>,
    pub(super) averaging: Averaging,
    pub(super) rounding: Rounding,
    pub(super) decimals: u8,
    pub(super) undefined: Undefined,
    pub(super) aids: AidDigests,
}

/// The error if files besides key and responses are not those that the plan names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OtherAids {
    /// The kind of file.
    pub what: &'static str,
    /// Whether none was given.
    pub missing: bool,
}

impl fmt::Display for OtherAids {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = self.what;
        if self.missing {
            write!(formatter, "the signature comes from a run with --{what}: give that file too")
        } else {
            write!(formatter, "the file given with --{what} is not the one named in the signature")
        }
    }
}

impl Error for OtherAids {}

impl Default for Plan {
    /// Every standard metric under the usual protocol.
    fn default() -> Self {
        Self::new(Protocol::default(), METRICS)
    }
}

impl PartialEq for Plan {
    /// Plans are equal if their signatures are.
    fn eq(&self, other: &Self) -> bool {
        self.to_string() == other.to_string()
    }
}

impl Plan {
    /// The metrics under a protocol, which decides which BLANC is meant and whether split antecedents count.
    #[must_use]
    pub fn new(protocol: Protocol, metrics: &[&'static Metric]) -> Self {
        let mut plan = Self {
            protocol,
            asked: metrics.to_vec(),
            metrics: Vec::new(),
            rules: Vec::new(),
            averaging: Averaging::Micro,
            rounding: Rounding::Nearest,
            decimals: 2,
            undefined: Undefined::Zero,
            aids: AidDigests::default(),
        };
        plan.settle();
        plan
    }

    /// Determines the metrics that are counted, after all choices are set.
    pub(super) fn settle(&mut self) {
        let count_splits = self.protocol.split_antecedents == SplitAntecedents::Count;
        let rules = Rules { blanc: self.protocol.blanc, count_splits };
        self.metrics = self.asked.iter().map(|metric| metric.under(rules)).collect();
    }

    /// The choices about what is counted.
    #[must_use]
    pub fn protocol(&self) -> &Protocol {
        &self.protocol
    }

    /// The metrics, in the order of their tallies.
    #[must_use]
    pub fn metrics(&self) -> &[&'static Metric] {
        &self.metrics
    }

    /// How documents are averaged.
    #[must_use]
    pub fn averaging(&self) -> Averaging {
        self.averaging
    }

    /// How percentages are rounded.
    #[must_use]
    pub fn rounding(&self) -> Rounding {
        self.rounding
    }

    /// The number of decimals of percentages.
    #[must_use]
    pub fn decimals(&self) -> u8 {
        self.decimals
    }

    /// How averages treat undefined scores.
    #[must_use]
    pub fn undefined(&self) -> Undefined {
        self.undefined
    }

    /// The digests of the files that the run takes besides key and responses.
    #[must_use]
    pub fn aids(&self) -> &AidDigests {
        &self.aids
    }

    /// The same plan for a run that takes these files besides key and responses; they must be those that the plan names.
    pub fn with_aids(&self, aids: &Aids) -> Result<Self, OtherAids> {
        let given = aids.digests();
        let named = &self.aids;
        let pairs = [
            ("trees", &named.trees, &given.trees),
            ("topics", &named.topics, &given.topics),
            ("entity-map", &named.entity_maps, &given.entity_maps),
        ];
        for (what, named, given) in pairs {
            if !named.is_empty() && named != given {
                return Err(OtherAids { what, missing: given.is_empty() });
            }
        }
        Ok(Self { aids: given, ..self.clone() })
    }

    /// The same plan with other metrics.
    #[must_use]
    pub fn with_metrics(&self, metrics: &[&'static Metric]) -> Self {
        let mut plan = Self { asked: metrics.to_vec(), ..self.clone() };
        plan.settle();
        plan
    }

    /// The same plan with only those metrics that are part of an average; with all metrics if there are none.
    #[must_use]
    pub fn with_averaged_metrics(&self) -> Self {
        let in_average = |metric: &&'static Metric| {
            possible_averages(&self.metrics).any(|average| average.of.contains(&metric.name))
        };
        let averaged: Vec<&'static Metric> = self.metrics.iter().copied().filter(in_average).collect();
        if averaged.is_empty() { self.clone() } else { self.with_metrics(&averaged) }
    }

    /// The same plan under another protocol.
    #[must_use]
    pub fn with_protocol(&self, protocol: Protocol) -> Self {
        let mut plan = Self { protocol, rules: Vec::new(), ..self.clone() };
        plan.settle();
        plan
    }

    /// The same plan under each of the rules it compares; only the plan itself if there is one rule.
    #[must_use]
    pub fn each_rule(&self) -> Vec<Self> {
        let under = |matching: &Matching| {
            self.with_protocol(Protocol { matching: *matching, ..self.protocol.clone() })
        };
        if self.compares_rules() { self.rules.iter().map(under).collect() } else { vec![self.clone()] }
    }

    /// Whether several matching rules are compared.
    #[must_use]
    pub fn compares_rules(&self) -> bool {
        !self.rules.is_empty()
    }

    /// What must be read of the key.
    #[must_use]
    pub fn wanted_key(&self) -> Wanted {
        let Protocol { matching, selection, .. } = &self.protocol;
        let metrics = self.metrics.iter().map(|metric| metric.wanted_key);
        let wanted = metrics.fold(matching.wanted_key().union(selection.wanted_key()), Wanted::union);
        wanted.union(self.wanted_zeros()).union(self.wanted_words()).union(self.wanted_splits())
    }

    /// Whether a rule, a choice or a metric reads the key's constituency trees.
    #[must_use]
    pub fn reads_trees(&self) -> bool {
        self.each_rule().iter().any(|plan| plan.wanted_key().has(Layer::Parse))
    }

    /// What must be read of a response.
    #[must_use]
    pub fn wanted_response(&self) -> Wanted {
        let Protocol { matching, selection, .. } = &self.protocol;
        let metrics = self.metrics.iter().map(|metric| metric.wanted_response);
        let wanted =
            metrics.fold(matching.wanted_response().union(selection.wanted_response()), Wanted::union);
        wanted.union(self.wanted_zeros()).union(self.wanted_words()).union(self.wanted_splits())
    }

    /// Whether a metric reads names, tags or syntax of the key.
    #[must_use]
    pub fn looks_at_layers(&self) -> bool {
        self.metrics.iter().any(|metric| metric.group == Group::Layered)
    }

    /// What the key documents that were read lack, if a metric has nothing to count without it.
    #[must_use]
    pub fn lacks(&self, material: Material) -> Option<String> {
        let metric = self.metrics.iter().find(|metric| metric.group == Group::Layered)?;
        let lack = material.lacks(Heads::Auto)?;
        Some(format!("the key has {lack}; `{}` needs them", metric.name))
    }

    /// What is used instead if the key documents that were read lack something better.
    #[must_use]
    pub fn makeshift(&self, material: Material) -> Option<&'static str> {
        material.makeshift(Heads::Auto).filter(|_| self.looks_at_layers() && self.lacks(material).is_none())
    }

    /// What must be read for split antecedents: the elements of plural entities are details.
    fn wanted_splits(&self) -> Wanted {
        match self.protocol.split_antecedents {
            SplitAntecedents::Count => Wanted::MENTIONS.and_details(),
            SplitAntecedents::Ignore => Wanted::MENTIONS,
        }
    }

    fn wanted_words(&self) -> Wanted {
        match self.protocol.tokens {
            Tokens::Same => Wanted::MENTIONS,
            Tokens::Aligned => Wanted::MENTIONS.and(Layer::Word),
        }
    }

    fn wanted_zeros(&self) -> Wanted {
        match self.protocol.zero_matching {
            ZeroMatching::Linear => Wanted::MENTIONS,
            ZeroMatching::Dependent => Wanted::MENTIONS.and(Layer::Enhanced),
        }
    }
}
