//! The tables of `corefeval nec`, and the same for other programs.

use anyhow::Result;
use corefeval::nec::Counts;
use corefeval::report::{Alignment, Table, UNDEFINED};
use serde_json::{Map, Value, json};

use super::{Arguments, System};
use crate::{choices, output};

/// The result in the layout that was asked for.
pub(super) fn rendered(arguments: &Arguments, systems: &[System]) -> Result<String> {
    if arguments.output == "json" {
        let systems: Vec<Value> = systems.iter().map(|system| as_json(arguments, system)).collect();
        let value = json!({"schema": 1, "systems": systems});
        return output::json(&value);
    }
    let tables =
        [found_table(arguments, systems), kinds_table(arguments, systems), names_table(arguments, systems)];
    choices::rendered_all(&arguments.output, &tables)
}

/// A table with the same columns for each type.
fn table(arguments: &Arguments, columns: &[&'static str]) -> Table {
    let mut heads = vec![("System", Alignment::Left)];
    let mut groups = vec![(String::new(), 1)];
    for group in arguments.groups() {
        heads.extend(columns.iter().map(|column| (*column, Alignment::Right)));
        groups.push((group.to_owned(), columns.len()));
    }
    Table { groups, ..Table::new(&heads) }
}

fn percent(value: Option<f64>) -> String {
    value.map_or_else(|| UNDEFINED.to_owned(), |value| format!("{:.1}%", value * 100.0))
}

fn fraction(value: Option<f64>) -> String {
    value.map_or_else(|| UNDEFINED.to_owned(), |value| format!("{value:.2}"))
}

/// As Table 3 of the paper.
fn found_table(arguments: &Arguments, systems: &[System]) -> Table {
    let mut table = table(arguments, &["Entities", "Not found", "NEC F1", "Coref F1"]);
    for system in systems {
        let cells = system.counts.iter().flat_map(|counts| {
            let entities = counts.f1.denominator.to_string();
            [
                entities,
                percent(counts.share_not_found()),
                fraction(counts.nec_f1()),
                fraction(counts.filtered_conll()),
            ]
        });
        table.push(std::iter::once(system.name.clone()).chain(cells));
    }
    table
        .notes
        .push("Coref F1: mean of MUC, B³ and CEAFe of the entities with a name of the type".to_owned());
    for system in systems {
        table.notes.push(format!("{}: Coref F1 of all entities {}", system.name, fraction(system.conll)));
    }
    table
}

/// As Table 4 of the paper.
fn kinds_table(arguments: &Arguments, systems: &[System]) -> Table {
    let mut table = table(arguments, &["Name", "Pronoun", "Nominal"]);
    for system in systems {
        let cells =
            system.counts.iter().flat_map(|counts| counts.kinds.map(|kind| fraction(kind.f1.value())));
        table.push(std::iter::once(system.name.clone()).chain(cells));
    }
    table.notes.push("NEC F1 over the entities that have mentions of the kind".to_owned());
    table
}

/// Micro figures as in Table 2 of the paper, and what became of names: too many columns to have a group for each type.
fn names_table(arguments: &Arguments, systems: &[System]) -> Table {
    let mut heads = vec![("System", Alignment::Left), ("Type", Alignment::Left)];
    let figures = ["Micro R", "Micro P", "Micro F1", "F1 = 0", "Ambiguous", "Split", "Pieces", "Merged"];
    heads.extend(figures.map(|head| (head, Alignment::Right)));
    let mut table = Table::new(&heads);
    for system in systems {
        for (group, counts) in arguments.groups().zip(&system.counts) {
            let names = [system.name.clone(), group.to_owned()];
            table.push(names.into_iter().chain(names_cells(arguments, counts)));
        }
    }
    table.notes.push(
        "F1 = 0: entities with a candidate that shares no mention; ambiguous: with one that others have as well"
            .to_owned(),
    );
    for system in systems {
        if let Some(counts) = system.counts.last() {
            table.notes.extend(notes(&system.name, counts));
        }
    }
    table
}

fn names_cells(arguments: &Arguments, counts: &Counts) -> [String; 8] {
    let micro = counts.micro.score(1.0);
    [
        fraction(micro.recall),
        fraction(micro_precision(arguments, counts)),
        fraction(micro.f),
        counts.empty_handed.to_string(),
        counts.ambiguous.to_string(),
        percent(counts.share_split()),
        fraction(counts.mean_pieces()),
        percent(counts.share_merged()),
    ]
}

/// What is said of a system in words.
fn notes(name: &str, counts: &Counts) -> Vec<String> {
    let nameless = counts.nameless;
    let mut notes = vec![format!(
        "{name}: {} of response entities with he, she and the like have no name ({} of {})",
        percent(nameless.value()),
        nameless.numerator,
        nameless.denominator
    )];
    let [pairs, last_name, kind] = counts.merged_pairs;
    if pairs > 0 {
        notes.push(format!(
            "{name}: {pairs} pairs of key entities have names in one response entity, {last_name} with the same last \
             name, {kind} of the same type"
        ));
    }
    notes
}

/// Undefined where no entity is paired; the paper prints 1.
fn micro_precision(arguments: &Arguments, counts: &Counts) -> Option<f64> {
    counts.micro.precision.value().or(arguments.compat.then_some(1.0))
}

fn as_json(arguments: &Arguments, system: &System) -> Value {
    let groups: Map<String, Value> = arguments
        .groups()
        .zip(&system.counts)
        .map(|(group, counts)| (group.to_owned(), counts_json(arguments, counts)))
        .collect();
    json!({"name": system.name, "coref_f1_all_entities": system.conll, "types": groups})
}

fn counts_json(arguments: &Arguments, counts: &Counts) -> Value {
    let micro = counts.micro.score(1.0);
    let precision = micro_precision(arguments, counts);
    let kinds: Map<String, Value> = ["name", "pronoun", "nominal"]
        .into_iter()
        .zip(counts.kinds)
        .map(|(name, kind)| {
            (name.to_owned(), json!({"f1": kind.f1.value(), "entities": kind.f1.denominator}))
        })
        .collect();
    json!({
        "entities": counts.f1.denominator,
        "nec_f1": counts.nec_f1(),
        "mean_recall": counts.means.recall.value(),
        "mean_precision": counts.means.precision.value(),
        "nec_micro": {"recall": micro.recall, "precision": precision, "f1": micro.f},
        "not_found": counts.not_found,
        "found_without_overlap": counts.empty_handed,
        "with_ambiguous_candidates": counts.ambiguous,
        "by_kind": kinds,
        "split": counts.split,
        "mean_pieces": counts.mean_pieces(),
        "response_entities_with_name": counts.kept,
        "merged": counts.merged,
        "merged_pairs": {"all": counts.merged_pairs[0], "same_last_name": counts.merged_pairs[1], "same_type": counts.merged_pairs[2]},
        "nameless": {"entities": counts.nameless.numerator, "out_of": counts.nameless.denominator},
        "coref_f1": counts.filtered_conll(),
    })
}
