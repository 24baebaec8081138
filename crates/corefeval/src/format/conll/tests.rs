//! What real CoNLL files look like, and what is wrong with some.

use super::CONLL;
use crate::document::{Layer, Name, Wanted};
use crate::format::shown::{codes, spans};
use crate::format::{Block, Reading};

fn read(text: &str, wanted: Wanted) -> Reading {
    CONLL.read(&Block::whole(text.as_bytes()), wanted)
}

/// Reads with and without layers, which are different paths, and checks that they agree.
fn both(text: &str) -> Reading {
    let (fast, full) = (read(text, Wanted::MENTIONS), read(text, Wanted::ALL));
    assert_eq!(fast.documents.len(), full.documents.len(), "{text}");
    for (fast, full) in fast.documents.iter().zip(&full.documents) {
        assert_eq!(fast.mentions, full.mentions, "{text}");
        assert_eq!((fast.tokens, &fast.name), (full.tokens, &full.name), "{text}");
    }
    let hashed = read(text, Wanted::MENTIONS.and_words_hash());
    assert_eq!(codes(&hashed.problems), codes(&fast.problems), "{text}");
    assert_eq!(hashed.documents.len(), full.documents.len(), "{text}");
    for (hashed, full) in hashed.documents.iter().zip(&full.documents) {
        assert_eq!(hashed.mentions, full.mentions, "{text}");
        assert_eq!((hashed.tokens, hashed.words_hash()), (full.tokens, full.words_hash()), "{text}");
        assert!(hashed.layers.get(Layer::Word).is_none(), "{text}");
    }
    full
}

#[test]
fn pieces_give_what_the_whole_gives() {
    let row = |token: usize, cell: &str| format!("x\t0\t{token}\tword{token}\tNN\t{cell}\n");
    let cells = ["(1", "-", "(2)|1)", "-", "3)", "(4", "-", "(1)"];
    let rows: String = cells.iter().enumerate().map(|(token, cell)| row(token, cell)).collect();
    let text = format!(
        "\u{feff}#begin document (a); part 000\n{rows}\n#end document\n{rows}# begin document b\n{rows}"
    );
    let ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at + 1).collect();
    for wanted in [Wanted::MENTIONS, Wanted::MENTIONS.and_words_hash(), Wanted::ALL] {
        let whole = read(&text, wanted);
        for &cut in &ends {
            let mut pieces = CONLL.read_pieces(&Block::whole(text.as_bytes()), wanted).unwrap();
            pieces.take(&text.as_bytes()[..cut]);
            pieces.take(&text.as_bytes()[cut..]);
            let reading = pieces.finish();
            assert_eq!(reading.problems, whole.problems, "{cut}");
            assert_eq!((reading.lines, reading.documents), (whole.lines, whole.documents.clone()), "{cut}");
        }
    }
}

#[test]
fn mentions_may_nest_and_share_a_cell() {
    let reading = both(
        "#begin document (d); part 001\n0\ta\t(1|(2)\n1\tb\t-\n\n2\tc\t1)|(3\n3\td\t3)\n#end document\n",
    );
    let document = &reading.documents[0];
    assert_eq!((document.name.id.as_str(), document.name.part, document.tokens), ("d", Some(1), 4));
    assert_eq!(spans(document), [(0, 1, "2"), (0, 3, "1"), (2, 4, "3")]);
    assert_eq!(document.sentences.len(), 2);
    assert_eq!(reading.problems, []);
}

#[test]
fn columns_may_be_padded_with_blanks_and_words_may_look_like_brackets() {
    let reading = both(
        "#begin document (d); part 000\nd   0   0   (7)   CD   -\nd   0   1   5)   CD   (1)\n\n#end document\n",
    );
    assert_eq!(spans(&reading.documents[0]), [(1, 2, "1")]);
    assert_eq!(reading.documents[0].text(crate::document::Span::new(0, 2)).as_deref(), Some("(7) 5)"));
}

#[test]
fn line_ends_marks_and_comments_do_not_matter() {
    let reading = both(
        "\u{feff}#begin document (d); part 000\r\n# a comment -\r\n0\ta\t(1)\r\n\r\n1\t#\t-\r\n#end document",
    );
    assert_eq!(spans(&reading.documents[0]), [(0, 1, "1")]);
    assert_eq!(reading.documents[0].tokens, 2);
}

