//! What was asked for and cannot be done, and what was done in another way, is said; nothing is passed over in silence.

use std::fs;
use std::process::Command;

use tempfile::TempDir;

/// A document of two tokens.
fn document(name: &str, cells: [&str; 2]) -> String {
    format!("#begin document ({name}); part 000\na\t{}\nb\t{}\n#end document\n", cells[0], cells[1])
}

fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("a.conll", &document("a", ["(1)", "(1)"]));
    write("b.conll", &document("b", ["(1)", "(1)"]));
    write("two.conll", &(document("x", ["(1)", "(1)"]) + &document("y", ["(1)", "(2)"])));
    write("others.tsv", "z\tsport\n");
    write("one.tsv", "x\tsport\ny\tsport\n");
    write("typed.conllu", TYPED);
    write("both.jsonl", BOTH);
    folder
}

/// One entity, which has a type.
const TYPED: &str = "\
# global.Entity = eid-etype-head-other
# newdoc id = d
1\tMary\t_\tPROPN\t_\t_\t2\tnsubj\t_\tEntity=(e1-person-1-)
2\tslept\t_\tVERB\t_\t_\t0\troot\t_\t_

";

/// A key and a response in one record.
const BOTH: &str = r#"{"doc_key": "d", "sentences": [["a", "b", "c"]], "clusters": [[[0, 0], [1, 1]]], "predicted_clusters": [[[1, 1], [2, 2]]]}"#;

/// Exit status, what is printed and what is said.
fn run(folder: &TempDir, arguments: &str) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_corefeval"));
    command.args(arguments.split_whitespace()).current_dir(folder.path());
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// Nothing is scored, for this reason.
fn refused(folder: &TempDir, arguments: &str, code: &str) {
    let (status, printed, said) = run(folder, arguments);
    assert!(said.contains(&format!("error[{code}]")), "{arguments}: {said}{printed}");
    assert_eq!((status, printed.as_str()), (Some(2), ""), "{arguments}");
}

/// The score is printed, and this is said; with `--strict`, a warning costs it.
fn scored(folder: &TempDir, arguments: &str, message: &str) {
    let (status, printed, said) = run(folder, arguments);
    assert!(said.contains(message), "{arguments}: {said}");
    assert!(status == Some(0) && printed.contains("MUC"), "{arguments}: {said}");
    let (status, ..) = run(folder, &format!("{arguments} --strict"));
    assert_eq!(status, Some(if message.starts_with("warning") { 2 } else { 0 }), "{arguments}");
}

#[test]
fn topics_that_join_no_documents_are_no_topics() {
    let folder = folder();
    let score = "score -m muc --scope topic two.conll two.conll";
    refused(&folder, &format!("{score} --topics others.tsv"), "no-topic");
    scored(&folder, score, "warning[lone-topics]");
    scored(&folder, &format!("{score} --topics one.tsv"), "note[joined-entities]");
}

#[test]
fn entities_that_share_an_id_are_not_joined_in_silence() {
    let said = "3 entities of 2 documents of the key are 2, because an id means the same entity";
    scored(&folder(), "score -m muc --scope corpus two.conll two.conll", said);
}

#[test]
fn a_document_of_another_name_is_not_taken_in_silence() {
    let folder = folder();
    scored(&folder, "score -m muc a.conll b.conll", "warning[other-name]");
    let (_, _, said) = run(&folder, "score -m muc a.conll a.conll");
    assert_eq!(said, "");
}

#[test]
fn a_selection_that_the_key_knows_nothing_of_is_refused() {
    let folder = folder();
    for selection in ["--kinds pronoun", "--types person", "--phrases np-only", "--relation deixis"] {
        refused(&folder, &format!("score -m muc {selection} a.conll a.conll"), "missing-layer");
    }
    let (status, printed, said) = run(&folder, "arcs a.conll a.conll");
    assert!(said.contains("the key has no parts of speech"), "{said}");
    assert_eq!((status, printed.as_str()), (Some(2), ""));
}

#[test]
fn a_selection_that_leaves_nothing_of_the_key_is_refused() {
    let folder = folder();
    refused(&folder, "score -m muc --types PERSON typed.conllu typed.conllu", "nothing-selected");
    let (.., said) = run(&folder, "score -m muc --types PERSON typed.conllu typed.conllu");
    assert!(said.contains("its entities have the types"), "{said}");
}

#[test]
fn a_metric_that_has_nothing_to_count_is_named() {
    let (.., said) = run(&folder(), "score --preset codicrac22-br a.conll a.conll");
    assert!(said.contains("warning[nothing-counted]") && said.contains("`bridging-anaphors`"), "{said}");
}

#[test]
fn the_side_of_a_file_says_which_of_its_entities_are_read() {
    let folder = folder();
    let muc = |formats: &str| {
        let (status, printed, said) = run(&folder, &format!("score -m muc {formats} both.jsonl both.jsonl"));
        assert_eq!((status, said.as_str()), (Some(0), ""), "{formats}");
        let row = printed.lines().find(|line| line.starts_with("MUC")).unwrap();
        row.split_whitespace().nth(2).unwrap().to_owned()
    };
    assert_eq!(muc(""), "0/1");
    assert_eq!(muc("--key-format jsonlines-response"), "1/1");
    assert_eq!(muc("--response-format jsonlines-key"), "1/1");
}

#[test]
fn why_takes_words_from_the_key_where_the_response_has_none() {
    let folder = folder();
    let bare = "#begin document (a); part 000\n(7)\n(7)\n#end document\n";
    fs::write(folder.path().join("bare.conll"), bare).unwrap();
    let (_, printed, said) = run(&folder, "why -m muc a.conll bare.conll");
    assert_eq!(printed.matches("a [0–0] · b [1–1]").count(), 2, "{printed}{said}");
}

#[test]
fn how_a_text_was_aligned_is_a_note_and_no_warning() {
    scored(&folder(), "score -m muc --align a.conll a.conll", "note[aligned]");
}

#[test]
fn scores_of_different_documents_are_told_apart() {
    let folder = folder();
    fs::write(folder.path().join("one.conll"), document("x", ["(1)", "(1)"])).unwrap();
    let (_, same, _) = run(&folder, "score -m muc two.conll two.conll one.conll");
    assert!(!same.contains("different numbers"), "{same}");
    let (_, other, _) = run(&folder, "score -m muc --missing skip two.conll two.conll one.conll");
    assert!(other.contains("scored on different numbers of documents: two 2, one 1"), "{other}");
}
