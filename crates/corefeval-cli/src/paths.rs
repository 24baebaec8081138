//! Checks of a command's paths: standard input given twice, an output that is an input, two outputs that are the same file.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use corefeval::report::shown;
use corefeval_files::paths::expand;

use crate::output::{Identity, descriptor, identity};

/// Checks paths before anything is read: standard input can be read only once, and an output must not replace an input.
pub(crate) fn check<'a, 'b>(
    inputs: impl IntoIterator<Item = &'a Path>,
    outputs: impl IntoIterator<Item = &'b Path>,
) -> Result<()> {
    let inputs: Vec<&Path> = inputs.into_iter().collect();
    let mut standard = inputs.iter().filter(|path| is_standard_input(path));
    if let (Some(one), Some(other)) = (standard.next(), standard.next()) {
        bail!("{} and {}: standard input can be read only once; give files instead", name(one), name(other));
    }
    let mut read = None;
    for out in outputs {
        check_unpacked(out)?;
        let Some(identity_of_out) = identity(out) else { continue };
        let read = read.get_or_insert_with(|| identities(&inputs));
        if let Some(input) = read.get(&identity_of_out) {
            bail!("{} would be written over the input {}; choose another name", name(out), name(input));
        }
    }
    Ok(())
}

/// Refuses a name that promises compressed data, which is never written.
fn check_unpacked(out: &Path) -> Result<()> {
    let packers = [("gz", "gzip"), ("zst", "zstd"), ("bz2", "bzip2"), ("xz", "xz")];
    let ending = out.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    let is_special = out.metadata().is_ok_and(|about| !about.is_file());
    match packers.iter().find(|(known, _)| *known == ending && !is_special) {
        Some((_, packer)) => {
            let out = name(out);
            bail!(
                "{out}: files are written uncompressed; write to standard output: `corefeval … | {packer} > {out}`"
            )
        }
        None => Ok(()),
    }
}

/// Checks that no two outputs are the same file.
pub(crate) fn check_distinct<'a>(outputs: impl IntoIterator<Item = &'a Path>) -> Result<()> {
    let mut taken = HashSet::new();
    for out in outputs {
        if !taken.insert(out) {
            bail!("{} would be written twice, the second over the first; nothing was written", name(out));
        }
    }
    Ok(())
}

/// A path for messages, with control characters escaped.
pub(crate) fn name(path: &Path) -> String {
    shown(&path.to_string_lossy()).into_owned()
}

/// The identities of the files that some paths name.
fn identities(inputs: &[&Path]) -> HashMap<Identity, PathBuf> {
    // a folder that cannot be read is reported when it is read
    let files = inputs.iter().flat_map(|path| expand(path).unwrap_or_default());
    files.filter_map(|file| Some((identity(&file)?, file))).collect()
}

pub(crate) fn is_standard_input(path: &Path) -> bool {
    path == Path::new("-") || path == Path::new("/dev/stdin") || descriptor(path) == Some(0)
}
