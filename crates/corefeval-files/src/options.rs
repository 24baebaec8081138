//! How files are read.

use corefeval::format::{Format, Role};

/// How many bytes one document may have, unless [`Options::longest_document`] says otherwise.
pub const LONGEST_DOCUMENT: u64 = 1 << 30;
/// How many bytes a packed file may unpack to, unless [`Options::most_unpacked`] says otherwise.
pub const MOST_UNPACKED: u64 = 64 << 30;

/// How files are read; the default is right for most.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    pub(crate) format: Option<&'static Format>,
    pub(crate) role: Role,
    pub(crate) fingerprints: bool,
    pub(crate) longest_document: u64,
    pub(crate) most_unpacked: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            format: None,
            role: Role::default(),
            fingerprints: false,
            longest_document: LONGEST_DOCUMENT,
            most_unpacked: MOST_UNPACKED,
        }
    }
}

impl Options {
    /// Formats are recognised from the files, and only documents are made of them.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The format of all files, if it is known.
    #[must_use]
    pub fn format(self, format: Option<&'static Format>) -> Self {
        Self { format, ..self }
    }

    /// What the files are read as, for formats that hold a key and a response side by side.
    #[must_use]
    pub fn role(self, role: Role) -> Self {
        Self { role, ..self }
    }

    /// Whether a fingerprint is made of every file while it is read.
    #[must_use]
    pub fn fingerprints(self, fingerprints: bool) -> Self {
        Self { fingerprints, ..self }
    }

    /// How many bytes one document may have. Streams need not end, so that something must.
    #[must_use]
    pub fn longest_document(self, bytes: u64) -> Self {
        Self { longest_document: bytes, ..self }
    }

    /// How many bytes a packed file may unpack to.
    #[must_use]
    pub fn most_unpacked(self, bytes: u64) -> Self {
        Self { most_unpacked: bytes, ..self }
    }
}
