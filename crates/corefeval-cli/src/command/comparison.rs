//! Options of the commands that compare a key with responses, and the way from their files to pairs of documents.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use corefeval::document::Wanted;
use corefeval::evaluation::{Aids, DocumentPair, Noticed, Plan, Ruled, Scoring};
use corefeval::format::{Format, Role};
use corefeval_files::{Files, Input, Options, Run, each_pair, pool, tell};

use crate::problems::{Problems, in_words};
use crate::progress::Progress;
use crate::{choices, names, output, paths};

/// How files are read and compared.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Input")]
pub(crate) struct ComparisonArguments {
    /// The format of all files; recognised from the files unless given.
    #[arg(short, long, value_name = "NAME")]
    format: Option<String>,
    /// The format of the key.
    #[arg(long, value_name = "NAME")]
    key_format: Option<String>,
    /// The format of the responses.
    #[arg(long, value_name = "NAME")]
    response_format: Option<String>,
    /// Turn warnings into errors.
    #[arg(long)]
    strict: bool,
    /// Do not show warnings.
    #[arg(short, long)]
    quiet: bool,
    /// Say what was read and how.
    #[arg(short, long)]
    verbose: bool,
    /// How many threads; all cores unless given. The result is the same for any number.
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
}

/// The key and the responses of a command, with the plan under which they meet.
pub(crate) struct Comparison<'a> {
    pub(crate) key: &'a Path,
    pub(crate) responses: &'a [PathBuf],
    pub(crate) plan: &'a Plan,
    pub(crate) aids: &'a Aids,
    /// What is to be read besides what the plan needs.
    pub(crate) also: Wanted,
    pub(crate) input: &'a ComparisonArguments,
    /// Whether the files get fingerprints.
    pub(crate) fingerprints: bool,
}

/// What came of the pairs of each response.
pub(crate) struct Met<T> {
    /// For each response, its pairs in the order of the key.
    pub(crate) systems: Vec<Vec<T>>,
    /// What the systems are called.
    pub(crate) names: Vec<String>,
    /// The files that were read.
    pub(crate) sides: Vec<Files>,
    /// What was odd.
    pub(crate) problems: Problems,
}

impl ComparisonArguments {
    /// Says something odd about a file, unless nobody wants to hear it.
    pub(crate) fn warn(&self, path: &Path, code: &'static str, message: &str) -> Result<()> {
        let mut problems = Problems::new(self.strict, self.quiet);
        problems.warn(path, code, message.to_owned());
        problems.show();
        if problems.errors() > 0 { refused(&problems) } else { Ok(()) }
    }
}

impl Comparison<'_> {
    /// Does some work on every pair; what is odd is shown, what is wrong ends the run.
    pub(crate) fn each_pair<T: Send>(
        &self,
        work: impl Fn(DocumentPair, &mut dyn FnMut(Noticed)) -> T + Send + Sync,
    ) -> Result<Met<T>> {
        let met = self.met(work)?;
        met.problems.show();
        Ok(met)
    }

    fn met<T: Send>(
        &self,
        work: impl Fn(DocumentPair, &mut dyn FnMut(Noticed)) -> T + Send + Sync,
    ) -> Result<Met<T>> {
        let mut sides = self.open()?;
        let mut problems = Problems::new(self.input.strict, self.input.quiet);
        let progress = Progress::over(sides.iter().flat_map(Files::inputs));
        let step = |step| progress.step(step);
        let run = Run { plan: self.plan, aids: self.aids, also: self.also, progress: &step };
        let pool = pool(self.input.threads)?;
        let results = pool.install(|| each_pair(&mut sides, &run, problems.collected(), work));
        progress.finish();
        match results? {
            Some(systems) => Ok(Met { systems, names: names::distinct(self.responses), sides, problems }),
            None => refused(&problems),
        }
    }

    /// Scores every response under every rule of the plan, and hands the pairs on if `keep` says so.
    pub(crate) fn scored<T: Send>(
        &self,
        keep: impl Fn(DocumentPair) -> T + Send + Sync,
    ) -> Result<(Vec<Ruled>, Met<T>)> {
        let scoring = Scoring::new(self.plan);
        let met = self.met(|pair, notice| (scoring.count(&pair, notice), keep(pair)))?;
        let Met { systems, names, sides, mut problems } = met;
        let (mut scores, mut kept) = (Vec::new(), Vec::new());
        for pairs in systems {
            let (score, pair): (Vec<_>, Vec<_>) = pairs.into_iter().unzip();
            scores.push(score);
            kept.push(pair);
        }
        let mut noticed = Vec::new();
        let rules = scoring.finish(scores, &mut |one| noticed.push(one));
        tell(&sides, noticed, problems.collected());
        if problems.errors() > 0 {
            return refused(&problems);
        }
        problems.show();
        Ok((rules, Met { systems: kept, names, sides, problems }))
    }

    fn open(&self) -> Result<Vec<Files>> {
        let inputs = std::iter::once(self.key).chain(self.responses.iter().map(PathBuf::as_path));
        paths::check(inputs, None)?;
        let of_all = self.input.format.as_ref();
        let format = |name: Option<&String>| name.or(of_all).map(|name| choices::format(name)).transpose();
        let key: Option<&'static Format> = format(self.input.key_format.as_ref())?;
        let response = format(self.input.response_format.as_ref())?;
        let options = Options::new().fingerprints(self.fingerprints);
        let mut sides = vec![Files::open(self.key, &options.format(key).role(Role::Key))?];
        for path in self.responses {
            sides.push(Files::open(path, &options.format(response).role(Role::Response))?);
        }
        if self.input.verbose {
            sides.iter().flat_map(Files::inputs).try_for_each(describe)?;
        }
        Ok(sides)
    }
}

fn refused<T>(problems: &Problems) -> Result<T> {
    problems.show();
    bail!("nothing was scored: {}", in_words(problems.errors(), "error"));
}

fn describe(input: &Input) -> Result<()> {
    let layout = input.describe()?;
    output::say(&format!("{}: {}, {layout}", paths::name(input.path()), input.format().title));
    Ok(())
}
