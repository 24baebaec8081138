//! Tables as the papers print them: the leaderboard figure by figure, and whatever can be computed from their own columns.

use crate::recorded::shared;
use corefeval::leaderboard::{PUBLISHED, Part, by_name};
use corefeval::metric::Ratio;
use corefeval::report::{Rounding, percent};

fn paper(name: &str) -> String {
    std::fs::read_to_string(shared("papers").join(name)).expect("the papers are all there")
}

/// Whole numbers with commas after thousands.
fn counts(line: &str) -> Vec<u64> {
    line.split_whitespace().filter_map(|word| word.replace(',', "").parse().ok()).collect()
}

/// The rows of a published table as text: the system, the slice if there is one, and every figure.
fn rows(name: &str) -> Vec<Vec<&'static str>> {
    let board = by_name(name).map(corefeval::leaderboard::Published::board);
    let row = |one: corefeval::leaderboard::Standing| {
        let figures = one.figures.iter().map(|figure| figure.text);
        std::iter::once(one.system).chain(one.slice).chain(figures).collect()
    };
    board.map_or(Vec::new(), |board| board.standings).into_iter().map(row).collect()
}

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn pradhan_2014_table_1_is_the_leaderboard() {
    let paper = paper("pradhan-2014-reference-scorer.txt");
    let is_row = |words: &Vec<&str>| {
        words.len() == 8 && words[1..].iter().all(|word| word.contains('.') && word.parse::<f64>().is_ok())
    };
    let printed: Vec<Vec<&str>> =
        paper.lines().map(|line| line.split_whitespace().collect()).filter(is_row).collect();
    let names = ["conll-2011", "conll-2012-en", "conll-2012-zh", "conll-2012-ar"];
    let ours: Vec<Vec<&str>> = names.iter().flat_map(|name| rows(name)).collect();
    assert_eq!(ours.len(), 53);
    assert_eq!(ours, printed);
}

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn pradhan_2011_tables_12_to_19_are_in_the_paper_row_by_row() {
    let paper = paper("pradhan-2011-conll-shared-task.txt");
    // these tables are set on their side: the text of the paper has two letters a line
    let letters: String = paper.split_whitespace().collect();
    let mut checked = 0;
    for table in PUBLISHED.iter().filter(|table| table.source.starts_with("Pradhan et al. 2011, Table 1")) {
        let number = table.source.rsplit(' ').next().unwrap_or("");
        let end = letters.find(&format!("Table{number}:")).unwrap();
        for row in rows(table.name) {
            assert!(letters[..end].contains(&row.concat()), "{} {}", table.name, row[0]);
            checked += 1;
        }
    }
    assert_eq!(checked, 58);
}

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn moosavi_2019_tables_4_to_6_are_in_the_paper_row_by_row() {
    let paper = paper("moosavi-2019-minimum-spans.txt");
    let mut checked = 0;
    for table in PUBLISHED.iter().filter(|table| table.source.starts_with("Moosavi")) {
        let is_rank: Vec<bool> =
            table.board().columns.iter().map(|column| column.part == Part::Rank).collect();
        for row in rows(table.name) {
            let figures = row[1..].iter().zip(&is_rank);
            let figure =
                |(text, rank): (&&str, &bool)| if *rank { format!("({text})") } else { (*text).to_owned() };
            let figures: Vec<String> = figures.map(figure).collect();
            let line = format!("{} {}", row[0], figures.join(" "));
            assert!(paper.lines().any(|one| one == line), "{line}");
            checked += 1;
        }
    }
    assert_eq!(checked, 8 + 6 + 11 + 6);
}

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn agarwal_2019_tables_3_and_4_are_in_the_paper_row_by_row() {
    let paper = paper("agarwal-2019-named-entity-coreference.txt");
    for name in ["nec", "nec-kinds"] {
        for types in rows(name).chunks(3) {
            let figures: Vec<&str> = types.iter().flat_map(|row| &row[2..]).copied().collect();
            let line = format!("({}) {}", types[0][0], figures.join(" "));
            assert!(paper.lines().any(|one| one == line), "{line}");
        }
    }
}

#[test]
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn pradhan_2011_tables_3_and_4_add_up() {
    let paper = paper("pradhan-2011-conll-shared-task.txt");
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
#[cfg_attr(not(recorded), ignore = "needs the recorded outputs: set COREFEVAL_SHARED")]
fn pradhan_2011_tables_20_and_21_are_in_the_paper_row_by_row() {
    let paper = paper("pradhan-2011-conll-shared-task.txt");
    for name in ["conll-2011-closed-genres", "conll-2011-open-genres"] {
        for row in rows(name) {
            let line = row[1..].join(" ");
            assert!(paper.lines().any(|one| one.contains(&line)), "{name} {line}");
        }
    }
}
