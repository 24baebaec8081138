//! Scores of annotation layers as tables, laid out as Tables 5, 7, 8 and 10 of Pradhan et al. 2011.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::number::{Rounding, percent};
use super::table::{Alignment, Table};
use crate::layer_scores::LayerTallies;
use crate::metric::{Ratio, Tally};

/// The name and the tallies of a genre or of everything.
pub type Group = (String, LayerTallies);

/// Tables of scores, one for each layer that both sides have.
#[must_use]
pub fn tables(genres: &[Group], all: &LayerTallies) -> Vec<Table> {
    let mut groups: Vec<(&str, &LayerTallies)> = Vec::new();
    if genres.len() > 1 {
        groups.extend(genres.iter().map(|(name, tallies)| (shown(name), tallies)));
    }
    groups.push(("all", all));
    let mut tables = Vec::new();
    if all.tags.denominator > 0.0 || has(all.phrases) {
        tables.push(syntax(&groups).titled("Parts of speech and trees"));
    }
    if all.senses.denominator > 0.0 {
        tables.push(senses(&groups).titled("Word senses"));
    }
    if has(all.roles.arguments) || all.roles.framesets.denominator > 0.0 {
        tables.push(roles(&groups).titled("Framesets and arguments"));
    }
    if has(all.all_names()) {
        tables.push(names(&groups).titled("Named entities, F1"));
    }
    tables
}

fn shown(name: &str) -> &str {
    if name.is_empty() { "(no genre)" } else { name }
}

fn has(tally: Tally) -> bool {
    tally.recall.denominator > 0.0 || tally.precision.denominator > 0.0
}

fn syntax(groups: &[(&str, &LayerTallies)]) -> Table {
    let mut table = columns(&["Sentences", "POS", "R", "P", "F1", "Sentences", "R", "P", "F1"]);
    table.groups =
        vec![(String::new(), 1), ("all sentences".to_owned(), 5), ("fewer than 40 words".to_owned(), 4)];
    for (name, group) in groups {
        let mut cells = vec![group.sentences.to_string(), accuracy(group.tags)];
        cells.extend(three(group.phrases));
        cells.push(group.short_sentences.to_string());
        cells.extend(three(group.short_phrases));
        push(&mut table, name, cells);
    }
    table.notes.push(
        "Labelled phrases as evalb counts them: no root, no punctuation, no function tags, PRT as ADVP"
            .to_owned(),
    );
    table
}

fn senses(groups: &[(&str, &LayerTallies)]) -> Table {
    let mut table = columns(&["Senses", "Accuracy"]);
    for (name, group) in groups {
        push(&mut table, name, vec![group.senses.denominator.to_string(), accuracy(group.senses)]);
    }
    table
}

fn roles(groups: &[(&str, &LayerTallies)]) -> Table {
    let mut table = columns(&["Framesets", "Sentences", "Propositions", "Perfect", "P", "R", "F1"]);
    table.groups = vec![(String::new(), 5), ("arguments".to_owned(), 3)];
    for (name, group) in groups {
        let roles = &group.roles;
        let [recall, precision, f1] = three(roles.arguments);
        let cells = vec![
            accuracy(roles.framesets),
            roles.sentences.to_string(),
            roles.perfect.denominator.to_string(),
            accuracy(roles.perfect),
            precision,
            recall,
            f1,
        ];
        push(&mut table, name, cells);
    }
    table.notes.push("Arguments as in CoNLL-2005: V does not count, C-ARG1 continues ARG1".to_owned());
    table
}

/// A table with a row for each type and a column for each genre; everything comes first, as in the paper.
fn names(groups: &[(&str, &LayerTallies)]) -> Table {
    let ordered: Vec<&(&str, &LayerTallies)> =
        groups.iter().rev().take(1).chain(groups.iter().rev().skip(1).rev()).collect();
    let head: Vec<&str> = ordered.iter().map(|(name, _)| *name).collect();
    let mut table = columns(&head);
    let all_names = ordered.iter().map(|(_, group)| f1(group.all_names())).collect();
    push(&mut table, "ALL", all_names);
    let types: BTreeSet<&String> = groups.iter().flat_map(|(_, group)| group.names.keys()).collect();
    for (number, name) in types.into_iter().enumerate() {
        let value = |group: &LayerTallies| f1(group.names.get(name).copied().unwrap_or_default());
        push(&mut table, name, ordered.iter().map(|(_, group)| value(group)).collect());
        if let Some(row) = table.rows.last_mut() {
            row.ruled = number == 0;
        }
    }
    table
}

fn columns(names: &[&str]) -> Table {
    let columns = names.iter().map(|name| (*name, Alignment::Right));
    let columns: Vec<(&str, Alignment)> = std::iter::once(("", Alignment::Left)).chain(columns).collect();
    Table::new(&columns)
}

fn push(table: &mut Table, name: &str, cells: Vec<String>) {
    table.push(std::iter::once(name.to_owned()).chain(cells));
    let first = table.rows.len() == 1;
    if let Some(row) = table.rows.last_mut() {
        row.ruled = name == "all" && !first;
    }
}

fn accuracy(ratio: Ratio) -> String {
    percent(ratio.value(), Rounding::Nearest)
}

fn three(tally: Tally) -> [String; 3] {
    let score = tally.score(1.0);
    [score.recall, score.precision, score.f].map(|value| percent(value, Rounding::Nearest))
}

fn f1(tally: Tally) -> String {
    let [_, _, f1] = three(tally);
    f1
}

/// The scores as JSON, unrounded.
#[must_use]
pub fn json(genres: &[Group], all: &LayerTallies) -> Value {
    let genres: Map<String, Value> =
        genres.iter().map(|(name, tallies)| (shown(name).to_owned(), group(tallies))).collect();
    json!({
        "schema": super::json::SCHEMA, "corefeval": env!("CARGO_PKG_VERSION"), "all": group(all), "genres": genres,
    })
}

fn group(group: &LayerTallies) -> Value {
    let names: Map<String, Value> =
        group.names.iter().map(|(name, tally)| (name.clone(), score(*tally))).collect();
    json!({
        "sentences": group.sentences,
        "part_of_speech": ratio(group.tags),
        "phrases": score(group.phrases),
        "short": {"sentences": group.short_sentences, "phrases": score(group.short_phrases)},
        "senses": ratio(group.senses),
        "framesets": ratio(group.roles.framesets),
        "propositions": {"sentences": group.roles.sentences, "perfect": ratio(group.roles.perfect)},
        "arguments": score(group.roles.arguments),
        "all_names": score(group.all_names()),
        "names": names,
    })
}

fn ratio(ratio: Ratio) -> Value {
    json!({"right": ratio.numerator, "of": ratio.denominator, "accuracy": ratio.value()})
}

fn score(tally: Tally) -> Value {
    let score = tally.score(1.0);
    json!({
        "right": tally.recall.numerator, "key": tally.recall.denominator, "response": tally.precision.denominator,
        "recall": score.recall, "precision": score.precision, "f1": score.f,
    })
}
