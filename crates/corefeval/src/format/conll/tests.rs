//! What real CoNLL files look like, and what is wrong with some.

use super::CONLL;
use crate::document::{Document, Layer, Wanted};
use crate::format::{Block, Problem, Reading};

fn read(text: &str, wanted: Wanted) -> Reading {
    (CONLL.read)(&Block::whole(text.as_bytes()), wanted)
}

fn spans(document: &Document) -> Vec<(u32, u32, &str)> {
    let label = |entity: u32| document.entity_labels.get(entity as usize).unwrap();
    document
        .mentions
        .iter()
        .map(|mention| (mention.span.start, mention.span.end, label(mention.entity)))
        .collect()
}

fn codes(problems: &[Problem]) -> Vec<(&str, u64)> {
    problems.iter().map(|problem| (problem.code, problem.line)).collect()
}

/// Reads with and without layers, which are different paths, and checks that they agree.
fn both(text: &str) -> Reading {
    let (fast, full) = (read(text, Wanted::MENTIONS), read(text, Wanted::ALL));
    assert_eq!(fast.documents.len(), full.documents.len(), "{text}");
    for (fast, full) in fast.documents.iter().zip(&full.documents) {
        assert_eq!(fast.mentions, full.mentions, "{text}");
        assert_eq!((fast.tokens, &fast.name), (full.tokens, &full.name), "{text}");
    }
    full
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
fn layers_are_kept_when_wanted() {
    let text = "#begin document (d); part 000\nd\t0\t0\tMary\tNNP\t(TOP(NP*))\tmary\t-\t-\tspk\t(PERSON)\t(0)\n\n#end document\n";
    let reading = read(text, Wanted::ALL);
    let layers = &reading.documents[0].layers;
    assert_eq!(layers.at(Layer::Parse, 0), Some("(TOP(NP*))"));
    assert_eq!(layers.at(Layer::Name, 0), Some("(PERSON)"));
    let mut out = Vec::new();
    CONLL.write.unwrap()(&reading.documents, &mut out);
    assert_eq!(String::from_utf8(out).unwrap(), text);
}

#[test]
fn rows_of_a_sentence_that_differ_in_columns_are_mentioned() {
    let reading = read("#begin document a\n0\tx\ty\t-\n1\tz\t-\n#end document\n", Wanted::ALL);
    assert_eq!(codes(&reading.problems), [("ragged-columns", 3)]);
}
