//! The results of a task as data, for tables, programs and static sites; described in `docs/task.md`.

use serde::Serialize;

use super::ranking::rankings;
use super::{Card, Chance, Figures, Ranking, Task, Trouble};
use crate::evaluation::Evaluation;

/// The version of the layout: raised when a field changes its meaning or is removed.
pub const SCHEMA: u32 = 1;

/// Everything about a task and its submissions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Results {
    /// The version of the layout.
    pub schema: u32,
    /// The version of corefeval.
    pub corefeval: &'static str,
    /// The task.
    pub task: AboutTask,
    /// The datasets, in the order of the task.
    pub datasets: Vec<AboutDataset>,
    /// The rankings, in the order of the task's tracks and conditions.
    pub rankings: Vec<Ranking>,
    /// How rank intervals were computed, if they were.
    pub chance: Option<Chance>,
    /// The submissions, by team and run, the baseline first.
    pub submissions: Vec<SubmissionResult>,
}

/// The description of the task.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AboutTask {
    /// What it is called.
    pub name: String,
    /// A description in words.
    pub about: String,
    /// An address with more information.
    pub url: Option<String>,
    /// The metric or average by which submissions are ranked.
    pub primary: String,
    /// The title of the primary metric or average in tables.
    pub primary_title: &'static str,
    /// The protocol, under the official matching rule.
    pub signature: String,
    /// The matching rules, the official one first.
    pub rules: Vec<String>,
    /// The tracks.
    pub tracks: Vec<String>,
    /// The conditions.
    pub conditions: Vec<&'static str>,
    /// How submissions that lack a dataset are treated.
    pub incomplete: &'static str,
    /// Which runs of a team get a rank.
    pub runs: &'static str,
}

/// The description of a dataset.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct AboutDataset {
    /// What it is called.
    pub name: String,
    /// The language of its texts.
    pub language: Option<String>,
    /// The genre of its texts, if all have the same.
    pub genre: Option<String>,
    /// How many documents its key has.
    pub documents: usize,
    /// How many tokens.
    pub tokens: usize,
    /// How many mentions.
    pub mentions: usize,
    /// How many entities.
    pub entities: usize,
    /// Whether named entities are scored.
    pub named_entities: bool,
    /// The matching rules of the task that its key allows, the official one first.
    pub rules: Vec<String>,
    /// The fingerprint of the bytes of its key.
    pub fingerprint: Option<String>,
}

/// The status of a submission or of a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Status {
    /// All datasets were scored.
    Scored,
    /// Some datasets are missing, so it is not ranked.
    Incomplete,
    /// There was an error, so it is not ranked.
    Refused,
    /// There is no response to the dataset.
    Missing,
}

/// A submission and its result.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SubmissionResult {
    /// Team and run with a slash between.
    pub id: String,
    /// The team.
    pub team: String,
    /// The run.
    pub run: String,
    /// The name of the system.
    pub name: String,
    /// Whether it is the baseline, with which others are compared.
    pub baseline: bool,
    /// The track, if the task has any.
    pub track: Option<String>,
    /// The condition.
    pub condition: &'static str,
    /// Its status.
    pub status: Status,
    /// The primary score, from 0 to 1.
    pub score: Option<f64>,
    /// The mean of each figure over the datasets, under the official rule.
    pub mean: Figures,
    /// The means under each rule that all keys allow, the official one first.
    pub rules: Vec<Rule>,
    /// The means over the datasets of each language, if there are several languages.
    pub languages: Vec<Group>,
    /// Each dataset, in the order of the task.
    pub datasets: Vec<DatasetResult>,
    /// Problems of the submission as a whole.
    pub problems: Vec<Trouble>,
    /// The participants' description of the system.
    pub card: Card,
}

/// The result of the response to a dataset.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DatasetResult {
    /// The dataset.
    pub dataset: String,
    /// The status of the response.
    pub status: Status,
    /// How many errors it has.
    pub errors: usize,
    /// How many warnings.
    pub warnings: usize,
    /// The figures under each rule that the key allows, the official one first.
    pub rules: Vec<Rule>,
    /// The figures of each genre under the official rule, if there are several genres.
    pub genres: Vec<Group>,
    /// Problems of the response: the first few of each kind.
    pub problems: Vec<Trouble>,
    /// The evaluation under the official rule.
    #[serde(skip)]
    pub(super) official: Option<Evaluation>,
}

/// Figures under a matching rule.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rule {
    /// The rule.
    pub rule: String,
    /// The figures.
    pub figures: Figures,
}

/// Figures of some documents or datasets.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Group {
    /// The name of what they have in common.
    pub name: String,
    /// How many documents, or datasets, there are.
    pub count: usize,
    /// The figures.
    pub figures: Figures,
}

impl Results {
    /// The results of a task from those of its submissions, which may come in any order.
    #[must_use]
    pub fn new(task: &Task, datasets: Vec<AboutDataset>, mut submissions: Vec<SubmissionResult>) -> Self {
        submissions.sort_by(|one, other| (!one.baseline, &one.id).cmp(&(!other.baseline, &other.id)));
        let rankings = rankings(task, &submissions);
        let (schema, corefeval) = (SCHEMA, env!("CARGO_PKG_VERSION"));
        Self { schema, corefeval, task: AboutTask::new(task), datasets, rankings, chance: None, submissions }
    }
}

impl AboutTask {
    fn new(task: &Task) -> Self {
        let plans = task.plan().each_rule();
        Self {
            name: task.name.clone(),
            about: task.about.clone(),
            url: task.url.clone(),
            primary: task.primary.clone(),
            primary_title: task.primary_title(),
            signature: plans.first().map(ToString::to_string).unwrap_or_default(),
            rules: plans.iter().map(|plan| plan.protocol().matching.to_string()).collect(),
            tracks: task.tracks.clone(),
            conditions: task.conditions.iter().map(|condition| condition.name()).collect(),
            incomplete: task.incomplete.name(),
            runs: task.runs.name(),
        }
    }
}
