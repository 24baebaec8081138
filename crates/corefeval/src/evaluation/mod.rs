//! Many documents, many metrics: what each document contributes, and what it sums up to.

mod gather;
mod known;
mod lookup;
mod plan;
mod preset;
mod protocol;
mod repeats;
pub mod scope;

pub use gather::{Gathering, InOrder, Job, Leftovers};
pub use known::{LAYERED, by_name};
pub use plan::{DocumentTallies, Plan};
pub use preset::{PRESETS, Preset};
pub use protocol::{BlancRule, Missing, Protocol, SignatureError, Singletons, SplitAntecedents, Tokens};
pub use repeats::{Repeat, Repeats};
pub use scope::Scope;

use crate::metric::{Average, Metric, Score, Tally, Undefined, averages};

/// What every document contributed to every metric, for one system.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// The metrics, in the order of the tallies.
    pub metrics: Vec<&'static Metric>,
    /// How much recall weighs against precision.
    pub beta: f64,
    /// Each key document, in file order.
    pub documents: Vec<DocumentTallies>,
}

impl Evaluation {
    /// The metrics, in the order of the tallies.
    #[must_use]
    pub fn metrics(&self) -> &[&'static Metric] {
        &self.metrics
    }

    /// How much recall weighs against precision.
    #[must_use]
    pub fn beta(&self) -> f64 {
        self.beta
    }

    /// What means do with figures that are undefined.
    #[must_use]
    pub fn undefined(&self) -> Undefined {
        Undefined::Zero
    }

    /// Each key document, in file order.
    #[must_use]
    pub fn documents(&self) -> &[DocumentTallies] {
        &self.documents
    }

    /// The tallies of a metric summed over documents, one for each part of the metric.
    pub fn total<'a>(
        &self,
        metric: usize,
        documents: impl Iterator<Item = &'a DocumentTallies>,
    ) -> Vec<Tally> {
        let parts = self.metrics[metric].parts.len();
        documents.fold(vec![Tally::default(); parts], |mut total, document| {
            for (sum, tally) in total.iter_mut().zip(&document.tallies[metric]) {
                *sum += *tally;
            }
            total
        })
    }

    /// The score of a metric over all documents.
    #[must_use]
    pub fn score(&self, metric: usize) -> Score {
        self.score_of(metric, self.documents.iter())
    }

    /// The score of a metric over some documents.
    pub fn score_of<'a>(&self, metric: usize, documents: impl Iterator<Item = &'a DocumentTallies>) -> Score {
        (self.metrics[metric].score)(&self.total(metric, documents), self.beta)
    }

    /// The mean of the documents' scores: every document weighs the same.
    #[must_use]
    pub fn macro_score(&self, metric: usize) -> Score {
        let scores = self.documents.iter().map(|document| self.score_of(metric, std::iter::once(document)));
        Score::mean(&scores.collect::<Vec<_>>(), self.undefined())
    }

    /// The averages that can be computed from these metrics, from the score of each of them.
    #[must_use]
    pub fn averages(&self, scores: &[Score]) -> Vec<(&'static Average, Option<f64>)> {
        averages(&self.metrics, scores, self.undefined())
    }
}
