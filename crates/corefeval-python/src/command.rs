//! Runs the command line, or calls it and returns its output.

use std::ffi::OsString;

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::interrupt::interruptible;
use crate::problems::{Found, fields};

/// Runs the command line with these arguments, the program's own name first; returns its exit status.
#[pyfunction]
pub(crate) fn run(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| corefeval_cli::number(corefeval_cli::run(arguments)))
}

/// Exit status, output, remarks, the reason of a failure, and problems.
type Called<'py> = (u8, Bound<'py, PyBytes>, String, Option<String>, Bound<'py, PyAny>);

/// Runs the command line and returns what it would have printed.
#[pyfunction]
pub(crate) fn call(py: Python<'_>, arguments: Vec<OsString>) -> PyResult<Called<'_>> {
    let called = interruptible(py, move |_| corefeval_cli::call(arguments))?;
    let found: Vec<Found> = called.problems.iter().map(|(path, problem)| Found::new(path, problem)).collect();
    let problems = fields(&found).into_pyobject(py)?.into_any();
    Ok((called.status, PyBytes::new(py, &called.out), called.remarks, called.error, problems))
}
