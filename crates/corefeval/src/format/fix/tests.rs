use proptest::prelude::*;

use super::fix;
use crate::document::Wanted;
use crate::format::conll::CONLL;
use crate::format::shown::spans;
use crate::format::{Block, by_name};

#[test]
fn a_file_is_repaired_without_guessing() {
    let text = "\u{feff}#begin document (a);\r\n0\tx\t(1)|(1)\r\n1\ty\t(1\r\n2\tz\t1)\r\n#begin document (b);\r\n0\tz\t(2)";
    let fixed = fix(&CONLL, text.as_bytes());
    let expected = "#begin document (a);\n0\tx\t(1)\n1\ty\t(1\n2\tz\t1)\n#end document\n#begin document (b);\n0\tz\t(2)\n";
    assert_eq!(String::from_utf8_lossy(&fixed.bytes), expected);
    assert_eq!(fixed.repairs.len(), 5, "{:?}", fixed.repairs);
    assert!(fixed.left.len() == 1 && fixed.left[0].starts_with("line 7: "), "{:?}", fixed.left);
    let problems = CONLL.read(&Block::whole(&fixed.bytes), Wanted::ALL).problems;
    assert_eq!(problems.iter().map(|problem| problem.code).collect::<Vec<_>>(), ["missing-end"]);
}

#[test]
fn what_is_right_is_left_alone() {
    let text = b"#begin document (a);\n0\tx\t(1)\n#end document\n";
    let fixed = fix(&CONLL, text);
    assert_eq!((&fixed.bytes[..], fixed.repairs.len()), (&text[..], 0));
}

#[test]
fn half_a_line_end_of_windows_is_made_whole_and_plain() {
    assert_eq!(fix(&CONLL, b"# x\r\r\n").bytes, b"# x\n", "made twice");
    let fixed = fix(&CONLL, b"# x\r");
    assert_eq!(fixed.bytes, b"# x\n");
    assert_eq!(fixed.repairs, ["1 Windows line end replaced", "1 missing newline added at the end"]);
}

/// A document of one-column sentences, as written and repaired.
fn repaired(sentences: &[&[&str]]) -> String {
    let rows = |sentence: &&[&str]| format!("x\t{}\n", sentence.join("\nx\t"));
    let body = sentences.iter().map(rows).collect::<Vec<_>>().join("\n");
    let fixed = fix(&CONLL, format!("#begin document (a);\n{body}#end document\n").as_bytes());
    let text = String::from_utf8(fixed.bytes).unwrap();
    let cells = text.lines().filter_map(|line| line.split_once('\t').map(|(_, cell)| cell));
    cells.collect::<Vec<_>>().join(" ")
}

#[test]
fn brackets_are_completed_where_only_one_place_is_possible() {
    assert_eq!(repaired(&[&["-", "(1"], &["2)", "-"]]), "- (1) (2) -");
    assert_eq!(repaired(&[&["(1", "-", "1", "-"], &["-", "2", "2)"]]), "(1 - 1) - - (2 2)");
    assert_eq!(repaired(&[&["(1)|(2", "2)|(1"]]), "(1)|(2 2)|(1)");
}

#[test]
fn brackets_that_do_not_match_are_left_to_people() {
    for cells in ["(1 (2)|(2)", "(1 1 1 -", "- 1)", "(1 -", "(1 (1"] {
        let sentence: Vec<&str> = cells.split(' ').collect();
        assert_eq!(repaired(&[&sentence]), cells);
    }
    // here a mention may end in the next sentence
    assert_eq!(repaired(&[&["(1"], &["1)", "(2"], &["-"]]), "(1 1) (2 -");
}

#[test]
fn corefud_brackets_are_closed_at_the_end_of_a_sentence() {
    let corefud = by_name("corefud").unwrap();
    let row = |misc: &str| format!("1\tx\t_\t_\t_\t_\t_\t_\t_\t{misc}\n");
    let header = "# newdoc id = a\n# global.Entity = eid-etype-head\n";
    let text = format!("{header}{}{}\n", row("Entity=(e1--1"), row("SpaceAfter=No|Entity=e1)(e2-x-1|X=y"));
    let fixed = fix(corefud, text.as_bytes());
    let expected =
        format!("{header}{}{}\n", row("Entity=(e1--1"), row("SpaceAfter=No|Entity=e1)(e2-x-1)|X=y"));
    assert_eq!(String::from_utf8(fixed.bytes).unwrap(), expected);
}

#[test]
fn a_word_that_looks_like_a_comment_keeps_its_row() {
    let fixed = fix(&CONLL, b"#begin document (b);\nx\t(2)\n#\t-\ny\t(1)|(1)\n#end document\n");
    assert_eq!(fixed.bytes, b"#begin document (b);\nx\t(2)\n#\t-\ny\t(1)\n#end document\n");
}

#[test]
fn repeats_are_dropped_also_before_the_first_header() {
    let fixed = fix(&CONLL, b"0\tx\t(1)|(1)\n\n#begin document (b);\n0\tx\t(2)\n#end document\n");
    assert!(fixed.bytes.starts_with(b"0\tx\t(1)\n"), "{}", String::from_utf8_lossy(&fixed.bytes));
}

#[test]
fn a_corefud_file_ends_with_a_blank_line() {
    let corefud = by_name("corefud").unwrap();
    assert!(fix(corefud, b"1\tx\t_\n").bytes.ends_with(b"\n\n"));
}

