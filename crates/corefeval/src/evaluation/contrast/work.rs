//! The work of a comparison, split into jobs.

use super::super::resample::{
    AtLeast, Bootstrap, Columns, Figure, Randomisation, Resampling, ResamplingError, Samples, Sheet, Test,
    Units,
};
use super::super::{Evaluation, Plan};
use super::{Contrast, Difference, SystemEstimates, differences, many};

/// Which systems are compared with each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pairs {
    /// All of them.
    All,
    /// None: intervals and ranks of systems only.
    None,
}

/// A comparison as a number of jobs, which are independent of each other.
#[derive(Clone, Debug)]
pub struct Work {
    options: Resampling,
    figures: Vec<Figure>,
    columns: Columns,
    systems: Vec<Vec<Sheet>>,
    units: Units,
    documents: usize,
    /// The figures as they were observed.
    observed: Vec<Vec<f64>>,
    pairs: Vec<PairWork>,
}

/// Two systems, and the number of jobs into which swapping their results is split.
#[derive(Clone, Copy, Debug)]
struct PairWork {
    one: usize,
    other: usize,
    blocks: u64,
}

/// The result of a job.
#[derive(Clone, Debug)]
pub struct Done(Block);

#[derive(Clone, Debug)]
enum Block {
    Samples(Samples),
    Swaps(AtLeast),
}

/// More resampled figures than this are not kept: a GiB of them.
const MOST_VALUES: u64 = 1 << 27;

impl Work {
    /// Prepares to compare systems, each with one run or several, all on the same documents under the same plan.
    pub fn new(
        systems: &[&[Evaluation]],
        options: &Resampling,
        pairs: Pairs,
    ) -> Result<Self, ResamplingError> {
        options.check()?;
        let first = systems.iter().find_map(|runs| runs.first()).ok_or(ResamplingError::NoDocuments)?;
        check_alike(systems, first)?;
        if first.metrics().is_empty() {
            return Err(ResamplingError::NoMetrics);
        }
        let units = Units::new(first.documents(), options.unit, options.strata)?;
        let runs: Vec<&Evaluation> = systems.iter().flat_map(|runs| runs.iter()).collect();
        let (columns, sheets) = Columns::of(first.plan(), &runs, &units);
        let mut sheets = sheets.into_iter();
        let sheets = systems.iter().map(|runs| sheets.by_ref().take(runs.len()).collect());
        let mut work = Self {
            options: *options,
            figures: Figure::all(first.plan()),
            columns,
            systems: sheets.collect(),
            units,
            documents: first.documents().len(),
            observed: systems.iter().map(|runs| observed(runs)).collect(),
            pairs: Vec::new(),
        };
        work.check_size()?;
        if pairs == Pairs::All {
            work.pair_up()?;
        }
        Ok(work)
    }

    fn check_size(&self) -> Result<(), ResamplingError> {
        let most = MOST_VALUES / (self.columns.figures() * self.systems.len()).max(1) as u64;
        let kept = !self.bootstrap().is_exact();
        if kept && self.options.resamples > most { Err(ResamplingError::TooMuch { most }) } else { Ok(()) }
    }

    fn pair_up(&mut self) -> Result<(), ResamplingError> {
        let swaps = self.options.test == Test::Randomisation;
        if swaps && self.systems.len() > 1 && self.systems.iter().any(|runs| runs.len() > 1) {
            return Err(ResamplingError::RunsSwapped);
        }
        for one in 0..self.systems.len() {
            for other in one + 1..self.systems.len() {
                let blocks = if swaps { self.randomisation(one, other).blocks() } else { 0 };
                self.pairs.push(PairWork { one, other, blocks });
            }
        }
        Ok(())
    }

