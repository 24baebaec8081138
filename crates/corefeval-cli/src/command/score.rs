//! `corefeval score`: how good are responses?

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, anyhow, bail};
use corefeval::evaluation::{BlancRule, Evaluation, Missing, Plan, Protocol, Repeats, Singletons};
use corefeval::metric::{self, AVERAGES, METRICS, Metric};
use corefeval::report::{self, By, Layout, Results, Rounding, System};

use crate::input::Input;
use crate::pipeline::{self, Files};
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
    /// Metrics, with commas between; all of them unless said otherwise. `conll` is MUC, B³ and CEAFe.
    #[arg(short, long, value_delimiter = ',', value_name = "NAME")]
    metric: Vec<String>,
    /// Which mentions are twins.
    #[arg(long = "match", value_name = "RULE", help_heading = "Protocol")]
    matching: Option<String>,
    /// What becomes of entities with one mention: keep, drop, drop-after-detection.
    #[arg(long, value_name = "POLICY", help_heading = "Protocol")]
    singletons: Option<Singletons>,
    /// What becomes of a second mention of the same span: reference, first, last, error.
    #[arg(long, value_name = "POLICY", help_heading = "Protocol")]
    repeats: Option<Repeats>,
    /// What becomes of a key document that a response lacks: empty, skip, error.
    #[arg(long, value_name = "POLICY", help_heading = "Protocol")]
    missing: Option<Missing>,
    /// Which kinds of link BLANC leaves out: reference, luo-2014.
    #[arg(long, value_name = "RULE", help_heading = "Protocol")]
    blanc: Option<BlancRule>,
    /// How much recall weighs against precision in F.
    #[arg(long, value_name = "NUMBER", help_heading = "Protocol")]
    beta: Option<f64>,
    /// Repeat a run: take every choice from a printed signature.
    #[arg(long, value_name = "TEXT", help_heading = "Protocol")]
    signature: Option<String>,
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
    let plan = arguments.plan()?;
    let minimums = minimums(&arguments.min, &plan)?;
    let format = arguments.format.as_deref().map(choices::format).transpose()?;
    let mut files = vec![Files::open(&arguments.key, format)?];
    for response in &arguments.responses {
        files.push(Files::open(response, format)?);
    }
    if arguments.verbose {
        files.iter().flat_map(Files::inputs).for_each(describe);
    }
    let mut problems = Problems::new(arguments.strict, arguments.quiet);
    let progress = Progress::over(files.iter().flat_map(Files::inputs));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(arguments.threads.unwrap_or(0)).build()?;
    let evaluations = pool.install(|| pipeline::evaluate(&mut files, &plan, &mut problems, &progress));
    progress.finish();
    let evaluations = evaluations?;
    problems.show();
    let systems = names::distinct(&arguments.responses).into_iter().zip(evaluations);
    let systems = systems.map(|(name, evaluation)| System { name, evaluation }).collect();
    let results = Results { signature: signature(&plan), systems };
    output::write(&arguments.rendered(&results, &files, &problems)?, arguments.out.as_deref())?;
    Ok(below(&results, &minimums))
}

impl Arguments {
    fn plan(&self) -> Result<Plan> {
        let (mut protocol, mut names) = (Protocol::default(), self.metric.clone());
        if let Some(signature) = &self.signature {
            names = read_signature(signature, &mut protocol)?;
        }
        if let Some(rule) = &self.matching {
            protocol.matching = rule.parse().map_err(|reason: String| anyhow!(reason))?;
        }
        protocol.singletons = self.singletons.unwrap_or(protocol.singletons);
        protocol.repeats = self.repeats.unwrap_or(protocol.repeats);
        protocol.missing = self.missing.unwrap_or(protocol.missing);
        protocol.blanc = self.blanc.unwrap_or(protocol.blanc);
        if let Some(beta) = self.beta {
            protocol.set("beta", &beta.to_string())?;
        }
        Ok(Plan::new(protocol, &chosen(&names)?))
    }

