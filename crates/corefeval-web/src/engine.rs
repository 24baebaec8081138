//! Answers requests, one after the other; keeps the last report, so that its documents can be requested.

use corefeval::evaluation::{Aids, Plan};
use corefeval_report::Report;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::files::{self, Given};
use crate::{about, converted, scored, sets};

/// Answers requests.
#[derive(Debug, Default)]
pub struct Engine {
    report: Option<Report>,
}

/// An answer: JSON, and bytes if there are any.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The answer; `{"error": …}` if the request failed.
    pub json: Value,
    /// A file.
    pub bytes: Option<Vec<u8>>,
}

impl Answer {
    /// The answer as the bytes that are sent.
    #[must_use]
    pub fn into_bytes(self) -> Vec<u8> {
        let mut all = self.json.to_string().into_bytes();
        if let Some(bytes) = self.bytes {
            all.push(0);
            all.extend(bytes);
        }
        all
    }
}

impl From<Value> for Answer {
    fn from(json: Value) -> Self {
        Self { json, bytes: None }
    }
}

/// A request.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
enum Request {
    /// The choices and formats.
    About {},
    /// The signature of a protocol: a signature or preset, changed by some choices.
    Protocol { signature: String, made: Vec<(String, String)> },
    /// Formats and problems of files.
    Look { files: Vec<Given> },
    /// Scores.
    Score { files: Vec<Given>, signature: String },
    /// Scores, intervals, panels and texts.
    Report { files: Vec<Given>, signature: String },
    /// The words or the explanation of a document of the last report.
    Document { number: usize, what: String },
    /// The last report as an HTML file.
    Page {},
    /// Files in another format.
    Convert { files: Vec<Given>, to: String },
    /// Entities in set notation, scored and explained.
    Sets { key: String, response: String, signature: String },
}

impl Engine {
    /// Answers a request.
    pub fn answer(&mut self, request: &[u8]) -> Answer {
        let end = request.iter().position(|byte| *byte == 0).unwrap_or(request.len());
        let bytes = request.get(end + 1..).unwrap_or_default();
        let answered = serde_json::from_slice(&request[..end])
            .map_err(|error| json!(format!("not a request: {error}")))
            .and_then(|request| self.respond(request, bytes));
        answered.unwrap_or_else(|error| json!({ "error": error }).into())
    }

    fn respond(&mut self, request: Request, bytes: &[u8]) -> Result<Answer, Value> {
        match request {
            Request::About {} => Ok(about::about().into()),
            Request::Protocol { signature, made } => about::protocol(&signature, &made).map(Into::into),
            Request::Look { files } => Ok(files::look(&files::cut(files, bytes)?).into()),
            Request::Score { files, signature } => {
                scored::score(&files::cut(files, bytes)?, &plan(&signature)?).map(Into::into)
            }
            Request::Report { files, signature } => {
                let report = scored::report(&files::cut(files, bytes)?, &signature)?;
                let overview = report.overview.clone();
                self.report = Some(report);
                Ok(overview.into())
            }
            Request::Document { number, what } => self.document(number, &what),
            Request::Page {} => {
                let report = self.report.as_ref().ok_or_else(|| json!("there is no report yet"))?;
                Ok(Answer { json: json!({}), bytes: Some(report.html().into_bytes()) })
            }
            Request::Convert { files, to } => converted::convert(&files::cut(files, bytes)?, &to),
            Request::Sets { key, response, signature } => {
                sets::explained(&key, &response, &plan(&signature)?).map(Into::into)
            }
        }
    }

    fn document(&self, number: usize, what: &str) -> Result<Answer, Value> {
        let document = self.report.as_ref().and_then(|report| report.documents.get(number));
        let document = document.ok_or_else(|| json!(format!("there is no document {number}")))?;
        let text = if what == "why" { &document.why } else { &document.text };
        Ok(Answer { json: json!({}), bytes: Some(text.clone().into_bytes()) })
    }
}

/// The plan of a signature or preset, without files besides key and responses.
pub(crate) fn plan(signature: &str) -> Result<Plan, Value> {
    let plan = if signature.is_empty() {
        Plan::default()
    } else {
        signature.parse::<Plan>().map_err(|error| json!(error.to_string()))?
    };
    plan.with_aids(&Aids::default())
        .map_err(|error| json!(format!("{error}; use the command line for these files")))
}
