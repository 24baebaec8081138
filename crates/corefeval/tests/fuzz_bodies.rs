//! What the fuzz targets do, on made-up files with fixed seeds: no bytes make a reader or the scoring panic.

use corefeval::document::Wanted;
use corefeval::evaluation::{Plan, Protocol, evaluate};
use corefeval::format::{Block, FORMATS, conll::CONLL};
use corefeval::matching::Matching;
use corefeval::metric::METRICS;
use proptest::prelude::*;

/// Pieces that files are made of, so that random text gets past the first line.
const PIECES: &[&str] = &[
    "#begin document (d); part 000\n",
    "#end document\n",
    "# newdoc id = d\n",
    "# global.Entity = eid-etype-head-other\n",
    "\n",
    "0\tMary\t",
    "1\tMary\tMary\tPROPN\tNNP\t_\t2\tnsubj\t_\t",
    "Entity=(e1-person-1-)",
    "Entity=(e1[1/2]--1-",
    "e1[2/2])",
    "(1",
    "(1)",
    "1)",
    "|",
    "-",
    "_",
    "*",
    "(NP*",
    "*)",
    "\t",
    " ",
    "(",
    ")",
    "{\"doc_key\": \"d\", \"sentences\": [[\"a\", \"b\"]], \"clusters\": [[[0,",
    "1]]]}",
    "[0, 0]",
    "]",
    "}",
    "[Mary]{1} saw [her]{1}",
    "<e id=\"1\">",
    "</e>",
    "<COREF ID=\"1\">",
    "<markables><markable id=\"m\" span=\"word_1..word_2\" coref_class=\"set_1\"/>",
    "</markables>",
    "<source_file URI=\"d\"><document DOCID=\"d\"><entity ID=\"E1\"><entity_mention ID=\"m\">",
    "<extent><charseq START=\"0\" END=\"3\">",
    "</charseq></extent></entity_mention></entity></document></source_file>",
    "\u{feff}",
    "\r\n",
    "é",
    "\0",
    "99999999999",
    "8.1\t_\t",
    "(MarkableID=m1|EntityID=e1",
    "{\"type\": \"clusters\", \"words\": [[\"a\", \"b\"]], \"clusters\": {\"1\": [\"0.0-",
    "0.1\"]}}",
    "Mary|[e1 saw",
    "dog|e1]",
    "# doc d\n",
    "T1\tPerson 0 4\tMary\n",
    "R1\tCoref Arg1:T1 Arg2:T2\n",
];

fn text() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        8 => prop::sample::select(PIECES).prop_map(|piece| piece.as_bytes().to_vec()),
        1 => prop::collection::vec(any::<u8>(), 0..4),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn no_bytes_make_a_reader_panic(bytes in text()) {
        for format in FORMATS {
            let companion = format.companion.map(|_| &b"Mary saw her dog."[..]);
            let block = Block { companion, ..Block::whole(&bytes) };
            let _ = (format.looks_like(&bytes), format.describe(&bytes), (format.next_document)(&bytes));
            for wanted in [Wanted::MENTIONS, Wanted::ALL] {
                let reading = format.read(&block, wanted);
                if !reading.failed() {
                    let _ = format.write(&reading.documents, &mut Vec::new());
                }
            }
            let _ = corefeval::format::fix::fix(format, &bytes);
        }
    }

    #[test]
    fn no_files_make_scoring_panic(key in text(), response in text()) {
        let read = |bytes| CONLL.read(&Block::whole(bytes), Wanted::ALL).documents;
        for (key, response) in read(&key).iter().zip(&read(&response)) {
            for &matching in Matching::ALL {
                let plan = Plan::new(Protocol { matching, ..Protocol::default() }, METRICS);
                let _ = evaluate([key.clone()], [[response.clone()]], &plan);
            }
        }
    }
}
