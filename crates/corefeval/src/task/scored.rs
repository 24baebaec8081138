//! The result of one response to one dataset, as data that can be stored.

use serde::{Deserialize, Serialize};

use crate::evaluation::Evaluation;
use crate::problem::Problem;

/// The result of one response to one dataset.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Scored {
    /// An evaluation under each matching rule that the key allows, the official one first; empty if there was
    /// an error.
    pub rules: Vec<Evaluation>,
    /// Problems of the response: the first few of each kind.
    pub problems: Vec<Trouble>,
    /// How many errors there are.
    pub errors: usize,
    /// How many warnings there are.
    pub warnings: usize,
}

/// A problem in the form in which results contain it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trouble {
    /// The path of the file, relative to the submission's folder.
    pub path: String,
    /// The line, from 1; 0 if it is about the whole file.
    pub line: u64,
    /// `error`, `warning` or `note`.
    pub severity: String,
    /// The code, which has an entry in `docs/problems.md`.
    pub code: String,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub hint: String,
}

impl Trouble {
    /// A problem of a file.
    #[must_use]
    pub fn new(path: &str, problem: &Problem) -> Self {
        Self {
            path: path.to_owned(),
            line: problem.line,
            severity: problem.severity.name().to_owned(),
            code: problem.code.to_owned(),
            message: problem.message.clone(),
            hint: problem.hint.clone(),
        }
    }

    /// Whether it is an error, which prevents the response from being scored.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.severity == "error"
    }
}