#[test]
fn a_row_may_begin_with_a_number_sign() {
    let reading = both("#begin document x\na\t(1)\n#\t-\nb\t(1)\n#end document\n");
    assert_eq!(spans(&reading.documents[0]), [(0, 1, "1"), (2, 3, "1")]);
}

#[test]
fn brackets_that_do_not_match_are_errors_with_their_lines() {
    let reading = both("#begin document (d);\n0\ta\t(1\n1\tb\t2)\n#end document\n");
    assert_eq!(codes(&reading.problems), [("unopened-mention", 3), ("unclosed-mention", 2)]);
    assert_eq!((reading.problems[0].column, reading.problems[0].length), (5, 2));
}

#[test]
fn a_missing_end_is_said_and_mended() {
    let reading = both("#begin document a\n0\tx\t(1)\n#begin document b\n0\ty\t(2)\n");
    assert_eq!(codes(&reading.problems), [("missing-end", 3), ("missing-end", 4)]);
    assert_eq!(reading.documents.len(), 2);
}

#[test]
fn a_column_that_is_not_coreference_is_refused() {
    let reading = both("#begin document a\n0\tx\t-\n1\ty\n#end document\n");
    assert!(reading.failed());
    assert!(codes(&reading.problems).contains(&("not-coreference", 3)));
}

#[test]
fn a_document_that_is_not_ended_is_not_called_the_last() {
    // a file is read in blocks, and no block knows whether another follows
    let reading = both("#begin document a\n0\tx\t-\n");
    assert_eq!(codes(&reading.problems), [("missing-end", 2)]);
    assert!(!reading.problems[0].message.contains("last"), "{}", reading.problems[0].message);
}

#[test]
fn repeats_are_said_once_by_who_wants_all_of_a_file() {
    let text = "#begin document (d);\n0\tx\t(1)|(2)|(3)\n#end document\n";
    assert_eq!(codes(&read(text, Wanted::ALL)), [("repeated-mention", 2), ("repeated-mention", 2)]);
    // this is reported for the pair of key and response when they are scored
    for wanted in [Wanted::MENTIONS, Wanted::MENTIONS.and_words(), Wanted::MENTIONS.and_details()] {
        assert_eq!(codes(&read(text, wanted)), []);
    }
}

#[test]
fn layers_are_kept_when_wanted() {
    let text = "#begin document (d); part 000\nd\t0\t0\tMary\tNNP\t(TOP(NP*))\tmary\t-\t-\tspk\t(PERSON)\t(0)\n\n#end document\n";
    let reading = read(text, Wanted::ALL);
    let layers = &reading.documents[0].layers;
    assert_eq!(layers.at(Layer::Parse, 0), Some("(TOP(NP*))"));
    assert_eq!(layers.at(Layer::Name, 0), Some("(PERSON)"));
    let mut out = Vec::new();
    CONLL.write(&reading.documents, &mut out).unwrap();
    assert_eq!(String::from_utf8(out).unwrap(), text);
}

#[test]
fn rows_of_a_sentence_that_differ_in_columns_are_mentioned() {
    let reading = read("#begin document a\n0\tx\ty\t-\n1\tz\t-\n#end document\n", Wanted::ALL);
    assert_eq!(codes(&reading.problems), [("ragged-columns", 3)]);
}

