//! `corefeval score`: how good are responses?

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail};
use corefeval::document::Wanted;
use corefeval::evaluation::contrast::Pairs;
use corefeval::evaluation::resample::Resampling;
use corefeval::evaluation::{Aids, Averaging, DocumentPair, Plan, Ruled};
use corefeval::matching::Matching;
use corefeval::report::contrast::{Intervals, add_intervals, intervals_json};
use corefeval::report::{self, By, Digits, Layout, Output, Readers, Results, Sort, System, Table};
use corefeval::strata::DocumentStrata;
use serde_json::{Value, json};

use super::arguments::{ComparisonArguments, Layout as Shown, OutputArguments};
use super::comparison::{Comparison, Met};
use super::cross_check;
use super::minimum::{self, Minimum};
use super::protocol::{Accepts, ProtocolArguments};
use super::resampling::{ResamplingArguments, compared};
use super::response::{Response, inputs};
use super::score_by::{Seen, divided, division};
use super::tip::{Traits, tip};
use crate::choices;
use crate::output::Label;
use crate::{hash, output, paths};

/// Score responses (predicted) against a key (gold).
///
/// Key and responses are files, folders, or - for standard input; .gz and .zst files are decompressed. Formats are
/// recognised from the contents. With one response, the table has a row for each metric; with several, a row for each
/// system, best first. The last line is the signature: every choice that can change a score. Publish it with the score.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The annotation taken to be right (gold).
    key: PathBuf,
    /// The annotations to score (predicted, system output); NAME=FILE names a system otherwise than its file.
    #[arg(required = true, value_hint = clap::ValueHint::AnyPath)]
    responses: Vec<Response>,
    #[command(flatten)]
    protocol: ProtocolArguments<Scored>,
    #[command(flatten)]
    input: ComparisonArguments,
    /// Score under every matching rule that is possible with the key, and show the difference from exact matching; the same as
    /// --match all.
    #[arg(long, help_heading = "Protocol", conflicts_with = "match", hide_short_help = true)]
    match_all: bool,
    /// What a row stands for: system, document, genre, or mentions by type, pronoun, entity-type, size, singleton, distance,
    /// mention-distance, first, speaker, position, nesting or zero, whose shares add up to the score (docs/analysis.md).
    #[arg(long, value_name = "WHAT", default_value = "system", help_heading = "Output", hide_possible_values = true, value_parser = choices::one_of::<By>(By::values()))]
    by: By,
    /// Show recall and precision with every F1, even if the table gets wide.
    #[arg(short, long, help_heading = "Output")]
    wide: bool,
    /// The order of rows: none (as given), score (best first) or name. By default, systems are sorted by score, except in CSV,
    /// TSV and JSON and with --by.
    #[arg(long, value_name = "HOW", help_heading = "Output")]
    sort: Option<Sort>,
    /// Intervals for all scores, from resampled documents (docs/significance.md).
    #[arg(long, help_heading = "Intervals and tests")]
    ci: bool,
    #[command(flatten)]
    chance: ResamplingArguments,
    #[command(flatten)]
    output: OutputArguments,
    /// Score the responses that can be read and list the others at the end; the exit status is 2 if there are any. Without this
    /// option, one bad response ends the run.
    #[arg(long, help_heading = "Input")]
    keep_going: bool,
    /// Also run the original scorer of the format (CoNLL scorer v8.01, CoVal, CorefUD scorer, Universal Anaphora
    /// scorer) and say figure by figure whether they agree and which choice makes the difference; exits with 1 if something
    /// is left unexplained.
    #[arg(long, help_heading = "Output", conflicts_with_all = ["match_all", "by", "sort", "ci"])]
    cross_check: bool,
    /// Exit with status 1 when a score is below a percentage: conll=70, muc=65.5; may be given several times.
    #[arg(long, value_name = "METRIC=PERCENT", help_heading = "Output")]
    min: Vec<String>,
}

/// The choices that `score` supports: every choice, several matching rules, and options of intervals, but not
/// of tests.
#[derive(Clone, Debug)]
pub(crate) struct Scored;

