//! Metrics by name, their sums over documents, and the lines they are printed as.

use std::fmt::Write;

use super::sides::Sides;
use super::{mention_overlap, zeros};
use crate::dropin::evaluator::{Comparison, blanc_score, percentages, score};
use crate::metric::{Score, Tally, Undefined};

/// The metrics of the CorefUD scorer and the Universal Anaphora scorers.
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
    /// Whether non-referring markables were found.
    NonReferring,
    /// Bridging anaphors, and their anchors as markables and as entities.
    Bridging,
}

impl Metric {
    /// The metrics of the CorefUD scorer, in the order in which `all` prints them.
    pub const COREFUD: [Self; 8] = [
        Self::Muc,
        Self::BCubed,
        Self::CeafE,
        Self::CeafM,
        Self::Blanc,
        Self::Lea,
        Self::Overlap,
        Self::Zero,
    ];

    /// Its name, on the command line and in the output.
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
            Self::NonReferring => "non-referring",
            Self::Bridging => "bridging",
        }
    }

    /// How many tallies it has.
    fn parts(self) -> usize {
        match self {
            Self::Blanc => 2,
            Self::Bridging => 3,
            _ => 1,
        }
    }

    /// What a document contributes to metrics of clusters: two tallies for BLANC, one for the others.
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
            Self::NonReferring | Self::Bridging => Vec::new(),
        }
    }
}

/// A metric and its sums.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// The metric.
    pub metric: Metric,
    /// Its tallies summed over all documents: two for BLANC, three for bridging, one for the others. BLANC of
    /// only split antecedents has four: the last two are of all mentions.
    pub tallies: Vec<Tally>,
}

impl Figure {
    /// A metric of which nothing is counted yet.
    pub(in crate::dropin) fn new(metric: Metric) -> Self {
        Self { metric, tallies: vec![Tally::default(); metric.parts()] }
    }

    /// Adds what a document contributes.
    pub(in crate::dropin) fn add(&mut self, tallies: &[Tally]) {
        self.tallies.resize(self.tallies.len().max(tallies.len()), Tally::default());
        for (sum, tally) in self.tallies.iter_mut().zip(tallies) {
            *sum += *tally;
        }
    }

    /// The sums, divided; of bridging, only the anaphors.
    #[must_use]
    pub fn score(&self) -> Score {
        match self.tallies[..] {
            [together, apart] => blanc_score(&[together, apart]),
            [together, apart, all_together, all_apart] => {
                blanc_of_splits(&[together, apart], &[all_together, all_apart])
            }
            [tally, ..] => score(tally),
            [] => Score::default(),
        }
    }
}

/// BLANC of only split antecedents: the mean over the parts that exist for all mentions together.
fn blanc_of_splits(parts: &[Tally; 2], all: &[Tally; 2]) -> Score {
    let present = |tally: &Tally| tally.recall.denominator != 0.0 || tally.precision.denominator != 0.0;
    let scores: Vec<Score> =
        parts.iter().zip(all).filter(|(_, all)| present(all)).map(|(part, _)| score(*part)).collect();
    Score::mean(&scores, Undefined::Zero)
}

/// Prints a figure, in most cases as two lines.
pub(in crate::dropin) fn print(figure: &Figure, out: &mut String) {
    let titles: &[&str] = match figure.metric {
        Metric::NonReferring => &["Non-referring markable identification scores:"],
        Metric::Bridging => &[
            "Bridging anaphora recognition scores:",
            "Full bridging scores (Markable Level):",
            "Full bridging scores (Entity Level):",
        ],
        metric => {
            print_lines(metric.name(), &figure.score(), out);
            return;
        }
    };
    out.push_str("============================================\n");
    for (title, tally) in titles.iter().zip(&figure.tallies) {
        print_lines(title, &score(*tally), out);
    }
}

fn print_lines(title: &str, score: &Score, out: &mut String) {
    // writing to a string cannot fail
    let _ = writeln!(out, "{title}\n{}", percentages(score));
}

/// Prints the mean of MUC, B³ and CEAFe if three of them were counted, even if one was counted twice.
pub(in crate::dropin) fn print_average(figures: &[Figure], out: &mut String) {
    let in_average = |figure: &&Figure| matches!(figure.metric, Metric::Muc | Metric::BCubed | Metric::CeafE);
    let scores: Vec<f64> =
        figures.iter().filter(in_average).map(|figure| figure.score().or_zero()[2]).collect();
    if scores.len() == 3 {
        let _ = writeln!(out, "CoNLL score: {:.2}", scores.iter().sum::<f64>() / 3.0 * 100.0);
    }
}
