//! `corefeval variants`: one pair of files under every published rule.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, anyhow, bail};
use corefeval::document::Wanted;
use corefeval::evaluation::{Evaluation, Plan, Protocol, Singletons};
use corefeval::matching::Matching;
use corefeval::metric::variant::VARIANTS;
use corefeval::metric::{METRICS, Metric, Score};
use corefeval::report::{Alignment, Rounding, Table, percent};
use serde_json::{Value, json};

use crate::pairs::{self, DocumentPair, Request};
use crate::problems::Problems;
use crate::{choices, output};

/// Score a response under every rule that figures have been published with.
///
/// Twenty-five years of papers printed B³ and CEAF under incompatible rules for mentions that only one side has. One
/// row is one rule; the last column says which papers, scorer versions and shared tasks used it. Rows marked
/// `experimental` follow descriptions that could not be checked against the original program.
///
/// --explain-figure searches all rules, singleton policies, matching rules and ways of cutting decimals for those that
/// give a printed figure: `--explain-figure bcub=68.31`.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The annotation taken to be right.
    key: PathBuf,
    /// The annotation to score.
    response: PathBuf,
    /// Search for the settings that give a figure: METRIC=FIGURE, or = and a figure for any metric.
    #[arg(long, value_name = "METRIC=FIGURE")]
    explain_figure: Option<String>,
    /// What becomes of entities with one mention: keep, drop, drop-after-detection.
    #[arg(long, value_name = "POLICY", default_value = "keep")]
    singletons: Singletons,
    /// How percentages are cut to two decimals: nearest, truncate.
    #[arg(long, value_name = "HOW", default_value = "nearest")]
    round: Rounding,
    /// How the result is laid out: text, json, tsv, csv, markdown, latex.
    #[arg(short, long, value_name = "LAYOUT", default_value = "text")]
    output: String,
    /// The format of both files; told by looking at them unless given.
    #[arg(short, long, value_name = "NAME")]
    format: Option<String>,
    /// Do not show warnings.
    #[arg(short, long)]
    quiet: bool,
}

/// Scores under every rule.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let figure = arguments.explain_figure.as_deref().map(Figure::parse).transpose()?;
    let format = arguments.format.as_deref().map(choices::format).transpose()?;
    let wanted = if figure.is_some() { Wanted::ALL } else { Wanted::MENTIONS };
    let responses = std::slice::from_ref(&arguments.response);
    let request = Request { key: &arguments.key, responses, format, wanted };
    let mut problems = Problems::new(false, arguments.quiet);
    let pairs = pairs::read(&request, &mut problems)?.remove(0);
    match figure {
        Some(figure) => explain(arguments, &figure, &pairs),
        None => show(arguments, &pairs),
    }
}

/// Every metric, each followed by its variants.
fn every_metric() -> Vec<&'static Metric> {
    let family = |metric: &&'static Metric| {
        let variants = VARIANTS.iter().filter(|variant| variant.of == metric.name);
        std::iter::once(*metric).chain(variants.map(|variant| &variant.metric)).collect::<Vec<_>>()
    };
    METRICS.iter().flat_map(family).collect()
}

fn evaluated(pairs: &[DocumentPair], protocol: Protocol) -> Evaluation {
    let plan = Plan::new(protocol, &every_metric());
    let documents = pairs.iter().map(|pair| plan.tally(&pair.key, &pair.response)).collect();
    Evaluation { metrics: plan.metrics, beta: plan.protocol.beta, documents }
}

/// The rule of a metric, and where figures of it were published.
fn provenance(metric: &Metric) -> (&'static str, String) {
    match VARIANTS.iter().find(|variant| variant.metric.name == metric.name) {
        Some(variant) if variant.confirmed => (variant.rule, variant.setting.to_owned()),
        Some(variant) => (variant.rule, format!("experimental: {}", variant.setting)),
        None => ("no mention is added or dropped", default_setting(metric.name).to_owned()),
    }
}

fn default_setting(name: &str) -> &'static str {
    match name {
        "mentions" | "muc" => "every CoNLL scorer, CoVal",
        "b-cubed" | "ceaf-e" => "CoNLL scorer v6–v8, CoVal, CorefUD scorer",
        "ceaf-m" => "CoNLL scorer v6–v8, CorefUD scorer",
        "blanc" => "CoNLL scorer v8; CorefUD scorer with --blanc luo-2014",
        "lea" => "CoVal, CorefUD scorer",
        _ => "",
    }
}

fn show(arguments: &Arguments, pairs: &[DocumentPair]) -> Result<ExitCode> {
    let protocol = Protocol { singletons: arguments.singletons, ..Protocol::default() };
    let signature = protocol.to_string();
    let evaluation = evaluated(pairs, protocol);
    if arguments.output == "json" {
        let value = json!({"schema": 1, "protocol": signature, "rows": as_json(&evaluation)});
        output::write(&(serde_json::to_string_pretty(&value)? + "\n"), None)?;
        return Ok(ExitCode::SUCCESS);
    }
    let table = as_table(&evaluation, &signature, arguments.round);
    output::write(&(choices::output(&arguments.output)?.render)(&table), None)?;
    Ok(ExitCode::SUCCESS)
}