impl Accepts for Scored {
    const REFUSED: &'static [&'static str] = &[];
    const OWN: &'static [&'static str] = &["resamples", "seed", "unit", "strata", "interval", "confidence"];
    const COMPARES_RULES: bool = true;
}

/// Scores responses.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let inputs = inputs(&arguments.key, &arguments.responses).chain(arguments.protocol.files());
    paths::check(inputs, arguments.output.file())?;
    arguments.protocol.note_version();
    if !arguments.keep_going {
        return score(arguments, &arguments.responses);
    }
    let (plan, aids) = arguments.plan(arguments.responses.len())?;
    let (good, bad) = arguments.comparison(&arguments.responses, &plan, &aids).parted()?;
    let code = match &good[..] {
        [] => ExitCode::from(2),
        good => score(arguments, good)?,
    };
    for response in &bad {
        output::remark(Label::Error, &format!("{} was not scored", paths::name(&response.path)));
    }
    Ok(if bad.is_empty() { code } else { ExitCode::from(2) })
}

fn score(arguments: &Arguments, responses: &[Response]) -> Result<ExitCode> {
    let (plan, aids) = arguments.plan(responses.len())?;
    arguments.check_rules(&plan)?;
    let minimums: Vec<Minimum> =
        arguments.min.iter().map(|text| Minimum::read(text, &plan)).collect::<Result<_>>()?;
    let resampling = arguments.resampling(&plan)?;
    let plan = arguments.division(&plan)?;
    let comparison = arguments.comparison(responses, &plan, &aids);
    if arguments.cross_check {
        cross_check::refuse(&comparison)?;
    }
    let gives_tip = arguments.gives_tip();
    let seen = |pair: DocumentPair| Seen {
        traits: gives_tip.then(|| Traits::of(pair.key())),
        strata: arguments.by.strata().map(|strata| DocumentStrata::new(strata, &plan, &pair)),
    };
    let (rules, mut met) = comparison.scored(seen)?;
    let mut results: Vec<report::rules::Ruled> = rules.into_iter().map(|ruled| named(ruled, &met)).collect();
    if let (Some(strata), Some(only)) = (arguments.by.strata(), results.first_mut()) {
        divided(strata, &comparison, &mut only.results, &mut met)?;
    }
    if let Some(first) = results.first().filter(|_| arguments.cross_check) {
        let reached = minimum::check(&first.results, &minimums);
        let agrees = arguments.cross_check(&comparison, &met, &first.results)?;
        return Ok(if agrees { reached } else { ExitCode::FAILURE });
    }
    if plan.compares_rules() {
        arguments.write_rules(&results, &plan, &met)?;
    } else if let Some(only) = results.first_mut() {
        let intervals = resampling.map(|options| arguments.intervals(&mut only.results, &plan, &options));
        let notes = other_documents(&only.results).into_iter().collect();
        let extra = Extra { intervals: intervals.transpose()?, notes };
        arguments.write(&only.results, &plan, &met, &extra)?;
    }
    let Some(first) = results.first() else { bail!("no matching rule can be used with this key") };
    Arguments::give_tip(&met);
    Ok(minimum::check(&first.results, &minimums))
}

/// A warning if systems were not scored on the same documents, so that their scores cannot be compared.
fn other_documents(results: &Results) -> Option<String> {
    let counts: Vec<usize> =
        results.systems.iter().map(|system| system.evaluation.documents().len()).collect();
    if counts.windows(2).all(|two| two[0] == two[1]) {
        return None;
    }
    let each = results.systems.iter().zip(&counts).map(|(system, count)| format!("{} {count}", system.name));
    Some(format!("scored on different numbers of documents: {}", each.collect::<Vec<_>>().join(", ")))
}

/// Additional output beside scores.
struct Extra {
    intervals: Option<Intervals>,
    notes: Vec<String>,
}

fn named<T>(ruled: Ruled, met: &Met<T>) -> report::rules::Ruled {
    let systems = met.names.iter().cloned().zip(ruled.systems);
    let systems = systems.map(|(name, evaluation)| System { name, evaluation, strata: None }).collect();
    report::rules::Ruled {
        rule: ruled.plan.protocol().matching.to_string(),
        results: Results { signature: ruled.plan.to_string(), systems },
    }
}

