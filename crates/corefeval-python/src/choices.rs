//! Choices as keyword arguments, with the names and values of the library's table.

use std::path::PathBuf;

use corefeval::choice::Value;
use corefeval::evaluation::{
    self, Aids, CHOICES, Choice, EntityMap, PRESETS, Scope, Shape, Topics, Trees, all_metrics, choice,
};
use corefeval::format::FORMATS;
use pyo3::prelude::*;

use crate::problems::{bad_choice, exception, unreadable};

/// The metrics and every choice of a run.
#[pyclass(module = "corefeval._corefeval", frozen, from_py_object)]
#[derive(Clone)]
pub(crate) struct Plan {
    pub(crate) plan: evaluation::Plan,
    pub(crate) aids: Aids,
}

#[pymethods]
impl Plan {
    /// A plan from a preset or signature, changed by choices; files besides key and responses are given by
    /// their paths.
    #[new]
    fn new(
        py: Python<'_>,
        start: Option<&str>,
        choices: Vec<(String, String)>,
        files: Vec<(String, Vec<PathBuf>)>,
    ) -> PyResult<Self> {
        let mut plan = match start {
            Some(text) => text.parse().map_err(|error| bad_choice(py, &start_error(text, &error)))?,
            None => evaluation::Plan::default(),
        };
        for (name, value) in choices {
            let known = choice(&name).ok_or_else(|| bad_choice(py, &unknown(&name)))?;
            let set = known.set_typed(&mut plan, &value);
            set.map_err(|error| bad_choice(py, &wrong_value(known, &value, &error)))?;
        }
        let aids = read_aids(py, files)?;
        let plan = plan.with_aids(&aids).map_err(|error| bad_choice(py, &error.to_string()))?;
        check_trees(&plan).and_then(|()| check_scope(&plan)).map_err(|error| bad_choice(py, error))?;
        Ok(Self { plan, aids })
    }

    /// The signature: every choice that can change a score, in one line.
    #[getter]
    fn signature(&self) -> String {
        self.plan.to_string()
    }

    /// The names of the metrics.
    #[getter]
    fn metrics(&self) -> Vec<&'static str> {
        self.plan.metrics().iter().map(|metric| metric.name).collect()
    }

    /// Whether several matching rules are compared.
    #[getter]
    fn compares_rules(&self) -> bool {
        self.plan.compares_rules()
    }
}

fn start_error(text: &str, error: &evaluation::SignatureError) -> String {
    if text.contains(':') {
        return error.to_string();
    }
    let names: Vec<&str> = PRESETS.iter().map(|preset| preset.name).collect();
    format!("no preset is called `{text}`; the presets are {}", names.join(", "))
}

/// The message for an unknown choice.
fn unknown(name: &str) -> String {
    let names: Vec<String> = CHOICES.iter().map(|choice| choice.name.replace('-', "_")).collect();
    format!("no choice is called `{name}`; the choices are {}", names.join(", "))
}

fn wrong_value(choice: &Choice, value: &str, error: &str) -> String {
    let name = choice.name.replace('-', "_");
    match choice.shape {
        // messages about a value that must be one of a list already show the list
        Shape::SomeOf(values) if !error.contains("is none of") => {
            let names: Vec<&str> = values().iter().map(|value| value.name).collect();
            format!("{name}={value:?}: {error}; the values are {}", names.join(", "))
        }
        _ => format!("{name}={value:?}: {error}"),
    }
}

fn read_aids(py: Python<'_>, files: Vec<(String, Vec<PathBuf>)>) -> PyResult<Aids> {
    let mut aids = Aids::default();
    for (name, paths) in files {
        for path in paths {
            let text = corefeval_files::text(&path).map_err(|error| unreadable(py, &error))?;
            let refuse = |error: evaluation::AidError| {
                exception(py, "InputError", &format!("{}:{error}", path.display()), &[])
            };
            match name.as_str() {
                "trees" => aids.trees = Some(Trees::read(&text).map_err(refuse)?),
                "topics" => aids.topics = Some(Topics::read(&text).map_err(refuse)?),
                _ => aids.entity_maps.push(EntityMap::read(&text).map_err(refuse)?),
            }
        }
    }
    Ok(aids)
}

fn check_trees(plan: &evaluation::Plan) -> Result<(), &'static str> {
    if !plan.aids().trees.is_empty() && !plan.reads_trees() {
        return Err(
            "trees: nothing in this run reads trees; give them with match=\"mina\" or \"head\", or leave them out",
        );
    }
    Ok(())
}

fn check_scope(plan: &evaluation::Plan) -> Result<(), &'static str> {
    let (scope, aids) = (plan.protocol().scope, plan.aids());
    if scope == Scope::Document && !(aids.topics.is_empty() && aids.entity_maps.is_empty()) {
        return Err(
            "topics and entity_map say which documents and entities belong together: use them with scope=\"topic\" or \"corpus\"",
        );
    }
    if scope == Scope::Corpus && !aids.topics.is_empty() {
        return Err("topics needs scope=\"topic\": scope=\"corpus\" takes all documents as one");
    }
    Ok(())
}

/// A choice: its name, a description, its shape, its values with their meanings, and its defaults.
type Described = (String, &'static str, &'static str, Vec<(String, String)>, Vec<String>);

/// Every choice of the library's table.
#[pyfunction]
pub(crate) fn choices() -> Vec<Described> {
    CHOICES.iter().map(described).collect()
}

fn described(choice: &Choice) -> Described {
    let none: fn() -> Vec<Value> = Vec::new;
    let (shape, values) = match choice.shape {
        Shape::OneOf(values) => ("one", values),
        Shape::SomeOf(values) => ("some", values),
        Shape::Texts => ("texts", none),
        Shape::Number => ("number", none),
        Shape::Files => ("files", none),
    };
    let value = |value: Value| (value.name.to_owned(), value.about.trim().to_owned());
    let values = values().into_iter().map(value).collect();
    (choice.name.to_owned(), choice.about, shape, values, choice.get(&evaluation::Plan::default()))
}

/// Every preset: its name, where it was used, and its signature.
#[pyfunction]
pub(crate) fn presets(py: Python<'_>) -> PyResult<Vec<(&'static str, &'static str, String)>> {
    let whole = |signature: &str| {
        let plan: Result<evaluation::Plan, _> = signature.parse();
        plan.map(|plan| plan.to_string()).map_err(|error| bad_choice(py, &error.to_string()))
    };
    PRESETS.iter().map(|preset| Ok((preset.name, preset.title, whole(preset.signature)?))).collect()
}

/// Every format: its name, its title, the extensions of its files, and whether it can be written.
#[pyfunction]
pub(crate) fn formats() -> Vec<(&'static str, &'static str, Vec<&'static str>, bool)> {
    let format = |format: &&corefeval::format::Format| {
        (format.name, format.title, format.extensions.to_vec(), format.is_writable())
    };
    FORMATS.iter().map(format).collect()
}

/// Every metric: its name, its title and what it rewards.
#[pyfunction]
pub(crate) fn metrics() -> Vec<(&'static str, &'static str, &'static str)> {
    all_metrics().map(|metric| (metric.name, metric.title, metric.summary)).collect()
}
