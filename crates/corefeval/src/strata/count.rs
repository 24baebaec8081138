//! Counts one pair of documents, stratum by stratum.

use std::collections::BTreeMap;

use super::{Label, Strata, View};
use crate::document::Name;
use crate::evaluation::{Averaging, DocumentPair, DocumentTallies, Labels, Plan, SplitAntecedents};
use crate::metric::{Metric, Tally};
use crate::pair::Pair;

/// The tallies of each stratum for every metric in one document.
#[derive(Clone, Debug, PartialEq)]
pub struct DocumentStrata {
    /// The document.
    pub name: Name,
    /// The tallies of each stratum, with the numbers of its mentions.
    pub strata: BTreeMap<Label, DocumentTallies>,
    /// What the key document lacks; all its mentions are then in one stratum.
    pub lack: Option<&'static str>,
    /// What was used instead of something that the response lacks.
    pub makeshift: Option<&'static str>,
}

/// The stratum of all mentions in a document that lacks the annotation by which they are grouped.
const UNKNOWN: &str = "(unknown)";

impl DocumentStrata {
    /// Counts a pair under a plan whose metrics can be [`divided`].
    #[must_use]
    pub fn new(strata: &Strata, plan: &Plan, documents: &DocumentPair) -> Self {
        let key = documents.key();
        let lack = (strata.lacks)(key).filter(|_| !key.mentions.is_empty());
        let labels = if lack.is_some() { |view: &View<'_>| unknown(view) } else { strata.labels };
        let mut found = Sums::new(plan, documents);
        let pair = documents.matched(plan);
        found.add(&pair, labels, |metric| !plan.counts_before_singletons_go(metric));
        if plan.metrics().iter().any(|metric| plan.counts_before_singletons_go(metric)) {
            let pair = documents.matched_with_singletons(plan);
            found.add(&pair, labels, |metric| plan.counts_before_singletons_go(metric));
        }
        let makeshift = (strata.makeshift)(documents.response());
        Self { name: key.name.clone(), strata: found.strata, lack, makeshift }
    }
}

fn unknown(view: &View<'_>) -> Vec<Label> {
    vec![UNKNOWN.into(); view.side().mentions.len()]
}

struct Sums<'a> {
    plan: &'a Plan,
    empty: DocumentTallies,
    strata: BTreeMap<Label, DocumentTallies>,
}

impl<'a> Sums<'a> {
    fn new(plan: &'a Plan, documents: &DocumentPair) -> Self {
        let labels = Labels::new(documents.key(), documents.response());
        let labels = Labels { key_mentions: 0, response_mentions: 0, ..labels };
        let tallies = vec![vec![Tally::default()]; plan.metrics().len()];
        let empty = DocumentTallies { name: documents.key().name.clone(), labels, tallies };
        Self { plan, empty, strata: BTreeMap::new() }
    }

    /// Adds the contributions of mentions to some metrics, in file order.
    fn add(
        &mut self,
        pair: &Pair<'_>,
        labels: fn(&View<'_>) -> Vec<Label>,
        is_wanted: impl Fn(&Metric) -> bool,
    ) {
        let (key, response) = (labels(&View::of_key(pair)), labels(&View::of_response(pair)));
        for (place, metric) in self.plan.metrics().iter().enumerate() {
            let Some(credits) = metric.credits.filter(|_| is_wanted(metric)) else { continue };
            let credits = credits(pair);
            for (label, ratio) in key.iter().zip(credits.key) {
                let tally = &mut self.stratum(label).tallies[place][0];
                tally.recall = tally.recall + ratio;
            }
            for (label, ratio) in response.iter().zip(credits.response) {
                let tally = &mut self.stratum(label).tallies[place][0];
                tally.precision = tally.precision + ratio;
            }
        }
        self.count_mentions(&key, &response);
    }

    /// Counts the mentions of each stratum; if singletons are dropped late, before they are dropped.
    fn count_mentions(&mut self, key: &[Label], response: &[Label]) {
        for stratum in self.strata.values_mut() {
            (stratum.labels.key_mentions, stratum.labels.response_mentions) = (0, 0);
        }
        for label in key {
            self.stratum(label).labels.key_mentions += 1;
        }
        for label in response {
            self.stratum(label).labels.response_mentions += 1;
        }
    }

    fn stratum(&mut self, label: &Label) -> &mut DocumentTallies {
        if !self.strata.contains_key(label) {
            self.strata.insert(label.clone(), self.empty.clone());
        }
        self.strata.get_mut(label).unwrap_or(&mut self.empty)
    }
}

/// The metrics of a plan whose tallies can be divided among mentions, and the other metrics.
#[must_use]
pub fn divided(plan: &Plan) -> (Vec<&'static Metric>, Vec<&'static Metric>) {
    plan.metrics().iter().partition(|metric| metric.credits.is_some())
}

/// The reason why no score of any metric under this plan can be split by mentions, if there is one.
#[must_use]
pub fn undivided(plan: &Plan) -> Option<&'static str> {
    if plan.averaging() == Averaging::Macro {
        return Some("`average:macro` is a mean of the scores of documents, which mentions do not add up to");
    }
    if plan.protocol().split_antecedents == SplitAntecedents::Count {
        return Some("`splits:count` counts split antecedents beside mentions");
    }
    plan.compares_rules().then_some("several matching rules are compared: choose one")
}
