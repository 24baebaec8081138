//! Documents are counted one after the other, as in a training loop; what they contributed adds up.

use corefeval::document::{Document, Name};
use corefeval::evaluation::{self, DocumentPair, DocumentTallies, Evaluation, Noticed, Scope, Scoring};
use corefeval::metric::{Ratio, Score, Tally, Undefined};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::choices::Plan;
use crate::clusters::Mentions;
use crate::interrupt::interruptible;
use crate::problems::{add, bad_choice, collection, kept, refused};
use crate::scores::Scores;

/// What documents contributed so far.
#[pyclass(module = "corefeval._corefeval")]
pub(crate) struct Tallier {
    plan: evaluation::Plan,
    documents: Vec<DocumentTallies>,
    /// What is summed over documents; these are the documents' tallies added up in the order in which they came.
    totals: Vec<Vec<Tally>>,
    may_repeat: bool,
}

/// A document with more mentions than this is counted on a thread that Ctrl-C can leave.
const LONG: usize = 20_000;

#[pymethods]
impl Tallier {
    #[new]
    fn new(py: Python<'_>, plan: &Plan, may_repeat: bool) -> PyResult<Self> {
        if plan.plan.compares_rules() {
            return Err(bad_choice(py, "an evaluator has one matching rule: choose one with match="));
        }
        if plan.plan.protocol().scope != Scope::Document {
            let message =
                "an evaluator counts document by document: use score for scope=\"topic\" or \"corpus\"";
            return Err(bad_choice(py, message));
        }
        Ok(Self::of(plan.plan.clone(), may_repeat))
    }

    /// Counts one document: the clusters of its key and of a response. Returns which mention is repeated, if one is.
    #[pyo3(signature = (key, response, name=None))]
    fn update(
        &mut self,
        py: Python<'_>,
        key: &Bound<'_, PyAny>,
        response: &Bound<'_, PyAny>,
        name: Option<&str>,
    ) -> PyResult<Option<String>> {
        let mut mentions = Mentions::new();
        let key = mentions.clusters("key", key, self.may_repeat)?;
        let response = mentions.clusters("response", response, self.may_repeat)?;
        let name = name.map_or_else(|| Name::plain(&(self.documents.len() + 1).to_string()), Name::parse);
        let tokens = mentions.least_tokens();
        let refuse = |error: corefeval::document::DocumentError| PyValueError::new_err(error.to_string());
        let repeated = key.repeated().or(response.repeated()).map(str::to_owned);
        let is_long = key.mentions() + response.mentions() > LONG;
        let key = mentions.document(name.clone(), tokens, &key).map_err(refuse)?;
        let response = mentions.document(name, tokens, &response).map_err(refuse)?;
        let counted = if is_long {
            let plan = self.plan.clone();
            interruptible(py, move |_| counted(key, response, &plan))?
        } else {
            let plan = &self.plan;
            py.detach(|| counted(key, response, plan))
        };
        match counted {
            Ok(documents) => {
                for document in documents {
                    self.push(document);
                }
                Ok(repeated)
            }
            Err(noticed) => {
                let mut problems = collection(false);
                add(&mut problems, noticed, &["key".to_owned(), "response".to_owned()]);
                Err(refused(py, &kept(&problems)))
            }
        }
    }

    /// Adds what another one counted under the same plan.
    fn merge(&mut self, py: Python<'_>, other: &Bound<'_, Self>) -> PyResult<()> {
        let (plan, documents) = {
            let other = other
                .try_borrow()
                .map_err(|_| bad_choice(py, "an evaluator cannot be merged with itself"))?;
            (other.plan.clone(), other.documents.clone())
        };
        if plan != self.plan {
            let message = format!("evaluators add up only under the same plan: `{}` and `{plan}`", self.plan);
            return Err(bad_choice(py, &message));
        }
        for document in documents {
            self.push(document);
        }
        Ok(())
    }

    /// Forgets all documents.
    fn clear(&mut self) {
        self.documents.clear();
        self.totals = zeros(&self.plan);
    }

    fn __len__(&self) -> usize {
        self.documents.len()
    }

    /// The signature of the plan.
    #[getter]
    fn signature(&self) -> String {
        self.plan.to_string()
    }

    /// The scores of all documents.
    fn scores(&self, name: &str) -> PyResult<Scores> {
        let evaluation = Evaluation::from_tallies(self.plan.clone(), self.documents.clone());
        Ok(Scores::alone(name, evaluation.map_err(PyValueError::new_err)?))
    }

