//! The leaderboard against the table as the paper prints it.

use std::path::PathBuf;

use corefeval::leaderboard::TASKS;

fn paper() -> Option<String> {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared");
    let root = std::env::var_os("COREFEVAL_SHARED").map_or(PathBuf::from(beside), PathBuf::from);
    let path = root.join("papers/pradhan-2014-reference-scorer.txt");
    let text = std::fs::read_to_string(&path).ok();
    if text.is_none() {
        println!("NOT RUN: no conformance file {}", path.display());
    }
    text
}

/// A line of the table: a system and seven figures with one decimal.
fn row(line: &str) -> Option<(String, Vec<u16>)> {
    let mut words = line.split_whitespace();
    let system = words.next()?.to_owned();
    let tenths =
        |word: &str| word.split_once('.').and_then(|(whole, tenth)| (whole.to_owned() + tenth).parse().ok());
    let figures: Vec<u16> = words.map(tenths).collect::<Option<_>>()?;
    (figures.len() == 7).then_some((system, figures))
}

#[test]
fn every_figure_is_the_one_that_is_printed() {
    let Some(paper) = paper() else { return };
    let printed: Vec<(String, Vec<u16>)> = paper.lines().filter_map(row).collect();
    let standings = TASKS.iter().flat_map(|task| task.standings);
    let ours: Vec<(String, Vec<u16>)> = standings
        .map(|one| (one.system.to_owned(), one.tenths.iter().copied().chain([one.average]).collect()))
        .collect();
    assert_eq!(ours.len(), 53);
    assert_eq!(ours, printed);
}
