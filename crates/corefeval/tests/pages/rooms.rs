//! Rooms use only what they may, and every file of a table's room is in its table.

use std::fs;
use std::path::{Path, PathBuf};

/// A folder of the library: what it does, and what it may use of the others.
struct Room {
    name: &'static str,
    job: &'static str,
    may_use: &'static [&'static str],
}

/// The room that may use all others and that none uses.
const USED_BY_NONE: &str = "dropin";

/// Every room, in the order of the table in ARCHITECTURE.md, which is written from this one.
const ROOMS: &[Room] = &[
    Room {
        name: "document",
        job: "what an annotated text is: `Document`, `Mention`, `Span`, `Layers`, trees",
        may_use: &[],
    },
    Room {
        name: "assignment",
        job: "best one-to-one assignment on sparse tables, certified by dual prices",
        may_use: &[],
    },
    Room {
        name: "problem",
        job: "what was wrong or odd, with its place: `Problem`, and `Problems`, which counts all and keeps the first few",
        may_use: &[],
    },
    Room {
        name: "choice",
        job: "`choice!` makes the enums that protocols choose from, with the name and a sentence for each value",
        may_use: &[],
    },
    Room {
        name: "format",
        job: "bytes ⇄ documents, one file or folder for each format, listed in `FORMATS`",
        may_use: &["document", "problem"],
    },
    Room {
        name: "matching",
        job: "which mention is which, one file for each rule, listed in `RULES`; never entities",
        may_use: &["document", "assignment", "choice"],
    },
    Room {
        name: "selection",
        job: "which mentions count: singletons, nested, zeros, types",
        may_use: &["document", "matching", "choice"],
    },
    Room {
        name: "pair",
        job: "a key and a response document, matched and counted: `Overlap`",
        may_use: &["document", "matching"],
    },
    Room {
        name: "metric",
        job: "overlap → tally → score, one file for each metric, listed in `METRICS`; a metric's record says how it changes under other choices",
        may_use: &["document", "matching", "pair", "assignment", "choice"],
    },
    Room {
        name: "nec",
        job: "named-entity coreference: names, heads, candidates, tables",
        may_use: &["document", "matching", "pair", "metric", "assignment", "choice"],
    },
    Room {
        name: "evaluation",
        job: "pairs a key with responses and scores them: `Plan` (the signature), `CHOICES`, `Pairing`, `evaluate`, `Evaluation`",
        may_use: &[
            "document",
            "matching",
            "selection",
            "pair",
            "metric",
            "nec",
            "choice",
            "problem",
            "retokenise",
        ],
    },
    Room {
        name: "retokenise",
        job: "maps a response onto the key's tokens if its tokenisation differs",
        may_use: &["document"],
    },
    Room {
        name: "measures",
        job: "measures that are not tallies of entities: clustering, weights for kinds of mentions, agreement, ARCS, GAP; one file for each, listed in `MEASURES`",
        may_use: &[
            "document",
            "format",
            "matching",
            "selection",
            "pair",
            "metric",
            "assignment",
            "choice",
            "problem",
        ],
    },
    Room {
        name: "disagreement",
        job: "what two annotations of a text disagree about, in the kinds of Pradhan et al. 2011",
        may_use: &["document", "assignment", "choice", "evaluation", "matching", "pair"],
    },
    Room {
        name: "corpus",
        job: "what a corpus is made of: statistics, partitions, layers as texts, skeletons",
        may_use: &["document", "choice"],
    },
    Room {
        name: "ontonotes",
        job: "the files of an OntoNotes release, one for each layer of a text ⇄ documents",
        may_use: &["document", "corpus", "format", "problem", "choice"],
    },
    Room {
        name: "layer_scores",
        job: "tags, trees, names, senses and roles of two annotations",
        may_use: &["document", "metric", "corpus"],
    },
    Room {
        name: "spans",
        job: "minimum spans, heads and annotated minimums of mentions, and counts of them",
        may_use: &["document", "matching"],
    },
    Room {
        name: "analysis",
        job: "what is wrong with a response: `Finding`s, one file or folder for each way of looking at errors, listed in `ANALYSES`",
        may_use: &["document", "matching", "selection", "pair", "evaluation", "choice", "problem"],
    },
    Room {
        name: "strata",
        job: "scores split exactly by properties of mentions: one `Strata` for each way to group mentions, listed in `STRATA`",
        may_use: &["document", "matching", "selection", "pair", "metric", "evaluation", "choice"],
    },
    Room {
        name: "probe",
        job: "how metrics change as a response is damaged more and more: one file for each damage, listed in `DAMAGES`",
        may_use: &["document", "metric", "evaluation"],
    },
    Room {
        name: "task",
        job: "a shared task as data: `Task` (task.toml), `Card` (system.toml), conditions, `Scored` responses, `Results`, rankings",
        may_use: &["document", "evaluation", "metric", "nec", "problem", "format", "choice"],
    },
    Room {
        name: "leaderboard",
        job: "published results as data: one TSV for each table, listed in `PUBLISHED`",
        may_use: &["choice"],
    },
    Room {
        name: "report",
        job: "results → text: one `Table`, one file for each output, listed in `OUTPUTS`",
        may_use: &[
            "analysis",
            "document",
            "problem",
            "matching",
            "pair",
            "evaluation",
            "metric",
            "choice",
            "corpus",
            "disagreement",
            "layer_scores",
            "spans",
            "leaderboard",
            "nec",
            "selection",
            "probe",
            "strata",
            "task",
        ],
    },
    Room {
        name: "pages",
        job: "explanations of everything that has a name, made from the tables, with computed examples",
        may_use: &[
            "choice",
            "document",
            "evaluation",
            "format",
            "matching",
            "measures",
            "metric",
            "pair",
            "problem",
            "strata",
        ],
    },
    Room {
        name: "dropin",
        job: "emulations of older scorers, including their defects: bytes in, text out; no other room uses it",
        may_use: &["format", "matching", "metric", "assignment"],
    },
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
    let is_test = path.file_stem().is_some_and(|name| name.to_string_lossy().ends_with("tests"));
    let text =
        if is_test { String::new() } else { fs::read_to_string(path).expect("a file that can be read") };
    text.split("#[cfg(test)]\nmod tests {").next().unwrap_or("").to_owned()
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
    for Room { name, may_use, .. } in ROOMS {
        for file in files_of(name) {
            for used in rooms_used(&code(&file)) {
                if used != *name && !may_use.contains(&used.as_str()) {
                    forbidden.push(format!("{}: crate::{used}", file.display()));
                }
            }
        }
    }
    assert!(forbidden.is_empty(), "{forbidden:#?}");
    assert!(ROOMS.iter().all(|room| !room.may_use.contains(&USED_BY_NONE)));
}

