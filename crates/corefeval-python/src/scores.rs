//! Scores of systems for Python: figures, groups, tables, and a form for storage.

use corefeval::document::Name;
use corefeval::evaluation::{Averaging, DocumentTallies, Evaluation};
use corefeval::metric::{Score, Tally};
use corefeval::report::json::InputFile;
use corefeval::report::rules::Ruled;
use corefeval::report::{self, By, Digits, Layout, Mark, Page, Results, Sort, Style, System, Table, order};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use serde::{Deserialize, Serialize};

use crate::problems::{Found, bad_choice, fields};

/// The evaluations of systems.
#[pyclass(module = "corefeval._corefeval", frozen, from_py_object)]
#[derive(Clone)]
pub(crate) struct Scores {
    results: Results,
    found: Vec<Found>,
    inputs: Vec<InputFile>,
}

/// Recall, precision and F; none if the denominator is 0.
type Figures = (Option<f64>, Option<f64>, Option<f64>);
/// Numerator and denominator of recall, then of precision.
type Counts = (f64, f64, f64, f64);
/// A metric: name, title, figures, numerators and denominators.
type Counted = (&'static str, &'static str, Figures, Vec<Counts>);
/// A document: name, id, part, genre, topic, tokens, mentions of the key, mentions of the response.
type About = (String, String, Option<u32>, Option<String>, String, usize, usize, usize);

/// The stored form of scores.
#[derive(Serialize, Deserialize)]
struct Stored {
    corefeval_scores: u32,
    systems: Vec<StoredSystem>,
    signature: String,
    problems: Vec<Found>,
    inputs: Vec<StoredInput>,
}

#[derive(Serialize, Deserialize)]
struct StoredSystem {
    name: String,
    evaluation: Evaluation,
}

#[derive(Serialize, Deserialize)]
struct StoredInput {
    role: String,
    path: String,
    format: String,
    fingerprint: Option<String>,
}

/// The version of the stored form: raised when a field changes its meaning or is removed.
const VERSION: u32 = 1;

impl Scores {
    pub(crate) fn new(
        signature: String,
        systems: Vec<System>,
        found: Vec<Found>,
        inputs: Vec<InputFile>,
    ) -> Self {
        Self { results: Results { signature, systems }, found, inputs }
    }

    /// The scores of one evaluation.
    pub(crate) fn alone(name: &str, evaluation: Evaluation) -> Self {
        let signature = evaluation.plan().to_string();
        Self::new(
            signature,
            vec![System { name: name.to_owned(), evaluation, strata: None }],
            Vec::new(),
            Vec::new(),
        )
    }

    fn system(&self, place: usize) -> PyResult<&System> {
        self.results.systems.get(place).ok_or_else(|| PyIndexError::new_err("no such system"))
    }

    /// The same run with other systems.
    fn with(&self, systems: Vec<System>) -> Self {
        let results = Results { signature: self.results.signature.clone(), systems };
        Self { results, found: self.found.clone(), inputs: self.inputs.clone() }
    }

    fn part(&self, place: usize, documents: Vec<DocumentTallies>) -> PyResult<Self> {
        let System { name, evaluation, .. } = self.system(place)?;
        let part = Evaluation::from_tallies(evaluation.plan().clone(), documents);
        let evaluation = part.map_err(PyValueError::new_err)?;
        Ok(self.with(vec![System { name: name.clone(), evaluation, strata: None }]))
    }

    fn layout(&self) -> Layout {
        let Some(system) = self.results.systems.first() else { return Layout::default() };
        let plan = system.evaluation.plan();
        let Digits { rounding, decimals } = Digits::from(plan);
        Layout {
            rounding,
            decimals,
            macro_average: plan.averaging() == Averaging::Macro,
            ..Layout::default()
        }
    }
}

#[pymethods]
impl Scores {
    fn __len__(&self) -> usize {
        self.results.systems.len()
    }

