//! The problems of a run: all are counted, the first few are kept.

use std::collections::HashMap;
use std::fmt;

use super::{Problem, Severity};

/// Whether warnings are errors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strictness {
    /// Warnings stay warnings.
    #[default]
    Lenient,
    /// A warning counts as an error; a note does not.
    Strict,
}

/// Called for every problem as it is added, with the name of its source.
pub type Listener = Box<dyn FnMut(&str, &Problem) + Send>;

/// The problems of a run. Its size depends on how many sources and kinds of problems there are, not on how often they occur:
/// the first [`Problems::MOST_ERRORS`] errors and, for each source and code, the first [`Problems::MOST_WARNINGS`] others
/// are kept. To get all of them, use [`Problems::heard_by`].
#[derive(Default)]
pub struct Problems {
    strictness: Strictness,
    sources: Vec<String>,
    numbers: HashMap<String, usize>,
    counts: Vec<Tally>,
    places: HashMap<(usize, &'static str, Severity), usize>,
    kept: Vec<(usize, Problem)>,
    errors: usize,
    listener: Option<Listener>,
}

struct Tally {
    source: usize,
    code: &'static str,
    severity: Severity,
    found: usize,
    kept: usize,
    /// Whether a problem that is reported once per file was found.
    said: bool,
}

/// How often a kind of problem was found in a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count<'a> {
    /// Where it was found, such as the path of a file.
    pub source: &'a str,
    /// The code of the problem.
    pub code: &'static str,
    /// The severity of the problem in this run.
    pub severity: Severity,
    /// How often it was found.
    pub found: usize,
    /// How many of these were kept.
    pub kept: usize,
}

impl Problems {
    /// How many errors are kept.
    pub const MOST_ERRORS: usize = 20;
    /// How many warnings, or notes, with one code are kept for one source.
    pub const MOST_WARNINGS: usize = 3;

    /// An empty collection.
    #[must_use]
    pub fn new(strictness: Strictness) -> Self {
        Self { strictness, ..Self::default() }
    }

    /// Passes every problem that is added from now on to a listener, too.
    #[must_use]
    pub fn heard_by(mut self, listener: Listener) -> Self {
        self.listener = Some(listener);
        self
    }

    /// Adds a problem of a source, such as the path of a file.
    pub fn add(&mut self, source: &str, mut problem: Problem) {
        if self.strictness == Strictness::Strict && problem.severity == Severity::Warning {
            problem.severity = Severity::Error;
        }
        let (name, source) = (source, self.source(source));
        let errors = self.errors;
        let tally = self.tally(source, problem.code, problem.severity);
        if problem.once && std::mem::replace(&mut tally.said, true) {
            return;
        }
        tally.found += 1;
        let is_error = problem.severity == Severity::Error;
        let room = if is_error { errors < Self::MOST_ERRORS } else { tally.kept < Self::MOST_WARNINGS };
        tally.kept += usize::from(room);
        if let Some(listener) = &mut self.listener {
            listener(name, &problem);
        }
        if room {
            self.kept.push((source, problem));
        }
        self.errors += usize::from(is_error);
    }

    /// Adds a warning that is not about a line.
    pub fn warn(&mut self, source: &str, code: &'static str, message: impl Into<String>) {
        self.add(source, Problem::warning(code, 0, message));
    }

    /// Adds a note that is not about a line.
    pub fn note(&mut self, source: &str, code: &'static str, message: impl Into<String>) {
        self.add(source, Problem::note(code, 0, message));
    }

    /// Adds an error that is not about a line.
    pub fn refuse(&mut self, source: &str, code: &'static str, message: impl Into<String>, hint: &str) {
        self.add(source, Problem::error(code, 0, message).hint(hint));
    }

    /// How many errors there are.
    #[must_use]
    pub fn errors(&self) -> usize {
        self.errors
    }

    /// How many problems there are of a severity.
    #[must_use]
    pub fn count(&self, severity: Severity) -> usize {
        self.counts.iter().filter(|tally| tally.severity == severity).map(|tally| tally.found).sum()
    }

    /// The problems that were kept, each with its source, in the order in which they were added.
    pub fn kept(&self) -> impl Iterator<Item = (&str, &Problem)> {
        self.kept.iter().map(|(source, problem)| (&*self.sources[*source], problem))
    }

