//! A file that is not the same at its last byte as at its first is an error, every time.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;

use corefeval::document::Wanted;
use corefeval_files::{Error, Files, Options, Reader};

/// What somebody else does to a file.
type Change = (&'static str, fn(&Path));

const CHANGES: [Change; 5] = [
    ("shrinks", |path| OpenOptions::new().write(true).open(path).unwrap().set_len(5_000_000).unwrap()),
    ("is emptied", |path| OpenOptions::new().write(true).open(path).unwrap().set_len(0).unwrap()),
    ("grows", |path| OpenOptions::new().append(true).open(path).unwrap().write_all(b"\n").unwrap()),
    ("is removed", |path| std::fs::remove_file(path).unwrap()),
    ("is replaced", |path| {
        let (bytes, other) = (std::fs::read(path).unwrap(), path.with_extension("other"));
        std::fs::write(&other, bytes).unwrap();
        std::fs::rename(other, path).unwrap();
    }),
];

fn assert_changed(result: Result<(), Error>, what: &str) {
    let error = result.unwrap_err();
    let gone = error.cause().is_some_and(|cause| cause.kind() == std::io::ErrorKind::NotFound);
    assert!(matches!(error, Error::Changed { .. } | Error::Damaged { .. }) || gone, "{what}: {error}");
    assert!(error.to_string().contains("a.conll"), "{error}");
}

/// Reads a file, and lets it change after the first pieces.
fn read_while(path: &Path, change: fn(&Path)) -> Result<(), Error> {
    let mut sides = [Files::open(path, &Options::new())?];
    let mut reader = Reader::new(&mut sides, &[Wanted::MENTIONS]);
    let pool = corefeval_files::pool(Some(1)).unwrap();
    pool.install(|| {
        assert!(reader.read_some()?.is_some());
        change(path);
        while reader.read_some()?.is_some() {}
        Ok(())
    })
}

#[test]
fn a_file_that_changes_while_it_is_read_is_an_error() {
    let text = crate::made::documents("d", 150, 8_000);
    let folder = crate::made::folder();
    for (what, change) in CHANGES {
        for bytes in [text.clone().into_bytes(), crate::made::zstd(text.as_bytes())] {
            // larger than the pieces of the first round, packed too
            let path = crate::made::write(folder.path(), "a.conll", &bytes);
            if bytes.len() > 5_000_000 || what != "shrinks" {
                assert_changed(read_while(&path, change), what);
            }
        }
    }
}

#[test]
fn a_file_that_changes_before_it_is_read_is_an_error() {
    let folder = crate::made::folder();
    for (what, change) in CHANGES {
        let path = crate::made::write(folder.path(), "a.conll", crate::made::documents("d", 3, 9).as_bytes());
        let mut files = Files::open(&path, &Options::new()).unwrap();
        change(&path);
        assert_changed(crate::made::read(&mut files).map(drop), what);
    }
}

#[test]
fn a_file_that_stays_is_read() {
    let folder = crate::made::folder();
    let path =
        crate::made::write(folder.path(), "a.conll", crate::made::documents("d", 150, 8_000).as_bytes());
    read_while(&path, |_| ()).unwrap();
}
