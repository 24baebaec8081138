//! JSON lines of a real system hold the same documents as the CoNLL columns beside them.

use crate::recorded::shared;
use corefeval::document::{Document, Span, Wanted};
use corefeval::format::{Block, by_name};

/// A file below the folder of corpora.
fn recorded_file(path: &str) -> Vec<u8> {
    std::fs::read(shared("").join(path)).expect("the corpora are all there")
}

fn read(format: &str, bytes: &[u8], wanted: Wanted) -> Vec<Document> {
    let format = by_name(format).expect("a known format");
    assert_eq!(corefeval::format::detect(bytes, "").expect("a known format").name, format.name);
    let reading = format.read(&Block::whole(bytes), wanted);
    assert!(!reading.failed(), "{:?}", reading.problems);
    reading.documents
}

/// Entities as sorted lists of spans, sorted: labels and order do not matter.
fn entities(document: &Document) -> Vec<Vec<Span>> {
    let mut entities = vec![Vec::new(); document.entity_count()];
    for mention in document.mentions() {
        entities[mention.entity as usize].push(mention.span);
    }
    for entity in &mut entities {
        entity.sort_unstable();
    }
    entities.sort();
    entities
}

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn json_lines_agree_with_the_columns_beside_them() {
    for side in ["gold", "pred"] {
        let path = |ending: &str| format!("data/system/no-narc-norbert/{side}.{ending}");
        let (json, columns) = (recorded_file(&path("jsonlines")), recorded_file(&path("conll")));
        for wanted in [Wanted::MENTIONS, Wanted::ALL] {
            let (from_json, from_columns) =
                (read("jsonlines", &json, wanted), read("conll", &columns, wanted));
            assert_eq!((from_json.len(), from_columns.len()), (33, 33));
            for (one, other) in from_json.iter().zip(&from_columns) {
                assert_eq!((one.name(), one.tokens()), (other.name(), other.tokens()));
                assert_eq!(entities(one), entities(other), "{}", one.name());
                assert_eq!(one.sentences(), other.sentences());
            }
        }
    }
}
