//! How the program finds the bytes it reads: pipes, folders, compressed files, and nothing behind the back of the crate for that.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const TEXT: &str =
    "#begin document (a);\na\t0\t0\the\t(1)\na\t0\t1\tsaw\t-\na\t0\t2\thim\t(1)\n\n#end document\n";

fn write(folder: &Path, name: &str, bytes: &[u8]) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, bytes).unwrap();
    path
}

fn score(arguments: &[&str], paths: &[&Path], input: &[u8]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_corefeval"));
    command.arg("score").args(arguments).args(paths);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // a program that refuses its arguments reads nothing
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The text compressed by the gzip of the system.
fn gzip(text: &str) -> Vec<u8> {
    let mut child =
        Command::new("gzip").arg("-c").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    child.wait_with_output().unwrap().stdout
}

#[test]
fn gzip_through_a_pipe_is_unpacked() {
    let folder = tempfile::tempdir().unwrap();
    let key = write(folder.path(), "key.conll", TEXT.as_bytes());
    let output = score(&["--min", "conll=100"], &[&key, Path::new("-")], &gzip(TEXT));
    assert!(output.status.success(), "{}", stderr(&output));
}

#[test]
fn json_names_every_input_by_what_b3sum_prints_also_what_came_through_a_pipe() {
    let folder = tempfile::tempdir().unwrap();
    let key = write(folder.path(), "key.conll", TEXT.as_bytes());
    let output = score(&["--as", "json"], &[&key, Path::new("-")], TEXT.as_bytes());
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    // printed by `b3sum key.conll`
    let expected = "blake3:df2c7bc88d96f7c9107695e4677fc6d836be341d01787bfc594355da4b14bb25";
    assert_eq!(
        (&value["inputs"][0]["fingerprint"], &value["inputs"][1]["fingerprint"]),
        (&expected.into(), &expected.into())
    );
}

#[test]
fn a_number_of_threads_that_no_machine_has_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let key = write(folder.path(), "key.conll", TEXT.as_bytes());
    let output = score(&["--threads", "99999"], &[&key, &key], b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("99999 is not in 1..=1024"), "{}", stderr(&output));
}

#[cfg(unix)]
#[test]
fn folders_that_link_to_themselves_are_scored_and_pipes_in_them_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "a.conll", TEXT.as_bytes());
    for link in ["one", "two"] {
        std::os::unix::fs::symlink(folder.path(), folder.path().join(link)).unwrap();
    }
    let output = score(&["--min", "conll=100"], &[folder.path(), folder.path()], b"");
    assert!(output.status.success(), "{}", stderr(&output));
    let pipe = folder.path().join("b.conll");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let output = score(&[], &[folder.path(), folder.path()], b"");
    assert!(stderr(&output).contains("b.conll: this is a named pipe"), "{}", stderr(&output));
}

#[test]
fn what_is_cut_off_is_an_error_that_names_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let key = write(folder.path(), "key.conll", TEXT.as_bytes());
    let packed = gzip(TEXT);
    let cut = write(folder.path(), "cut.conll.gz", &packed[..packed.len() - 6]);
    let output = score(&[], &[&key, &cut], b"");
    assert!(!output.status.success());
    assert!(
        stderr(&output).contains("cut.conll.gz: the gzip data is damaged or cut off"),
        "{}",
        stderr(&output)
    );
}

/// Ways to look outside that only the crate for files may use.
const FORBIDDEN: [&str; 7] = [
    "File::open",
    "fs::read(",
    "fs::read_to_string",
    "read_dir",
    "stdin()",
    "OpenOptions::new().read",
    "fs::read_dir",
];

#[test]
fn nothing_else_opens_files_for_reading() {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            if path.extension().is_none_or(|ending| ending != "rs") {
                continue;
            }
            let code = std::fs::read_to_string(&path).unwrap();
            let code =
                code.split("#[cfg(test)]").next().unwrap_or("").split("#[cfg(all(test").next().unwrap_or("");
            let uses = FORBIDDEN.iter().filter(|way| code.contains(**way));
            found.extend(uses.map(|way| format!("{}: {way}", path.display())));
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}
