//! Documentation, messages and comments are in plain modern English: phrases that made readers stumble do not return.

use std::fs;
use std::path::{Path, PathBuf};

/// Phrases that are not used, and what to write instead. They are found at word boundaries, also at the start of a sentence.
const PHRASES: &[(&str, &str)] = &[
    ("a word is said", "a warning says"),
    ("accidents included", "including its defects"),
    ("all is left alone", "nothing is changed"),
    ("are told", "are recognised, are reported"),
    ("but for chance", "except by chance"),
    ("come to nothing", "give nothing"),
    ("fares", "scores, does"),
    ("go by it", "use it"),
    ("hang from", "are children of, are governed by"),
    ("hangs from", "is a child of, is governed by"),
    ("in one breath", "overview"),
    ("in their stead", "instead of them"),
    ("is told", "is recognised, is reported"),
    ("it goes on", "it continues"),
    ("lean on", "refer to, have as anchor"),
    ("leans on", "refers to, has as anchor"),
    ("led astray", "has a wrong antecedent"),
    ("leaves no doubt", "is unambiguous"),
    ("lest", "so that … not"),
    ("of one's own", "custom"),
    ("parted by", "separated by"),
    ("put up with", "allowed"),
    ("seen to there", "handled there"),
    ("sees to", "handles"),
    ("so much out of", "a numerator over a denominator"),
    ("told apart", "distinguished"),
    ("told by", "recognised by"),
    ("told from", "distinguished from"),
    ("upon", "on"),
    ("what else is", "other …"),
    ("which is said", "with a warning"),
    ("whereof", "of which"),
];

/// The folder of all crates and pages.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The files below a folder with this extension, except for this one.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() && !path.ends_with("target") {
            found.extend(files(&path, extension));
        } else if path.extension().is_some_and(|ending| ending == extension) && !path.ends_with(file!()) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Whether a line has a phrase between word boundaries.
fn has(line: &str, phrase: &str) -> bool {
    let is_inside =
        |character: Option<char>| character.is_some_and(|one| one.is_alphanumeric() || one == '_');
    let at = |(at, found): (usize, &str)| {
        !is_inside(line[..at].chars().next_back()) && !is_inside(line[at + found.len()..].chars().next())
    };
    let mut capital = phrase.to_owned();
    capital[..1].make_ascii_uppercase();
    line.match_indices(phrase).any(at) || line.match_indices(&capital).any(at)
}

/// The lines of a file with phrases that are not used. Lines in italics quote them.
fn stumbling(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap_or_default();
    let mut found = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        for (phrase, instead) in PHRASES.iter().filter(|(phrase, _)| has(line, phrase)) {
            if !line.contains(&format!("*{phrase}*")) {
                found.push(format!("{}:{number}: `{phrase}`: write: {instead}", path.display()));
            }
        }
    }
    found
}

#[test]
fn nothing_says_in_riddles_what_can_be_said_plainly() {
    let root = root();
    let pages =
        ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(|name| root.join(name));
    let sources = files(&root.join("crates"), "rs");
    let others = [files(&root.join("docs"), "md"), files(&root.join("crates"), "md"), sources].concat();
    assert!(others.len() > 100, "the files are not where they were: {}", root.display());
    let found: Vec<String> = pages.iter().chain(&others).flat_map(|path| stumbling(path)).collect();
    assert!(found.is_empty(), "{}\n{} lines", found.join("\n"), found.len());
}

#[test]
fn phrases_are_found_at_word_boundaries() {
    assert!(has("Told by looking", "told by") && has("is told by", "told by"));
    assert!(!has("retold by", "told by") && !has("told bye", "told by"));
}
