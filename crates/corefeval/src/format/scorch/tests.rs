use super::SCORCH;
use crate::document::{Document, Layer, Mention, Name, Wanted};
use crate::format::{Block, Likeness, Reading, detect};

fn read(text: &str) -> Reading {
    SCORCH.read(&Block { file_stem: "file", ..Block::whole(text.as_bytes()) }, Wanted::ALL)
}

fn mentions(document: &Document) -> Vec<(u32, u32, &str)> {
    let label = |mention: &Mention| document.entity_labels.get(mention.entity as usize).unwrap();
    document.mentions.iter().map(|mention| (mention.span.start, mention.span.end, label(mention))).collect()
}

#[test]
fn each_name_is_a_token_where_there_is_no_text() {
    let reading = read(r#"{"type": "clusters", "clusters": {"1": ["a", 2], "2": ["c", 2.0]}}"#);
    let document = &reading.documents[0];
    assert_eq!(mentions(document), [(0, 1, "1"), (1, 2, "1"), (2, 3, "2"), (1, 2, "2")]);
    let names: Vec<_> = document.layers.get(Layer::MentionName).unwrap().iter().collect();
    assert_eq!(names, ["a", "2", "c"]);
    assert_eq!(reading.problems.iter().map(|problem| problem.code).collect::<Vec<_>>(), ["repeated-mention"]);
    assert!(document.unnamed);
}

#[test]
fn links_make_entities() {
    let reading =
        read(r#"{"type": "graph", "mentions": ["a", "b", "c"], "links": [["b", "a"], ["a", "x"]]}"#);
    assert_eq!(mentions(&reading.documents[0]), [(1, 2, "0"), (0, 1, "0"), (3, 4, "0"), (2, 3, "1")]);
    assert_eq!(reading.problems, []);
}

#[test]
fn names_say_where_mentions_are_where_words_are_given() {
    let text = concat!(
        r#"{"name":"x","part":3,"type":"clusters","words":[["a","b"],["c","d","e"]],"#,
        r#""clusters":{"e1":["0.1-1.0","1.1-2"],"e2":["0.0-0+1.2-2"]}}"#,
        "\n"
    );
    let reading = read(text);
    assert_eq!(reading.problems, []);
    let document = &reading.documents[0];
    assert_eq!(mentions(document), [(1, 3, "e1"), (3, 5, "e1"), (0, 5, "e2")]);
    assert_eq!(document.parts(&document.mentions[2]).len(), 2);
    assert_eq!(document.name, Name { id: "x".into(), part: Some(3) });
    let mut out = Vec::new();
    assert_eq!(SCORCH.write(&reading.documents, &mut out).unwrap(), []);
    assert_eq!(String::from_utf8(out).unwrap(), text);
}

#[test]
fn names_are_written_as_they_were_read() {
    let text = "{\"type\":\"clusters\",\"clusters\":{\"1\":[\"a\",\"b\"],\"2\":[\"c\"]}}\n";
    let mut out = Vec::new();
    assert_eq!(SCORCH.write(&read(text).documents, &mut out).unwrap(), []);
    assert_eq!(String::from_utf8(out).unwrap(), text);
}

#[test]
fn what_is_wrong_is_said_with_its_line() {
    let wrong = |text: &str| {
        let problems = read(text).problems;
        problems.iter().map(|problem| (problem.code, problem.line)).collect::<Vec<_>>()
    };
    assert_eq!(wrong("{\"type\": \"tree\"}"), [("bad-json", 1)]);
    assert_eq!(wrong("{\"type\": \"clusters\", \"clusters\": {}}\n\n{\"type\":"), [("bad-json", 3)]);
    let outside = "\n{\"type\": \"clusters\", \"words\": [[\"a\"]], \"clusters\": {\"1\": [\"0.1-1\"]}}";
    assert_eq!(wrong(outside), [("bad-json", 2)]);
}

#[test]
fn a_file_is_told_by_its_type() {
    let graph = b"{\"type\": \"graph\", \"mentions\": [], \"links\": []}";
    assert_eq!(detect(graph, "").unwrap().name, "scorch");
    assert_eq!(SCORCH.looks_like(b"{\"doc_key\": \"d\", \"sentences\": [], \"clusters\": []}"), Likeness::No);
}
