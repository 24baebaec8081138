//! Figures are printed under the name of what they are.

use std::process::Command;

/// What a command prints when all goes well, run where the examples are.
fn printed(arguments: &[&str]) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");
    let run = Command::new(env!("CARGO_BIN_EXE_corefeval")).args(arguments).current_dir(folder).output();
    let output = run.unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn json(arguments: &[&str]) -> serde_json::Value {
    serde_json::from_str(&printed(arguments)).unwrap()
}

#[test]
fn f_with_another_beta_is_not_called_f1() {
    let files = ["key.conll", "bold.conll", "shy.conll"];
    let runs: [&[&str]; 4] = [
        &["score", "--beta", "2", files[0], files[1]],
        &["score", "--beta", "2", "--wide", files[0], files[1], files[2]],
        &["score", "--beta", "2", "--match-all", files[0], files[1], files[2]],
        &["why", "--beta", "2", files[0], files[1]],
    ];
    for run in runs {
        let text = printed(run);
        assert!(text.contains("F2") && !text.contains("F1"), "{run:?}: {text}");
    }
    let data = |name: &str| format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"));
    let names = [data("named.key.conll"), data("named.1.conll")];
    let text = printed(&["score", "-q", "--beta", "2", "-m", "nec", &names[0], &names[1]]);
    assert!(text.contains("NEC: the mean F1 of entities, independent of beta"), "{text}");
    let told = json(&["score", "--beta", "2", "--as", "json", files[0], files[1]]);
    let muc = &told["systems"][0]["metrics"]["muc"];
    assert!(muc["f"].is_f64() && muc["f1"].is_null(), "{muc}");
}

/// A document of one word a line, written where it can be read.
fn document(folder: &std::path::Path, name: &str, coreference: &[&str]) -> String {
    let row = |(token, cell): (usize, &&str)| format!("d\t0\t{token}\tw\t{cell}\n");
    let rows: Vec<String> = coreference.iter().enumerate().map(row).collect();
    let path = folder.join(name);
    std::fs::write(&path, format!("#begin document (d); part 000\n{}\n#end document\n", rows.concat()))
        .unwrap();
    path.to_string_lossy().into_owned()
}

#[test]
fn why_says_which_rule_counted_what_entities_do_not_add_up_to() {
    let folder = tempfile::tempdir().unwrap();
    let key = document(folder.path(), "key.conll", &["(0)", "(0)|(1)", "(1)", "(1)"]);
    let response = document(folder.path(), "response.conll", &["(0)", "(0)|(0)", "(1)", "(1)|(0)"]);
    for repeats in ["reference", "coval", "corefud"] {
        let protocol = ["-q", "--repeats", repeats, "-m", "muc,b-cubed,ceaf-m,ceaf-e,blanc,lea,mentions"];
        let files = [key.as_str(), response.as_str()];
        let told = json(&[&["why", "--as", "json"], &protocol[..], &files[..]].concat());
        let scored = json(&[&["score", "--as", "json"], &protocol[..], &files[..]].concat());
        for metric in told["metrics"].as_array().unwrap() {
            let name = metric["metric"].as_str().unwrap();
            assert_eq!(metric["f"], scored["systems"][0]["metrics"][name]["f"], "{repeats} {name}");
            let document = &metric["documents"][0];
            let rule = format!("repeated mentions are counted under repeats:{repeats}");
            let says = document["counted_by"].as_str() == Some(&rule);
            assert_eq!(document["parts"].is_null(), says, "{repeats} {name}: {document}");
        }
        let text = printed(&[&["why"], &protocol[..], &files[..]].concat());
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains("not the sum of its entities: repeated mentions"), "{text}");
    }
}

#[test]
fn what_is_undefined_is_a_dash_and_null_and_averages_say_what_they_make_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let singletons = document(folder.path(), "singletons.conll", &["(0)", "(1)"]);
    let text = printed(&["score", &singletons, &singletons]);
    let muc = text.lines().find(|line| line.starts_with("MUC")).unwrap();
    assert_eq!(muc.matches('–').count(), 3, "{text}");
    assert!(text.contains("66.67") && text.contains("averages count it as 0"), "{text}");
    let text = printed(&["score", "-m", "conll", "--undefined", "skip", &singletons, &singletons]);
    assert!(!text.contains("66.67") && text.contains("averages leave it out"), "{text}");
    let told = json(&["score", "--as", "json", &singletons, &singletons]);
    let system = &told["systems"][0];
    assert!(system["metrics"]["muc"]["f"].is_null() && system["averages"]["conll"].is_f64(), "{system}");
    let zeros = printed(&["score", "-m", "zero-anaphora", &singletons, &singletons]);
    assert!(!zeros.contains("0.00"), "{zeros}");
    for command in [&["variants"][..], &["why", "-m", "muc"]] {
        let text = printed(&[command, &[&singletons, &singletons]].concat());
        assert!(text.contains('–'), "{text}");
    }
}

