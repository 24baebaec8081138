//! What every document contributed to every metric, as data: it can be stored, sent, and added up.

use std::error::Error;
use std::fmt;
use std::ops::Add;

use serde::{Deserialize, Serialize};

use super::{Averaging, DocumentTallies, Plan};
use crate::metric::{Average, Metric, Score, Tally, Undefined, averages};

/// What every document contributed to every metric, for one system.
///
/// Evaluations of parts of a corpus under the same plan add up, and can be stored.
///
/// ```
/// use corefeval::document::Document;
/// use corefeval::evaluation::{Evaluation, Plan, evaluate};
///
/// let plan: Plan = "metrics:muc".parse()?;
/// let scored = |name: &str, response: Vec<Vec<std::ops::Range<u32>>>| {
///     let key = Document::from_clusters(name, 4, [[0..1, 1..2, 3..4]])?;
///     let response = Document::from_clusters(name, 4, response)?;
///     Ok::<Evaluation, Box<dyn std::error::Error>>(evaluate([key], [[response]], &plan)?.systems()[0].clone())
/// };
/// let one = scored("one", vec![vec![0..1, 1..2, 3..4]])?;
/// let two = scored("two", vec![vec![0..1, 1..2], vec![3..4]])?;
/// let both = (one + two)?;
/// // 2 of 2 links and 1 of 2, added up before they are divided
/// assert_eq!(both.score(0).recall, Some(3.0 / 4.0));
/// assert_eq!(both.macro_score(0).recall, Some((1.0 + 0.5) / 2.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "StoredEvaluation", into = "StoredEvaluation")]
pub struct Evaluation {
    plan: Plan,
    documents: Vec<DocumentTallies>,
}

impl Evaluation {
    /// What documents contributed, in the order of the key.
    pub(crate) fn new(plan: Plan, documents: Vec<DocumentTallies>) -> Self {
        Self { plan, documents }
    }

    /// An evaluation from documents that were counted elsewhere; they must have tallies of all metrics of the
    /// plan.
    pub fn from_tallies(plan: Plan, documents: Vec<DocumentTallies>) -> Result<Self, String> {
        let parts: Vec<usize> = plan.metrics().iter().map(|metric| metric.parts.len()).collect();
        let fits =
            |document: &DocumentTallies| document.tallies.iter().map(Vec::len).eq(parts.iter().copied());
        match documents.iter().find(|document| !fits(document)) {
            Some(document) => {
                Err(format!("document {} has no tallies for the signature's metrics", document.name))
            }
            None => Ok(Self { plan, documents }),
        }
    }

    /// How it was counted.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The metrics, in the order of the tallies.
    #[must_use]
    pub fn metrics(&self) -> &[&'static Metric] {
        self.plan.metrics()
    }

    /// How much recall weighs against precision.
    #[must_use]
    pub fn beta(&self) -> f64 {
        self.plan.protocol().beta
    }

    /// How averages treat undefined scores.
    #[must_use]
    pub fn undefined(&self) -> Undefined {
        self.plan.undefined()
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
        let parts = self.metrics().get(metric).map_or(0, |metric| metric.parts.len());
        documents.fold(vec![Tally::default(); parts], |mut total, document| {
            let tallies = document.tallies.get(metric).into_iter().flatten();
            for (sum, tally) in total.iter_mut().zip(tallies) {
                *sum += *tally;
            }
            total
        })
    }

    /// The same evaluation with only some of its documents.
    #[must_use]
    pub fn only(mut self, wanted: impl FnMut(&DocumentTallies) -> bool) -> Self {
        self.documents.retain(wanted);
        self
    }

    /// The score of a metric over all documents, averaged as the plan says.
    #[must_use]
    pub fn score(&self, metric: usize) -> Score {
        self.averaged(metric, &self.documents.iter().collect::<Vec<_>>())
    }

    /// The score of a metric over some documents, averaged as the plan says.
    #[must_use]
    pub fn averaged(&self, metric: usize, documents: &[&DocumentTallies]) -> Score {
        match self.plan.averaging() {
            Averaging::Micro => self.score_of(metric, documents.iter().copied()),
            Averaging::Macro => self.mean_of(metric, documents.iter().copied()),
        }
    }

    /// The score of every metric over all documents, averaged as the plan says.
    #[must_use]
    pub fn scores(&self) -> Vec<Score> {
        (0..self.metrics().len()).map(|metric| self.score(metric)).collect()
    }

    /// The score of a metric over all documents, summed before they are divided.
    #[must_use]
    pub fn micro_score(&self, metric: usize) -> Score {
        self.score_of(metric, self.documents.iter())
    }

    /// The score of a metric over some documents, summed before they are divided.
    pub fn score_of<'a>(&self, metric: usize, documents: impl Iterator<Item = &'a DocumentTallies>) -> Score {
        match self.metrics().get(metric) {
            Some(known) => (known.score)(&self.total(metric, documents), self.beta()),
            None => Score::default(),
        }
    }

    /// The mean of the documents' scores: every document weighs the same.
    #[must_use]
    pub fn macro_score(&self, metric: usize) -> Score {
        self.mean_of(metric, self.documents.iter())
    }

    fn mean_of<'a>(&self, metric: usize, documents: impl Iterator<Item = &'a DocumentTallies>) -> Score {
        let scores = documents.map(|document| self.score_of(metric, std::iter::once(document)));
        Score::mean(&scores.collect::<Vec<_>>(), self.undefined())
    }

    /// The averages that can be computed from these metrics, from the score of each of them.
    #[must_use]
    pub fn averages(&self, scores: &[Score]) -> Vec<(&'static Average, Option<f64>)> {
        averages(self.metrics(), scores, self.undefined())
    }
}

impl Add for Evaluation {
    type Output = Result<Self, OtherPlan>;

    /// The documents of both, if they were counted under the same plan.
    fn add(mut self, other: Self) -> Result<Self, OtherPlan> {
        if self.plan != other.plan {
            return Err(OtherPlan { one: self.plan.to_string(), other: other.plan.to_string() });
        }
        self.documents.extend(other.documents);
        Ok(self)
    }
}

/// Evaluations under different plans do not add up.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OtherPlan {
    /// The signature of one.
    pub one: String,
    /// The signature of the other.
    pub other: String,
}

impl fmt::Display for OtherPlan {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "evaluations add up only under the same plan: `{}` and `{}`", self.one, self.other)
    }
}

impl Error for OtherPlan {}

/// The version of [`StoredEvaluation`]: raised when a field changes its meaning or is removed.
const VERSION: u32 = 1;

/// An evaluation as it is stored: its version, signature and tallies.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StoredEvaluation {
    evaluation: u32,
    signature: String,
    documents: Vec<DocumentTallies>,
}

impl From<Evaluation> for StoredEvaluation {
    fn from(evaluation: Evaluation) -> Self {
        let signature = evaluation.plan.to_string();
        Self { evaluation: VERSION, signature, documents: evaluation.documents }
    }
}

impl TryFrom<StoredEvaluation> for Evaluation {
    type Error = String;

    fn try_from(stored: StoredEvaluation) -> Result<Self, String> {
        if stored.evaluation != VERSION {
            return Err(format!("evaluations of version {} cannot be read", stored.evaluation));
        }
        let plan: Plan = stored.signature.parse().map_err(|error| format!("{error}"))?;
        Self::from_tallies(plan, stored.documents)
    }
}
