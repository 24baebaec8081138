//! Where output goes: links, pipes, full devices, files that are read as well; and what reaches the terminal.

#![cfg(unix)]

use std::fs::{self, OpenOptions, Permissions};
use std::io::Read;
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

const GOOD: &str = "#begin document (a);\nMary\t(1)\nslept\t-\nshe\t(1)\n#end document\n";
/// One entity with one token twice, and no end.
const ODD: &str = "#begin document (a);\nMary\t(1)|(1)\nslept\t-\nshe\t(1)\n";

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_corefeval"));
    command.args(arguments).current_dir(folder).stdin(Stdio::null());
    command
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    command(folder, arguments).output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn printed(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn full() -> Stdio {
    OpenOptions::new().write(true).open("/dev/full").unwrap().into()
}

#[test]
fn a_link_is_followed_and_a_pipe_is_written_through() {
    let folder = folder(&[("a.conll", GOOD), ("far/out", "old")]);
    let at = |name: &str| folder.path().join(name);
    symlink("far/out", at("link")).unwrap();
    assert!(run(folder.path(), &["convert", "a.conll", "-t", "conll", "-o", "link"]).status.success());
    assert!(fs::symlink_metadata(at("link")).unwrap().is_symlink());
    assert!(fs::read_to_string(at("far/out")).unwrap().contains("#end document"));

    assert!(Command::new("mkfifo").arg(at("pipe")).status().unwrap().success());
    let mut child = command(folder.path(), &["stats", "a.conll", "--out", "pipe"]).spawn().unwrap();
    let mut text = String::new();
    fs::File::open(at("pipe")).unwrap().read_to_string(&mut text).unwrap();
    assert!(child.wait().unwrap().success() && text.contains("Words"), "{text}");
    assert!(fs::metadata(at("pipe")).unwrap().file_type().is_fifo());
}

#[test]
fn standard_output_may_be_named() {
    let folder = folder(&[("a.conll", GOOD)]);
    // a link of our own: if it were replaced, nothing of the system would be
    symlink("/proc/self/fd/1", folder.path().join("stdout")).unwrap();
    let expected = printed(&run(folder.path(), &["convert", "a.conll", "-t", "jsonlines", "-q"]));
    for name in ["-", "stdout"] {
        let output = run(folder.path(), &["convert", "a.conll", "-t", "jsonlines", "-q", "-o", name]);
        assert!(output.status.success(), "{}", said(&output));
        assert_eq!(printed(&output), expected);
    }
    // what a log has already is kept
    fs::write(folder.path().join("log"), "before\n").unwrap();
    let log = OpenOptions::new().append(true).open(folder.path().join("log")).unwrap();
    let mut appended =
        command(folder.path(), &["convert", "a.conll", "-t", "jsonlines", "-q", "-o", "stdout"]);
    assert!(appended.stdout(log).status().unwrap().success());
    assert_eq!(fs::read_to_string(folder.path().join("log")).unwrap(), format!("before\n{expected}"));
}

#[test]
fn a_full_standard_error_costs_no_score() {
    let folder = folder(&[("a.conll", ODD)]);
    let complete = run(folder.path(), &["score", "a.conll", "a.conll"]);
    assert!(said(&complete).contains("warning"));
    let output = command(folder.path(), &["score", "a.conll", "a.conll"]).stderr(full()).output().unwrap();
    assert!(output.status.success());
    assert_eq!(output.stdout, complete.stdout);
    let failed = command(folder.path(), &["score", "a.conll", "none"]).stderr(full()).output().unwrap();
    assert_eq!(failed.status.code(), Some(2));
}

#[test]
fn a_full_standard_output_is_an_error() {
    let folder = folder(&[("a.conll", GOOD)]);
    let commands: [&[&str]; 7] = [
        &["score", "a.conll", "a.conll"],
        &["convert", "a.conll", "-t", "conll"],
        &["validate", "a.conll", "--as", "json"],
        &["stats", "a.conll"],
        &["conll-scorer", "muc", "a.conll", "a.conll"],
        &["formats"],
        &["--help"],
    ];
    for arguments in commands {
        let output = command(folder.path(), arguments).stdout(full()).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", said(&output));
        assert!(said(&output).contains("cannot write to standard output"), "{}", said(&output));
    }
}

#[test]
fn two_files_are_not_written_over_each_other() {
    let layer = "#layer name\n#begin document (a)\n#end document\n";
    let folder = folder(&[("x/f", GOOD), ("y/f", GOOD), ("layer", layer)]);
    let output = run(folder.path(), &["assemble", "x/f", "y/f", "--layer-file", "layer", "-o", "out"]);
    assert!(!output.status.success());
    assert!(said(&output).contains("f would be written twice"), "{}", said(&output));
    assert!(!folder.path().join("out").exists());

    let two = GOOD.replace("(a)", "(a/b)") + &GOOD.replace("(a)", "(a_b)");
    fs::write(folder.path().join("two.conll"), two).unwrap();
    fs::create_dir(folder.path().join("json")).unwrap();
    let output = run(folder.path(), &["scorch-conll", "two.conll", "json"]);
    assert!(!output.status.success());
    assert!(said(&output).contains("json/a_b.json would be written twice"), "{}", said(&output));
    assert_eq!(fs::read_dir(folder.path().join("json")).unwrap().count(), 0);
}

#[test]
fn an_input_is_not_written_over() {
    let folder = folder(&[("in/a.conll", GOOD), ("b.conll", &GOOD.replace("(a)", "(b)"))]);
    symlink("in/a.conll", folder.path().join("link")).unwrap();
    let commands: [&[&str]; 8] = [
        &["score", "in", "b.conll", "--out", "b.conll", "--as", "tsv"],
        &["layers", "in/a.conll", "b.conll", "--out", "b.conll", "--as", "tsv"],
        &["convert", "in", "b.conll", "-t", "jsonlines", "-o", "in/a.conll"],
        &["convert", "in/a.conll", "-t", "jsonlines", "-o", "link"],
        &["extract", "in/a.conll", "-l", "coref", "-o", "in/a.conll"],
        &["stats", "link", "--out", "in/a.conll", "--as", "tsv"],
        &["rank", "--table", "conll-2011", "in/a.conll", "in/a.conll", "--out", "in/a.conll", "--as", "csv"],
        &["scorch", "in/a.conll", "b.conll", "b.conll"],
    ];
    for arguments in commands {
        let output = run(folder.path(), arguments);
        assert!(!output.status.success(), "{arguments:?}");
        assert!(said(&output).contains("would be written over the input"), "{}", said(&output));
        assert_eq!(fs::read_to_string(folder.path().join("in/a.conll")).unwrap(), GOOD);
        assert_eq!(fs::read_to_string(folder.path().join("b.conll")).unwrap(), GOOD.replace("(a)", "(b)"));
    }
}

#[test]
fn repairs_keep_modes_and_links_and_respect_protection() {
    let folder = folder(&[("private", ODD), ("protected", ODD), ("named", ODD), ("far", ODD)]);
    let at = |name: &str| folder.path().join(name);
    fs::set_permissions(at("private"), Permissions::from_mode(0o600)).unwrap();
    fs::set_permissions(at("protected"), Permissions::from_mode(0o444)).unwrap();
    fs::hard_link(at("named"), at("other name")).unwrap();
    symlink("far", at("link")).unwrap();
    let fixed = GOOD.trim_end_matches("#end document\n");

    assert!(run(folder.path(), &["validate", "--fix", "private", "link"]).status.success());
    assert_eq!(fs::read_to_string(at("private")).unwrap(), fixed);
    assert_eq!(fs::metadata(at("private")).unwrap().mode() & 0o777, 0o600);
    assert!(fs::symlink_metadata(at("link")).unwrap().is_symlink());
    assert_eq!(fs::read_to_string(at("far")).unwrap(), fixed);

    for (name, why) in [("protected", "it is read-only"), ("named", "hard links")] {
        let output = run(folder.path(), &["validate", "--fix", name]);
        assert!(!output.status.success());
        assert!(said(&output).contains(&format!("cannot write {name}: ")), "{}", said(&output));
        assert!(said(&output).contains(why), "{}", said(&output));
        assert_eq!(fs::read_to_string(at(name)).unwrap(), ODD);
    }
}

#[test]
fn documents_of_several_files_need_names_of_their_own() {
    let unnamed = "{\"sentences\":[[\"a\"]],\"clusters\":[[[0,0]]]}\n";
    let folder =
        folder(&[("a.conll", GOOD), ("b.conll", GOOD), ("x/u.jsonl", unnamed), ("y/u.jsonl", unnamed)]);
    let output = run(folder.path(), &["convert", "a.conll", "b.conll", "-t", "conll", "-o", "out"]);
    assert!(!output.status.success() && said(&output).contains("same-name"), "{}", said(&output));
    assert!(!folder.path().join("out").exists());
    // those without names are numbered
    let output = run(folder.path(), &["convert", "x/u.jsonl", "y/u.jsonl", "-t", "conll", "-q"]);
    let text = printed(&output);
    assert!(text.contains("(u); part 000") && text.contains("(u); part 001"), "{text}{}", said(&output));
}

#[test]
fn nothing_is_written_of_what_was_read_with_errors() {
    let sentences = r#"{"corefeval":1,"name":"a","tokens":5,"sentences":[[0,9999]],"entities":["1"],"mentions":[[0,1,0]]}"#;
    let folder = folder(&[("a.json", sentences)]);
    let output = run(folder.path(), &["convert", "a.json", "-t", "conll", "-o", "out"]);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    assert!(said(&output).contains("nothing was written: 1 error"), "{}", said(&output));
    assert!(!folder.path().join("out").exists());
}

#[test]
fn standard_input_is_not_read_twice() {
    let folder = folder(&[]);
    let commands: [&[&str]; 8] = [
        &["score", "-", "-"],
        &["why", "-", "-"],
        &["show", "-", "-"],
        &["show", "-"],
        &["agree", "-", "/dev/stdin"],
        &["validate", "-", "--against", "-"],
        &["convert", "-", "/dev/stdin", "-t", "conll"],
        &["scorch", "-", "-"],
    ];
    for arguments in commands {
        let output = run(folder.path(), arguments);
        assert!(said(&output).contains("standard input can be read only once"), "{}", said(&output));
    }
}

/// A title for the terminal, a step back, text from right to left, a control sequence in one character.
const HOSTILE: &str = "\u{1b}]0;pwned\u{7}\u{8}\u{202e}\u{9b}1m";

#[test]
fn what_a_terminal_would_obey_is_written_out() {
    let name = format!("x{HOSTILE}.conll");
    let text = format!("#begin document (d{HOSTILE});\nw{HOSTILE}\t7)\n#end document\n");
    let fine = format!("#begin document (bc/d{HOSTILE}/0001);\nw\t-\n#end document\n");
    let folder = folder(&[(&name, &text), ("fine.conll", &fine), ("odd.conll", ODD)]);
    let same = format!("{HOSTILE}.conll");
    fs::copy(folder.path().join("fine.conll"), folder.path().join(&same)).unwrap();
    let none = format!("none{HOSTILE}");
    let commands: [&[&str]; 6] = [
        &["stats", "--by", "file", "--as", "json", "fine.conll", &same],
        &["validate", &name],
        &["validate", &name, "--as", "json"],
        &["convert", &name, "-t", "jsonlines"],
        &["split", "fine.conll"],
        &["stats", &none],
    ];
    for arguments in commands {
        let output = run(folder.path(), arguments);
        for text in [said(&output), printed(&output)] {
            let obeyed =
                |letter: char| (letter.is_control() && !"\n\t".contains(letter)) || letter == '\u{202e}';
            assert!(!text.contains(obeyed), "{arguments:?}: {text:?}");
        }
        assert!((said(&output) + &printed(&output)).contains("pwned"), "{arguments:?}");
    }
    let json: serde_json::Value =
        serde_json::from_str(&printed(&run(folder.path(), &["validate", &name, "--as", "json"]))).unwrap();
    assert_eq!(json["problems"][0]["path"], name, "JSON says what was there");
}

#[test]
fn quiet_hides_warnings_before_an_error_too() {
    let folder = folder(&[("a.conll", &(ODD.to_owned() + "x\t7)\n"))]);
    let output = run(folder.path(), &["stats", "-q", "a.conll"]);
    assert!(said(&output).contains("error[unopened-mention]"), "{}", said(&output));
    assert!(!said(&output).contains("warning"), "{}", said(&output));
}

#[test]
fn many_problems_are_counted_and_few_are_shown() {
    let rows: String =
        (0..3000).fold(String::new(), |rows, id| rows + &format!("x\t(a{id})|(b{id})\ny\tc{id})\n"));
    let folder = folder(&[("a.conll", &format!("#begin document (a);\n{rows}#end document\n"))]);
    let output = run(folder.path(), &["stats", "a.conll"]);
    assert!(said(&output).contains("and 2980 more errors"), "{}", said(&output));
    assert!(
        said(&output).contains("and 2997 more warnings of this kind [repeated-mention]"),
        "{}",
        said(&output)
    );
    assert!(said(&output).lines().count() < 300);
    let output = run(folder.path(), &["validate", "a.conll"]);
    assert!(said(&output).contains("and 2950 more errors [unopened-mention]; --as json prints all"));
    assert!(printed(&output).ends_with("3000 errors, 3000 warnings\n"), "{}", printed(&output));
    let json: serde_json::Value =
        serde_json::from_str(&printed(&run(folder.path(), &["validate", "--as", "json", "a.conll"])))
            .unwrap();
    assert_eq!(json["problems"].as_array().map(Vec::len), Some(6000));
    assert_eq!(json["errors"], 3000);
}

#[test]
fn long_words_are_cut_in_messages() {
    let with = |word: &str| format!("#begin document (a);\n{word}\t(1)\nb\t(1)\n#end document\n");
    let folder = folder(&[("a.conll", &with(&"x".repeat(5000))), ("b.conll", &with("y"))]);
    let output = run(folder.path(), &["score", "a.conll", "b.conll"]);
    assert!(said(&output).contains("words-differ") && said(&output).len() < 1000, "{}", said(&output).len());
    assert!(said(&output).contains("` in the key, `y` in the response"), "{}", said(&output));
}

#[test]
fn repairs_can_be_looked_at_before_they_are_made() {
    let folder = folder(&[("a.conll", ODD)]);
    let text = || fs::read_to_string(folder.path().join("a.conll")).unwrap();
    let listed = run(folder.path(), &["validate", "--fix", "--dry-run", "a.conll"]);
    let expected = "\
a.conll: would be repaired: line 2: `(1)` removed: the entity has this mention already
a.conll: not repaired: line 4: the document has no end line and may be cut off here; if it is complete, add the end yourself
a.conll: 1 document, 3 tokens, 3 mentions, 1 entity
0 errors, 2 warnings
";
    assert_eq!((printed(&listed).as_str(), text().as_str()), (expected, ODD));
    let diff = printed(&run(folder.path(), &["validate", "--fix", "--diff", "a.conll"]));
    let expected = "\
--- a.conll
+++ a.conll
@@ -1,4 +1,4 @@
 #begin document (a);
-Mary\t(1)|(1)
+Mary\t(1)
 slept\t-
 she\t(1)
";
    assert_eq!((diff.as_str(), text().as_str()), (expected, ODD));
    let json = printed(&run(folder.path(), &["validate", "--fix", "--as", "json", "a.conll"]));
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["repairs"][0]["repairs"].as_array().map(Vec::len), Some(1));
    assert_eq!(json["problems"][0]["code"], "missing-end");
    assert_eq!(format!("{}#end document\n", text()), GOOD);
    assert_eq!(
        run(folder.path(), &["validate", "--diff", "a.conll"]).status.code(),
        Some(2),
        "without --fix"
    );
}

