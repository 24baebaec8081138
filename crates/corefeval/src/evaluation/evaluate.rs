//! Evaluation in one call: documents in, evaluations out.

use std::error::Error;
use std::fmt;

use super::{Aids, DocumentPair, Evaluation, Noticed, Origin, Pairing, Plan, Scoring};
use crate::document::Document;

/// The result of an evaluation.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// For each matching rule of the plan, usually one, an evaluation for each response.
    pub rules: Vec<Ruled>,
    /// What was odd; sources are 0 for the key and 1, 2 … for the responses.
    pub noticed: Vec<Noticed>,
}

impl Outcome {
    /// The evaluations of the responses under the plan's first rule.
    #[must_use]
    pub fn systems(&self) -> &[Evaluation] {
        self.rules.first().map_or(&[], |rule| &rule.systems)
    }
}

/// The evaluations of responses under one rule.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Ruled {
    /// The plan with that rule.
    pub plan: Plan,
    /// An evaluation for each response.
    pub systems: Vec<Evaluation>,
}

/// The error if nothing could be scored.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Refusal {
    /// What was wrong, and what was odd.
    pub noticed: Vec<Noticed>,
}

impl fmt::Display for Refusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut errors = self.noticed.iter().filter(|noticed| noticed.is_error());
        let Some(first) = errors.next() else { return formatter.write_str("nothing was scored") };
        write!(formatter, "{} [{}]", first.problem.message, first.problem.code)?;
        match errors.count() {
            0 => Ok(()),
            more => write!(formatter, " (and {more} more)"),
        }
    }
}

impl Error for Refusal {}

/// Scores responses against a key under a plan.
///
/// Documents are paired by name, in any order; those without names are paired in order. Warnings are returned
/// with the evaluations, errors instead of them.
///
/// ```
/// use corefeval::document::Document;
/// use corefeval::evaluation::{Plan, evaluate};
///
/// let key = Document::from_clusters("letter", 9, [vec![0..1, 2..3, 4..5], vec![5..6, 7..8]])?;
/// let response = Document::from_clusters("letter", 9, [vec![0..1, 2..3], vec![5..6, 7..8]])?;
/// let plan: Plan = "conll-2012".parse()?;
/// let outcome = evaluate([key], [[response]], &plan)?;
/// let muc = outcome.systems()[0].score(1);
/// assert_eq!((muc.recall, muc.precision), (Some(2.0 / 3.0), Some(1.0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn evaluate<R: IntoIterator<Item = Document>>(
    key: impl IntoIterator<Item = Document>,
    responses: impl IntoIterator<Item = R>,
    plan: &Plan,
) -> Result<Outcome, Refusal> {
    evaluate_with(key, responses, plan, &Aids::default())
}

/// Like [`evaluate`], with trees, topics or maps of entities.
pub fn evaluate_with<R: IntoIterator<Item = Document>>(
    key: impl IntoIterator<Item = Document>,
    responses: impl IntoIterator<Item = R>,
    plan: &Plan,
    aids: &Aids,
) -> Result<Outcome, Refusal> {
    let scoring = Scoring::new(plan);
    let count = |pair: DocumentPair, notice: &mut dyn FnMut(Noticed)| scoring.count(&pair, notice);
    let (systems, mut noticed) = each_pair(key, responses, plan, aids, count)?;
    let rules = scoring.finish(systems, &mut |one| noticed.push(one));
    if noticed.iter().any(Noticed::is_error) {
        return Err(Refusal { noticed });
    }
    Ok(Outcome { rules, noticed })
}

/// The result for each pair, for each response in the order of the key, and what was noticed.
pub type EachPair<T> = Result<(Vec<Vec<T>>, Vec<Noticed>), Refusal>;

/// Calls a function for every pair of a key and responses that a plan forms.
pub fn each_pair<T, R: IntoIterator<Item = Document>>(
    key: impl IntoIterator<Item = Document>,
    responses: impl IntoIterator<Item = R>,
    plan: &Plan,
    aids: &Aids,
    mut work: impl FnMut(DocumentPair, &mut dyn FnMut(Noticed)) -> T,
) -> EachPair<T> {
    let mut responses: Vec<R::IntoIter> = responses.into_iter().map(IntoIterator::into_iter).collect();
    let mut key = key.into_iter();
    let mut pairing = Pairing::new(plan, aids, responses.len());
    let mut look = |pairing: &mut Pairing<'_, T>| {
        for pair in pairing.ready() {
            let look = pair.look(plan, &mut work);
            pairing.settle([look]);
        }
    };
    // one of each side in turn, so that documents in the same order do not have to wait
    loop {
        let mut ended = true;
        if let Some(document) = key.next() {
            pairing.arrive(Origin::Key, 0, document);
            ended = false;
        }
        for (system, response) in responses.iter_mut().enumerate() {
            if let Some(document) = response.next() {
                pairing.arrive(Origin::Response(system), system + 1, document);
                ended = false;
            }
        }
        if ended {
            break;
        }
        look(&mut pairing);
    }
    pairing.all_arrived();
    look(&mut pairing);
    pairing.form_units();
    look(&mut pairing);
    let (results, noticed) = pairing.finish();
    if noticed.iter().any(Noticed::is_error) { Err(Refusal { noticed }) } else { Ok((results, noticed)) }
}
