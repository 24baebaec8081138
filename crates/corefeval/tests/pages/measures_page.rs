//! The pages of measures and papers name tests that exist.

use std::fs;
use std::path::{Path, PathBuf};

/// All Rust sources of the workspace, as one text.
fn sources(folder: &Path, text: &mut String) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, text);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            text.push_str(&fs::read_to_string(&path).unwrap_or_default());
        }
    }
}

/// The paths in backticks whose last name is that of a test or of a suite: `suite::a_test_like_a_sentence`.
fn tests_named(page: &str) -> Vec<&str> {
    let quoted = page.split('`').skip(1).step_by(2).filter_map(|code| code.rsplit_once("::"));
    quoted.map(|(_, name)| name).filter(|name| name.contains('_')).collect()
}

#[test]
fn every_test_that_the_pages_name_exists() {
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let page = ["docs/measures.md", "docs/papers.md"]
        .map(|page| fs::read_to_string(root.join(page)).unwrap_or_default())
        .concat();
    let mut text = String::new();
    sources(&root.join("crates"), &mut text);
    let named = tests_named(&page);
    assert!(named.len() > 20, "{named:?}");
    let exists = |name: &str| text.contains(&format!("fn {name}(")) || text.contains(&format!("mod {name};"));
    let missing: Vec<&&str> = named.iter().filter(|name| !exists(name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