    fn bootstrap(&self) -> Bootstrap<'_> {
        let Self { columns, systems, units, options, .. } = self;
        Bootstrap { columns, systems, units, options }
    }

    fn randomisation(&self, one: usize, other: usize) -> Randomisation<'_> {
        Randomisation::new(&self.columns, &self.options, (&self.systems[one][0], &self.systems[other][0]))
    }

    /// How many jobs there are.
    #[must_use]
    pub fn jobs(&self) -> u64 {
        self.bootstrap().blocks() + self.pairs.iter().map(|pair| pair.blocks).sum::<u64>()
    }

    /// Does the job with this number, from 0.
    #[must_use]
    pub fn job(&self, number: u64) -> Done {
        let blocks = self.bootstrap().blocks();
        let Some(mut left) = number.checked_sub(blocks) else {
            return Done(Block::Samples(self.bootstrap().block(number)));
        };
        for pair in &self.pairs {
            if left < pair.blocks {
                return Done(Block::Swaps(self.randomisation(pair.one, pair.other).block(left)));
            }
            left -= pair.blocks;
        }
        Done(Block::Swaps(Vec::new()))
    }

    /// One figure of every system in each resample of a block, drawn at random.
    pub(super) fn drawn(&self, block: u64, figure: usize) -> Vec<f64> {
        let (systems, figures) = (self.systems.len(), self.columns.figures());
        let samples = self.bootstrap().drawn(block);
        let of_figure =
            |values: &[f64]| values.iter().skip(figure).step_by(figures).copied().collect::<Vec<_>>();
        samples.resamples(systems, figures).flat_map(of_figure).collect()
    }

    /// The result of all jobs, given in the order of their numbers.
    pub fn finish(&self, done: impl IntoIterator<Item = Done>) -> Contrast {
        let mut samples = Vec::new();
        let mut swaps = Vec::new();
        for Done(block) in done {
            match block {
                Block::Samples(block) => samples.push(block),
                Block::Swaps(counts) => swaps.push(counts),
            }
        }
        let samples = Samples::joined(samples);
        let estimates = differences::Estimates {
            options: &self.options,
            units: self.units.len(),
            samples: &samples,
            systems: self.systems.len(),
            observed: &self.observed,
            accelerations: differences::leaving_out(&self.options, &self.columns, &self.systems),
        };
        Contrast {
            figures: self.figures.clone(),
            options: self.options,
            units: self.units.len(),
            documents: self.documents,
            is_exact: self.bootstrap().is_exact(),
            systems: self.system_estimates(&estimates),
            differences: self.all_differences(&estimates, &swaps),
        }
    }

    fn system_estimates(&self, estimates: &differences::Estimates<'_>) -> Vec<SystemEstimates> {
        let figures = 0..self.columns.figures();
        let standings: Vec<_> = figures.clone().map(|figure| many::standings(estimates, figure)).collect();
        let system = |(system, runs): (usize, &Vec<Sheet>)| SystemEstimates {
            runs: runs.len(),
            figures: figures.clone().map(|figure| estimates.of_system(system, figure)).collect(),
            standings: standings.iter().map(|standings| standings[system]).collect(),
        };
        self.systems.iter().enumerate().map(system).collect()
    }

    fn all_differences(&self, estimates: &differences::Estimates<'_>, swaps: &[AtLeast]) -> Vec<Difference> {
        let mut blocks = swaps.iter();
        let difference = |pair: &PairWork| {
            let swapped = (pair.blocks > 0).then(|| self.randomisation(pair.one, pair.other));
            let counts = blocks.by_ref().take(pair.blocks as usize);
            let counts = counts.fold(vec![0; self.columns.figures()], |mut sums: AtLeast, counts| {
                sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
                sums
            });
            let p = swapped.as_ref().map(|swapped| swapped.p_values(&counts));
            let figure =
                |figure: usize| estimates.of_difference((pair.one, pair.other), figure, p.as_deref());
            Difference {
                one: pair.one,
                other: pair.other,
                is_exact: swapped.map_or(estimates.samples.is_enumerated(), |swapped| swapped.is_exact()),
                figures: (0..self.columns.figures()).map(figure).collect(),
            }
        };
        let mut differences: Vec<Difference> = self.pairs.iter().map(difference).collect();
        many::adjust(&mut differences);
        differences
    }
}

/// Refuses systems that were not scored on the same documents under the same plan.
fn check_alike(systems: &[&[Evaluation]], first: &Evaluation) -> Result<(), ResamplingError> {
    if first.documents().is_empty() || systems.iter().any(|runs| runs.is_empty()) {
        return Err(ResamplingError::NoDocuments);
    }
    for (system, run) in
        systems.iter().enumerate().flat_map(|(system, runs)| runs.iter().map(move |run| (system, run)))
    {
        if run.plan() != first.plan() {
            return Err(ResamplingError::OtherPlan);
        }
        if let Some(document) = unshared(run, first) {
            let has_it = run.documents().iter().any(|own| own.name.to_string() == document);
            return Err(ResamplingError::OtherDocuments {
                system: if has_it { 0 } else { system },
                document,
            });
        }
    }
    Ok(())
}

/// The first document that is not at the same place in both.
fn unshared(one: &Evaluation, other: &Evaluation) -> Option<String> {
    let (one, other) = (one.documents(), other.documents());
    let differ = one.iter().zip(other).find(|(one, other)| one.name != other.name);
    let lone = || one.get(other.len()).or_else(|| other.get(one.len()));
    // both are in file order, so a document that comes later in one is missing in the other
    let missing =
        differ.map(
            |(first, second)| {
                if one.iter().any(|document| document.name == second.name) { first } else { second }
            },
        );
    missing.or_else(lone).map(|document| document.name.to_string())
}

/// The figures of a system as they are printed: the mean of its runs. Undefined figures are NaN.
fn observed(runs: &[Evaluation]) -> Vec<f64> {
    let plan = runs.first().map(Evaluation::plan);
    let mut mean = vec![0.0; plan.map_or(0, |plan: &Plan| Figure::all(plan).len())];
    for run in runs {
        let scores = run.scores();
        let averages = run.averages(&scores);
        let figures = scores.iter().flat_map(|score| [score.recall, score.precision, score.f]);
        let figures = figures.chain(averages.into_iter().map(|(_, value)| value));
        for (mean, figure) in mean.iter_mut().zip(figures) {
            *mean += figure.unwrap_or(f64::NAN) / runs.len() as f64;
        }
    }
    mean
}