impl Arguments {
    fn plan(&self, responses: usize) -> Result<(Plan, Aids)> {
        let every_rule = self.match_all.then_some(("match", "all"));
        self.protocol.plan_with(responses, every_rule)
    }

    fn comparison<'a>(&'a self, responses: &'a [Response], plan: &'a Plan, aids: &'a Aids) -> Comparison<'a> {
        Comparison {
            key: &self.key,
            responses,
            plan,
            aids,
            also: self.by.strata().map_or(Wanted::MENTIONS, |strata| strata.wanted),
            input: &self.input,
            fingerprints: self.output.is_json(),
        }
    }

    /// Whether a tip may be printed: no choice and no --quiet was given.
    fn gives_tip(&self) -> bool {
        !self.input.all.quiet && !self.match_all && !self.cross_check && self.protocol.is_usual()
    }

    /// Prints a tip that names the preset or the choice that fits the key.
    fn give_tip(met: &Met<Seen>) {
        let key = met.sides.first().and_then(|side| side.inputs().first());
        let seen = met.systems.first().into_iter().flatten();
        let traits = seen.filter_map(|seen| seen.traits).reduce(Traits::or);
        if let Some(tip) = key.zip(traits).and_then(|(input, traits)| tip(input.format().name, traits)) {
            output::remark(Label::Tip, &tip);
        }
    }

    /// Writes every response's figures beside those of the original scorer. Returns whether all differences
    /// are explained.
    fn cross_check<T>(&self, comparison: &Comparison, met: &Met<T>, results: &Results) -> Result<bool> {
        let systems = results.systems.iter().enumerate();
        let checks =
            systems.map(|(place, system)| cross_check::check(comparison, met, place, &system.evaluation));
        let checks = checks.collect::<Result<Vec<_>>>()?;
        let digits = self.layout(comparison.plan).digits();
        let tables: Vec<Table> = checks.iter().map(|check| check.table(digits, self.wide)).collect();
        self.output.write_tables(&tables, || {
            let systems: Vec<Value> = checks.iter().map(cross_check::CrossCheck::json).collect();
            let signature = comparison.plan.to_string();
            json!({"schema": 1, "corefeval": env!("CARGO_PKG_VERSION"), "signature": signature, "systems": systems})
        })?;
        Ok(checks.iter().all(cross_check::CrossCheck::is_fine))
    }

    fn write_rules<T>(&self, rules: &[report::rules::Ruled], plan: &Plan, met: &Met<T>) -> Result<()> {
        let table = match self.output.layout() {
            Shown::Table(Output { readers: Readers::Programs, .. }) => {
                report::records::table_of_rules(rules, self.layout(plan))
            }
            _ => self.table_of_rules(rules, plan),
        };
        self.output.write_table(&table, || self.json_of_rules(rules, met))
    }

    fn table_of_rules(&self, rules: &[report::rules::Ruled], plan: &Plan) -> Table {
        let mut table = report::rules::table(rules, self.layout(plan));
        let used = |matching: &&Matching| rules.iter().any(|ruled| ruled.rule == matching.to_string());
        let asked = plan.each_rule();
        let unused = asked.iter().map(|plan| &plan.protocol().matching).filter(|matching| !used(matching));
        let unused: Vec<String> = unused.map(ToString::to_string).collect();
        if !unused.is_empty() {
            let unused = unused.join(", ");
            table.notes.push(format!("left out, because the key lacks what they need: {unused}"));
        }
        table.signature = plan.to_string();
        table
    }

    /// A list of the results under each rule.
    fn json_of_rules<T>(&self, rules: &[report::rules::Ruled], met: &Met<T>) -> Value {
        let mut values = Vec::new();
        for ruled in rules {
            let inputs = hash::inputs(&met.sides, &ruled.results);
            values.push(report::json::scores(&ruled.results, self.by, &inputs, &met.problems.warnings()));
        }
        values.into()
    }

