//! Options of the commands that compare a key with responses, and the steps from their files to pairs of documents.

use std::path::Path;

use anyhow::{Result, bail};
use corefeval::document::{Layer, Wanted};
use corefeval::evaluation::{Aids, DocumentPair, Evaluation, Noticed, Plan, Ruled, Scoring};
use corefeval::format::Role;
use corefeval::problem::{Count, Severity};
use corefeval_files::{Annotators, Files, Input, Options, Run, each_pair, pool, tell};

use super::arguments::ComparisonArguments;
use super::response::{Response, inputs, names_of};
use crate::output::Label;
use crate::problems::{Problems, in_words};
use crate::progress::Progress;
use crate::{output, paths};

/// The key and the responses of a command, with the plan for comparing them.
pub(crate) struct Comparison<'a> {
    pub(crate) key: &'a Path,
    pub(crate) responses: &'a [Response],
    pub(crate) plan: &'a Plan,
    pub(crate) aids: &'a Aids,
    /// What to read in addition to what the plan needs.
    pub(crate) also: Wanted,
    pub(crate) input: &'a ComparisonArguments,
    /// Whether to compute the files' hashes.
    pub(crate) fingerprints: bool,
}

/// The results for the pairs of each response.
pub(crate) struct Met<T> {
    /// For each response, its pairs in the order of the key.
    pub(crate) systems: Vec<Vec<T>>,
    /// The names of the systems.
    pub(crate) names: Vec<String>,
    /// The files that were read.
    pub(crate) sides: Vec<Files>,
    /// The warnings.
    pub(crate) problems: Problems,
}

/// The results for the pairs of each response, and the files that were read.
type Pairs<T> = (Vec<Vec<T>>, Vec<Files>);

impl ComparisonArguments {
    /// Prints a warning about a file, unless --quiet is given.
    pub(crate) fn warn(&self, path: &Path, code: &'static str, message: &str) -> Result<()> {
        let mut problems = self.all.problems();
        problems.warn(path, code, message.to_owned());
        if problems.errors() > 0 {
            return refused(&problems);
        }
        problems.show();
        Ok(())
    }
}

