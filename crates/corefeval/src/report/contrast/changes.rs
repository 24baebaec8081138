//! Changes from one system to another, as tables and for programs.

use serde_json::{Value, json};

use super::super::number::{Digits, percent};
use super::super::table::{Alignment, Table};
use crate::evaluation::decisions::{ChangeCounts, Changed, Changes, Outcome, Shared};

/// Changes of one group of documents or mentions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangesOf {
    /// The name of the group; empty for the group of everything.
    pub group: String,
    /// The changes in the group.
    pub changes: Changes,
}

/// A table of all changes from one system to another, then of the changes in the mentions of each group.
#[must_use]
pub fn changes_table(names: [&str; 2], groups: &[ChangesOf], digits: Digits) -> Table {
    let right = Alignment::Right;
    let mut table = Table::new(&[
        ("", Alignment::Left),
        ("Right", right),
        ("Gained", right),
        ("Lost", right),
        ("Wrong", right),
        (names[0], right),
        (names[1], right),
        ("Oracle", right),
    ]);
    for ChangesOf { group, changes } in groups {
        if group.is_empty() {
            push_right(&mut table, "Mentions", &changes.mentions, digits);
            push_right(&mut table, "Links", &changes.links, digits);
            push_wrong(&mut table, "Spurious", &changes.spurious);
            push_wrong(&mut table, "Wrong links", &changes.wrong_links);
        } else {
            push_right(&mut table, group, &changes.mentions, digits);
        }
    }
    if let Some(row) = table.rows.get_mut(4) {
        row.ruled = true;
    }
    let note = format!(
        "right, wrong: in both; gained: right in {} only; lost: right in {} only; the oracle is right if either is",
        names[1], names[0]
    );
    table.notes.push(note);
    table
}

/// Adds a row for something in the key: the share that each system has right, and the share that both have
/// right.
fn push_right(table: &mut Table, name: &str, counts: &ChangeCounts, digits: Digits) {
    let share = |part: u64| {
        let all = counts.all();
        percent((all > 0).then(|| part as f64 / all as f64), digits)
    };
    let numbers =
        [counts.both_right, counts.gained, counts.lost, counts.both_wrong].map(|count| count.to_string());
    let shares = [
        share(counts.both_right + counts.lost),
        share(counts.both_right + counts.gained),
        share(counts.both_right + counts.gained + counts.lost),
    ];
    table.push([name.to_owned()].into_iter().chain(numbers).chain(shares));
}

/// Adds a row for something that is only in responses: each system's number, since no share can be given.
fn push_wrong(table: &mut Table, name: &str, counts: &ChangeCounts) {
    let of = [counts.gained, counts.lost, counts.both_wrong].map(|count| count.to_string());
    let [one, other] = [counts.gained, counts.lost].map(|own| (own + counts.both_wrong).to_string());
    let numbers = [vec![name.to_owned(), String::new()], of.to_vec(), vec![one, other, String::new()]];
    table.push(numbers.concat());
}

/// A table with a row for each changed mention.
#[must_use]
pub fn changed_table(names: [&str; 2], changed: &[Changed]) -> Table {
    let left = Alignment::Left;
    let mut table = Table::new(&[
        ("Change", left),
        ("Document", left),
        ("Tokens", left),
        ("Kind", left),
        (names[0], left),
        (names[1], left),
        ("Mention", left),
    ]);
    for one in changed {
        table.push([
            one.change.to_string(),
            one.document.to_string(),
            tokens(one),
            one.kind.map_or_else(String::new, |kind| kind.to_string()),
            one.outcomes[0].to_string(),
            one.outcomes[1].to_string(),
            one.text.clone().unwrap_or_default(),
        ]);
    }
    table
}

/// A table of changed mentions for programs, with the same columns for any names of systems.
#[must_use]
pub fn changed_records(names: [&str; 2], changed: &[Changed], signature: &str) -> Table {
    let columns = [
        "change",
        "document",
        "start",
        "end",
        "kind",
        "system",
        "outcome",
        "compared_with",
        "outcome_compared_with",
        "mention",
        "signature",
    ];
    let mut table = Table::new(&columns.map(|name| (name, Alignment::Left)));
    for one in changed {
        table.push([
            one.change.to_string(),
            one.document.to_string(),
            one.span.start.to_string(),
            one.span.end.to_string(),
            one.kind.map_or_else(String::new, |kind| kind.to_string()),
            names[1].to_owned(),
            one.outcomes[1].to_string(),
            names[0].to_owned(),
            one.outcomes[0].to_string(),
            one.text.clone().unwrap_or_default(),
            signature.to_owned(),
        ]);
    }
    table
}

/// The first and the last token, from 0.
fn tokens(changed: &Changed) -> String {
    let last = changed.span.end.saturating_sub(1);
    if changed.span.start == last { last.to_string() } else { format!("{}–{last}", changed.span.start) }
}

/// A note on what several systems have in common.
#[must_use]
pub fn shared_note(shared: &Shared, digits: Digits) -> String {
    let share =
        |part: u64| percent((shared.mentions > 0).then(|| part as f64 / shared.mentions as f64), digits);
    let wrong = shared.mentions - shared.right_in_any;
    format!(
        "mentions that some system has right: {} % of {}; all systems have {wrong} wrong, {} of them in the same way",
        share(shared.right_in_any),
        shared.mentions,
        shared.wrong_alike
    )
}

/// The changes of a pair of systems for programs.
#[must_use]
pub fn changes_json(names: [&str; 2], groups: &[ChangesOf]) -> Value {
    let group = |ChangesOf { group, changes }: &ChangesOf| {
        json!({
            "group": if group.is_empty() { Value::Null } else { json!(group) },
            "mentions": counts(&changes.mentions),
            "links": counts(&changes.links),
            "spurious_mentions": counts(&changes.spurious),
            "wrong_links": counts(&changes.wrong_links),
        })
    };
    json!({
        "system": names[1], "compared_with": names[0],
        "groups": groups.iter().map(group).collect::<Vec<_>>(),
    })
}

fn counts(counts: &ChangeCounts) -> Value {
    json!({
        "both_right": counts.both_right, "gained": counts.gained,
        "lost": counts.lost, "both_wrong": counts.both_wrong,
    })
}

/// Changed mentions as JSON.
#[must_use]
pub fn changed_json(changed: &[Changed]) -> Value {
    let one = |one: &Changed| {
        json!({
            "change": one.change.name(),
            "document": one.document.to_string(),
            "start": one.span.start,
            "end": one.span.end,
            "text": one.text,
            "kind": one.kind.as_ref().map(ToString::to_string),
            "outcomes": one.outcomes.map(Outcome::name),
        })
    };
    changed.iter().map(one).collect()
}

/// What several systems have in common, as JSON.
#[must_use]
pub fn shared_json(shared: &Shared, names: &[String]) -> Value {
    let right: serde_json::Map<String, Value> =
        names.iter().cloned().zip(shared.right.iter().map(|right| json!(right))).collect();
    json!({
        "mentions": shared.mentions, "right": right, "right_in_any": shared.right_in_any,
        "wrong_in_all": shared.mentions - shared.right_in_any, "wrong_alike": shared.wrong_alike,
    })
}
