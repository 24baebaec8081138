//! Fingerprints of the files that were read, so that a result names its input for good.

use anyhow::Result;
use corefeval::report::Results;
use corefeval::report::json::InputFile;
use corefeval_files::Files;

/// The key's files and every system's, with their fingerprints.
pub(crate) fn inputs(files: &[Files], results: &Results) -> Result<Vec<InputFile>> {
    let roles = std::iter::once("key").chain(results.systems.iter().map(|system| system.name.as_str()));
    let mut inputs = Vec::new();
    for (role, files) in roles.zip(files) {
        for input in files.inputs() {
            inputs.push(InputFile {
                role: role.to_owned(),
                path: input.path().display().to_string(),
                format: input.format().name.to_owned(),
                sha256: input.fingerprint()?,
            });
        }
    }
    Ok(inputs)
}
