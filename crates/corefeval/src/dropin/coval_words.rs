//! How the two scorers of CoVal interpret the words after their files.

/// A measure with the name that CoVal gives it.
#[derive(Debug)]
pub(super) struct Metric<F> {
    pub(super) name: &'static str,
    /// Whether it is one of the three that make the CoNLL score.
    pub(super) in_average: bool,
    pub(super) tally: F,
}

/// The requested metrics and steps.
#[derive(Clone, Debug)]
pub(super) struct Asked<F: 'static, S> {
    pub(super) metrics: Vec<&'static Metric<F>>,
    steps: Vec<S>,
}

impl<F, S: Copy + PartialEq> Asked<F, S> {
    /// Reads the words; ignores what CoVal does not know.
    pub(super) fn from_words<W: AsRef<str>>(
        words: &[W],
        metrics: &'static [Metric<F>],
        steps: &[(&str, S)],
    ) -> Self {
        let said = |name: &str| words.iter().any(|word| word.as_ref() == name);
        let chosen: Vec<&Metric<F>> = metrics.iter().filter(|metric| said(metric.name)).collect();
        let all = said("all") || chosen.is_empty();
        Self {
            metrics: if all { metrics.iter().collect() } else { chosen },
            steps: steps.iter().filter(|step| said(step.0)).map(|step| step.1).collect(),
        }
    }

    pub(super) fn has(&self, step: S) -> bool {
        self.steps.contains(&step)
    }
}