#[test]
fn a_file_that_is_cut_off_stays_wrong() {
    let text = "#begin document (a);\nshe\t(0)\nher\t(0|(1)";
    let folder = folder(&[("a.conll", text)]);
    let output = run(folder.path(), &["validate", "--fix", "a.conll"]);
    assert!(!output.status.success());
    assert!(printed(&output).contains("a.conll: not repaired: line 3: "), "{}", printed(&output));
    assert!(said(&output).contains("unclosed-mention"), "{}", said(&output));
    assert_eq!(fs::read_to_string(folder.path().join("a.conll")).unwrap(), format!("{text}\n"));
}

#[test]
fn a_file_that_is_cut_off_between_rows_is_not_called_clean() {
    let text = "#begin document (a);\nshe\t(0)\nher\t(0)\n";
    let folder = folder(&[("a.conll", text)]);
    let output = run(folder.path(), &["validate", "--fix", "a.conll"]);
    assert!(printed(&output).contains("a.conll: not repaired: line 3: "), "{}", printed(&output));
    assert!(printed(&output).ends_with("0 errors, 1 warning\n"), "{}", printed(&output));
    assert_eq!(fs::read_to_string(folder.path().join("a.conll")).unwrap(), text);
}

#[test]
fn a_layer_does_not_say_what_no_file_says() {
    let forged =
        r#"{"doc_key":"a\n#end document\n#begin document (b","sentences":[["x"]],"clusters":[[[0,0]]]}"#;
    let words = r#"{"doc_key":"a","sentences":[["x\t\ny"]],"clusters":[[[0,0]]]}"#;
    let folder = folder(&[("forged.jsonl", forged), ("words.jsonl", words)]);
    let output = run(folder.path(), &["extract", "-l", "coref", "forged.jsonl", "-o", "out"]);
    assert!(said(&output).contains("contains a tab or a line break"), "{}", said(&output));
    assert!(!output.status.success() && !folder.path().join("out").exists());
    let output = run(folder.path(), &["extract", "-l", "coref", "words.jsonl"]);
    assert_eq!(printed(&output), "#layer coref\n#begin document (a)\n0\t0\t0\t0\tx  y\n#end document\n");
    // a list of ids has a line for each
    fs::write(folder.path().join("ids.jsonl"), forged.replace("(b", "(b1")).unwrap();
    let output = run(folder.path(), &["split", "ids.jsonl", "--out", "lists"]);
    assert!(said(&output).contains("line break"), "{}", said(&output));
    assert!(!folder.path().join("lists").exists());
}

