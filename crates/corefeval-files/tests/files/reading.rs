//! Files cut into pieces give what they give whole, with any number of threads.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use corefeval::document::Wanted;
use corefeval_files::{Error, Files, Options, Progress, Reader, pool};

/// How much of a small file one task reads.
const CHUNK: usize = 512 * 1024;

/// The names of the documents of a file whose second document begins `early` bytes before the first cut; `header` begins a
/// document called `@`.
fn names_near_a_cut(ending: &str, header: &str, row: &str, early: usize) -> Vec<String> {
    let document = |name: &str, rows: usize| header.replace('@', name) + &row.repeat(rows) + "\n";
    let room = CHUNK - early - document("first", 0).len();
    let mut text = document("first", room / row.len());
    // what is left of the room becomes a longer name
    text = text.replacen("first", &format!("first{}", "t".repeat(room % row.len())), 1);
    for name in ["second", "third", "fourth"] {
        text += &document(name, 3);
    }
    let folder = crate::made::folder();
    crate::made::names(
        &crate::made::write(folder.path(), &format!("key.{ending}"), text.as_bytes()),
        &Options::new(),
    )
    .unwrap()
}

#[test]
fn a_document_that_begins_near_a_cut_is_read_once() {
    let columns = ("conll", "#begin document (@);\n", "0\ta\t-\n");
    let comments = "# sent_id = 1\n# text = a b\n# newdoc id = @\n# global.Entity = eid\n";
    let rows = ("conllu", comments, "1\ta\t_\t_\t_\t_\t_\t_\t_\t_\n");
    for (ending, header, row) in [columns, rows] {
        for early in 0..90 {
            let names = names_near_a_cut(ending, header, row, early);
            assert_eq!(names[1..], ["second", "third", "fourth"], "{ending} {early}");
        }
    }
}

/// Names of documents and lines of problems, of two sides.
fn read_sides(threads: usize, sides: &mut [Files]) -> Vec<(usize, Vec<String>, Vec<u64>)> {
    let (bytes, documents) = (AtomicU64::new(0), AtomicUsize::new(0));
    let count = |step: Progress| {
        bytes.fetch_add(step.bytes, Ordering::Relaxed);
        documents.fetch_add(step.documents, Ordering::Relaxed);
    };
    let size: u64 = sides.iter().flat_map(Files::inputs).filter_map(corefeval_files::Input::size).sum();
    let mut read: Vec<(usize, Vec<String>, Vec<u64>)> =
        (0..sides.len()).map(|side| (side, vec![], vec![])).collect();
    pool(Some(threads)).unwrap().install(|| {
        let mut reader = Reader::new(sides, &[Wanted::MENTIONS; 2]).progress(&count);
        while let Some(parts) = reader.read_some().unwrap() {
            for part in parts {
                let (_, names, lines) = &mut read[part.side];
                names.extend(part.reading.documents.iter().map(|document| document.name().id.clone()));
                lines.extend(part.reading.problems.iter().map(|problem| problem.line));
            }
        }
    });
    assert_eq!(bytes.into_inner(), size);
    assert_eq!(documents.into_inner(), sides.iter().map(Files::documents).sum::<usize>());
    read
}

#[test]
fn parts_come_in_file_order_with_lines_from_the_start_of_the_file() {
    let folder = crate::made::folder();
    let good = crate::made::documents("d", 1_200, 900);
    // a document that is not ended
    let bad = good.clone() + "#begin document (bad);\n0\ta\t(1)\n";
    let line = bad.lines().count() as u64;
    let one = crate::made::write(folder.path(), "one.conll", bad.as_bytes());
    let other = crate::made::write(folder.path(), "other/a.conll.gz", &crate::made::gzip(good.as_bytes()));
    crate::made::write(
        folder.path(),
        "other/b.conll.zst",
        &crate::made::zstd(bad.replace("(d", "(e").as_bytes()),
    );
    let open = || {
        [&one, &other.parent().unwrap().to_owned()].map(|path| Files::open(path, &Options::new()).unwrap())
    };
    let expected = read_sides(1, &mut open());
    assert_eq!((expected[0].1.len(), expected[1].1.len()), (1_201, 2_401));
    assert_eq!((&expected[0].2[..], &expected[1].2[..]), (&[line][..], &[line][..]));
    for threads in [2, 3, 8] {
        assert_eq!(read_sides(threads, &mut open()), expected, "{threads} threads");
    }
}

