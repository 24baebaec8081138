//! Fingerprints of the files that were read, so that a result names its input for good.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::{Error, Result};

/// The SHA-256 of a file.
pub(crate) fn fingerprint(path: &Path) -> Result<String> {
    let mut file = File::open(path).map_err(Error::io(path))?;
    let mut hasher = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer).map_err(Error::io(path))? {
            0 => break,
            read => hasher.update(&buffer[..read]),
        }
    }
    Ok(hasher.finalize().iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}")))
}
