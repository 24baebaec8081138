//! `corefeval score --cross-check`: compares the figures of the original scorer and of the engine.

mod original;
mod reason;

use anyhow::{Result, anyhow, bail};
use corefeval::evaluation::{Evaluation, Plan, Scope};
use corefeval::metric::Undefined;
use corefeval::report::{Alignment, Digits, Table, percent};
use corefeval_files::{Files, Input, contents};
use serde_json::{Value, json};

use super::comparison::{Comparison, Met};
use super::response::inputs;
use crate::paths;
use original::{Contents, Figure, ORIGINALS, Original};
use reason::{Check, Engine, Verdict, figure};

/// The figures of one metric that are shown.
struct Row {
    title: &'static str,
    name: &'static str,
    ours: Vec<f64>,
    theirs: Option<Vec<f64>>,
    original: Option<&'static Original>,
    verdict: Verdict,
    why: String,
}

/// The comparison of a response's figures with those of the original scorers.
pub(crate) struct CrossCheck {
    system: String,
    rows: Vec<Row>,
    notes: Vec<String>,
    signature: String,
}

/// Refuses comparisons that no original supports.
pub(crate) fn refuse(comparison: &Comparison) -> Result<()> {
    super::protocol::one_rule(comparison.plan)?;
    if comparison.plan.protocol().scope != Scope::Document {
        bail!("--cross-check: the original scorers score documents one by one; leave --scope out");
    }
    if inputs(comparison.key, comparison.responses).any(paths::is_standard_input) {
        bail!("--cross-check reads files twice, which standard input cannot be; give a file instead");
    }
    Ok(())
}

/// Runs the originals on a response that the engine has scored.
pub(crate) fn check<T>(
    comparison: &Comparison,
    met: &Met<T>,
    system: usize,
    evaluation: &Evaluation,
) -> Result<CrossCheck> {
    let (Some(key), Some(response)) = (met.sides.first(), met.sides.get(system + 1)) else {
        bail!("--cross-check: nothing was read")
    };
    let format = common_format(key, response)?;
    let contents = Contents { key: joined(key)?, response: joined(response)? };
    let engine = |plan: &Plan| comparison.alone(system, plan).trial().map(|one| figures(&one));
    let mut checks = checks(format, comparison.plan, &contents)?;
    let rows = rows(evaluation, &mut checks, &engine);
    let mut notes = notes(&rows, &checks);
    notes.extend(unexplained(&rows, met));
    Ok(CrossCheck { system: met.names[system].clone(), rows, notes, signature: comparison.plan.to_string() })
}

/// The one format of a key and a response, which must be one that an original reads.
fn common_format(key: &Files, response: &Files) -> Result<&'static str> {
    let formats = |side: &Files| -> Vec<&'static str> {
        side.inputs().iter().map(|input: &Input| input.format().name).collect()
    };
    let (of_key, of_response) = (formats(key), formats(response));
    let mut all = of_key.iter().chain(&of_response);
    let known = |name: &&str| ORIGINALS.iter().any(|original| original.format == *name);
    if let Some(unknown) = all.clone().find(|name| !known(name)) {
        bail!(
            "--cross-check: no original scorer reads the format {unknown}; they read conll, corefud and ua. Convert key \
             and response first: corefeval convert FILE --to conll -o FILE.conll"
        );
    }
    let Some(first) = all.next() else { bail!("--cross-check: there is no file") };
    match all.find(|name| *name != first) {
        Some(other) => bail!(
            "--cross-check: an original scorer reads key and response in the same format, and these are {first} and \
             {other}; convert one of them: corefeval convert FILE --to {first} -o NEW-FILE"
        ),
        None => Ok(first),
    }
}

/// The contents of all files of a side, concatenated, since the originals take only one file.
fn joined(side: &Files) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    for input in side.inputs() {
        bytes.extend(contents(input.path())?);
        if !bytes.ends_with(b"\n") && side.inputs().len() > 1 {
            bytes.push(b'\n');
        }
    }
    Ok(bytes)
}

