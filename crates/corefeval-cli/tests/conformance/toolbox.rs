//! The CoNLL-2011 toolbox on a real corpus, with numbers that short programs in another language counted.

use std::fs;
use std::path::{Path, PathBuf};

use crate::recorded::{run, shared};
use corefeval::document::{Layer, Wanted};
use corefeval::format::{Block, conll::CONLL};
use corefeval::ontonotes::{Edited, build_onf, onf_file};
use serde_json::Value;

fn key() -> PathBuf {
    shared("data/ontogum-full").join("key.conll")
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn json(folder: &Path, command: &str, arguments: &[&str]) -> Value {
    let (text, status) = run(folder, command, arguments);
    assert_eq!(status, 0, "{command} {arguments:?}");
    serde_json::from_str(&text).unwrap()
}

/// The rows of a file with some cells changed.
fn changed(path: &Path, change: impl Fn(&mut [String])) -> String {
    let row = |line: &str| {
        let mut cells: Vec<String> = line.split('\t').map(str::to_owned).collect();
        if !line.starts_with('#') && cells.len() > 10 {
            change(&mut cells);
        }
        cells.join("\t") + "\n"
    };
    fs::read_to_string(path).unwrap().lines().map(row).collect()
}

fn numbers(value: &Value, names: &[&str]) -> Vec<u64> {
    names.iter().map(|name| value[*name].as_u64().unwrap()).collect()
}

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn stats_of_ontogum_are_what_can_be_counted() {
    let key = key();
    let told = json(key.parent().unwrap(), "stats", &["-q", "--as", "json", "key.conll"]);
    let groups = told["groups"].as_array().unwrap();
    let all = groups.last().unwrap();
    let contents = [
        "documents",
        "parts",
        "sentences",
        "words",
        "entities",
        "links",
        "mentions",
        "singletons",
        "largest",
    ];
    assert_eq!(numbers(all, &contents), [64, 64, 3248, 60129, 1873, 6040, 7913, 3, 75]);
    let categories = ["NP", "PRP", "PRP$", "NNP", "NML", "Vx", "Other", "none"];
    assert_eq!(numbers(&all["categories"], &categories), [3545, 2850, 778, 193, 0, 198, 69, 280]);
    assert_eq!(numbers(&all["sizes"], &["1", "2", "3–5", "6–10", ">10"]), [3, 1058, 551, 141, 120]);
    let sentences = ["0", "1", "2", "3–5", "6–10", ">10"];
    assert_eq!(numbers(&all["sentences_back"], &sentences), [2032, 1928, 587, 724, 383, 386]);
    let tokens = ["0–5", "6–10", "11–25", "26–50", "51–100", ">100"];
    assert_eq!(numbers(&all["tokens_back"], &tokens), [883, 1152, 1643, 912, 613, 837]);
    let of = |genre: &str| groups.iter().find(|group| group["name"] == genre).unwrap();
    assert_eq!(numbers(of("news"), &["entities", "mentions"]), [123, 436]);
    assert_eq!(numbers(of("vlog"), &["entities", "mentions"]), [111, 604]);
}

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn layers_of_a_changed_ontogum_are_what_can_be_counted() {
    let key = key();
    let folder = tempfile::tempdir().unwrap();
    let response = changed(&key, |cells| {
        let number: u32 = cells[2].parse().unwrap();
        if number % 7 == 3 {
            "X".clone_into(&mut cells[4]);
        }
        if number.is_multiple_of(5) {
            cells[5] = cells[5].replace("(NP", "(NX");
        }
        cells[10] = cells[10].replace("(PERSON", "(ORG");
    });
    fs::write(folder.path().join("auto.conll"), response).unwrap();
    let all = json(folder.path(), "layers", &["-q", "--as", "json", text(&key), "auto.conll"])["all"].clone();
    let counts = |value: &Value, names: &[&str]| -> Vec<f64> {
        names.iter().map(|name| value[*name].as_f64().unwrap()).collect()
    };
    let both = ["right", "key", "response"];
    assert_eq!(counts(&all["part_of_speech"], &["right", "of"]), [51585.0, 60129.0]);
    assert_eq!(counts(&all["phrases"], &both), [45141.0, 50498.0, 50498.0]);
    assert_eq!(counts(&all["short"], &["sentences"]), [3010.0]);
    assert_eq!(counts(&all["short"]["phrases"], &both), [35841.0, 40305.0, 40305.0]);
    assert_eq!(counts(&all["all_names"], &both), [1029.0, 1375.0, 1375.0]);
    assert_eq!(counts(&all["names"]["ORG"], &both), [276.0, 276.0, 622.0]);
    assert_eq!(counts(&all["names"]["PERSON"], &both), [0.0, 346.0, 0.0]);
}

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn scores_by_genre_are_what_can_be_counted() {
    let key = key();
    let arguments =
        ["-q", "--by", "genre", "-m", "muc,b-cubed", "--as", "json", "key.conll", "sys-pronoun.conll"];
    let told = json(key.parent().unwrap(), "score", &arguments);
    let expected = [
        ("fiction", 0.662_109_375, 0.555_031_123_668_868_9),
        ("news", 0.377_952_755_905_511_8, 0.337_248_726_282_293_8),
        ("vlog", 0.673_952_641_165_755_9, 0.556_802_798_278_297_8),
    ];
    let genres = told["systems"][0]["by_genre"].as_array().unwrap();
    for (genre, muc, b_cubed) in expected {
        let metrics = &genres.iter().find(|group| group["name"] == genre).unwrap()["metrics"];
        for (name, expected) in [("muc", muc), ("b-cubed", b_cubed)] {
            let found = metrics[name]["f"].as_f64().unwrap();
            assert!((found - expected).abs() < 1e-12, "{genre} {name}: {found} is not {expected}");
        }
    }
}

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn layers_that_were_taken_out_can_be_put_back() {
    let key = key();
    let folder = tempfile::tempdir().unwrap();
    let (plain, status) = run(folder.path(), "convert", &["-q", "--to", "conll", text(&key)]);
    assert_eq!(status, 0);
    for (layer, column, nothing) in [("name", 10, "*"), ("parse", 5, "*"), ("coref", 11, "-")] {
        let arguments = ["--layer", layer, text(&key), "-o", "layer.txt"];
        assert_eq!(run(folder.path(), "extract", &arguments).1, 0);
        let without = changed(&key, |cells| nothing.clone_into(&mut cells[column]));
        fs::write(folder.path().join("without.conll"), without).unwrap();
        let (whole, status) = run(folder.path(), "assemble", &["without.conll", "--layer-file", "layer.txt"]);
        assert_eq!(status, 0, "{layer}");
        assert!(whole == plain, "{layer}");
    }
}

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn skeletons_get_all_their_words_back() {
    let key = key();
    let folder = tempfile::tempdir().unwrap();
    let skeleton = changed(&key, |cells| "[WORD]".clone_into(&mut cells[3]));
    fs::write(folder.path().join("key_skel"), skeleton).unwrap();
    let whole = fs::read_to_string(&key).unwrap();
    for document in whole.split("#begin document (").skip(1) {
        let (name, rows) = document.split_once(')').unwrap();
        let words = rows.lines().skip(1).filter(|line| !line.starts_with('#'));
        let words: String =
            words.map(|line| line.split('\t').nth(3).unwrap_or("").to_owned() + "\n").collect();
        fs::write(folder.path().join(format!("{name}.words")), words).unwrap();
    }
    let (made, status) = run(folder.path(), "assemble", &["key_skel", "--words", "."]);
    assert_eq!(status, 0);
    assert!(made == whole);
}

/// Also the mentions that cross others, which tags in a sentence cannot show.
#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn ontogum_survives_files_with_all_layers() {
    let bytes = fs::read(key()).unwrap();
    let mut mentions = 0;
    for document in CONLL.read(&Block::whole(&bytes), Wanted::ALL).documents {
        let file = onf_file(std::slice::from_ref(&document));
        assert!(file.losses.iter().all(|loss| loss.code == "lost-words"), "{:?}", file.losses);
        let built = build_onf(&document.name().id, &file.text, Edited::Drop).unwrap();
        assert!(built.problems.is_empty(), "{:?}", built.problems);
        let [again] = &built.documents[..] else { panic!("{}: one part", document.name()) };
        assert_eq!(again.sentences(), document.sentences());
        let words = |one: &corefeval::document::Document| -> Vec<String> {
            let words = one.layers().get(Layer::Word).unwrap().iter();
            words.map(|word| word.replace('(', "-LRB-").replace(')', "-RRB-")).collect()
        };
        assert_eq!(words(again), words(&document), "{}", document.name());
        for layer in [Layer::PartOfSpeech, Layer::Name, Layer::Speaker] {
            assert_eq!(again.layers().get(layer), document.layers().get(layer), "{}", document.name());
        }
        let spans = |one: &corefeval::document::Document| {
            let label = |entity: u32| one.entity_labels().get(entity as usize).map(str::to_owned);
            let mut spans: Vec<_> =
                one.mentions().iter().map(|mention| (mention.span, label(mention.entity))).collect();
            spans.sort();
            spans
        };
        assert_eq!(spans(again), spans(&document), "{}", document.name());
        mentions += document.mentions().len();
    }
    assert_eq!(mentions, 7913);
}
