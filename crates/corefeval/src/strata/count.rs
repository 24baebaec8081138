//! One pair of documents is counted, stratum by stratum.

use std::collections::BTreeMap;

use super::{Label, Strata, View};
use crate::document::Name;
use crate::evaluation::{Averaging, DocumentPair, DocumentTallies, Labels, Plan, SplitAntecedents};
use crate::metric::{Metric, Tally};
use crate::pair::Pair;

/// What the mentions of each stratum contributed to every metric in one document.
#[derive(Clone, Debug, PartialEq)]
pub struct DocumentStrata {
    /// The document.
    pub name: Name,
    /// The tallies of each stratum; its labels have the numbers of its mentions.
    pub strata: BTreeMap<Label, DocumentTallies>,
    /// What the key document lacks; its mentions then are in one stratum.
    pub lack: Option<&'static str>,
    /// What was done where the response lacks something.
    pub makeshift: Option<&'static str>,
}

/// The stratum of mentions in a document that lacks what they are sorted by.
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

    /// Adds what mentions contribute to some metrics, in file order.
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

    /// The mentions of each stratum; where singletons are dropped late, those before that.
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

/// The metrics of a plan whose tallies can be shared out to mentions, and the others.
#[must_use]
pub fn divided(plan: &Plan) -> (Vec<&'static Metric>, Vec<&'static Metric>) {
    plan.metrics().iter().partition(|metric| metric.credits.is_some())
}

/// Why no score under a plan can be taken apart by mentions, whatever the metric.
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
