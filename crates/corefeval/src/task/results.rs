//! The results of a task as data, for tables, for programs, and for a site made of files; described in `docs/task.md`.

use std::collections::BTreeMap;

use serde::Serialize;

use super::ranking::rankings;
use super::{Card, Chance, Condition, Figures, Incomplete, Ranking, Scored, Task, Trouble};
use crate::evaluation::{DocumentTallies, Evaluation};
use crate::metric::Undefined;
use crate::problem::Problem;

/// The version of the layout: raised when a field changes its meaning or goes away.
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
    /// How rank intervals were made, if they were.
    pub chance: Option<Chance>,
    /// The submissions, by team and run, the baseline first.
    pub submissions: Vec<SubmissionResult>,
}

/// What the task is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AboutTask {
    /// What it is called.
    pub name: String,
    /// What it is about.
    pub about: String,
    /// Where to read more.
    pub url: Option<String>,
    /// The metric or average by which submissions are ranked.
    pub primary: String,
    /// What that is called in tables.
    pub primary_title: &'static str,
    /// The protocol, under the official matching rule.
    pub signature: String,
    /// The matching rules, the official one first.
    pub rules: Vec<String>,
    /// The tracks.
    pub tracks: Vec<String>,
    /// The conditions.
    pub conditions: Vec<&'static str>,
    /// What becomes of submissions that lack a dataset.
    pub incomplete: &'static str,
    /// Which runs of a team get a rank.
    pub runs: &'static str,
}

/// What a dataset is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct AboutDataset {
    /// What it is called.
    pub name: String,
    /// The language of its texts.
    pub language: Option<String>,
    /// The genre of its texts, where all are of one.
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
    /// What names the bytes of its key for good.
    pub fingerprint: Option<String>,
}

/// What became of a submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Status {
    /// All datasets were scored.
    Scored,
    /// Some datasets are missing, so that it is not ranked.
    Incomplete,
    /// Something was wrong, so that nothing is ranked.
    Refused,
    /// There is no response to the dataset.
    Missing,
}

/// A submission and what came of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SubmissionResult {
    /// Team and run with a slash between.
    pub id: String,
    /// The team.
    pub team: String,
    /// The run.
    pub run: String,
    /// What the system is called.
    pub name: String,
    /// Whether it is the one to compare others with.
    pub baseline: bool,
    /// The track, if the task has any.
    pub track: Option<String>,
    /// The condition.
    pub condition: &'static str,
    /// What became of it.
    pub status: Status,
    /// The primary score, from 0 to 1.
    pub score: Option<f64>,
    /// The mean of each figure over the datasets, under the official rule.
    pub mean: Figures,
    /// The same under each rule that all keys allow, the official one first.
    pub rules: Vec<Rule>,
    /// The means over the datasets of each language, where there are several languages.
    pub languages: Vec<Group>,
    /// Each dataset, in the order of the task.
    pub datasets: Vec<DatasetResult>,
    /// What was wrong or odd about the submission as a whole.
    pub problems: Vec<Trouble>,
    /// What its participants say of it.
    pub card: Card,
}

/// What came of the response to a dataset.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DatasetResult {
    /// The dataset.
    pub dataset: String,
    /// What became of the response.
    pub status: Status,
    /// How many errors it has.
    pub errors: usize,
    /// How many warnings.
    pub warnings: usize,
    /// The figures under each rule that the key allows, the official one first.
    pub rules: Vec<Rule>,
    /// The figures of each genre under the official rule, where there are several.
    pub genres: Vec<Group>,
    /// What was wrong or odd: the first of each kind.
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
    /// What they have in common.
    pub name: String,
    /// How many documents, or datasets, there are.
    pub count: usize,
    /// The figures.
    pub figures: Figures,
}

/// A submission on its way to a result.
#[derive(Clone, Debug)]
pub struct Submission<'a> {
    task: &'a Task,
    result: SubmissionResult,
}

