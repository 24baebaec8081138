//! The tables of `corefeval nec`, and the same figures as JSON.

use anyhow::Result;
use corefeval::nec::Counts;
use corefeval::report::{Alignment, Cell, Mark, Row, Table, UNDEFINED};
use serde_json::{Map, Value, json};

use super::{Arguments, System};

/// Writes the result in the requested layout.
pub(super) fn write(arguments: &Arguments, systems: &[System], signature: &str) -> Result<()> {
    let tables = vec![
        found_table(arguments, systems).titled("Named entities"),
        kinds_table(arguments, systems).titled("NEC F1 by kind of mention"),
        names_table(arguments, systems).titled("How names were resolved"),
    ];
    arguments.output.write_signed(tables, signature, || {
        let systems: Vec<Value> = systems.iter().map(|system| as_json(arguments, system)).collect();
        json!({"schema": 1, "signature": signature, "systems": systems})
    })
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

/// A figure, the value by which it is compared, and its text.
#[derive(Clone, Copy)]
struct Figure {
    value: Option<f64>,
    best: Best,
    written: fn(Option<f64>) -> String,
}

/// Which figure of a column is best.
#[derive(Clone, Copy, PartialEq)]
enum Best {
    Largest,
    Smallest,
}

/// Adds a row for each system, with the best of each column marked if there are several systems.
fn push_marked(table: &mut Table, systems: &[System], figures: impl Fn(&Counts) -> Vec<Figure>) {
    let rows: Vec<Vec<Figure>> =
        systems.iter().map(|system| system.counts.iter().flat_map(&figures).collect()).collect();
    for (system, row) in systems.iter().zip(&rows) {
        let cell = |(column, figure): (usize, &Figure)| {
            let others = rows.iter().filter_map(|row| row[column].value);
            let is_best = |value: f64| match figure.best {
                Best::Largest => others.clone().all(|other| other <= value),
                Best::Smallest => others.clone().all(|other| other >= value),
            };
            let best = systems.len() > 1 && figure.value.is_some_and(is_best);
            Cell { text: (figure.written)(figure.value), mark: if best { Mark::Best } else { Mark::None } }
        };
        let cells = std::iter::once(Cell::plain(system.name.clone())).chain(row.iter().enumerate().map(cell));
        table.rows.push(Row { cells: cells.collect(), ruled: false });
    }
}

/// A table like Table 3 of the paper, with the best figure of each column marked.
fn found_table(arguments: &Arguments, systems: &[System]) -> Table {
    let mut table = table(arguments, &["Not found", "NEC F1", "Coref F1"]);
    push_marked(&mut table, systems, |counts| {
        let large = |value| Figure { value, best: Best::Largest, written: fraction };
        let missed = Figure { value: counts.share_not_found(), best: Best::Smallest, written: percent };
        vec![missed, large(counts.nec_f1()), large(counts.filtered_conll())]
    });
    let counts = systems.first().map_or(&[][..], |system| &system.counts);
    let entities =
        arguments.groups().zip(counts).map(|(group, counts)| format!("{group} {}", counts.f1.denominator));
    table.notes.push(format!("entities of the key with a name: {}", entities.collect::<Vec<_>>().join(", ")));
    table
        .notes
        .push("Coref F1: mean of MUC, B³ and CEAFe of the entities with a name of the type".to_owned());
    for system in systems {
        let value = fraction(system.conll);
        table.notes.push(format!("{}: Coref F1 of all entities {value}", system.name));
        table.facts.push([system.name.clone(), "Coref F1 of all entities".to_owned(), value]);
    }
    table
}

/// A table like Table 4 of the paper, with the best figure of each column marked.
fn kinds_table(arguments: &Arguments, systems: &[System]) -> Table {
    let mut table = table(arguments, &["Name", "Pronoun", "Nominal"]);
    push_marked(&mut table, systems, |counts| {
        let figure = |value| Figure { value, best: Best::Largest, written: fraction };
        counts.kinds.map(|kind| figure(kind.f1.value())).to_vec()
    });
    table.notes.push("NEC F1 over the entities that have mentions of the kind".to_owned());
    table
}

/// A table of micro-averaged figures, as in Table 2 of the paper, and of how names were resolved. It has one
/// row per type, since there are too many columns for groups.
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
        "F1 = 0: entities whose candidate shares no mention; ambiguous: entities whose candidate also belongs to others"
            .to_owned(),
    );
    for system in systems {
        if let Some(counts) = system.counts.last() {
            table.notes.extend(notes(&system.name, counts));
            table.facts.extend(facts(&system.name, counts));
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

/// Notes about a system.
fn notes(name: &str, counts: &Counts) -> Vec<String> {
    let nameless = counts.nameless;
    let mut notes = vec![match nameless.value() {
        None => format!("{name}: no response entity has he, she or the like"),
        value => format!(
            "{name}: {} of response entities with he, she and the like have no name ({} of {})",
            percent(value),
            nameless.numerator,
            nameless.denominator
        ),
    }];
    let [pairs, last_name, kind] = counts.merged_pairs;
    if pairs > 0 {
        notes.push(format!(
            "{name}: {pairs} pairs of key entities have names in one response entity, {last_name} with the same last \
             name, {kind} of the same type"
        ));
    }
    notes
}

/// The notes about a system as figures, for programs.
fn facts(name: &str, counts: &Counts) -> Vec<[String; 3]> {
    let [pairs, last_name, kind] = counts.merged_pairs.map(|pairs| pairs.to_string());
    let facts = [
        ("Nameless", counts.nameless.numerator.to_string()),
        ("Nameless out of", counts.nameless.denominator.to_string()),
        ("Merged pairs", pairs),
        ("Merged pairs, same last name", last_name),
        ("Merged pairs, same type", kind),
    ];
    facts.map(|(column, value)| [name.to_owned(), column.to_owned(), value]).to_vec()
}

/// The micro-averaged precision; undefined if no entity is paired, where the paper prints 1.
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
