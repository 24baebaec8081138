//! Statistics of a corpus as tables: one for each of Tables 2 to 4 of Pradhan et al. 2011, and two more.

use serde_json::{Map, Value, json};

use super::number::{Rounding, percent};
use super::table::{Alignment, Table};
use crate::corpus::{Buckets, Category, Statistics};
use crate::metric::Ratio;

/// The name and the statistics of a group: a genre, a file, or everything.
pub type Group = (String, Statistics);

/// Tables of counts, with a row for each group.
#[must_use]
pub fn tables(groups: &[Group]) -> Vec<Table> {
    let mut tables = vec![contents(groups).titled("Contents")];
    if groups.iter().any(|(_, group)| group.without_category < group.mentions) {
        tables.push(categories(groups).titled("Mentions by syntactic category"));
    }
    let sizes = shares(groups, |group| &group.sizes, 1);
    tables.push(sizes.titled("Entities by number of mentions"));
    if groups.iter().any(|(_, group)| total(&group.sentences_back) > 0) {
        let back = shares(groups, |group| &group.sentences_back, 0);
        tables.push(back.titled(
            "Mentions by distance to the previous one, in sentences (documents of one sentence left out)",
        ));
    }
    let back = shares(groups, |group| &group.tokens_back, 0);
    tables.push(back.titled("Mentions by distance to the previous one, in tokens"));
    let uses: [(&str, Uses); 2] = [
        ("Nouns and verbs by number of senses", |group| group.polysemy.senses()),
        ("Lemmas by number of framesets", |group| group.polysemy.framesets()),
    ];
    for (title, of) in uses {
        if groups.iter().any(|(_, group)| of(group).iter().sum::<u64>() > 0) {
            tables.push(polysemy(groups, of).titled(title));
        }
    }
    tables
}

fn contents(groups: &[Group]) -> Table {
    let names = [
        "Documents",
        "Parts",
        "Sentences",
        "Words",
        "Zeros",
        "Entities",
        "Links",
        "Mentions",
        "Singletons",
        "Largest",
    ];
    let mut table = with_columns(names.iter().map(|name| (*name).to_owned()));
    for (name, group) in groups {
        let numbers = [
            group.documents(),
            group.parts,
            group.sentences,
            group.words,
            group.zeros,
            group.entities,
            group.links(),
            group.mentions,
            group.singletons,
            group.largest,
        ];
        push(&mut table, name, numbers.iter().map(u64::to_string));
    }
    table
}

fn categories(groups: &[Group]) -> Table {
    let names = Category::ALL.iter().map(|category| category.name().to_owned());
    let mut table = in_pairs(names.chain(["none".to_owned()]));
    for (name, group) in groups {
        let counts = group.categories.iter().chain([&group.without_category]);
        push(&mut table, name, counts.flat_map(|count| count_and_share(*count, group.mentions)));
    }
    table.notes.push("none: the mention is not a constituent of its tree, or there is no tree".to_owned());
    table
}

fn shares<const N: usize>(groups: &[Group], of: fn(&Statistics) -> &Buckets<N>, least: u32) -> Table {
    let mut table = in_pairs(of(&Statistics::default()).names(least).into_iter());
    for (name, group) in groups {
        let buckets = of(group);
        let counts = buckets.counts.iter();
        push(&mut table, name, counts.flat_map(|count| count_and_share(*count, total(buckets))));
    }
    table
}

/// A table of the lemmas that occur in one way, in two ways, and in more.
fn polysemy(groups: &[Group], of: Uses) -> Table {
    let mut table = in_pairs(USES.map(str::to_owned).into_iter());
    for (name, group) in groups {
        let counts = of(group);
        let all = counts.iter().sum();
        push(&mut table, name, counts.iter().flat_map(|count| count_and_share(*count, all)));
    }
    table
}

/// How many lemmas of a group occur so.
type Uses = fn(&Statistics) -> [u64; 3];

const USES: [&str; 3] = ["1", "2", ">2"];

fn total<const N: usize>(buckets: &Buckets<N>) -> u64 {
    buckets.counts.iter().sum()
}

fn count_and_share(count: u64, of: u64) -> [String; 2] {
    [count.to_string(), percent(Ratio::of(count, of).value(), Rounding::Nearest)]
}

fn with_columns(names: impl Iterator<Item = String>) -> Table {
    let head: Vec<String> = std::iter::once(String::new()).chain(names).collect();
    let mut alignments = vec![Alignment::Right; head.len()];
    alignments[0] = Alignment::Left;
    Table { head, alignments, ..Table::default() }
}

/// Columns of counts with their shares, each pair under its name.
fn in_pairs(names: impl Iterator<Item = String>) -> Table {
    let groups: Vec<(String, usize)> = names.map(|name| (name, 2)).collect();
    let columns = groups.iter().flat_map(|_| ["count", "%"]).map(str::to_owned);
    let table = with_columns(columns);
    Table { groups: [vec![(String::new(), 1)], groups].concat(), ..table }
}

/// Adds the row of a group; the row of everything has a line above it.
fn push(table: &mut Table, name: &str, cells: impl Iterator<Item = String>) {
    let name = if name.is_empty() { "(no genre)" } else { name };
    let first = table.rows.is_empty();
    table.push(std::iter::once(name.to_owned()).chain(cells));
    if let Some(row) = table.rows.last_mut() {
        row.ruled = name == EVERYTHING && !first;
    }
}

/// The name of the group of everything.
pub const EVERYTHING: &str = "all";

/// The statistics as JSON.
#[must_use]
pub fn json(groups: &[Group]) -> Value {
    let groups: Vec<Value> = groups.iter().map(group).collect();
    json!({"schema": super::json::SCHEMA, "corefeval": env!("CARGO_PKG_VERSION"), "groups": groups})
}

fn group((name, group): &Group) -> Value {
    let categories = Category::ALL.iter().zip(group.categories);
    let mut categories: Map<String, Value> =
        categories.map(|(category, count)| (category.name().to_owned(), json!(count))).collect();
    categories.insert("none".to_owned(), json!(group.without_category));
    json!({
        "name": name, "documents": group.documents(), "parts": group.parts, "sentences": group.sentences,
        "words": group.words, "zeros": group.zeros, "entities": group.entities, "links": group.links(),
        "mentions": group.mentions, "singletons": group.singletons, "largest": group.largest,
        "categories": categories,
        "sizes": buckets(&group.sizes, 1),
        "sentences_back": buckets(&group.sentences_back, 0),
        "tokens_back": buckets(&group.tokens_back, 0),
        "senses_of_lemmas": uses(group.polysemy.senses()),
        "framesets_of_lemmas": uses(group.polysemy.framesets()),
    })
}

fn uses(counts: [u64; 3]) -> Value {
    Value::Object(USES.map(str::to_owned).into_iter().zip(counts.map(Value::from)).collect())
}

fn buckets<const N: usize>(buckets: &Buckets<N>, least: u32) -> Value {
    let counts = buckets.names(least).into_iter().zip(buckets.counts);
    Value::Object(counts.map(|(name, count)| (name, json!(count))).collect())
}

#[cfg(test)]
mod tests {
    use super::{EVERYTHING, tables};
    use crate::corpus::Statistics;

    #[test]
    fn everything_is_ruled_off_only_from_other_rows() {
        let group = |name: &str| (name.to_owned(), Statistics::default());
        assert!(!tables(&[group(EVERYTHING)])[0].rows[0].ruled);
        let rows = &tables(&[group(""), group(EVERYTHING)])[0].rows;
        assert_eq!((rows[0].cells[0].text.as_str(), rows[1].ruled), ("(no genre)", true));
    }
}
