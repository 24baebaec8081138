//! What these scorers print, and how they write a score.

use crate::metric::{Score, Tally};

/// What a scorer prints, and why it stopped if it did.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Printout {
    /// What goes to standard output.
    pub stdout: String,
    /// The scores in it, unrounded.
    pub scores: Vec<Scored>,
    /// Why it stopped before its end.
    pub failure: Option<String>,
}

/// One metric's result.
#[derive(Clone, Debug, PartialEq)]
pub struct Scored {
    /// What the scorer calls the metric.
    pub name: &'static str,
    /// The sums: BLANC has two, the others one.
    pub tallies: Vec<Tally>,
    /// The sums, divided.
    pub score: Score,
}

impl Printout {
    /// Prints a line.
    pub fn line(&mut self, text: &str) {
        self.stdout.push_str(text);
        self.stdout.push('\n');
    }
}

impl Scored {
    /// Divides a summed tally; these scorers stop if the numerator is above 0 and the denominator is 0.
    pub fn new(name: &'static str, tally: Tally) -> Result<Self, String> {
        let impossible = |ratio: crate::metric::Ratio| ratio.numerator != 0.0 && ratio.denominator == 0.0;
        if impossible(tally.recall) || impossible(tally.precision) {
            return Err(format!("{name} is undefined: entities without mentions leave nothing to divide by"));
        }
        Ok(Self { name, tallies: vec![tally], score: super::score(tally) })
    }
}

/// `Recall: 50.00  Precision: 66.67  F1: 57.14`
#[must_use]
pub fn percentages(score: &Score) -> String {
    let [recall, precision, f1] = score.or_zero().map(|value| value * 100.0);
    format!("Recall: {recall:.2}  Precision: {precision:.2}  F1: {f1:.2}")
}

/// The CoNLL score in percent: the mean of the unrounded F1 of MUC, B³ and CEAFe.
#[must_use]
pub fn conll_average(scores: &[Score; 3]) -> f64 {
    scores.iter().map(|score| score.or_zero()[2]).sum::<f64>() / 3.0 * 100.0
}