    /// The names of the systems.
    #[getter]
    fn names(&self) -> Vec<String> {
        self.results.systems.iter().map(|system| system.name.clone()).collect()
    }

    /// The signature: every choice that can change a score, in one line.
    #[getter]
    fn signature(&self) -> &str {
        &self.results.signature
    }

    /// The fields of problems.
    #[getter]
    fn problems<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(fields(&self.found).into_pyobject(py)?.into_any())
    }

    /// The systems, the best first.
    #[getter]
    fn order(&self) -> Vec<usize> {
        order(&self.results.systems, Sort::Score, self.layout())
    }

    /// Name and title of each metric, its figures, numerators and denominators.
    fn metrics(&self, place: usize) -> PyResult<Vec<Counted>> {
        let evaluation = &self.system(place)?.evaluation;
        let scores = evaluation.metrics().iter().zip(evaluation.scores()).enumerate();
        let row = |(number, (metric, score)): (usize, (&&'static corefeval::metric::Metric, Score))| {
            let total = evaluation.total(number, evaluation.documents().iter());
            (metric.name, metric.title, figures(score), total.iter().map(counts).collect())
        };
        Ok(scores.map(row).collect())
    }

    /// Name, title and value of each average.
    fn averages(&self, place: usize) -> PyResult<Vec<(&'static str, &'static str, Option<f64>)>> {
        let evaluation = &self.system(place)?.evaluation;
        let averages = evaluation.averages(&evaluation.scores()).into_iter();
        Ok(averages.map(|(average, value)| (average.name, average.title, value)).collect())
    }

    /// The documents of a system, in the order of the key.
    fn documents(&self, place: usize) -> PyResult<Vec<About>> {
        Ok(self.system(place)?.evaluation.documents().iter().map(about).collect())
    }

    /// The scores of one document.
    fn document(&self, place: usize, number: usize) -> PyResult<Self> {
        let document = self.system(place)?.evaluation.documents().get(number).cloned();
        self.part(place, vec![document.ok_or_else(|| PyIndexError::new_err("no such document"))?])
    }

    /// The scores of each group of documents: by `genre`, `topic` or `document`.
    fn by(&self, py: Python<'_>, place: usize, what: &str) -> PyResult<Vec<(String, Self)>> {
        let evaluation = &self.system(place)?.evaluation;
        let group = |document: &DocumentTallies| match what {
            "genre" => Some(document.labels.genre.clone().unwrap_or_else(|| "(no genre)".to_owned())),
            "topic" => Some(document.labels.topic.clone()),
            _ => None,
        };
        if what == "document" {
            let name = |(name, number)| if number == 1 { name } else { format!("{name} ({number})") };
            let names = numbered(evaluation.documents().iter().map(|document| document.name.to_string()));
            let documents = names.into_iter().map(name).zip(evaluation.documents());
            return documents
                .map(|(name, document)| Ok((name, self.part(place, vec![document.clone()])?)))
                .collect();
        }
        let mut groups: Vec<(String, Vec<DocumentTallies>)> = Vec::new();
        let mut places = std::collections::HashMap::new();
        for document in evaluation.documents() {
            let Some(name) = group(document) else {
                let message = format!("by={what:?}: the groups are genre, topic, document");
                return Err(bad_choice(py, &message));
            };
            let number = *places.entry(name.clone()).or_insert(groups.len());
            if number == groups.len() {
                groups.push((name, Vec::new()));
            }
            groups[number].1.push(document.clone());
        }
        groups.sort_by(|one, other| one.0.cmp(&other.0));
        groups.into_iter().map(|(name, documents)| Ok((name, self.part(place, documents)?))).collect()
    }

    /// One of the systems by itself.
    fn pick(&self, place: usize) -> PyResult<Self> {
        Ok(self.with(vec![self.system(place)?.clone()]))
    }

    /// The systems under other names.
    fn renamed(&self, names: Vec<String>) -> Self {
        let systems = self.results.systems.iter().cloned().zip(names);
        self.with(systems.map(|(system, name)| System { name, ..system }).collect())
    }

    /// The documents of both, system by system.
    fn add(&self, py: Python<'_>, other: &Self) -> PyResult<Self> {
        let (own, others) = (&self.results.systems, &other.results.systems);
        if own.iter().map(|system| &system.name).ne(others.iter().map(|system| &system.name)) {
            return Err(bad_choice(py, "scores add up only for the same systems in the same order"));
        }
        let add = |(one, other): (&System, &System)| {
            let evaluation = (one.evaluation.clone() + other.evaluation.clone())
                .map_err(|error| bad_choice(py, &error.to_string()))?;
            Ok(System { name: one.name.clone(), evaluation, strata: None })
        };
        let systems = own.iter().zip(others).map(add).collect::<PyResult<Vec<_>>>()?;
        let mut sum = self.with(systems);
        // parts of one run have the same problems and files
        sum.found.extend(other.found.iter().filter(|one| !self.found.contains(one)).cloned());
        let is_own =
            |one: &&InputFile| self.inputs.iter().any(|own| (&own.role, &own.path) == (&one.role, &one.path));
        sum.inputs.extend(other.inputs.iter().filter(|one| !is_own(one)).cloned());
        Ok(sum)
    }

    /// The table in a layout: `text`, `tsv`, `csv`, `markdown`, `latex` or `html`.
    #[pyo3(signature = (output, by="system", wide=false, sort=None, width=None))]
    fn table(
        &self,
        py: Python<'_>,
        output: &str,
        by: &str,
        wide: bool,
        sort: Option<&str>,
        width: Option<usize>,
    ) -> PyResult<String> {
        let by = grouping(py, by)?;
        let sort: Option<Sort> =
            sort.map(str::parse).transpose().map_err(|error: String| bad_choice(py, &error))?;
        let layout = Layout { by, wide, sort, ..self.layout() };
        if output == "html" {
            return Ok(html(&report::scores::table(&self.results, layout)));
        }
        let output = known_output(py, output)?;
        let table = report::scores::table_for(output, &self.results, layout);
        Ok(output.render(&table, Page { style: Style::Plain, width }))
    }

    /// What `corefeval score --as json` prints.
    fn json(&self, py: Python<'_>, by: &str) -> PyResult<String> {
        let by = grouping(py, by)?;
        let warnings: Vec<String> = self.found.iter().map(Found::line).collect();
        Ok(report::json::scores(&self.results, by, &self.inputs, &warnings).to_string())
    }

    /// All data as text, to be read by `load`.
    fn store(&self) -> PyResult<String> {
        let system = |system: &System| StoredSystem {
            name: system.name.clone(),
            evaluation: system.evaluation.clone(),
        };
        let input = |input: &InputFile| StoredInput {
            role: input.role.clone(),
            path: input.path.clone(),
            format: input.format.clone(),
            fingerprint: input.fingerprint.clone(),
        };
        let stored = Stored {
            corefeval_scores: VERSION,
            systems: self.results.systems.iter().map(system).collect(),
            signature: self.results.signature.clone(),
            problems: self.found.clone(),
            inputs: self.inputs.iter().map(input).collect(),
        };
        serde_json::to_string(&stored).map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// Reads the text from `store`.
    #[staticmethod]
    fn load(py: Python<'_>, text: &str) -> PyResult<Self> {
        let stored: Stored =
            serde_json::from_str(text).map_err(|error| unread(py, &format!("not stored scores: {error}")))?;
        if stored.corefeval_scores != VERSION {
            let message = format!("scores of version {} cannot be read", stored.corefeval_scores);
            return Err(unread(py, &message));
        }
        if stored.systems.is_empty() {
            return Err(unread(py, "stored scores without a system"));
        }
        let system =
            |system: StoredSystem| System { name: system.name, evaluation: system.evaluation, strata: None };
        let input = |input: StoredInput| InputFile {
            role: input.role,
            path: input.path,
            format: input.format,
            fingerprint: input.fingerprint,
        };
        let systems = stored.systems.into_iter().map(system).collect();
        let inputs = stored.inputs.into_iter().map(input).collect();
        Ok(Self::new(stored.signature, systems, stored.problems, inputs))
    }

    /// The table of scores under several matching rules.
    #[staticmethod]
    #[pyo3(signature = (rules, output, width=None))]
    fn table_of_rules(
        py: Python<'_>,
        rules: Vec<(String, Self)>,
        output: &str,
        width: Option<usize>,
    ) -> PyResult<String> {
        let layout = rules.first().map_or_else(Layout::default, |(_, scores)| scores.layout());
        let rules: Vec<Ruled> =
            rules.into_iter().map(|(rule, scores)| Ruled { rule, results: scores.results }).collect();
        let table = report::rules::table(&rules, layout);
        if output == "html" {
            return Ok(html(&table));
        }
        Ok(known_output(py, output)?.render(&table, Page { style: Style::Plain, width }))
    }
}

/// What the rows of a table represent. Strata of mentions are not possible, since a result has only sums of
/// documents.
fn grouping(py: Python<'_>, by: &str) -> PyResult<By> {
    let known = ["system", "document", "genre"];
    let by = Some(by).filter(|by| known.contains(by)).and_then(|by| by.parse().ok());
    let message = format!(
        "a table of results is by {}; `by` has results of topics too, and the command line scores by mentions",
        known.join(", ")
    );
    by.ok_or_else(|| bad_choice(py, &message))
}

fn known_output(py: Python<'_>, name: &str) -> PyResult<&'static report::Output> {
    let names: Vec<&str> = report::OUTPUTS.iter().map(|output| output.name).collect();
    let message = format!("no layout is called `{name}`; the layouts are {}, html", names.join(", "));
    report::by_name(name).ok_or_else(|| bad_choice(py, &message))
}

/// Names, each with the number of its occurrences so far: documents that were added may have the same name.
fn numbered(names: impl Iterator<Item = String>) -> Vec<(String, usize)> {
    let mut seen = std::collections::HashMap::new();
    let number = |name: String| {
        let count = seen.entry(name.clone()).or_insert(0);
        *count += 1;
        (name, *count)
    };
    names.map(number).collect()
}

/// The exception for a text that is not a stored result.
fn unread(py: Python<'_>, message: &str) -> PyErr {
    crate::problems::exception(py, "InputError", message, &[])
}

fn figures(score: Score) -> Figures {
    (score.recall, score.precision, score.f)
}

fn counts(tally: &Tally) -> Counts {
    let Tally { recall, precision } = tally;
    (recall.numerator, recall.denominator, precision.numerator, precision.denominator)
}

fn about(document: &DocumentTallies) -> About {
    let DocumentTallies { name, labels, .. } = document;
    let Name { id, part } = name.clone();
    let (tokens, key, response) = (labels.tokens, labels.key_mentions, labels.response_mentions);
    (name.to_string(), id, part, labels.genre.clone(), labels.topic.clone(), tokens, key, response)
}

/// A table for notebooks.
fn html(table: &Table) -> String {
    let escaped = |text: &str| {
        text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
    };
    let heads: Vec<String> = table.head.iter().map(|head| format!("<th>{}</th>", escaped(head))).collect();
    let mut rows = String::new();
    for row in &table.rows {
        rows += "<tr>";
        for cell in &row.cells {
            let text = escaped(&report::shown(&cell.text));
            let (open, close) = if cell.mark == Mark::Best { ("<b>", "</b>") } else { ("", "") };
            rows += &format!("<td>{open}{text}{close}</td>");
        }
        rows += "</tr>";
    }
    let notes: Vec<String> = table.notes.iter().map(|note| format!("<p>{}</p>", escaped(note))).collect();
    let (heads, notes) = (heads.concat(), notes.concat());
    format!(
        "<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>{notes}<p><small><code>{}</code></small></p>",
        escaped(&table.signature)
    )
}