    /// Refuses options that do not work if several matching rules are compared.
    fn check_rules(&self, plan: &Plan) -> Result<()> {
        if !plan.compares_rules() {
            return Ok(());
        }
        if !self.min.is_empty() {
            bail!("--min is for one matching rule: choose one with --match");
        }
        let is_divided = matches!(self.by, By::Document | By::Genre);
        if (self.wide || is_divided) && !self.output.is_for_programs() {
            let what = if self.wide { "--wide".to_owned() } else { format!("--by {}", self.by) };
            bail!(
                "{what} is for one matching rule, or for --as csv, tsv or json: choose one rule with --match"
            );
        }
        Ok(())
    }

    /// The options of intervals, if an option or the signature requests intervals.
    fn resampling(&self, plan: &Plan) -> Result<Option<Resampling>> {
        let signed = self.protocol.own_fields()?;
        let has_intervals = signed.iter().any(|(name, _)| name == "resamples");
        if let Some((name, value)) = signed.first().filter(|_| !self.ci && !has_intervals) {
            bail!(
                "--signature: `{name}:{value}` cannot change a score: leave it out, or add --ci for intervals"
            );
        }
        if !self.ci && !has_intervals {
            return match self.chance.first_given() {
                Some(name) => bail!("--{name} is about intervals: use it with --ci"),
                None => Ok(None),
            };
        }
        if self.by != By::System {
            bail!("--ci computes intervals over all documents: use it without --by {}", self.by);
        }
        if plan.compares_rules() {
            bail!("--ci is for one matching rule: choose one with --match");
        }
        self.chance.options(&signed).map(Some)
    }

    /// The intervals of every system, each from its own documents; adds their options to the signature.
    fn intervals(&self, results: &mut Results, plan: &Plan, options: &Resampling) -> Result<Intervals> {
        let fields = options.fields();
        let drawn: Vec<_> = fields.into_iter().filter(|(name, _)| *name != "test").collect();
        results.signature = plan.signature_with(&drawn);
        let threads = self.input.all.threads();
        let alone = |system: &System| {
            let run = std::slice::from_ref(&system.evaluation);
            let contrast = compared(&[run], options, Pairs::None, threads);
            contrast.map_err(|failure| failure.named(std::slice::from_ref(&system.name)))
        };
        let systems = results.systems.iter().map(alone).collect::<Result<_>>()?;
        Ok(Intervals { systems, digits: Digits::from(plan) })
    }

    /// The plan for the kind of rows.
    fn division(&self, plan: &Plan) -> Result<Plan> {
        let asked = self.protocol.has_option("metrics");
        match self.by.strata() {
            Some(strata) => division(strata, plan, asked, self.input.all.quiet),
            None => Ok(plan.clone()),
        }
    }

    fn write<T>(&self, results: &Results, plan: &Plan, met: &Met<T>, extra: &Extra) -> Result<()> {
        match self.output.layout() {
            Shown::Json => {
                let inputs = hash::inputs(&met.sides, results);
                let mut value = report::json::scores(results, self.by, &inputs, &met.problems.warnings());
                let intervals = extra.intervals.iter().flat_map(|all| all.systems.iter().enumerate());
                for (place, contrast) in intervals {
                    value["systems"][place]["intervals"] = intervals_json(contrast, Digits::from(plan));
                }
                if let (Some(sort), Some(systems)) = (self.sort, value["systems"].as_array_mut()) {
                    let order = report::order(&results.systems, sort, self.layout(plan));
                    *systems = order.into_iter().map(|place| systems[place].take()).collect();
                }
                if !extra.notes.is_empty() {
                    value["notes"] = extra.notes.clone().into();
                }
                self.output.write_json(&value)
            }
            Shown::Table(output) => {
                let mut table = report::scores::table_for(output, results, self.layout(plan));
                if let Some(intervals) = &extra.intervals {
                    add_intervals(&mut table, output, results, intervals);
                }
                table.notes.extend(extra.notes.iter().cloned());
                self.output.write_table(&table, || Value::Null)
            }
        }
    }

    fn layout(&self, plan: &Plan) -> Layout {
        Layout {
            rounding: plan.rounding(),
            decimals: plan.decimals(),
            wide: self.wide,
            by: self.by,
            macro_average: plan.averaging() == Averaging::Macro,
            sort: self.sort,
        }
    }
}
