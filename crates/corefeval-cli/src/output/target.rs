//! What an output path stands for, which decides how it is written to.

use std::io;
use std::path::{Path, PathBuf};

/// Where output goes.
#[derive(Debug)]
pub(super) enum Target {
    /// A file, or a place where one can be made; symbolic links have been followed.
    File(PathBuf),
    /// A device, a named pipe or a socket: what is there is used as it is.
    Special,
    /// An open file of this process: `/dev/stdout`, `/dev/fd/3`.
    Descriptor(u32),
}

/// More symbolic links than anybody makes by intention.
const MOST_LINKS: usize = 40;

impl Target {
    /// What a path stands for. `-` is standard output.
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
        Err(io::Error::other("its symbolic links lead nowhere"))
    }
}

/// The number of the open file of this process that a path names, as `/dev/fd/3` does. What these paths link to says
/// only how the file was called when it was opened, so that they must not be followed like other links.
pub(crate) fn descriptor(path: &Path) -> Option<u32> {
    let folder = path.parent()?.canonicalize().ok()?;
    let of_this_process = |own: &&&str| Path::new(own).canonicalize().is_ok_and(|own| own == folder);
    ["/proc/self/fd", "/dev/fd"].iter().find(of_this_process)?;
    path.file_name()?.to_str()?.parse().ok()
}

/// What makes a file itself, by whatever name it is called.
#[cfg(unix)]
pub(crate) type Identity = (u64, u64);
/// What makes a file itself.
#[cfg(not(unix))]
pub(crate) type Identity = PathBuf;

/// The identity of a file; `None` if there is none, or if it is not a file but a device or the like.
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
