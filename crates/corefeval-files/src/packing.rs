//! Compressed data, recognised by its first bytes.

use std::io::{self, Read};

use crate::error::Refusal;
use crate::zstd_frames::ZstdFrames;

/// How many bytes tell how data is compressed.
pub(crate) const MAGIC: usize = 4;

/// How data is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Packing {
    Gzip,
    Zstd,
}

/// What is read from.
pub(crate) type Bytes = Box<dyn Read + Send>;

impl Packing {
    /// The packing of data that begins like this; names of files say nothing that these bytes do not.
    pub(crate) fn of(magic: &[u8]) -> Option<Self> {
        match magic {
            [0x1f, 0x8b, ..] => Some(Self::Gzip),
            // a frame, or one that is to be skipped, which may come first
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

    /// The data unpacked, all members and frames one after the other, but no more than `limit` bytes.
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

/// Unpacked data, counted.
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
    /// Errors of the system stay what they are; those of the data are named.
    fn damaged(&self, error: io::Error) -> io::Error {
        if error.raw_os_error().is_some() || error.kind() == io::ErrorKind::Interrupted {
            return error;
        }
        Refusal::Damaged(self.packing.name(), error.to_string()).into()
    }
}
