//! How files are read.

use corefeval::format::{Format, Role};

/// The default limit of the bytes of one document; see [`Options::longest_document`].
pub const LONGEST_DOCUMENT: u64 = 1 << 30;
/// The default limit of the unpacked bytes of a packed file; see [`Options::most_unpacked`].
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
    /// The defaults: formats are recognised automatically, and no fingerprints are computed.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The format of all files, if it is known.
    #[must_use]
    pub fn format(self, format: Option<&'static Format>) -> Self {
        Self { format, ..self }
    }

    /// Whether files are read as key or response, for formats that contain both.
    #[must_use]
    pub fn role(self, role: Role) -> Self {
        Self { role, ..self }
    }

    /// Whether the fingerprint of every file is computed while it is read.
    #[must_use]
    pub fn fingerprints(self, fingerprints: bool) -> Self {
        Self { fingerprints, ..self }
    }

    /// The limit of the bytes of one document. Streams may be endless, so a limit is needed.
    #[must_use]
    pub fn longest_document(self, bytes: u64) -> Self {
        Self { longest_document: bytes, ..self }
    }

    /// The limit of the unpacked bytes of a packed file.
    #[must_use]
    pub fn most_unpacked(self, bytes: u64) -> Self {
        Self { most_unpacked: bytes, ..self }
    }
}