fn as_json(evaluation: &Evaluation) -> Value {
    let row = |(place, metric): (usize, &&Metric)| {
        let (score, (rule, setting)) = (evaluation.score(place), provenance(metric));
        json!({
            "metric": metric.name, "recall": score.recall, "precision": score.precision, "f1": score.f1,
            "rule": rule, "setting": setting, "citation": metric.citation,
        })
    };
    evaluation.metrics.iter().enumerate().map(row).collect()
}

fn as_table(evaluation: &Evaluation, signature: &str, rounding: Rounding) -> Table {
    let (left, right) = (Alignment::Left, Alignment::Right);
    let columns =
        [("Name", left), ("Recall", right), ("Precision", right), ("F1", right), ("Published in", left)];
    let mut table = Table::new(&columns);
    for (place, metric) in evaluation.metrics.iter().enumerate() {
        let score = evaluation.score(place);
        let shown = |value: f64| percent(value, rounding);
        let setting = provenance(metric).1;
        table.push([
            metric.name.to_owned(),
            shown(score.recall),
            shown(score.precision),
            shown(score.f1),
            setting,
        ]);
        let starts_family = METRICS.iter().any(|known| known.name == metric.name);
        if let Some(row) = table.rows.last_mut() {
            row.ruled = starts_family && place > 0;
        }
    }
    table.notes.push(signature.to_owned());
    table
}

/// A printed figure whose making is sought.
struct Figure {
    metric: Option<String>,
    text: String,
    value: f64,
    decimals: i32,
}

impl Figure {
    fn parse(text: &str) -> Result<Self> {
        let expected = || anyhow!("--explain-figure {text}: expected METRIC=FIGURE, such as bcub=68.31");
        let (metric, figure) = text.split_once('=').ok_or_else(expected)?;
        let value: f64 = figure.trim().trim_end_matches('%').parse().map_err(|_| expected())?;
        let digits = figure.trim().trim_end_matches('%').split_once('.').map_or(0, |(_, after)| after.len());
        let decimals = i32::try_from(digits).map_err(|_| expected())?;
        let metric = match metric.trim() {
            "" => None,
            name => Some(known_name(name)?),
        };
        Ok(Self { metric, text: figure.to_owned(), value, decimals })
    }

    /// Whether a metric is the one that was asked about, or a variant of it.
    fn concerns(&self, metric: &Metric) -> bool {
        let of = VARIANTS.iter().find(|variant| variant.metric.name == metric.name).map(|variant| variant.of);
        self.metric.as_deref().is_none_or(|name| name == metric.name || of == Some(name))
    }

    /// How a score must be written to give the figure: as a percentage or a fraction, rounded or cut.
    fn ways(&self, score: f64) -> Vec<&'static str> {
        let scale = 10f64.powi(self.decimals);
        let same = |printed: f64| (printed - self.value * scale).abs() < 1e-6;
        let mut ways = Vec::new();
        for (factor, rounded, cut) in [
            (100.0, "percentage, rounded", "percentage, truncated"),
            (1.0, "fraction, rounded", "fraction, truncated"),
        ] {
            let exact = score * factor * scale;
            if same(exact.round()) {
                ways.push(rounded);
            }
            // a float just below a whole number is what the reference cuts, too
            if same(exact.trunc()) && !same(exact.round()) {
                ways.push(cut);
            }
        }
        ways
    }
}

/// The name of a metric as we call it, given as we or the CoNLL scorer call it.
fn known_name(name: &str) -> Result<String> {
    let name = match name {
        "bcub" | "b3" => "b-cubed",
        "ceafm" => "ceaf-m",
        "ceafe" | "ceaf" => "ceaf-e",
        "md" | "mention" => "mentions",
        other => other,
    };
    let known = every_metric();
    if known.iter().any(|metric| metric.name == name) || name == "conll" {
        return Ok(name.to_owned());
    }
    let names: Vec<&str> = known.iter().map(|metric| metric.name).collect();
    bail!("`{name}` is not a metric; choose from conll, {}", names.join(", "))
}

/// A number that gives the figure, and every setting under which it comes about.
struct Found {
    name: &'static str,
    part: &'static str,
    score: f64,
    how: &'static str,
    settings: Vec<String>,
}

impl Found {
    fn is(&self, (name, part, score): (&str, &str, f64), how: &str) -> bool {
        self.name == name && self.part == part && self.how == how && self.score.total_cmp(&score).is_eq()
    }
}

