//! Annotators compared two by two, on the documents that both have: what `agree` and `disagreements` share.

use std::path::PathBuf;

use anyhow::{Result, bail};
use corefeval::document::Wanted;
use corefeval::evaluation::{Aids, DocumentPair, Evaluation, Plan};
use corefeval_files::{Annotators, Files};

use super::arguments::ComparisonArguments;
use super::comparison::Comparison;
use super::response::Response;
use crate::paths;

/// Several annotations of a text, and how they are compared.
pub(super) struct Annotations<'a> {
    pub(super) files: &'a [PathBuf],
    pub(super) names: &'a [String],
    pub(super) plan: &'a Plan,
    pub(super) aids: &'a Aids,
    /// What to read in addition to what the plan needs.
    pub(super) also: Wanted,
    pub(super) input: &'a ComparisonArguments,
}

/// Two annotations compared: their places, their scores, and the results for their pairs of documents.
pub(super) struct Two<T> {
    pub(super) one: usize,
    pub(super) other: usize,
    pub(super) evaluation: Evaluation,
    pub(super) pairs: Vec<T>,
}

impl Annotations<'_> {
    /// Every two annotations, scored as `score` does: whatever it refuses is refused here.
    ///
    /// Each is compared with all after it, so that no other annotation decides which documents two of them share.
    pub(super) fn each_two<T: Send>(
        &self,
        keep: impl Fn(DocumentPair) -> T + Send + Sync,
    ) -> Result<Vec<Two<T>>> {
        let (mut all, mut said) = (Vec::new(), Vec::new());
        let files: Vec<Response> = self.files.iter().cloned().map(Response::from).collect();
        for one in 0..self.files.len().saturating_sub(1) {
            let comparison = Comparison {
                key: &self.files[one],
                responses: &files[one + 1..],
                plan: self.plan,
                aids: self.aids,
                also: self.also,
                input: self.input,
                fingerprints: false,
            };
            let annotators = Annotators { names: &self.names[one..], again: one > 0 };
            let (rules, mut met) = comparison.scored_between(Some(annotators), &keep)?;
            for earlier in &said {
                met.problems.leave_out(earlier);
            }
            met.problems.show();
            if one == 0 && self.files.len() > 2 {
                can_be_read_again(&met.sides[1..])?;
            }
            let evaluations = rules.into_iter().next().map(|rule| rule.systems).unwrap_or_default();
            for (place, (evaluation, pairs)) in evaluations.into_iter().zip(met.systems).enumerate() {
                all.push(Two { one, other: one + 1 + place, evaluation, pairs });
            }
            said.push(met.problems);
        }
        all.sort_by_key(|two| (two.other, two.one));
        Ok(all)
    }
}

/// All but the first of more than two annotations are read several times.
fn can_be_read_again(sides: &[Files]) -> Result<()> {
    match sides.iter().find(|files| !files.can_be_read_again()) {
        Some(files) => bail!(
            "{}: more than two annotations are read several times, which is not possible for standard input and \
             pipes unless they come first; give a file instead",
            paths::name(files.path())
        ),
        None => Ok(()),
    }
}
