//! Atomic writing: files are written completely or not at all.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use tempfile::NamedTempFile;

use super::target::Target;
use super::write_bytes;
use crate::paths::name;

/// Writes a file completely or not at all: to a temporary file in the same folder, which is then renamed. Symbolic links are
/// followed, and an existing file keeps its mode. Devices, pipes and open descriptors are written to directly.
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> Result<()> {
    write_files(&[(path.to_owned(), bytes)])
}

/// Writes several files. All are prepared before the first is renamed, so that a full disk or a read-only folder leaves
/// everything as it was.
pub(crate) fn write_files(files: &[(PathBuf, &[u8])]) -> Result<()> {
    let about = |path: &Path| format!("cannot write {}", name(path));
    let mut prepared = Vec::new();
    for (path, bytes) in files {
        prepared.push((path, prepare(path, bytes).with_context(|| about(path))?));
    }
    for (path, prepared) in prepared {
        prepared.put().with_context(|| about(path))?;
    }
    Ok(())
}

/// Output that is ready to be written.
enum Prepared<'a> {
    /// A finished temporary file, and its final path.
    Beside(NamedTempFile, PathBuf),
    /// An open device, pipe or descriptor, and the bytes for it.
    Through(File, &'a [u8]),
    /// Standard output.
    Printed(&'a [u8]),
}

fn prepare<'a>(path: &Path, bytes: &'a [u8]) -> io::Result<Prepared<'a>> {
    Ok(match Target::of(path)? {
        Target::Descriptor(1) => Prepared::Printed(bytes),
        // existing contents, as after `3>>log`, are kept
        Target::Descriptor(_) => Prepared::Through(OpenOptions::new().append(true).open(path)?, bytes),
        Target::Special => Prepared::Through(OpenOptions::new().write(true).open(path)?, bytes),
        Target::File(place) => Prepared::Beside(beside(&place, bytes)?, place),
    })
}

impl Prepared<'_> {
    fn put(self) -> Result<()> {
        match self {
            Self::Beside(file, place) => {
                file.persist(place)?;
            }
            Self::Through(mut file, bytes) => file.write_all(bytes)?,
            Self::Printed(bytes) => write_bytes(bytes)?,
        }
        Ok(())
    }
}

/// A temporary file with these bytes beside a path. If there is a file at the path, the new one gets its mode
/// and, if possible, its owner.
fn beside(place: &Path, bytes: &[u8]) -> io::Result<NamedTempFile> {
    let existing = place.metadata().ok();
    existing.as_ref().map_or(Ok(()), check_replaceable)?;
    let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = new_file(folder)?;
    file.write_all(bytes)?;
    if let Some(existing) = existing {
        keep_owner(&file, &existing);
        file.as_file().set_permissions(existing.permissions())?;
    }
    Ok(file)
}

/// Refuses to replace a read-only file, or one with other hard links, which would keep the old contents.
fn check_replaceable(existing: &Metadata) -> io::Result<()> {
    if existing.permissions().readonly() {
        return Err(io::Error::other("it is read-only"));
    }
    #[cfg(unix)]
    if std::os::unix::fs::MetadataExt::nlink(existing) > 1 {
        let why = "it has other names (hard links), which would keep the old contents; copy it first";
        return Err(io::Error::other(why));
    }
    Ok(())
}

/// A new file in a folder, with the permissions of the user's umask.
fn new_file(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder).map_err(|error| without_path(&error))
}

/// The error without the name of the temporary file, which would only confuse users.
fn without_path(error: &io::Error) -> io::Error {
    let said = error.to_string();
    io::Error::new(error.kind(), said.split(" at path ").next().unwrap_or_default().to_owned())
}

/// Gives a file the owner and group of another, as far as permitted.
#[cfg(unix)]
fn keep_owner(file: &NamedTempFile, existing: &Metadata) {
    use std::os::unix::fs::{MetadataExt, fchown};
    let _ = fchown(file.as_file(), Some(existing.uid()), Some(existing.gid()));
}

#[cfg(not(unix))]
fn keep_owner(_: &NamedTempFile, _: &Metadata) {}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::io::Read;
    use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
    use std::path::Path;
    use std::process::Command;

    use super::{write_file, write_files};

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).expect("a file").permissions().mode() & 0o7777
    }

    #[test]
    fn what_is_written_can_be_read_by_whoever_reads_other_files() {
        let folder = tempfile::tempdir().unwrap();
        let (written, other) = (folder.path().join("written"), folder.path().join("other"));
        write_file(&written, b"x").unwrap();
        fs::write(&other, b"x").unwrap();
        assert_eq!(mode(&written), mode(&other));
    }

    #[test]
    fn a_file_that_is_there_keeps_its_mode() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        write_file(&file, b"new").unwrap();
        assert_eq!((fs::read(&file).unwrap(), mode(&file)), (b"new".to_vec(), 0o640));
    }

    #[test]
    fn links_are_followed_and_stay_links() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("far")).unwrap();
        let (file, made) = (folder.path().join("far/file"), folder.path().join("far/made"));
        fs::write(&file, "old").unwrap();
        for (link, leads_to, target) in [("link", "far/file", &file), ("dangling", "far/made", &made)] {
            let link = folder.path().join(link);
            symlink(leads_to, &link).unwrap();
            let twice = link.with_extension("twice");
            symlink(&link, &twice).unwrap();
            write_file(&twice, b"new").unwrap();
            assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
            assert_eq!(fs::read(target).unwrap(), b"new");
        }
        let circle = folder.path().join("circle");
        symlink("circle", &circle).unwrap();
        assert!(write_file(&circle, b"new").is_err());
    }

    #[test]
    fn a_pipe_is_written_through() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || {
                let mut text = String::new();
                fs::File::open(pipe).unwrap().read_to_string(&mut text).unwrap();
                text
            }
        });
        write_file(&pipe, b"through").unwrap();
        assert_eq!(reader.join().unwrap(), "through");
        assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
    }

    #[test]
    fn what_is_protected_or_has_other_names_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        for name in ["free", "protected", "named"] {
            fs::write(path(name), "old").unwrap();
        }
        fs::set_permissions(path("protected"), fs::Permissions::from_mode(0o444)).unwrap();
        fs::hard_link(path("named"), path("named too")).unwrap();
        for (name, why) in [("protected", "read-only"), ("named", "hard links")] {
            let error = write_files(&[(path("free"), b"new"), (path(name), b"new")]).unwrap_err();
            assert!(format!("{error:#}").contains(why), "{error:#}");
            assert!(format!("{error:#}").contains(name), "{error:#}");
        }
        // no file was changed, because one of them could not be written
        assert_eq!(fs::read(path("free")).unwrap(), b"old");
    }
}