impl<'a> Submission<'a> {
    /// A run of a team, of which nothing is scored yet. Track and condition are those of its card, or the first of the task.
    #[must_use]
    pub fn new(task: &'a Task, team: &str, run: &str, card: Card) -> Self {
        let id = if run.is_empty() { team.to_owned() } else { format!("{team}/{run}") };
        let mut submission = Self {
            task,
            result: SubmissionResult {
                name: card.name.clone().filter(|name| !name.trim().is_empty()).unwrap_or_else(|| id.clone()),
                id,
                team: team.to_owned(),
                run: run.to_owned(),
                baseline: false,
                track: task.tracks.first().cloned(),
                condition: task.conditions.first().map_or(Condition::Predicted.name(), |first| first.name()),
                status: Status::Scored,
                score: None,
                mean: Figures::default(),
                rules: Vec::new(),
                languages: Vec::new(),
                datasets: Vec::new(),
                problems: Vec::new(),
                card,
            },
        };
        submission.declare();
        submission
    }

    /// The same as the one to compare others with.
    #[must_use]
    pub fn as_baseline(mut self) -> Self {
        self.result.baseline = true;
        self
    }

    /// Something is wrong or odd about the submission as a whole; an error keeps it from being scored.
    pub fn trouble(&mut self, trouble: Trouble) {
        if trouble.is_error() {
            self.result.status = Status::Refused;
        }
        self.result.problems.push(trouble);
    }

    /// Whether it is worth scoring.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.result.status == Status::Scored
    }

    /// The condition under which it ran.
    #[must_use]
    pub fn condition(&self) -> Condition {
        self.result.condition.parse().unwrap_or(Condition::Predicted)
    }

    /// What is wrong or odd about it as a whole.
    #[must_use]
    pub fn troubles(&self) -> &[Trouble] {
        &self.result.problems
    }

    /// Team and run.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.result.id
    }

    /// Takes track and condition from the card, if the task has them.
    fn declare(&mut self) {
        let Card { track, condition, .. } = self.result.card.clone();
        if let Some(track) = track {
            if self.task.tracks.contains(&track) {
                self.result.track = Some(track);
            } else {
                self.undeclared("track", &track, &self.task.tracks.join(", "));
            }
        }
        if let Some(condition) = condition {
            match self.task.conditions.iter().find(|known| known.name() == condition) {
                Some(known) => self.result.condition = known.name(),
                None => {
                    let known: Vec<&str> = self.task.conditions.iter().map(|known| known.name()).collect();
                    self.undeclared("condition", &condition, &known.join(", "));
                }
            }
        }
    }

    fn undeclared(&mut self, what: &str, name: &str, known: &str) {
        let hint = if known.is_empty() {
            format!("the task has no {what}s")
        } else {
            format!("choose from {known}")
        };
        let message = format!("the task has no {what} `{name}`");
        let problem = Problem::error("system-card", 0, message).hint(hint);
        self.trouble(Trouble::new("system.toml", &problem));
    }

    /// Puts in what came of the response to each dataset; `None` where there is none.
    #[must_use]
    pub fn scored(mut self, scored: Vec<Option<Scored>>) -> SubmissionResult {
        let datasets = self.task.datasets.iter().zip(scored);
        self.result.datasets =
            datasets.map(|(dataset, scored)| dataset_result(&dataset.name, scored)).collect();
        self.settle_status();
        self.average();
        self.result
    }

    fn settle_status(&mut self) {
        let any = |status: Status| self.result.datasets.iter().any(|dataset| dataset.status == status);
        let (refused, missing, nothing) = (any(Status::Refused), any(Status::Missing), !any(Status::Scored));
        if !self.is_sound() {
            return;
        }
        let unranked = nothing || self.task.incomplete == Incomplete::Unranked;
        if missing {
            self.say_missing(unranked);
        }
        if refused || nothing {
            self.result.status = Status::Refused;
        } else if missing && unranked {
            self.result.status = Status::Incomplete;
        }
    }

    /// Names the datasets without a response.
    fn say_missing(&mut self, unranked: bool) {
        for dataset in self.result.datasets.iter().filter(|dataset| dataset.status == Status::Missing) {
            let message = format!("there is no response to the dataset {}", dataset.dataset);
            let problem = if unranked {
                Problem::error("missing-dataset", 0, message)
            } else {
                Problem::warning("missing-dataset", 0, message + "; its scores count as 0")
            };
            self.result.problems.push(Trouble::new("", &problem));
        }
    }

    fn average(&mut self) {
        let undefined = self.task.plan().undefined();
        self.result.rules = self.rules(undefined);
        self.result.mean = self.result.rules.first().map(|rule| rule.figures.clone()).unwrap_or_default();
        if self.result.status == Status::Scored {
            self.result.score = self.result.mean.f(&self.task.primary);
            self.result.languages = self.languages(undefined);
        }
    }

    /// The means under each rule that the keys of all scored datasets allow.
    fn rules(&self, undefined: Undefined) -> Vec<Rule> {
        let scored: Vec<&DatasetResult> =
            self.result.datasets.iter().filter(|dataset| dataset.status == Status::Scored).collect();
        let missing = match self.task.incomplete {
            Incomplete::Zero => self.result.datasets.len() - scored.len(),
            Incomplete::Unranked => 0,
        };
        let mean = |rule: &Rule| {
            let of =
                |dataset: &&'_ DatasetResult| dataset.rules.iter().position(|other| other.rule == rule.rule);
            let places: Option<Vec<usize>> = scored.iter().map(of).collect();
            let figures: Vec<&Figures> =
                scored.iter().zip(places?).map(|(dataset, place)| &dataset.rules[place].figures).collect();
            Some(Rule { rule: rule.rule.clone(), figures: Figures::mean(&figures, missing, undefined) })
        };
        scored.first().map_or(Vec::new(), |first| first.rules.iter().filter_map(mean).collect())
    }

    fn languages(&self, undefined: Undefined) -> Vec<Group> {
        let mut languages: BTreeMap<&str, Vec<Option<&Figures>>> = BTreeMap::new();
        for (dataset, result) in self.task.datasets.iter().zip(&self.result.datasets) {
            let figures = result.rules.first().map(|rule| &rule.figures);
            languages.entry(dataset.language.as_deref().unwrap_or("")).or_default().push(figures);
        }
        if languages.len() < 2 || languages.len() == self.task.datasets.len() {
            return Vec::new();
        }
        let group = |(language, datasets): (&str, Vec<Option<&Figures>>)| {
            let there: Vec<&Figures> = datasets.iter().copied().flatten().collect();
            let figures = Figures::mean(&there, datasets.len() - there.len(), undefined);
            Group { name: language.to_owned(), count: datasets.len(), figures }
        };
        languages.into_iter().map(group).collect()
    }
}

