//! Disagreements of annotators: counts by kind, and lists.

use serde_json::{Value, json as value};

use super::{Alignment, Table};
use crate::disagreement::{Disagreement, DisagreementKind, Marked};

/// Two annotations and their disagreements.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Compared {
    /// The name of the first annotation.
    pub one: String,
    /// The name of the second annotation.
    pub other: String,
    /// Their disagreements.
    pub found: Vec<Disagreement>,
}

impl Compared {
    fn title(&self) -> String {
        format!("{} – {}", self.one, self.other)
    }

    fn count(&self, kind: DisagreementKind) -> usize {
        self.found.iter().filter(|one| one.kind == kind).count()
    }
}

/// Whether a rule or people decide that a disagreement is of this kind.
fn told_by(kind: DisagreementKind) -> &'static str {
    if kind.is_told_by_rule() { "rule" } else { "people" }
}

/// A table with the number of disagreements of each kind, and their share of all.
#[must_use]
pub fn counts(compared: &[Compared], signature: &str) -> Table {
    let mut heads = vec![("Kind", Alignment::Left), ("Decided by", Alignment::Left)];
    let titles: Vec<String> = compared.iter().map(Compared::title).collect();
    for title in &titles {
        heads.extend([(title.as_str(), Alignment::Right), ("%", Alignment::Right)]);
    }
    let mut table = Table::new(&heads);
    let total = |one: &Compared| one.found.len();
    for kind in DisagreementKind::ALL {
        let mut cells = vec![kind.to_string(), told_by(*kind).to_owned()];
        for one in compared {
            cells.extend([one.count(*kind).to_string(), share(one.count(*kind), total(one))]);
        }
        table.push(cells);
    }
    let mut cells = vec!["all".to_owned(), String::new()];
    for one in compared {
        cells.extend([total(one).to_string(), share(total(one), total(one))]);
    }
    table.push(cells);
    if let Some(last) = table.rows.last_mut() {
        last.ruled = true;
    }
    signature.clone_into(&mut table.signature);
    table
}

fn share(count: usize, total: usize) -> String {
    if total == 0 {
        super::UNDEFINED.to_owned()
    } else {
        format!("{:.1}", 100.0 * count as f64 / total as f64)
    }
}

/// Tables for people with the first disagreements of each pair; all of them if `most` is 0.
#[must_use]
pub fn readable(compared: &[Compared], most: usize) -> Vec<Table> {
    let left = Alignment::Left;
    let mut tables = Vec::new();
    for pair in compared.iter().filter(|pair| !pair.found.is_empty()) {
        let columns = [
            ("Document", left),
            ("Sentence", Alignment::Right),
            ("Kind", left),
            (&pair.one, left),
            (&pair.other, left),
        ];
        let mut table = Table::new(&columns).titled(pair.title());
        let most = if most == 0 { pair.found.len() } else { most };
        for one in pair.found.iter().take(most) {
            let sentence = one.sentence.map(|sentence| sentence.to_string()).unwrap_or_default();
            let cells = [one.document.to_string(), sentence, one.kind.to_string()];
            table.push(cells.into_iter().chain([described(one.one.as_ref()), described(one.other.as_ref())]));
        }
        if pair.found.len() > most {
            let rest = pair.found.len() - most;
            table.notes.push(format!("{rest} more: --limit 0, or all with --as tsv"));
        }
        tables.push(table);
    }
    tables
}

/// A mention with its entity; its tokens if there are no words.
fn described(marked: Option<&Marked>) -> String {
    let Some(Marked { span, text, entity, size }) = marked else { return "–".to_owned() };
    let text =
        text.clone().unwrap_or_else(|| format!("tokens {}–{}", span.start, span.end.saturating_sub(1)));
    format!("{text} [{entity}, {size}]")
}

/// All disagreements, a row for each, with the signature.
#[must_use]
pub fn tidy(compared: &[Compared], signature: &str) -> Table {
    let left = Alignment::Left;
    let heads = [
        "one",
        "other",
        "document",
        "sentence",
        "kind",
        "decided_by",
        "one_first",
        "one_last",
        "one_text",
        "one_entity",
        "one_entity_size",
        "other_first",
        "other_last",
        "other_text",
        "other_entity",
        "other_entity_size",
        "judgement",
        "context",
        "signature",
    ];
    let mut table = Table::new(&heads.map(|head| (head, left)));
    for pair in compared {
        for one in &pair.found {
            let sentence = one.sentence.map(|sentence| sentence.to_string()).unwrap_or_default();
            let mut cells = vec![pair.one.clone(), pair.other.clone(), one.document.to_string(), sentence];
            cells.extend([one.kind.to_string(), told_by(one.kind).to_owned()]);
            cells.extend(columns(one.one.as_ref()));
            cells.extend(columns(one.other.as_ref()));
            cells.extend([String::new(), one.context.clone().unwrap_or_default(), signature.to_owned()]);
            table.push(cells);
        }
    }
    table
}

fn columns(marked: Option<&Marked>) -> [String; 5] {
    marked.map_or_else(Default::default, |marked| {
        let (first, last) = (marked.span.start, marked.span.end.saturating_sub(1));
        let text = marked.text.clone().unwrap_or_default();
        [first.to_string(), last.to_string(), text, marked.entity.clone(), marked.size.to_string()]
    })
}

/// All disagreements as JSON.
#[must_use]
pub fn json(compared: &[Compared], signature: &str) -> Value {
    let marked = |marked: Option<&Marked>| {
        marked.map(|marked| {
            let last = marked.span.end.saturating_sub(1);
            value!({"first": marked.span.start, "last": last, "text": marked.text, "entity": marked.entity, "size": marked.size})
        })
    };
    let one = |one: &Disagreement| {
        value!({
            "document": one.document.to_string(), "sentence": one.sentence, "kind": one.kind.name(),
            "decided_by": told_by(one.kind), "one": marked(one.one.as_ref()), "other": marked(one.other.as_ref()),
            "context": one.context,
        })
    };
    let pair = |pair: &Compared| {
        let kinds = DisagreementKind::ALL.iter();
        let counts: serde_json::Map<String, Value> =
            kinds.map(|kind| (kind.name().to_owned(), value!(pair.count(*kind)))).collect();
        let found: Vec<Value> = pair.found.iter().map(one).collect();
        value!({"annotators": [pair.one, pair.other], "counts": counts, "disagreements": found})
    };
    value!({"schema": 1, "signature": signature, "pairs": compared.iter().map(pair).collect::<Vec<_>>()})
}
