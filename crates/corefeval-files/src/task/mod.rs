//! The folder of a shared task: `task.toml`, keys, given files, and submissions.
//!
//! [`TaskFolder`] finds the files, [`Key`] reads a dataset once and scores any number of responses to it, and
//! [`check`] compares a submission with the given files, without any key.

mod archive;
mod check;
mod folder;
mod key;
mod run;

pub use check::check;
pub use folder::TaskFolder;
pub use key::Key;
pub use run::{Looked, Run};
