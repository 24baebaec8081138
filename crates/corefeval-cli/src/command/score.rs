//! `corefeval score`: how good are responses?

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, anyhow, bail};
use corefeval::document::Wanted;
use corefeval::evaluation::{Averaging, Evaluation, Plan, Ruled};
use corefeval::matching::Matching;
use corefeval::metric::AVERAGES;
use corefeval::report::{self, By, Layout, Readers, Results, System};

use super::comparison::{Comparison, ComparisonArguments, Met};
use super::protocol::{Everything, ProtocolArguments};
use crate::{choices, hash, output, paths};

/// Score responses against a key.
///
/// Key and responses are files, folders, or - for standard input; .gz and .zst are read as they are. Formats are
/// recognised from the files. One response gives a table with a row for each metric; several give one with a row for each
/// system, best first. The last line is the signature: every choice that can move a score, to be published with it.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The annotation taken to be right (gold).
    key: PathBuf,
    /// The annotations to score (predicted, system output).
    #[arg(required = true)]
    responses: Vec<PathBuf>,
    #[command(flatten)]
    protocol: ProtocolArguments<Everything>,
    #[command(flatten)]
    input: ComparisonArguments,
    /// Score under every matching rule that the key allows, and show how far each is from exact matching: the same as
    /// --match all.
    #[arg(long, help_heading = "Protocol", conflicts_with = "match")]
    match_all: bool,
    /// A row for each system, document or genre.
    #[arg(long, value_name = "WHAT", default_value = "system", help_heading = "Output")]
    by: By,
    /// Recall and precision beside every F, also where that makes a wide table.
    #[arg(short, long, help_heading = "Output")]
    wide: bool,
    /// How the result is laid out.
    #[arg(short, long, value_name = "LAYOUT", default_value = "text", value_parser = choices::layouts(), help_heading = "Output")]
    output: String,
    /// Write the result to a file, whole or not at all.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    out: Option<PathBuf>,
    /// Fail when a score is below a percentage: conll=70, muc=65.5; may be given several times.
    #[arg(long, value_name = "METRIC=PERCENT", help_heading = "Output")]
    min: Vec<String>,
}

/// Scores responses.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let every_rule = arguments.match_all.then_some(("match", "all"));
    let (plan, aids) = arguments.protocol.plan_with(arguments.responses.len(), every_rule)?;
    let minimums = minimums(&arguments.min, &plan)?;
    let inputs = std::iter::once(&arguments.key).chain(&arguments.responses);
    paths::check(inputs.map(PathBuf::as_path), arguments.out.as_deref())?;
    let comparison = Comparison {
        key: &arguments.key,
        responses: &arguments.responses,
        plan: &plan,
        aids: &aids,
        also: Wanted::MENTIONS,
        input: &arguments.input,
        fingerprints: arguments.output == "json",
    };
    let (rules, met) = comparison.scored(|_| ())?;
    let results: Vec<report::rules::Ruled> = rules.into_iter().map(|ruled| named(ruled, &met)).collect();
    let Some(first) = results.first() else { bail!("no matching rule can be used with this key") };
    let text = if plan.compares_rules() {
        arguments.rendered_rules(&results, &plan, &met)?
    } else {
        arguments.rendered(&first.results, &plan, &met)?
    };
    output::write(&text, arguments.out.as_deref())?;
    Ok(below(&first.results, &minimums))
}

fn named<T>(ruled: Ruled, met: &Met<T>) -> report::rules::Ruled {
    let systems = met.names.iter().cloned().zip(ruled.systems);
    let systems = systems.map(|(name, evaluation)| System { name, evaluation }).collect();
    report::rules::Ruled {
        rule: ruled.plan.protocol().matching.to_string(),
        results: Results { signature: ruled.plan.to_string(), systems },
    }
}

