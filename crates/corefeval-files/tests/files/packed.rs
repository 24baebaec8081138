//! Compressed files and streams, recognised by their contents.

use std::path::Path;

use corefeval_files::{Error, Options, contents};

/// So much that it is read in several pieces.
fn text() -> String {
    crate::made::documents("d", 60, 8_000)
}

fn expected() -> Vec<String> {
    (0..60).map(|number| format!("d{number}")).collect()
}

fn assert_read(path: &Path) {
    assert_eq!(crate::made::names(path, &Options::new()).unwrap(), expected(), "{}", path.display());
    assert_eq!(contents(path).unwrap(), text().as_bytes(), "{}", path.display());
}

#[test]
fn compression_is_told_by_content_whatever_the_name_says() {
    let folder = crate::made::folder();
    let text = text();
    let (gzip, zstd) = (crate::made::gzip(text.as_bytes()), crate::made::zstd(text.as_bytes()));
    let forms = [("plain", text.as_bytes()), ("gzip", &gzip), ("zstd", &zstd)];
    for (form, bytes) in forms {
        for ending in ["conll", "conll.gz", "conll.zst", "gz", "zst"] {
            assert_read(&crate::made::write(folder.path(), &format!("{form}.{ending}"), bytes));
        }
    }
}

#[test]
fn members_frames_and_frames_to_skip_are_one_file() {
    let folder = crate::made::folder();
    let text = text();
    let (first, second) = text.as_bytes().split_at(text.len() / 3);
    let members = [crate::made::gzip(first), crate::made::gzip(second)].concat();
    assert_read(&crate::made::write(folder.path(), "members.conll.gz", &members));
    let skipped = [&[0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0][..], b"abc"].concat();
    let frames = [skipped, crate::made::zstd(first), crate::made::zstd(second)].concat();
    assert_read(&crate::made::write(folder.path(), "frames.conll.zst", &frames));
}

/// Files that zstd 1.5.4 wrote: with a checksum, with the largest window that is read, and from a pipe.
fn by_zstd() -> [std::path::PathBuf; 3] {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    ["level22", "long", "piped"].map(|name| folder.join(name).with_extension("conll.zst"))
}

#[test]
fn what_zstd_writes_is_read() {
    for path in by_zstd() {
        let print = blake3::hash(&contents(&path).unwrap());
        assert_eq!(
            print.to_hex().as_str(),
            "1b26133ec9e242c32d0c1f19edf63dc56d9bb7ed93a66da81ce77db056d88aaa",
            "{}",
            path.display()
        );
        assert_eq!(crate::made::names(&path, &Options::new()).unwrap().len(), 12);
    }
}

/// A checksum finds whatever is wrong, wherever it is, and nothing makes the decoder stop in any other way.
#[test]
fn a_damaged_byte_is_found() {
    let folder = crate::made::folder();
    let path = &by_zstd()[0];
    let (packed, plain) = (std::fs::read(path).unwrap(), contents(path).unwrap());
    let places = (0..64).chain((64..packed.len()).step_by(97)).chain(packed.len() - 8..packed.len());
    for place in places {
        let mut damaged = packed.clone();
        damaged[place] ^= 0x15;
        let path = crate::made::write(folder.path(), "a.conll.zst", &damaged);
        // a few bits mean nothing, and without the first bytes it is no zstd file
        match contents(&path) {
            Ok(bytes) => assert!(bytes == plain || place < 4 && bytes == damaged, "byte {place}"),
            Err(error) => assert!(matches!(error, Error::Damaged { .. }), "byte {place}: {error}"),
        }
    }
}

#[test]
fn what_follows_the_last_frame_must_be_a_frame() {
    let folder = crate::made::folder();
    for (after, reason) in [(&b"abc"[..], "fill whole buffer"), (b"more text", "magic number")] {
        let packed = [&crate::made::zstd(text().as_bytes()), after].concat();
        let path = crate::made::write(folder.path(), "a.conll.zst", &packed);
        let error = contents(&path).unwrap_err().to_string();
        assert!(error.contains("damaged or cut off") && error.contains(reason), "{error}");
    }
}

#[test]
fn documents_without_names_are_called_like_the_file_without_its_endings() {
    let folder = crate::made::folder();
    let text = br#"{"type":"clusters","clusters":{"1":["m1"]}}"#;
    let plain = crate::made::write(folder.path(), "plain.json", text);
    let packed = crate::made::write(folder.path(), "packed.json.gz", &crate::made::gzip(text));
    assert_eq!(crate::made::names(&plain, &Options::new()).unwrap(), ["plain"]);
    assert_eq!(crate::made::names(&packed, &Options::new()).unwrap(), ["packed"]);
}

