//! Requests and their answers, as a browser makes them.

use corefeval_web::{Answer, Engine};
use serde_json::{Value, json};

const KEY: &[u8] = include_bytes!("../../../examples/key.conll");
const SHY: &[u8] = include_bytes!("../../../examples/shy.conll");

/// A request with files: name, bytes, side.
fn asked(engine: &mut Engine, mut request: Value, files: &[(&str, &[u8], usize)]) -> Answer {
    let given = files.iter().map(
        |(name, bytes, side)| json!({"name": name, "size": bytes.len(), "format": null, "side": side, "system": name}),
    );
    if !files.is_empty() {
        request["files"] = given.collect();
    }
    let mut bytes = request.to_string().into_bytes();
    bytes.push(0);
    for (_, own, _) in files {
        bytes.extend(*own);
    }
    engine.answer(&bytes)
}

fn answer(request: Value, files: &[(&str, &[u8], usize)]) -> Value {
    asked(&mut Engine::default(), request, files).json
}

fn sets(key: &str, response: &str, metrics: &str) -> Value {
    let signature = format!("metrics:{metrics}");
    answer(json!({"do": "sets", "key": key, "response": response, "signature": signature}), &[])
}

/// Recall, precision and F of a metric, to four decimals.
fn rounded(answer: &Value, metric: &str) -> [String; 3] {
    let score = &answer["scores"]["metrics"][metric];
    ["recall", "precision", "f"]
        .map(|part| score[part].as_f64().map(|value| format!("{value:.4}")).unwrap_or_default())
}

#[test]
fn the_example_of_pradhan_2014_has_the_figures_of_the_paper() {
    let metrics = "muc+b-cubed+ceaf-m+ceaf-e+lea";
    let answer = sets("a b c | d e f g", "a b | c d | f g h i", metrics);
    assert_eq!(rounded(&answer, "muc"), ["0.4000", "0.4000", "0.4000"]);
    assert_eq!(rounded(&answer, "b-cubed"), ["0.4167", "0.5000", "0.4545"]);
    assert_eq!(rounded(&answer, "ceaf-m"), ["0.5714", "0.5000", "0.5333"]);
    assert_eq!(rounded(&answer, "ceaf-e"), ["0.6500", "0.4333", "0.5200"]);
    assert_eq!(rounded(&answer, "lea"), ["0.2381", "0.3333", "0.2778"]);
    assert_eq!(answer["names"], json!(["a", "b", "c", "d", "e", "f", "g", "h", "i"]));
}

#[test]
fn the_example_of_agarwal_2019_distinguishes_solutions_by_their_names() {
    let key = "JohnDoe he1 he2 he3 | RichardRoe he4 he5";
    let with_names = sets(key, "JohnDoe he1 he2 | RichardRoe he4", "lea+nec");
    let without = sets(key, "he1 he2 he3 | he4 he5", "lea+nec");
    // LEA: (4 · 3/6 + 3 · 1/3) / 7; NEC F1: the mean of 6/7 and 4/5
    assert_eq!(rounded(&with_names, "lea")[0], "0.4286");
    assert_eq!(rounded(&without, "lea")[0], "0.4286");
    assert_eq!(rounded(&with_names, "nec")[2], "0.8286");
    assert_eq!(without["scores"]["metrics"]["nec"]["f"], json!(0.0));
}

#[test]
fn a_mention_that_is_there_twice_is_refused_by_its_name() {
    let answer = sets("a b | b c", "a", "muc");
    assert_eq!(answer["error"], json!("`b` is in the key twice"));
}

#[test]
fn files_are_recognised_and_counted() {
    let answer = answer(json!({"do": "look"}), &[("key.conll", KEY, 0), ("empty.txt", b"", 1)]);
    let [key, empty] = [&answer["files"][0], &answer["files"][1]];
    assert_eq!((&key["format"], &key["problems"]["errors"]), (&json!("conll"), &json!(0)));
    assert!(key["mentions"].as_u64().unwrap() > 0);
    assert_eq!(empty["problems"]["kept"][0]["code"], json!("unreadable"));
}

#[test]
fn an_error_has_its_line() {
    let broken = b"#begin document (letter);\nMary\t(1\nslept\t-\n#end document\n";
    let files: [(&str, &[u8], usize); 2] = [("key.conll", KEY, 0), ("broken.conll", broken, 1)];
    let answer = answer(json!({"do": "score", "signature": ""}), &files);
    let problem = &answer["error"]["kept"][0];
    assert_eq!((&problem["code"], &problem["line"]), (&json!("unclosed-mention"), &json!(2)));
}

