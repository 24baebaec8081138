//! Runs long work without holding the interpreter, so that Ctrl-C can end it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// The interval at which signals are checked.
const OFTEN: Duration = Duration::from_millis(50);

/// A flag that asks work to end early.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stop(Arc<AtomicBool>);

/// The panic payload with which work ends early.
struct Stopped;

impl Stop {
    /// Ends the work if nobody waits for its result. Must be called between documents.
    pub(crate) fn check(&self) {
        if self.0.load(Ordering::Relaxed) {
            // unwinds without the message of a panic, through the threads of a pool too
            std::panic::resume_unwind(Box::new(Stopped));
        }
    }
}

/// Runs work on a separate thread while other threads of Python continue. A signal such as Ctrl-C raises its
/// exception at once, and the work ends before its next document.
pub(crate) fn interruptible<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce(&Stop) -> T + Send + 'static,
) -> PyResult<T> {
    let stop = Stop::default();
    let (sender, mut receiver) = channel();
    let watched = stop.clone();
    std::thread::spawn(move || {
        // nobody may be waiting any more
        let _ = sender.send(work(&watched));
    });
    loop {
        let waited;
        (receiver, waited) = py.detach(move || {
            let waited = receiver.recv_timeout(OFTEN);
            (receiver, waited)
        });
        match waited {
            Ok(result) => return Ok(result),
            Err(RecvTimeoutError::Timeout) => {
                py.check_signals().inspect_err(|_| stop.0.store(true, Ordering::Relaxed))?;
            }
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err("corefeval ended early: please report this as a bug"));
            }
        }
    }
}