#[test]
fn a_row_with_a_column_too_many_is_mentioned_in_every_reading() {
    let wants =
        [Wanted::MENTIONS, Wanted::MENTIONS.and_words_hash(), Wanted::MENTIONS.and_words(), Wanted::ALL];
    let rows = |separator: &str, last: &str, at: usize| {
        let mut rows = vec![];
        for token in 0..8 {
            let cell = if token == at { format!("(1){separator}{last}") } else { "-".to_owned() };
            rows.push(["d", "0", &token.to_string(), "word", "NNP", &cell].join(separator) + "\n");
        }
        format!("#begin document (d); part 000\n{}\n#end document\n", rows.concat())
    };
    for separator in ["\t", " ", "      ", "                        "] {
        for last in ["-", "_", "*"] {
            for at in [0, 3, 7] {
                for wanted in wants {
                    let reading = read(&rows(separator, last, at), wanted);
                    let odd = codes(&reading.problems);
                    assert!(
                        odd.iter().any(|(code, _)| *code == "ragged-columns"),
                        "{separator:?} {last} {at} {odd:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn words_and_arguments_like_brackets_are_no_coreference() {
    let words = "#begin document (d);\n0\t(\t-\n1\t7)\t-\n2\t(7)\t-\n3\t1998\t-\n4\tit\t(1)\n\n0\tx\t-\n#end document\n";
    assert_eq!(codes(&both(words).problems), []);
    let arguments = "#begin document (d);\nd 0 0 Mary NNP * - - - - (PERSON) (A1*) -\nd 0 1 slept VBD * - - - - * (V*) -\n#end document\n";
    assert_eq!(codes(&both(arguments).problems), []);
    // all rows may have a column with other entities before the last
    let uniform = "#begin document (d);\na\t0\t0\tx\t(1)\t-\na\t0\t1\ty\t-\t(2)\n#end document\n";
    assert_eq!(codes(&both(uniform).problems), []);
}

#[test]
fn semeval_columns_are_told_and_the_filled_ones_read() {
    let row = |rest: &str| format!("{}\n", rest.replace(' ', "\t"));
    let text = "#begin document d/1\n".to_owned()
        + &row("1 The the _ DET _ g=f _ 2 _ det _ (per _ _ _ _ arg0) (1")
        + &row("2 tree tree _ NOUN _ _ _ 3 _ suj _ per) _ _ _ _ _ 1)")
        + &row("3 fell fall _ VERB _ _ _ 0 _ root _ _ _ fall.1 _ _ _ _")
        + "#end document d/1\n";
    let reading = both(&text);
    assert_eq!(reading.problems, []);
    assert_eq!(spans(&reading.documents[0]), [(0, 2, "1")]);
    let at = |layer, token| reading.documents[0].layers.at(layer, token);
    assert_eq!((at(Layer::Word, 2), at(Layer::Lemma, 2)), (Some("fell"), Some("fall")));
    assert_eq!((at(Layer::Head, 1), at(Layer::Relation, 1)), (Some("3"), Some("suj")));
    assert_eq!((at(Layer::PartOfSpeech, 0), at(Layer::Features, 0)), (Some("DET"), Some("g=f")));
    assert_eq!((at(Layer::Name, 0), at(Layer::Frameset, 2)), (Some("(per"), Some("fall.1")));
    assert_eq!(at(Layer::Arguments, 0), Some("_\targ0)"));
    assert!(CONLL.describe(text.as_bytes()).contains("SemEval-2010"));
    let lost = CONLL.write(&reading.documents, &mut Vec::new()).unwrap();
    assert_eq!(lost[0].message, "d/1: no column for features, head, relation");
}

#[test]
fn semeval_columns_by_machine_stand_in_where_those_by_hand_are_empty() {
    let text =
        "#begin document d\n1\tIt\t_\tit\t_\tPRON\t_\t_\t_\t2\t_\tsuj\t_\t_\t_\t_\t(1)\n#end document\n";
    let reading = both(text);
    let at = |layer| reading.documents[0].layers.at(layer, 0);
    assert_eq!((at(Layer::Lemma), at(Layer::PartOfSpeech)), (Some("it"), Some("PRON")));
    assert_eq!((at(Layer::Head), at(Layer::Relation), at(Layer::Name)), (Some("2"), Some("suj"), None));
}

#[test]
fn bare_numbers_inside_their_mention_are_no_surprise() {
    let inside = both("#begin document d\n0\ta\t(1\n1\tb\t1\n2\tc\t1)\n#end document\n");
    assert_eq!((spans(&inside.documents[0]), codes(&inside.problems)), (vec![(0, 3, "1")], vec![]));
    let outside = both("#begin document d\n0\ta\t1\n1\tb\t2\n#end document\n");
    assert_eq!(codes(&outside.problems), [("bare-number", 2)]);
}

#[test]
fn a_header_without_a_name_leaves_the_name_to_the_file() {
    let block =
        Block { file_stem: "letter", ..Block::whole(b"# begin document \n0\ta\t(1)\n#end document\n") };
    let reading = CONLL.read(&block, Wanted::ALL);
    assert_eq!(reading.documents[0].name, Name::plain("letter"));
    assert!(reading.documents[0].unnamed);
    assert_eq!(reading.problems.iter().map(|problem| problem.code).collect::<Vec<_>>(), ["unnamed-document"]);
}