#[test]
fn fingerprints_are_those_of_the_bytes_on_disk_whatever_is_read_of_them() {
    let folder = crate::made::folder();
    let text = crate::made::documents("d", 40, 50_000);
    for size in [1, 1_000, CHUNK - 1, CHUNK, CHUNK + 1, 4 << 20, (4 << 20) + 1, (8 << 20) + 5, text.len()] {
        let plain = crate::made::write(folder.path(), "a.conll", &text.as_bytes()[..size]);
        let packed =
            crate::made::write(folder.path(), "b.conll.gz", &crate::made::gzip(&text.as_bytes()[..size]));
        for path in [plain, packed] {
            for threads in [1, 3] {
                let options = Options::new().fingerprints(true).format(corefeval::format::by_name("conll"));
                let mut sides = [Files::open(&path, &options).unwrap()];
                assert_eq!(sides[0].inputs()[0].fingerprint(), None);
                read_sides(threads, &mut sides);
                let expected = format!("blake3:{}", blake3::hash(&std::fs::read(&path).unwrap()));
                assert_eq!(sides[0].inputs()[0].fingerprint(), Some(expected.as_str()), "{size} {threads}");
            }
        }
    }
}

#[test]
fn no_fingerprint_is_made_unless_asked_for() {
    let folder = crate::made::folder();
    let path = crate::made::write(folder.path(), "a.conll", crate::made::documents("d", 1, 1).as_bytes());
    let mut files = Files::open(&path, &Options::new()).unwrap();
    crate::made::read(&mut files).unwrap();
    assert_eq!(files.inputs()[0].fingerprint(), None);
}

#[test]
fn nobody_gets_more_threads_than_can_be_of_use() {
    assert!(matches!(pool(Some(99_999)), Err(Error::TooManyThreads { asked: 99_999 })));
    assert_eq!(pool(Some(3)).unwrap().current_num_threads(), 3);
}

#[test]
fn an_empty_file_and_one_of_no_format_are_named() {
    let folder = crate::made::folder();
    let empty = crate::made::write(folder.path(), "empty.conll", b"");
    assert!(
        matches!(crate::made::names(&empty, &Options::new()), Err(Error::Empty { path }) if path == empty)
    );
    let strange = crate::made::write(folder.path(), "strange.conll", b"\0\0\0\0");
    assert!(
        matches!(crate::made::names(&strange, &Options::new()), Err(Error::UnknownFormat { path }) if path == strange)
    );
}

#[test]
fn files_without_documents_are_named_in_their_place_whatever_the_number_of_threads() {
    let folder = crate::made::folder();
    let documents = crate::made::documents("d", 2, 3);
    let [cut, whole] = ["#begin docu", &documents].map(str::as_bytes);
    let files = [("a", cut), ("b", whole), ("c", b""), ("d", cut), ("e", whole), ("f", b"\n")];
    let paths = files.map(|(name, bytes)| crate::made::write(folder.path(), name, bytes));
    let options = Options::new().format(corefeval::format::by_name("conll"));
    for threads in [1, 2, 5] {
        let mut sides = [Files::open_all(&paths, &options).unwrap()];
        let parts = pool(Some(threads)).unwrap().install(|| sides[0].read_all(Wanted::MENTIONS).unwrap());
        let mut found: Vec<(String, Vec<&str>)> = Vec::new();
        for part in &parts {
            let name = part.path.file_name().unwrap().to_string_lossy().into_owned();
            let codes = part.reading.problems.iter().map(|problem| problem.code);
            match found.last_mut().filter(|(last, _)| *last == name) {
                Some((_, known)) => known.extend(codes),
                None => found.push((name, codes.collect())),
            }
        }
        let expected = ["a", "b", "c", "d", "e", "f"].map(|name| {
            let said = if "be".contains(name) { vec![] } else { vec!["no-documents"] };
            (name.to_owned(), said)
        });
        assert_eq!(found, expected, "{threads}");
    }
}
