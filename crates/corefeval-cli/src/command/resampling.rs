//! Options for intervals and tests, which are computed on all threads.

use anyhow::{Result, anyhow};
use clap::builder::{PossibleValue, PossibleValuesParser};
use corefeval::choice::Value;
use corefeval::evaluation::contrast::{Contrast, Pairs, Work};
use corefeval::evaluation::resample::{IntervalMethod, Resampling, ResamplingError, Strata, Unit};
use corefeval::evaluation::{Evaluation, OwnFields};
use corefeval_files::pool;
use rayon::prelude::*;

use crate::progress::Progress;

/// Options for resampling.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Intervals and tests")]
pub(crate) struct ResamplingArguments {
    /// The number of resamples, at least 100 [default: 10000]. If fewer are possible, all of them are evaluated.
    #[arg(long, value_name = "N")]
    resamples: Option<String>,
    /// The seed of the random numbers [default: 1].
    #[arg(long, value_name = "N")]
    seed: Option<String>,
    /// The unit that is drawn or swapped [default: document].
    #[arg(long, value_name = "WHAT", value_parser = values(Unit::VALUES))]
    unit: Option<String>,
    /// Keep the number of units of each genre fixed [default: none].
    #[arg(long, value_name = "WHAT", value_parser = values(Strata::VALUES))]
    strata: Option<String>,
    /// How intervals are computed [default: percentile].
    #[arg(long, value_name = "METHOD", value_parser = values(IntervalMethod::VALUES))]
    interval: Option<String>,
    /// The confidence of intervals and verdicts, in per cent [default: 95].
    #[arg(long, value_name = "PERCENT")]
    confidence: Option<String>,
}

/// The value parser of a choice; help shows each value with its meaning.
pub(super) fn values(values: &'static [Value]) -> PossibleValuesParser {
    let value = |value: &Value| PossibleValue::new(value.name).help(value.about.trim());
    PossibleValuesParser::new(values.iter().map(value))
}

impl ResamplingArguments {
    fn given(&self) -> [(&'static str, Option<&String>); 6] {
        [
            ("resamples", self.resamples.as_ref()),
            ("seed", self.seed.as_ref()),
            ("unit", self.unit.as_ref()),
            ("strata", self.strata.as_ref()),
            ("interval", self.interval.as_ref()),
            ("confidence", self.confidence.as_ref()),
        ]
    }

    /// The first option that was given.
    pub(super) fn first_given(&self) -> Option<&'static str> {
        self.given().into_iter().find(|(_, value)| value.is_some()).map(|(name, _)| name)
    }

    /// The options of a signature, overridden by the given options.
    pub(super) fn options(&self, signed: &OwnFields) -> Result<Resampling> {
        let mut options = Resampling::default();
        let signed = signed.iter().map(|(name, value)| (name.as_str(), value));
        let given = self.given().into_iter().filter_map(|(name, value)| Some((name, value?)));
        for (name, value) in signed.chain(given) {
            let known = Resampling::FIELDS.contains(&name);
            let set = if known { options.set(name, value) } else { Ok(()) };
            set.map_err(|error| anyhow!("--{name} {value}: {error}"))?;
        }
        Ok(options)
    }
}

/// Compares systems, each with its runs, on this number of threads.
pub(super) fn compared(
    systems: &[&[Evaluation]],
    options: &Resampling,
    pairs: Pairs,
    threads: Option<usize>,
) -> Result<Contrast, Failure> {
    let work = Work::new(systems, options, pairs).map_err(Failure::Options)?;
    let jobs = usize::try_from(work.jobs()).unwrap_or(usize::MAX);
    let progress = Progress::of_jobs(jobs);
    let pool = pool(threads).map_err(|error| Failure::Other(error.into()))?;
    let job = |number: usize| {
        let done = work.job(number as u64);
        progress.done();
        done
    };
    let done: Vec<_> = pool.install(|| (0..jobs).into_par_iter().map(job).collect());
    progress.finish();
    Ok(work.finish(done))
}

/// Why nothing was compared.
#[derive(Debug)]
pub(super) enum Failure {
    /// The options are not possible with these systems.
    Options(ResamplingError),
    /// Something else.
    Other(anyhow::Error),
}

impl Failure {
    /// The failure in words, with the names of systems.
    pub(super) fn named(self, names: &[String]) -> anyhow::Error {
        match self {
            Self::Options(ResamplingError::OtherDocuments { system, document }) => {
                let name = names.get(system).map_or("", String::as_str);
                anyhow!(
                    "{name} lacks {document}, and systems can be compared only on the same documents; --missing \
                     empty counts a missing document as empty"
                )
            }
            Self::Options(ResamplingError::RunsSwapped) => {
                anyhow!("--test randomisation: {}; use --test bootstrap", ResamplingError::RunsSwapped)
            }
            Self::Options(ResamplingError::LoneUnits) => {
                anyhow!("--strata genre: {}", ResamplingError::LoneUnits)
            }
            Self::Options(error) => error.into(),
            Self::Other(error) => error,
        }
    }
}
