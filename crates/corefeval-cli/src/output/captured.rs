//! Keeps the output of a command, instead of printing it, for a program that calls the command.

use std::cell::RefCell;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use corefeval::problem::Problem;

thread_local! {
    /// The place for the output of this thread's command, if it is kept.
    static CAPTURE: RefCell<Option<Capture>> = const { RefCell::new(None) };
}

#[derive(Clone, Default)]
struct Capture {
    out: Sink,
    remarks: Sink,
    problems: Arc<Mutex<Vec<(String, Problem)>>>,
}

/// Bytes that several writers add to.
#[derive(Clone, Default)]
pub(super) struct Sink(Arc<Mutex<Vec<u8>>>);

impl Sink {
    fn take(&self) -> Vec<u8> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The captured output of a command.
pub(crate) struct Captured {
    /// What it wrote to standard output.
    pub(crate) out: Vec<u8>,
    /// What it wrote to standard error, without problems of files.
    pub(crate) remarks: String,
    /// The problems of files, each with its path.
    pub(crate) problems: Vec<(String, Problem)>,
}

/// Runs something and keeps what it prints on this thread.
pub(crate) fn capture<T>(run: impl FnOnce() -> T) -> (T, Captured) {
    let capture = Capture::default();
    let before = CAPTURE.replace(Some(capture.clone()));
    let result = run();
    CAPTURE.set(before);
    let problems = std::mem::take(&mut *capture.problems.lock().unwrap_or_else(PoisonError::into_inner));
    let remarks = String::from_utf8_lossy(&capture.remarks.take()).into_owned();
    (result, Captured { out: capture.out.take(), remarks, problems })
}

/// Whether output is kept.
pub(crate) fn is_captured() -> bool {
    CAPTURE.with_borrow(Option::is_some)
}

/// Where standard output is kept, if it is.
pub(super) fn out() -> Option<Sink> {
    CAPTURE.with_borrow(|capture| capture.as_ref().map(|capture| capture.out.clone()))
}

/// Where standard error is kept, if it is.
pub(super) fn remarks() -> Option<Sink> {
    CAPTURE.with_borrow(|capture| capture.as_ref().map(|capture| capture.remarks.clone()))
}

/// Keeps problems of files; `false` if output is not kept.
pub(crate) fn keep_problems<'a>(problems: impl Iterator<Item = (&'a str, &'a Problem)>) -> bool {
    CAPTURE.with_borrow(|capture| {
        let Some(capture) = capture else { return false };
        let kept = problems.map(|(path, problem)| (path.to_owned(), problem.clone()));
        capture.problems.lock().unwrap_or_else(PoisonError::into_inner).extend(kept);
        true
    })
}

#[cfg(test)]
mod tests {
    use super::{capture, is_captured};

    #[test]
    fn what_is_printed_is_kept_until_the_end() {
        let (result, captured) = capture(|| {
            crate::output::write("\u{1b}[1mbold\u{1b}[0m\n", None).unwrap();
            crate::output::write_data(b"data\n").unwrap();
            crate::output::remark(crate::output::Label::Note, "so");
            is_captured()
        });
        assert!(result && !is_captured());
        assert_eq!(captured.out, b"bold\ndata\n");
        assert_eq!(captured.remarks, "note: so\n");
    }
}
