//! A page for everything that has a name: what it is, its formula or rule, a worked example, who proposed it, when to use it.
//!
//! Pages are made from the tables of the library, and examples are computed when a page is asked for.

mod choices;
mod files;
mod measures;
mod rules;
mod scores;
mod strata;

use std::fmt;

use crate::choice::{Value, same_name, unknown};
use crate::evaluation::{CHOICES, Choice, PRESETS, Preset, Shape, all_metrics};
use crate::format::{FORMATS, Format};
use crate::matching::Matching;
use crate::measures::{MEASURES, Measure};
use crate::metric::{AVERAGES, Average, Metric};
use crate::problem::{CODES, Code};
use crate::strata::{STRATA, Strata};

/// The kind of topic of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Kind {
    /// A metric.
    Metric,
    /// A mean of metrics.
    Average,
    /// A rule that says which mentions match.
    MatchingRule,
    /// A choice of the protocol that can change a figure.
    Choice,
    /// A value of a choice.
    Value,
    /// The protocol of a shared task or scorer.
    Preset,
    /// A format of files.
    Format,
    /// A measure that is not recall and precision.
    Measure,
    /// A way to group mentions, by which scores are split.
    Strata,
    /// A kind of problem in files.
    Problem,
}

impl Kind {
    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Metric => "metric",
            Self::Average => "average",
            Self::MatchingRule => "matching rule",
            Self::Choice => "choice",
            Self::Value => "value of a choice",
            Self::Preset => "preset",
            Self::Format => "format",
            Self::Measure => "measure",
            Self::Strata => "strata",
            Self::Problem => "problem code",
        }
    }
}

impl Kind {
    /// Its plural, as a heading.
    #[must_use]
    pub const fn plural(self) -> &'static str {
        match self {
            Self::Metric => "Metrics",
            Self::Average => "Averages",
            Self::MatchingRule => "Matching rules",
            Self::Choice => "Choices",
            Self::Value => "Values of choices",
            Self::Preset => "Presets",
            Self::Format => "Formats",
            Self::Measure => "Measures",
            Self::Strata => "Strata (score --by)",
            Self::Problem => "Problem codes",
        }
    }
}

/// Something that has a page.
#[derive(Clone, Debug)]
pub struct Topic {
    /// Its kind.
    pub kind: Kind,
    /// Its name; values of choices have the choice before them: `singletons:drop`.
    pub name: String,
    /// A description in one line.
    pub about: String,
    subject: Subject,
}

