//! The words that CoVal's ARRAU scorer takes after the two paths.

use crate::dropin::coval_words::{Asked, Metric};
use crate::dropin::evaluator::Comparison;
use crate::metric::Tally;

/// The requested metrics and steps.
#[derive(Clone, Debug)]
pub struct Options(Asked<Tallying, Step>);

type Tallying = fn(&Comparison) -> Tally;

/// A departure from the default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    RemoveSingletons,
    UseMinimum,
    KeepNonReferring,
}

static METRICS: [Metric<Tallying>; 4] = [
    Metric { name: "lea", in_average: false, tally: Comparison::lea },
    Metric { name: "muc", in_average: true, tally: Comparison::muc },
    Metric { name: "bcub", in_average: true, tally: Comparison::b_cubed },
    Metric { name: "ceafe", in_average: true, tally: Comparison::ceaf_e },
];

const STEPS: [(&str, Step); 7] = [
    ("remove_singletons", Step::RemoveSingletons),
    ("remove_singleton", Step::RemoveSingletons),
    ("MIN", Step::UseMinimum),
    ("min", Step::UseMinimum),
    ("min_spans", Step::UseMinimum),
    ("keep_non_referring", Step::KeepNonReferring),
    ("keep_non_referrings", Step::KeepNonReferring),
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

    /// What is evaluated, in CoVal's words and spelling.
    pub(super) fn sentence(&self) -> String {
        let what = match (self.has(Step::KeepNonReferring), self.has(Step::RemoveSingletons)) {
            (true, false) => {
                "all annotated markables, i.e. including corferent markables, singletons and non-referring markables"
            }
            (true, true) => "only coreferent markables and non-referring markables, excluding singletons",
            (false, false) => "coreferring markables and singletons, excluding non-referring mentions.",
            (false, true) => "only coreferring markables, excluding singletons and non-referring mentions",
        };
        let minimum =
            if self.has(Step::UseMinimum) { "using the minimum span evaluation setting " } else { "" };
        format!("The scorer is evaluating  {what} {minimum}")
    }
}
