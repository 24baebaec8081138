//! GAP: which of two names does a pronoun refer to, and does it matter whether it is `he` or `she`?
//!
//! ```text
//! ID  Text  Pronoun  Pronoun-offset  A  A-offset  A-coref  B  B-offset  B-coref  URL      (key, with a head line)
//! ID  A-coref  B-coref                                                                    (response, without)
//! ```
//!
//! Each name is a decision of its own; precision, recall and F1 over all, and for each gender of the pronoun;
//! bias = F1 of feminine / F1 of masculine pronouns. A decision that a response lacks is missed. Webster et al. 2018.

use std::collections::HashMap;
use std::fmt;

use crate::metric::{Ratio, Score, Tally};

/// The two decisions of one example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// Its id.
    pub id: String,
    /// Whether its pronoun is feminine; unknown in responses, and for other pronouns.
    pub feminine: Option<bool>,
    /// Whether the pronoun refers to A, and to B.
    pub refers: [bool; 2],
}

/// A line that is not of this format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GapError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub reason: String,
}

impl fmt::Display for GapError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "line {}: {}", self.line, self.reason)
    }
}

impl std::error::Error for GapError {}

/// Reads a key or a response, told apart by their columns.
pub fn read(text: &str) -> Result<Vec<Example>, GapError> {
    let lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
    let without_head = lines.filter(|(line, number)| *number > 1 || !line.starts_with("ID\t"));
    without_head
        .map(|(line, number)| example(line).map_err(|reason| GapError { line: number, reason }))
        .collect()
}

fn example(line: &str) -> Result<Example, String> {
    let cells: Vec<&str> = line.trim_end_matches('\r').split('\t').collect();
    let (pronoun, a, b) = match cells[..] {
        [_, a, b] => ("", a, b),
        [_, _, pronoun, _, _, _, a, _, _, b, ..] => (pronoun, a, b),
        _ => return Err(format!("expected 3 or 11 columns with tabs between, found {}", cells.len())),
    };
    let feminine = match pronoun.to_lowercase().as_str() {
        "she" | "her" | "hers" => Some(true),
        "he" | "him" | "his" => Some(false),
        _ => None,
    };
    Ok(Example { id: cells[0].to_owned(), feminine, refers: [truth(a)?, truth(b)?] })
}

fn truth(cell: &str) -> Result<bool, String> {
    match cell.trim().to_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        other => Err(format!("expected TRUE or FALSE, found `{other}`")),
    }
}

/// Decisions, counted for all pronouns and for each gender.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Counts {
    /// All pronouns.
    pub all: Tally,
    /// Masculine pronouns.
    pub masculine: Tally,
    /// Feminine pronouns.
    pub feminine: Tally,
    /// Examples that the response lacks.
    pub missing: u64,
}

impl Counts {
    /// F1 of feminine by F1 of masculine pronouns; none without masculine ones that are right.
    #[must_use]
    pub fn bias(&self) -> Option<f64> {
        let f1 = |tally: Tally| tally.score(1.0).f;
        Some(f1(self.feminine)? / f1(self.masculine).filter(|value| *value > 0.0)?)
    }

    /// Names and scores in the order in which they are printed.
    #[must_use]
    pub fn named(&self) -> [(&'static str, Score); 3] {
        let score = |tally: Tally| tally.score(1.0);
        [
            ("overall", score(self.all)),
            ("masculine", score(self.masculine)),
            ("feminine", score(self.feminine)),
        ]
    }
}

/// Counts the decisions of a response.
#[must_use]
pub fn count(key: &[Example], response: &[Example]) -> Counts {
    let answers: HashMap<&str, [bool; 2]> =
        response.iter().map(|example| (example.id.as_str(), example.refers)).collect();
    let mut counts = Counts::default();
    for example in key {
        let answer = answers.get(example.id.as_str());
        counts.missing += u64::from(answer.is_none());
        let tally =
            (0..2).map(|place| decision(example.refers[place], answer.map(|answer| answer[place]))).sum();
        counts.all += tally;
        match example.feminine {
            Some(true) => counts.feminine += tally,
            Some(false) => counts.masculine += tally,
            None => {}
        }
    }
    counts
}

/// One decision; without an answer it is missed, whatever would have been right.
fn decision(right: bool, answer: Option<bool>) -> Tally {
    let one = |yes: bool| f64::from(u8::from(yes));
    let found = one(right && answer == Some(true));
    let out_of = one(right || answer.is_none());
    Tally { recall: Ratio::new(found, out_of), precision: Ratio::new(found, one(answer == Some(true))) }
}

#[cfg(test)]
mod tests {
    use super::{count, read};

    const KEY: &str = "ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tA-coref\tB\tB-offset\tB-coref\tURL\n\
        d-1\tt\tshe\t0\tAnn\t1\tTRUE\tEve\t2\tFALSE\tu\n\
        d-2\tt\tHis\t0\tTom\t1\tFALSE\tBob\t2\tTRUE\tu\n\
        d-3\tt\thim\t0\tTom\t1\tTRUE\tBob\t2\tFALSE\tu\n";

    #[test]
    fn decisions_are_counted_by_gender() {
        let response = "d-1\tTRUE\tTRUE\nd-2\tFALSE\tTRUE\n";
        let counts = count(&read(KEY).unwrap(), &read(response).unwrap());
        let (all, feminine) = (counts.all.score(1.0).or_zero(), counts.feminine.score(1.0).or_zero());
        // d-3 is missing: both of its decisions are missed
        assert!((all[0] - 2.0 / 4.0).abs() < 1e-12 && (all[1] - 2.0 / 3.0).abs() < 1e-12);
        assert!((feminine[0] - 1.0).abs() < 1e-12 && (feminine[1] - 0.5).abs() < 1e-12);
        assert_eq!(counts.missing, 1);
        let masculine = counts.masculine.score(1.0).or_zero()[2];
        assert!((counts.bias().unwrap() - feminine[2] / masculine).abs() < 1e-12);
    }

    #[test]
    fn a_line_of_another_format_is_named() {
        assert_eq!(read("d-1\tTRUE\tTRUE\nd-2\tTRUE").unwrap_err().line, 2);
        assert_eq!(
            read("d-1\tTRUE\tmaybe").unwrap_err().to_string(),
            "line 1: expected TRUE or FALSE, found `maybe`"
        );
    }
}
