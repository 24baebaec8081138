//! The site of a task: one page for the results, and a report of each dataset.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use corefeval::document::{Document, Layer, Wanted};
use corefeval::evaluation::decisions::wanted_kinds;
use corefeval::evaluation::resample::Resampling;
use corefeval::evaluation::{Aids, Origin, Plan, Rounding, wanted};
use corefeval::format::Role;
use corefeval::report::data::{every_rule, wanted_by_panels};
use corefeval::report::json::InputFile;
use corefeval::task::{Dataset, METHODS, Results, Status};
use corefeval_files::task::{Looked, Run, TaskFolder};
use corefeval_files::{Files, Options, pool};
use corefeval_report::{Report, Side, report_of, site};
use serde_json::{Map, Value, json};

use crate::output;
use crate::paths::name;

/// The data of a site.
pub(super) struct Site<'a> {
    pub(super) folder: &'a TaskFolder,
    pub(super) runs: &'a [Run],
    pub(super) results: &'a Results,
    /// Whether each dataset gets a report, which has its texts and its key.
    pub(super) reports: bool,
    pub(super) threads: usize,
}

/// A scored response to a dataset.
struct Response {
    id: String,
    path: PathBuf,
}

impl Site<'_> {
    /// Writes the site into a folder, together with the usual result files.
    pub(super) fn write(&self, out: &Path, files: &[(&str, String)]) -> Result<()> {
        let reports = out.join("reports");
        let make = |folder: &Path| {
            std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", name(folder)))
        };
        make(out)?;
        let looked: Vec<Looked> = self.runs.iter().map(|run| run.look(self.folder.task())).collect();
        let mut written: Vec<(PathBuf, String)> = Vec::new();
        let mut places = Vec::new();
        for (number, dataset) in self.folder.task().datasets.iter().enumerate() {
            let responses = self.responses(number, &looked);
            if !self.reports || responses.is_empty() {
                places.push(Value::Null);
                continue;
            }
            let report = self.report(dataset, &self.plan(number), &responses);
            let report = report.with_context(|| format!("the report of the dataset {}", dataset.name))?;
            let path = format!("reports/{number}.html");
            places.push(place(&path, &responses, &report));
            written.push((out.join(&path), report.html()));
        }
        if !written.is_empty() {
            make(&reports)?;
        }
        let mut results = serde_json::to_value(self.results)?;
        results["site"] = self.about(&places);
        written.push((out.join("index.html"), site(&results)));
        written.extend(files.iter().map(|(name, text)| (out.join(name), text.clone())));
        let written: Vec<(PathBuf, &[u8])> =
            written.iter().map(|(path, text)| (path.clone(), text.as_bytes())).collect();
        output::write_files(&written)
    }

    /// The responses to a dataset that were scored, in the order of the results.
    fn responses(&self, dataset: usize, looked: &[Looked]) -> Vec<Response> {
        let response = |one: &corefeval::task::SubmissionResult| {
            let is_scored = one.datasets.get(dataset).is_some_and(|own| own.status == Status::Scored);
            let run = self.runs.iter().position(|run| run.team == one.team && run.run == one.run)?;
            let path = looked.get(run)?.responses.get(dataset)?.clone()?;
            is_scored.then(|| Response { id: one.id.clone(), path })
        };
        self.results.submissions.iter().filter_map(response).collect()
    }

    /// The plan of a dataset under the official rule, as it was scored.
    fn plan(&self, dataset: usize) -> Plan {
        let task = self.folder.task();
        let named = self.results.datasets.get(dataset).is_some_and(|about| about.named_entities);
        let plan = if named { task.plan_with_names() } else { task.plan().clone() };
        plan.each_rule().into_iter().next().unwrap_or_default()
    }

    fn report(&self, dataset: &Dataset, plan: &Plan, responses: &[Response]) -> Result<Report> {
        let wanted = wanted_by_reports(plan);
        let options = Options::new().format(dataset.format);
        let key_path = self.folder.path(&dataset.key);
        let key = self.side("key", &key_path, &options.role(Role::Key), wanted)?;
        let mut sides = Vec::new();
        let mut inputs = vec![input("key", &dataset.key)];
        for Response { id, path } in responses {
            sides.push(self.side(id, path, &Options::new().role(Role::Response), wanted)?);
            inputs.push(input(id, &name(path.file_name().map_or(path, Path::new))));
        }
        let chance = Resampling { resamples: RESAMPLES, ..Resampling::default() };
        Ok(report_of(key, sides, (plan, &chance), &inputs)?)
    }

    fn side(&self, called: &str, path: &Path, options: &Options, wanted: Wanted) -> Result<Side> {
        let mut files = Files::open(path, options)?;
        let parts = pool(Some(self.threads))?.install(|| files.read_all(wanted))?;
        let documents: Vec<Document> = parts.into_iter().flat_map(|part| part.reading.documents).collect();
        if documents.is_empty() {
            return Err(anyhow!("{}: no documents", name(path)));
        }
        Ok(Side { name: called.to_owned(), documents })
    }

    /// The data that the page needs besides the results: digits, titles, and the places of reports.
    fn about(&self, places: &[Value]) -> Value {
        let plan = self.folder.task().plan();
        let figures = self.results.submissions.iter().flat_map(|one| &one.mean.0);
        let titles: Map<String, Value> =
            figures.map(|figure| (figure.name.to_owned(), json!(figure.title))).collect();
        let methods: Map<String, Value> =
            METHODS.iter().map(|(name, title)| ((*name).to_owned(), json!(title))).collect();
        json!({
            "digits": {"decimals": plan.decimals(), "truncate": plan.rounding() == Rounding::Truncate},
            "titles": titles, "methods": methods, "reports": places,
        })
    }
}

/// How many resamples the intervals of a dataset's report have.
const RESAMPLES: u64 = 1000;

fn wanted_by_reports(plan: &Plan) -> Wanted {
    let shown = Wanted::MENTIONS.and_details().and_words().and(Layer::Speaker).union(wanted_kinds());
    let of = |origin| wanted(&every_rule(plan), &Aids::default(), origin);
    shown.union(wanted_by_panels()).union(of(Origin::Key)).union(of(Origin::Response(0)))
}

fn input(role: &str, path: &str) -> InputFile {
    InputFile { role: role.to_owned(), path: path.to_owned(), format: String::new(), fingerprint: None }
}

/// The path of a report, its submissions, and its figures.
fn place(path: &str, responses: &[Response], report: &Report) -> Value {
    let figures = report.overview["figures"].as_array().cloned().unwrap_or_default();
    let figures: Vec<Value> = figures.iter().map(|figure| json!([figure["name"], figure["part"]])).collect();
    let ids: Vec<&str> = responses.iter().map(|response| response.id.as_str()).collect();
    json!({"path": path, "submissions": ids, "figures": figures})
}