    fn rendered(&self, results: &Results, files: &[Files], problems: &Problems) -> Result<String> {
        if self.output == "json" {
            let inputs = hash::inputs(files, results)?;
            let value = report::json::scores(results, self.by, &inputs, &problems.warnings());
            return Ok(serde_json::to_string_pretty(&value)? + "\n");
        }
        let Some(output) = report::by_name(&self.output) else {
            let names: Vec<&str> = report::OUTPUTS.iter().map(|output| output.name).collect();
            bail!("`{}` is not a layout; choose json, {}", self.output, names.join(", "));
        };
        // only the table for people must fit a narrow terminal
        let wide = self.wide || self.output != "text";
        let layout = Layout { rounding: self.round, wide, by: self.by, macro_average: self.macro_average };
        Ok((output.render)(&report::scores::table(results, layout)))
    }
}

/// The metrics that were asked for, in table order; all when none was.
fn chosen(names: &[String]) -> Result<Vec<&'static Metric>> {
    let mut wanted: Vec<&str> = Vec::new();
    for name in names {
        match AVERAGES.iter().find(|average| average.name == name) {
            Some(average) => wanted.extend(average.of),
            None if metric::by_name(name).is_some() => wanted.push(name),
            None => bail!("`{name}` is not a metric; choose from {}", known_metrics().join(", ")),
        }
    }
    let is_wanted = |metric: &&&Metric| wanted.is_empty() || wanted.contains(&metric.name);
    Ok(METRICS.iter().filter(is_wanted).copied().collect())
}

fn known_metrics() -> Vec<&'static str> {
    let metrics = METRICS.iter().map(|metric| metric.name);
    metrics.chain(AVERAGES.iter().map(|average| average.name)).collect()
}

fn describe(input: &Input) {
    let layout = (input.format.describe)(input.start());
    anstream::eprintln!("{}: {}, {layout}", input.path.display(), input.format.title);
}

fn signature(plan: &Plan) -> String {
    let metrics: Vec<&str> = plan.metrics.iter().map(|metric| metric.name).collect();
    format!("metrics:{}|{}|corefeval:{}", metrics.join("+"), plan.protocol, env!("CARGO_PKG_VERSION"))
}

/// Reads a signature back: the protocol is filled in, the metrics are returned.
fn read_signature(signature: &str, protocol: &mut Protocol) -> Result<Vec<String>> {
    let mut metrics = Vec::new();
    for field in signature.trim().split('|') {
        match field.split_once(':') {
            Some(("metrics", names)) => metrics = names.split('+').map(str::to_owned).collect(),
            Some(("corefeval", version)) if version != env!("CARGO_PKG_VERSION") => {
                anstream::eprintln!(
                    "corefeval: the signature is of version {version}, this is {}",
                    env!("CARGO_PKG_VERSION")
                );
            }
            Some(("corefeval", _)) => {}
            Some((name, value)) if protocol.set(name, value)? => {}
            _ => bail!("`{field}` is not a field of a signature"),
        }
    }
    Ok(metrics)
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
            let reached = value(&system.evaluation, name) * 100.0;
            if reached < *minimum {
                anstream::eprintln!("corefeval: {}: {name} is {reached:.2}, below {minimum}", system.name);
                code = ExitCode::FAILURE;
            }
        }
    }
    code
}

fn value(evaluation: &Evaluation, name: &str) -> f64 {
    let scores: Vec<_> = (0..evaluation.metrics.len()).map(|place| evaluation.score(place)).collect();
    let metric = evaluation.metrics.iter().position(|metric| metric.name == name);
    let average = || evaluation.averages(&scores).into_iter().find(|(average, _)| average.name == name);
    metric.map(|place| scores[place].f1).or_else(|| average().map(|(_, value)| value)).unwrap_or(0.0)
}
