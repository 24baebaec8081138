//! Fingerprints of the files that were read, so that a result names its input for good.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use anyhow::{Context, Result};
use corefeval::report::Results;
use corefeval::report::json::InputFile;
use sha2::{Digest, Sha256};

use crate::pipeline::Files;

/// The key's files and every system's, with their fingerprints.
pub(crate) fn inputs(files: &[Files], results: &Results) -> Result<Vec<InputFile>> {
    let roles = std::iter::once("key").chain(results.systems.iter().map(|system| system.name.as_str()));
    let mut inputs = Vec::new();
    for (role, files) in roles.zip(files) {
        for input in files.inputs() {
            inputs.push(InputFile {
                role: role.to_owned(),
                path: input.path.display().to_string(),
                format: input.format.name.to_owned(),
                sha256: input.size.map(|_| fingerprint(&input.path)).transpose()?,
            });
        }
    }
    Ok(inputs)
}

fn fingerprint(path: &Path) -> Result<String> {
    let mut file = File::open(path).with_context(|| path.display().to_string())?;
    let mut hasher = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer).with_context(|| path.display().to_string())? {
            0 => break,
            read => hasher.update(&buffer[..read]),
        }
    }
    Ok(hasher.finalize().iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}")))
}