#[test]
fn why_ends_at_what_score_prints() {
    let folder = tempfile::tempdir().unwrap();
    let singletons = document(folder.path(), "singletons.conll", &["(0)", "(1)"]);
    let metrics = "mentions,muc,b-cubed,ceaf-m,ceaf-e,blanc,lea,pairwise,b-cubed-v4,ceaf-phi1,anaphora";
    let choices: [&[&str]; 5] = [
        &[],
        &["--macro"],
        &["--round", "truncate"],
        &["--undefined", "skip"],
        &["--beta", "2", "--singletons", "drop"],
    ];
    for files in [["key.conll", "bold.conll"], [&singletons, &singletons]] {
        for choice in choices {
            let options = [choice, &["-q", "-m", metrics], &files].concat();
            let told = printed(&[&["why"], &options[..]].concat());
            let ends =
                told.lines().filter(|line| line.starts_with("  recall ") && line.contains("  precision "));
            let averages = told.lines().filter(|line| line.starts_with("CoNLL"));
            let found: Vec<&str> =
                ends.chain(averages).filter_map(|line| line.split(' ').next_back()).collect();
            let text = printed(&[&["score", "--as", "tsv"], &options[..]].concat());
            let f = if choice.contains(&"--beta") { "f2" } else { "f1" };
            let scored: Vec<String> = records(&text)
                .iter()
                .map(|row| if row[f].is_empty() { "–".to_owned() } else { row[f].clone() })
                .collect();
            assert_eq!(found, scored, "{choice:?}: {told}");
        }
    }
}

#[test]
fn every_figure_that_was_asked_for_is_shown_under_every_rule() {
    let files = ["key.conll", "bold.conll", "shy.conll"];
    let text = printed(&[&["score", "--match-all", "-m", "conll,lea,pairwise"], &files[..]].concat());
    let head: Vec<&str> = text.lines().next().unwrap().split_whitespace().collect();
    let figures = ["LEA", "rank", "Pairwise", "rank", "CoNLL", "rank"];
    assert_eq!(head, [&["Rule", "System"], &figures[..], &["to", "exact"]].concat(), "{text}");
    assert!(text.lines().filter(|line| line.contains("bold ")).count() > 1, "{text}");
}

