//! `corefeval report`: one file that says what `score` prints, whole or not at all.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

const KEY: &str = "{\"doc_key\": \"bn/a_0\", \"sentences\": [[\"Ann\", \"saw\", \"her\", \"dog\", \".\"]], \"clusters\": [[[0, 0], [2, 2]], [[2, 3]]]}\n\
                   {\"doc_key\": \"nw/b_0\", \"sentences\": [[\"It\", \"bit\", \"itself\", \".\"]], \"clusters\": [[[0, 0], [2, 2]]]}\n";
const RESPONSE: &str = "{\"doc_key\": \"bn/a_0\", \"sentences\": [[\"Ann\", \"saw\", \"her\", \"dog\", \".\"]], \"clusters\": [[[0, 0], [3, 3]]]}\n\
                        {\"doc_key\": \"nw/b_0\", \"sentences\": [[\"It\", \"bit\", \"itself\", \".\"]], \"clusters\": [[[0, 0], [2, 2]]]}\n";

fn corefeval(arguments: &[&str], paths: &[&Path]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_corefeval")).args(arguments).args(paths).output().unwrap()
}

fn inputs(folder: &Path) -> [PathBuf; 2] {
    let paths = ["key.jsonl", "response.jsonl"].map(|name| folder.join(name));
    std::fs::write(&paths[0], KEY).unwrap();
    std::fs::write(&paths[1], RESPONSE).unwrap();
    paths
}

/// The JSON text of an element of a report.
fn unpacked(html: &str, id: &str) -> Value {
    let opening = format!("id=\"{id}\">");
    let start = html.find(&opening).unwrap() + opening.len();
    let end = start + html[start..].find('<').unwrap();
    let bytes = STANDARD.decode(&html[start..end]).unwrap();
    let mut text = String::new();
    flate2::read::ZlibDecoder::new(&bytes[..]).read_to_string(&mut text).unwrap();
    serde_json::from_str(&text).unwrap()
}

#[test]
fn a_report_has_the_figures_that_score_prints() {
    let folder = tempfile::tempdir().unwrap();
    let [key, response] = inputs(folder.path());
    let out = folder.path().join("report.html");
    let output = corefeval(&["report", "-o", out.to_str().unwrap()], &[&key, &response]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let html = std::fs::read_to_string(&out).unwrap();
    let overview = unpacked(&html, "overview");
    let scored = corefeval(&["score", "--as", "json"], &[&key, &response]);
    let scored: Value = serde_json::from_slice(&scored.stdout).unwrap();
    let system = &scored["systems"][0];
    for (place, figure) in overview["figures"].as_array().unwrap().iter().enumerate() {
        let name = figure["name"].as_str().unwrap();
        let printed = match figure["average"].as_bool() {
            Some(true) => &system["averages"][name],
            _ => &system["metrics"][name][figure["part"].as_str().unwrap()],
        };
        assert_eq!(&overview["systems"][0]["figures"][place][0], printed, "{name}");
    }
    assert_eq!(overview["inputs"], scored["inputs"]);
    assert_eq!(overview["genres"][1]["name"], "nw");
    assert_eq!(unpacked(&html, "text-0")["key"]["words"][0], "Ann");
    assert_eq!(unpacked(&html, "text-0")["systems"][0]["boundaries"], serde_json::json!([[2, 1]]));
    assert!(unpacked(&html, "why-1")[0].is_array());
}

#[test]
fn the_bytes_do_not_depend_on_threads() {
    let folder = tempfile::tempdir().unwrap();
    let [key, response] = inputs(folder.path());
    let report = |threads: &str| {
        let out = folder.path().join(format!("{threads}.html"));
        let arguments = ["report", "--threads", threads, "-o", out.to_str().unwrap()];
        assert!(corefeval(&arguments, &[&key, &response, &key]).status.success());
        std::fs::read(&out).unwrap()
    };
    assert_eq!(report("1"), report("4"));
}

#[test]
fn nothing_is_written_where_something_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let [key, response] = inputs(folder.path());
    let out = folder.path().join("report.html");
    let refused = |arguments: &[&str], paths: &[&Path], said: &str| {
        let arguments = [&["report", "-o", out.to_str().unwrap()], arguments].concat();
        let output = corefeval(&arguments, paths);
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && message.contains(said), "{message}");
        assert!(!out.exists());
    };
    refused(&["--match", "all"], &[&key, &response], "--match");
    refused(&["--confidence", "10"], &[&key, &response], "--confidence");
    std::fs::write(&response, "{\"doc_key\": \"zz\", \"sentences\": [[\"x\"]], \"clusters\": []}\n").unwrap();
    refused(&[], &[&key, &response], "no document of the response is in the key");
    let over = corefeval(&["report", "-o", key.to_str().unwrap()], &[&key, &key]);
    assert!(String::from_utf8_lossy(&over.stderr).contains("would be written over"));
}

#[test]
fn a_split_report_is_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let [key, response] = inputs(folder.path());
    let out = folder.path().join("pages");
    assert!(
        corefeval(&["report", "--split", "-o", out.to_str().unwrap()], &[&key, &response]).status.success()
    );
    for file in ["index.html", "documents/text-0.js", "documents/why-1.js"] {
        assert!(out.join(file).is_file(), "{file}");
    }
}
