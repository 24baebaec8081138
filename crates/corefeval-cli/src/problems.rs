//! What was wrong or odd in the input, shown with its place and a way out.

use std::ops::Range;
use std::path::Path;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use corefeval::problem::{self, Count, Problem, Severity, Strictness};
use corefeval::report::shown;
use serde_json::json;

use crate::output::{say, visible};

/// Everything that was found, file by file, in order.
#[derive(Debug, Default)]
pub(crate) struct Problems {
    pub(crate) found: problem::Problems,
    quiet: bool,
}

impl Problems {
    /// Nothing yet; `strict` makes every warning an error, `quiet` hides warnings and notes.
    pub(crate) fn new(strict: bool, quiet: bool) -> Self {
        let strictness = if strict { Strictness::Strict } else { Strictness::Lenient };
        Self { found: problem::Problems::new(strictness), quiet }
    }

    /// The same, and a listener is told of every problem as it is found.
    pub(crate) fn heard_by(self, listener: problem::Listener) -> Self {
        Self { found: self.found.heard_by(listener), ..self }
    }

    /// Where the library adds what it finds.
    pub(crate) fn collected(&mut self) -> &mut problem::Problems {
        &mut self.found
    }

    /// Adds a problem of a file.
    pub(crate) fn add(&mut self, path: &Path, problem: Problem) {
        self.found.add(&path.to_string_lossy(), problem);
    }

    /// Adds a warning that is not about a line.
    pub(crate) fn warn(&mut self, path: &Path, code: &'static str, message: String) {
        self.add(path, Problem::warning(code, 0, message));
    }

    /// Adds an error that is not about a line.
    pub(crate) fn refuse(&mut self, path: &Path, code: &'static str, message: String, hint: &str) {
        self.add(path, Problem::error(code, 0, message).hint(hint));
    }

    /// How many errors there are.
    pub(crate) fn errors(&self) -> usize {
        self.found.errors()
    }

    /// The warnings and notes as lines of text, for outputs that carry them: the first of each kind, and how many more there are.
    pub(crate) fn warnings(&self) -> Vec<String> {
        let kept = self.kept_others().map(|(path, problem)| one_line(path, problem));
        kept.chain(self.hidden_others().map(|count| more(&count))).collect()
    }

    /// How many there are of each severity, in words.
    pub(crate) fn summary(&self) -> String {
        let count = |severity: Severity| self.found.count(severity);
        let (errors, warnings, notes) = (self.errors(), count(Severity::Warning), count(Severity::Note));
        let mut words = format!("{}, {}", in_words(errors, "error"), in_words(warnings, "warning"));
        match (errors + warnings, notes) {
            (0, 0) => return "no problems".to_owned(),
            (_, 0) => {}
            _ => words = format!("{words}, {}", in_words(notes, "note")),
        }
        words
    }

    /// Shows them on standard error, errors last.
    pub(crate) fn show(&self) {
        if !self.quiet {
            self.kept_others().for_each(|(path, problem)| say(&rendered(path, problem)));
            self.hidden_others().for_each(|count| say(&more(&count)));
        }
        let mut shown = 0;
        for (path, problem) in self.found.kept().filter(|(_, problem)| problem.severity == Severity::Error) {
            say(&rendered(path, problem));
            shown += 1;
        }
        if shown < self.errors() {
            say(&format!("… and {}", in_words(self.errors() - shown, "more error")));
        }
    }

    fn kept_others(&self) -> impl Iterator<Item = (&str, &Problem)> {
        self.found.kept().filter(|(_, problem)| problem.severity != Severity::Error)
    }

    /// Warnings and notes of which only the first are kept.
    fn hidden_others(&self) -> impl Iterator<Item = Count<'_>> {
        self.found.counts().filter(|count| count.severity != Severity::Error && count.found > count.kept)
    }
}

/// A number of things in words.
pub(crate) fn in_words(number: usize, thing: &str) -> String {
    if number == 1 { format!("1 {thing}") } else { format!("{number} {thing}s") }
}

/// How many more problems of a kind there are.
fn more(count: &Count<'_>) -> String {
    let hidden = in_words(count.found - count.kept, &format!("more {}", count.severity.name()));
    format!("{}: … and {hidden} of this kind [{}]", shown(count.source), count.code)
}

fn one_line(path: &str, problem: &Problem) -> String {
    let place = match (problem.line, problem.column) {
        (0, _) => path.to_owned(),
        (line, 0) => format!("{path}:{line}"),
        (line, column) => format!("{path}:{line}:{column}"),
    };
    format!("{place}: {} [{}]", problem.message, problem.code)
}

/// A problem with its place, for other programs.
pub(crate) fn as_json(path: &str, problem: &Problem) -> serde_json::Value {
    json!({
        "path": path, "line": problem.line, "column": problem.column, "length": problem.length,
        "severity": problem.severity.name(), "code": problem.code, "message": problem.message,
        "hint": problem.hint, "text": problem.text,
    })
}

/// A problem as people read it: the line, underlined, and what to do. What a terminal would obey is written out.
pub(crate) fn rendered(path: &str, problem: &Problem) -> String {
    let level = match problem.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let (path, message, hint) = (shown(path), shown(&problem.message), shown(&problem.hint));
    let title = level.clone().primary_title(&*message).id(problem.code);
    let (text, range) = underlined(problem);
    let mut report = if text.is_empty() {
        let place = if problem.line == 0 { path.to_string() } else { format!("{path}:{}", problem.line) };
        title.element(annotate_snippets::Origin::path(place))
    } else {
        let snippet = Snippet::source(&text)
            .path(&*path)
            .line_start(problem.line as usize)
            .annotation(AnnotationKind::Primary.span(range));
        title.element(snippet)
    };
    if !hint.is_empty() {
        report = report.element(Level::HELP.message(&*hint));
    }
    Renderer::styled().render(&[report])
}

/// The line of a problem, safe to look at, and the part of it that is underlined.
fn underlined(problem: &Problem) -> (String, Range<usize>) {
    let text = &problem.text;
    let start = (problem.column.saturating_sub(1) as usize).min(text.len());
    let end = (start + problem.length as usize).min(text.len());
    let in_bounds = text.is_char_boundary(start) && text.is_char_boundary(end);
    let (start, end) = if in_bounds { (start, end) } else { (0, text.len()) };
    let [before, inside, after] = [&text[..start], &text[start..end], &text[end..]].map(visible);
    let range = before.len()..before.len() + inside.len();
    (before + &inside + &after, range)
}
