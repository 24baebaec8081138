//! The commands of the CoNLL-2011 toolbox: stats, split, extract, assemble, layers, rank.

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
    let text = printed(folder.path(), &["stats", "key.conll", "--as", "json"]);
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
    printed(folder.path(), &["split", "--ids", "ids", "--out", "lists"]);
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
            .contains("possible values: parse, name")
    );
}

#[test]
fn layers_are_scored_apart() {
    let folder = folder();
    let response = KEY.replace("(PERSON)", "(ORG)").replace("\tNN\t", "\tNNS\t").replace("(ARG1*", "(ARG2*");
    fs::write(folder.path().join("auto.conll"), response).unwrap();
    let text = printed(folder.path(), &["layers", "key.conll", "auto.conll", "--as", "json"]);
    let all = &serde_json::from_str::<serde_json::Value>(&text).unwrap()["all"];
    assert_eq!(all["part_of_speech"]["accuracy"], 0.75);
    assert_eq!((&all["phrases"]["f1"], &all["senses"]["accuracy"]), (&1.0.into(), &1.0.into()));
    assert_eq!((&all["arguments"]["f1"], &all["all_names"]["f1"]), (&0.5.into(), &0.0.into()));
    assert!(printed(folder.path(), &["layers", "key.conll", "auto.conll"]).contains("Named entities"));
}

#[test]
fn rank_shows_where_a_score_stands() {
    let folder = folder();
    let text = printed(folder.path(), &["rank", "--table", "conll-2012-ar", "--score", "44", "--as", "tsv"]);
    assert!(text.contains("\t→ (given)\tPlace\t2\t"), "{text}");
    let text =
        printed(folder.path(), &["rank", "--table", "conll-2011", "key.conll", "key.conll", "--as", "json"]);
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&value["entrants"][0]["place"], &value["systems"][0]["system"]), (&1.into(), &"lee".into()));
    assert!(refused(folder.path(), &["rank", "--table", "muc-6"]).contains("conll-2012-en"));
}

fn ranked(folder: &std::path::Path, arguments: &[&str]) -> serde_json::Value {
    let text = printed(folder, &[&["rank", "--as", "json"], arguments].concat());
    serde_json::from_str(&text).unwrap()
}

#[test]
fn rank_lists_every_published_table_and_places_a_score_in_each() {
    let folder = folder();
    let tables = ranked(folder.path(), &[])["tables"].clone();
    let tables = tables.as_array().unwrap();
    assert_eq!(tables.len(), 20);
    for table in tables {
        let name = table["name"].as_str().unwrap();
        let slice = table["slices"][0].as_str().map(|slice| ["--slice", slice]);
        let mut arguments = vec!["--table", name, "--score", "0"];
        arguments.extend(slice.iter().flatten());
        let placed = ranked(folder.path(), &arguments);
        let systems = placed["systems"].as_array().unwrap().len();
        assert_eq!(placed["entrants"][0]["place"], systems + 1, "{name}");
    }
}

#[test]
fn rank_scores_responses_by_the_protocol_of_each_table() {
    let folder = folder();
    let files = ["key.conll", "key.conll"];
    for (table, slice) in
        [("conll-2011-closed-head", None), ("mina-wikicoref", None), ("nec", Some("PERSON"))]
    {
        let slice = slice.map(|slice| ["--slice", slice]);
        let arguments: Vec<&str> =
            ["--table", table].into_iter().chain(slice.into_iter().flatten()).chain(files).collect();
        let placed = ranked(folder.path(), &arguments);
        let entrant = &placed["entrants"][0];
        assert_eq!(entrant["place"], 1, "{table}");
        for (column, value) in entrant["figures"].as_object().unwrap() {
            let best = if column == "not-found" { 0.0 } else { 100.0 };
            assert!(
                value.is_null() || (value.as_f64().unwrap() - best).abs() < 1e-9,
                "{table} {column} {value}"
            );
        }
    }
    let message = refused(folder.path(), &["rank", "--table", "nec", "--score", "60"]);
    assert!(message.contains("choose a type with --slice: PERSON, ORG, GPE"), "{message}");
    let message = refused(folder.path(), &["rank", "--table", "conll-2011-closed", "-m", "conll"]);
    assert!(message.contains("conll-v4"), "{message}");
}

#[test]
fn rank_says_when_protocols_differ() {
    let folder = folder();
    let remarks = |signature: &str| {
        let arguments = ["--table", "conll-2012-en", "--score", "60", "--signature", signature];
        ranked(folder.path(), &arguments)["remarks"].to_string()
    };
    assert!(remarks("match:mina|repeats:reference").contains("match is mina, the table's is exact"));
    assert!(remarks("conll-2012").contains("the protocols are the same"));
}

#[test]
fn a_release_can_be_one_file_for_each_text() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("x.conll"), KEY).unwrap();
    printed(folder.path(), &["extract", "--native", "--onf", "x.conll", "-o", "made"]);
    let file = folder.path().join("made/bc/x/00/x_0001.onf");
    assert!(
        fs::read_to_string(&file)
            .unwrap()
            .contains("    2   her\n           coref: IDENT        2     2-3    her cat\n")
    );
    // a sense has a lemma there, which is the word where none is known
    let key = KEY.replace("(2|(1)", "(1)|(2").replace("*))))\t-\t-\t1", "*))))\tcat\t-\t1");
    // a folder of a release, and the file alone, whose name does not tell the folders above
    printed(folder.path(), &["assemble", "made", "-o", "again"]);
    assert_eq!(fs::read_to_string(folder.path().join("again/bc/x/00/x_0001.conll")).unwrap(), key);
    let alone = printed(folder.path(), &["assemble", "made/bc/x/00/x_0001.onf"]);
    assert_eq!(alone, key.replace("bc/x/00/x_0001", "x_0001"));
    // trees with the other layers beside them go first
    fs::write(file.with_extension("parse"), "(TOP (S (NP (NNP Bea)) (VP (VBD left))))\n").unwrap();
    let made = printed(folder.path(), &["assemble", "made", "-o", "once-more"]);
    assert_eq!(made, "");
    let text = fs::read_to_string(folder.path().join("once-more/bc/x/00/x_0001.conll")).unwrap();
    assert!(text.contains("Bea"), "{text}");
}

#[test]
fn all_layers_in_one_file_exclude_single_ones() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("x.conll"), KEY).unwrap();
    let wrong = |arguments: &[&str]| String::from_utf8(corefeval(folder.path(), arguments).stderr).unwrap();
    assert!(wrong(&["extract", "--onf", "--layer", "coref", "x.conll"]).contains("--native"));
    assert!(
        wrong(&["extract", "--native", "--onf", "--layer", "coref", "x.conll"])
            .contains("cannot be used with")
    );
    fs::write(folder.path().join("bad.onf"), "Tree:\n-----\n    (TOP (NN a))\n").unwrap();
    assert!(wrong(&["assemble", "bad.onf"]).contains("the last tree has no `Leaves:`"));
}
