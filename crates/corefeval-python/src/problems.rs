//! Problems and errors for Python: exceptions of the package, with the problems as data.

use corefeval::evaluation::Noticed;
use corefeval::problem::{self, Count, Severity, Strictness};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use serde::{Deserialize, Serialize};

/// A problem with its file or side, in the form that is stored and passed to Python.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Found {
    path: String,
    pub(crate) severity: String,
    code: String,
    line: u64,
    column: u32,
    length: u32,
    text: String,
    message: String,
    hint: String,
}

/// The fields of a problem, in the order of the Python class.
type Fields = (String, String, String, u64, u32, u32, String, String, String);

impl Found {
    /// A problem of a file or side.
    pub(crate) fn new(path: &str, problem: &problem::Problem) -> Self {
        Self {
            path: path.to_owned(),
            severity: problem.severity.name().to_owned(),
            code: problem.code.to_owned(),
            line: problem.line,
            column: problem.column,
            length: problem.length,
            text: problem.text.clone(),
            message: problem.message.clone(),
            hint: problem.hint.clone(),
        }
    }

    fn fields(&self) -> Fields {
        let Self { path, severity, code, line, column, length, text, message, hint } = self.clone();
        (severity, code, path, line, column, length, text, message, hint)
    }

    /// The problem in one line.
    pub(crate) fn line(&self) -> String {
        let place = match (self.line, self.column) {
            (0, _) => self.path.clone(),
            (line, 0) => format!("{}:{line}", self.path),
            (line, column) => format!("{}:{line}:{column}", self.path),
        };
        let colon = if place.is_empty() { "" } else { ": " };
        format!("{place}{colon}{} [{}]", self.message, self.code)
    }
}

/// The problems as tuples for the Python class.
pub(crate) fn fields(found: &[Found]) -> Vec<Fields> {
    found.iter().map(Found::fields).collect()
}

/// An empty collection of problems; `strict` makes every warning an error.
pub(crate) fn collection(strict: bool) -> problem::Problems {
    problem::Problems::new(if strict { Strictness::Strict } else { Strictness::Lenient })
}

/// The problems that were kept; for each kind with more problems, the last one gives their number.
pub(crate) fn kept(problems: &problem::Problems) -> Vec<Found> {
    let mut found: Vec<Found> = problems.kept().map(|(path, problem)| Found::new(path, problem)).collect();
    found.extend(problems.counts().filter(|count| count.found > count.kept).map(|count| more(&count)));
    found
}

fn more(count: &Count<'_>) -> Found {
    let hidden = count.found - count.kept;
    let problem = problem::Problem::note(count.code, 0, format!("… and {hidden} more of this kind"));
    Found { severity: count.severity.name().to_owned(), ..Found::new(count.source, &problem) }
}

/// Adds what was noticed about documents of the sides: 0 is the key, then the responses.
pub(crate) fn add(problems: &mut problem::Problems, noticed: Vec<Noticed>, sides: &[String]) {
    for one in noticed {
        problems.add(sides.get(one.source).map_or("", String::as_str), one.problem);
    }
}

/// An exception of the package by its name, made of a message and problems.
pub(crate) fn exception(py: Python<'_>, class: &str, message: &str, found: &[Found]) -> PyErr {
    let made = || py.import("corefeval._errors")?.getattr(class)?.call1((message, fields(found)));
    match made() {
        Ok(value) => PyErr::from_value(value),
        Err(error) => error,
    }
}

/// The exception for input that cannot be used: the first error in its message, all of them as data.
pub(crate) fn refused(py: Python<'_>, found: &[Found]) -> PyErr {
    let mut errors = found.iter().filter(|one| one.severity == Severity::Error.name());
    let Some(first) = errors.next() else { return exception(py, "InputError", "nothing was scored", found) };
    let mut message = first.line();
    if !first.text.is_empty() {
        message += &format!("\n  {}", first.text);
    }
    if !first.hint.is_empty() {
        message += &format!("\n  hint: {}", first.hint);
    }
    match errors.count() {
        0 => {}
        more => message += &format!("\n  … and {more} more; see .problems"),
    }
    exception(py, "InputError", &message, found)
}

/// The exception for a file that cannot be opened or read at all.
pub(crate) fn unreadable(py: Python<'_>, error: &corefeval_files::Error) -> PyErr {
    if let corefeval_files::Error::Io { path, cause } = error
        && let Some(number) = cause.raw_os_error()
    {
        // FileNotFoundError, PermissionError and the like, as raised by `open`
        let said = cause.to_string();
        let said = said.split(" (os error").next().unwrap_or_default().to_owned();
        return PyOSError::new_err((number, said, path.as_os_str().to_owned()));
    }
    exception(py, "InputError", &error.to_string(), &[])
}

/// The exception for a choice that cannot be made.
pub(crate) fn bad_choice(py: Python<'_>, message: &str) -> PyErr {
    exception(py, "ChoiceError", message, &[])
}
