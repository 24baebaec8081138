//! Figures are printed under the name of what they are.

// helper functions of a test may stop at what they did not expect, as tests do
#![allow(clippy::unwrap_used)]

use std::process::Command;

/// What a command prints when all goes well, run where the examples are.
fn printed(arguments: &[&str]) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");
    let run = Command::new(env!("CARGO_BIN_EXE_corefeval")).args(arguments).current_dir(folder).output();
    let output = run.unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn json(arguments: &[&str]) -> serde_json::Value {
    serde_json::from_str(&printed(arguments)).unwrap()
}

#[test]
fn f_with_another_beta_is_not_called_f1() {
    let files = ["key.conll", "bold.conll", "shy.conll"];
    let runs: [&[&str]; 4] = [
        &["score", "--beta", "2", files[0], files[1]],
        &["score", "--beta", "2", "--wide", files[0], files[1], files[2]],
        &["score", "--beta", "2", "--match-all", files[0], files[1], files[2]],
        &["why", "--beta", "2", files[0], files[1]],
    ];
    for run in runs {
        let text = printed(run);
        assert!(text.contains("F2") && !text.contains("F1"), "{run:?}: {text}");
    }
    let told = json(&["score", "--beta", "2", "-o", "json", files[0], files[1]]);
    let muc = &told["systems"][0]["metrics"]["muc"];
    assert!(muc["f"].is_f64() && muc["f1"].is_null(), "{muc}");
}
