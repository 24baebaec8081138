//! The drop-in for the reference scorer against recorded output of that scorer, case by case.

use std::fs;
use std::path::Path;

use crate::recorded::{assert_none, entries, files, inputs, shared};
use corefeval::dropin::conll_scorer::{Outcome, Request, score};

fn run(metric: &str, key: &[u8], response: &[u8], name: Option<&[u8]>) -> Outcome {
    score(&Request {
        metric: metric.as_bytes(),
        key: Ok(key),
        response: Ok(response),
        name,
        refuse_repeats: true,
    })
}

/// Text without its first line, which names the version.
fn without_version(stdout: &[u8]) -> &[u8] {
    let newline = stdout.iter().position(|&byte| byte == b'\n');
    newline.map_or(&[], |at| &stdout[at + 1..])
}

/// A message without the place it came from.
fn without_place(stderr: &str) -> &str {
    stderr.split(" at ").next().unwrap_or("").trim_end()
}

/// What differs in a case, if anything.
fn differences(case: &Path) -> Vec<String> {
    let read = |file: &str| fs::read(case.join(file)).unwrap();
    let (key, response) = (read("key.conll"), read("response.conll"));
    let totals = run("all", &key, &response, Some(b"none"));
    let mut different = Vec::new();
    if without_version(&totals.stdout) != read("expected.txt") {
        different.push("totals");
    }
    let expected = String::from_utf8(read("expected.stderr")).unwrap();
    if without_place(&totals.stderr) != without_place(&expected) {
        different.push("stderr");
    }
    let code = String::from_utf8(read("exitcode")).unwrap();
    if totals.code.to_string() != code.trim() {
        different.push("exit status");
    }
    if case.join("expected.default.txt").exists() {
        let verbose = run("all", &key, &response, None);
        if without_version(&verbose.stdout) != read("expected.default.txt") {
            different.push("every document");
        }
    }
    if case.join("expected.name.txt").exists() {
        let name = read("docname");
        let name = name.strip_suffix(b"\n").unwrap_or(&name);
        let named = run("all", &key, &response, Some(name));
        if without_version(&named.stdout) != read("expected.name.txt") {
            different.push("one document");
        }
    }
    let name = case.file_name().unwrap().display();
    different.iter().map(|what| format!("{name}: {what}")).collect()
}

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn every_recorded_case_is_reproduced_byte_for_byte() {
    let folder = shared("conformance/reference-scorer");
    let cases: Vec<_> = entries(&folder).into_iter().filter(|path| path.is_dir()).collect();
    let failed: Vec<_> = cases.iter().flat_map(|case| differences(case)).collect();
    assert_none(&failed, cases.len());
}

/// Whether the totals are among the outputs that were seen under one order of documents or another.
fn is_a_variant(case: &Path) -> bool {
    let read = |file: &str| fs::read(case.join(file)).unwrap();
    let totals = run("all", &read("key.conll"), &read("response.conll"), Some(b"none"));
    let variants = (0..).take_while(|n| case.join(format!("expected.{n}.txt")).exists());
    let mut variants = variants.map(|n| {
        let text = |file: String| String::from_utf8(read(&file)).unwrap();
        let stdout = read(&format!("expected.{n}.txt"));
        let stderr = text(format!("expected.{n}.stderr"));
        let code = text(format!("exitcode.{n}"));
        (stdout, without_place(&stderr).to_owned(), code.trim().to_owned())
    });
    let (stderr, code) = (without_place(&totals.stderr), totals.code.to_string());
    variants.any(|variant| {
        variant.0 == without_version(&totals.stdout) && variant.1 == stderr && variant.2 == code
    })
}

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn where_document_order_matters_one_of_the_recorded_outputs_is_reproduced() {
    let folder = shared("conformance/reference-scorer-order-dependent");
    let cases = entries(&folder);
    let failed = cases.iter().filter(|case| !is_a_variant(case));
    let failed: Vec<_> = failed.map(|case| case.display().to_string()).collect();
    assert_none(&failed, cases.len());
}

/// A file's header lines: the same documents, without mentions.
fn headers(file: &[u8]) -> Vec<u8> {
    let lines = file.split_inclusive(|&byte| byte == b'\n');
    lines.filter(|line| line.starts_with(b"#")).flatten().copied().collect()
}

/// A file with a blank put into headers that lack it.
fn with_readable_headers(file: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(file);
    text.replace("#begin document(", "#begin document (").into_bytes()
}

/// Whether two outputs are equal, but for the last of 15 digits: it depends on the order of documents.
fn agree(ours: &str, theirs: &str) -> bool {
    let (ours, theirs): (Vec<_>, Vec<_>) = (ours.split(' ').collect(), theirs.split(' ').collect());
    let close = |(one, other): (&&str, &&str)| one == other || nearly_equal(one, other);
    ours.len() == theirs.len() && ours.iter().zip(&theirs).all(close)
}

fn nearly_equal(one: &str, other: &str) -> bool {
    let number = |text: &str| text.strip_prefix('(').and_then(|text| text.parse::<f64>().ok());
    match (number(one), number(other)) {
        (Some(one), Some(other)) => (one - other).abs() < 1e-13 * one.abs(),
        _ => false,
    }
}

/// Compares every output recorded below `expected`.
fn compare(expected: &str, data: &str, prepare: fn(&[u8]) -> Vec<u8>) {
    let (expected, data) = (shared(expected), shared(data));
    let outputs = files(&expected);
    let mut failed = Vec::new();
    for output in &outputs {
        let place = output.strip_prefix(&expected).unwrap().display().to_string();
        let (folder, file) = place.rsplit_once('/').unwrap();
        let (name, metric) = file.trim_end_matches(".txt").rsplit_once('.').unwrap();
        let with_header = data.join(folder).join(name);
        let (key, response) = if with_header.is_dir() {
            inputs(&with_header, "system", headers)
        } else {
            inputs(&data.join(folder), name, headers)
        };
        let ours = run(metric, &prepare(&key), &prepare(&response), Some(b"none"));
        let ours = String::from_utf8(without_version(&ours.stdout).to_vec()).unwrap();
        let theirs = fs::read_to_string(output).unwrap();
        let theirs = theirs.split_once('\n').unwrap().1;
        if ours != theirs {
            println!("{place} differs in a last digit");
        }
        if !agree(&ours, theirs) {
            failed.push(place);
        }
    }
    assert_none(&failed, outputs.len());
}

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn real_corpora_get_the_recorded_figures() {
    compare("data/expected/perl", "data", <[u8]>::to_vec);
}

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn real_corpora_with_mended_headers_get_the_recorded_figures() {
    compare("data/expected/perl-fixed-header", "data/system", with_readable_headers);
}
