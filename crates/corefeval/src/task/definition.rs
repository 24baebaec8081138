//! The definition of a shared task, read from a `task.toml`: the datasets, the protocol, and how submissions
//! are ranked.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt;
use std::str::FromStr;

use serde::Deserialize;
use serde::de::{Deserializer, Error as _};

use super::{Condition, Unlinked};
use crate::choice::choice;
use crate::evaluation::{Plan, by_name, choice as plan_choice};
use crate::format::{self, Format};
use crate::metric::{AVERAGES, Metric};
use crate::nec::NEC;

choice! {
    /// What becomes of a submission that has no response to some dataset.
    Incomplete {
        /// It is shown but not ranked.
        Unranked = "unranked",
        /// Every score of the missing datasets counts as 0.
        Zero = "zero",
    }
}

choice! {
    /// Which runs of a team get a rank.
    Runs {
        /// All of them.
        All = "all",
        /// The best of each team in each track and condition; the others are shown without a rank.
        Best = "best",
    }
}

/// A shared task.
#[derive(Clone, Debug)]
pub struct Task {
    /// Its name.
    pub name: String,
    /// A description in one or a few sentences.
    pub about: String,
    /// An address with more information.
    pub url: Option<String>,
    /// The tracks; empty if there is only one, without a name. A submission that names no track is in the
    /// first.
    pub tracks: Vec<String>,
    /// The conditions; a submission that names no condition is under the first.
    pub conditions: Vec<Condition>,
    /// Whether responses with gold mentions may leave out singletons.
    pub unlinked: Unlinked,
    /// How submissions that lack a dataset are treated.
    pub incomplete: Incomplete,
    /// Which runs of a team get a rank.
    pub runs: Runs,
    /// The name of the metric or average by which submissions are ranked.
    pub primary: String,
    /// Whether named entities are scored if a key has names.
    pub named_entities: bool,
    /// The folder of a run with which all others are compared.
    pub baseline: Option<String>,
    /// The folder of the submissions.
    pub submissions: String,
    /// The datasets; the score of a submission is the mean of its scores on the datasets.
    pub datasets: Vec<Dataset>,
    plan: Plan,
}

/// A key, and the files that participants are given.
#[derive(Clone, Debug)]
pub struct Dataset {
    /// Its name: the names of responses begin with it.
    pub name: String,
    /// The path of the key, from the task's folder.
    pub key: String,
    /// The format of all its files; none if it is recognised automatically.
    pub format: Option<&'static Format>,
    /// The language of its texts.
    pub language: Option<String>,
    /// The genre of its texts, if all have the same.
    pub genre: Option<String>,
    /// The path of the file that participants are given under each condition, relative to the task's folder.
    pub given: BTreeMap<&'static str, String>,
    /// The path of the same text with automatic layers, for `task given`.
    pub auto: Option<String>,
}

impl Dataset {
    /// The path of the file that participants are given under a condition; only the text if no other file is
    /// named.
    #[must_use]
    pub fn given(&self, condition: Condition) -> Option<&str> {
        let text =
            || self.given.get(Condition::Predicted.name()).filter(|_| condition == Condition::Predicted);
        self.given.get(condition.name()).or_else(text).map(String::as_str)
    }
}

/// A `task.toml` that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskError(String);

impl fmt::Display for TaskError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl Error for TaskError {}

/// The contents of the file, before they are checked.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Written {
    name: String,
    #[serde(default)]
    about: String,
    url: Option<String>,
    #[serde(default)]
    tracks: Vec<String>,
    #[serde(default)]
    conditions: Vec<Named<Condition>>,
    unlinked: Option<Named<Unlinked>>,
    incomplete: Option<Named<Incomplete>>,
    runs: Option<Named<Runs>>,
    protocol: Named<Plan>,
    primary: Option<String>,
    #[serde(default)]
    further: Vec<Named<Listed>>,
    #[serde(default)]
    rules: Vec<String>,
    #[serde(default)]
    named_entities: bool,
    baseline: Option<String>,
    submissions: Option<String>,
    #[serde(rename = "dataset")]
    datasets: Vec<WrittenDataset>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct WrittenDataset {
    name: String,
    key: String,
    format: Option<Named<Known>>,
    language: Option<String>,
    genre: Option<String>,
    #[serde(default)]
    given: BTreeMap<String, String>,
    auto: Option<String>,
}

/// A value that is written as its name; an unknown name is an error with a line number.
#[derive(Debug)]
struct Named<T>(T);

impl<'de, T: FromStr<Err: fmt::Display>> Deserialize<'de> for Named<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map(Self).map_err(D::Error::custom)
    }
}