impl Arguments {
    fn rendered_rules<T>(&self, rules: &[report::rules::Ruled], plan: &Plan, met: &Met<T>) -> Result<String> {
        if self.output == "json" {
            return self.json_of_rules(rules, met);
        }
        let output = choices::output(&self.output)?;
        if output.readers == Readers::Programs {
            return choices::rendered(
                &self.output,
                &report::records::table_of_rules(rules, self.layout(plan)),
            );
        }
        let mut table = report::rules::table(rules, self.layout(plan).digits());
        let used = |matching: &&Matching| rules.iter().any(|ruled| ruled.rule == matching.to_string());
        let asked = plan.each_rule();
        let unused = asked.iter().map(|plan| &plan.protocol().matching).filter(|matching| !used(matching));
        let unused: Vec<String> = unused.map(ToString::to_string).collect();
        if !unused.is_empty() {
            let unused = unused.join(", ");
            table.notes.push(format!("left out, because the key lacks what they need: {unused}"));
        }
        table.notes.push(plan.to_string());
        choices::rendered(&self.output, &table)
    }

    /// A list with what a run under each rule would give.
    fn json_of_rules<T>(&self, rules: &[report::rules::Ruled], met: &Met<T>) -> Result<String> {
        let mut values = Vec::new();
        for ruled in rules {
            let inputs = hash::inputs(&met.sides, &ruled.results);
            values.push(report::json::scores(&ruled.results, self.by, &inputs, &met.problems.warnings()));
        }
        output::json(&values.into())
    }

    fn rendered<T>(&self, results: &Results, plan: &Plan, met: &Met<T>) -> Result<String> {
        if self.output == "json" {
            let inputs = hash::inputs(&met.sides, results);
            let value = report::json::scores(results, self.by, &inputs, &met.problems.warnings());
            return output::json(&value);
        }
        let output = choices::output(&self.output)?;
        choices::rendered(&self.output, &report::scores::table_for(output, results, self.layout(plan)))
    }

    fn layout(&self, plan: &Plan) -> Layout {
        Layout {
            rounding: plan.rounding(),
            decimals: plan.decimals(),
            wide: self.wide,
            by: self.by,
            macro_average: plan.averaging() == Averaging::Macro,
        }
    }
}

/// The scores that must be reached: a metric or average, and a percentage.
fn minimums(texts: &[String], plan: &Plan) -> Result<Vec<(String, f64)>> {
    let read = |text: &String| {
        let (name, value) =
            text.split_once('=').ok_or_else(|| anyhow!("--min {text}: expected METRIC=PERCENT"))?;
        let percent: f64 = value.parse().map_err(|_| anyhow!("--min {text}: `{value}` is not a number"))?;
        if !(0.0..=100.0).contains(&percent) {
            bail!("--min {text}: `{value}` is not a percentage from 0 to 100");
        }
        let has = |name: &str| plan.metrics().iter().any(|metric| metric.name == name);
        let average = AVERAGES.iter().find(|average| average.name == name);
        if has(name) || average.is_some_and(|average| average.of.iter().all(|name| has(name))) {
            Ok((name.to_owned(), percent))
        } else {
            bail!("--min {text}: `{name}` is not scored here")
        }
    };
    texts.iter().map(read).collect()
}

fn below(results: &Results, minimums: &[(String, f64)]) -> ExitCode {
    let mut code = ExitCode::SUCCESS;
    for system in &results.systems {
        for (name, minimum) in minimums {
            let reached = value(&system.evaluation, name).unwrap_or(0.0) * 100.0;
            if reached < *minimum {
                output::remark(&format!("{}: {name} is {reached:.2}, below {minimum}", system.name));
                code = ExitCode::FAILURE;
            }
        }
    }
    code
}

fn value(evaluation: &Evaluation, name: &str) -> Option<f64> {
    let scores = evaluation.scores();
    let metric = evaluation.metrics().iter().position(|metric| metric.name == name);
    let average = || evaluation.averages(&scores).into_iter().find(|(average, _)| average.name == name);
    metric.map_or_else(|| average().and_then(|(_, value)| value), |place| scores[place].f)
}
