//! Tables that people paste into papers, spreadsheets and terminals.

use std::path::Path;
use std::process::{Command, Output};

const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");

fn run(folder: &Path, columns: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_corefeval"));
    command.args(arguments).env("COLUMNS", columns).current_dir(folder).output().unwrap()
}

fn printed_within(columns: &str, arguments: &[&str]) -> String {
    let output = run(Path::new(EXAMPLES), columns, arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn printed(arguments: &[&str]) -> String {
    printed_within("", arguments)
}

const FILES: [&str; 3] = ["key.conll", "bold.conll", "shy.conll"];

#[test]
fn nothing_but_a_signature_is_wider_than_the_terminal() {
    let runs: [&[&str]; 8] = [
        &["disagreements", FILES[0], FILES[1]],
        &["presets"],
        &["formats"],
        &["score", "--wide", FILES[0], FILES[1], FILES[2]],
        &["score", "--match-all", FILES[0], FILES[1], FILES[2]],
        &["stats", FILES[0]],
        &["agree", FILES[0], FILES[1]],
        &["rank", "--table", "conll-2012-en", "--score", "55"],
    ];
    for arguments in runs {
        let text = printed_within("80", arguments);
        let wide = |line: &&str| line.chars().count() > 80 && !line.contains("|match:");
        assert_eq!(text.lines().find(wide), None, "{arguments:?}");
    }
    // what is not a terminal takes lines of any length
    assert!(
        printed(&["score", "--wide", FILES[0], FILES[1], FILES[2]])
            .lines()
            .any(|line| line.chars().count() > 150)
    );
}

#[test]
fn rows_are_in_the_order_that_was_asked_for() {
    let names = |options: &[&str]| {
        let files = [FILES[0], FILES[2], FILES[1]];
        let text = printed(&[&["score", "-m", "conll"], options, &files[..]].concat());
        let names = text.lines().skip(2).take(2).map(|line| line.split(' ').next().unwrap().to_owned());
        names.collect::<Vec<_>>()
    };
    assert_eq!(names(&["--sort", "none"]), ["shy", "bold"]);
    assert_eq!(names(&["--sort", "name"]), ["bold", "shy"]);
    assert_eq!(names(&[]), names(&["--sort", "score"]));
}

#[test]
fn every_table_for_programs_has_one_head_and_nothing_but_rows() {
    let runs: [&[&str]; 7] = [
        &["score", FILES[0], FILES[1], FILES[2]],
        &["stats", FILES[0]],
        &["agree", FILES[0], FILES[1]],
        &["measures", FILES[0], FILES[1]],
        &["variants", FILES[0], FILES[1]],
        &["rank", "--table", "conll-2012-en", "--score", "55"],
        &["presets"],
    ];
    for arguments in runs {
        let text = printed(
            &[arguments, &["-q", "--as", "tsv"]]
                .concat()
                .into_iter()
                .filter(|argument| arguments[0] != "presets" || *argument != "-q")
                .collect::<Vec<_>>(),
        );
        let head: Vec<&str> = text.lines().next().unwrap().split('\t').collect();
        assert!(head.iter().all(|name| !name.is_empty()), "{arguments:?}: {head:?}");
        assert!(head.contains(&"signature"), "{arguments:?}: {head:?}");
        for line in text.lines() {
            assert_eq!(line.split('\t').count(), head.len(), "{arguments:?}: {line}");
            assert!(!line.starts_with('#'), "{arguments:?}: {line}");
        }
    }
    let alpha = printed(&["agree", "-q", "--as", "tsv", FILES[0], FILES[1]]);
    assert!(alpha.contains("\tall\talpha nominal\t"), "{alpha}");
}

#[test]
fn no_two_rows_for_programs_have_the_same_names() {
    let key = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/named.key.conll");
    let runs: [&[&str]; 7] = [
        &["presets", "--explain"],
        &["spans", "-q", "--summary", FILES[0]],
        &["names", "-q", key],
        &["names", "-q", key, "--tagged", key],
        &["stats", FILES[0]],
        &["agree", "-q", FILES[0], FILES[1]],
        &["variants", FILES[0], FILES[1]],
    ];
    for arguments in runs {
        let text = printed(&[arguments, &["--as", "tsv"]].concat());
        let mut seen = std::collections::BTreeSet::new();
        for line in text.lines() {
            let names: Vec<&str> = line.split('\t').take(3).collect();
            assert!(!names[2].is_empty() && seen.insert(names.clone()), "{arguments:?}: {names:?}");
        }
    }
}

/// Compiled if there is a TeX, and checked for balance in any case.
#[test]
fn tables_for_papers_compile() {
    let folder = tempfile::tempdir().unwrap();
    let odd = folder.path().join("[x]_50%&#~^\\{$y$}.conll");
    std::fs::copy(Path::new(EXAMPLES).join(FILES[1]), &odd).unwrap();
    let odd = odd.to_string_lossy().into_owned();
    let options: [&[&str]; 5] =
        [&[], &["--wide"], &["--by", "genre"], &["--by", "document"], &["--match-all"]];
    let mut body = String::new();
    for option in options {
        for files in [&[FILES[0], FILES[1]][..], &[FILES[0], FILES[1], &odd]] {
            let text = printed(&[&["score", "-q", "--as", "latex"], option, files].concat());
            for name in ["table", "tabular"] {
                let count = |what: &str| text.matches(&format!("\\{what}{{{name}")).count();
                assert_eq!(count("begin"), count("end"), "{text}");
            }
            assert!(text.contains("\\caption[") && text.contains("Signature: "), "{text}");
            body += &format!("{text}\\clearpage\n");
        }
    }
    let document = format!(
        "\\documentclass{{article}}\n\\usepackage{{booktabs}}\n\\begin{{document}}\n\\listoftables\n{body}\\end{{document}}\n"
    );
    std::fs::write(folder.path().join("tables.tex"), document).unwrap();
    let compiler = Command::new("pdflatex")
        .args(["-interaction=nonstopmode", "-halt-on-error", "tables.tex"])
        .current_dir(folder.path())
        .output();
    if let Ok(output) = compiler {
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    }
}

fn document(name: &str, words: &[&str]) -> String {
    let row = |(place, word): (usize, &&str)| {
        format!("d\t0\t{place}\t{word}\t{}\n", if place == 0 { "(0)" } else { "-" })
    };
    let rows: String = words.iter().enumerate().map(row).collect();
    format!("#begin document ({name}); part 000\n{rows}\n#end document\n")
}

#[test]
fn one_bad_response_does_not_end_a_run_that_is_to_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    let words = ["A", "dog", "barked", "at", "a", "cat", "."];
    write("key.conll", &document("d", &words));
    write("good.conll", &document("d", &words));
    write("bad.conll", &document("d", &["A", "dog", "barked", "loudly", "at", "a", "cat", "."]));
    let stopped = run(folder.path(), "", &["score", "key.conll", "bad.conll", "good.conll"]);
    let said = String::from_utf8(stopped.stderr).unwrap();
    assert!(stopped.stdout.is_empty() && stopped.status.code() == Some(2), "{said}");
    let place = "document (d); part 000: the key has 7 tokens, the response 8; they differ from token 3 on, `at` in the \
                 key, `loudly` in the response";
    assert!(said.contains(place), "{said}");
    let around = "the key has `A dog barked [at] a cat .` on line 5; the response has `A dog barked [loudly] at a cat …` on line 5.";
    assert!(said.contains(around), "{said}");
    let went_on = run(folder.path(), "", &["score", "--keep-going", "key.conll", "bad.conll", "good.conll"]);
    let said = String::from_utf8(went_on.stderr).unwrap();
    assert_eq!(went_on.status.code(), Some(2), "{said}");
    assert!(!went_on.stdout.is_empty() && said.ends_with("bad.conll was not scored\n"), "{said}");
    let whole = run(folder.path(), "", &["score", "--keep-going", "key.conll", "good.conll"]);
    assert_eq!(whole.status.code(), Some(0));
}

#[test]
fn a_folder_of_submissions_gets_one_message_that_says_what_to_type() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("submissions")).unwrap();
    let write = |name: &str| std::fs::write(folder.path().join(name), document("d", &["A", "dog"])).unwrap();
    for name in ["key.conll", "submissions/a.conll", "submissions/b.conll"] {
        write(name);
    }
    let output = run(folder.path(), "", &["score", "key.conll", "submissions/"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(
        said.contains("its files have the same documents")
            && said.ends_with("score key.conll submissions/*\n"),
        "{said}"
    );
}

#[test]
fn changes_have_the_same_columns_whatever_the_systems_are_called() {
    let head =
        "change,document,start,end,kind,system,outcome,compared_with,outcome_compared_with,mention,signature";
    for names in [["bold.conll", "shy.conll"], ["Kind=bold.conll", "Mention=shy.conll"]] {
        let text = printed(&["compare", "key.conll", names[0], names[1], "--list", "lost", "--as", "csv"]);
        let mut lines = text.lines();
        assert_eq!(lines.next(), Some(head));
        assert!(lines.next().is_some_and(|line| line.contains(",metrics:mentions+muc")), "{text}");
    }
}