fn dataset_result(name: &str, scored: Option<Scored>) -> DatasetResult {
    let status = match &scored {
        None => Status::Missing,
        Some(scored) if scored.errors > 0 || scored.rules.is_empty() => Status::Refused,
        Some(_) => Status::Scored,
    };
    let scored = scored.unwrap_or_default();
    let rule = |evaluation: &Evaluation| {
        let documents: Vec<&DocumentTallies> = evaluation.documents().iter().collect();
        let rule = evaluation.plan().protocol().matching.to_string();
        Rule { rule, figures: Figures::of(evaluation, &documents) }
    };
    DatasetResult {
        dataset: name.to_owned(),
        status,
        errors: scored.errors,
        warnings: scored.warnings,
        rules: scored.rules.iter().map(rule).collect(),
        genres: scored.rules.first().map(genres).unwrap_or_default(),
        problems: scored.problems,
        official: scored.rules.into_iter().next().filter(|_| status == Status::Scored),
    }
}

/// The figures of each genre, where documents have several.
fn genres(evaluation: &Evaluation) -> Vec<Group> {
    let mut genres: BTreeMap<&str, Vec<&DocumentTallies>> = BTreeMap::new();
    for document in evaluation.documents() {
        genres.entry(document.labels.genre.as_deref().unwrap_or("(no genre)")).or_default().push(document);
    }
    if genres.len() < 2 {
        return Vec::new();
    }
    let group = |(genre, documents): (&str, Vec<&DocumentTallies>)| Group {
        name: genre.to_owned(),
        count: documents.len(),
        figures: Figures::of(evaluation, &documents),
    };
    genres.into_iter().map(group).collect()
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
