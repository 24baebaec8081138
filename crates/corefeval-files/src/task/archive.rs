//! Unpacks submissions that were sent as zip files into a temporary folder, with limits on size and number of
//! files.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

use corefeval::problem::Problem;
use tempfile::TempDir;
use zip::ZipArchive;

use super::folder::name;

/// How many bytes a submission may have when it is unpacked.
pub(super) const MOST_BYTES: u64 = 4 << 30;
/// How many files it may have.
const MOST_FILES: usize = 10_000;

/// Whether a path is a zip file by its name.
pub(super) fn is_zip(path: &Path) -> bool {
    path.is_file() && path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("zip"))
}

/// Unpacks a zip file into a new folder, which is removed when the value is dropped. Nothing is written
/// outside of that folder, and no links are created. The limit is checked while unpacking, independently of
/// the size stated in the file.
pub(super) fn unpack(path: &Path, most: u64) -> Result<TempDir, Problem> {
    let file = File::open(path).map_err(|error| unreadable(&error))?;
    let mut archive = ZipArchive::new(file).map_err(|error| refused(path, &error.to_string()))?;
    if archive.len() > MOST_FILES {
        return Err(refused(path, &format!("it has {} files; at most {MOST_FILES} are read", archive.len())));
    }
    let folder =
        tempfile::Builder::new().prefix("corefeval-").tempdir().map_err(|error| unreadable(&error))?;
    let mut left = most;
    for number in 0..archive.len() {
        let mut entry = archive.by_index(number).map_err(|error| refused(path, &error.to_string()))?;
        let said = entry.name().map_err(|error| refused(path, &error.to_string()))?.into_owned();
        let place = inside(&said).ok_or_else(|| outside(&said))?;
        if entry.is_symlink() {
            return Err(Problem::error("link-outside", 0, format!("`{said}` is a link"))
                .hint("put the file itself into the archive"));
        }
        if entry.is_dir() || is_noise(&place) {
            continue;
        }
        let target = folder.path().join(&place);
        let above = target.parent().unwrap_or(folder.path());
        fs::create_dir_all(above).map_err(|error| unreadable(&error))?;
        left -= copy(&mut entry, &target, left).map_err(|error| refused(path, &error.to_string()))?;
    }
    Ok(folder)
}

/// Copies an entry; fails as soon as it has more than `left` bytes.
fn copy(entry: &mut impl Read, target: &Path, left: u64) -> io::Result<u64> {
    // two entries with the same name would overwrite each other
    let mut file = File::create_new(target)?;
    let copied = io::copy(&mut entry.take(left.saturating_add(1)), &mut file)?;
    if copied > left {
        return Err(io::Error::other(format!("more than {MOST_BYTES} bytes when unpacked")));
    }
    Ok(copied)
}

/// The path of an entry, if it stays in the folder.
fn inside(name: &str) -> Option<PathBuf> {
    let is_plain = !name.contains(['\\', '\0', ':']) && !name.starts_with('/');
    let path = Path::new(name);
    let stays = path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    (is_plain && stays && path.components().next().is_some()).then(|| path.to_owned())
}

/// Whether an entry is one of the files that archivers of some systems add.
fn is_noise(place: &Path) -> bool {
    let is_hidden = |part: Component<'_>| {
        let part = part.as_os_str().to_string_lossy();
        part == "__MACOSX" || part.starts_with('.') && part != "."
    };
    place.components().any(is_hidden)
}

fn outside(name: &str) -> Problem {
    Problem::error("archive", 0, format!("the archive has `{name}`, which would be outside of its folder"))
        .hint("make an archive of the files alone")
}

fn refused(path: &Path, why: &str) -> Problem {
    Problem::error("archive", 0, format!("`{}` cannot be unpacked: {why}", name(path)))
        .hint("make a zip file of the responses and system.toml")
}

fn unreadable(error: &io::Error) -> Problem {
    Problem::error("unreadable", 0, error.to_string())
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write};
    use std::path::{Path, PathBuf};

    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::{inside, unpack};

    fn archive(folder: &Path, entries: &[(&str, &[u8])]) -> PathBuf {
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in entries {
            writer.start_file(*name, SimpleFileOptions::default()).unwrap();
            writer.write_all(bytes).unwrap();
        }
        let path = folder.join("run.zip");
        std::fs::write(&path, writer.finish().unwrap().into_inner()).unwrap();
        path
    }

    #[test]
    fn files_are_unpacked_and_noise_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = archive(folder.path(), &[("run/en.conll", b"x"), ("__MACOSX/run/._en.conll", b"y")]);
        let made = unpack(&path, 10).unwrap();
        assert_eq!(std::fs::read(made.path().join("run/en.conll")).unwrap(), b"x");
        assert!(!made.path().join("__MACOSX").exists());
    }

    #[test]
    fn paths_that_leave_the_folder_are_refused() {
        for name in ["../x", "/x", "a/../../x", "C:\\x", "a\\..\\x", "\0"] {
            assert_eq!(inside(name), None, "{name}");
        }
        assert!(inside("a/b.conll").is_some() && inside("./a").is_some());
        let folder = tempfile::tempdir().unwrap();
        let path = archive(folder.path(), &[("../../evil", b"x")]);
        assert_eq!(unpack(&path, 10).unwrap_err().code, "archive");
    }

    #[test]
    fn bombs_end_at_the_limit() {
        let folder = tempfile::tempdir().unwrap();
        let zeros = vec![0; 1 << 20];
        let path = archive(folder.path(), &[("a", &zeros), ("b", &zeros)]);
        assert!(std::fs::metadata(&path).unwrap().len() < 1 << 13);
        let error = unpack(&path, (1 << 20) + 5).unwrap_err();
        assert!(error.message.contains("cannot be unpacked"), "{}", error.message);
        assert!(unpack(&path, 2 << 20).is_ok());
    }

    #[test]
    fn what_is_no_archive_is_said() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.zip");
        for bytes in [&b""[..], b"PK\x03\x04", &[0xff; 100]] {
            std::fs::write(&path, bytes).unwrap();
            assert_eq!(unpack(&path, 10).unwrap_err().code, "archive");
        }
    }
}