#[derive(Debug)]
struct Known(&'static Format);

impl FromStr for Known {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        format::by_name(name)
            .map(Self)
            .ok_or_else(|| format!("`{name}` is not a format; see `corefeval formats`"))
    }
}

/// A metric that is scored in addition to those of the protocol.
#[derive(Debug)]
struct Listed(&'static Metric);

impl FromStr for Listed {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        by_name(name)
            .map(Self)
            .ok_or_else(|| format!("`{name}` is not a metric; see `corefeval score --help`"))
    }
}

impl Task {
    /// Reads the text of a `task.toml`; errors have a line number.
    pub fn read(text: &str) -> Result<Self, TaskError> {
        let written: Written = toml::from_str(text).map_err(|error| unreadable(text, &error))?;
        let mut task = Self {
            plan: plan(&written)?,
            name: written.name,
            about: written.about,
            url: written.url,
            tracks: written.tracks,
            conditions: written.conditions.into_iter().map(|named| named.0).collect(),
            unlinked: written.unlinked.map_or(Unlinked::Required, |named| named.0),
            incomplete: written.incomplete.map_or(Incomplete::Unranked, |named| named.0),
            runs: written.runs.map_or(Runs::All, |named| named.0),
            primary: written.primary.unwrap_or_default(),
            named_entities: written.named_entities,
            baseline: written.baseline,
            submissions: written.submissions.unwrap_or_else(|| "submissions".to_owned()),
            datasets: written.datasets.into_iter().map(dataset).collect::<Result<_, _>>()?,
        };
        if task.conditions.is_empty() {
            task.conditions.push(Condition::Predicted);
        }
        if task.primary.is_empty() {
            task.primary = task.usual_primary();
        }
        task.check()?;
        Ok(task)
    }

    /// The plan for scoring, without named entities; the first of its rules is the official one.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The plan for scoring, with named entities.
    #[must_use]
    pub fn plan_with_names(&self) -> Plan {
        let mut plan = self.plan.clone();
        // a known metric is always accepted
        let _ = add(&mut plan, "metrics", &[NEC.name]);
        plan
    }

    /// The place of a dataset.
    #[must_use]
    pub fn dataset(&self, name: &str) -> Option<usize> {
        self.datasets.iter().position(|dataset| dataset.name == name)
    }

    /// The title of the primary score in tables.
    #[must_use]
    pub fn primary_title(&self) -> &'static str {
        let average =
            AVERAGES.iter().find(|average| average.name == self.primary).map(|average| average.title);
        average.or_else(|| by_name(&self.primary).map(|metric| metric.title)).unwrap_or("Score")
    }

    /// The average that can be computed from the metrics, or else the first metric.
    fn usual_primary(&self) -> String {
        let average = AVERAGES.iter().find(|average| average.of.iter().all(|name| self.scores(name)));
        let first = self.plan.metrics().first().map(|metric| metric.name);
        average.map(|average| average.name).or(first).unwrap_or_default().to_owned()
    }

    fn scores(&self, name: &str) -> bool {
        self.plan.metrics().iter().any(|metric| metric.name == name)
    }

    fn check(&self) -> Result<(), TaskError> {
        let average = AVERAGES.iter().find(|average| average.name == self.primary);
        let is_scored = average.map_or_else(
            || self.scores(&self.primary),
            |average| average.of.iter().all(|name| self.scores(name)),
        );
        if !is_scored {
            return fail(format!(
                "primary = \"{}\" is not scored by the protocol; add it to `further`",
                self.primary
            ));
        }
        if self.datasets.is_empty() {
            return fail("there is no [[dataset]]".to_owned());
        }
        let mut names = BTreeSet::new();
        for Dataset { name, .. } in &self.datasets {
            check_name("dataset", name)?;
            // names of files are not case-sensitive on some systems
            if !names.insert(name.to_lowercase()) {
                return fail(format!("two datasets are called `{name}`"));
            }
        }
        self.tracks.iter().try_for_each(|track| check_name("track", track))?;
        check_url(self.url.as_deref()).map_err(TaskError)
    }
}

/// Checks that an address is that of a web page, because it is shown as a link.
pub(super) fn check_url(url: Option<&str>) -> Result<(), String> {
    match url {
        Some(url) if !url.starts_with("https://") && !url.starts_with("http://") => {
            Err(format!("url = \"{url}\" does not begin with https:// or http://"))
        }
        _ => Ok(()),
    }
}

/// Checks a name, because names become names of files and keys of leaderboards.
fn check_name(what: &str, name: &str) -> Result<(), TaskError> {
    let is_plain = |letter: char| letter.is_alphanumeric() || "-_.".contains(letter);
    if name.is_empty() || name.starts_with('.') || !name.chars().all(is_plain) {
        return fail(format!("{what} `{name}`: names are made of letters, digits, `-`, `_` and `.`"));
    }
    Ok(())
}