/// What a room may use and does not need is struck from its list.
#[test]
fn rooms_use_all_that_they_may() {
    for Room { name, may_use, .. } in ROOMS {
        let used: Vec<String> = files_of(name).iter().flat_map(|file| rooms_used(&code(file))).collect();
        let idle: Vec<&&str> = may_use.iter().filter(|room| !used.contains(&(**room).to_owned())).collect();
        assert!(idle.is_empty(), "{name} does not use {idle:?}");
    }
}

#[test]
fn every_module_of_the_library_is_a_room() {
    let library = fs::read_to_string(source().join("lib.rs")).expect("the library");
    let mut modules: Vec<&str> = library
        .lines()
        .filter_map(|line| line.trim_start_matches("pub ").strip_prefix("mod ")?.strip_suffix(';'))
        .collect();
    let mut rooms: Vec<&str> = ROOMS.iter().map(|room| room.name).collect();
    modules.sort_unstable();
    rooms.sort_unstable();
    assert_eq!(modules, rooms);
}

fn row(room: &Room) -> String {
    let may_use = if room.may_use.is_empty() { "–".to_owned() } else { room.may_use.join(", ") };
    format!("| `{}` | {} | {may_use} |\n", room.name, room.job)
}

/// `COREFEVAL_WRITE_DOCS=1 cargo test -p corefeval --test pages rooms` writes the table.
#[test]
fn the_table_in_architecture_is_that_of_the_rooms() {
    let path = source().join("../../../ARCHITECTURE.md");
    let page = fs::read_to_string(&path).expect("ARCHITECTURE.md");
    let head = "| room | job | may use |\n|---|---|---|\n";
    let start = page.find(head).expect("the table of rooms") + head.len();
    let end = page[start..].find("\n\n").map_or(page.len(), |end| start + end + 1);
    let table: String = ROOMS.iter().map(row).collect();
    if std::env::var_os("COREFEVAL_WRITE_DOCS").is_some() {
        fs::write(&path, [&page[..start], &table, &page[end..]].concat())
            .expect("a page that can be written");
    } else {
        assert_eq!(&page[start..end], table, "run with COREFEVAL_WRITE_DOCS=1 to write it");
    }
}

