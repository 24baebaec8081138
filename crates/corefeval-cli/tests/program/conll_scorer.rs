//! The command `conll-scorer`, and the program under the name `scorer.pl`.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const KEY: &str = "#begin document a\nx\t(1)\nx\t(1)\n#end document\n";

fn corefeval() -> Command {
    Command::new(env!("CARGO_BIN_EXE_corefeval"))
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// A folder with a key.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("key"), KEY).unwrap();
    folder
}

fn score(folder: &Path, arguments: &[&str]) -> Output {
    corefeval().arg("conll-scorer").args(arguments).current_dir(folder).output().unwrap()
}

#[test]
fn a_key_agrees_with_itself() {
    let folder = folder();
    let output = score(folder.path(), &["muc", "key", "key", "none"]);
    assert!(stdout(&output).contains("Coreference: Recall: (1 / 1) 100%"));
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn too_few_arguments_get_help_and_no_error() {
    let output = corefeval().args(["conll-scorer", "muc", "key"]).output().unwrap();
    assert!(stdout(&output).contains("Usage: scorer.pl METRIC KEY RESPONSE [NAME]"));
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn an_absent_file_is_named_and_a_folder_is_empty() {
    let folder = folder();
    let output = score(folder.path(), &["muc", "key", "absent", "none"]);
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(message, "Can not open absent: No such file or directory\n");
    assert_eq!(output.status.code(), Some(2));
    let output = score(folder.path(), &["muc", "key", ".", "none"]);
    assert!(stdout(&output).contains("Identification of Mentions: Recall: (0 / 2) 0%"));
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn standard_input_serves_for_both_files() {
    let folder = folder();
    let key = fs::File::open(folder.path().join("key")).unwrap();
    let arguments = ["conll-scorer", "muc", "-", "-", "none"];
    let output = corefeval().args(arguments).stdin(Stdio::from(key)).output().unwrap();
    assert!(stdout(&output).contains("Coreference: Recall: (1 / 1) 100%"));
}

#[cfg(unix)]
#[test]
fn called_by_its_name_it_is_the_reference() {
    let folder = folder();
    let program = folder.path().join("scorer.pl");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_corefeval"), &program).unwrap();
    let arguments = ["muc", "key", "key", "a", "ignored", "--refuse-repeats"];
    let output = Command::new(&program).args(arguments).current_dir(folder.path()).output().unwrap();
    assert!(stdout(&output).contains("\na:\n====> a:\n"));
    let output = Command::new(&program).output().unwrap();
    assert!(stdout(&output).contains("Usage: scorer.pl"));
    assert_eq!(output.status.code(), Some(0));
}
