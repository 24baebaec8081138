//! Real files are read without errors or false alarms, and have the counts that were recorded for them.

use std::path::{Path, PathBuf};

use crate::recorded::shared;
use corefeval::document::{Document, Wanted};
use corefeval::format::{Block, Format, Problem, Reading, Severity, by_name, detect};

/// Cases of the older scorers that they read and we refuse, with the code of our error and why.
const REFUSED: &[(&str, &str, &str)] =
    &[("corefud/s-unclosed/response", "unclosed-mention", "the other tool drops the mention with a warning")];

/// Reads a whole file in the given format, or the one it looks like.
fn read(path: &Path, format: Option<&'static Format>, wanted: Wanted) -> (&'static Format, Reading) {
    let bytes = std::fs::read(path).expect("a file that can be read");
    let start = &bytes[..bytes.len().min(64 * 1024)];
    let format =
        format.or_else(|| detect(start, "")).unwrap_or_else(|| panic!("{}: which format?", path.display()));
    let stem = path.file_stem().map(|stem| stem.to_string_lossy()).unwrap_or_default();
    (format, format.read(&Block { start, file_stem: &stem, ..Block::whole(&bytes) }, wanted))
}

fn codes(problems: &[Problem]) -> Vec<&'static str> {
    let mut codes: Vec<_> = problems.iter().map(|problem| problem.code).collect();
    codes.sort_unstable();
    codes.dedup();
    codes
}

fn errors(problems: &[Problem]) -> Vec<Problem> {
    problems.iter().filter(|problem| problem.severity == Severity::Error).cloned().collect()
}

/// Documents, overt tokens, mentions, entities, singletons, mentions of the largest entity.
fn counts(documents: &[Document]) -> [usize; 6] {
    let sum = |of: &dyn Fn(&Document) -> usize| documents.iter().map(of).sum();
    let sizes = |document: &Document| {
        let mut sizes = vec![0_usize; document.entity_count()];
        for mention in document.mentions() {
            sizes[mention.entity as usize] += 1;
        }
        sizes
    };
    let largest = documents.iter().filter_map(|document| sizes(document).into_iter().max()).max();
    [
        documents.len(),
        sum(&|document| document.tokens() as usize - document.zeros().len()),
        sum(&|document| document.mentions().len()),
        sum(&Document::entity_count),
        sum(&|document| sizes(document).into_iter().filter(|&size| size == 1).count()),
        largest.unwrap_or(0),
    ]
}

/// Whether counts agree where they were recorded.
fn agree(expected: &[Option<usize>], found: &[usize]) -> bool {
    expected.iter().zip(found).all(|(expected, found)| expected.is_none_or(|expected| expected == *found))
}

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn corpora_have_the_counts_that_were_recorded() {
    let shared = shared("");
    let manifest = std::fs::read_to_string(shared.join("data/MANIFEST.tsv")).unwrap();
    let mut wrong = Vec::new();
    let mut files = 0;
    for line in manifest.lines().skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        // -1 means unknown
        let expected: Vec<Option<usize>> = cells[2..8].iter().map(|cell| cell.parse().ok()).collect();
        let path = shared.join("data").join(cells[0]);
        for wanted in [Wanted::MENTIONS, Wanted::ALL] {
            let (format, reading) = read(&path, None, wanted);
            let found = counts(&reading.documents);
            if !agree(&expected, &found) || reading.failed() {
                wrong.push(format!(
                    "{} as {}: {expected:?} {found:?} {:?}",
                    cells[0],
                    format.name,
                    codes(&reading.problems)
                ));
            }
        }
        files += 1;
    }
    assert!(files > 70, "{files}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn corefud_corpora_raise_no_alarm_and_survive_conversion() {
    let shared = shared("");
    let (json, corefud) = (by_name("corefeval-json").unwrap(), by_name("corefud").unwrap());
    let mut files = 0;
    for folder in ["gum-corefud", "multilingual/hu-korkor"] {
        for entry in std::fs::read_dir(shared.join("data").join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let (format, reading) = read(&path, None, Wanted::ALL);
            assert_eq!(format.name, "corefud", "{}", path.display());
            assert_eq!(reading.problems, [], "{}", path.display());
            for format in [json, corefud] {
                let mut out = Vec::new();
                assert_eq!(format.write(&reading.documents, &mut out).unwrap(), []);
                let again = format.read(&Block::whole(&out), Wanted::ALL);
                assert_eq!(again.problems, [], "{} as {}", path.display(), format.name);
                assert!(again.documents == reading.documents, "{} as {}", path.display(), format.name);
            }
            files += 1;
        }
    }
    assert_eq!(files, 11);
}

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn corefud_corpora_are_written_as_they_were_read() {
    let shared = shared("");
    let path = shared.join("data/multilingual/hu-korkor/key.conllu");
    let (format, reading) = read(&path, None, Wanted::ALL);
    let mut out = Vec::new();
    format.write(&reading.documents, &mut out).unwrap();
    let (text, original) = (String::from_utf8(out).unwrap(), std::fs::read_to_string(&path).unwrap());
    let differs = text.lines().zip(original.lines()).find(|(one, other)| one != other);
    assert_eq!(differs, None);
    assert_eq!(text.len(), original.len());
}

/// The inputs of a recorded case, each with the scorer and case it belongs to; folders are looked into.
fn inputs(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for name in ["key", "response"] {
        let path = folder.join(name);
        if path.is_dir() {
            found.extend(std::fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.path()));
        } else if path.is_file() {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Which format a case is in: some cases feed one scorer with the format of another.
fn format_of(scorer: &str, command: &str) -> &'static str {
    match scorer {
        "corefud" => "corefud",
        "coval-arrau" => "arrau",
        _ if command.contains("-f corefud")
            || command.contains("crac22") && !command.contains("codicrac") =>
        {
            "corefud"
        }
        _ if command.contains("-f conll") || command.contains("conll12") => "conll",
        _ => "ua",
    }
}

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn inputs_that_older_scorers_accept_are_read_without_errors() {
    let shared = shared("");
    let mut wrong = Vec::new();
    let mut files = 0;
    for scorer in ["ua1", "ua2", "ua2-fixed", "corefud", "coval-arrau"] {
        for entry in std::fs::read_dir(shared.join("conformance").join(scorer)).unwrap() {
            let folder = entry.unwrap().path();
            let text = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap_or_default();
            let format = by_name(format_of(scorer, &text("cmd"))).unwrap();
            let accepted = text("rc").trim() == "0";
            for path in inputs(&folder) {
                let case = path.strip_prefix(shared.join("conformance")).unwrap().display().to_string();
                for wanted in [Wanted::MENTIONS, Wanted::ALL] {
                    let (_, reading) = read(&path, Some(format), wanted);
                    let found = errors(&reading.problems);
                    let refused = REFUSED.iter().find(|(name, ..)| *name == case);
                    let expected = refused.map_or(Vec::new(), |(_, code, _)| vec![*code]);
                    if accepted && codes(&found) != expected {
                        wrong.push(format!("{case} as {}: {found:?}", format.name));
                    }
                }
                files += 1;
            }
        }
    }
    assert!(files > 600, "{files}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
