//! Annotators are compared on the documents that both have, in whatever order their files are given.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

/// A document of two words, the second of which is marked or not.
fn document(name: &str, second: &str) -> String {
    format!("#begin document ({name}); part 000\nx\t(0)\ny\t{second}\n\n#end document\n")
}

/// Two annotations: `all` has three documents, `some` the first two.
fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    let all = ["a", "b", "c"].map(|name| document(name, "(0)")).concat();
    std::fs::write(folder.path().join("all.conll"), all).unwrap();
    let some = document("a", "(0)") + &document("b", "-");
    std::fs::write(folder.path().join("some.conll"), some).unwrap();
    folder
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_corefeval")).args(arguments).current_dir(folder).output().unwrap()
}

/// The figures of each pair, by the annotators' names in alphabetical order, and α by MASI to nine places, since sums differ by
/// their order.
fn agreement(folder: &Path, files: &[&str]) -> (Vec<(String, Value)>, String) {
    let output = run(folder, &[&["agree", "--as", "json"], files].concat());
    let all: Value = serde_json::from_slice(&output.stdout).unwrap();
    let group = &all["groups"][0];
    let figures = |pair: &Value| {
        let mut names: Vec<&str> =
            pair["annotators"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
        names.sort_unstable();
        (names.join(" "), pair["f"].clone())
    };
    let mut pairs: Vec<_> = group["pairs"].as_array().unwrap().iter().map(figures).collect();
    pairs.sort_by(|one, other| one.0.cmp(&other.0));
    (pairs, format!("{:.9}", group["alpha_experimental"]["masi"].as_f64().unwrap()))
}

#[test]
fn agreement_is_the_same_in_both_orders() {
    let folder = folder();
    let one = agreement(folder.path(), &["all.conll", "some.conll"]);
    assert_eq!(one, agreement(folder.path(), &["some.conll", "all.conll"]));
    // one link of two is shared: recall 1, precision 1/2
    assert_eq!(one.0[0].1["muc"], Value::from(2.0 / 3.0));
}

#[test]
fn alpha_is_left_out_where_singletons_are() {
    let folder = folder();
    for singletons in ["keep", "drop", "drop-after-detection"] {
        let output = run(folder.path(), &["agree", "--singletons", singletons, "all.conll", "some.conll"]);
        let printed = String::from_utf8(output.stdout).unwrap();
        assert_eq!(printed.contains("α is left out"), singletons != "keep", "{printed}");
    }
}

#[test]
fn no_third_annotation_decides_which_documents_two_share() {
    let folder = folder();
    let again = document("a", "(0)") + &document("b", "(0)") + &document("c", "-");
    std::fs::write(folder.path().join("again.conll"), again).unwrap();
    let (first, alpha) = agreement(folder.path(), &["some.conll", "all.conll", "again.conll"]);
    assert_eq!((first.clone(), alpha), agreement(folder.path(), &["again.conll", "some.conll", "all.conll"]));
    // the link of the third document is in one of them alone: 2 of 3
    assert_eq!((&*first[0].0, &first[0].1["muc"]), ("again all", &Value::from(0.8)));

    let output = run(folder.path(), &["disagreements", "some.conll", "all.conll", "again.conll"]);
    let said = String::from_utf8(output.stderr).unwrap();
    for name in ["all", "again"] {
        let warning = format!("document (c); part 000 is in {name} and not in some");
        assert_eq!(said.matches(&warning).count(), 1, "{said}");
    }
}

#[test]
fn the_warning_is_the_same_in_both_orders() {
    let folder = folder();
    for command in ["agree", "disagreements"] {
        let said = [["all.conll", "some.conll"], ["some.conll", "all.conll"]].map(|[one, other]| {
            String::from_utf8(run(folder.path(), &[command, one, other]).stderr).unwrap()
        });
        assert!(
            said[0].contains("is in all and not in some; the two are compared without it"),
            "{}",
            said[0]
        );
        assert_eq!(said[0], said[1]);
    }
}

#[test]
fn a_signature_that_was_printed_can_be_given_again() {
    let folder = folder();
    let output = run(folder.path(), &["agree", "all.conll", "some.conll"]);
    let printed = String::from_utf8(output.stdout).unwrap();
    let signature = printed.lines().last().unwrap();
    assert!(signature.contains("missing:skip"), "{signature}");
    let again = run(folder.path(), &["agree", "all.conll", "some.conll", "--signature", signature]);
    assert_eq!(String::from_utf8(again.stdout).unwrap(), printed);
}

#[test]
fn what_is_read_several_times_must_be_a_file() {
    let folder = folder();
    let output = run(folder.path(), &["agree", "all.conll", "some.conll", "-"]);
    assert!(!output.status.success());
}

#[test]
fn documents_that_only_one_of_two_has_are_counted_beside_what_was_said() {
    let folder = tempfile::tempdir().unwrap();
    let repeated = document("a", "(0)|(1)");
    let more: String = (0..10).map(|number| document(&format!("b{number}"), "(0)")).collect();
    for (name, text) in [("one", repeated.clone()), ("two", repeated.clone() + &more), ("three", repeated)] {
        std::fs::write(folder.path().join(format!("{name}.conll")), text).unwrap();
    }
    let output = run(folder.path(), &["agree", "one.conll", "two.conll", "three.conll"]);
    let said = String::from_utf8(output.stderr).unwrap();
    // two pairs have a file with ten documents of its own, of which three are named
    assert_eq!(said.matches("and 7 more").count(), 2, "{said}");
}

#[test]
fn what_is_odd_about_a_file_is_said_once() {
    let folder = folder();
    let repeated = ["a", "b"].map(|name| document(name, "(0)|(1)")).concat();
    std::fs::write(folder.path().join("repeated.conll"), repeated).unwrap();
    for files in
        [["all.conll", "repeated.conll", "some.conll"], ["all.conll", "some.conll", "repeated.conll"]]
    {
        let output = run(folder.path(), &[&["agree"], &files[..]].concat());
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(said.matches("token 1 mentioned 2 times").count(), 2, "{said}");
    }
}

#[test]
fn texts_that_differ_are_told_apart_by_the_annotators_names() {
    let folder = folder();
    let other = document("a", "(0)\nmore\t-");
    std::fs::write(folder.path().join("longer.conll"), other).unwrap();
    let output = run(folder.path(), &["agree", "all.conll", "longer.conll"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("token-count") && said.contains("all has") && !said.contains("the key"), "{said}");
}

#[test]
fn there_is_no_alpha_where_a_mention_is_in_two_entities() {
    let folder = TempDir::new().unwrap();
    let text = |second: &str| {
        format!("#begin document (d); part 000\nx\t(0){second}\ny\t(0)\nz\t(1)\n\n#end document\n")
    };
    for (name, second) in [("one.conll", ""), ("two.conll", "|(1)")] {
        std::fs::write(folder.path().join(name), text(second)).unwrap();
    }
    for files in [["one.conll", "two.conll"], ["two.conll", "one.conll"]] {
        let alpha = |options: &[&str]| {
            let output = run(folder.path(), &[&["agree", "-q"], &files[..], options].concat());
            String::from_utf8(output.stdout).unwrap()
        };
        let printed = alpha(&[]);
        assert!(
            printed.contains("masi –") && printed.contains("α is left out: mentions are repeated"),
            "{printed}"
        );
        let printed = alpha(&["--repeats", "first"]);
        assert!(printed.contains("masi 1.000") && !printed.contains("left out"), "{printed}");
    }
}
