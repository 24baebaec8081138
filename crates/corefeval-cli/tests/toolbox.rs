//! The commands of the CoNLL-2011 toolbox: stats, split, extract, assemble, layers, rank.

// helper functions of a test may stop at what they did not expect, as tests do
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

const KEY: &str = "#begin document (bc/x/00/x_0001); part 000\n\
bc/x/00/x_0001\t0\t0\tAnn\tNNP\t(TOP(S(NP*)\t-\t-\t-\tAnn\t(PERSON)\t(ARG0*)\t(1)\n\
bc/x/00/x_0001\t0\t1\tsaw\tVBD\t(VP*\tsee\t01\t2\tAnn\t*\t(V*)\t-\n\
bc/x/00/x_0001\t0\t2\ther\tPRP$\t(NP*\t-\t-\t-\tAnn\t*\t(ARG1*\t(2|(1)\n\
bc/x/00/x_0001\t0\t3\tcat\tNN\t*))))\t-\t-\t1\tAnn\t*\t*)\t2)\n\
\n\
#end document\n";

const TREE: &str =
    "(TOP (S (EDITED (NP (NNP Bea))) (NP (NNP Ann)) (VP (VBD saw) (NP (PRP$ her) (NN cat)))))\n";

fn corefeval(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_corefeval")).args(arguments).current_dir(folder).output().unwrap()
}

/// What a command prints when all goes well.
fn printed(folder: &Path, arguments: &[&str]) -> String {
    let output = corefeval(folder, arguments);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

/// What a command says when it fails.
fn refused(folder: &Path, arguments: &[&str]) -> String {
    let output = corefeval(folder, arguments);
    assert!(!output.status.success(), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("key.conll"), KEY).unwrap();
    let skeleton = ["Ann", "saw", "her", "cat"]
        .iter()
        .fold(KEY.to_owned(), |text, word| text.replacen(&format!("\t{word}\t"), "\t[WORD]\t", 1));
    fs::write(folder.path().join("x.v4_gold_skel"), skeleton).unwrap();
    let treebank = folder.path().join("release/annotations/bc/x/00");
    fs::create_dir_all(&treebank).unwrap();
    fs::write(treebank.join("x_0001.parse"), TREE).unwrap();
    folder
}

#[test]
fn stats_counts_what_there_is() {
    let folder = folder();
    let text = printed(folder.path(), &["stats", "key.conll", "--output", "json"]);
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    let all = &value["groups"][0];
    let counts = ["documents", "parts", "words", "entities", "links", "mentions", "singletons"]
        .map(|name| all[name].clone());
    assert_eq!(counts, [1, 1, 4, 2, 1, 3, 1]);
    assert_eq!((&all["categories"]["NP"], &all["categories"]["PRP$"]), (&2.into(), &1.into()));
    assert!(printed(folder.path(), &["stats", "key.conll"]).contains("Mentions by syntactic category"));
}

#[test]
fn split_writes_lists_of_ids() {
    let folder = folder();
    assert_eq!(printed(folder.path(), &["split", "key.conll"]), "test\tbc/x/00/x_0001\n");
    fs::write(folder.path().join("ids"), "nw/wsj/02/wsj_0201\nnw/wsj/23/wsj_2300\nbc/a/00/a_0000\n").unwrap();
    printed(folder.path(), &["split", "--ids", "ids", "--to", "lists"]);
    let list = |name: &str| fs::read_to_string(folder.path().join("lists").join(name)).unwrap();
    assert_eq!(
        (list("train.id").as_str(), list("test.id").as_str()),
        ("nw/wsj/02/wsj_0201\n", "nw/wsj/23/wsj_2300\n")
    );
    assert_eq!(list("dev.id"), "bc/a/00/a_0000\n");
}

#[test]
fn skeletons_get_their_words_from_a_treebank() {
    let folder = folder();
    let made = printed(folder.path(), &["assemble", "x.v4_gold_skel", "--words", "release"]);
    assert_eq!(made, KEY);
    printed(folder.path(), &["assemble", ".", "--words", "release", "-o", "made"]);
    assert_eq!(fs::read_to_string(folder.path().join("made/x.v4_gold_conll")).unwrap(), KEY);
}

#[test]
fn words_that_do_not_fit_are_refused_and_nothing_is_written() {
    let folder = folder();
    let arguments = ["assemble", "x.v4_gold_skel", "--words", "release", "--keep-edited", "-o", "out.conll"];
    let said = refused(folder.path(), &arguments);
    assert!(
        said.contains("x.v4_gold_skel: line 2: the sentence has 4 tokens, but its words have 5"),
        "{said}"
    );
    assert!(!folder.path().join("out.conll").exists());
    fs::write(folder.path().join("words"), "(TOP (NN x)\n").unwrap();
    let said = refused(folder.path(), &["assemble", "x.v4_gold_skel", "--words", "words"]);
    assert!(said.contains("the text ends inside a tree"), "{said}");
}

#[test]
fn layers_that_are_taken_out_can_be_put_back() {
    let folder = folder();
    for layer in ["parse", "name", "coref", "speaker", "sense", "prop"] {
        printed(folder.path(), &["extract", "--layer", layer, "key.conll", "-o", "layer"]);
        let made = printed(folder.path(), &["assemble", "key.conll", "--layer-file", "layer"]);
        assert_eq!(made, KEY.replace("(2|(1)", "(1)|(2"), "{layer}");
    }
    assert!(
        refused(folder.path(), &["extract", "--layer", "colour", "key.conll"])
            .contains("none of parse, name")
    );
}

#[test]
fn layers_are_scored_apart() {
    let folder = folder();
    let response = KEY.replace("(PERSON)", "(ORG)").replace("\tNN\t", "\tNNS\t").replace("(ARG1*", "(ARG2*");
    fs::write(folder.path().join("auto.conll"), response).unwrap();
    let text = printed(folder.path(), &["layers", "key.conll", "auto.conll", "--output", "json"]);
    let all = &serde_json::from_str::<serde_json::Value>(&text).unwrap()["all"];
    assert_eq!(all["part_of_speech"]["accuracy"], 0.75);
    assert_eq!((&all["phrases"]["f1"], &all["senses"]["accuracy"]), (&1.0.into(), &1.0.into()));
    assert_eq!((&all["arguments"]["f1"], &all["all_names"]["f1"]), (&0.5.into(), &0.0.into()));
    assert!(printed(folder.path(), &["layers", "key.conll", "auto.conll"]).contains("Named entities"));
}

#[test]
fn rank_shows_where_a_score_stands() {
    let folder = folder();
    let text =
        printed(folder.path(), &["rank", "--task", "conll-2012-ar", "--score", "44", "--output", "tsv"]);
    let second = text.lines().find(|line| line.starts_with("→ 2")).unwrap();
    assert!(second.contains("(given)"), "{second}");
    let text = printed(
        folder.path(),
        &["rank", "--task", "conll-2011", "key.conll", "key.conll", "--output", "json"],
    );
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&value["entrants"][0]["place"], &value["systems"][0]["system"]), (&1.into(), &"lee".into()));
    assert!(refused(folder.path(), &["rank", "--task", "muc-6"]).contains("conll-2012-en"));
}
