//! The page on matching has a table written from the rules, and a section for each of them;
//! `COREFEVAL_WRITE_DOCS=1 cargo test` writes the table anew.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use corefeval::matching::{Join, Matching, RULES, Rule};

const HEAD: &str = "| `--match` | two mentions match when | needs of the key | from |\n|---|---|---|---|\n";

fn page_path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/matching.md")
}

fn shown(rule: &Rule) -> String {
    match rule.join {
        Join::Plain(_) => rule.name.to_owned(),
        Join::Percent { .. } => format!("{}-N", rule.name),
    }
}

fn table() -> String {
    let mut table = HEAD.to_owned();
    for rule in RULES {
        let Rule { summary, citation, needs, .. } = rule;
        let _ = writeln!(table, "| `{}` | {summary} | {} | {citation} |", shown(rule), needs.what);
    }
    table
}

/// The page with its table written anew.
fn current(page: &str) -> String {
    let start = page.find(HEAD).expect("a table of rules");
    let end = page[start..].find("\n\n").expect("the end of the table") + start + 1;
    format!("{}{}{}", &page[..start], table(), &page[end..])
}

#[test]
fn the_page_on_matching_has_the_table_of_rules() {
    let page = fs::read_to_string(page_path()).expect("docs/matching.md");
    let written = current(&page);
    if std::env::var_os("COREFEVAL_WRITE_DOCS").is_some() {
        fs::write(page_path(), &written).expect("a page that can be written");
        return;
    }
    assert!(page == written, "docs/matching.md is not current: run with COREFEVAL_WRITE_DOCS=1");
}

#[test]
fn the_page_on_matching_describes_every_rule() {
    let page = fs::read_to_string(page_path()).expect("docs/matching.md");
    let headings: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    for rule in RULES {
        let named = |heading: &&str| heading.split(", ").any(|name| name == shown(rule));
        assert!(headings.iter().any(named), "docs/matching.md has no section on `{}`", rule.name);
    }
}

/// A new rule takes its own file and a line in `matching/mod.rs`: all else reads the table.
#[test]
fn a_rule_is_named_nowhere_but_in_its_file_and_the_table() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/matching");
    let table = fs::read_to_string(source.join("mod.rs")).expect("the table");
    for file in fs::read_dir(&source).expect("the rules").map(|file| file.expect("a file").path()) {
        let text = fs::read_to_string(&file).expect("a file that can be read");
        let module = file.file_stem().expect("a name").to_string_lossy().into_owned();
        for line in text.lines().filter(|line| line.ends_with(": Rule = Rule {")) {
            let constant = line.split_whitespace().find_map(|word| word.strip_suffix(':')).expect("a name");
            let entry = format!("&{module}::{constant},");
            assert!(table.contains(&entry), "{entry} is not in RULES");
        }
    }
    let names: Vec<&str> = RULES.iter().map(|rule| rule.name).collect();
    for (place, name) in names.iter().enumerate() {
        assert!(!names[..place].contains(name), "two rules are called `{name}`");
        assert!(!table.contains(&format!("\"{name}\"")), "`{name}` is named in matching/mod.rs");
    }
}

#[test]
fn every_rule_reads_back_as_itself() {
    assert_eq!(Matching::ALL.len(), RULES.len());
    for (matching, rule) in Matching::ALL.iter().zip(RULES) {
        assert_eq!(matching.name(), rule.name);
        assert_eq!(matching.to_string().parse(), Ok(*matching));
        assert_eq!(rule.name.parse(), Ok(*matching));
    }
    assert!("overlap-0".parse::<Matching>().is_err());
    assert!("overlap-101".parse::<Matching>().is_err());
    assert!("mina-50".parse::<Matching>().is_err());
}
