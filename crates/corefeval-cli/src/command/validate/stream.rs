//! Prints problems as they are found, so that millions of them need no memory.

use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use corefeval::problem::{Count, Listener, Problem, Severity};
use corefeval::report::{escaped_json, shown};
use serde_json::{Value, json};

use super::repair::Repaired;
use crate::output::{self, complain};
use crate::problems::{as_json, in_words, rendered};

/// The number of problems of one kind in one file that the text output shows.
const MOST_SHOWN: usize = 50;

/// A report that is kept until it is complete, to be written to a file.
#[derive(Clone, Default)]
pub(super) struct Kept(Arc<Mutex<Vec<u8>>>);

impl Kept {
    /// Adds some text.
    pub(super) fn add(&self, text: &str) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend(text.as_bytes());
    }

    /// The complete report.
    pub(super) fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().unwrap_or_else(PoisonError::into_inner)).into_owned()
    }
}

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Shows problems as text, on standard error or in a report; with --quiet, errors only.
pub(super) fn to_people(quiet: bool, kept: Option<Kept>) -> Listener {
    let mut counts: HashMap<(String, &'static str), usize> = HashMap::new();
    Box::new(move |path, problem| {
        let count = counts.entry((path.to_owned(), problem.code)).or_default();
        *count += 1;
        let is_wanted = !quiet || problem.severity == Severity::Error;
        if *count <= MOST_SHOWN && is_wanted {
            let text = format!("{}\n", rendered(path, problem));
            kept.as_ref().map_or_else(|| complain(&text), |kept| kept.add(&text));
        }
    })
}

/// The number of problems that were not shown.
pub(super) fn rest(count: &Count<'_>) -> Option<String> {
    let hidden = count.found.checked_sub(MOST_SHOWN).filter(|hidden| *hidden > 0)?;
    let more = in_words(hidden, &format!("more {}", count.severity.name()));
    Some(format!("{}: … and {more} [{}]; --as json prints all\n", shown(count.source), count.code))
}

/// A JSON object on standard output whose list of problems grows as they are found.
#[derive(Clone)]
pub(super) struct JsonStream(Arc<Mutex<Growing>>);

struct Growing {
    out: Box<dyn Write + Send>,
    /// The repairs, until they are written.
    repairs: Option<Value>,
    problems: usize,
    /// The first error while writing; nothing is written after it.
    written: io::Result<()>,
}

impl JsonStream {
    /// Begins with the repairs, if requested.
    pub(super) fn new(repaired: Option<&[Repaired]>, kept: Option<Kept>) -> Self {
        let out: Box<dyn Write + Send> = match kept {
            Some(kept) => Box::new(kept),
            None => output::standard(),
        };
        let repairs = repaired.map(|repaired| repaired.iter().map(repairs_as_json).collect());
        Self(Arc::new(Mutex::new(Growing { out, repairs, problems: 0, written: Ok(()) })))
    }

    /// The listener that adds problems to the list.
    pub(super) fn listener(&self) -> Listener {
        let stream = self.clone();
        Box::new(move |path, problem| stream.with(|growing| growing.add(path, problem)))
    }

    /// Ends the object.
    pub(super) fn finish(&self, errors: usize) -> io::Result<()> {
        self.with(|growing| growing.finish(errors));
        std::mem::replace(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner).written, Ok(()))
    }

    fn with(&self, write: impl FnOnce(&mut Growing) -> io::Result<()>) {
        let mut growing = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if growing.written.is_ok() {
            growing.written = write(&mut growing);
        }
    }
}

impl Growing {
    fn add(&mut self, path: &str, problem: &Problem) -> io::Result<()> {
        self.open(self.problems == 0)?;
        let comma = if self.problems == 0 { "" } else { "," };
        let object = indented(&as_json(path, problem), "    ")?;
        self.problems += 1;
        write!(self.out, "{comma}\n    {object}")
    }

    fn open(&mut self, first: bool) -> io::Result<()> {
        if !first {
            return Ok(());
        }
        write!(self.out, "{{\n  \"schema\": 1,\n")?;
        if let Some(repairs) = self.repairs.take() {
            writeln!(self.out, "  \"repairs\": {},", indented(&repairs, "  ")?)?;
        }
        write!(self.out, "  \"problems\": [")
    }

    fn finish(&mut self, errors: usize) -> io::Result<()> {
        self.open(self.problems == 0)?;
        let end = if self.problems == 0 { "]" } else { "\n  ]" };
        writeln!(self.out, "{end},\n  \"errors\": {errors}\n}}")?;
        self.out.flush()
    }
}

/// Indented JSON.
fn indented(value: &Value, blanks: &str) -> io::Result<String> {
    let text = escaped_json(serde_json::to_string_pretty(value)?);
    Ok(text.replace('\n', &format!("\n{blanks}")))
}

fn repairs_as_json(repaired: &Repaired) -> Value {
    let path = repaired.file.to_string_lossy();
    json!({"path": path, "repairs": repaired.fixed.repairs, "left": repaired.fixed.left})
}
