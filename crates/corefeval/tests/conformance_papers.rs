//! Tables as the papers print them: the leaderboard figure by figure, and whatever can be computed from their own columns.

use std::path::PathBuf;

use corefeval::leaderboard::TASKS;
use corefeval::metric::Ratio;
use corefeval::report::{Rounding, percent};

fn paper(name: &str) -> Option<String> {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared");
    let root = std::env::var_os("COREFEVAL_SHARED").map_or(PathBuf::from(beside), PathBuf::from);
    let path = root.join("papers").join(name);
    let text = std::fs::read_to_string(&path).ok();
    if text.is_none() {
        println!("NOT RUN: no conformance file {}", path.display());
    }
    text
}

/// A figure with one decimal, in tenths.
fn tenths(word: &str) -> Option<u16> {
    word.split_once('.').and_then(|(whole, tenth)| (whole.to_owned() + tenth).parse().ok())
}

/// Whole numbers with commas after thousands.
fn counts(line: &str) -> Vec<u64> {
    line.split_whitespace().filter_map(|word| word.replace(',', "").parse().ok()).collect()
}

/// A line of the table of 2014: a system and seven figures.
fn row(line: &str) -> Option<(String, Vec<u16>)> {
    let mut words = line.split_whitespace();
    let system = words.next()?.to_owned();
    let figures: Vec<u16> = words.map(tenths).collect::<Option<_>>()?;
    (figures.len() == 7).then_some((system, figures))
}

#[test]
fn pradhan_2014_table_1_is_the_leaderboard() {
    let Some(paper) = paper("pradhan-2014-reference-scorer.txt") else { return };
    let printed: Vec<(String, Vec<u16>)> = paper.lines().filter_map(row).collect();
    let standings = TASKS.iter().flat_map(|task| task.standings);
    let ours: Vec<(String, Vec<u16>)> = standings
        .map(|one| (one.system.to_owned(), one.tenths.iter().copied().chain([one.average]).collect()))
        .collect();
    assert_eq!(ours.len(), 53);
    assert_eq!(ours, printed);
}

#[test]
fn pradhan_2011_tables_3_and_4_add_up() {
    let Some(paper) = paper("pradhan-2011-conll-shared-task.txt") else { return };
    let line = |start: &str| {
        let line = paper.lines().find(|line| line.starts_with(start) && line.contains(',')).unwrap_or("");
        line.strip_prefix(start).unwrap_or("").to_owned()
    };
    let [entities, links, mentions] =
        ["Entities/Chains ", "Links ", "Mentions "].map(|start| counts(&line(start)));
    assert_eq!(mentions, [101_264, 14_291, 16_291]);
    for place in 0..3 {
        assert_eq!(links[place], mentions[place] - entities[place]);
    }
    let overall = counts(&line("Overall ").replace(" 100.00", ""));
    let mut sums = [0; 3];
    for category in ["NP ", "PRP ", "PRP$ ", "NNP ", "NML ", "Vx ", "Other "] {
        let found = paper
            .lines()
            .find(|line| line.strip_prefix(category).is_some_and(|rest| rest.split(' ').count() == 6));
        let words: Vec<&str> = found.unwrap_or("").split_whitespace().skip(1).collect();
        for (place, pair) in words.chunks(2).enumerate() {
            let count = counts(pair[0])[0];
            sums[place] += count;
            let share = percent(Ratio::of(count, overall[place]).value(), Rounding::Nearest);
            assert_eq!(share, pair[1], "{category}");
        }
    }
    assert_eq!(sums.as_slice(), overall);
    // mentions without a category
    assert_eq!(mentions[0] - overall[0], 207);
}

#[test]
fn pradhan_2011_tables_20_and_21_average_their_columns() {
    let Some(paper) = paper("pradhan-2011-conll-shared-task.txt") else { return };
    let genres = ["BC", "BN", "MZ", "NW", "TC", "WB"];
    let mut rows = 0;
    for line in paper.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        for row in words.chunks(8).filter(|row| row.len() == 8 && genres.contains(&row[0])) {
            let figures: Option<Vec<u16>> = row[1..].iter().map(|word| tenths(word)).collect();
            let Some(figures) = figures else { continue };
            let sum = figures[1] + figures[2] + figures[4];
            assert!(sum.abs_diff(3 * figures[6]) <= 3, "{line}");
            rows += 1;
        }
    }
    // 18 systems of the closed and 5 of the open track in six genres
    assert_eq!(rows, 138);
}
