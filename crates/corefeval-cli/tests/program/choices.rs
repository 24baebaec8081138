//! Every choice in every command: the figures are those of `score` under the same choice, or the choice is refused by name.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use corefeval::evaluation::{CHOICES, Choice, Shape};
use serde_json::Value;

/// Word, tag, bits of the tree, bits of the name, the key's brackets, the response's.
type Row = [&'static str; 6];

const MAN: &[Row] = &[
    ["The", "DT", "(TOP(S(NP*", "*", "(0", "(0"],
    ["old", "JJ", "*", "*", "-", "-"],
    ["Smith", "NNP", "*)", "(PERSON)", "0)", "0)"],
    ["saw", "VBD", "(VP*", "*", "(4)", "-"],
    ["his", "PRP$", "(NP(NP*)", "*", "(1|(0)", "(1|(0)|(7)"],
    ["dog", "NN", "*)))", "*", "1)", "1)"],
    ["and", "CC", "*", "*", "-", "-"],
    ["He", "PRP", "(S(NP*)", "*", "(0)", "(1)"],
    ["called", "VBD", "(VP*", "*", "(4)", "-"],
    ["it", "PRP", "(NP*)))", "*", "(1)", "(1)"],
];

const MARY: &[Row] = &[
    ["Mary", "NNP", "(TOP(S(NP*)", "(PERSON)", "(2)", "(2)"],
    ["met", "VBD", "(VP*", "*", "-", "-"],
    ["the", "DT", "(NP(NP*", "*", "(0", "(0"],
    ["man", "NN", "*)", "*", "-", "0)"],
    ["who", "WP", "(SBAR*", "*", "(0)", "-"],
    ["left", "VBD", "*))))", "*", "0)", "-"],
    ["She", "PRP", "(S(NP*)", "*", "(2)", "(2)"],
    ["ran", "VBD", "(VP*))", "*", "(6)", "(6)"],
];

const ALONE: &[Row] =
    &[["Ann", "NNP", "(TOP(NP*", "(PERSON)", "(0)", "-"], ["herself", "PRP", "*))", "*", "(0)", "-"]];

fn conll(documents: &[(&str, &[Row])], brackets: usize) -> String {
    let mut text = String::new();
    for (name, rows) in documents {
        text += &format!("#begin document ({name}); part 000\n");
        for (token, row) in rows.iter().enumerate() {
            let [word, tag, bits, entity, ..] = row;
            text += &format!(
                "{name}\t0\t{token}\t{word}\t{tag}\t{bits}\t-\t-\t-\t-\t{entity}\t{}\n",
                row[brackets]
            );
        }
        text += "\n#end document\n";
    }
    text
}

/// Zeros, types and heads; the response has other entities.
fn corefud(entities: [&str; 5]) -> String {
    let [he, came, zero, she, dog] =
        entities.map(|entity| if entity.is_empty() { "_" } else { entity }.to_owned());
    let header = "# newdoc id = 36_a\n# global.Entity = eid-etype-head-other\n# sent_id = 1\n# text = He came and she saw\n";
    let row = |id: &str, word: &str, tag: &str, head: &str, enhanced: &str, entity: &str| {
        format!("{id}\t{word}\t{word}\t{tag}\t_\t_\t{head}\tdep\t{enhanced}\t{entity}\n")
    };
    header.to_owned()
        + &row("1", "He", "PRON", "2", "_", &he)
        + &row("2", "came", "VERB", "0", "_", &came)
        + &row("2.1", "_", "PRON", "_", "5:nsubj", &zero)
        + &row("3", "and", "CCONJ", "2", "_", "_")
        + &row("4", "she", "PRON", "5", "_", &she)
        + &row("5", "saw", "VERB", "2", "_", "_")
        + &row("6", "dogs", "NOUN", "5", "_", &dog)
        + "\n"
}

/// Two pairs of files that have, between them, something for every choice, and the files that some choices take.
fn fixtures(folder: &Path) {
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).expect("what the test needs");
    write("key.conll", &conll(&[("36_1", MAN), ("36_2", MARY), ("37_1", ALONE)], 4));
    write("response.conll", &conll(&[("36_2", MARY), ("36_1", MAN)], 5));
    write(
        "key.conllu",
        &corefud([
            "Entity=(e1-person-1-)",
            "",
            "Entity=(e1-person-1-)",
            "Entity=(e2-person-1-)",
            "Entity=(e3-animal-1-)(e1-person-1-)",
        ]),
    );
    write(
        "response.conllu",
        &corefud([
            "Entity=(e1-person-1-)",
            "Entity=(e4-event-1-)",
            "Entity=(e2-person-1-)",
            "Entity=(e2-person-1-)",
            "Entity=(e3-animal-1-)",
        ]),
    );
    write("topics.tsv", "36_1\tdogs\n36_2\tpeople\n37_1\tpeople\n");
    write("map.tsv", "36_1\t0\tman\n36_2\t0\tman\n");
    write(
        "trees.txt",
        "(S (NP (DT The) (JJ old) (NNP Smith)) (VP (VBD saw) (NP (PRP$ his) (NN dog))) (CC and) (S (NP (PRP He)) (VP (VBD called) (NP (PRP it)))))\n(S (NP (NNP Mary)) (VP (VBD met) (NP (NP (DT the) (NN man)) (SBAR (WP who) (VBD left)))) (S (NP (PRP She)) (VP (VBD ran))))\n(NP (NNP Ann) (PRP herself))\n",
    );
}