#[test]
fn a_file_that_is_cut_off_is_not_completed_where_it_ends() {
    let text = "#begin document (a);\nshe\t(0)\n\nto\t-\nher\t(0|(1)";
    let fixed = fix(&CONLL, text.as_bytes());
    assert_eq!(String::from_utf8(fixed.bytes).unwrap(), format!("{text}\n"));
    assert_eq!(fixed.repairs, ["1 missing newline added at the end"]);
    assert!(fixed.left.len() == 1 && fixed.left[0].starts_with("line 5: "), "{:?}", fixed.left);
    // the same in the middle of a file
    let text = "#begin document (a);\nher\t(0|(1)\n#begin document (b);\nx\t(1)\n#end document\n";
    let fixed = fix(&CONLL, text.as_bytes());
    assert_eq!((fixed.bytes.as_slice(), fixed.repairs.len(), fixed.left.len()), (text.as_bytes(), 0, 1));
    assert!(fixed.left[0].starts_with("line 2: "), "{:?}", fixed.left);
    // CoNLL-U ends with a blank line
    let row = "1\tx\t_\t_\t_\t_\t_\t_\t_\tEntity=(e1--1";
    let text = format!("# newdoc id = a\n# global.Entity = eid-etype-head\n{row}\n");
    let fixed = fix(by_name("corefud").unwrap(), text.as_bytes());
    assert_eq!((fixed.bytes.as_slice(), fixed.left.len()), (text.as_bytes(), 1));
}

#[test]
fn only_what_is_mended_changes() {
    // brackets in any order, without bars, with blanks between columns, comments
    let before = "# a comment \n#begin document (a);\na  x   (2)|(1\nb  y   1)(3\n\n";
    let after = "c  z   3)|(7\nd  #   7)|(1)\n#end document\n";
    let fixed = fix(&CONLL, format!("{before}e  u   (9|(9|(4)\nf  v   9)||9)|(4|4)\n{after}").as_bytes());
    let expected = format!("{before}e  u   (9|(4)\nf  v   9)|(4|4)\n{after}");
    assert_eq!(String::from_utf8(fixed.bytes).unwrap(), expected);
    assert_eq!(fixed.repairs, ["line 6: `(9 … 9)` removed: the entity has this mention already"]);
}

#[test]
fn a_span_of_two_entities_is_left_to_people() {
    assert_eq!(repaired(&[&["(1)|(2)", "(3|(4", "3)|4)"]]), "(1)|(2) (3|(4 3)|4)");
    assert_eq!(repaired(&[&["(1)|(2)|(1)|(1)"]]), "(1)|(2)");
}

#[test]
fn many_brackets_without_another_half_take_no_longer_each() {
    let rows = |count: usize| {
        (0..count).fold(String::new(), |rows, id| rows + &format!("x\t({id}|{})\n", id + count))
    };
    let text = format!("#begin document (a);\n{}#end document\n", rows(60_000));
    assert_eq!(
        fix(&CONLL, text.as_bytes()).repairs,
        ["2 brackets added where only one position is possible"]
    );
}

#[test]
fn lines_that_were_put_in_are_told() {
    let fixed = fix(&CONLL, b"#begin document (a);\nx\t(1\n\ny\t-\n#begin document (b);\nx\t-\n");
    let text = String::from_utf8(fixed.bytes).unwrap();
    let lines: Vec<&str> = fixed.new_lines.iter().map(|&line| text.lines().nth(line).unwrap()).collect();
    assert_eq!((fixed.new_lines, lines), (vec![4], vec!["#end document"]));
}

/// Files of a few rows with brackets of a few entities, which may match or not.
fn any_file() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec!["(1", "1)", "(1)", "(2", "2)", "(2)", "1", "-"]);
    let row = prop::collection::vec(piece, 1..4).prop_map(|pieces| format!("x\t{}\n", pieces.join("|")));
    let mark = prop::sample::select(vec!["\n", "#begin document (a);\n", "#end document\n", "\r\n"]);
    let line = prop_oneof![4 => row, 1 => mark.prop_map(str::to_owned)];
    prop::collection::vec(line, 0..12).prop_map(|lines| format!("#begin document (a);\n{}", lines.concat()))
}

proptest! {
    #[test]
    fn what_was_repaired_needs_no_repair(text in any_file()) {
        let fixed = fix(&CONLL, text.as_bytes());
        let again = fix(&CONLL, &fixed.bytes);
        prop_assert_eq!(&again.bytes, &fixed.bytes);
        prop_assert!(again.repairs.is_empty());
        prop_assert_eq!(fixed.repairs.is_empty(), fixed.bytes == text.as_bytes());
    }

    #[test]
    fn repairs_lose_no_mention(text in any_file()) {
        let mentions = |bytes: &[u8]| {
            let reading = CONLL.read(&Block::whole(bytes), Wanted::ALL);
            let mut found: Vec<_> = reading.documents.iter().enumerate().flat_map(|(number, document)| {
                spans(document).into_iter().map(move |(start, end, id)| (number, start, end, id.to_owned()))
            }).collect();
            found.sort();
            found.dedup();
            (reading.failed(), found)
        };
        let (failed, before) = mentions(text.as_bytes());
        if !failed {
            prop_assert_eq!(mentions(&fix(&CONLL, text.as_bytes()).bytes), (false, before));
        }
    }
}
