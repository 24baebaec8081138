//! What files of WebAnno look like, and what is wrong with some.

use proptest::prelude::*;

use super::super::{Block, Likeness, Reading};
use super::WEBANNO;
use crate::document::{Document, Layer, Span, Wanted};
use crate::format::shown::codes;

const LINKS: &str = "#FORMAT=WebAnno TSV 3.2\n#T_SP=webanno.custom.Referent|entity|infstat\n#T_RL=webanno.custom.Coref|type|BT_webanno.custom.Referent\n\n\n#Text=Mary saw her dog .\n1-1\t0-4\tMary\tperson\tnew\tana|bridge:def\t1-3|1-3[2_0]\t\n1-2\t5-8\tsaw\t_\t_\t_\t_\t\n1-3\t9-12\ther\tperson|animal[2]\tgiv|new[2]\t_\t_\t\n1-4\t13-16\tdog\tanimal[2]\tnew[2]\tcoref\t2-1[0_2]\t\n1-5\t17-18\t\\_\t_\t_\t_\t_\t\n\n#Text=It sat .\n2-1\t19-21\tIt\tanimal\tgiv\t_\t_\t\n2-2\t22-25\tsat\t_\t_\t_\t_\t\n";
const CHAINS: &str = "#FORMAT=WebAnno TSV 3.3\n#T_SP=de.tudarmstadt.POS|PosValue\n#T_CH=de.tudarmstadt.CoreferenceLink|referenceRelation|referenceType\n\n\n#Text=Mary saw her dog\n1-1\t0-4\tMary\tN\t*->1-1\tper[1]\t\n1-2\t5-8\tsaw\tV\t_\t_\t\n1-3\t9-12\ther\tP\t*->1-2|*->2-1\tper[1]|ani[2]\t\n1-4\t13-16\tdog\tN\t*->2-1\tani[2]\t\n";

fn read(text: &str) -> Reading {
    WEBANNO.read(&Block { file_stem: "GUM_news_dog", ..Block::whole(text.as_bytes()) }, Wanted::ALL)
}

fn spans(document: &Document) -> Vec<(u32, u32, u32)> {
    document.mentions.iter().map(|mention| (mention.span.start, mention.span.end, mention.entity)).collect()
}

#[test]
fn relations_join_spans() {
    let reading = read(LINKS);
    assert_eq!(codes(&reading), []);
    let document = &reading.documents[0];
    assert_eq!(spans(document), [(0, 1, 0), (2, 3, 0), (2, 4, 1), (5, 6, 1)]);
    assert_eq!((document.relations[0].from, document.relations[0].to), (2, 0));
    assert_eq!(document.relations[0].label, "def");
    assert_eq!(document.entity_details[1].kind, "animal");
    assert_eq!(document.layers.at(Layer::Word, 4), Some("_"));
    assert_eq!(document.layers.at(Layer::Offset, 5), Some("19"));
    assert_eq!(document.sentences, [Span::new(0, 5), Span::new(5, 7)]);
    assert_eq!(document.name.genre(), Some("news"));
}

#[test]
fn chains_are_entities() {
    let reading = read(CHAINS);
    assert_eq!(codes(&reading), []);
    assert_eq!(spans(&reading.documents[0]), [(0, 1, 0), (2, 3, 0), (2, 4, 1)]);
    assert!(WEBANNO.describe(CHAINS.as_bytes()).contains("chain layer"));
}

#[test]
fn rows_of_parts_are_widened_and_this_is_said() {
    let text = CHAINS.replace(
        "1-4\t13-16\tdog\tN\t*->2-1\tani[2]\t\n",
        "1-4\t13-16\tdog\tN\t_\t_\t\n1-4.1\t13-14\td\tN\t*->2-1\tani[2]\t\n",
    );
    let reading = read(&text);
    assert_eq!(codes(&reading), [("widened-mention", 11)]);
    assert_eq!(spans(&reading.documents[0]), [(0, 1, 0), (2, 3, 0), (2, 4, 1)]);
}

#[test]
fn what_is_wrong_is_said_with_its_line() {
    assert_eq!(codes(&read(&LINKS.replace("2-1[0_2]", "9-9[0_2]"))), [("unknown-mention", 10)]);
    assert_eq!(codes(&read(&LINKS.replace("1-2\t5-8", "hello"))), [("not-a-token", 8)]);
    assert_eq!(codes(&read("#FORMAT=WebAnno TSV 3.2\n#T_SP=x|y\n")), [("no-coreference", 0)]);
}

#[test]
fn a_file_is_recognised_by_its_first_line() {
    assert_eq!(WEBANNO.looks_like(LINKS.as_bytes()), Likeness::Sure);
    assert_eq!(WEBANNO.looks_like(b"1-1\t0-4\tMary\n"), Likeness::No);
}

proptest! {
    #[test]
    fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = WEBANNO.read(&Block::whole(&bytes), Wanted::ALL);
        let _ = WEBANNO.describe(&bytes);
    }

    #[test]
    fn no_small_change_makes_it_panic(
        chains in any::<bool>(),
        changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
    ) {
        let mut bytes = if chains { CHAINS } else { LINKS }.as_bytes().to_vec();
        for (place, byte) in changes {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        read(&String::from_utf8_lossy(&bytes));
    }
}

#[test]
fn a_file_with_as_many_columns_as_conllu_is_told_apart() {
    let text =
        "#FORMAT=WebAnno TSV 3.2\n#T_SP=x|a|b|c|d|e\n\n#Text=Roe\n1-1\t0-3\tRoe\t_\t_\t_\t_\t_\t_\t_\n";
    assert_eq!(crate::format::detect(text.as_bytes(), "").map(|format| format.name), Some("webanno-tsv"));
}
