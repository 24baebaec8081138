//! The words that CoVal takes after the two files.

use super::document::Document;
use crate::dropin::coval_words::{Asked, Metric};
use crate::metric::Tally;

/// The requested metrics and steps.
#[derive(Clone, Debug)]
pub struct Options(Asked<Tallying, Step>);

type Tallying = fn(&Document) -> Result<Tally, String>;

/// Something done to the entities before they are scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    RemoveSingletons,
    NounPhrasesOnly,
    RemoveNested,
    MinimumSpans,
}

static METRICS: [Metric<Tallying>; 5] = [
    Metric { name: "mentions", in_average: false, tally: |document| Ok(document.mentions) },
    Metric { name: "muc", in_average: true, tally: |document| Ok(document.comparison.muc()) },
    Metric { name: "bcub", in_average: true, tally: Document::b_cubed },
    Metric { name: "ceafe", in_average: true, tally: Document::ceaf_e },
    Metric { name: "lea", in_average: false, tally: Document::lea },
];

/// The steps by their words. `removIe_singleton` is CoVal's spelling; the documented `remove_singleton` has
/// no effect in CoVal.
const STEPS: [(&str, Step); 7] = [
    ("remove_singletons", Step::RemoveSingletons),
    ("removIe_singleton", Step::RemoveSingletons),
    ("NP_only", Step::NounPhrasesOnly),
    ("remove_nested", Step::RemoveNested),
    ("min", Step::MinimumSpans),
    ("min_span", Step::MinimumSpans),
    ("min_spans", Step::MinimumSpans),
];

impl Options {
    /// Reads the words; ignores what CoVal does not know.
    #[must_use]
    pub fn from_words<W: AsRef<str>>(words: &[W]) -> Self {
        Self(Asked::from_words(words, &METRICS, &STEPS))
    }

    pub(super) fn metrics(&self) -> &[&'static Metric<Tallying>] {
        &self.0.metrics
    }

    pub(super) fn has(&self, step: Step) -> bool {
        self.0.has(step)
    }

    /// Whether trees are needed.
    pub(super) fn parses(&self) -> bool {
        self.has(Step::MinimumSpans) || self.has(Step::NounPhrasesOnly)
    }
}
