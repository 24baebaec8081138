//! Opens paths. No other module does.

use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::Path;

use crate::fingerprint::{Running, Tee};
use crate::packing::{Bytes, MAGIC, Packing};
use crate::stamp::Stamp;

/// An open path.
pub(crate) struct Source {
    pub(crate) content: Content,
    /// Shows whether the file is still the same; streams that can be read only once have none.
    pub(crate) stamp: Option<Stamp>,
}

/// How the bytes can be read.
pub(crate) enum Content {
    /// A plain file, whose parts can be read in any order.
    File(File),
    /// Bytes that can only be read in order: unpacked data, a pipe, a device.
    Stream(Bytes),
}

/// Opens a path; `-` is standard input. At most `limit` bytes are unpacked; the bytes of a stream, before
/// unpacking, are added to a running fingerprint.
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

/// A stream, unpacked if it is recognised as packed by its first bytes.
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

/// The next `limit` bytes, or fewer at the end.
pub(crate) fn read_up_to(reader: &mut impl Read, limit: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    append_up_to(reader, limit, &mut bytes)?;
    Ok(bytes)
}

/// Appends the next bytes to a buffer; returns false if the reader has ended.
pub(crate) fn append_up_to(reader: &mut impl Read, limit: usize, bytes: &mut Vec<u8>) -> io::Result<bool> {
    bytes.try_reserve(limit)?;
    Ok(reader.take(limit as u64).read_to_end(bytes)? == limit)
}
