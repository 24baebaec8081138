//! Processes a submission: reads its card, checks it, scores each dataset and computes the means.

use std::collections::BTreeMap;

use super::{
    AboutDataset, Card, Condition, DatasetResult, Figures, Group, Incomplete, Rule, Scored, Status,
    SubmissionResult, Task, Trouble,
};
use crate::evaluation::{DocumentTallies, Evaluation};
use crate::metric::Undefined;
use crate::nec::NEC;
use crate::problem::Problem;

/// A submission whose result is being computed.
#[derive(Clone, Debug)]
pub struct Submission<'a> {
    task: &'a Task,
    result: SubmissionResult,
    /// The descriptions of the datasets, if known.
    about: Vec<AboutDataset>,
}

impl<'a> Submission<'a> {
    /// A run of a team that is not scored yet. Track and condition are those of its card, or the first of the
    /// task.
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
            about: Vec::new(),
        };
        submission.declare();
        submission
    }

    /// Marks the submission as the baseline, with which others are compared.
    #[must_use]
    pub fn as_baseline(mut self) -> Self {
        self.result.baseline = true;
        self
    }

    /// Adds a problem of the submission as a whole; an error prevents it from being scored.
    pub fn trouble(&mut self, trouble: Trouble) {
        if trouble.is_error() {
            self.result.status = Status::Refused;
        }
        self.result.problems.push(trouble);
    }

    /// Whether it has no errors and can be scored.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.result.status == Status::Scored
    }

    /// The condition under which it ran.
    #[must_use]
    pub fn condition(&self) -> Condition {
        self.result.condition.parse().unwrap_or(Condition::Predicted)
    }

    /// The problems of the submission as a whole.
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

    /// Adds the result of the response to each dataset, `None` if there is no response, and computes the
    /// result of the submission. `about` determines which rules are compared, and for which figures a missing
    /// dataset counts; a dataset that is not described there counts for all.
    #[must_use]
    pub fn scored(mut self, scored: Vec<Option<Scored>>, about: &[AboutDataset]) -> SubmissionResult {
        self.about = about.to_vec();
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
        // if a response was refused, this is the reason, not the datasets without a response
        let unranked = (nothing && !refused) || self.task.incomplete == Incomplete::Unranked;
        if missing {
            self.say_missing(unranked);
        }
        if refused || nothing {
            self.result.status = Status::Refused;
        } else if missing && unranked {
            self.result.status = Status::Incomplete;
        }
    }

    /// Adds a problem that names the datasets without a response.
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

    /// The number of these datasets that have no response but would have this figure.
    fn lacking(&self, places: &[usize], figure: &str) -> usize {
        let has = |place: &&usize| {
            let about = self.about.get(**place);
            figure != NEC.name || about.is_none_or(|about| about.named_entities)
        };
        places.iter().filter(has).count()
    }

    /// The means under each rule that all keys allow.
    fn rules(&self, undefined: Undefined) -> Vec<Rule> {
        let scored: Vec<&DatasetResult> =
            self.result.datasets.iter().filter(|dataset| dataset.status == Status::Scored).collect();
        let is_missing = |place: &usize| {
            self.task.incomplete == Incomplete::Zero && self.result.datasets[*place].status != Status::Scored
        };
        let missing: Vec<usize> = (0..self.result.datasets.len()).filter(is_missing).collect();
        let allowed = |rule: &&Rule| {
            self.about.iter().all(|about| about.rules.is_empty() || about.rules.contains(&rule.rule))
        };
        let mean = |rule: &Rule| {
            let of =
                |dataset: &&'_ DatasetResult| dataset.rules.iter().position(|other| other.rule == rule.rule);
            let places: Option<Vec<usize>> = scored.iter().map(of).collect();
            let figures: Vec<&Figures> =
                scored.iter().zip(places?).map(|(dataset, place)| &dataset.rules[place].figures).collect();
            let figures = Figures::mean(&figures, |figure| self.lacking(&missing, figure), undefined);
            Some(Rule { rule: rule.rule.clone(), figures })
        };
        let rules = scored.first().map(|first| first.rules.iter().filter(allowed)).into_iter().flatten();
        rules.filter_map(mean).collect()
    }

    fn languages(&self, undefined: Undefined) -> Vec<Group> {
        let mut languages: BTreeMap<&str, Vec<(usize, Option<&Figures>)>> = BTreeMap::new();
        for (place, (dataset, result)) in self.task.datasets.iter().zip(&self.result.datasets).enumerate() {
            let figures = result.rules.first().map(|rule| &rule.figures);
            languages.entry(dataset.language.as_deref().unwrap_or("")).or_default().push((place, figures));
        }
        if languages.len() < 2 || languages.len() == self.task.datasets.len() {
            return Vec::new();
        }
        let group = |(language, datasets): (&str, Vec<(usize, Option<&Figures>)>)| {
            let there: Vec<&Figures> = datasets.iter().filter_map(|(_, figures)| *figures).collect();
            let missing: Vec<usize> =
                datasets.iter().filter(|(_, figures)| figures.is_none()).map(|(place, _)| *place).collect();
            let figures = Figures::mean(&there, |figure| self.lacking(&missing, figure), undefined);
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

/// The figures of each genre, if there are several genres.
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
