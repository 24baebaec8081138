//! Names of systems: the file name, with as many folders as needed to distinguish them.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// A name for each path; different paths get different names.
#[must_use]
pub fn distinct(paths: &[PathBuf]) -> Vec<String> {
    for depth in 1..8 {
        let names: Vec<String> = paths.iter().map(|path| last_parts(path, depth)).collect();
        let unique: HashSet<&String> = names.iter().collect();
        if unique.len() == names.len() {
            return names;
        }
    }
    paths.iter().map(|path| path.display().to_string()).collect()
}

/// The last parts of a path, without the endings of formats and compression.
fn last_parts(path: &Path, depth: usize) -> String {
    let parts: Vec<String> = path.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    let mut kept = parts[parts.len().saturating_sub(depth)..].to_vec();
    if let Some(file) = kept.last_mut() {
        let plain = file.strip_suffix(".gz").or_else(|| file.strip_suffix(".zst")).unwrap_or(file).to_owned();
        *file = match plain.rsplit_once('.') {
            Some((stem, _)) if !stem.is_empty() => stem.to_owned(),
            _ => plain,
        };
    }
    kept.join("/")
}

#[cfg(test)]
mod tests {
    use super::distinct;

    #[test]
    fn names_are_as_short_as_they_can_be() {
        assert_eq!(distinct(&["a/one.conll".into(), "b/two.conll.gz".into()]), ["one", "two"]);
        assert_eq!(distinct(&["a/system.conll".into(), "b/system.conll".into()]), ["a/system", "b/system"]);
    }
}
