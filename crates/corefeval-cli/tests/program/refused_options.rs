//! Options, and fields of signatures, that a command cannot honour are refused by name.

use std::process::{Command, Output};

const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");

fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_corefeval"));
    command.args(arguments).current_dir(EXAMPLES).output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Nothing is done, for this reason.
fn assert_refused(arguments: &[&str], why: &str) {
    let output = run(arguments);
    let said = said(&output);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
    assert!(output.stdout.is_empty() && said.contains(why), "{arguments:?}: {said}");
}

/// The last line that a command prints.
fn signature(arguments: &[&str]) -> String {
    let printed = String::from_utf8(run(arguments).stdout).unwrap();
    printed.lines().find(|line| line.starts_with("metrics:")).unwrap().to_owned()
}

const FILES: [&str; 3] = ["key.conll", "bold.conll", "careful.conll"];

/// A command on two files, or on three if it compares systems.
fn on_files<'a>(command: &'a str, options: &[&'a str]) -> Vec<&'a str> {
    let files = if command == "compare" { &FILES[..] } else { &FILES[..2] };
    [&[command], files, options].concat()
}

const SCORING: [&str; 7] = ["score", "compare", "why", "analyse", "probe", "show", "report"];

#[test]
fn a_choice_of_nothing() {
    for command in SCORING {
        let out: &[&str] = if command == "report" { &["-o", "/dev/null"] } else { &[] };
        let refused = |options: &[&str], why: &str| {
            assert_refused(&on_files(command, &[options, out].concat()), why);
        };
        refused(&["-m", ""], "--metric: a metric is expected");
        refused(&["-m", ","], "a metric is expected");
        refused(&["--signature", "metrics:|match:exact"], "`metrics:`: a metric is expected");
        refused(&["--kinds", ""], "--kinds: a value is expected");
        refused(&["--types", ""], "--types: a value is expected");
        refused(&["--match", "all,exact"], "give it alone");
    }
}

#[test]
fn what_several_matching_rules_cannot_show() {
    for rules in [&["--match-all"][..], &["--match", "exact,head"]] {
        let refused = |options: &[&str], why: &str| {
            assert_refused(&on_files("score", &[rules, options].concat()), why);
        };
        refused(&["--min", "muc=70"], "--min is for one matching rule");
        for layout in ["text", "markdown", "latex"] {
            refused(&["--by", "document", "--as", layout], "--by document is for one matching rule");
            refused(&["--by", "genre", "--as", layout], "--by genre is for one matching rule");
            refused(&["-w", "--as", layout], "--wide is for one matching rule");
        }
    }
    for layout in ["csv", "json"] {
        let shown = run(&on_files("score", &["--match-all", "--by", "document", "--as", layout]));
        assert!(shown.status.success() && shown.stdout.windows(7).any(|text| text == b"harbour"), "{layout}");
    }
}

#[test]
fn what_a_list_does_not_show() {
    let of_tables = ["--by kind", "-w", "--on muc", "--test bootstrap", "--seed 2", "--resamples 100"];
    for option in of_tables.into_iter().chain(ABOUT_FIGURES) {
        let options: Vec<&str> = ["--list", "gained"].into_iter().chain(option.split(' ')).collect();
        let name = if option == "-w" { "--wide" } else { option.split(' ').next().unwrap() };
        assert_refused(&on_files("compare", &options), &format!("{name} is about tables of figures"));
    }
    for option in ABOUT_FIGURES {
        let options: Vec<&str> = ["--list"].into_iter().chain(option.split(' ')).collect();
        let name = option.split(' ').next().unwrap();
        assert_refused(&on_files("analyse", &options), &format!("{name} is about figures"));
    }
    assert_refused(
        &["compare", FILES[0], FILES[1], FILES[2], "shy.conll", "-w"],
        "--wide is for two systems",
    );
}

/// Options that change how figures are computed, and not what is right or wrong.
const ABOUT_FIGURES: [&str; 6] =
    ["--metric muc", "--beta 2", "--macro", "--decimals 5", "--round truncate", "--blanc luo-2014"];

#[test]
fn an_output_in_place_of_any_input() {
    let folder = tempfile::tempdir().unwrap();
    let topics = folder.path().join("topics.txt");
    let text = "news/harbour\tnews\nstory/lighthouse\tstories\n";
    std::fs::write(&topics, text).unwrap();
    let path = topics.to_str().unwrap();
    for command in SCORING.into_iter().chain(["agree", "variants", "measures"]).filter(|one| *one != "report")
    {
        let options = ["--scope", "topic", "--topics", path, "-o", path];
        assert_refused(&on_files(command, &options), "would be written over the input");
        assert_eq!(std::fs::read_to_string(&topics).unwrap(), text, "{command}");
    }
    let page = folder.path().join("index.html");
    std::fs::copy(format!("{EXAMPLES}/key.conll"), &page).unwrap();
    let (page, at) = (page.to_str().unwrap(), folder.path().to_str().unwrap());
    assert_refused(&["report", "--split", page, FILES[1], "-o", at], "would be written over the input");
    assert!(std::fs::read_to_string(page).unwrap().starts_with("#begin"));
}

#[test]
fn a_signature_of_a_run_with_trees_where_none_are_read() {
    let signature = "metrics:muc+b-cubed+ceaf-e|match:mina|trees:0123456789abcdef";
    let ranked = ["rank", "--table", "conll-2012-en", FILES[0], FILES[1], "--signature", signature];
    assert_refused(&ranked, "`rank` reads key and responses only");
}

#[test]
fn what_has_nothing_to_work_on() {
    assert_refused(&["show", FILES[0], FILES[1], "-C", "0"], "--context is about sentences");
    let score = ["rank", "--table", "conll-2012-en", "--score", "60"];
    assert_refused(&[&score[..], &["-f", "conll"]].concat(), "--format is for files");
    let release = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/release");
    assert_refused(&["assemble", release, "--words", FILES[0]], "--words is for skeletons");
}

#[test]
fn fields_of_signatures_of_other_commands() {
    let of_probe = signature(&["probe", FILES[0]]);
    let repeat = |command: &'static str, signature: &str, why: &str| {
        assert_refused(&on_files(command, &["--signature", signature]), why);
    };
    repeat("score", &of_probe, "`seed:1` cannot change a score");
    repeat("why", &of_probe, "does not support `seed:1`");
    let of_compare = signature(&["compare", FILES[0], FILES[1], FILES[2]]);
    repeat("score", &of_compare, "does not support `test:randomisation`");
    repeat("why", &of_compare, "does not support `test:randomisation`");
    repeat(
        "compare",
        &signature(&["analyse", FILES[0], FILES[1]]),
        "does not support `antecedents:accessible`",
    );
    let of_intervals = signature(&["score", "--ci", FILES[0], FILES[1]]);
    let again = signature(&on_files("score", &["--signature", &of_intervals]));
    assert_eq!(again, of_intervals);
}

