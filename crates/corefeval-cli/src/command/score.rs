//! `corefeval score`: how good are responses?

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, anyhow, bail};
use corefeval::document::{BracketedTree, read_bracketed};
use corefeval::evaluation::{Evaluation, Plan, Protocol, Scope};
use corefeval::matching::Matching;
use corefeval::metric::AVERAGES;
use corefeval::report::rules::Ruled;
use corefeval::report::{self, By, Layout, Results, Rounding, System};
use corefeval_files::{Files, Input, Options};

use super::protocol::{ProtocolArguments, signature};
use crate::across::Across;
use crate::pipeline::{self, Run};
use crate::problems::Problems;
use crate::progress::Progress;
use crate::{choices, hash, names, output};

/// Score responses against a key.
///
/// Key and responses are files, folders, or - for standard input; .gz and .zst are read as they are. Formats are told by
/// looking at the files. One response gives a table with a row for each metric; several give one with a row for each
/// system, best first. The last line is the signature: every choice that can move a score, to be published with it.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The annotation taken to be right.
    key: PathBuf,
    /// The annotations to score.
    #[arg(required = true)]
    responses: Vec<PathBuf>,
    #[command(flatten)]
    protocol: ProtocolArguments,
    /// Score under every matching rule that the key allows, and show how far each is from exact matching.
    #[arg(long, help_heading = "Output")]
    match_all: bool,
    /// A row for each system, document or genre.
    #[arg(long, value_name = "WHAT", default_value = "system", help_heading = "Output")]
    by: By,
    /// The mean of the documents' scores instead of the score of all documents.
    #[arg(long = "macro", help_heading = "Output")]
    macro_average: bool,
    /// Recall and precision beside every F1, also where that makes a wide table.
    #[arg(short, long, help_heading = "Output")]
    wide: bool,
    /// How the result is laid out: text, json, tsv, csv, markdown, latex.
    #[arg(short, long, value_name = "LAYOUT", default_value = "text", help_heading = "Output")]
    output: String,
    /// Write the result to a file, whole or not at all.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    out: Option<PathBuf>,
    /// How percentages are cut to two decimals: nearest, truncate.
    #[arg(long, value_name = "HOW", default_value = "nearest", help_heading = "Output")]
    round: Rounding,
    /// Fail when a score is below a percentage: conll=70, muc=65.5; may be given several times.
    #[arg(long, value_name = "METRIC=PERCENT", help_heading = "Output")]
    min: Vec<String>,
    /// A file that says which topic each document is of: document id, tab, topic.
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    topics: Option<PathBuf>,
    /// A file that says which entities of different documents are one: document id, tab, entity, tab, shared id. Entities
    /// that it does not name are of their document alone. Once for all files, or once for each, that of the key first.
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    entity_map: Vec<PathBuf>,
    /// Trees for the key, one for each sentence, in brackets as treebanks have them.
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    trees: Option<PathBuf>,
    /// Where the words of key and response are compared: auto (everywhere in small files, at the start of large ones),
    /// all.
    #[arg(long, value_name = "WHERE", default_value = "auto", value_parser = ["auto", "all"], help_heading = "Input")]
    words: String,
    /// The format of all files; told by looking at them unless given.
    #[arg(short, long, value_name = "NAME", help_heading = "Input")]
    format: Option<String>,
    /// Turn warnings into errors.
    #[arg(long, help_heading = "Input")]
    strict: bool,
    /// Do not show warnings.
    #[arg(short, long, help_heading = "Input")]
    quiet: bool,
    /// Say what was read and how.
    #[arg(short, long, help_heading = "Input")]
    verbose: bool,
    /// How many threads; all cores unless given. The result is the same for any number.
    #[arg(long, value_name = "N", help_heading = "Input")]
    threads: Option<usize>,
}

/// Scores responses.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let plan = arguments.protocol.plan()?;
    let with = arguments.with()?;
    let minimums = minimums(&arguments.min, &plan)?;
    let format = arguments.format.as_deref().map(choices::format).transpose()?;
    let options = Options::new().format(format);
    let mut files = vec![Files::open(&arguments.key, &options)?];
    for response in &arguments.responses {
        files.push(Files::open(response, &options)?);
    }
    if arguments.verbose {
        files.iter().flat_map(Files::inputs).for_each(describe);
    }
    let mut problems = Problems::new(arguments.strict, arguments.quiet);
    let progress = Progress::over(files.iter().flat_map(Files::inputs));
    let pool = corefeval_files::pool(arguments.threads)?;
    let plans = if arguments.match_all { every_rule(&plan) } else { vec![plan] };
    let run = Run {
        plans: &plans,
        all_words: arguments.compares_all_words(&files),
        trees: arguments.trees.as_deref().map(trees).transpose()?,
        across: arguments.across(&plans[0].protocol)?,
        progress: &progress,
    };
    let evaluations = pool.install(|| pipeline::evaluate(&mut files, &run, &mut problems));
    progress.finish();
    let evaluations = evaluations?;
    problems.show();
    let names = names::distinct(&arguments.responses);
    let results: Vec<Ruled> =
        evaluations.into_iter().map(|(plan, systems)| ruled(&plan, &with, &names, systems)).collect();
    let Some(first) = results.first() else { bail!("no matching rule can be used with this key") };
    let text = if arguments.match_all {
        arguments.rendered_rules(&results, &files, &problems)?
    } else {
        arguments.rendered(&first.results, &files, &problems)?
    };
    output::write(&text, arguments.out.as_deref())?;
    Ok(below(&first.results, &minimums))
}

/// Files below this are compared word by word without being asked: it takes no time.
const SMALL: u64 = 16 << 20;

