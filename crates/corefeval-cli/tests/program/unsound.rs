//! Files whose numbers do not fit together: every command refuses them, with the same error, and none is harmed.

use std::process::Command;

use tempfile::TempDir;

/// What is wrong, and a document of which it is true.
const WRONG: &[(&str, &str)] = &[
    (
        "the sentences end at token 9999",
        r#"{"corefeval":1,"name":"a","tokens":5,"sentences":[[0,9999]],"entities":["1"],"mentions":[[0,1,0],[1,2,0]]}"#,
    ),
    (
        "sentence 0 does not begin",
        r#"{"corefeval":1,"name":"a","tokens":5,"sentences":[[3,1],[0,5]],"entities":["1"],"mentions":[[0,1,0]]}"#,
    ),
    (
        "mention 0 spans 0 to 9",
        r#"{"corefeval":1,"name":"a","tokens":5,"entities":["1"],"mentions":[[0,9,0]]}"#,
    ),
    (
        "mention 0 names entity 3",
        r#"{"corefeval":1,"name":"a","tokens":5,"entities":["1"],"mentions":[[0,1,3]]}"#,
    ),
    (
        "layer word has 1 values",
        r#"{"corefeval":1,"name":"a","tokens":5,"entities":["1"],"mentions":[[0,1,0]],"layers":{"word":["x"]}}"#,
    ),
    (
        "4294967295 tokens are too many",
        r#"{"corefeval":1,"name":"a","tokens":4294967295,"entities":["1"],"mentions":[[0,1,0]]}"#,
    ),
    (
        "4294967000 tokens cannot be in",
        r#"{"corefeval":1,"name":"a","tokens":4294967000,"entities":["1"],"mentions":[[0,1,0]]}"#,
    ),
];

const COMMANDS: &[&[&str]] = &[
    &["score", "f.json", "f.json"],
    &["score", "--scope", "corpus", "f.json", "f.json"],
    &["why", "f.json", "f.json"],
    &["show", "f.json"],
    &["show", "f.json", "f.json"],
    &["validate", "f.json"],
    &["validate", "f.json", "--against", "f.json", "--key-mentions", "all"],
    &["validate", "f.json", "--against", "f.json", "--key-mentions", "linked"],
    &["convert", "f.json", "--to", "conll"],
    &["convert", "f.json", "--to", "corefud"],
    &["stats", "f.json"],
    &["extract", "--layer", "coref", "f.json"],
];

/// That files are not valid is what `validate` finds; to the other commands they are bad input.
fn status(command: &[&str]) -> i32 {
    if command[0] == "validate" { 1 } else { 2 }
}

fn said(folder: &TempDir, arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_corefeval"));
    let output = command.args(arguments).current_dir(folder.path()).output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn documents_that_do_not_fit_together_are_refused_by_every_command() {
    let folder = tempfile::tempdir().unwrap();
    for (wrong, document) in WRONG {
        std::fs::write(folder.path().join("f.json"), document).unwrap();
        for command in COMMANDS {
            let (code, said) = said(&folder, command);
            assert_eq!(code, Some(status(command)), "{command:?} {document}\n{said}");
            assert!(said.contains("error[out-of-range]") && said.contains(wrong), "{command:?}\n{said}");
        }
    }
}

#[test]
fn what_could_not_be_read_is_not_said_to_be_missing() {
    let folder = tempfile::tempdir().unwrap();
    let good =
        "#begin document (a);\nMary\t(1)\n#end document\n#begin document (b);\nMary\t(1)\n#end document\n";
    std::fs::write(folder.path().join("good"), good).unwrap();
    std::fs::write(folder.path().join("bad"), good.replacen("(1)", "1)", 1)).unwrap();
    for command in [
        &["score", "good", "bad"][..],
        &["score", "bad", "good"],
        &["validate", "bad", "--against", "good"],
        &["validate", "good", "--against", "bad"],
    ] {
        let (code, said) = said(&folder, command);
        assert_eq!(code, Some(status(command)), "{command:?}\n{said}");
        let others = ["missing-document", "extra-document", "no-documents", "no-common-document"];
        let other = others.iter().find(|other| said.contains(**other));
        assert!(said.contains("error[unopened-mention]") && other.is_none(), "{command:?}\n{said}");
    }
}