fn explain(arguments: &Arguments, figure: &Figure, pairs: &[DocumentPair]) -> Result<ExitCode> {
    let (mut found, mut tried) = (Vec::new(), 0);
    for protocol in protocols(pairs) {
        let setting = format!("match:{}|singletons:{}", protocol.matching, protocol.singletons);
        let evaluation = evaluated(pairs, protocol);
        for averaging in ["all documents", "mean of documents"] {
            if averaging == "mean of documents" && pairs.len() < 2 {
                continue;
            }
            for candidate in candidates(&evaluation, figure, averaging) {
                tried += 1;
                for how in figure.ways(candidate.2) {
                    note(&mut found, candidate, how, format!("{setting}, {averaging}"));
                }
            }
        }
    }
    output::write(&explained(arguments, figure, &found, tried)?, None)?;
    Ok(if found.is_empty() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Adds a setting to the number it gives.
fn note(
    found: &mut Vec<Found>,
    candidate: (&'static str, &'static str, f64),
    how: &'static str,
    setting: String,
) {
    if let Some(known) = found.iter_mut().find(|known| known.is(candidate, how)) {
        known.settings.push(setting);
    } else {
        let (name, part, score) = candidate;
        found.push(Found { name, part, score, how, settings: vec![setting] });
    }
}

/// Every protocol that is searched: matching rules for which the key lacks something are left out.
fn protocols(pairs: &[DocumentPair]) -> Vec<Protocol> {
    let mut protocols = Vec::new();
    let possible = |matching: &&Matching| pairs.iter().all(|pair| matching.lacks(&pair.key).is_none());
    for &matching in Matching::ALL.iter().filter(possible) {
        for &singletons in Singletons::ALL {
            protocols.push(Protocol { matching, singletons, ..Protocol::default() });
        }
    }
    protocols
}

/// The numbers of one evaluation that might be the figure.
fn candidates(
    evaluation: &Evaluation,
    figure: &Figure,
    averaging: &str,
) -> Vec<(&'static str, &'static str, f64)> {
    let scores: Vec<Score> = (0..evaluation.metrics.len())
        .map(|place| match averaging {
            "all documents" => evaluation.score(place),
            _ => evaluation.macro_score(place),
        })
        .collect();
    let mut candidates = Vec::new();
    for (metric, score) in
        evaluation.metrics.iter().zip(&scores).filter(|(metric, _)| figure.concerns(metric))
    {
        candidates.push((metric.name, "recall", score.recall));
        candidates.push((metric.name, "precision", score.precision));
        candidates.push((metric.name, "F1", score.f1));
    }
    for (average, value) in evaluation.averages(&scores) {
        if figure.metric.as_deref().is_none_or(|name| name == average.name) {
            candidates.push((average.name, "average", value));
        }
    }
    candidates
}

fn explained(arguments: &Arguments, figure: &Figure, found: &[Found], tried: usize) -> Result<String> {
    if arguments.output == "json" {
        let row = |found: &Found| {
            json!({
                "metric": found.name, "part": found.part, "score": found.score, "how": found.how,
                "settings": found.settings,
            })
        };
        let rows: Vec<Value> = found.iter().map(row).collect();
        let value = json!({"schema": 1, "figure": figure.text, "tried": tried, "found": rows});
        return Ok(serde_json::to_string_pretty(&value)? + "\n");
    }
    let left = Alignment::Left;
    let columns =
        [("Name", left), ("", left), ("Score", Alignment::Right), ("Printed as", left), ("Under", left)];
    let mut table = Table::new(&columns);
    for found in found {
        let score = format!("{:.6}", found.score);
        let others = match found.settings.len() - 1 {
            0 => String::new(),
            count => format!(" and {count} other settings"),
        };
        let under = found.settings[0].clone() + &others;
        table.push([found.name, found.part, &score, found.how, &under]);
    }
    table.notes.push(match found.iter().map(|found| found.settings.len()).sum::<usize>() {
        0 => format!("none of {tried} numbers gives {}", figure.text),
        count => format!("{count} of {tried} numbers give {}", figure.text),
    });
    Ok((choices::output(&arguments.output)?.render)(&table))
}

#[cfg(test)]
mod tests {
    use super::Figure;

    #[test]
    fn a_figure_is_found_rounded_and_truncated() {
        let figure = Figure::parse("bcub=66.67").unwrap();
        assert_eq!(figure.ways(2.0 / 3.0), ["percentage, rounded"]);
        let figure = Figure::parse("bcub=66.66").unwrap();
        assert_eq!(figure.ways(2.0 / 3.0), ["percentage, truncated"]);
        let figure = Figure::parse("b3=.67").unwrap();
        assert_eq!(figure.ways(2.0 / 3.0), ["fraction, rounded"]);
    }

    #[test]
    fn what_is_no_figure_is_refused() {
        assert!(Figure::parse("bcub").is_err());
        assert!(Figure::parse("bcub=high").is_err());
        assert!(Figure::parse("colour=3").is_err());
    }
}
