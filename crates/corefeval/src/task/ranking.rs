//! Rankings of submissions, with ties.

use std::collections::BTreeSet;

use serde::Serialize;

use super::{Runs, Status, SubmissionResult, Task};

/// The submissions of one track under one condition, best first.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ranking {
    /// The track, if the task has any.
    pub track: Option<String>,
    /// The condition.
    pub condition: &'static str,
    /// The submissions, best first; those without a score are left out.
    pub standings: Vec<Standing>,
}

/// The place of a submission in a ranking.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// Its rank, from 1; none for baselines and other runs that are shown only for comparison. Equal scores
    /// have the same rank, and the ranks after it are skipped accordingly: 1, 1, 3.
    pub rank: Option<usize>,
    /// Whether another submission has the same rank.
    pub tied: bool,
    /// The submission.
    pub id: String,
    /// The primary score, from 0 to 1.
    pub score: f64,
    /// The best and the worst rank that it could have had with other documents.
    pub interval: Option<(usize, usize)>,
    /// The probability that the submission above scores better by chance although it is not better than this
    /// one.
    pub p_above: Option<f64>,
}

/// A ranking for each track and condition that has submissions, in the order of the task.
pub(super) fn rankings(task: &Task, submissions: &[SubmissionResult]) -> Vec<Ranking> {
    let tracks: Vec<Option<&String>> =
        if task.tracks.is_empty() { vec![None] } else { task.tracks.iter().map(Some).collect() };
    let mut rankings = Vec::new();
    for track in tracks {
        for condition in &task.conditions {
            let is_in = |one: &&SubmissionResult| {
                one.track.as_ref() == track && one.condition == condition.name() && one.score.is_some()
            };
            let standings = standings(task, submissions.iter().filter(is_in).collect());
            if !standings.is_empty() {
                rankings.push(Ranking { track: track.cloned(), condition: condition.name(), standings });
            }
        }
    }
    rankings
}

fn standings(task: &Task, mut submissions: Vec<&SubmissionResult>) -> Vec<Standing> {
    let score = |one: &SubmissionResult| one.score.unwrap_or(f64::NEG_INFINITY);
    // equal scores are sorted by name, so that the order does not depend on how the submissions were found
    submissions.sort_by(|one, other| score(other).total_cmp(&score(one)).then_with(|| one.id.cmp(&other.id)));
    let mut teams = BTreeSet::new();
    let ranked: Vec<bool> = submissions
        .iter()
        .map(|one| {
            let counts = !one.baseline && one.status == Status::Scored;
            counts && (teams.insert(&one.team) || task.runs == Runs::All)
        })
        .collect();
    let scores: Vec<f64> =
        submissions.iter().zip(&ranked).filter(|(_, ranked)| **ranked).map(|(one, _)| score(one)).collect();
    let standing = |(one, ranked): (&SubmissionResult, bool)| {
        let same = scores.iter().filter(|other| other.total_cmp(&score(one)).is_eq()).count();
        let better = scores.iter().filter(|other| other.total_cmp(&score(one)).is_gt()).count();
        Standing {
            rank: ranked.then_some(better + 1),
            tied: ranked && same > 1,
            id: one.id.clone(),
            score: score(one),
            interval: None,
            p_above: None,
        }
    };
    submissions.into_iter().zip(ranked).map(standing).collect()
}
