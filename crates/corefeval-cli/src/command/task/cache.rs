//! A cache of scores of responses, by fingerprints of the response, the key and the protocol.

use std::path::{Path, PathBuf};
use std::sync::Once;

use anyhow::Result;
use corefeval::task::{SCHEMA, Scored};
use corefeval_files::digest;

use crate::output::{Label, remark, write_file};
use crate::paths::name;

/// A folder with a file for each response that was scored. A file that is damaged, or was written by another
/// version, is ignored; if the folder cannot be written to, everything still works, only slower.
pub(super) struct Cache {
    folder: Option<PathBuf>,
    unwritable: Once,
}

impl Cache {
    /// A cache in a folder; without a folder, nothing is kept.
    pub(super) fn new(folder: Option<PathBuf>) -> Self {
        Self { folder, unwritable: Once::new() }
    }

    /// The key of a result, made from everything that can change it.
    pub(super) fn key(parts: &[&str]) -> String {
        let version = format!("corefeval {}, task {SCHEMA}", env!("CARGO_PKG_VERSION"));
        let parts: Vec<&str> = std::iter::once(version.as_str()).chain(parts.iter().copied()).collect();
        digest(parts.join("\0").as_bytes()).replace("blake3:", "")
    }

    /// The result stored under a key; if there is none, makes it and stores it.
    pub(super) fn get_or(&self, key: &str, make: impl FnOnce() -> Scored) -> Scored {
        let Some(path) = self.folder.as_ref().map(|folder| folder.join(format!("{key}.json"))) else {
            return make();
        };
        if let Some(kept) = read(&path) {
            return kept;
        }
        let scored = make();
        if let Err(error) = write(&path, &scored) {
            self.unwritable.call_once(|| {
                remark(Label::Note, &format!("scores cannot be kept for the next run: {error:#}"));
            });
        }
        scored
    }
}

/// The contents of a file if it is complete: its first line is a fingerprint of the rest.
fn read(path: &Path) -> Option<Scored> {
    let text = corefeval_files::text(path).ok()?;
    let whole = text.split_once('\n').filter(|(print, rest)| *print == digest(rest.as_bytes()));
    let kept = whole.and_then(|(_, rest)| serde_json::from_str(rest).ok());
    if kept.is_none() {
        remark(Label::Note, &format!("{}: not a whole result; the response is scored again", name(path)));
    }
    kept
}

fn write(path: &Path, scored: &Scored) -> Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let rest = serde_json::to_string(scored)?;
    write_file(path, format!("{}\n{rest}", digest(rest.as_bytes())).as_bytes())
}

#[cfg(test)]
mod tests {
    use corefeval::task::Scored;

    use super::Cache;

    #[test]
    fn what_was_made_once_is_not_made_again_unless_its_file_is_damaged() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::new(Some(folder.path().join("cache")));
        let made = |warnings| Scored { warnings, ..Scored::default() };
        assert_eq!(cache.get_or("k", || made(1)).warnings, 1);
        assert_eq!(cache.get_or("k", || made(2)).warnings, 1);
        let file = folder.path().join("cache/k.json");
        let text = std::fs::read_to_string(&file).unwrap();
        std::fs::write(&file, text.replace("\"warnings\":1", "\"warnings\":7")).unwrap();
        assert_eq!(cache.get_or("k", || made(3)).warnings, 3);
        assert_eq!(cache.get_or("k", || made(4)).warnings, 3);
        assert_eq!(Cache::new(None).get_or("k", || made(5)).warnings, 5);
    }

    #[test]
    fn parts_of_a_key_do_not_run_together() {
        assert_ne!(Cache::key(&["ab", "c"]), Cache::key(&["a", "bc"]));
    }
}
