//! What can go wrong before a format's reader sees any bytes.

use std::io;
use std::path::{Path, PathBuf};

use corefeval::format::FORMATS;

/// A file that cannot be read; every message names it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The system refuses.
    #[error("{}: {cause}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        cause: io::Error,
    },
    /// A folder has no files to read.
    #[error("{}: no file in this folder ends like a format that can be read; see `corefeval formats`", folder.display())]
    NothingToRead {
        /// The folder.
        folder: PathBuf,
    },
    /// A file has no bytes.
    #[error("{}: the file is empty", path.display())]
    Empty {
        /// The file.
        path: PathBuf,
    },
    /// The start of a file is like no format.
    #[error("{}: not in any known format; say which with --format ({})", path.display(), format_names())]
    UnknownFormat {
        /// The file.
        path: PathBuf,
    },
    /// A standoff file without the text that it is about.
    #[error("{}: the text of a standoff file: {text}", path.display())]
    Companion {
        /// The standoff file.
        path: PathBuf,
        /// What is wrong with its text.
        text: Box<Error>,
    },
    /// A file that must be text has bytes that are not.
    #[error("{}: {cause}", path.display())]
    NotText {
        /// The file.
        path: PathBuf,
        /// Where the text ends.
        cause: std::str::Utf8Error,
    },
    /// More threads than any machine has use for.
    #[error("{asked} threads: at most {} can be used", crate::MOST_THREADS)]
    TooManyThreads {
        /// How many.
        asked: usize,
    },
    /// The system gives no threads.
    #[error("no threads can be started: {0}")]
    NoThreads(#[from] rayon::ThreadPoolBuildError),
}

/// What this crate's functions return.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// What turns the system's refusal to read a path into an error.
    pub(crate) fn io(path: &Path) -> impl Fn(io::Error) -> Self + '_ {
        move |cause| Self::Io { path: path.to_owned(), cause }
    }

    /// What the system said, if it was the system that refused.
    #[must_use]
    pub fn cause(&self) -> Option<&io::Error> {
        match self {
            Self::Io { cause, .. } => Some(cause),
            Self::Companion { text, .. } => text.cause(),
            _ => None,
        }
    }
}

fn format_names() -> String {
    let names: Vec<&str> = FORMATS.iter().map(|format| format.name).collect();
    names.join(", ")
}
