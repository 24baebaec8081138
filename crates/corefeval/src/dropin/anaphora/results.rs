//! Metrics by name, their sums over documents, and the lines they are printed as.

use std::fmt::Write;

use super::sides::Sides;
use super::{mention_overlap, zeros};
use crate::dropin::evaluator::{Comparison, blanc_score, percentages, score};
use crate::metric::{Score, Tally};

/// What can be asked of the CorefUD scorer and the Universal Anaphora scorers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// MUC.
    Muc,
    /// B³.
    BCubed,
    /// CEAF over entities.
    CeafE,
    /// CEAF over mentions.
    CeafM,
    /// BLANC.
    Blanc,
    /// LEA.
    Lea,
    /// The mention overlap ratio.
    Overlap,
    /// The zero score.
    Zero,
}

impl Metric {
    /// All of them, in the order in which `all` prints them.
    pub const ALL: [Self; 8] = [
        Self::Muc,
        Self::BCubed,
        Self::CeafE,
        Self::CeafM,
        Self::Blanc,
        Self::Lea,
        Self::Overlap,
        Self::Zero,
    ];

    /// What it is called, on the command line and in print.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Muc => "muc",
            Self::BCubed => "bcub",
            Self::CeafE => "ceafe",
            Self::CeafM => "ceafm",
            Self::Blanc => "blanc",
            Self::Lea => "lea",
            Self::Overlap => "mor",
            Self::Zero => "zero",
        }
    }

    /// What a document contributes: two tallies for BLANC, one for the others.
    pub(in crate::dropin) fn tallies(self, sides: &Sides, comparison: &Comparison) -> Vec<Tally> {
        match self {
            Self::Muc => vec![comparison.muc()],
            Self::BCubed => vec![comparison.b_cubed()],
            Self::CeafE => vec![comparison.ceaf_e()],
            Self::CeafM => vec![comparison.ceaf_m()],
            Self::Blanc => comparison.blanc().to_vec(),
            Self::Lea => vec![comparison.lea()],
            Self::Overlap => vec![mention_overlap::tally(sides)],
            Self::Zero => vec![zeros::tally(sides)],
        }
    }
}

/// A metric and its sums.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// The metric.
    pub metric: Metric,
    /// Its tallies summed over all documents: two for BLANC, one for the others.
    pub tallies: Vec<Tally>,
}

impl Figure {
    /// A metric of which nothing is counted yet.
    pub(in crate::dropin) fn new(metric: Metric) -> Self {
        let parts = if metric == Metric::Blanc { 2 } else { 1 };
        Self { metric, tallies: vec![Tally::default(); parts] }
    }

    /// Adds what a document contributes.
    pub(in crate::dropin) fn add(&mut self, tallies: &[Tally]) {
        for (sum, tally) in self.tallies.iter_mut().zip(tallies) {
            *sum += *tally;
        }
    }

    /// The sums, divided.
    #[must_use]
    pub fn score(&self) -> Score {
        match self.tallies[..] {
            [together, apart] => blanc_score(&[together, apart]),
            [tally] => score(tally),
            _ => Score::default(),
        }
    }
}

/// Prints each figure in two lines.
pub(in crate::dropin) fn print(figures: &[Figure], out: &mut String) {
    for figure in figures {
        // writing to a string cannot fail
        let _ = writeln!(out, "{}\n{}", figure.metric.name(), percentages(&figure.score()));
    }
}

/// Prints the mean of MUC, B³ and CEAFe when three of them were counted, be it one of them twice.
pub(in crate::dropin) fn print_average(figures: &[Figure], out: &mut String) {
    let in_average = |figure: &&Figure| matches!(figure.metric, Metric::Muc | Metric::BCubed | Metric::CeafE);
    let scores: Vec<f64> = figures.iter().filter(in_average).map(|figure| figure.score().f1).collect();
    if scores.len() == 3 {
        let _ = writeln!(out, "CoNLL score: {:.2}", scores.iter().sum::<f64>() / 3.0 * 100.0);
    }
}
