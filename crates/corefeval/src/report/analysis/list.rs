//! Lists of findings.

use super::super::table::{Alignment, Table};
use crate::analysis::{Concerned, Finding, Role};
use crate::document::Span;

/// Findings of systems for people.
#[must_use]
pub fn list_table(findings: &[(&str, &Finding)], several: bool) -> Table {
    let left = Alignment::Left;
    let mut table =
        Table::new(&[("Id", left), ("Kind", left), ("Document", left), ("Tokens", left), ("Error", left)]);
    if several {
        table.head.insert(0, "System".to_owned());
        table.alignments.push(left);
    }
    for (system, finding) in findings {
        let cells = [
            finding.id.clone(),
            finding.kind.to_owned(),
            finding.document.to_string(),
            tokens(finding.span),
            in_words(finding),
        ];
        table.push(several.then(|| (*system).to_owned()).into_iter().chain(cells));
    }
    table
}

/// The mention of a finding in its context, with its words in brackets, then the other mentions concerned.
fn in_words(finding: &Finding) -> String {
    let mut text = match &finding.context {
        Some(context) => {
            let pieces = [context.before.as_str(), &format!("[{}]", context.text), &context.after];
            pieces.iter().filter(|piece| !piece.is_empty()).copied().collect::<Vec<_>>().join(" ")
        }
        None => format!("tokens {}", tokens(finding.span)),
    };
    let wrong: Vec<String> = of_role(finding, Role::Wrong).skip(1).map(quoted).collect();
    if !wrong.is_empty() {
        text += &format!(" with {}", some(&wrong));
    }
    let others = of_role(finding, Role::Other).chain(of_role(finding, Role::Antecedent));
    for other in others {
        text += &format!(" {} {}", relation(finding), quoted(other));
    }
    text
}

fn relation(finding: &Finding) -> &'static str {
    match finding.first(Role::Anaphor) {
        Some(_) => "→",
        None if finding.analysis == crate::analysis::boundaries::BOUNDARIES.name => "is in the key",
        None if finding.rule.starts_with("same-") => "is in the key",
        None => "· the entity begins with",
    }
}

fn of_role(finding: &Finding, role: Role) -> impl Iterator<Item = &Concerned> {
    finding.mentions.iter().filter(move |one| one.role == role)
}

fn quoted(mention: &Concerned) -> String {
    match &mention.text {
        Some(text) => format!("“{text}” ({})", tokens(mention.span)),
        None => format!("({})", tokens(mention.span)),
    }
}

/// The first few words, joined.
fn some(words: &[String]) -> String {
    const SHOWN: usize = 4;
    let shown = words.iter().take(SHOWN).cloned().collect::<Vec<_>>().join(", ");
    if words.len() > SHOWN { format!("{shown} and {} more", words.len() - SHOWN) } else { shown }
}

/// The first and the last token, from 0.
fn tokens(span: Span) -> String {
    let last = span.end.saturating_sub(1).max(span.start);
    if span.start == last { last.to_string() } else { format!("{}–{last}", span.start) }
}

/// The columns of findings for programs, described in `docs/analysis.md`.
pub const FINDING_COLUMNS: [&str; 17] = [
    "id",
    "analysis",
    "kind",
    "rule",
    "system",
    "document",
    "sentence",
    "start",
    "end",
    "before",
    "text",
    "after",
    "mentions",
    "other",
    "key_entities",
    "response_entities",
    "signature",
];

/// Findings of systems for programs: a row for each.
#[must_use]
pub fn list_records(findings: &[(&str, &Finding)], signature: &str) -> Table {
    let mut table = Table::new(&FINDING_COLUMNS.map(|name| (name, Alignment::Left)));
    for (system, finding) in findings {
        let context = finding.context.clone().unwrap_or_default();
        let own = |one: &&Concerned| matches!(one.role, Role::Wrong | Role::Anaphor);
        let mut other = finding.mentions.iter().filter(|one| !own(one));
        let labels = |label: fn(&Concerned) -> Option<&String>| -> String {
            let mut labels: Vec<&str> =
                finding.mentions.iter().filter_map(label).map(String::as_str).collect();
            labels.sort_unstable();
            labels.dedup();
            labels.join(" ")
        };
        table.push([
            finding.id.clone(),
            finding.analysis.to_owned(),
            finding.kind.to_owned(),
            finding.rule.to_owned(),
            (*system).to_owned(),
            finding.document.to_string(),
            finding.sentence.map_or_else(String::new, |sentence| sentence.to_string()),
            finding.span.start.to_string(),
            finding.span.end.to_string(),
            context.before,
            context.text,
            context.after,
            finding.mentions.iter().filter(own).count().to_string(),
            other.next().and_then(|one| one.text.clone()).unwrap_or_default(),
            labels(|one| one.key_entity.as_ref()),
            labels(|one| one.response_entity.as_ref()),
            signature.to_owned(),
        ]);
    }
    table
}