impl Comparison<'_> {
    /// Does some work on every pair; warnings are shown, errors end the run.
    pub(crate) fn each_pair<T: Send>(
        &self,
        work: impl Fn(DocumentPair, &mut dyn FnMut(Noticed)) -> T + Send + Sync,
    ) -> Result<Met<T>> {
        let met = self.met(None, work)?;
        met.problems.show();
        Ok(met)
    }

    fn met<T: Send>(
        &self,
        annotators: Option<Annotators<'_>>,
        work: impl Fn(DocumentPair, &mut dyn FnMut(Noticed)) -> T + Send + Sync,
    ) -> Result<Met<T>> {
        self.check_trees()?;
        let mut problems = self.input.all.problems();
        let names = names_of(self.responses)?;
        match self.meet(annotators, work, &mut problems)? {
            Some((systems, sides)) => Ok(Met { systems, names, sides, problems }),
            None => {
                self.check_folders(&problems)?;
                refused(&problems)
            }
        }
    }

    /// Refuses trees that no rule, choice, metric or table of the run uses, since they would have no effect.
    fn check_trees(&self) -> Result<()> {
        if self.aids.trees.is_some() && !self.also.has(Layer::Parse) && !self.plan.reads_trees() {
            bail!(
                "--trees: nothing in this run reads trees; give them with `--match mina` or `head`, or leave them out"
            );
        }
        Ok(())
    }

    /// The results for the pairs of each response, and the files that were read; none if there was an error.
    fn meet<T: Send>(
        &self,
        annotators: Option<Annotators<'_>>,
        work: impl Fn(DocumentPair, &mut dyn FnMut(Noticed)) -> T + Send + Sync,
        problems: &mut Problems,
    ) -> Result<Option<Pairs<T>>> {
        let mut sides = self.open()?;
        let progress = Progress::over(sides.iter().flat_map(Files::inputs));
        let step = |step| progress.step(step);
        let run = Run { plan: self.plan, aids: self.aids, also: self.also, progress: &step, annotators };
        let pool = pool(self.input.all.threads())?;
        let results = pool.install(|| each_pair(&mut sides, &run, problems.collected(), work));
        progress.finish();
        Ok(results?.map(|systems| (systems, sides)))
    }

    /// A comparison with only one of the responses, under another plan.
    pub(crate) fn alone<'p>(&'p self, system: usize, plan: &'p Plan) -> Comparison<'p> {
        Comparison { responses: self.responses.get(system..=system).unwrap_or_default(), plan, ..*self }
    }

    /// The evaluation of the only response, without reporting warnings; none if there is an error.
    pub(crate) fn trial(&self) -> Option<Evaluation> {
        let scoring = Scoring::new(self.plan);
        let mut problems = Problems::new(false, true);
        let (systems, _) =
            self.meet(None, |pair, notice| scoring.count(&pair, notice), &mut problems).ok()??;
        let mut noticed = Vec::new();
        let rules = scoring.finish(systems, &mut |one| noticed.push(one));
        let is_wrong = noticed.iter().any(|one| one.problem.severity == Severity::Error);
        rules.into_iter().next().filter(|_| !is_wrong)?.systems.into_iter().next()
    }

    /// Whether a response can be compared with the key; its errors are shown.
    fn can_be_compared(&self, response: &Response) -> bool {
        let alone = Comparison { responses: std::slice::from_ref(response), ..*self };
        let result = alone.met(None, |_, _| ());
        result
            .inspect_err(|error| {
                // errors from reading already name the file
                let is_named = error.downcast_ref::<corefeval_files::Error>().is_some();
                let file =
                    if is_named { String::new() } else { format!("{}: ", paths::name(&response.path)) };
                output::remark(Label::Error, &format!("{file}{error:#}"));
            })
            .is_ok()
    }

    /// The responses that can be compared with the key, and the others. This reads all files.
    pub(crate) fn parted(&self) -> Result<(Vec<Response>, Vec<Response>)> {
        if inputs(self.key, self.responses).any(paths::is_standard_input) {
            bail!(
                "--keep-going reads files twice, which is not possible for standard input; give a file instead"
            );
        }
        Ok(self.responses.iter().cloned().partition(|response| self.can_be_compared(response)))
    }

    /// Refuses a folder whose files have the same documents: it has several submissions, not one response in
    /// several files.
    fn check_folders(&self, problems: &Problems) -> Result<()> {
        for folder in self.responses.iter().map(AsRef::as_ref).filter(|path: &&Path| path.is_dir()) {
            let is_repeated = |count: &Count<'_>| {
                count.code == "same-name" && Path::new(count.source).parent() == Some(folder)
            };
            if problems.found.counts().any(|count| is_repeated(&count)) {
                let (key, folder) = (paths::name(self.key), paths::name(folder));
                bail!(
                    "{folder}: a folder is read as one response, but its files have the same documents; to score \
                     each file as a system of its own: corefeval score {key} {}/*",
                    folder.trim_end_matches('/')
                );
            }
        }
        Ok(())
    }

    /// Scores every response under every rule of the plan, and returns the pairs as well if `keep` is set.
    pub(crate) fn scored<T: Send>(
        &self,
        keep: impl Fn(DocumentPair) -> T + Send + Sync,
    ) -> Result<(Vec<Ruled>, Met<T>)> {
        let scored = self.scored_between(None, keep)?;
        scored.1.problems.show();
        Ok(scored)
    }

    /// Scores like [`Comparison::scored`], between annotators if they are named; the caller shows warnings.
    pub(crate) fn scored_between<T: Send>(
        &self,
        annotators: Option<Annotators<'_>>,
        keep: impl Fn(DocumentPair) -> T + Send + Sync,
    ) -> Result<(Vec<Ruled>, Met<T>)> {
        let scoring = Scoring::new(self.plan);
        let met = self.met(annotators, |pair, notice| (scoring.count(&pair, notice), keep(pair)))?;
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
        Ok((rules, Met { systems: kept, names, sides, problems }))
    }

    fn open(&self) -> Result<Vec<Files>> {
        paths::check(inputs(self.key, self.responses), None)?;
        let (key, response) = (self.input.key_format()?, self.input.response_format()?);
        let options = Options::new().fingerprints(self.fingerprints);
        let mut sides = vec![Files::open(self.key, &options.format(key).role(Role::Key))?];
        for system in self.responses {
            sides.push(Files::open(&system.path, &options.format(response).role(Role::Response))?);
        }
        if self.input.all.verbose {
            sides.iter().flat_map(Files::inputs).try_for_each(describe)?;
        }
        Ok(sides)
    }
}

fn refused<T>(problems: &Problems) -> Result<T> {
    problems.show();
    bail!("nothing was scored: {}", in_words(problems.errors(), "error"));
}

/// Prints the format in which a file is read.
pub(crate) fn describe(input: &Input) -> Result<()> {
    let layout = input.describe()?;
    output::say(&format!("{}: {}, {layout}", paths::name(input.path()), input.format().title));
    Ok(())
}
