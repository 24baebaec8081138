//! Every sample of docs/formats.md is recognised as what the page says it is.

use corefeval::format::{self, FORMATS};

/// The headings of a page with the first sample below each.
fn samples(page: &str) -> impl Iterator<Item = (&str, &str)> {
    page.split("\n## ").skip(1).filter_map(|section| {
        let (heading, rest) = section.split_once('\n')?;
        let (_, block) = rest.split_once("```text\n")?;
        Some((heading, block.split_once("```")?.0))
    })
}

#[test]
fn samples_are_recognised_whatever_their_files_are_called() {
    let page = include_str!("../../../../docs/formats.md");
    let mut seen = 0;
    for (heading, sample) in samples(page) {
        let name = heading.split(',').next().unwrap_or_default();
        let Some(described) = format::by_name(name) else { continue };
        seen += 1;
        for file in ["sample", "sample.txt", "sample.sgm", "sample.xml"] {
            let found = format::detect(sample.as_bytes(), file).map(|format| format.name);
            assert_eq!(found, Some(described.name), "{file}");
        }
    }
    assert!(seen + 4 > FORMATS.len(), "{seen} samples of {} formats", FORMATS.len());
}
