//! Counts documents one after the other, as in a training loop, and adds up their tallies.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use corefeval::document::{Document, Name};
use corefeval::evaluation::{self, DocumentPair, DocumentTallies, Evaluation, Noticed, Scope, Scoring};
use corefeval::matching::Matching;
use corefeval::metric::{Ratio, Score, Tally, Undefined};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::choices::Plan;
use crate::clusters::{Clusters, Mentions, Wish};
use crate::interrupt::interruptible;
use crate::problems::{add, bad_choice, collection, kept, refused};
use crate::scores::Scores;

/// The sums over documents so far. Several threads can count at once; documents are added one after the
/// other.
#[pyclass(frozen, module = "corefeval._corefeval")]
pub(crate) struct Tallier {
    plan: evaluation::Plan,
    scoring: Arc<Scoring>,
    may_repeat: bool,
    sums: Mutex<Sums>,
}

/// The documents and the sums of their tallies.
struct Sums {
    documents: Vec<DocumentTallies>,
    /// The sums of the documents' tallies, added in the order of the documents.
    totals: Vec<Vec<Tally>>,
}

/// A document with more mentions than this is counted on a separate thread, so that Ctrl-C works.
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

    /// Counts one document: the clusters of its key and of a response. Returns the first repeated mention, if
    /// there is one, with the number of the document.
    #[pyo3(signature = (key, response, name=None))]
    fn update<'py>(
        &self,
        py: Python<'py>,
        key: &Bound<'py, PyAny>,
        response: &Bound<'py, PyAny>,
        name: Option<&str>,
    ) -> PyResult<Option<(usize, String)>> {
        let mut mentions = Mentions::new(py);
        let sides = [mentions.clusters("key", key)?, mentions.clusters("response", response)?];
        let is_long = sides.iter().map(Clusters::count).sum::<usize>() > LONG;
        let named = name.map_or_else(|| numbered(self.sums().documents.len() + 1), Name::parse);
        let may_sort = self.plan.protocol().matching == Matching::EXACT;
        let wish = Wish { tokens: None, may_repeat: self.may_repeat, may_sort };
        let made = mentions.documents(&named, &sides, wish)?;
        let Ok([key, response]) = <[Document; 2]>::try_from(made.documents) else { return Ok(None) };
        let counted = if is_long {
            let scoring = Arc::clone(&self.scoring);
            interruptible(py, move |_| counted(key, response, &scoring))?
        } else {
            py.detach(|| counted(key, response, &self.scoring))
        };
        match counted {
            Ok(mut document) => {
                let mut sums = self.sums();
                let number = sums.documents.len() + 1;
                if name.is_none() {
                    // another thread may have added a document
                    renumber(&mut document, number);
                }
                sums.push(document);
                Ok(made.repeated.map(|repeated| (number, repeated)))
            }
            Err(noticed) => {
                let mut problems = collection(false);
                add(&mut problems, noticed, &["key".to_owned(), "response".to_owned()]);
                Err(refused(py, &kept(&problems)))
            }
        }
    }

    /// Adds the sums of other talliers with the same plan: all of them, or none if one has a different plan.
    fn merge(slf: &Bound<'_, Self>, others: Vec<Bound<'_, Self>>) -> PyResult<()> {
        let own = slf.get();
        for other in &others {
            if slf.is(other) {
                return Err(bad_choice(slf.py(), "an evaluator cannot be merged with itself"));
            }
            if own.plan != other.get().plan {
                let plans = format!("`{}` and `{}`", own.plan, other.get().plan);
                let message = format!("evaluators add up only under the same plan: {plans}");
                return Err(bad_choice(slf.py(), &message));
            }
        }
        for other in others {
            let documents = other.get().sums().documents.clone();
            let mut sums = own.sums();
            for (place, mut document) in documents.into_iter().enumerate() {
                // unnamed documents get new numbers, otherwise two would have the same name
                if document.name == numbered(place + 1) {
                    renumber(&mut document, sums.documents.len() + 1);
                }
                sums.push(document);
            }
        }
        Ok(())
    }

    /// Forgets all documents.
    fn clear(&self) {
        *self.sums() = Sums::new(&self.plan);
    }

    fn __len__(&self) -> usize {
        self.sums().documents.len()
    }

    /// The signature of the plan.
    #[getter]
    fn signature(&self) -> String {
        self.plan.to_string()
    }

    /// The scores of all documents.
    fn scores(&self, name: &str) -> PyResult<Scores> {
        Ok(Scores::alone(name, self.evaluation()?))
    }

    /// Precision, recall and F of a metric over all documents; 0 if the denominator is 0.
    fn prf(&self, metric: usize, beta: f64) -> (f64, f64, f64) {
        let [recall, precision, f] = self.score(metric, beta).or_zero();
        (precision, recall, f)
    }

    /// The means of the metrics' precision, recall and F.
    fn mean_prf(&self, beta: f64) -> (f64, f64, f64) {
        let metrics = self.plan.metrics().len();
        let scores: Vec<Score> = (0..metrics).map(|metric| self.score(metric, beta)).collect();
        let [recall, precision, f] = Score::mean(&scores, Undefined::Zero).or_zero();
        (precision, recall, f)
    }

    /// Numerator and denominator of a metric's precision, then of its recall.
    fn counts(&self, metric: usize) -> (f64, f64, f64, f64) {
        let total: Tally = self.sums().totals.get(metric).into_iter().flatten().copied().sum();
        let (precision, recall) = (total.precision, total.recall);
        (precision.numerator, precision.denominator, recall.numerator, recall.denominator)
    }

    /// Precision, recall and F of a metric for the last document; 0 if the denominator is 0.
    fn last_prf(&self, metric: usize, beta: f64) -> (f64, f64, f64) {
        let sums = self.sums();
        let tallies = sums.documents.last().and_then(|document| document.tallies.get(metric));
        let known = self.plan.metrics().get(metric);
        let score =
            known.zip(tallies).map_or(Score::default(), |(known, tallies)| (known.score)(tallies, beta));
        let [recall, precision, f] = score.or_zero();
        (precision, recall, f)
    }

    /// All data, to be read by `_load`, for pickling and copying.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String, bool))> {
        let own = slf.get();
        let text = serde_json::to_string(&own.evaluation()?);
        let text = text.map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok((slf.get_type().getattr("_load")?, (text, own.may_repeat)))
    }

    /// Reads the text from `__reduce__`.
    #[staticmethod]
    fn _load(text: &str, may_repeat: bool) -> PyResult<Self> {
        let read: Result<Evaluation, _> = serde_json::from_str(text);
        let read = read.map_err(|error| PyValueError::new_err(format!("not a stored evaluator: {error}")))?;
        let tallier = Self::of(read.plan().clone(), may_repeat);
        for document in read.documents() {
            tallier.sums().push(document.clone());
        }
        Ok(tallier)
    }
}

