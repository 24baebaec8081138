use super::{Pair, convert, score, score_folders};

fn clusters(entities: &str) -> String {
    let quoted = |entity: &str| {
        entity.split_whitespace().map(|name| format!("{name:?}")).collect::<Vec<_>>().join(",")
    };
    let numbered =
        entities.split('|').enumerate().map(|(number, entity)| format!("\"{number}\":[{}]", quoted(entity)));
    format!("{{\"type\":\"clusters\",\"clusters\":{{{}}}}}", numbered.collect::<Vec<_>>().join(","))
}

fn printed(key: &str, response: &str) -> String {
    let printout = score(clusters(key).as_bytes(), clusters(response).as_bytes());
    assert_eq!(printout.failure, None);
    printout.stdout
}

#[test]
fn spurious_mentions_are_added_to_the_key() {
    // without the addition precision would be 55/108
    let text = printed("a | b c | d e f", "a | b c i | d e f g | h");
    assert!(text.contains("B³:\tR=1.0\tP=0.6851851851851852\tF₁=0.8131868131868132\n"), "{text}");
}

#[test]
fn a_mean_that_does_not_exist_is_a_whole_zero() {
    let text = printed("a b | c", "a | b c");
    assert!(text.starts_with("MUC:\tR=0.0\tP=0.0\tF₁=0\n"), "{text}");
    let text = printed("a | b", "a | b");
    assert!(text.starts_with("MUC:\tR=0.0\tP=0.0\tF₁=0.0\n"), "{text}");
}

#[test]
fn a_link_in_two_entities_is_one_link() {
    // c and d are together in both key entities
    let text = printed("a b c d | c d e", "a b c d | e");
    assert!(text.contains("BLANC:\tR=0.875\tP=0.75\tF₁="), "{text}");
}

#[test]
fn a_graph_is_cut_into_connected_parts() {
    let graph = r#"{"type":"graph","mentions":["a","b","c",1],"links":[["a","b"],["d","c"],["b","c"]]}"#;
    let printout = score(graph.as_bytes(), clusters("a b c d").as_bytes());
    assert!(printout.stdout.starts_with("MUC:\tR=1.0\tP=1.0\tF₁=1.0\n"), "{}", printout.stdout);
}

#[test]
fn documents_are_weighed_by_their_mentions() {
    let (two, four) = (clusters("a b"), clusters("a b c d"));
    let single = clusters("a | b | c | d");
    let pair = |name, key, response| Pair { name, key, response };
    let printout = score_folders(&[
        pair("1", two.as_bytes(), two.as_bytes()),
        pair("2", four.as_bytes(), single.as_bytes()),
    ]);
    // B³ recall is 1 with 2 mentions and 1/4 with 4
    assert!(printout.stdout.contains("B³:\tR=0.5\tP=1.0\tF₁=0.6"), "{}", printout.stdout);
}

#[test]
fn what_cannot_be_read_is_an_error() {
    let failure = |key: &str| score(key.as_bytes(), clusters("a").as_bytes()).failure.unwrap_or_default();
    assert!(failure("{").starts_with("key: EOF"));
    assert!(failure(r#"{"type":"x"}"#).contains("`type` must be"));
    assert!(failure(r#"{"type":"clusters","clusters":{"1":[["a"]]}}"#).contains("a mention must be"));
    assert!(failure(r#"{"type":"clusters","clusters":{"1":[],"2":["a"]}}"#).contains("without mentions"));
}

const CONLL: &str = "\
#begin document (a/b); part 001
a 0 0 w (1
a 0 1 w 1)|(2)

a 0 0 w (2)(1)
#end document
";

#[test]
fn columns_become_json() {
    let converted = convert(CONLL.as_bytes()).unwrap();
    assert_eq!(converted[0].file, "a_b-001.json");
    let json =
        r#"{"name": "a/b-001", "type": "clusters", "clusters": {"1": ["0.0-1", "1.0-0"], "2": ["0.1-1"]}}"#;
    assert_eq!(converted[0].json, json);
}

#[test]
fn a_mention_stays_in_the_entity_that_was_opened_first() {
    // entity 2 is opened first here, and entity 1 keeps nothing
    let text = "#begin document (é);\nx (2)|(1)\n#end document\n";
    let json = r#"{"name": "\u00e9", "type": "clusters", "clusters": {"2": ["0.0-0"], "1": []}}"#;
    assert_eq!(convert(text.as_bytes()).unwrap()[0].json, json);
}

#[test]
fn brackets_must_be_balanced_in_each_sentence() {
    let failure =
        |rows: &str| convert(format!("#begin document (a);\n{rows}#end document\n").as_bytes()).unwrap_err();
    assert_eq!(failure("x (1\n\nx 1)\n"), "line 2: `(1` is not closed in this sentence");
    assert_eq!(failure("x 1)\n"), "line 2: `1)` was not opened in this sentence");
    assert!(convert(b"x (1)\n#end document\n").unwrap_err().contains("no name"));
}
