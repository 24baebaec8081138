//! Every preset scores, and the signature it prints reads back as the same protocol.

use std::fs;
use std::process::Command;

use corefeval::evaluation::PRESETS;

/// Two entities with heads and a zero, in a file that every preset can score.
const KEY: &str = "\
# global.Entity = eid-etype-head-other
# newdoc id = d
# sent_id = 1
1\tMary\t_\tPROPN\t_\t_\t2\tnsubj\t2:nsubj\tEntity=(e1-person-1-)
2\tsaw\t_\tVERB\t_\t_\t0\troot\t0:root\t_
3\tthe\t_\tDET\t_\t_\t4\tdet\t4:det\tEntity=(e2-object-2-
4\twall\t_\tNOUN\t_\t_\t2\tobj\t2:obj\tEntity=e2)
5\tand\t_\tCCONJ\t_\t_\t6\tcc\t6:cc\t_
5.1\t_\t_\tPRON\t_\t_\t_\t_\t6:nsubj\tEntity=(e1-person-1-)
6\tjumped\t_\tVERB\t_\t_\t2\tconj\t2:conj\t_
7\tit\t_\tPRON\t_\t_\t6\tobj\t6:obj\tEntity=(e2-object-1-)

";

fn run(arguments: &[&str]) -> (String, bool) {
    let output = Command::new(env!("CARGO_BIN_EXE_corefeval")).arg("score").args(arguments).output().unwrap();
    (String::from_utf8(output.stdout).unwrap(), output.status.success())
}

#[test]
fn a_preset_is_repeated_by_its_signature() {
    let folder = std::env::temp_dir().join(format!("corefeval-presets-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let paths = ["key.conllu", "response.conllu"].map(|name| folder.join(name));
    fs::write(&paths[0], KEY).unwrap();
    fs::write(&paths[1], KEY.replace("(e2-object-1-)", "(e1-person-1-)")).unwrap();
    let [key, response] = [0, 1].map(|place| paths[place].to_str().unwrap());
    for preset in PRESETS {
        let (printed, fine) = run(&["--preset", preset.name, key, response]);
        // nothing here is discourse deixis, and no score of zero is given for that
        assert_eq!(fine, preset.name != "codicrac22-dd", "{}", preset.name);
        if !fine {
            continue;
        }
        let signature = printed.lines().last().unwrap();
        assert_eq!(
            run(&["--signature", signature, key, response]),
            (printed.clone(), true),
            "{}",
            preset.name
        );
    }
    fs::remove_dir_all(&folder).unwrap();
}

/// What is said on standard error when a file is scored against itself.
fn said(path: &str, options: &[&str]) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_corefeval"));
    let output = program.arg("score").args([path, path]).args(options).output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn a_corpus_that_its_format_tells_gets_a_tip_unless_a_choice_is_made() {
    let path = std::env::temp_dir().join(format!("corefeval-tip-{}.conllu", std::process::id()));
    fs::write(&path, KEY).unwrap();
    let corefud = path.to_str().unwrap();
    let anaphora = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/anaphora/key.conllua");
    let columns = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/key.conll");
    assert!(said(corefud, &[]).contains("tip: --preset crac25"));
    assert!(said(corefud, &["--strict"]).contains("tip: --preset crac25"));
    assert!(said(anaphora, &[]).contains("tip: --preset codicrac22-ar"));
    let alone = path.with_extension("conll");
    fs::write(&alone, "#begin document (d);\nd\t0\t0\tMary\t(1)\n\n#end document\n").unwrap();
    let singletons = alone.to_str().unwrap();
    assert!(said(singletons, &[]).contains("tip: the key has singletons"));
    for (file, options) in [
        (corefud, &["-q"][..]),
        (corefud, &["--preset", "crac23"]),
        (corefud, &["--singletons", "drop"]),
        (columns, &[]),
        (singletons, &["--singletons", "keep"]),
        (singletons, &["--cross-check"]),
    ] {
        assert!(!said(file, options).contains("tip:"), "{file} {options:?}");
    }
    fs::remove_file(&path).unwrap();
    fs::remove_file(&alone).unwrap();
}

/// The verdicts of a cross-check and its exit status.
fn cross_checked(arguments: &[&str]) -> (Vec<(String, String)>, i32) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_corefeval"));
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let program = program.current_dir(root).args(["score", "--cross-check", "--as", "json", "-q"]);
    let output = program.args(arguments).output().unwrap();
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    let rows = value["systems"][0]["metrics"].as_array().unwrap().iter();
    let rows = rows.map(|row| (text(&row["metric"]), text(&row["verdict"])));
    (rows.collect(), output.status.code().unwrap())
}

#[test]
fn the_engine_agrees_with_the_originals_on_our_documents() {
    const OWN: &str = "crates/corefeval-cli/tests/own/documents";
    let garden = [format!("{OWN}/garden.key.conllu"), format!("{OWN}/garden.response.conllu")];
    let market = [format!("{OWN}/market.key.conll"), format!("{OWN}/market.plain.conll")];
    let cases: [&[&str]; 6] = [
        &["examples/key.conll", "examples/bold.conll"],
        &[&market[0], &market[1], "--preset", "coval"],
        &[&market[0], &market[1], "--preset", "conll-2012"],
        &[&garden[0], &garden[1], "--preset", "crac25"],
        &[&garden[0], &garden[1], "--preset", "crac22", "--singletons", "keep"],
        &["examples/anaphora/key.conllua", "examples/anaphora/response.conllua", "--preset", "codicrac22-ar"],
    ];
    for case in cases {
        let (rows, status) = cross_checked(case);
        assert_eq!(status, 0, "{case:?}");
        assert!(rows.iter().any(|(metric, verdict)| metric == "muc" && verdict == "same"), "{case:?}");
        assert!(
            rows.iter().all(|(_, verdict)| verdict == "same" || verdict == "unchecked"),
            "{case:?}: {rows:?}"
        );
    }
}