impl Tallier {
    fn of(plan: evaluation::Plan, may_repeat: bool) -> Self {
        let sums = Mutex::new(Sums::new(&plan));
        Self { scoring: Arc::new(Scoring::new(&plan)), plan, may_repeat, sums }
    }

    /// Locks the sums; no Python code may be called while they are locked.
    fn sums(&self) -> MutexGuard<'_, Sums> {
        // a document is added completely or not at all
        self.sums.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn score(&self, metric: usize, beta: f64) -> Score {
        let sums = self.sums();
        let known = self.plan.metrics().get(metric).zip(sums.totals.get(metric));
        known.map_or(Score::default(), |(known, total)| (known.score)(total, beta))
    }

    fn evaluation(&self) -> PyResult<Evaluation> {
        let documents = self.sums().documents.clone();
        Evaluation::from_tallies(self.plan.clone(), documents).map_err(PyValueError::new_err)
    }
}

impl Sums {
    fn new(plan: &evaluation::Plan) -> Self {
        Self { documents: Vec::new(), totals: zeros(plan) }
    }

    fn push(&mut self, document: DocumentTallies) {
        for (total, tallies) in self.totals.iter_mut().zip(&document.tallies) {
            for (sum, tally) in total.iter_mut().zip(tallies) {
                *sum += *tally;
            }
        }
        self.documents.push(document);
    }
}

/// The name of an unnamed document.
fn numbered(number: usize) -> Name {
    Name::from(number.to_string())
}

fn renumber(document: &mut DocumentTallies, number: usize) {
    document.name = numbered(number);
    document.labels.topic.clone_from(&document.name.id);
}

/// The tallies of a pair of documents, or its problems. Both were made from the same mentions, so their texts
/// need not be compared.
fn counted(key: Document, response: Document, scoring: &Scoring) -> Result<DocumentTallies, Vec<Noticed>> {
    let mut noticed = Vec::new();
    let counted = scoring.alone(&DocumentPair::unchecked(key, response), &mut |one| noticed.push(one));
    counted.filter(|_| !noticed.iter().any(Noticed::is_error)).ok_or(noticed)
}

fn zeros(plan: &evaluation::Plan) -> Vec<Vec<Tally>> {
    plan.metrics().iter().map(|metric| vec![Tally::default(); metric.parts.len()]).collect()
}

/// F of a precision and a recall, each given as numerator and denominator; 0 if the denominator is 0.
#[pyfunction]
pub(crate) fn f_of(precision: (f64, f64), recall: (f64, f64), beta: f64) -> f64 {
    let ratio = |(numerator, denominator)| Ratio::new(numerator, denominator);
    let tally = Tally { recall: ratio(recall), precision: ratio(precision) };
    tally.score(beta).f.unwrap_or(0.0)
}
