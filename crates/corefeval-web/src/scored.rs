//! Scores and reports of files.

use corefeval::document::{Document, Layer, Wanted};
use corefeval::evaluation::decisions::wanted_kinds;
use corefeval::evaluation::resample::Resampling;
use corefeval::evaluation::{Aids, Averaging, Origin, Plan, Refusal, evaluate, wanted};
use corefeval::format::Role;
use corefeval::problem::{Problems, Strictness};
use corefeval::report::data::{every_rule, wanted_by_panels};
use corefeval::report::json::{InputFile, scores};
use corefeval::report::scores::{By, Layout, Results, System, table};
use corefeval_report::{Failure, Report, Side, report_of};
use serde_json::{Value, json};

use crate::engine::plan;
use crate::files::{File, is_companion, read};
use crate::problems;

/// The sides of a request, read.
struct Sides {
    /// The names of the key and of each response.
    names: Vec<String>,
    documents: Vec<Vec<Document>>,
    inputs: Vec<InputFile>,
    problems: Problems,
}

/// Reads the key and the responses; fails with the problems.
fn sides(files: &[File<'_>], wanted: impl Fn(Role) -> Wanted) -> Result<Sides, Value> {
    let last = files.iter().map(|file| file.given.side).max().unwrap_or(0);
    if last == 0 || (0..=last).any(|side| files.iter().all(|file| file.given.side != side)) {
        return Err(json!("a key and a response are needed"));
    }
    let name = |side: usize| {
        let file = files.iter().find(|file| file.given.side == side);
        file.map(|file| if side == 0 { "key".to_owned() } else { file.given.system.clone() })
            .unwrap_or_default()
    };
    let mut all = Sides {
        names: (0..=last).map(name).collect(),
        documents: vec![Vec::new(); last + 1],
        inputs: Vec::new(),
        problems: Problems::new(Strictness::Lenient),
    };
    let mut order: Vec<&File<'_>> = files.iter().filter(|file| !is_companion(file, files)).collect();
    order.sort_by_key(|file| file.given.side);
    for file in order {
        let side = file.given.side;
        let contents = read(file, files, wanted(if side == 0 { Role::Key } else { Role::Response }));
        for problem in contents.problems {
            all.problems.add(&file.given.name, problem);
        }
        all.documents[side].extend(contents.documents);
        all.inputs.push(InputFile {
            role: all.names[side].clone(),
            path: file.given.name.clone(),
            format: contents.format.map(|format| format.name.to_owned()).unwrap_or_default(),
            fingerprint: Some(format!("blake3:{}", blake3::hash(file.bytes).to_hex())),
        });
    }
    if all.problems.errors() > 0 { Err(problems::shown(&all.problems)) } else { Ok(all) }
}

/// The errors between files, together with the problems in each file.
fn refused(refusal: Refusal, names: &[String], mut found: Problems) -> Value {
    for one in refusal.noticed {
        found.add(names.get(one.source).map_or("", String::as_str), one.problem);
    }
    problems::shown(&found)
}

/// Scores as `corefeval score --as json` writes them, and the table that it prints.
pub(crate) fn score(files: &[File<'_>], plan: &Plan) -> Result<Value, Value> {
    let want = |role: Role| {
        let origin = if role == Role::Key { Origin::Key } else { Origin::Response(0) };
        wanted(plan, &Aids::default(), origin)
    };
    let Sides { names, documents, inputs, problems: mut found } = sides(files, want)?;
    let mut documents = documents.into_iter();
    let key = documents.next().unwrap_or_default();
    let outcome = match evaluate(key, documents, plan) {
        Ok(outcome) => outcome,
        Err(refusal) => return Err(refused(refusal, &names, found)),
    };
    for one in outcome.noticed {
        found.add(names.get(one.source).map_or("", String::as_str), one.problem);
    }
    let rules: Vec<Value> = outcome
        .rules
        .into_iter()
        .map(|rule| {
            let systems = names[1..].iter().cloned().zip(rule.systems);
            let systems = systems.map(|(name, evaluation)| System { name, evaluation, strata: None });
            let results = Results { signature: rule.plan.to_string(), systems: systems.collect() };
            let mut value = scores(&results, By::System, &inputs, &[]);
            value["table"] = shown_table(&results, &rule.plan);
            value
        })
        .collect();
    Ok(json!({"rules": rules, "problems": problems::shown(&found)}))
}

/// The table as `corefeval score --wide` prints it.
fn shown_table(results: &Results, plan: &Plan) -> Value {
    let table = table(
        results,
        Layout {
            rounding: plan.rounding(),
            decimals: plan.decimals(),
            wide: true,
            macro_average: plan.averaging() == Averaging::Macro,
            ..Layout::default()
        },
    );
    let rows: Vec<Vec<&str>> =
        table.rows.iter().map(|row| row.cells.iter().map(|cell| cell.text.as_str()).collect()).collect();
    json!({"groups": table.groups, "head": table.head, "rows": rows, "notes": table.notes})
}

/// A report.
pub(crate) fn report(files: &[File<'_>], signature: &str) -> Result<Report, Value> {
    let plan = plan(signature)?;
    if plan.compares_rules() {
        return Err(json!("a report is made under one matching rule; it compares all of them by itself"));
    }
    let shown = Wanted::MENTIONS.and_details().and_words().and(Layer::Speaker).union(wanted_kinds());
    let shown = shown.union(wanted_by_panels());
    let of = |origin| wanted(&every_rule(&plan), &Aids::default(), origin);
    let all = shown.union(of(Origin::Key)).union(of(Origin::Response(0)));
    let Sides { names, documents, inputs, problems } = sides(files, |_| all)?;
    let mut sides = names.iter().cloned().zip(documents).map(|(name, documents)| Side { name, documents });
    let key = sides.next().ok_or_else(|| json!("a key is needed"))?;
    let read = problems::shown(&problems);
    let made = report_of(key, sides.collect(), (&plan, &Resampling::default()), &inputs);
    let mut report = made.map_err(|failure| match failure {
        Failure::Refused(refusal) => refused(refusal, &names, problems),
        other => json!(other.to_string()),
    })?;
    // problems in the files come before problems between them
    for list in ["kept", "more"] {
        let between = report.overview["problems"][list].take();
        let all = [&read[list], &between].into_iter().filter_map(Value::as_array).flatten().cloned();
        report.overview["problems"][list] = all.collect::<Vec<_>>().into();
    }
    Ok(report)
}