#[test]
fn what_is_cut_off_or_damaged_is_an_error_that_names_the_file() {
    let folder = crate::made::folder();
    let text = text();
    for (name, packed) in [
        ("a.conll.gz", crate::made::gzip(text.as_bytes())),
        ("a.conll.zst", crate::made::zstd(text.as_bytes())),
    ] {
        for kept in [packed.len() - 1, packed.len() - 9, packed.len() / 2, 12] {
            let path = crate::made::write(folder.path(), name, &packed[..kept]);
            let read = crate::made::names(&path, &Options::new());
            assert!(matches!(read, Err(Error::Damaged { .. })), "{name} {kept}: {read:?}");
            let error = contents(&path).unwrap_err().to_string();
            assert!(error.contains(name) && error.contains("damaged or cut off"), "{error}");
        }
    }
    let mut damaged = crate::made::gzip(text.as_bytes());
    let middle = damaged.len() / 2;
    damaged[middle] ^= 0x55;
    let path = crate::made::write(folder.path(), "b.conll.gz", &damaged);
    assert!(matches!(crate::made::names(&path, &Options::new()), Err(Error::Damaged { .. })));
}

#[test]
fn what_unpacks_to_too_much_is_an_error() {
    let folder = crate::made::folder();
    let text = text();
    let limit = text.len() as u64;
    for packed in [crate::made::gzip(text.as_bytes()), crate::made::zstd(text.as_bytes())] {
        let path = crate::made::write(folder.path(), "a.conll.gz", &packed);
        assert_eq!(crate::made::names(&path, &Options::new().most_unpacked(limit)).unwrap(), expected());
        let error = crate::made::names(&path, &Options::new().most_unpacked(limit - 1)).unwrap_err();
        assert!(matches!(error, Error::UnpacksToTooMuch { .. }), "{error}");
    }
}

#[test]
fn a_document_that_does_not_end_is_an_error_not_the_end_of_memory() {
    let folder = crate::made::folder();
    let bomb =
        crate::made::documents("d", 1, 1).replace("#end document\n", "") + &"0\ta\t-\n".repeat(1 << 20);
    let options = Options::new().longest_document(1 << 20);
    for bytes in [crate::made::gzip(bomb.as_bytes()), bomb.clone().into_bytes()] {
        let path = crate::made::write(folder.path(), "a.conll", &bytes);
        let error = crate::made::names(&path, &options).unwrap_err();
        assert!(matches!(error, Error::EndlessDocument { .. }), "{error}");
        assert!(error.to_string().contains("a.conll: a document does not end within 1 MiB"), "{error}");
    }
    assert_eq!(
        crate::made::names(&crate::made::write(folder.path(), "b.conll", text().as_bytes()), &options)
            .unwrap(),
        expected()
    );
}

#[cfg(unix)]
mod pipes {
    use super::{expected, text};
    use corefeval_files::{Error, Files, Options};

    #[test]
    fn a_pipe_is_read_as_a_stream_packed_or_not() {
        let folder = crate::made::folder();
        for bytes in
            [text().into_bytes(), crate::made::gzip(text().as_bytes()), crate::made::zstd(text().as_bytes())]
        {
            let path = folder.path().join("pipe");
            crate::made::pipe(&path);
            let names = std::thread::scope(|scope| {
                scope.spawn(|| std::fs::write(&path, &bytes).unwrap());
                let mut files = Files::open(&path, &Options::new().fingerprints(true)).unwrap();
                let names = crate::made::read(&mut files).unwrap();
                let fingerprint = format!("blake3:{}", blake3::hash(&bytes));
                assert_eq!(files.inputs()[0].fingerprint(), Some(fingerprint.as_str()));
                names
            });
            assert_eq!(names, expected());
            std::fs::remove_file(&path).unwrap();
        }
    }

    #[test]
    fn an_endless_device_ends_in_an_error() {
        let options = Options::new().longest_document(1 << 20).format(corefeval::format::by_name("conll"));
        let error = crate::made::names("/dev/zero".as_ref(), &options).unwrap_err();
        assert!(matches!(error, Error::EndlessDocument { .. }), "{error}");
    }
}