#[test]
fn systems_are_sorted_in_json_only_on_request() {
    let names = |sort: &[&str]| {
        let files = ["score", "key.conll", "shy.conll", "careful.conll", "bold.conll", "--as", "json"];
        let value = json(&[&files[..], sort].concat());
        let systems = value["systems"].as_array().unwrap().iter();
        systems.map(|system| system["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names(&[]), ["shy", "careful", "bold"]);
    assert_eq!(names(&["--sort", "score"]), ["careful", "bold", "shy"]);
    assert_eq!(names(&["--sort", "name"]), ["bold", "careful", "shy"]);
}

#[test]
fn few_rules_and_figures_stand_side_by_side_with_systems_in_rows() {
    let files = ["key.conll", "bold.conll", "shy.conll"];
    let text = printed(&[&["score", "--match", "exact,overlap-50", "-m", "conll,lea"], &files[..]].concat());
    let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(lines[0], ["CoNLL", "LEA"], "{text}");
    assert_eq!(lines[1], ["System", "exact", "overlap-50", "exact", "overlap-50"], "{text}");
    let best = lines.iter().find(|line| line.first() == Some(&"bold")).unwrap();
    assert_eq!((best.len(), best[2]), (9, "(1)"), "{text}");
}

/// The rows of a table for programs, each with its cells by column.
fn records(text: &str) -> Vec<std::collections::HashMap<String, String>> {
    let mut lines = text.lines().map(|line| line.split('\t').map(str::to_owned));
    let head: Vec<String> = lines.next().unwrap().collect();
    lines.map(|cells| head.iter().cloned().zip(cells).collect()).collect()
}

#[test]
fn tables_for_programs_have_the_same_columns_for_one_system_and_for_many() {
    let run = |options: &[&str]| printed(&[&["score", "--as", "tsv", "-m", "conll"], options].concat());
    let one = run(&["key.conll", "bold.conll"]);
    let many = run(&["key.conll", "bold.conll", "shy.conll"]);
    let by_genre = run(&["--by", "genre", "key.conll", "bold.conll"]);
    let head = one.lines().next().unwrap();
    assert!(
        head.split('\t').all(|name| !name.is_empty()) && head.starts_with("rule\tsystem\tby\tgroup"),
        "{head}"
    );
    let rules = run(&["--match-all", "key.conll", "bold.conll"]);
    for text in [&one, &many, &by_genre, &rules] {
        assert_eq!(text.lines().next(), Some(head));
        assert!(text.lines().all(|line| line.split('\t').count() == head.split('\t').count()), "{text}");
    }
    assert_eq!((records(&one).len(), records(&many).len()), (4, 8));
    let conll = &records(&many)[7];
    assert_eq!(
        (conll["system"].as_str(), conll["metric"].as_str(), conll["f1"].as_str()),
        ("shy", "conll", "54.34")
    );
    assert!(conll["signature"].starts_with("metrics:muc+b-cubed+ceaf-e|"), "{}", conll["signature"]);
    assert_eq!(conll["rule"], "exact");
}

#[test]
fn scores_of_many_documents_are_laid_out_in_linear_time() {
    // with each document's row, the documents were all grouped anew: this took hours
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("many.conll");
    let document =
        |number: usize| format!("#begin document (d{number}); part 000\nd\t0\t0\tw\t(0)\n\n#end document\n");
    std::fs::write(&file, (0..30_000).map(document).collect::<Vec<_>>().concat()).unwrap();
    let file = file.to_string_lossy();
    let text = printed(&["score", "-q", "-m", "b-cubed", "--by", "document", &file, &file]);
    assert!(text.lines().count() > 30_000 && text.contains("d29999"));
}

#[test]
fn the_errors_of_a_long_document_are_explained_in_linear_time() {
    // every entity was looked for in all findings, and every mention in all errors: this took hours
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, entity: &dyn Fn(usize) -> usize| {
        let row = |token: usize| format!("d\t0\t{token}\tw{token}\t({})\n", entity(token));
        let rows: String = (0..20_000).map(row).collect();
        let path = folder.path().join(name);
        std::fs::write(&path, format!("#begin document (d); part 000\n{rows}\n#end document\n")).unwrap();
        path.to_string_lossy().into_owned()
    };
    let (key, response) = (file("key.conll", &|token| token / 2), file("response.conll", &|token| token / 3));
    let why = printed(&["why", "-q", "-m", "muc", "--limit", "2", &key, &response]);
    assert!(why.contains("sum of 10000 entities") && why.contains("errors: divided"), "{why}");
    let shown = printed(&["show", "-q", "--errors-only", &key, &response]);
    assert!(shown.contains("w19999"), "{}", &shown[..1000]);
}

#[test]
fn no_name_in_a_file_reaches_the_terminal_raw() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("evil.jsonlines");
    let text = r#"{"doc_key":"a\u001b]0;x\u0007\u202eb","sentences":[["He\u0008\u009b2J","\u2066he"]],"clusters":[[[0,0],[1,1]]]}"#;
    let other = text.replacen("b\"", "c\"", 1);
    std::fs::write(&file, format!("{text}\n{other}")).unwrap();
    let file = file.to_string_lossy();
    let hidden = ['\u{1b}', '\u{7}', '\u{8}', '\u{9b}', '\u{202e}', '\u{2066}'];
    let layouts = ["text", "tsv", "csv", "markdown", "latex", "json"];
    let mut runs: Vec<Vec<&str>> =
        layouts.map(|layout| vec!["score", "--by", "document", "--as", layout]).to_vec();
    runs.extend([vec!["why"], vec!["why", "--as", "json"]]);
    for run in runs {
        let text = printed(&[&run[..], &["-q", "-m", "muc", &file, &file]].concat());
        assert!(!text.contains(hidden) && text.contains("202e"), "{run:?}: {text:?}");
    }
}

#[test]
fn tables_for_papers_have_one_column_a_metric_and_as_many_decimals_as_asked_for() {
    let files = ["key.conll", "bold.conll", "shy.conll"];
    let text = printed(&[&["score", "--as", "latex", "--decimals", "1"], &files[..]].concat());
    let head = "System & Mentions & MUC & B$^3$ & CEAF$_m$ & CEAF$_e$ & BLANC & LEA & Pairwise & CoNLL \\\\";
    assert!(text.contains(head), "{text}");
    assert!(text.contains("\\textbf{80.4}") && text.contains("& 54.3 \\\\"), "{text}");
    let one = printed(&["score", "--as", "latex", files[0], files[1]]);
    assert!(one.contains(head) && one.contains("bold & ") && !one.contains("textbf"), "{one}");
}

#[test]
fn every_layout_is_offered_by_every_command_that_lays_tables_out() {
    let commands =
        ["score", "stats", "nec", "arcs", "variants", "gap", "measures", "agree", "layers", "rank"];
    for command in commands {
        let help = printed(&[command, "--help"]);
        for output in corefeval::report::OUTPUTS {
            assert!(help.contains(output.title), "{command} does not offer {}", output.name);
        }
    }
}

/// The lists of `why`: what is shown and what is not, and the sum below them.
fn lists(text: &str) -> Vec<(Vec<[f64; 2]>, [f64; 2])> {
    let (mut lists, mut open) = (Vec::new(), Vec::new());
    for line in text.lines() {
        let Some((above, rest)) = line.strip_prefix("    ").and_then(|line| line.split_once(" / ")) else {
            continue;
        };
        let below = rest.split_whitespace().next().unwrap_or_default();
        let (Ok(above), Ok(below)) = (above.trim().parse(), below.parse()) else { continue };
        if rest.contains(" sum of ") {
            lists.push((std::mem::take(&mut open), [above, below]));
        } else {
            open.push([above, below]);
        }
    }
    lists
}

#[test]
fn why_adds_up_to_the_score_whatever_is_shown() {
    let metrics = ["-m", "mentions,muc,b3,ceafm,ceafe,blanc,lea,pairwise,anaphora,b-cubed-v4"];
    let asked: [&[&str]; 6] = [
        &[],
        &["--limit", "1"],
        &["--limit", "0"],
        &["--entity", "1"],
        &["--mention", "THE QUAY"],
        &["--document", "harbour", "-n", "2"],
    ];
    for asked in asked {
        let text = printed(&[&["why"], &metrics[..], asked, &["key.conll", "bold.conll"]].concat());
        let lists = lists(&text);
        assert!(lists.len() >= 20, "{asked:?}: {text}");
        for (shown, sum) in lists {
            for half in [0, 1] {
                let found: f64 = shown.iter().map(|one| one[half]).sum();
                // four decimals are printed of each
                assert!((found - sum[half]).abs() < 1e-3, "{asked:?}: {shown:?} {sum:?}");
            }
        }
    }
    let first = printed(&["why", "-m", "muc", "--limit", "1", "key.conll", "bold.conll"]);
    let all = printed(&["why", "-m", "muc", "--limit", "0", "key.conll", "bold.conll"]);
    assert!(first.contains("in 9 entities not shown") && !all.contains("not shown"), "{first}");
    // what costs most comes first
    let losses: Vec<f64> = lists(&all)[0].0.iter().map(|[above, below]| below - above).collect();
    assert!(losses.is_sorted_by(|one, other| one >= other) && losses[0] > 0.0, "{losses:?}");
}

#[test]
fn singletons_are_dropped_after_repeated_mentions_for_every_metric() {
    let folder = tempfile::tempdir().unwrap();
    let rows = ["(0)", "(0)", "(1)", "(1)", "(2)|(3)", "(2)", "(3)"];
    let key = document(folder.path(), "key.conll", &rows);
    let rows = ["(0)|(1)", "(0)", "(1)", "-", "(2)", "(2)", "-"];
    let response = document(folder.path(), "response.conll", &rows);
    for singletons in ["drop", "drop-after-detection"] {
        let metrics = "b-cubed,ceaf-e,lea,pairwise";
        let value =
            json(&["score", &key, &response, "--singletons", singletons, "-m", metrics, "--as", "json"]);
        let denominator = |metric: &str| {
            value["systems"][0]["metrics"][metric]["parts"][0]["precision"]["denominator"].as_f64()
        };
        // {a c} is left with c alone when the repeated a is gone, and is no entity then
        let found: Vec<_> = metrics.split(',').map(|metric| denominator(metric).unwrap()).collect();
        assert_eq!(found, [4.0, 2.0, 4.0, 2.0], "{singletons}: {value}");
    }
}
