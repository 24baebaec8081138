//! Training, development and test parts of a corpus, by Algorithm 1 of Pradhan et al. 2011.
//!
//! ```text
//! nw/wsj   sections 02–21 train · 00, 01, 22, 24 development · 23 test
//! others   10 files or more: number ends in 1–8 train · 0 development · 9 test
//!          fewer: number ends in 0 development · highest number test · the rest train
//! ```

use std::collections::BTreeMap;
use std::fmt;

use crate::choice::choice;

choice! {
    /// The part of a corpus that a text belongs to.
    Part {
        /// Training.
        Train = "train",
        /// Development.
        Development = "dev",
        /// Test.
        Test = "test",
    }
}

/// A text and its part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The id of the text, such as `nw/wsj/02/wsj_0201`.
    pub id: String,
    /// Its part.
    pub part: Part,
}

/// A partition, and the cases that the algorithm leaves open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Partitioned {
    /// Every text once, in the order given.
    pub placed: Vec<Placed>,
    /// Sources without a test text, because the text with the highest number is already used for development.
    pub without_test: Vec<String>,
}

/// A text that cannot be placed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PartitionError {
    /// Its id.
    pub id: String,
    /// Why.
    pub reason: String,
}

impl fmt::Display for PartitionError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "`{}`: {}", self.id, self.reason)
    }
}

impl std::error::Error for PartitionError {}

/// With this many files or more, the last digit decides.
const MANY: usize = 10;

/// Assigns each text to a part of the corpus. An id given twice, as for two parts of one text, is placed
/// once.
pub fn partition(ids: &[&str]) -> Result<Partitioned, PartitionError> {
    let mut sources: BTreeMap<&str, BTreeMap<&str, u64>> = BTreeMap::new();
    let mut order: Vec<&str> = Vec::new();
    for id in ids {
        let files = sources.entry(source(id)).or_default();
        if files.insert(id, number(id)?).is_none() {
            order.push(id);
        }
    }
    let mut partitioned = Partitioned::default();
    for id in order {
        let part = match sources.get(source(id)) {
            _ if is_wsj(id) => by_section(id)?,
            Some(files) if files.len() < MANY => by_rank(id, files),
            _ => by_last_digit(number(id)?),
        };
        partitioned.placed.push(Placed { id: id.to_owned(), part });
    }
    let few = sources.iter().filter(|(source, files)| !is_wsj(source) && files.len() < MANY);
    let lacking = few.filter(|(_, files)| highest(files).is_some_and(|number| number % 10 == 0));
    partitioned.without_test = lacking.map(|(source, _)| (*source).to_owned()).collect();
    Ok(partitioned)
}

/// Genre and source of `genre/source/section/file`; of shorter ids, what comes before the file's name or
/// number.
fn source(id: &str) -> &str {
    let mut slashes = id.match_indices('/').map(|(at, _)| at);
    match (slashes.next(), slashes.next()) {
        (_, Some(second)) => &id[..second],
        (Some(first), None) => &id[..first],
        (None, None) => id.trim_end_matches(|last: char| last.is_ascii_digit()).trim_end_matches('_'),
    }
}

fn is_wsj(id: &str) -> bool {
    id.split('/').any(|piece| piece == "wsj" || piece.starts_with("wsj_"))
}

/// The digits at the end of an id.
fn digits(id: &str) -> &str {
    let stem = id.trim_end_matches(|last: char| last.is_ascii_digit());
    &id[stem.len()..]
}

fn number(id: &str) -> Result<u64, PartitionError> {
    let wrong = |_| PartitionError {
        id: id.to_owned(),
        reason: "the id does not end in a number, which decides its part".to_owned(),
    };
    digits(id).parse().map_err(wrong)
}

/// The Wall Street Journal keeps its old sections: the first two digits of `wsj_2301`.
fn by_section(id: &str) -> Result<Part, PartitionError> {
    let section = digits(id).get(..2).filter(|_| digits(id).len() == 4);
    match section.and_then(|section| section.parse().ok()) {
        Some(2..=21) => Ok(Part::Train),
        Some(0 | 1 | 22 | 24) => Ok(Part::Development),
        Some(23) => Ok(Part::Test),
        _ => Err(PartitionError {
            id: id.to_owned(),
            reason: "the Wall Street Journal has sections 00 to 24, as in `wsj_2301`".to_owned(),
        }),
    }
}

fn by_last_digit(number: u64) -> Part {
    match number % 10 {
        0 => Part::Development,
        9 => Part::Test,
        _ => Part::Train,
    }
}

fn by_rank(id: &str, files: &BTreeMap<&str, u64>) -> Part {
    match files.get(id) {
        Some(number) if number % 10 == 0 => Part::Development,
        number if number.copied() == highest(files) => Part::Test,
        _ => Part::Train,
    }
}

fn highest(files: &BTreeMap<&str, u64>) -> Option<u64> {
    files.values().max().copied()
}

#[cfg(test)]
mod tests {
    use super::{Part, partition};

    fn parts(ids: &[&str]) -> Vec<&'static str> {
        partition(ids).unwrap().placed.iter().map(|placed| placed.part.name()).collect()
    }

    #[test]
    fn the_wall_street_journal_keeps_its_sections() {
        let ids = ["nw/wsj/02/wsj_0201", "nw/wsj/21/wsj_2199", "nw/wsj/23/wsj_2301", "nw/wsj/24/wsj_2400"];
        assert_eq!(parts(&ids), ["train", "train", "test", "dev"]);
        assert_eq!(parts(&["wsj_0000", "wsj_0101", "wsj_2210"]), ["dev", "dev", "dev"]);
        assert!(partition(&["nw/wsj/25/wsj_2501"]).is_err());
    }

    #[test]
    fn in_large_sources_the_last_digit_decides() {
        let ids: Vec<String> = (0..12).map(|number| format!("bn/cnn/00/cnn_{number:04}")).collect();
        let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
        let mut expected = vec!["train"; 12];
        (expected[0], expected[9], expected[10]) = ("dev", "test", "dev");
        assert_eq!(parts(&ids), expected);
    }

    #[test]
    fn in_small_sources_the_highest_number_is_for_testing() {
        let ids = ["bc/msnbc/00/msnbc_0000", "bc/msnbc/00/msnbc_0004", "bc/msnbc/00/msnbc_0003"];
        assert_eq!(parts(&ids), ["dev", "test", "train"]);
        assert_eq!(parts(&["a_01", "b_01", "b_02"]), ["test", "train", "test"], "sources are apart");
    }

    #[test]
    fn parts_of_one_text_stay_together() {
        let placed = partition(&["x/y/00/y_0001", "x/y/00/y_0001", "x/y/00/y_0000"]).unwrap().placed;
        assert_eq!(placed.len(), 2);
        assert_eq!(placed[0].part, Part::Test);
    }

    #[test]
    fn what_the_algorithm_leaves_open_is_said() {
        let partitioned = partition(&["x/y/00/y_0001", "x/y/00/y_0010"]).unwrap();
        assert_eq!(partitioned.without_test, ["x/y"]);
        assert_eq!(partition(&["essay"]).unwrap_err().id, "essay");
    }
}