fn dataset(written: WrittenDataset) -> Result<Dataset, TaskError> {
    let mut given = BTreeMap::new();
    for (name, path) in written.given {
        let condition: Condition =
            name.parse().map_err(|error| TaskError(format!("dataset `{}`, given: {error}", written.name)))?;
        given.insert(condition.name(), path);
    }
    let WrittenDataset { name, key, format, language, genre, auto, .. } = written;
    Ok(Dataset { name, key, format: format.map(|named| named.0.0), language, genre, given, auto })
}

/// The protocol with further metrics and matching rules.
fn plan(written: &Written) -> Result<Plan, TaskError> {
    let mut plan = written.protocol.0.clone();
    let further: Vec<&str> = written.further.iter().map(|named| named.0.0.name).collect();
    add(&mut plan, "metrics", &further)?;
    let rules: Vec<&str> = written.rules.iter().map(String::as_str).collect();
    add(&mut plan, "match", &rules)?;
    Ok(plan)
}

/// Adds values to a choice of a plan.
fn add(plan: &mut Plan, name: &str, more: &[&str]) -> Result<(), TaskError> {
    let Some(choice) = plan_choice(name).filter(|_| !more.is_empty()) else { return Ok(()) };
    let usual = choice.get(plan);
    let added = more.iter().copied().filter(|value| !usual.iter().any(|usual| usual == value));
    let values: Vec<&str> = usual.iter().map(String::as_str).chain(added).collect();
    choice.set(plan, &values).map_err(|error| TaskError(format!("{name}: {error}")))
}

fn fail<T>(message: String) -> Result<T, TaskError> {
    Err(TaskError(message))
}

/// An error of the definition, in one line with its place.
fn unreadable(text: &str, error: &toml::de::Error) -> TaskError {
    let said = error.message().lines().collect::<Vec<_>>().join("; ");
    let Some(before) = error.span().and_then(|span| text.get(..span.start)) else { return TaskError(said) };
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    TaskError(format!("line {line}, column {column}: {said}"))
}

#[cfg(test)]
mod tests {
    use super::{Condition, Task};

    const DATASET: &str = "[[dataset]]\nname = 'en'\nkey = 'en.conll'\n";

    fn read(before: &str, after: &str) -> Result<Task, String> {
        let text = format!("name = 'T'\nprotocol = 'conll-2012'\n{before}\n{DATASET}{after}");
        Task::read(&text).map_err(|error| error.to_string())
    }

    #[test]
    fn the_least_task_has_a_name_a_protocol_and_a_dataset() {
        let task = read("", "").unwrap();
        assert_eq!((task.primary.as_str(), task.primary_title()), ("conll", "CoNLL"));
        assert_eq!((task.conditions[0], task.submissions.as_str()), (Condition::Predicted, "submissions"));
        assert!(!task.plan().compares_rules());
    }

    #[test]
    fn what_is_not_toml_is_named_in_one_line_with_its_place() {
        let error = Task::read("name = 'T'\nprotocol =\n").unwrap_err().to_string();
        assert!(error.starts_with("line 2, column ") && !error.contains('\n'), "{error}");
    }

    #[test]
    fn rules_and_metrics_are_added_to_the_protocol() {
        let task = read("rules = ['head', 'exact']\nfurther = ['lea', 'muc']\nprimary = 'lea'", "").unwrap();
        let rules: Vec<String> =
            task.plan().each_rule().iter().map(|plan| plan.protocol().matching.to_string()).collect();
        assert_eq!(rules, ["exact", "head"]);
        assert_eq!(task.plan().metrics().iter().filter(|metric| metric.name == "muc").count(), 1);
        assert!(task.plan_with_names().metrics().iter().any(|metric| metric.name == "nec"));
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        let wrong = |before: &str, after: &str| read(before, after).unwrap_err();
        assert!(wrong("conditions = ['golden']", "").contains("line 3"));
        assert!(wrong("conditions = ['golden']", "").contains("`golden` is none of predicted"));
        assert!(wrong("dataset-order = 1", "").contains("unknown field `dataset-order`"));
        assert!(wrong("primary = 'lea'", "").contains("add it to `further`"));
        assert!(wrong("", DATASET).contains("two datasets are called `en`"));
        assert!(wrong("tracks = ['a/b']", "").contains("track `a/b`"));
        assert!(wrong("url = 'javascript:x'", "").contains("https://"));
        assert!(wrong("", "[dataset.given]\ngold = 'x'\n").contains("dataset `en`, given"));
        assert!(wrong("rules = ['nonsense']", "").contains("match:"));
    }
}
