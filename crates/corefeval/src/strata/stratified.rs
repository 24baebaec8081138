//! The strata of all documents, after a check that they add up to the scores.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::{DocumentStrata, Label, Strata};
use crate::evaluation::{DocumentTallies, Evaluation};
use crate::metric::{Ratio, Tally};

/// A score split by a property of mentions.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Stratified {
    /// The property by which mentions are grouped.
    pub by: String,
    /// The strata, in the order of the table or the largest first. They add up to the tallies of the evaluation.
    pub strata: Vec<Stratum>,
    /// What was used instead of something that a response lacks.
    pub makeshifts: Vec<String>,
    /// How many documents lack what mentions are sorted by.
    pub unknown: usize,
}

/// Mentions that have something in common.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stratum {
    /// Its name.
    pub name: String,
    /// The tallies of its mentions for each document that has any, with the numbers of these mentions.
    pub documents: Vec<DocumentTallies>,
}

/// Why a score was not split.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Undivided {
    /// No key document has the annotation by which mentions are grouped.
    Lacks(&'static str),
    /// The contributions of mentions do not add up to the tally: repeated mentions are counted by a special
    /// rule.
    OtherRule {
        /// The document.
        document: String,
        /// The metric.
        metric: &'static str,
    },
}

impl fmt::Display for Undivided {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lacks(what) => write!(formatter, "the key has {what}"),
            Self::OtherRule { document, metric } => write!(
                formatter,
                "document {document}: `{metric}` counts repeated mentions by a rule that single mentions do not add up to; \
                 `repeats:first` or `last` counts each span once"
            ),
        }
    }
}

impl Error for Undivided {}

impl Stratified {
    /// Gathers the strata of the documents of an evaluation, in its order.
    pub fn new(
        strata: &Strata,
        evaluation: &Evaluation,
        documents: Vec<DocumentStrata>,
    ) -> Result<Self, Undivided> {
        check(evaluation, &documents)?;
        let lacking = documents.iter().filter(|document| document.lack.is_some()).count();
        let lack = documents.iter().find_map(|document| document.lack);
        let knows = |document: &DocumentStrata| document.lack.is_none() && !document.strata.is_empty();
        if let Some(lack) = lack.filter(|_| !documents.iter().any(knows)) {
            return Err(Undivided::Lacks(lack));
        }
        let mut makeshifts: Vec<String> = Vec::new();
        let mut gathered: BTreeMap<Label, Vec<DocumentTallies>> = BTreeMap::new();
        for document in documents {
            if let Some(makeshift) =
                document.makeshift.filter(|text| !makeshifts.iter().any(|known| known == text))
            {
                makeshifts.push(makeshift.to_owned());
            }
            for (label, tallies) in document.strata {
                gathered.entry(label).or_default().push(tallies);
            }
        }
        let mut all: Vec<Stratum> = gathered
            .into_iter()
            .map(|(name, documents)| Stratum { name: name.into_owned(), documents })
            .collect();
        let place = |name: &str| strata.values.iter().position(|value| value.name == name);
        all.sort_by_key(|stratum| {
            let mentions = if strata.values.is_empty() { stratum.mentions().0 } else { 0 };
            (place(&stratum.name).unwrap_or(usize::MAX), std::cmp::Reverse(mentions))
        });
        Ok(Self { by: strata.name.to_owned(), strata: all, makeshifts, unknown: lacking })
    }
}

impl Stratum {
    /// How many key and how many response mentions are in it.
    #[must_use]
    pub fn mentions(&self) -> (usize, usize) {
        let labels = || self.documents.iter().map(|document| &document.labels);
        (labels().map(|one| one.key_mentions).sum(), labels().map(|one| one.response_mentions).sum())
    }
}

/// Checks that strata add up to the tallies, for each document and each metric.
fn check(evaluation: &Evaluation, documents: &[DocumentStrata]) -> Result<(), Undivided> {
    for (counted, strata) in evaluation.documents().iter().zip(documents) {
        for (place, metric) in evaluation.metrics().iter().enumerate() {
            let parts = strata.strata.values().filter_map(|stratum| stratum.tallies.get(place)?.first());
            let total =
                counted.tallies.get(place).and_then(|parts| parts.first()).copied().unwrap_or_default();
            if !is_same(parts.copied().sum(), total) {
                let document = strata.name.to_string();
                return Err(Undivided::OtherRule { document, metric: metric.name });
            }
        }
    }
    Ok(())
}

/// Whether two tallies are equal except for the last bits.
fn is_same(one: Tally, other: Tally) -> bool {
    let close = |one: f64, other: f64| (one - other).abs() <= 1e-9 * (1.0 + other.abs());
    let same = |one: Ratio, other: Ratio| {
        close(one.numerator, other.numerator) && close(one.denominator, other.denominator)
    };
    same(one.recall, other.recall) && same(one.precision, other.precision)
}