#[derive(Clone, Copy, Debug)]
enum Subject {
    Metric(&'static Metric),
    Average(&'static Average),
    Rule(Matching),
    Choice(&'static Choice),
    Value(&'static Choice, Value),
    Preset(&'static Preset),
    Format(&'static Format),
    Measure(&'static Measure),
    Figure(&'static Value),
    Strata(&'static Strata),
    Problem(&'static Code),
}

/// A page: a title, and paragraphs with headings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// What it is about.
    pub title: String,
    /// Headings, each with its text, which may have several lines.
    pub sections: Vec<(&'static str, String)>,
}

impl Page {
    fn new(title: String) -> Self {
        Self { title, sections: Vec::new() }
    }

    /// Adds a section unless its text is empty.
    fn with(mut self, heading: &'static str, text: impl Into<String>) -> Self {
        let text = text.into();
        if !text.trim().is_empty() && text != "–" {
            self.sections.push((heading, text));
        }
        self
    }
}

impl fmt::Display for Page {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(formatter, "{}", self.title)?;
        for (heading, text) in &self.sections {
            write!(formatter, "\n{heading}\n{text}\n")?;
        }
        Ok(())
    }
}

impl Topic {
    fn new(kind: Kind, name: &str, about: &str, subject: Subject) -> Self {
        Self { kind, name: name.to_owned(), about: about.trim().to_owned(), subject }
    }

    /// The page.
    #[must_use]
    pub fn page(&self) -> Page {
        match self.subject {
            Subject::Metric(metric) => scores::metric(metric),
            Subject::Average(average) => scores::average(average),
            Subject::Rule(rule) => rules::rule(rule),
            Subject::Choice(choice) => choices::choice(choice),
            Subject::Value(choice, value) => choices::value(choice, value),
            Subject::Preset(preset) => choices::preset(preset),
            Subject::Format(format) => files::format(format),
            Subject::Measure(measure) => measures::measure(measure),
            Subject::Figure(figure) => measures::figure(figure),
            Subject::Strata(one) => strata::strata(one),
            Subject::Problem(code) => files::problem(code),
        }
    }

    /// Whether a text is its name or one of its aliases.
    fn is_called(&self, name: &str) -> bool {
        let own = || match self.subject {
            Subject::Metric(metric) => {
                metric.aliases.iter().any(|alias| same_name(alias, name)) && is_first(metric, name)
            }
            Subject::Average(average) => average.aliases.iter().any(|alias| same_name(alias, name)),
            Subject::Choice(choice) => name.strip_prefix("--").is_some_and(|name| name == choice.name),
            Subject::Value(choice, value) => {
                same_name(value.name, name) || same_name(&format!("{}={}", choice.name, value.name), name)
            }
            _ => false,
        };
        same_name(&self.name, name) || own()
    }
}

/// Whether a name refers to this metric, and not to the metric of which it is a variant.
fn is_first(metric: &Metric, name: &str) -> bool {
    crate::evaluation::by_name(name).is_some_and(|found| found.name == metric.name)
}

/// Everything that has a page, by kind.
#[must_use]
pub fn topics() -> Vec<Topic> {
    let metrics =
        all_metrics().map(|one| Topic::new(Kind::Metric, one.name, one.summary, Subject::Metric(one)));
    let averages = AVERAGES.iter().map(|one| {
        let about = format!("the mean of the F of {}", one.of.join(", "));
        Topic::new(Kind::Average, one.name, &about, Subject::Average(one))
    });
    let rules = Matching::ALL
        .iter()
        .map(|one| Topic::new(Kind::MatchingRule, one.name(), one.summary(), Subject::Rule(*one)));
    let choices =
        CHOICES.iter().map(|one| Topic::new(Kind::Choice, one.name, one.about, Subject::Choice(one)));
    let presets =
        PRESETS.iter().map(|one| Topic::new(Kind::Preset, one.name, one.title, Subject::Preset(one)));
    let formats =
        FORMATS.iter().map(|one| Topic::new(Kind::Format, one.name, one.title, Subject::Format(one)));
    let measures =
        MEASURES.iter().map(|one| Topic::new(Kind::Measure, one.name, one.summary, Subject::Measure(one)));
    let figures = measures::FIGURES
        .iter()
        .map(|one| Topic::new(Kind::Measure, one.name, one.about, Subject::Figure(one)));
    let strata = STRATA.iter().map(|one| Topic::new(Kind::Strata, one.name, one.about, Subject::Strata(one)));
    let codes = CODES.iter().map(|one| Topic::new(Kind::Problem, one.name, one.means, Subject::Problem(one)));
    let scored = metrics.chain(averages).chain(rules).chain(choices).chain(CHOICES.iter().flat_map(values));
    scored.chain(presets).chain(formats).chain(measures).chain(figures).chain(strata).chain(codes).collect()
}

/// The values of a choice; metrics and matching rules have pages of their own.
fn values(choice: &'static Choice) -> Vec<Topic> {
    let values = match choice.shape {
        Shape::OneOf(values) | Shape::SomeOf(values) if !matches!(choice.name, "metrics" | "match") => {
            values()
        }
        _ => Vec::new(),
    };
    let topic = |value: Value| {
        let name = format!("{}:{}", choice.name, value.name);
        Topic::new(Kind::Value, &name, value.about, Subject::Value(choice, value))
    };
    values.into_iter().map(topic).collect()
}

/// All topics with that name, of any kind; the error suggests what was probably meant. For a field of a
/// signature, the metrics or the matching rules in it.
pub fn find(name: &str) -> Result<Vec<Topic>, String> {
    if let Some(names) = ["match:", "metrics:"].iter().find_map(|field| name.strip_prefix(field)) {
        let found: Result<Vec<Vec<Topic>>, String> = names.split('+').map(find).collect();
        return found.map(|found| found.concat());
    }
    let topics = topics();
    let found: Vec<Topic> = topics.iter().filter(|topic| topic.is_called(name)).cloned().collect();
    if !found.is_empty() {
        return Ok(found);
    }
    // a rule with a percentage
    if let Ok(rule) = name.parse::<Matching>() {
        return Ok(vec![Topic::new(Kind::MatchingRule, rule.name(), rule.summary(), Subject::Rule(rule))]);
    }
    let names: Vec<&str> = topics.iter().map(|topic| topic.name.as_str()).collect();
    match crate::choice::nearest(name, names.iter().copied()) {
        Some(_) => Err(unknown(name, "a known name", names, [])),
        None => Err(format!("`{name}` is not a known name")),
    }
}

/// The presets whose plan satisfies a condition.
fn presets_with(is_so: impl Fn(&crate::evaluation::Plan) -> bool) -> String {
    let has = |preset: &&Preset| preset.signature.parse().is_ok_and(|plan| is_so(&plan));
    let names: Vec<&str> = PRESETS.iter().filter(has).map(|preset| preset.name).collect();
    names.join(", ")
}
