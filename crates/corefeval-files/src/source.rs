//! Paths are opened here, and nowhere else.

use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::Path;

use crate::fingerprint::{Running, Tee};
use crate::packing::{Bytes, MAGIC, Packing};
use crate::stamp::Stamp;

/// What a path leads to.
pub(crate) struct Source {
    pub(crate) content: Content,
    /// Shows whether the file is still the same; streams that can be read only once have none.
    pub(crate) stamp: Option<Stamp>,
}

/// How the bytes can be reached.
pub(crate) enum Content {
    /// A plain file, any part of which can be read at any time.
    File(File),
    /// Bytes that come one after the other: unpacked data, a pipe, a device.
    Stream(Bytes),
}

/// Opens a path; `-` is standard input. No more than `limit` bytes are unpacked; the bytes of a stream, as they are outside,
/// are put into a running fingerprint.
pub(crate) fn open(path: &Path, limit: u64, running: Option<Running>) -> io::Result<Source> {
    if path == Path::new("-") {
        return from(Box::new(io::stdin()), limit, running).map(|content| Source { content, stamp: None });
    }
    let mut file = File::open(path)?;
    let stamp = Stamp::of(&file.metadata()?);
    if stamp.is_none() {
        return Ok(Source { content: from(Box::new(file), limit, running)?, stamp });
    }
    let magic = read_up_to(&mut file, MAGIC)?;
    io::Seek::rewind(&mut file)?;
    let content = match Packing::of(&magic) {
        None => Content::File(file),
        Some(_) => from(Box::new(file), limit, running)?,
    };
    Ok(Source { content, stamp })
}

/// A stream, unpacked if its first bytes say that it is packed.
fn from(mut raw: Bytes, limit: u64, running: Option<Running>) -> io::Result<Content> {
    if let Some(running) = running {
        raw = Box::new(Tee::new(raw, running));
    }
    let magic = read_up_to(&mut raw, MAGIC)?;
    let packing = Packing::of(&magic);
    let raw: Bytes = Box::new(Cursor::new(magic).chain(raw));
    Ok(Content::Stream(match packing {
        Some(packing) => packing.unpacked(raw, limit),
        None => raw,
    }))
}

/// The next bytes, so many unless there are fewer.
pub(crate) fn read_up_to(reader: &mut impl Read, limit: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    append_up_to(reader, limit, &mut bytes)?;
    Ok(bytes)
}

/// The same at the end of what is there; false when the reader has no more.
pub(crate) fn append_up_to(reader: &mut impl Read, limit: usize, bytes: &mut Vec<u8>) -> io::Result<bool> {
    bytes.try_reserve(limit)?;
    Ok(reader.take(limit as u64).read_to_end(bytes)? == limit)
}
