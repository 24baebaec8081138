//! The files that were read, with their hashes, so that a result identifies its input.

use corefeval::report::Results;
use corefeval::report::json::InputFile;
use corefeval_files::{Files, Input};

/// The key's files and every system's.
pub(crate) fn inputs(files: &[Files], results: &Results) -> Vec<InputFile> {
    let roles = std::iter::once("key").chain(results.systems.iter().map(|system| system.name.as_str()));
    let of_side = |(role, files): (&str, &Files)| {
        let file = |input: &Input| InputFile {
            role: role.to_owned(),
            path: input.path().display().to_string(),
            format: input.format().name.to_owned(),
            fingerprint: input.fingerprint().map(str::to_owned),
        };
        files.inputs().iter().map(file).collect::<Vec<_>>()
    };
    roles.zip(files).flat_map(of_side).collect()
}