    /// How often each kind of problem was found in each source, in the order in which the kinds were first
    /// added.
    pub fn counts(&self) -> impl Iterator<Item = Count<'_>> {
        self.counts.iter().map(|tally| Count {
            source: &self.sources[tally.source],
            code: tally.code,
            severity: tally.severity,
            found: tally.found,
            kept: tally.kept,
        })
    }

    /// Removes warnings and notes that another collection has kept. If all problems kept of a kind are
    /// removed, those that were only counted are removed too; otherwise their number stays.
    pub fn leave_out(&mut self, said: &Self) {
        let (sources, kept) = (&self.sources, std::mem::take(&mut self.kept));
        let is_said = |(source, problem): &(usize, Problem)| {
            let one = (&*sources[*source], problem);
            problem.severity != Severity::Error && said.kept().any(|other| one == other)
        };
        let (gone, left): (Vec<_>, Vec<_>) = kept.into_iter().partition(is_said);
        self.kept = left;
        for (source, problem) in gone {
            let tally = self.tally(source, problem.code, problem.severity);
            tally.kept -= 1;
            tally.found = if tally.kept == 0 { 0 } else { tally.found - 1 };
        }
    }

    fn source(&mut self, name: &str) -> usize {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        self.sources.push(name.to_owned());
        self.numbers.insert(name.to_owned(), self.sources.len() - 1);
        self.sources.len() - 1
    }

    fn tally(&mut self, source: usize, code: &'static str, severity: Severity) -> &mut Tally {
        let place = *self.places.entry((source, code, severity)).or_insert(self.counts.len());
        if place == self.counts.len() {
            self.counts.push(Tally { source, code, severity, found: 0, kept: 0, said: false });
        }
        &mut self.counts[place]
    }
}

impl fmt::Debug for Problems {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts: Vec<Count<'_>> = self.counts().collect();
        formatter.debug_struct("Problems").field("counts", &counts).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::{Problem, Problems, Severity, Strictness};

    #[test]
    fn what_was_said_is_left_out_and_the_rest_is_still_counted() {
        let with = |codes: &[&'static str]| {
            let mut problems = Problems::default();
            for (number, code) in codes.iter().enumerate() {
                problems.warn("file", code, format!("{code} {number}"));
            }
            problems
        };
        let said = with(&["old"; 9]);
        let mut problems = with(&["old"; 9]);
        for number in 0..8 {
            problems.warn("file", "new", format!("new {number}"));
        }
        problems.leave_out(&said);
        let counts: Vec<_> = problems.counts().map(|count| (count.code, count.found, count.kept)).collect();
        assert_eq!(counts, [("old", 0, 0), ("new", 8, Problems::MOST_WARNINGS)]);
        assert!(problems.kept().all(|(_, problem)| problem.code == "new"));
    }

    #[test]
    fn all_are_counted_and_few_are_kept() {
        let mut problems = Problems::default();
        for line in 0..100_000 {
            problems.add("a", Problem::warning("odd-thing", line, "odd"));
            problems.add("b", Problem::error("bad-thing", line, "bad"));
        }
        problems.warn("a", "other-thing", "other");
        assert_eq!((problems.errors(), problems.count(Severity::Warning)), (100_000, 100_001));
        assert_eq!(problems.kept().count(), Problems::MOST_WARNINGS + Problems::MOST_ERRORS + 1);
        let counts: Vec<_> = problems.counts().map(|count| (count.source, count.found, count.kept)).collect();
        assert_eq!(counts, [("a", 100_000, 3), ("b", 100_000, 20), ("a", 1, 1)]);
    }

    #[test]
    fn what_is_said_once_of_a_file_is_counted_once_there() {
        let heard = Arc::new(Mutex::new(0));
        let ears = Arc::clone(&heard);
        let mut problems =
            Problems::default().heard_by(Box::new(move |_: &str, _: &Problem| *ears.lock().unwrap() += 1));
        for source in ["a", "b", "a", "a"] {
            problems.add(source, Problem::warning("odd-file", 1, "odd").once());
        }
        let counts: Vec<_> = problems.counts().map(|count| (count.source, count.found, count.kept)).collect();
        assert_eq!(counts, [("a", 1, 1), ("b", 1, 1)]);
        assert_eq!(*heard.lock().unwrap(), 2);
    }

    #[test]
    fn strictness_makes_errors_of_warnings_and_not_of_notes() {
        let mut problems = Problems::new(Strictness::Strict);
        problems.warn("a", "odd-thing", "odd");
        problems.note("a", "done-thing", "done");
        let severities: Vec<_> = problems.kept().map(|(_, problem)| problem.severity).collect();
        assert_eq!(severities, [Severity::Error, Severity::Note]);
        assert_eq!(problems.errors(), 1);
    }

    #[test]
    fn a_listener_hears_all() {
        let heard = Arc::new(Mutex::new(Vec::new()));
        let ears = Arc::clone(&heard);
        let listener = move |source: &str, problem: &Problem| {
            ears.lock().unwrap().push((source.to_owned(), problem.line));
        };
        let mut problems = Problems::default().heard_by(Box::new(listener));
        for line in 0..50 {
            problems.add("a", Problem::error("bad-thing", line, "bad"));
        }
        assert_eq!(heard.lock().unwrap().len(), 50);
    }
}
