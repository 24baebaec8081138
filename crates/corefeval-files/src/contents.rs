//! Reads small files as a whole.

use std::io::{self, Read};
use std::path::Path;

use crate::error::Refusal;
use crate::packing::to_unpack;
use crate::source::{self, Content, Source};
use crate::{Error, LONGEST_DOCUMENT, Result, encoding};

/// The contents of a file, unpacked; `-` is standard input. Packed data and pipes may have up to
/// [`LONGEST_DOCUMENT`] bytes.
pub fn contents(path: &Path) -> Result<Vec<u8>> {
    read(path).map_err(Error::io(path))
}

/// The bytes of a file as they are on disk; packed files stay packed.
pub fn packed_contents(path: &Path) -> Result<Vec<u8>> {
    std::fs::read(path).map_err(Error::io(path))
}

/// The contents of a file, unpacked, as text.
pub fn text(path: &Path) -> Result<String> {
    let text = String::from_utf8(contents(path)?);
    text.map_err(|error| Error::NotText { path: path.to_owned(), cause: error.utf8_error() })
}

fn read(path: &Path) -> io::Result<Vec<u8>> {
    let Source { content, stamp } = source::open(path, LONGEST_DOCUMENT, None)?;
    let mut bytes = Vec::new();
    match content {
        Content::File(mut file) => {
            bytes.try_reserve_exact(stamp.map_or(0, |stamp| stamp.size() as usize))?;
            file.read_to_end(&mut bytes)?;
        }
        Content::Stream(reader) => {
            reader.take(LONGEST_DOCUMENT + 1).read_to_end(&mut bytes)?;
            if bytes.len() as u64 > LONGEST_DOCUMENT {
                return Err(Refusal::Document(LONGEST_DOCUMENT).into());
            }
        }
    }
    if let Some(what) = to_unpack(&bytes) {
        return Err(Refusal::Packed(what).into());
    }
    if let Some(encoding) = encoding::wide(&bytes) {
        return Err(Refusal::WideText(encoding).into());
    }
    // the length of a packed file differs from that of its contents, but the stamp is of the file
    stamp.map_or(Ok(()), |stamp| stamp.check(path))?;
    Ok(bytes)
}