const PAIRS: [[&str; 2]; 2] = [["key.conll", "response.conll"], ["key.conllu", "response.conllu"]];

fn run(folder: &Path, command: &str, files: [&str; 2], arguments: &[String]) -> Output {
    let mut process = Command::new(env!("CARGO_BIN_EXE_corefeval"));
    process.current_dir(folder).arg(command).args(files);
    if command == "compare" {
        // with a system that makes no mistakes
        process.arg(files[0]);
    }
    process.args(arguments).args(["-q"]);
    process.output().expect("what the test needs")
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)))
}

fn with(arguments: &[String], more: &[&str]) -> Vec<String> {
    arguments.iter().cloned().chain(more.iter().map(|&one| one.to_owned())).collect()
}

/// Every value of every choice, as options of the command line.
fn options() -> Vec<(&'static Choice, Vec<String>)> {
    let mut options = Vec::new();
    let mut add = |choice: &'static Choice, words: &[&str]| {
        options.push((choice, words.iter().map(|&word| word.to_owned()).collect()));
    };
    for choice in CHOICES {
        let option = format!("--{}", choice.name);
        match (choice.name, choice.shape) {
            ("metrics", _) => ["muc", "conll", "blanc,lea", "b-cubed-v4,ceaf-phi1", "mor,anaphora"]
                .iter()
                .for_each(|value| add(choice, &["-m", value])),
            ("tokens", _) => add(choice, &["--align"]),
            ("average", _) => add(choice, &["--macro"]),
            ("topics", _) => add(choice, &["--scope", "topic", "--topics", "topics.tsv"]),
            ("entity-map", _) => add(choice, &["--scope", "corpus", "--entity-map", "map.tsv"]),
            ("trees", _) => add(choice, &["--match", "mina", "--trees", "trees.txt"]),
            ("types", _) => {
                for value in ["person", "person,event", "PERSON"] {
                    add(choice, &[&option, value]);
                }
            }
            ("decimals", _) => add(choice, &[&option, "4"]),
            ("beta", _) => ["2", "0.5"].iter().for_each(|value| add(choice, &[&option, value])),
            (_, Shape::OneOf(values) | Shape::SomeOf(values)) => {
                let values = values();
                values.iter().filter(|value| value.name != "all" || choice.name != "match").for_each(
                    |value| {
                        add(choice, &[&option, value.name]);
                    },
                );
            }
            (name, _) => panic!("{name} has no value here"),
        }
    }
    options
}

/// Recall, precision and F of each metric that `score` gives.
fn scored(folder: &Path, files: [&str; 2], arguments: &[String]) -> Option<Vec<(String, [f64; 3])>> {
    let output = run(folder, "score", files, &with(arguments, &["--as", "json"]));
    output.status.success().then(|| {
        let value = json(&output);
        let averaged = if arguments.iter().any(|one| one == "--macro") { "macro" } else { "metrics" };
        let metrics = value["systems"][0][averaged].as_object().expect("what the test needs").clone();
        metrics
            .iter()
            .filter(|(_, score)| score.is_object())
            .map(|(name, score)| (name.clone(), figures(score)))
            .collect()
    })
}

fn figures(score: &Value) -> [f64; 3] {
    ["recall", "precision", "f"].map(|part| score[part].as_f64().unwrap_or(0.0))
}

fn figure(scores: &[(String, [f64; 3])], name: &str) -> Option<[f64; 3]> {
    scores.iter().find(|(known, _)| known == name).map(|(_, figures)| *figures)
}

