//! What a reader found wrong or odd, with its place, and what to do about it.

use std::fmt;

/// How bad a problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Odd, but it is clear what is meant.
    Warning,
    /// The file cannot be used as it is.
    Error,
}

/// Something wrong or odd in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// How bad it is.
    pub severity: Severity,
    /// A fixed short name that the documentation has an entry for, such as `unopened-mention`.
    pub code: &'static str,
    /// The line, counted from 1; 0 when it is about the whole file.
    pub line: u64,
    /// The byte in the line, counted from 1; 0 when it is about the whole line.
    pub column: u32,
    /// How many bytes of the line it is about.
    pub length: u32,
    /// The line itself, cut when it is long.
    pub text: String,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub hint: String,
}

impl Problem {
    /// An error at a line.
    #[must_use]
    pub fn error(code: &'static str, line: u64, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, line, message.into())
    }

    /// A warning at a line.
    #[must_use]
    pub fn warning(code: &'static str, line: u64, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, line, message.into())
    }

    fn new(severity: Severity, code: &'static str, line: u64, message: String) -> Self {
        Self { severity, code, line, column: 0, length: 0, text: String::new(), message, hint: String::new() }
    }

    /// The same with the line's text and the bytes of it that matter.
    #[must_use]
    pub fn at(mut self, text: &[u8], column: usize, length: usize) -> Self {
        let shown = &text[..text.len().min(LONGEST_LINE)];
        String::from_utf8_lossy(shown).trim_end_matches(['\r', '\n']).clone_into(&mut self.text);
        self.column = column as u32 + 1;
        self.length = length as u32;
        self
    }

    /// The same with advice.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = hint.into();
        self
    }
}

/// Lines of a binary file can be very long; nobody reads more than this.
const LONGEST_LINE: usize = 400;

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}: {} [{}]", self.line, self.column, self.message, self.code)
    }
}
