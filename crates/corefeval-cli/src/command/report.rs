//! `corefeval report`: scores, errors and texts as one HTML file.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use corefeval::document::{Layer, Wanted};
use corefeval::evaluation::contrast::Pairs;
use corefeval::evaluation::decisions::wanted_kinds;
use corefeval::evaluation::resample::Resampling;
use corefeval::evaluation::{Aids, DocumentPair, Evaluation, Origin, PairScore, Plan, Ruled, wanted};
use corefeval::report::data::{self, Overview, PairData};
use corefeval::report::{Results, System};
use corefeval_report::Report;

use super::arguments::ComparisonArguments;
use super::comparison::{Comparison, Met};
use super::protocol::{ProtocolArguments, Resampled, one_rule};
use super::resampling::{ResamplingArguments, compared};
use super::response::{Response, inputs};
use crate::{hash, output, paths};

/// Write scores, errors and texts as one HTML file to look at.
///
/// The file opens in any browser, without a server and without a network, and holds everything: the texts with the mentions of
/// key and responses, the scores with their intervals under this protocol and under every matching rule that the key allows,
/// and what each entity contributes to each score. Texts of licensed corpora are in it: share it as you would share them.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The annotation taken to be right (gold).
    key: PathBuf,
    /// The annotations to report on (predicted, system output); NAME=FILE names a system otherwise than its file.
    #[arg(required = true, value_hint = clap::ValueHint::AnyPath)]
    responses: Vec<Response>,
    #[command(flatten)]
    protocol: ProtocolArguments<Resampled>,
    #[command(flatten)]
    chance: ResamplingArguments,
    #[command(flatten)]
    input: ComparisonArguments,
    /// The HTML file to write, completely or not at all; with --split, the folder.
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    out: PathBuf,
    /// Write a folder with a page and two files for each document instead, which are read when they are looked at: for corpora
    /// that are too large for one file.
    #[arg(long, help_heading = "Output")]
    split: bool,
}

/// Writes a report.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let out = (!arguments.split).then_some(arguments.out.as_path());
    paths::check(arguments.inputs(), out)?;
    out.map_or(Ok(()), check_ending)?;
    let (plan, aids) = arguments.protocol.plan(arguments.responses.len())?;
    one_rule(&plan)?;
    let options = arguments.chance.options(&arguments.protocol.own_fields()?)?;
    let report = arguments.report(&plan, &aids, &options)?;
    if arguments.split {
        arguments.write_folder(&report)?;
    } else {
        output::write_file(&arguments.out, report.html().as_bytes())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The result for a pair: its scores under every rule, and its data for the report.
type Reported = (PairScore, Result<PairData, serde_json::Error>);

impl Arguments {
    /// Every file that is read.
    fn inputs(&self) -> impl Iterator<Item = &Path> {
        inputs(&self.key, &self.responses).chain(self.protocol.files())
    }

    /// Writes a page and two files for each document.
    fn write_folder(&self, report: &Report) -> Result<()> {
        let pages = report.pages();
        let files: Vec<(PathBuf, &[u8])> =
            pages.iter().map(|page| (self.out.join(&page.name), page.text.as_bytes())).collect();
        paths::check(self.inputs(), files.iter().map(|(path, _)| path.as_path()))?;
        let documents = self.out.join("documents");
        std::fs::create_dir_all(&documents)
            .with_context(|| format!("cannot make {}", paths::name(&documents)))?;
        output::write_files(&files)
    }

    fn report(&self, plan: &Plan, aids: &Aids, options: &Resampling) -> Result<Report> {
        let of_rules = data::scoring_of_rules(plan);
        let work = |pair: DocumentPair| -> Reported {
            (of_rules.count(&pair, &mut |_| ()), PairData::new(plan, pair))
        };
        let (rules, mut met) = self.comparison(plan, aids).scored(work)?;
        let Some(Ruled { systems: evaluations, .. }) = rules.into_iter().next() else {
            bail!("nothing was scored")
        };
        let (counted, mut pairs) = parted(std::mem::take(&mut met.systems))?;
        let runs: Vec<_> = evaluations.iter().map(std::slice::from_ref).collect();
        let contrast = compared(&runs, options, Pairs::All, self.input.all.threads());
        let contrast = contrast.map_err(|failure| failure.named(&met.names))?;
        let signature = plan.signature_with(&options.fields());
        let inputs = hash::inputs(&met.sides, &named(&signature, &met, &evaluations));
        let overview = data::overview(&Overview {
            names: &met.names,
            evaluations: &evaluations,
            contrast: &contrast,
            rules: &of_rules.finish(counted, &mut |_| ()),
            panels: data::panels(&evaluations, &mut pairs),
            inputs: &inputs,
            problems: &met.problems.found,
            signature: &signature,
        });
        Ok(Report { overview, documents: data::documents(pairs) })
    }

    fn comparison<'a>(&'a self, plan: &'a Plan, aids: &'a Aids) -> Comparison<'a> {
        let every_rule = data::every_rule(plan);
        let of = |origin| wanted(&every_rule, aids, origin);
        let shown = Wanted::MENTIONS.and_details().and_words().and(Layer::Speaker);
        let also = shown
            .union(wanted_kinds())
            .union(data::wanted_by_panels())
            .union(of(Origin::Key))
            .union(of(Origin::Response(0)));
        Comparison {
            key: &self.key,
            responses: &self.responses,
            plan,
            aids,
            also,
            input: &self.input,
            fingerprints: true,
        }
    }
}

/// A value for each pair of each system.
type OfPairs<T> = Vec<Vec<T>>;

/// Separates the scores of all pairs from their data for the report.
fn parted(systems: OfPairs<Reported>) -> Result<(OfPairs<PairScore>, OfPairs<PairData>)> {
    let (mut scores, mut shown) = (Vec::new(), Vec::new());
    for system in systems {
        let (score, pairs): (Vec<_>, Vec<_>) = system.into_iter().unzip();
        scores.push(score);
        shown.push(pairs.into_iter().collect::<Result<Vec<_>, _>>()?);
    }
    Ok((scores, shown))
}

fn named<T>(signature: &str, met: &Met<T>, evaluations: &[Evaluation]) -> Results {
    let systems = met.names.iter().zip(evaluations);
    let system = |(name, evaluation): (&String, &Evaluation)| System {
        name: name.clone(),
        evaluation: evaluation.clone(),
        strata: None,
    };
    Results { signature: signature.to_owned(), systems: systems.map(system).collect() }
}

/// Refuses a file name without the extension of a page, since only pages are written; pipes and devices may
/// have any name.
fn check_ending(out: &Path) -> Result<()> {
    let ending = out.extension().unwrap_or_default().to_ascii_lowercase();
    let is_special = out == Path::new("-") || out.metadata().is_ok_and(|about| !about.is_file());
    if !is_special && ending != "html" && ending != "htm" {
        bail!(
            "--out {}: a report is an HTML file; use a name that ends in .html or .htm, or - for standard output",
            paths::name(out)
        );
    }
    Ok(())
}