#[test]
fn another_version_is_noted_once_and_not_with_quiet() {
    let signature = "metrics:muc|corefeval:9.9.9";
    for command in ["score", "compare", "why"] {
        let noted = run(&on_files(command, &["--signature", signature]));
        assert_eq!(said(&noted).matches("written by version 9.9.9").count(), 1, "{command}");
        let quiet = run(&on_files(command, &["--signature", signature, "-q"]));
        assert!(quiet.status.success() && said(&quiet).is_empty(), "{command}: {}", said(&quiet));
    }
    let noted = run(&on_files("score", &["--keep-going", "--signature", signature]));
    assert_eq!(said(&noted).lines().count(), 1, "{}", said(&noted));
}

#[test]
fn only_the_help_of_score_offers_several_rules() {
    let others = [
        "compare",
        "report",
        "analyse",
        "show",
        "why",
        "probe",
        "variants",
        "measures",
        "agree",
        "disagreements",
    ];
    for command in others.into_iter().chain(["score"]) {
        let help = String::from_utf8(run(&[command, "--help"]).stdout).unwrap();
        let offers = ["several rules are compared", "- all: every rule"].map(|text| help.contains(text));
        assert_eq!(offers, [command == "score"; 2], "{command}");
    }
}

#[test]
fn trees_that_nothing_reads() {
    let folder = tempfile::tempdir().unwrap();
    let trees = folder.path().join("trees.txt");
    std::fs::write(&trees, "(TOP (NN a))\n").unwrap();
    let trees = trees.to_string_lossy();
    let nothing = "--trees: nothing in this run reads trees";
    for command in ["score", "variants", "probe"] {
        assert_refused(&on_files(command, &["--trees", &trees]), nothing);
    }
    assert_refused(&on_files("score", &["--trees", &trees, "--match", "overlap-50"]), nothing);
    for options in [&["--match", "mina"][..], &["--match", "exact,head"], &["--by", "type"], &["-m", "nec"]] {
        let given = on_files("score", &[&["--trees", &*trees], options].concat());
        assert!(!said(&run(&given)).contains(nothing), "{options:?}");
    }
}

#[test]
fn a_division_is_repeated_by_its_signature_byte_for_byte() {
    for layout in ["text", "json", "csv", "markdown"] {
        let divided = |options: &[&str]| {
            let output = run(&on_files("score", &[&["--by", "size", "--as", layout], options].concat()));
            assert_eq!(output.status.code(), Some(0), "{}", said(&output));
            (String::from_utf8(output.stdout.clone()).unwrap(), said(&output))
        };
        let (printed, noted) = divided(&[]);
        assert!(noted.contains("note: left out") && noted.contains("blanc"), "{noted}");
        let signature = signature(&on_files("score", &["--by", "size"]));
        let (again, noted) = divided(&["--signature", &signature]);
        assert_eq!(again, printed);
        assert!(!noted.contains("left out"), "{noted}");
    }
}

#[test]
fn options_that_csv_cannot_honour_and_presets_as_signatures() {
    assert_refused(&on_files("compare", &["--by", "genre", "--as", "csv"]), "--by genre: CSV and TSV");
    assert_refused(&on_files("score", &["--signature", "coval"]), "use --preset coval");
    assert_refused(&on_files("analyse", &["--preset", "crac25"]), "--preset crac25: this command");
    for figure in ["b3=nan", "b3=-5"] {
        assert_refused(&on_files("variants", &["--explain-figure", figure]), "");
    }
    let figures = run(&on_files("disagreements", &["--preset", "crac22"]));
    assert!(!said(&figures).contains("blanc"), "{}", said(&figures));
}

#[test]
fn colours_follow_the_option_in_messages_about_other_options_too() {
    let coloured = |when: &str| said(&run(&["score", "--foo", "--color", when])).contains('\u{1b}');
    assert!(coloured("always") && !coloured("never"));
}
