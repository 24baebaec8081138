//! Detects whether a file has changed.

use std::fs::Metadata;
use std::io;
use std::path::Path;
use std::time::SystemTime;

use crate::error::Refusal;

/// The properties by which a change of a file is detected: its size, its time of modification, and its
/// identity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stamp {
    size: u64,
    modified: Option<SystemTime>,
    number: Option<(u64, u64)>,
}

impl Stamp {
    /// The stamp of a file that can be read more than once. Pipes and devices have none, and neither have the
    /// files of `/proc`, which are generated while they are read.
    pub(crate) fn of(about: &Metadata) -> Option<Self> {
        let lasts = about.is_file() && about.len() > 0;
        lasts.then(|| Self { size: about.len(), modified: about.modified().ok(), number: number(about) })
    }

    pub(crate) fn size(self) -> u64 {
        self.size
    }

    /// Checks that the file has not changed.
    pub(crate) fn check(self, path: &Path) -> io::Result<()> {
        self.compare(&std::fs::metadata(path)?)
    }

    pub(crate) fn compare(self, about: &Metadata) -> io::Result<()> {
        if Self::of(about) == Some(self) { Ok(()) } else { Err(Refusal::Changed.into()) }
    }
}

#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "other systems have no such numbers")]
fn number(about: &Metadata) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    Some((about.dev(), about.ino()))
}

#[cfg(not(unix))]
fn number(_: &Metadata) -> Option<(u64, u64)> {
    None
}
