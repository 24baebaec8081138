//! Rooms use only what they may, and every file of a table's room is in its table.

use std::fs;
use std::path::{Path, PathBuf};

/// What each room may use of the others.
const MAY_USE: &[(&str, &[&str])] = &[
    ("assignment", &[]),
    ("document", &[]),
    ("problem", &[]),
    ("format", &["document", "problem"]),
    ("matching", &["document", "assignment", "choice"]),
    ("selection", &["document", "matching", "choice"]),
    ("pair", &["document", "matching"]),
    ("metric", &["pair", "document", "assignment", "matching", "choice"]),
    (
        "evaluation",
        &[
            "document",
            "matching",
            "selection",
            "pair",
            "metric",
            "nec",
            "dropin",
            "choice",
            "problem",
            "retokenise",
        ],
    ),
    ("arcs", &["document", "matching", "selection", "metric", "pair", "choice"]),
    ("gap", &["metric"]),
    ("nec", &["document", "matching", "assignment", "metric", "pair", "choice"]),
    ("kind_weights", &["assignment", "matching", "metric", "pair", "selection"]),
    ("corpus", &["document", "choice"]),
    ("layer_scores", &["document", "metric", "corpus"]),
    ("leaderboard", &[]),
    ("report", &["evaluation", "metric", "document", "choice", "corpus", "layer_scores", "leaderboard"]),
    ("retokenise", &["document"]),
];

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn files_of(room: &str) -> Vec<PathBuf> {
    let single = source().join(format!("{room}.rs"));
    if single.is_file() {
        return vec![single];
    }
    let mut files = Vec::new();
    let mut folders = vec![source().join(room)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten() {
            let path = entry.expect("a folder that can be read").path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    files
}

/// The part of a file before its tests, which may use anything.
fn code(path: &Path) -> String {
    let is_test = path.file_name().is_some_and(|name| name == "tests.rs");
    let text =
        if is_test { String::new() } else { fs::read_to_string(path).expect("a file that can be read") };
    text.split("#[cfg(test)]").next().unwrap_or("").to_owned()
}

fn rooms_used(code: &str) -> Vec<String> {
    let after = code.split("crate::").skip(1);
    let name =
        |text: &str| text.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect();
    after.map(name).collect()
}

#[test]
fn rooms_use_only_what_they_may() {
    let mut forbidden = Vec::new();
    for (room, allowed) in MAY_USE {
        for file in files_of(room) {
            for used in rooms_used(&code(&file)) {
                if used != *room && !allowed.contains(&used.as_str()) {
                    forbidden.push(format!("{}: crate::{used}", file.display()));
                }
            }
        }
    }
    assert!(forbidden.is_empty(), "{forbidden:#?}");
}

#[test]
fn every_metric_is_in_its_table() {
    let files = fs::read_dir(source().join("metric")).expect("the metrics");
    let table = fs::read_to_string(source().join("metric/mod.rs")).expect("the table");
    for file in files.map(|file| file.expect("a file").path()).filter(|path| path.is_file()) {
        let name = file.file_stem().expect("a name").to_string_lossy().into_owned();
        let declares = fs::read_to_string(&file).expect("a metric").contains(": Metric = Metric {");
        assert!(!declares || table.contains(&format!("&{name}::")), "{name} is not in METRICS");
    }
}

#[test]
fn every_metric_is_in_the_table_of_its_group() {
    use corefeval::evaluation::LAYERED;
    use corefeval::metric::variant::VARIANTS;
    use corefeval::metric::{Group, METRICS, SPECIAL};
    let variants: Vec<_> = VARIANTS.iter().map(|variant| &variant.metric).collect();
    let tables = [
        (METRICS, Group::Standard),
        (SPECIAL, Group::Special),
        (LAYERED, Group::Layered),
        (&variants, Group::Variant),
    ];
    for (table, group) in tables {
        for metric in table {
            assert_eq!(metric.group, group, "{}", metric.name);
        }
    }
}

/// All code of the library and the command line, with its files; older scorers are emulated with names of their own.
fn all_code() -> Vec<(PathBuf, String)> {
    let mut files = files_of("");
    let mut folders = vec![source().join("../../corefeval-cli/src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten() {
            let path = entry.expect("a folder that can be read").path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    assert!(files.len() > 200, "{files:?}");
    // choices of a protocol and fields of a format may have the name of a metric
    let others = ["/dropin/", "/format/", "/evaluation/protocol.rs", "/evaluation/choices.rs"];
    files.retain(|path| others.iter().all(|other| !path.to_string_lossy().contains(other)));
    files.into_iter().map(|path| (path.clone(), code(&path))).collect()
}

/// Where code asks whether something has this name, so that a new one would have to be added there.
fn places_that_ask_for(name: &str, code: &[(PathBuf, String)]) -> Vec<String> {
    let asks = [format!("\"{name}\" =>"), format!("\"{name}\" |"), format!("== \"{name}\"")];
    let in_code = |(_, text): &&(PathBuf, String)| asks.iter().any(|ask| text.contains(ask));
    code.iter().filter(in_code).map(|(path, _)| format!("{}: {name}", path.display())).collect()
}

#[test]
fn a_metric_is_added_in_its_file_and_its_table() {
    use corefeval::evaluation::LAYERED;
    use corefeval::metric::variant::VARIANTS;
    use corefeval::metric::{METRICS, SPECIAL};
    let code = all_code();
    let metrics = METRICS.iter().chain(SPECIAL).chain(LAYERED).copied();
    let names = metrics.chain(VARIANTS.iter().map(|variant| &variant.metric)).map(|metric| metric.name);
    let asking: Vec<String> = names.flat_map(|name| places_that_ask_for(name, &code)).collect();
    assert!(asking.is_empty(), "{asking:#?}");
}

#[test]
fn an_output_is_added_in_its_file_and_its_table() {
    use corefeval::report::OUTPUTS;
    let mut code = all_code();
    let names: Vec<&str> = OUTPUTS.iter().map(|output| output.name).collect();
    let asking: Vec<String> = names.iter().flat_map(|name| places_that_ask_for(name, &code)).collect();
    assert!(asking.is_empty(), "{asking:#?}");
    // no help text lists them by hand
    code.retain(|(_, text)| text.contains("tsv, csv") || text.contains("markdown, latex"));
    assert!(code.is_empty(), "{:#?}", code.iter().map(|(path, _)| path).collect::<Vec<_>>());
}
