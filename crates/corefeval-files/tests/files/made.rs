//! Files that tests read.

#![allow(dead_code, reason = "each test uses some of it")]

use std::io::Write;
use std::path::{Path, PathBuf};

use corefeval::document::Wanted;
use corefeval_files::{Files, Options, Result};
use flate2::Compression;
use flate2::write::GzEncoder;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use tempfile::TempDir;

/// A folder that is gone after the test.
pub(crate) fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

/// Writes a file and returns its path.
pub(crate) fn write(folder: &Path, name: &str, bytes: &[u8]) -> PathBuf {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(&path, bytes).unwrap();
    path
}

/// Documents in columns, with names that begin alike and one mention each.
pub(crate) fn documents(name: &str, count: usize, rows: usize) -> String {
    let document = |number: usize| {
        let rows = "0\ta\t-\n".repeat(rows);
        format!("#begin document ({name}{number});\n0\ta\t(1)\n{rows}\n#end document\n")
    };
    (0..count).map(document).collect()
}

pub(crate) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

pub(crate) fn zstd(bytes: &[u8]) -> Vec<u8> {
    compress_to_vec(bytes, CompressionLevel::Fastest)
}

/// The names of the documents of a path, in order.
pub(crate) fn names(path: &Path, options: &Options) -> Result<Vec<String>> {
    read(&mut Files::open(path, options)?)
}

/// The names of the documents of files, in order.
pub(crate) fn read(files: &mut Files) -> Result<Vec<String>> {
    let parts = files.read_all(Wanted::MENTIONS)?.into_iter();
    let documents = parts.flat_map(|part| part.reading.documents);
    Ok(documents.map(|document| document.name().id.clone()).collect())
}

/// Makes a named pipe.
#[cfg(unix)]
pub(crate) fn pipe(path: &Path) {
    assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success());
}