#[test]
fn the_ending_of_a_file_sets_the_layout() {
    let folder = folder(&[("a.conll", GOOD)]);
    let first = |name: &str, more: &[&str]| {
        let output = run(folder.path(), &[&["score", "a.conll", "a.conll", "-o", name], more].concat());
        assert!(output.status.success() && output.stdout.is_empty(), "{}", said(&output));
        fs::read_to_string(folder.path().join(name)).unwrap()
    };
    let begins = [
        ("r.txt", "Metric "),
        ("r.tsv", "rule\tsystem\t"),
        ("r.csv", "rule,system,"),
        ("r.md", "| Metric"),
        ("r.JSON", "{"),
    ];
    for (name, begin) in begins {
        assert!(first(name, &[]).starts_with(begin), "{name}");
    }
    assert!(first("r.tex", &[]).contains("\\toprule"));
    assert!(first("r.anything", &["--as", "json"]).starts_with('{'));
    for command in [&["score", "a.conll", "a.conll"][..], &["stats", "a.conll"], &["formats"], &["explain"]] {
        let output = run(folder.path(), &[command, &["-o", "r.docx"]].concat());
        assert_eq!(output.status.code(), Some(2), "{command:?}");
        assert!(said(&output).contains(".json") && said(&output).contains("--as"), "{}", said(&output));
    }
    let output = run(folder.path(), &["validate", "a.conll", "-o", "report.json"]);
    assert!(output.status.success() && output.stdout.is_empty());
    let report: serde_json::Value =
        serde_json::from_slice(&fs::read(folder.path().join("report.json")).unwrap()).unwrap();
    assert_eq!(report["errors"], 0);
}
