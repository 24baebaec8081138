//! Text goes to standard output or to a file, which is written whole or not at all.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};

/// Writes text where it is wanted; colours are left out unless it is a terminal.
pub(crate) fn write(text: &str, file: Option<&Path>) -> Result<()> {
    match file {
        Some(path) => write_file(path, anstream::adapter::strip_str(text).to_string().as_bytes()),
        None => {
            let mut out = anstream::stdout().lock();
            out.write_all(text.as_bytes())?;
            Ok(out.flush()?)
        }
    }
}

/// Says something on standard error. What cannot be said is not worth losing the result for.
pub(crate) fn say(text: &str) {
    let _ = writeln!(anstream::stderr().lock(), "{text}");
}

/// Writes bytes as they are to standard output.
pub(crate) fn write_bytes(bytes: &[u8]) -> Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(bytes)?;
    Ok(out.flush()?)
}

/// Writes a file whole or not at all: first beside it, then in its place.
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let in_folder = || format!("cannot write {}", path.display());
    let mut beside = beside(folder).with_context(in_folder)?;
    beside.write_all(bytes).with_context(in_folder)?;
    beside.persist(path).with_context(in_folder)?;
    Ok(())
}

/// A new file in a folder that others may read if the user's other files may be read.
fn beside(folder: &Path) -> std::io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn what_is_written_can_be_read_by_whoever_reads_other_files() {
        let folder = tempfile::tempdir().unwrap();
        let (written, other) = (folder.path().join("written"), folder.path().join("other"));
        super::write_file(&written, b"x").unwrap();
        std::fs::write(&other, b"x").unwrap();
        let mode = |path| std::fs::metadata(path).unwrap().permissions().mode();
        assert_eq!(mode(&written), mode(&other));
    }
}
