//! Recognises compressed data by its first bytes, and unpacks it.

use std::io::{self, Read};

use crate::error::Refusal;
use crate::zstd_frames::ZstdFrames;

/// The number of bytes from which the compression is recognised.
pub(crate) const MAGIC: usize = 4;

/// How data is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Packing {
    Gzip,
    Zstd,
}

/// The kind of a file that must be unpacked by the user; `start` has its first bytes, unpacked if possible.
pub(crate) fn to_unpack(start: &[u8]) -> Option<&'static str> {
    /// The position of the mark of a tar file.
    const TAR: usize = 257;
    match start {
        [b'B', b'Z', b'h', b'1'..=b'9', 0x31, 0x41, 0x59, 0x26, 0x53, 0x59, ..] => Some("bzip2 data"),
        [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Some("xz data"),
        [b'P', b'K', 3, 4, ..] => Some("a zip archive"),
        [b'7', b'z', 0xbc, 0xaf, 0x27, 0x1c, ..] => Some("a 7z archive"),
        start if start.get(TAR..).is_some_and(|rest| rest.starts_with(b"ustar")) => Some("a tar archive"),
        _ => None,
    }
}

/// A source of bytes.
pub(crate) type Bytes = Box<dyn Read + Send>;

impl Packing {
    /// The packing of data with these first bytes; names of files are not needed.
    pub(crate) fn of(magic: &[u8]) -> Option<Self> {
        match magic {
            [0x1f, 0x8b, ..] => Some(Self::Gzip),
            // a frame, or a skippable frame, which may come first
            [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Some(Self::Zstd),
            _ => None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Gzip => "gzip",
            Self::Zstd => "zstd",
        }
    }

    /// The unpacked data of all members and frames, but at most `limit` bytes.
    pub(crate) fn unpacked(self, packed: Bytes, limit: u64) -> Bytes {
        let reader: Bytes = match self {
            Self::Gzip => {
                Box::new(flate2::read::MultiGzDecoder::new(io::BufReader::with_capacity(1 << 16, packed)))
            }
            Self::Zstd => Box::new(ZstdFrames::new(packed)),
        };
        Box::new(Unpacked { packing: self, reader, limit, given: 0 })
    }
}

/// A reader of unpacked data that counts bytes.
struct Unpacked {
    packing: Packing,
    reader: Bytes,
    limit: u64,
    given: u64,
}

impl Read for Unpacked {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer).map_err(|error| self.damaged(error))?;
        self.given += read as u64;
        if self.given > self.limit { Err(Refusal::Unpacked(self.limit).into()) } else { Ok(read) }
    }
}

impl Unpacked {
    /// Converts errors of the data to our own; errors of the system stay unchanged.
    fn damaged(&self, error: io::Error) -> io::Error {
        if error.raw_os_error().is_some() || error.kind() == io::ErrorKind::Interrupted {
            return error;
        }
        Refusal::Damaged(self.packing.name(), error.to_string()).into()
    }
}