/// The figures that another command gives for metrics that `score` has too.
fn told(command: &str, output: &Output, scores: &[(String, [f64; 3])]) -> Vec<(String, [f64; 3], [f64; 3])> {
    let value = json(output);
    let rows = |rows: &Value| -> Vec<(String, [f64; 3])> {
        let row =
            |row: &Value| (row["metric"].as_str().expect("what the test needs").to_owned(), figures(row));
        rows.as_array().expect("what the test needs").iter().map(row).collect()
    };
    let found: Vec<(String, [f64; 3])> = match command {
        "why" => rows(&value["metrics"]),
        "variants" => rows(&value["rows"]),
        "probe" => {
            let metrics = value["metrics"].as_object().expect("what the test needs").clone();
            let scores = metrics.iter().filter(|(_, score)| score.is_object());
            scores.map(|(name, score)| (name.clone(), figures(score))).collect()
        }
        "analyse" | "show" => {
            let metrics = value["systems"][0]["metrics"].as_object().expect("what the test needs").clone();
            let scores = metrics.iter().filter(|(_, score)| score.is_object());
            scores.map(|(name, score)| (name.clone(), figures(score))).collect()
        }
        "compare" => {
            let system = value["systems"][0]["figures"].as_object().expect("what the test needs").clone();
            let part = |of: &Value, part: &str| of[part]["value"].as_f64().unwrap_or(0.0);
            let three = |of: &Value| ["recall", "precision", "f"].map(|name| part(of, name));
            system.iter().map(|(name, of)| (name.clone(), three(of))).collect()
        }
        "agree" => {
            let group = value["groups"]
                .as_array()
                .expect("what the test needs")
                .last()
                .expect("what the test needs")
                .clone();
            let f = group["pairs"][0]["f"].as_object().expect("what the test needs").clone();
            let only_f = |(name, f): (&String, &Value)| {
                let [recall, precision, _] = figure(scores, name).unwrap_or_default();
                (name.clone(), [recall, precision, f.as_f64().unwrap_or(0.0)])
            };
            f.iter().map(only_f).collect()
        }
        _ => Vec::new(),
    };
    found
        .into_iter()
        .filter_map(|(name, told)| figure(scores, &name).map(|scored| (name, told, scored)))
        .collect()
}

/// The mean F of MUC, B³ and CEAFe, where `measures` and `nec` give it.
fn mean_told(command: &str, output: &Output) -> Option<f64> {
    let value = json(output);
    match command {
        "measures" => value["mela"].as_f64(),
        "nec" => value["systems"][0]["coref_f1_all_entities"].as_f64(),
        _ => None,
    }
}

#[test]
fn every_choice_is_honoured_or_refused_by_name_in_every_command() {
    let folder = tempfile::tempdir().expect("what the test needs");
    fixtures(folder.path());
    let commands: [(&str, &[&str]); 12] = [
        ("probe", &["--as", "json", "--rates", "0,100"]),
        ("analyse", &["--as", "json"]),
        ("show", &["--as", "json"]),
        ("compare", &["--as", "json", "--resamples", "100"]),
        ("why", &["--as", "json"]),
        ("variants", &["--as", "json"]),
        ("agree", &["--as", "json"]),
        ("disagreements", &["--as", "json"]),
        ("measures", &["--as", "json"]),
        ("nec", &["--as", "json"]),
        ("arcs", &["--as", "json"]),
        ("layers", &["--as", "json"]),
    ];
    let mut compared = 0;
    for (choice, arguments) in options() {
        for files in PAIRS {
            let as_score = scored(folder.path(), files, &arguments);
            // annotators are compared on the documents that both have
            let on_common = scored(folder.path(), files, &with(&arguments, &["--missing", "skip"]));
            for (command, json) in commands {
                let scores =
                    if matches!(command, "agree" | "disagreements") { &on_common } else { &as_score };
                let output = run(folder.path(), command, files, &with(&arguments, json));
                let said = String::from_utf8_lossy(&output.stderr).into_owned();
                let what = format!("{command} {files:?} {arguments:?}: {said}");
                if !output.status.success() {
                    // what names the option, or what is wrong with these files under this choice, or that the command has nothing to count
                    let by_name = arguments.iter().any(|one| said.contains(one.as_str()));
                    let as_score = scores.is_none() && said.contains("error[");
                    let nothing =
                        matches!(command, "nec" | "arcs" | "layers") && said.contains("the key has");
                    assert!(by_name || as_score || nothing, "{what}");
                    continue;
                }
                let Some(scores) = scores else {
                    panic!("`score` refuses what {what} accepts");
                };
                for (name, told, scored) in told(command, &output, scores) {
                    assert_eq!(
                        told.map(f64::to_bits),
                        scored.map(f64::to_bits),
                        "{name}: {told:?} {scored:?} {what}"
                    );
                    compared += 1;
                }
                let mean: Option<f64> =
                    ["muc", "b-cubed", "ceaf-e"].iter().map(|name| figure(scores, name).map(|f| f[2])).sum();
                if let (Some(mean), Some(told)) = (mean, mean_told(command, &output)) {
                    assert!((mean / 3.0 - told).abs() < 1e-12, "{} {told}: {what}", mean / 3.0);
                    compared += 1;
                }
            }
        }
        assert!(!choice.about.is_empty());
    }
    assert!(compared > 500, "{compared}");
}

