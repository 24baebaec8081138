//! Problems as JSON, for the page.

use corefeval::problem::{Problem, Problems};
use serde_json::{Value, json};

fn one((source, problem): (&str, &Problem)) -> Value {
    json!({
        "severity": problem.severity.name(), "code": problem.code, "source": source, "line": problem.line,
        "column": problem.column, "text": problem.text, "message": problem.message, "hint": problem.hint,
    })
}

/// The problems that were kept, and the number of others.
pub(crate) fn shown(problems: &Problems) -> Value {
    let hidden = problems
        .counts()
        .filter(|count| count.found > count.kept)
        .map(|count| json!({"code": count.code, "source": count.source, "more": count.found - count.kept}));
    json!({
        "errors": problems.errors(),
        "kept": problems.kept().map(one).collect::<Vec<_>>(),
        "more": hidden.collect::<Vec<_>>(),
    })
}
