//! Recorded output of the scorers that the drop-ins stand in for, and how it is compared.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use corefeval::dropin::evaluator::Scored;
use serde_json::Value;

/// A part of the folder of recorded outputs: `COREFEVAL_SHARED`, or `../shared` beside the repository. `build.rs` looks in
/// the same places, and tests that need it are ignored where it is not there.
pub(crate) fn shared(part: &str) -> PathBuf {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared");
    let root = std::env::var_os("COREFEVAL_SHARED").map_or(PathBuf::from(beside), PathBuf::from);
    let folder = root.join(part);
    assert!(folder.is_dir(), "no recorded outputs at {}: set COREFEVAL_SHARED", folder.display());
    folder
}

/// Everything in a folder, by name.
pub(crate) fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("what the test needs");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("what the test needs").path()).collect();
    paths.sort();
    paths
}

/// All files below a folder that are not empty.
pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let (folders, files): (Vec<_>, Vec<_>) = entries(folder).into_iter().partition(|path| path.is_dir());
    let inner = folders.iter().flat_map(|folder| self::files(folder));
    let kept = files.into_iter().filter(|file| fs::metadata(file).expect("what the test needs").len() > 0);
    inner.chain(kept).collect()
}

/// The cases below a folder: those of its folders that hold a command line.
pub(crate) fn cases(folder: &Path) -> Vec<PathBuf> {
    entries(folder).into_iter().filter(|path| path.join("cmd").is_file()).collect()
}

/// What our command prints in a folder, and its exit status.
pub(crate) fn run(folder: &Path, command: &str, arguments: &[&str]) -> (String, i32) {
    let program = env!("CARGO_BIN_EXE_corefeval");
    let output = Command::new(program)
        .current_dir(folder)
        .arg(command)
        .args(arguments)
        .output()
        .expect("what the test needs");
    (
        String::from_utf8(output.stdout).expect("what the test needs"),
        output.status.code().expect("what the test needs"),
    )
}

/// The cases below a folder in which our command does not print what was recorded, or ends with another status.
pub(crate) fn differing(folder: &Path, command: &str, skip: usize) -> Vec<String> {
    let differs = |case: &PathBuf| {
        let arguments = arguments(case, skip);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let expected =
            (fs::read_to_string(case.join("expected_stdout")).expect("what the test needs"), status(case));
        run(case, command, &arguments) != expected
    };
    cases(folder).into_iter().filter(differs).map(|case| case.display().to_string()).collect()
}

/// Whether a score and its counts are those of an entry of `expected.json`, to the ninth digit.
pub(crate) fn agrees(ours: &Scored, theirs: &Value) -> bool {
    let counts = &theirs["counts"][0];
    let tally = ours.tallies[0];
    let [recall, precision, f1] = ours.score.or_zero();
    let figures = [
        (recall, &theirs["recall"]),
        (precision, &theirs["precision"]),
        (f1, &theirs["f1"]),
        (tally.recall.numerator, &counts["r_num"]),
        (tally.recall.denominator, &counts["r_den"]),
        (tally.precision.numerator, &counts["p_num"]),
        (tally.precision.denominator, &counts["p_den"]),
    ];
    // counts were not recorded for every score
    figures.iter().all(|(ours, theirs)| theirs.as_f64().is_none_or(|theirs| (ours - theirs).abs() < 1e-9))
}

/// Whether scores are those of a case's `expected.json`, if it has one.
pub(crate) fn has_expected_scores(case: &Path, scores: &[Scored]) -> bool {
    let Ok(text) = fs::read_to_string(case.join("expected.json")) else { return true };
    let expected: Vec<Value> = serde_json::from_str(&text).expect("what the test needs");
    scores.len() == expected.len() && scores.iter().zip(&expected).all(|(ours, theirs)| agrees(ours, theirs))
}

/// The words of a case's command line after `skip`, which names the program.
pub(crate) fn arguments(case: &Path, skip: usize) -> Vec<String> {
    let command = fs::read_to_string(case.join("cmd")).expect("what the test needs");
    command.split_whitespace().skip(skip).map(str::to_owned).collect()
}

/// The exit status that was recorded.
pub(crate) fn status(case: &Path) -> i32 {
    fs::read_to_string(case.join("rc"))
        .expect("what the test needs")
        .trim()
        .parse()
        .expect("what the test needs")
}

/// Panics with the names of all that failed.
pub(crate) fn assert_none(failed: &[String], out_of: usize) {
    assert!(out_of > 0, "nothing was compared");
    let count = failed.len();
    assert!(failed.is_empty(), "{count} of {out_of} differ:\n{}", failed.join("\n"));
    println!("{out_of} agree");
}

/// The key and the response that were scored for an output called `name` in a folder of the data; `emptied` takes
/// the mentions out of a file.
pub(crate) fn inputs(data: &Path, name: &str, emptied: fn(&[u8]) -> Vec<u8>) -> (Vec<u8>, Vec<u8>) {
    let read = |file: String| fs::read(data.join(file)).expect("what the test needs");
    if let Some((text, (one, other))) =
        name.split_once('.').and_then(|(text, pair)| Some((text, pair.split_once('-')?)))
    {
        return (read(format!("{text}.{one}.conll")), read(format!("{text}.{other}.conll")));
    }
    if data.join("gold.conll").exists() {
        let response = if name == "norbert" { "pred" } else { "system" };
        return (read("gold.conll".into()), read(format!("{response}.conll")));
    }
    let key = read("key.conll".into());
    match name {
        "identity" => (key.clone(), key),
        "empty" => (key.clone(), emptied(&key)),
        "empty-key" => (emptied(&key), read("sys-gold-medium.conll".into())),
        _ => (key, read(format!("sys-{name}.conll"))),
    }
}

/// A CoNLL file in which the last column of every row is `-`.
pub(crate) fn without_mentions(file: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(file);
    let emptied = text.split_inclusive('\n').map(|line| match line.rsplit_once(['\t', ' ']) {
        Some((before, _)) if !line.starts_with('#') => format!("{before}\t-\n"),
        _ => line.to_owned(),
    });
    emptied.collect::<String>().into_bytes()
}
