//! Reads keys once, and scores submissions against them independently of each other.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use anyhow::{Result, bail};
use corefeval::problem::{Problem, Severity, Strictness};
use corefeval::task::{AboutDataset, Scored, Submission, SubmissionResult, Trouble};
use corefeval_files::pool;
use corefeval_files::task::{Key, Run, TaskFolder};

use super::cache::Cache;
use crate::problems::{Problems, in_words};

/// A task whose keys have been read.
pub(super) struct Scorer<'a> {
    folder: &'a TaskFolder,
    keys: Vec<Key>,
    cache: Cache,
    strictness: Strictness,
}

impl<'a> Scorer<'a> {
    /// Reads the keys; an error in them ends the run.
    pub(super) fn open(
        folder: &'a TaskFolder,
        cache: Cache,
        strictness: Strictness,
        mut problems: Problems,
    ) -> Result<Self> {
        let mut keys = Vec::new();
        for dataset in &folder.task().datasets {
            keys.push(Key::read(folder, dataset, problems.collected())?);
        }
        problems.show();
        if problems.errors() > 0 {
            bail!("nothing was scored: {} in the keys", in_words(problems.errors(), "error"));
        }
        Ok(Self { folder, keys, cache, strictness })
    }

    /// The descriptions of the datasets.
    pub(super) fn about(&self) -> Vec<AboutDataset> {
        self.keys.iter().map(|key| key.about().clone()).collect()
    }

    /// Scores all runs, a limited number at once, which bounds memory.
    pub(super) fn all(
        &self,
        runs: &[Run],
        threads: usize,
        done: &(dyn Fn(&SubmissionResult) + Sync),
    ) -> Result<Vec<SubmissionResult>> {
        let (next, results) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        let work = || -> Result<()> {
            // each submission has its own thread, so that it does not start another one while it waits
            pool(Some(1))?.install(|| {
                while let Some(run) = runs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let result = self.one(run);
                    done(&result);
                    results.lock().unwrap_or_else(PoisonError::into_inner).push(result);
                }
            });
            Ok(())
        };
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..threads.min(runs.len()).max(1)).map(|_| scope.spawn(work)).collect();
            threads.into_iter().try_for_each(|thread| match thread.join() {
                Ok(result) => result,
                Err(panic) => std::panic::resume_unwind(panic),
            })
        })?;
        Ok(results.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    /// Scores one run; the result contains its errors.
    pub(super) fn one(&self, run: &Run) -> SubmissionResult {
        let looked = run.look(self.folder.task());
        let mut submission = Submission::new(self.folder.task(), &run.team, &run.run, looked.card);
        if run.is_baseline {
            submission = submission.as_baseline();
        }
        for (file, problem) in looked.problems {
            submission.trouble(Trouble::new(&file, &self.strict(problem)));
        }
        let (none, about) = (|| vec![None; self.keys.len()], self.about());
        if !submission.is_sound() {
            return submission.scored(none(), &about);
        }
        match run.fingerprint() {
            Ok(print) => {
                let responses = looked.responses.iter().zip(&self.keys);
                let condition = submission.condition();
                let score = |(response, key): (&Option<std::path::PathBuf>, &Key)| -> Option<Scored> {
                    let response = response.as_ref()?;
                    let strict = format!("{:?}", self.strictness);
                    let root = &looked.root;
                    let place = response.strip_prefix(root).unwrap_or(response).to_string_lossy();
                    let parts =
                        [key.identity(), &print, &key.about().name, condition.name(), &strict, &place];
                    let make = || key.score(response, root, condition, self.strictness);
                    Some(self.cache.get_or(&Cache::key(&parts), make))
                };
                let scored = responses.map(score).collect();
                submission.scored(scored, &about)
            }
            Err(error) => {
                let problem = Problem::error("unreadable", 0, error.to_string());
                submission.trouble(Trouble::new("", &problem));
                submission.scored(none(), &about)
            }
        }
    }

    fn strict(&self, mut problem: Problem) -> Problem {
        if self.strictness == Strictness::Strict && problem.severity == Severity::Warning {
            problem.severity = Severity::Error;
        }
        problem
    }
}