fn trees(path: &Path) -> Result<Vec<BracketedTree>> {
    let text = corefeval_files::text(path)?;
    read_bracketed(&text).map_err(|error| anyhow!("{}:{}: {}", path.display(), error.line, error.message))
}

/// The same plan under every matching rule.
fn every_rule(plan: &Plan) -> Vec<Plan> {
    let under = |matching: &Matching| {
        let mut plan = plan.clone();
        plan.protocol.matching = *matching;
        plan
    };
    Matching::ALL.iter().map(under).collect()
}

fn ruled(plan: &Plan, with: &[&str], names: &[String], evaluations: Vec<Evaluation>) -> Ruled {
    let systems = names.iter().cloned().zip(evaluations);
    let systems = systems.map(|(name, evaluation)| System { name, evaluation }).collect();
    Ruled {
        rule: plan.protocol.matching.to_string(),
        results: Results { signature: signature(plan, with), systems },
    }
}

impl Arguments {
    fn compares_all_words(&self, files: &[Files]) -> bool {
        let sizes = files.iter().flat_map(Files::inputs).map(Input::size);
        self.words == "all" || sizes.sum::<Option<u64>>().is_none_or(|size| size < SMALL)
    }

    /// Which files were given that move scores without being scored; those that a given signature names must be among them.
    fn with(&self) -> Result<Vec<&'static str>> {
        let files = [
            ("trees", self.trees.is_some()),
            ("topics", self.topics.is_some()),
            ("entity-map", !self.entity_map.is_empty()),
        ];
        let with: Vec<&str> = files.into_iter().filter_map(|(name, given)| given.then_some(name)).collect();
        if let Some(missing) = self.protocol.files_of_signature().find(|name| !with.contains(name)) {
            bail!("the signature is of a run with --{missing}: give that file too");
        }
        Ok(with)
    }

    fn across(&self, protocol: &Protocol) -> Result<Option<Across>> {
        if protocol.scope == Scope::Document {
            if self.topics.is_some() || !self.entity_map.is_empty() {
                bail!(
                    "--topics and --entity-map say which documents and entities belong together: use them with --scope topic or corpus"
                );
            }
            return Ok(None);
        }
        if !(self.entity_map.len() < 2 || self.entity_map.len() == self.responses.len() + 1) {
            bail!("--entity-map: give one for all files, or one for each, that of the key first");
        }
        Across::new(protocol, self.topics.as_ref(), &self.entity_map).map(Some)
    }

    fn rendered_rules(&self, rules: &[Ruled], files: &[Files], problems: &Problems) -> Result<String> {
        if self.output == "json" {
            return self.json_of_rules(rules, files, problems);
        }
        let mut table = report::rules::table(rules, self.round);
        let used = |matching: &&Matching| rules.iter().any(|ruled| ruled.rule == matching.to_string());
        let unused = Matching::ALL.iter().filter(|matching| !used(matching));
        let unused: Vec<String> = unused.map(ToString::to_string).collect();
        if !unused.is_empty() {
            let unused = unused.join(", ");
            table.notes.push(format!("left out, because the key lacks what they need: {unused}"));
        }
        table.notes.extend(rules.first().map(|first| first.results.signature.clone()));
        Ok((choices::output(&self.output)?.render)(&table))
    }

    /// A list with what a run under each rule would give.
    fn json_of_rules(&self, rules: &[Ruled], files: &[Files], problems: &Problems) -> Result<String> {
        let mut values = Vec::new();
        for ruled in rules {
            let inputs = hash::inputs(files, &ruled.results)?;
            values.push(report::json::scores(&ruled.results, self.by, &inputs, &problems.warnings()));
        }
        Ok(serde_json::to_string_pretty(&values)? + "\n")
    }

    fn rendered(&self, results: &Results, files: &[Files], problems: &Problems) -> Result<String> {
        if self.output == "json" {
            let inputs = hash::inputs(files, results)?;
            let value = report::json::scores(results, self.by, &inputs, &problems.warnings());
            return Ok(serde_json::to_string_pretty(&value)? + "\n");
        }
        let output = choices::output(&self.output)?;
        // only the table for people must fit a narrow terminal
        let wide = self.wide || self.output != "text";
        let layout = Layout { rounding: self.round, wide, by: self.by, macro_average: self.macro_average };
        Ok((output.render)(&report::scores::table(results, layout)))
    }
}

fn describe(input: &Input) {
    let layout = input.format().describe(input.start());
    output::say(&format!("{}: {}, {layout}", crate::paths::name(input.path()), input.format().title));
}

/// The scores that must be reached: a metric or average, and a percentage.
fn minimums(texts: &[String], plan: &Plan) -> Result<Vec<(String, f64)>> {
    let read = |text: &String| {
        let (name, value) =
            text.split_once('=').ok_or_else(|| anyhow!("--min {text}: expected METRIC=PERCENT"))?;
        let value: f64 = value.parse().map_err(|_| anyhow!("--min {text}: `{value}` is not a number"))?;
        let scored = plan.metrics.iter().any(|metric| metric.name == name);
        let averaged = AVERAGES.iter().any(|average| average.name == name);
        if scored || averaged {
            Ok((name.to_owned(), value))
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
    let scores: Vec<_> = (0..evaluation.metrics.len()).map(|place| evaluation.score(place)).collect();
    let metric = evaluation.metrics.iter().position(|metric| metric.name == name);
    let average = || evaluation.averages(&scores).into_iter().find(|(average, _)| average.name == name);
    metric.map_or_else(|| average().and_then(|(_, value)| value), |place| scores[place].f)
}
