//! The ranks that submissions could have had with other documents, and which of them are too close to be distinguished.

use serde::Serialize;

use super::{Results, Task};
use crate::evaluation::Evaluation;
use crate::evaluation::contrast::Joint;
use crate::evaluation::resample::Resampling;

/// The resampling from which rank intervals were computed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Chance {
    /// The method: documents of each dataset are drawn with replacement, the same for all submissions.
    pub method: &'static str,
    /// The unit that is drawn.
    pub unit: String,
    /// How many resamples.
    pub resamples: u64,
    /// The seed of the random numbers.
    pub seed: u64,
    /// The percentage of resamples that rank intervals cover.
    pub confidence: f64,
}

impl Results {
    /// Adds rank intervals to the rankings, and for each submission p against the one above it. Nothing is
    /// added to a ranking of one submission, or if every dataset has only one document.
    #[must_use]
    pub fn with_chance(mut self, task: &Task, options: &Resampling) -> Self {
        if self.datasets.iter().all(|dataset| dataset.documents < 2) {
            return self;
        }
        let mut rankings = std::mem::take(&mut self.rankings);
        let mut is_drawn = false;
        for ranking in &mut rankings {
            let ranked: Vec<usize> = (0..ranking.standings.len())
                .filter(|place| ranking.standings[*place].rank.is_some())
                .collect();
            let ids: Vec<&str> = ranked.iter().map(|place| ranking.standings[*place].id.as_str()).collect();
            let Some(joint) = self.joint(task, &ids, options) else { continue };
            is_drawn = true;
            let intervals = joint.rank_intervals();
            for (number, place) in ranked.into_iter().enumerate() {
                let standing = &mut ranking.standings[place];
                standing.interval = intervals.get(number).copied();
                standing.p_above = number.checked_sub(1).and_then(|above| joint.p(above, number));
            }
        }
        self.rankings = rankings;
        self.chance = is_drawn.then(|| Chance {
            method: "bootstrap",
            unit: options.unit.to_string(),
            resamples: options.resamples,
            seed: options.seed,
            confidence: options.confidence,
        });
        self
    }

    /// Resamples the submissions with these ids; a dataset without a response counts as 0.
    fn joint(&self, task: &Task, ids: &[&str], options: &Resampling) -> Option<Joint> {
        if ids.len() < 2 {
            return None;
        }
        let mut datasets: Vec<Vec<Option<&Evaluation>>> = vec![Vec::new(); self.datasets.len()];
        for id in ids {
            let one = self.submissions.iter().find(|one| one.id == *id)?;
            for (dataset, result) in datasets.iter_mut().zip(&one.datasets) {
                dataset.push(result.official.as_ref());
            }
        }
        Joint::new(&datasets, &task.primary, (options, task.plan().undefined())).ok()
    }
}