#[test]
fn a_key_against_itself_is_perfect_and_a_report_has_its_documents() {
    let files: [(&str, &[u8], usize); 3] =
        [("key.conll", KEY, 0), ("same.conll", KEY, 1), ("shy.conll", SHY, 2)];
    let scores = answer(json!({"do": "score", "signature": "conll-2012"}), &files);
    let systems = &scores["rules"][0]["systems"];
    assert_eq!((&systems[0]["averages"]["conll"], &systems[0]["name"]), (&json!(1.0), &json!("same.conll")));
    let shy = systems[1]["averages"]["conll"].as_f64().unwrap();
    assert!(shy < 1.0);
    let mut engine = Engine::default();
    let overview = asked(&mut engine, json!({"do": "report", "signature": ""}), &files).json;
    assert_eq!(
        overview["systems"][1]["figures"].as_array().unwrap().len(),
        overview["figures"].as_array().unwrap().len()
    );
    let fingerprint = overview["inputs"][0]["fingerprint"].as_str().unwrap();
    assert_eq!((fingerprint.len(), &fingerprint[..7]), (71, "blake3:"));
    let text = asked(&mut engine, json!({"do": "document", "number": 0, "what": "text"}), &[]).bytes.unwrap();
    let text: Value = serde_json::from_slice(&text).unwrap();
    assert_eq!(text["systems"].as_array().unwrap().len(), 2);
    let page = asked(&mut engine, json!({"do": "page"}), &[]).bytes.unwrap();
    assert!(page.starts_with(b"<!doctype html>"));
}

#[test]
fn a_file_is_converted_and_read_again() {
    let files = [("key.conll", KEY, 0)];
    let made = asked(&mut Engine::default(), json!({"do": "convert", "to": "corefeval-json"}), &files);
    assert_eq!(made.json["written"], json!(true), "{}", made.json);
    let bytes = made.bytes.unwrap();
    let scores =
        answer(json!({"do": "score", "signature": ""}), &[("key.conll", KEY, 0), ("again.json", &bytes, 1)]);
    assert_eq!(scores["rules"][0]["systems"][0]["averages"]["conll"], json!(1.0), "{scores}");
    let refused = answer(json!({"do": "convert", "to": "brat"}), &files);
    assert!(refused["error"].as_str().unwrap().contains("brat"));
}

#[test]
fn choices_are_made_by_name_and_files_beside_are_refused() {
    let made = answer(json!({"do": "protocol", "signature": "", "made": [["match", "head"]]}), &[]);
    assert!(made["signature"].as_str().unwrap().contains("match:head"));
    let wrong = answer(json!({"do": "protocol", "signature": "", "made": [["match", "psychic"]]}), &[]);
    assert!(wrong["error"].as_str().unwrap().starts_with("match: "));
    let about = answer(json!({"do": "about"}), &[]);
    assert!(about["choices"].as_array().unwrap().iter().all(|choice| choice["shape"] != "files"));
    let digest = format!("blake3:{}", "0".repeat(64));
    let trees = answer(json!({"do": "protocol", "signature": format!("trees:{digest}"), "made": []}), &[]);
    assert!(trees["error"].is_string(), "{trees}");
}

#[test]
fn what_is_no_request_is_said_to_be_none() {
    let mut engine = Engine::default();
    for request in [
        &b""[..],
        b"{}",
        b"\xff\0\0",
        b"{\"do\":\"look\",\"files\":[{\"name\":\"a\",\"size\":9}]}\0a",
        b"{\"do\":\"fly\"}",
    ] {
        assert!(engine.answer(request).json["error"].is_string());
    }
    assert!(
        asked(&mut engine, json!({"do": "document", "number": 3, "what": "text"}), &[]).json["error"]
            .is_string()
    );
    assert!(
        asked(&mut engine, json!({"do": "score", "signature": ""}), &[("a", KEY, 0)]).json["error"]
            .is_string()
    );
}

#[test]
fn standoff_files_find_their_texts() {
    let annotation = b"T1\tPER 0 4\tMary\nT2\tPER 11 14\tshe\nR1\tCoreference Arg1:T2 Arg2:T1\n";
    let files: [(&str, &[u8], usize); 2] =
        [("folder/letter.ann", annotation, 0), ("folder/letter.txt", b"Mary slept she woke\n", 0)];
    let looked = answer(json!({"do": "look"}), &files);
    assert_eq!(
        (&looked["files"][0]["format"], &looked["files"][1]["companion"]),
        (&json!("brat"), &json!(true)),
        "{looked}"
    );
    let alone = answer(json!({"do": "look"}), &files[..1]);
    assert_eq!(alone["files"][0]["problems"]["kept"][0]["code"], json!("no-text"));
}
