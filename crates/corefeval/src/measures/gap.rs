//! GAP: to which of two names does a pronoun refer, and does the score depend on the gender of the pronoun?
//!
//! ```text
//! ID  Text  Pronoun  Pronoun-offset  A  A-offset  A-coref  B  B-offset  B-coref  URL      (key, with a head line)
//! ID  A-coref  B-coref                                                                    (response, without)
//! ```
//!
//! Each name is one decision. Precision, recall and F1 are computed over all decisions and for each gender of
//! the pronoun; bias = F1 of feminine / F1 of masculine pronouns. A decision that a response lacks is missed.
//! Webster et al. 2018.

use std::collections::{HashMap, HashSet};

use super::Measure;
use crate::format::gap::{Decisions, decisions_of};
use crate::metric::{Ratio, Score, Tally};
use crate::problem::Problem;

/// What this measure is called, and where it comes from.
pub const GAP: Measure = Measure {
    name: "gap",
    command: "gap",
    summary: "which of two names a pronoun refers to, and whether the result depends on gender",
    citation: "Webster et al. 2018",
};

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

/// Reads a key or a response, distinguished by their columns, and returns its problems. If an example is
/// repeated, its first line counts, as in the program of Webster et al.
#[must_use]
pub fn read(text: &str) -> (Vec<Example>, Vec<Problem>) {
    let (mut decisions, mut problems) = decisions_of(text);
    problems.extend(without_repeated(&mut decisions));
    let example = |decisions: &Decisions<'_>| Example {
        id: decisions.id.to_owned(),
        feminine: feminine(decisions.pronoun),
        refers: decisions.refers,
    };
    (decisions.iter().map(example).collect(), problems)
}

/// Removes repeated examples and returns a problem for each.
fn without_repeated(decisions: &mut Vec<Decisions<'_>>) -> Vec<Problem> {
    let mut lines = HashMap::new();
    let mut problems = Vec::new();
    decisions.retain(|decisions| {
        let line = *lines.entry(decisions.id).or_insert(decisions.number);
        let is_first = line == decisions.number;
        if !is_first {
            let message =
                format!("example {} is on line {line} already; this line is left out", decisions.id);
            problems.push(decisions.warning("same-id", message));
        }
        is_first
    });
    problems
}

/// Problems: the examples of a response that the key lacks.
#[must_use]
pub fn strangers(key: &[Example], response: &str) -> Vec<Problem> {
    let known: HashSet<&str> = key.iter().map(|example| example.id.as_str()).collect();
    let (decisions, _) = decisions_of(response);
    let strangers = decisions.iter().filter(|decisions| !known.contains(decisions.id));
    let said = |stranger: &Decisions<'_>| {
        stranger
            .warning("extra-document", format!("example {} is not in the key; it is left out", stranger.id))
    };
    strangers.map(said).collect()
}

fn feminine(pronoun: &str) -> Option<bool> {
    match pronoun.to_lowercase().as_str() {
        "she" | "her" | "hers" => Some(true),
        "he" | "him" | "his" => Some(false),
        _ => None,
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
    /// F1 of feminine divided by F1 of masculine pronouns; none if no masculine pronoun is right.
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

/// The tally of one decision; without an answer it is missed, whether yes or no is right.
fn decision(right: bool, answer: Option<bool>) -> Tally {
    let one = |yes: bool| f64::from(u8::from(yes));
    let found = one(right && answer == Some(true));
    let out_of = one(right || answer.is_none());
    Tally { recall: Ratio::new(found, out_of), precision: Ratio::new(found, one(answer == Some(true))) }
}

#[cfg(test)]
mod tests {
    use super::{count, read, strangers};

    const KEY: &str = "ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tA-coref\tB\tB-offset\tB-coref\tURL\n\
        d-1\tt\tshe\t0\tAnn\t1\tTRUE\tEve\t2\tFALSE\tu\n\
        d-2\tt\tHis\t0\tTom\t1\tFALSE\tBob\t2\tTRUE\tu\n\
        d-3\tt\thim\t0\tTom\t1\tTRUE\tBob\t2\tFALSE\tu\n";

    #[test]
    fn decisions_are_counted_by_gender() {
        let response = "d-1\tTRUE\tTRUE\nd-2\tFALSE\tTRUE\n";
        let counts = count(&read(KEY).0, &read(response).0);
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
        let first = |text: &str| read(text).1.remove(0);
        let missing = first("d-1\tTRUE\tTRUE\nd-2\tTRUE");
        assert_eq!((missing.line, missing.column), (2, 9));
        let wrong = first("d-1\tTRUE\tTRUE\nd-2\tTRUE\tmaybe");
        assert_eq!((wrong.code, wrong.line, wrong.column, wrong.length), ("not-a-decision", 2, 10, 5));
        assert_eq!(first("d-1\tTRUE\tmaybe").code, "not-gap");
    }

    #[test]
    fn examples_that_are_repeated_or_not_in_the_key_are_named_with_their_lines() {
        let response = "d-1\tTRUE\tTRUE\nd-9\tTRUE\tTRUE\nd-1\tFALSE\tTRUE\n";
        let (_, repeated) = read(response);
        assert_eq!(repeated.iter().map(|one| (one.code, one.line)).collect::<Vec<_>>(), [("same-id", 3)]);
        let strangers = strangers(&read(KEY).0, response);
        let found: Vec<_> = strangers.iter().map(|one| (one.code, one.line)).collect();
        assert_eq!(found, [("extra-document", 2)]);
    }

    #[test]
    fn of_examples_that_are_repeated_the_first_counts_on_both_sides() {
        let twice = format!("{KEY}{}", "d-1\tt\tshe\t0\tAnn\t1\tFALSE\tEve\t2\tTRUE\tu\n");
        let (first, second) = ("d-1\tTRUE\tFALSE\n", "d-1\tFALSE\tTRUE\n");
        let response = format!("{first}{second}");
        assert_eq!(count(&read(&twice).0, &read(&response).0), count(&read(KEY).0, &read(first).0));
        assert_ne!(count(&read(KEY).0, &read(&response).0), count(&read(KEY).0, &read(second).0));
    }
}
