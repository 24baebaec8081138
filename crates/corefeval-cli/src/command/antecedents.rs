//! Files with the antecedents that responses chose themselves.

use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use corefeval::analysis::{Analysed, GivenAntecedents};

use super::arguments::ComparisonArguments;
use crate::paths;
use crate::problems::in_words;

/// The antecedents of every response, or of none.
#[derive(Debug, Default)]
pub(crate) struct Given {
    files: Vec<(PathBuf, GivenAntecedents)>,
}

impl Given {
    /// Reads a file for each response, in their order.
    pub(crate) fn read(paths: &[PathBuf], responses: usize, input: &ComparisonArguments) -> Result<Self> {
        if let Some(first) = paths.first().filter(|_| paths.len() != responses) {
            let files = in_words(paths.len(), "file");
            let (first, responses) = (paths::name(first), in_words(responses, "response"));
            bail!(
                "--antecedents {first}: {files} for {responses}; give accessible, closest, or one file for each response, in their order"
            );
        }
        let read = |path: &PathBuf| Ok((path.clone(), read(path, input)?));
        Ok(Self { files: paths.iter().map(read).collect::<Result<_>>()? })
    }

    /// The antecedents of a response.
    pub(crate) fn of(&self, response: usize) -> Option<&GivenAntecedents> {
        self.files.get(response).map(|(_, given)| given)
    }

    /// The files as a field of a signature.
    pub(crate) fn field(&self) -> Option<(&'static str, String)> {
        let digests: Vec<String> = self.files.iter().map(|(_, given)| given.digest().to_string()).collect();
        (!digests.is_empty()).then(|| ("antecedent-files", digests.join("+")))
    }

    /// Refuses files that differ from those of a signature.
    pub(crate) fn check(&self, signed: Option<&str>) -> Result<()> {
        let own = self.field().map(|(_, digests)| digests);
        match signed {
            Some(signed) if own.as_deref() != Some(signed) => bail!(
                "--signature: it was made with the files of antecedents {signed}; give them with --antecedents"
            ),
            _ => Ok(()),
        }
    }

    /// Warns about given decisions that could not be used.
    pub(crate) fn warn(&self, found: &[Vec<Analysed>], input: &ComparisonArguments) -> Result<()> {
        for ((path, given), documents) in self.files.iter().zip(found) {
            let sum = |of: fn(&Analysed) -> u64| documents.iter().map(of).sum::<u64>() as usize;
            let elsewhere = given.elsewhere(documents.iter().map(|one| &one.document));
            let unused = [
                (sum(|one| one.unused.no_mention), "no mention of the response that counts"),
                (sum(|one| one.unused.not_before), "in another entity than the anaphor, or not before it"),
                (elsewhere, "in documents that are not analysed"),
            ];
            for (count, what) in unused.into_iter().filter(|(count, _)| *count > 0) {
                let lines = format!("{count} of {}", in_words(given.len(), "antecedent"));
                input.warn(path, "unused-antecedent", &format!("{what}: {lines}; not used"))?;
            }
        }
        Ok(())
    }
}

fn read(path: &Path, input: &ComparisonArguments) -> Result<GivenAntecedents> {
    let text = corefeval_files::text(path).map_err(|error| {
        anyhow!(error).context("--antecedents takes accessible, closest, or a file for each response")
    })?;
    GivenAntecedents::read(&text).or_else(|problem| {
        let mut problems = input.all.problems();
        problems.add(path, problem);
        problems.show();
        bail!("--antecedents: {} cannot be read", paths::name(path))
    })
}
