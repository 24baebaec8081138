//! What the paths of a command may not be: standard input twice, an output that is an input, or one output twice.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use corefeval::report::shown;
use corefeval_files::paths::expand;

use crate::output::{Identity, descriptor, identity};

/// Checks paths before anything is read: standard input can be read once only, and an output must not replace an input.
pub(crate) fn check<'a, 'b>(
    inputs: impl IntoIterator<Item = &'a Path>,
    outputs: impl IntoIterator<Item = &'b Path>,
) -> Result<()> {
    let inputs: Vec<&Path> = inputs.into_iter().collect();
    let mut standard = inputs.iter().filter(|path| is_standard_input(path));
    if let (Some(one), Some(other)) = (standard.next(), standard.next()) {
        bail!("{} and {}: standard input can be read once only; give files instead", name(one), name(other));
    }
    let mut read = None;
    for out in outputs {
        let Some(identity_of_out) = identity(out) else { continue };
        let read = read.get_or_insert_with(|| identities(&inputs));
        if let Some(input) = read.get(&identity_of_out) {
            bail!("{} would be written over the input {}; choose another name", name(out), name(input));
        }
    }
    Ok(())
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

/// A path as people read it, safe to look at.
pub(crate) fn name(path: &Path) -> String {
    shown(&path.to_string_lossy()).into_owned()
}

/// What the files are that some paths stand for.
fn identities(inputs: &[&Path]) -> HashMap<Identity, PathBuf> {
    // a folder that cannot be read is an error where it is read
    let files = inputs.iter().flat_map(|path| expand(path).unwrap_or_default());
    files.filter_map(|file| Some((identity(&file)?, file))).collect()
}

fn is_standard_input(path: &Path) -> bool {
    path == Path::new("-") || path == Path::new("/dev/stdin") || descriptor(path) == Some(0)
}
