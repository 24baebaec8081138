//! Responses put on the key's tokens where they cut the text differently (`--align`), and an account of how that went.

use std::path::{Path, PathBuf};

use corefeval::evaluation::{Job, Plan, Tokens};
use corefeval::retokenise::{Fared, Report, retokenise};
use rayon::prelude::*;

use crate::problems::Problems;

/// What became of the tokens and mentions of each system so far.
#[derive(Default)]
pub(crate) struct Aligned {
    systems: Vec<(Fared, Fared)>,
}

impl Aligned {
    /// Puts the responses of jobs on the key's tokens, if the plan says so.
    pub(crate) fn align(
        &mut self,
        mut jobs: Vec<Job>,
        plan: &Plan,
        paths: &[PathBuf],
        problems: &mut Problems,
    ) -> Vec<Job> {
        if plan.protocol.tokens == Tokens::Same {
            return jobs;
        }
        let align = |job: &mut Job| {
            let done = retokenise(&job.key, &job.response);
            done.map(|done| {
                job.response = done.document;
                done.report
            })
        };
        let reports: Vec<_> = jobs.par_iter_mut().map(align).collect();
        for (job, report) in jobs.iter().zip(reports) {
            match report {
                Ok(report) => self.account(job, &report, &paths[job.system + 1], problems),
                Err(error) => {
                    let hint = "texts are aligned by their words: use files that have them";
                    problems.refuse(&paths[job.system + 1], "no-words", error.to_string(), hint);
                }
            }
        }
        jobs
    }

    fn account(&mut self, job: &Job, report: &Report, path: &Path, problems: &mut Problems) {
        if self.systems.len() <= job.system {
            self.systems.resize_with(job.system + 1, Default::default);
        }
        let (tokens, mentions) = &mut self.systems[job.system];
        add(tokens, &report.tokens);
        add(mentions, &report.mentions);
        for lost in &report.lost {
            let (name, text, entity) = (job.key.name(), &lost.text, &lost.entity);
            let message = format!(
                "document {name}: mention `{text}` of entity {entity} has no counterpart in the key's text"
            );
            problems.warn(path, "lost-mention", message);
        }
    }

    /// Says how many tokens and mentions were aligned exactly, by edit, or not at all.
    pub(crate) fn note(&self, paths: &[PathBuf], problems: &mut Problems) {
        for (system, (tokens, mentions)) in self.systems.iter().enumerate() {
            let told = |fared: &Fared| {
                format!("{} exactly, {} by edit, {} not at all", fared.exact, fared.edited, fared.lost)
            };
            let message =
                format!("aligned with the key: tokens {}; mentions {}", told(tokens), told(mentions));
            problems.note(&paths[system + 1], "aligned", message);
        }
    }
}

fn add(sum: &mut Fared, more: &Fared) {
    sum.exact += more.exact;
    sum.edited += more.edited;
    sum.lost += more.lost;
}