/// The records of a type that the files of a room declare, which are not in the table of its `mod.rs`.
fn not_in_table(room: &str, record: &str) -> Vec<String> {
    let table = fs::read_to_string(source().join(room).join("mod.rs")).expect("the table");
    let declaration = format!(": {record} = {record} {{");
    let mut missing = Vec::new();
    for file in files_of(room) {
        let code = code(&file);
        for (start, _) in code.match_indices(&declaration) {
            let name = code[..start].rsplit(' ').next().unwrap_or("").to_owned();
            if ![",", "]"].iter().any(|end| table.contains(&format!("::{name}{end}"))) {
                missing.push(format!("{}: {name}", file.display()));
            }
        }
    }
    missing
}

#[test]
fn every_record_is_in_the_table_of_its_room() {
    for (room, record) in
        [("metric", "Metric"), ("format", "Format"), ("matching", "Rule"), ("report", "Output")]
    {
        let mut missing = not_in_table(room, record);
        // BLANC under its other rules, and metrics with split antecedents, go by the names of those in the table
        missing.retain(|place| !place.contains(": BLANC_") && !place.ends_with("_WITH_SPLITS"));
        missing.retain(|place| !place.ends_with(": PLAIN"));
        assert!(missing.is_empty(), "{missing:#?}");
    }
}

#[test]
fn every_measure_is_in_its_table_and_on_its_page() {
    use corefeval::measures::MEASURES;
    let page = fs::read_to_string(source().join("../../../docs/measures.md")).expect("the page");
    let files = files_of("measures").len() - 1;
    assert_eq!(files, MEASURES.len(), "one file for each measure");
    for measure in MEASURES {
        let file = source().join(format!("measures/{}.rs", measure.name.replace('-', "_")));
        assert!(file.is_file(), "{}", file.display());
        assert!(page.contains(&format!("`corefeval {}`", measure.command)), "{}", measure.command);
        for citation in measure.citation.split("; ") {
            assert!(page.contains(citation), "{}: {citation}", measure.name);
        }
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
    files.retain(|path| path.extension().is_some_and(|ending| ending == "rs"));
    assert!(files.len() > 200, "{files:?}");
    // choices of a protocol and fields of a format may have the name of a metric, and problems say where they are met
    let others =
        ["/dropin/", "/format/", "/evaluation/protocol.rs", "/evaluation/choices.rs", "/problem/codes.rs"];
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

/// Where code names something by its quoted name, outside the room in which it is defined.
fn places_that_name(name: &str, room: &str) -> Vec<String> {
    let quoted = format!("\"{name}\"");
    // the options of the original scorers stand for certain values of ours
    let originals = |path: &Path| path.ends_with("cross_check/original.rs");
    let own = |path: &Path| path.to_string_lossy().contains(&format!("/src/{room}/"));
    let outside = |path: &Path| !own(path) && !originals(path);
    let code = all_code();
    let naming = code.iter().filter(|(path, text)| outside(path) && text.contains(&quoted));
    naming.map(|(path, _)| format!("{}: {name}", path.display())).collect()
}

/// Words that name something else as well: a metric, a layer, a preset's rule, a command, a practice.
const SHARED_NAMES: [&str; 9] = ["conll", "muc", "corefud", "gap", "scorch", "ua", "exact", "head", "text"];

#[test]
fn a_format_is_added_in_its_file_and_its_table() {
    let names = corefeval::format::FORMATS.iter().map(|format| format.name);
    let own = names.filter(|name| !SHARED_NAMES.contains(name));
    let naming: Vec<String> = own.flat_map(|name| places_that_name(name, "format")).collect();
    assert!(naming.is_empty(), "{naming:#?}");
}

#[test]
fn a_matching_rule_is_added_in_its_file_and_its_table() {
    let names = corefeval::matching::RULES.iter().map(|rule| rule.name);
    let own = names.filter(|name| !SHARED_NAMES.contains(name));
    let naming: Vec<String> = own.flat_map(|name| places_that_name(name, "matching")).collect();
    assert!(naming.is_empty(), "{naming:#?}");
}