/// Runs the originals that read a format; the nearest to the plan comes first.
fn checks<'a>(format: &str, plan: &'a Plan, contents: &Contents) -> Result<Vec<Check<'a>>> {
    let asked: Vec<String> = plan.metrics().iter().map(|metric| metric.name.to_owned()).collect();
    let wanted = |original: &&Original| {
        original.format == format && asked.iter().any(|metric| original.counts(metric))
    };
    let checks = ORIGINALS.iter().filter(wanted).map(|original| Check::new(original, plan));
    let mut checks = checks.collect::<Result<Vec<_>, _>>().map_err(|error| anyhow!(error))?;
    checks.sort_by_key(Check::distance);
    for check in &mut checks {
        check.result = check.original.figures(contents, &check.plan).map(with_average);
    }
    Ok(checks)
}

/// The CoNLL score of an original is the mean of three F1; not all of them print it.
fn with_average(mut figures: Vec<Figure>) -> Vec<Figure> {
    let f1 = |name: &&str| figure(&figures, name).and_then(|values| values.last().copied());
    let parts: Option<Vec<f64>> = ["muc", "b-cubed", "ceaf-e"].iter().map(f1).collect();
    if let Some(mean) = parts.and_then(|parts| Undefined::Zero.mean(parts.into_iter().map(Some))) {
        figures.push((AVERAGE, vec![mean]));
    }
    figures
}

/// The average that originals have.
const AVERAGE: &str = "conll";

/// The engine's figures, averages last.
fn figures(evaluation: &Evaluation) -> Vec<Figure> {
    titled(evaluation).into_iter().map(|(_, figure)| figure).collect()
}

fn titled(evaluation: &Evaluation) -> Vec<(&'static str, Figure)> {
    let scores = evaluation.scores();
    let metrics = evaluation.metrics().iter().zip(&scores);
    let metrics = metrics.map(|(metric, score)| (metric.title, (metric.name, score.or_zero().to_vec())));
    let averages = evaluation.averages(&scores).into_iter();
    let averages =
        averages.map(|(average, value)| (average.title, (average.name, vec![value.unwrap_or(0.0)])));
    metrics.chain(averages).collect()
}

fn rows(evaluation: &Evaluation, checks: &mut [Check], engine: &Engine) -> Vec<Row> {
    let row = |(title, (name, ours)): (&'static str, Figure)| {
        let has = |check: &&mut Check| check.original.counts(if name == AVERAGE { "muc" } else { name });
        let Some(check) = checks.iter_mut().find(has) else {
            let why = "no original has it".to_owned();
            return Row { title, name, ours, theirs: None, original: None, verdict: Verdict::Unchecked, why };
        };
        let (verdict, why) = check.judge(name, &ours, engine);
        let theirs =
            check.result.as_ref().ok().and_then(|figures| figure(figures, name)).map(<[f64]>::to_vec);
        Row { title, name, ours, theirs, original: Some(check.original), verdict, why }
    };
    titled(evaluation).into_iter().map(row).collect()
}

/// Notes on which originals were used, with which options, and whether they stopped.
fn notes(rows: &[Row], checks: &[Check]) -> Vec<String> {
    let is_used = |check: &&Check| {
        rows.iter().filter_map(|row| row.original).any(|original| original.command == check.original.command)
    };
    let mut notes = Vec::new();
    for check in checks.iter().filter(is_used) {
        let Original { name, command, .. } = check.original;
        let words = [&["", "KEY", "RESPONSE"][..], &check.original.words(&check.plan)].concat().join(" ");
        let line = match *command {
            "conll-scorer" => "conll-scorer all KEY RESPONSE none".to_owned(),
            command => format!("{command}{words}"),
        };
        notes.push(format!("{name}: corefeval {line}"));
        if let Err(why) = &check.result {
            notes.push(format!("{name} stopped: {why}"));
        }
    }
    if notes.len() > 1 {
        notes.push("Of several originals, the one that differs in the fewest choices is used.".to_owned());
    }
    notes
}