#[test]
fn a_printed_signature_repeats_the_run_byte_for_byte_in_every_command() {
    let folder = tempfile::tempdir().expect("what the test needs");
    fixtures(folder.path());
    let mut repeated = 0;
    for (_, arguments) in options() {
        for files in PAIRS {
            for command in [
                "score",
                "analyse",
                "show",
                "probe",
                "compare",
                "why",
                "variants",
                "agree",
                "disagreements",
                "measures",
                "nec",
            ] {
                let output = run(folder.path(), command, files, &arguments);
                if !output.status.success() {
                    continue;
                }
                let printed = String::from_utf8(output.stdout).expect("what the test needs");
                let signature = printed
                    .lines()
                    .find(|line| line.starts_with("metrics:"))
                    .unwrap_or_else(|| panic!("{command} {arguments:?} prints no signature: {printed}"));
                let mut again = vec!["--signature".to_owned(), signature.to_owned()];
                // files are named by their digests, and have to be given
                for option in ["--topics", "--entity-map", "--trees"] {
                    if let Some(place) = arguments.iter().position(|one| one == option) {
                        again.extend_from_slice(&arguments[place..place + 2]);
                    }
                }
                let output = run(folder.path(), command, files, &again);
                assert_eq!(
                    String::from_utf8(output.stdout).expect("what the test needs"),
                    printed,
                    "{command} {arguments:?}: {}",
                    String::from_utf8_lossy(&output.stderr)
                );
                repeated += 1;
            }
        }
    }
    assert!(repeated > 300, "{repeated}");
}

#[test]
fn every_option_of_nec_is_in_its_signature() {
    let folder = tempfile::tempdir().expect("what the test needs");
    fixtures(folder.path());
    let options = [
        "--name-types PERSON",
        "--variants full",
        "--letters fold",
        "--pairing one-to-one",
        "--pronouns wide",
        "--by-kind reselect",
        "--conjuncts first",
        "--heads const",
        "--possessive keep",
        "--filter same-type",
        "--key-singletons drop",
        "--splitting loose",
        "--compat",
    ];
    let words = |options: &[&str]| -> Vec<String> {
        options.iter().flat_map(|option| option.split(' ')).map(str::to_owned).collect()
    };
    let runs = options.iter().map(|option| words(&[option])).chain([words(&options)]);
    let mut signatures = std::collections::BTreeSet::new();
    for arguments in runs {
        let output = run(folder.path(), "nec", PAIRS[0], &arguments);
        let printed = String::from_utf8(output.stdout).expect("what the test needs");
        let signature = printed
            .lines()
            .find(|line| line.starts_with("metrics:"))
            .unwrap_or_else(|| panic!("{arguments:?}: {printed}{}", String::from_utf8_lossy(&output.stderr)));
        let again = ["--signature".to_owned(), signature.to_owned()];
        let output = run(folder.path(), "nec", PAIRS[0], &again);
        assert_eq!(String::from_utf8_lossy(&output.stdout), printed, "{arguments:?}");
        signatures.insert(signature.to_owned());
    }
    assert_eq!(signatures.len(), options.len() + 1, "{signatures:#?}");
}

#[test]
fn a_choice_that_a_signature_makes_is_refused_where_it_cannot_be_honoured() {
    let folder = tempfile::tempdir().expect("what the test needs");
    fixtures(folder.path());
    for command in ["nec", "arcs", "layers"] {
        let output = run(folder.path(), command, PAIRS[0], &["--preset".to_owned(), "conll-2011".to_owned()]);
        assert!(!output.status.success());
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            said.contains("this command does not support the choice `singletons:drop-after-detection`"),
            "{said}"
        );
    }
}
