//! Problems printed as they are found, so that a file with millions of them takes no more memory than another.

use std::collections::HashMap;
use std::io::{self, BufWriter, Stdout, Write};
use std::sync::{Arc, Mutex, PoisonError};

use corefeval::problem::{Count, Listener, Problem};
use corefeval::report::{escaped_json, shown};
use serde_json::{Value, json};

use super::repair::Repaired;
use crate::output::say;
use crate::problems::{as_json, in_words, rendered};

/// How many problems of one kind in one file are shown to people.
const MOST_SHOWN: usize = 1000;

/// Shows problems to people on standard error.
pub(super) fn to_people() -> Listener {
    let mut counts: HashMap<(String, &'static str), usize> = HashMap::new();
    Box::new(move |path, problem| {
        let count = counts.entry((path.to_owned(), problem.code)).or_default();
        *count += 1;
        if *count <= MOST_SHOWN {
            say(&rendered(path, problem));
        }
    })
}

/// Says how many more there are of what was not shown any more.
pub(super) fn say_rest(count: &Count<'_>) {
    if count.found > MOST_SHOWN {
        let more = in_words(count.found - MOST_SHOWN, &format!("more {}", count.severity.name()));
        say(&format!("{}: … and {more} [{}]; --json prints all", shown(count.source), count.code));
    }
}

/// A JSON object on standard output whose list of problems grows as they are found.
#[derive(Clone)]
pub(super) struct JsonStream(Arc<Mutex<Growing>>);

struct Growing {
    out: BufWriter<Stdout>,
    /// What was repaired, until it is written.
    repairs: Option<Value>,
    problems: usize,
    /// What went wrong when it was written to; nothing is written after that.
    written: io::Result<()>,
}

impl JsonStream {
    /// Begins with what was repaired, if that was wanted.
    pub(super) fn new(repaired: Option<&[Repaired]>) -> Self {
        let out = BufWriter::new(io::stdout());
        let repairs = repaired.map(|repaired| repaired.iter().map(repairs_as_json).collect());
        Self(Arc::new(Mutex::new(Growing { out, repairs, problems: 0, written: Ok(()) })))
    }

    /// What puts problems into the list.
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

/// JSON that stands so far to the right.
fn indented(value: &Value, blanks: &str) -> io::Result<String> {
    let text = escaped_json(serde_json::to_string_pretty(value)?);
    Ok(text.replace('\n', &format!("\n{blanks}")))
}

fn repairs_as_json(repaired: &Repaired) -> Value {
    let path = repaired.file.to_string_lossy();
    json!({"path": path, "repairs": repaired.fixed.repairs, "left": repaired.fixed.left})
}
