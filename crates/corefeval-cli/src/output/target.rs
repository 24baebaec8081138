//! The kind of an output path, which determines how it is written.

use std::io;
use std::path::{Path, PathBuf};

/// Where output goes.
#[derive(Debug)]
pub(super) enum Target {
    /// A file, existing or not; symbolic links have been followed.
    File(PathBuf),
    /// A device, a named pipe or a socket, which is opened and written to.
    Special,
    /// An open file of this process: `/dev/stdout`, `/dev/fd/3`.
    Descriptor(u32),
}

/// The maximum number of symbolic links to follow.
const MOST_LINKS: usize = 40;

impl Target {
    /// The target of a path. `-` is standard output.
    pub(super) fn of(path: &Path) -> io::Result<Self> {
        if path == Path::new("-") {
            return Ok(Self::Descriptor(1));
        }
        let mut path = path.to_owned();
        for _ in 0..MOST_LINKS {
            if let Some(number) = descriptor(&path) {
                return Ok(Self::Descriptor(number));
            }
            match std::fs::symlink_metadata(&path) {
                Ok(about) if about.is_symlink() => {
                    let next = std::fs::read_link(&path)?;
                    path = path.parent().unwrap_or(Path::new("")).join(next);
                }
                Ok(about) if about.is_file() => return Ok(Self::File(path)),
                Ok(about) if about.is_dir() => return Err(io::Error::other("it is a folder")),
                Ok(_) => return Ok(Self::Special),
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::File(path)),
                Err(error) => return Err(error),
            }
        }
        Err(io::Error::other("it has too many levels of symbolic links"))
    }
}

/// The descriptor that a path such as `/dev/fd/3` names. These links must not be followed: they only give the
/// name that the file had when it was opened.
pub(crate) fn descriptor(path: &Path) -> Option<u32> {
    let folder = path.parent()?.canonicalize().ok()?;
    let of_this_process = |own: &&&str| Path::new(own).canonicalize().is_ok_and(|own| own == folder);
    ["/proc/self/fd", "/dev/fd"].iter().find(of_this_process)?;
    path.file_name()?.to_str()?.parse().ok()
}

/// The identity of a file, whatever its path.
#[cfg(unix)]
pub(crate) type Identity = (u64, u64);
/// The identity of a file.
#[cfg(not(unix))]
pub(crate) type Identity = PathBuf;

/// The identity of a file; `None` if it does not exist or is not a regular file.
pub(crate) fn identity(path: &Path) -> Option<Identity> {
    let about = std::fs::metadata(path).ok().filter(std::fs::Metadata::is_file)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        Some((about.dev(), about.ino()))
    }
    #[cfg(not(unix))]
    {
        drop(about);
        path.canonicalize().ok()
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::path::Path;

    use super::Target;

    #[test]
    fn devices_and_descriptors_are_told_from_files() {
        let of = |path: &str| Target::of(Path::new(path)).unwrap();
        assert!(matches!(of("/dev/null"), Target::Special));
        assert!(matches!(of("/dev/stdout"), Target::Descriptor(1)));
        assert!(matches!(of("/dev/fd/7"), Target::Descriptor(7)));
        assert!(matches!(of("-"), Target::Descriptor(1)));
        assert!(matches!(of("Cargo.toml"), Target::File(_)));
        assert!(matches!(of("not there"), Target::File(_)));
        assert!(Target::of(Path::new("src")).is_err());
    }
}