/// The warnings about the files, if a difference is not explained by a choice.
fn unexplained<T>(rows: &[Row], met: &Met<T>) -> Option<String> {
    rows.iter().find(|row| row.verdict == Verdict::Unexplained)?;
    let mut codes: Vec<&str> = met.problems.found.counts().map(|count| count.code).collect();
    codes.sort_unstable();
    codes.dedup();
    let odd = match &codes[..] {
        [] => "nothing odd was found in the files".to_owned(),
        codes => format!("the files have: {}", codes.join(", ")),
    };
    Some(format!(
        "Not explained by a choice: a defect of the original (docs/differences.md lists the known ones) or a fault of \
         corefeval, which is worth a report; {odd}."
    ))
}

impl CrossCheck {
    /// Whether every figure equals that of the original, or differs because of a choice.
    pub(crate) fn is_fine(&self) -> bool {
        !self.rows.iter().any(|row| matches!(row.verdict, Verdict::Unexplained | Verdict::Stopped))
    }

    /// The figures side by side; recall and precision too if `wide`.
    pub(crate) fn table(&self, digits: Digits, wide: bool) -> Table {
        let mut table =
            Table::new(&[("Metric", Alignment::Left)]).titled(format!("Cross-check of {}", self.system));
        let parts: &[(&str, usize)] =
            if wide { &[("recall", 0), ("precision", 1), ("F", 2)] } else { &[("F", 2)] };
        for side in ["corefeval", "original"] {
            for (part, _) in parts {
                table.head.push(if wide { format!("{side} {part}") } else { side.to_owned() });
                table.alignments.push(Alignment::Right);
            }
        }
        table.head.extend(["same", "scorer", "why not"].map(str::to_owned));
        for row in &self.rows {
            table.push(row.cells(digits, parts));
        }
        table.notes.clone_from(&self.notes);
        table.signature.clone_from(&self.signature);
        table
    }

    /// Everything, unrounded.
    pub(crate) fn json(&self) -> Value {
        let rows: Vec<Value> = self.rows.iter().map(Row::json).collect();
        json!({ "system": self.system, "metrics": rows, "notes": self.notes, "signature": self.signature })
    }
}

impl Row {
    fn cells(&self, digits: Digits, parts: &[(&str, usize)]) -> Vec<String> {
        let cell = |values: Option<&Vec<f64>>, part: usize| {
            // an average has only an F
            let value = values.and_then(|values| {
                if values.len() == 1 { values.get(part.wrapping_sub(2)) } else { values.get(part) }
            });
            percent(value.copied(), digits)
        };
        let mut cells = vec![self.title.to_owned()];
        for values in [Some(&self.ours), self.theirs.as_ref()] {
            cells.extend(parts.iter().map(|(_, part)| cell(values, *part)));
        }
        let scorer = self.original.map_or("", |original| original.command);
        cells.extend([self.verdict.word(), scorer, &self.why].map(str::to_owned));
        cells
    }

    fn json(&self) -> Value {
        json!({
            "metric": self.name,
            "corefeval": self.ours,
            "original": self.theirs,
            "same": self.verdict == Verdict::Same,
            "verdict": self.verdict.name(),
            "scorer": self.original.map(|original| original.command),
            "why": self.why,
        })
    }
}

impl Verdict {
    fn word(self) -> &'static str {
        match self {
            Self::Same => "yes",
            Self::Chosen | Self::Unexplained => "no",
            Self::Stopped | Self::Unchecked => "–",
        }
    }

    /// Its name in JSON.
    fn name(self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::Chosen => "choice",
            Self::Unexplained => "unexplained",
            Self::Stopped => "stopped",
            Self::Unchecked => "unchecked",
        }
    }
}
