//! The page on matching names every rule.

use corefeval::matching::Matching;

#[test]
fn the_page_on_matching_names_every_rule() {
    let page = include_str!("../../../docs/matching.md");
    for rule in Matching::ALL {
        let row = page.lines().find(|line| line.starts_with(&format!("| `{}", rule.name())));
        assert!(row.is_some(), "docs/matching.md has no row for `{}`", rule.name());
    }
}
