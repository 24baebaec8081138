//! Errors that can occur before a format's reader gets any bytes.

use std::io;
use std::path::{Path, PathBuf};

use corefeval::format::FORMATS;

/// A file that cannot be read; every message names it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The operating system refuses to open or read it.
    #[error("{}: {cause}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The error of the system.
        cause: io::Error,
    },
    /// A folder has no files to read.
    #[error("{}: no file in this folder has the extension of a format that can be read; see `corefeval formats`", folder.display())]
    NothingToRead {
        /// The folder.
        folder: PathBuf,
    },
    /// A folder has a pipe, socket or device, and reading it might never end.
    #[error("{}: this is {what}, which is not read as part of a folder; give its path by itself, or move it away", path.display())]
    NotAFile {
        /// Its path.
        path: PathBuf,
        /// What it is.
        what: &'static str,
    },
    /// A file has no bytes.
    #[error("{}: the file is empty", path.display())]
    Empty {
        /// The file.
        path: PathBuf,
    },
    /// The start of a file matches no format.
    #[error("{}: not in any known format; set it with --format ({})", path.display(), format_names())]
    UnknownFormat {
        /// The file.
        path: PathBuf,
    },
    /// A standoff file without its text.
    #[error("{}: the text of a standoff file: {text}", path.display())]
    Companion {
        /// The standoff file.
        path: PathBuf,
        /// What is wrong with its text.
        text: Box<Error>,
    },
    /// A file that must be text has bytes that are not UTF-8.
    #[error("{}: this is no text: byte {} is not UTF-8; is it the right file?", path.display(), cause.valid_up_to() + 1)]
    NotText {
        /// The file.
        path: PathBuf,
        /// The place of the first invalid byte.
        cause: std::str::Utf8Error,
    },
    /// A file was changed, truncated, replaced or removed while it was read.
    #[error("{}: the file changed while it was read; run again when nothing writes to it", path.display())]
    Changed {
        /// The file.
        path: PathBuf,
    },
    /// Compressed data that cannot be unpacked completely.
    #[error("{}: the {packing} data is damaged or cut off: {reason}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// How it is compressed.
        packing: &'static str,
        /// The message of the decompressor.
        reason: String,
    },
    /// An archive, or data in a compression that is not supported.
    #[error("{}: compressed or archived ({what}): unpack it first", path.display())]
    Packed {
        /// The file.
        path: PathBuf,
        /// What it is.
        what: &'static str,
    },
    /// Text with two or four bytes for each character.
    #[error("{}: {} text is not read; convert it to UTF-8: `iconv -f {encoding} -t utf-8`", path.display(), encoding.to_uppercase())]
    WideText {
        /// The file.
        path: PathBuf,
        /// The name of its encoding in `iconv`.
        encoding: &'static str,
    },
    /// Compressed data that unpacks to more than is allowed.
    #[error("{}: unpacks to more than {}; if that is right, unpack it first", path.display(), size(*limit))]
    UnpacksToTooMuch {
        /// The file.
        path: PathBuf,
        /// How many bytes are allowed.
        limit: u64,
    },
    /// A document that is longer than the limit.
    #[error("{}: a document does not end within {}; is this a file of the format it seems to be?", path.display(), size(*limit))]
    EndlessDocument {
        /// The file.
        path: PathBuf,
        /// How many bytes are allowed.
        limit: u64,
    },
    /// A shared task that cannot be run.
    #[error("{}: {message}", path.display())]
    Task {
        /// The file or folder with the error.
        path: PathBuf,
        /// What is wrong.
        message: String,
    },
    /// More threads were requested than are allowed.
    #[error("{asked} threads: at most {} can be used", crate::MOST_THREADS)]
    TooManyThreads {
        /// The requested number.
        asked: usize,
    },
    /// The operating system cannot start the threads.
    #[error("no threads can be started: {0}")]
    NoThreads(#[from] rayon::ThreadPoolBuildError),
}

/// The result type of this crate's functions.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// A function that turns an error of reading into one that names the file.
    pub(crate) fn io(path: &Path) -> impl Fn(io::Error) -> Self + '_ {
        move |cause| {
            let path = path.to_owned();
            match cause.get_ref().and_then(|inner| inner.downcast_ref::<Refusal>()) {
                None => Self::Io { path, cause },
                Some(Refusal::Packed(what)) => Self::Packed { path, what },
                Some(Refusal::WideText(encoding)) => Self::WideText { path, encoding },
                Some(Refusal::Changed) => Self::Changed { path },
                Some(Refusal::Unpacked(limit)) => Self::UnpacksToTooMuch { path, limit: *limit },
                Some(Refusal::Document(limit)) => Self::EndlessDocument { path, limit: *limit },
                Some(Refusal::Damaged(packing, reason)) => {
                    Self::Damaged { path, packing, reason: reason.clone() }
                }
            }
        }
    }

    /// The error of the operating system, if it caused this one.
    #[must_use]
    pub fn cause(&self) -> Option<&io::Error> {
        match self {
            Self::Io { cause, .. } => Some(cause),
            Self::Companion { text, .. } => text.cause(),
            _ => None,
        }
    }
}

/// Our own errors, in a form that passes through readers that only support errors of the system.
#[derive(Debug, thiserror::Error)]
#[error("reading was stopped: {self:?}")]
pub(crate) enum Refusal {
    Changed,
    Unpacked(u64),
    Document(u64),
    Damaged(&'static str, String),
    Packed(&'static str),
    WideText(&'static str),
}

impl From<Refusal> for io::Error {
    fn from(refusal: Refusal) -> Self {
        Self::other(refusal)
    }
}

fn format_names() -> String {
    let names: Vec<&str> = FORMATS.iter().map(|format| format.name).collect();
    names.join(", ")
}

/// A number of bytes in readable form.
fn size(bytes: u64) -> String {
    let units = [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")];
    let fits = units.into_iter().find(|(unit, _)| bytes >= *unit && bytes.is_multiple_of(*unit));
    fits.map_or_else(|| format!("{bytes} bytes"), |(unit, name)| format!("{} {name}", bytes / unit))
}
