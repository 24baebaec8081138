//! Documents of our own, for which the original scorers' output was recorded: `tests/own/README.md`.

use std::fs;
use std::path::Path;
use std::process::Command;

/// The commands whose output is recorded, and how many cases each has at least.
const COMMANDS: &[(&str, usize)] =
    &[("conll-scorer", 11), ("coval", 7), ("corefud-scorer", 5), ("ua-scorer", 3), ("scorch", 1)];

/// What our command prints for arguments; the first line of the CoNLL scorer names a file of its own.
fn printed(folder: &Path, command: &str, arguments: &str) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_corefeval"));
    let output =
        program.current_dir(folder).arg(command).args(arguments.split_whitespace()).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    match text.split_once('\n') {
        Some((_, rest)) if command == "conll-scorer" => rest.to_owned(),
        _ => text,
    }
}

#[test]
fn every_original_scorer_is_reproduced_byte_for_byte() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/own");
    let cases = fs::read_to_string(folder.join("cases.tsv")).unwrap();
    let rows = cases.lines().filter(|line| !line.starts_with('#'));
    let cases: Vec<Vec<&str>> = rows.map(|line| line.split('\t').collect()).collect();
    for (command, least) in COMMANDS {
        assert!(cases.iter().filter(|case| case[1] == *command).count() >= *least, "{command}");
    }
    for case in cases {
        let [name, command, arguments] = case[..] else { panic!("{case:?}") };
        let recorded = fs::read_to_string(folder.join("expected").join(name).with_extension("txt")).unwrap();
        assert_eq!(printed(&folder, command, arguments), recorded, "{name}: {command} {arguments}");
    }
}
