//! Small files whole.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::{Error, Result};

/// The contents of a file, unpacked; `-` is standard input.
pub fn contents(path: &Path) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path).and_then(|mut reader| reader.read_to_end(&mut bytes)).map_err(Error::io(path))?;
    Ok(bytes)
}

/// The same as text.
pub fn text(path: &Path) -> Result<String> {
    let text = String::from_utf8(contents(path)?);
    text.map_err(|error| Error::NotText { path: path.to_owned(), cause: error.utf8_error() })
}

/// A stream of the bytes in a file, unpacked.
pub(crate) fn open(path: &Path) -> std::io::Result<Box<dyn Read + Send>> {
    if path == Path::new("-") {
        return Ok(Box::new(std::io::stdin()));
    }
    let file = File::open(path)?;
    Ok(match path.extension().and_then(|ending| ending.to_str()) {
        Some("gz") => Box::new(flate2::read::MultiGzDecoder::new(file)),
        Some("zst") => Box::new(zstd::Decoder::new(file)?),
        _ => Box::new(file),
    })
}
