//! What a scorer printed, or what is wrong with a file, and where.

use std::fmt;

use super::Figure;

/// Why a file cannot be scored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The line, counted from 1; 0 if the problem concerns the whole file.
    pub line: usize,
    /// What is wrong.
    pub message: String,
    /// What to do about it, or empty.
    pub hint: &'static str,
}

impl Problem {
    /// A problem at a line.
    pub(in crate::dropin) fn new(line: usize, message: impl Into<String>) -> Self {
        Self { line, message: message.into(), hint: "" }
    }

    /// The problem with advice.
    pub(in crate::dropin) fn hint(self, hint: &'static str) -> Self {
        Self { hint, ..self }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 0 {
            write!(formatter, "line {}: ", self.line)?;
        }
        formatter.write_str(&self.message)?;
        if self.hint.is_empty() { Ok(()) } else { write!(formatter, " ({})", self.hint) }
    }
}

/// What the scorer printed.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// What goes to stdout, also when the files cannot be scored.
    pub stdout: String,
    /// What was odd about the files, each with its side.
    pub warnings: Vec<(Source, String)>,
    /// The figures behind the text, in its order.
    pub figures: Vec<Figure>,
    /// Why the files cannot be scored.
    pub problem: Option<(Source, Problem)>,
}

/// Which file something is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The key.
    Key,
    /// The response.
    Response,
}