    /// Precision, recall and F of a metric over all documents, 0 where there is nothing to divide by.
    fn prf(&self, metric: usize, beta: f64) -> (f64, f64, f64) {
        let [recall, precision, f] = self.score(metric, beta).or_zero();
        (precision, recall, f)
    }

    /// The means of the metrics' precision, recall and F.
    fn mean_prf(&self, beta: f64) -> (f64, f64, f64) {
        let scores: Vec<Score> = (0..self.totals.len()).map(|metric| self.score(metric, beta)).collect();
        let [recall, precision, f] = Score::mean(&scores, Undefined::Zero).or_zero();
        (precision, recall, f)
    }

    /// Numerator and denominator of a metric's precision, then of its recall.
    fn counts(&self, metric: usize) -> (f64, f64, f64, f64) {
        let total: Tally = self.totals.get(metric).into_iter().flatten().copied().sum();
        let (precision, recall) = (total.precision, total.recall);
        (precision.numerator, precision.denominator, recall.numerator, recall.denominator)
    }

    /// What the last document contributed to a metric: precision, recall and F, 0 where there is nothing to divide by.
    fn last_prf(&self, metric: usize, beta: f64) -> (f64, f64, f64) {
        let tallies = self.documents.last().and_then(|document| document.tallies.get(metric));
        let known = self.plan.metrics().get(metric);
        let score =
            known.zip(tallies).map_or(Score::default(), |(known, tallies)| (known.score)(tallies, beta));
        let [recall, precision, f] = score.or_zero();
        (precision, recall, f)
    }

    /// Everything, to be read by `load`.
    fn store(&self) -> PyResult<(String, bool)> {
        let evaluation = Evaluation::from_tallies(self.plan.clone(), self.documents.clone());
        let text = serde_json::to_string(&evaluation.map_err(PyValueError::new_err)?);
        Ok((text.map_err(|error| PyValueError::new_err(error.to_string()))?, self.may_repeat))
    }

    /// What was stored.
    #[staticmethod]
    fn load(text: &str, may_repeat: bool) -> PyResult<Self> {
        let read: Result<Evaluation, _> = serde_json::from_str(text);
        let read = read.map_err(|error| PyValueError::new_err(format!("not a stored evaluator: {error}")))?;
        let mut tallier = Self::of(read.plan().clone(), may_repeat);
        for document in read.documents() {
            tallier.push(document.clone());
        }
        Ok(tallier)
    }
}

impl Tallier {
    fn of(plan: evaluation::Plan, may_repeat: bool) -> Self {
        Self { totals: zeros(&plan), plan, documents: Vec::new(), may_repeat }
    }

    fn push(&mut self, document: DocumentTallies) {
        for (total, tallies) in self.totals.iter_mut().zip(&document.tallies) {
            for (sum, tally) in total.iter_mut().zip(tallies) {
                *sum += *tally;
            }
        }
        self.documents.push(document);
    }

    fn score(&self, metric: usize, beta: f64) -> Score {
        let known = self.plan.metrics().get(metric).zip(self.totals.get(metric));
        known.map_or(Score::default(), |(known, total)| (known.score)(total, beta))
    }
}

/// What a pair of documents contributes, or what is wrong. They were made from the same mentions, so that nothing has to be compared
/// before they are counted.
fn counted(
    key: Document,
    response: Document,
    plan: &evaluation::Plan,
) -> Result<Vec<DocumentTallies>, Vec<Noticed>> {
    let scoring = Scoring::new(plan);
    let mut noticed = Vec::new();
    let score = scoring.count(&DocumentPair::unchecked(key, response), &mut |one| noticed.push(one));
    let rules = scoring.finish(vec![vec![score]], &mut |one| noticed.push(one));
    if noticed.iter().any(Noticed::is_error) {
        return Err(noticed);
    }
    Ok(rules.iter().flat_map(|rule| &rule.systems).flat_map(Evaluation::documents).cloned().collect())
}

fn zeros(plan: &evaluation::Plan) -> Vec<Vec<Tally>> {
    plan.metrics().iter().map(|metric| vec![Tally::default(); metric.parts.len()]).collect()
}

/// F of a precision and a recall, each given as numerator and denominator; 0 where there is nothing to divide by.
#[pyfunction]
pub(crate) fn f_of(precision: (f64, f64), recall: (f64, f64), beta: f64) -> f64 {
    let ratio = |(numerator, denominator)| Ratio::new(numerator, denominator);
    let tally = Tally { recall: ratio(recall), precision: ratio(precision) };
    tally.score(beta).f.unwrap_or(0.0)
}
