//! Where the corpora and the recorded outputs of older scorers are.

use std::path::PathBuf;

/// `COREFEVAL_SHARED`, or `../shared` beside the repository; none, with a loud line, where there is no such folder.
pub(crate) fn shared() -> Option<PathBuf> {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared");
    let folder = std::env::var_os("COREFEVAL_SHARED").map_or_else(|| PathBuf::from(beside), PathBuf::from);
    if folder.is_dir() {
        return Some(folder);
    }
    eprintln!("NOT TESTED: no corpora and recorded outputs at {}", folder.display());
    None
}
