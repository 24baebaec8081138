//! The words that CoVal takes after the two files.

use super::document::Document;
use crate::metric::Tally;

/// What is asked for.
#[derive(Clone, Debug)]
pub struct Options {
    pub(super) metrics: Vec<&'static Metric>,
    steps: Vec<Step>,
}

/// Something done to the entities before they are scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    RemoveSingletons,
    NounPhrasesOnly,
    RemoveNested,
    MinimumSpans,
}

/// A measure with the name that CoVal gives it.
#[derive(Debug)]
pub(super) struct Metric {
    pub(super) name: &'static str,
    /// Whether it is one of the three that make the CoNLL score.
    pub(super) in_average: bool,
    pub(super) tally: fn(&Document) -> Result<Tally, String>,
}

const METRICS: [Metric; 5] = [
    Metric { name: "mentions", in_average: false, tally: |document| Ok(document.mentions) },
    Metric { name: "muc", in_average: true, tally: |document| Ok(document.comparison.muc()) },
    Metric { name: "bcub", in_average: true, tally: Document::b_cubed },
    Metric { name: "ceafe", in_average: true, tally: Document::ceaf_e },
    Metric { name: "lea", in_average: false, tally: Document::lea },
];

/// `removIe_singleton` is CoVal's own spelling; the documented `remove_singleton` does nothing there.
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
    /// Reads the words; what CoVal does not know, it ignores.
    #[must_use]
    pub fn from_words<W: AsRef<str>>(words: &[W]) -> Self {
        let said = |name: &str| words.iter().any(|word| word.as_ref() == name);
        let chosen: Vec<&Metric> = METRICS.iter().filter(|metric| said(metric.name)).collect();
        let all = said("all") || chosen.is_empty();
        Self {
            metrics: if all { METRICS.iter().collect() } else { chosen },
            steps: STEPS.iter().filter(|step| said(step.0)).map(|step| step.1).collect(),
        }
    }

    pub(super) fn has(&self, step: Step) -> bool {
        self.steps.contains(&step)
    }

    /// Whether trees are needed.
    pub(super) fn parses(&self) -> bool {
        self.has(Step::MinimumSpans) || self.has(Step::NounPhrasesOnly)
    }
}
